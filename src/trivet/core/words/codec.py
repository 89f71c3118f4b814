"""The codec of a game: uses its rows to write, read and describe choices, events and endings."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mypy_extensions import mypyc_attr

from trivet.core.outcome import Outcome, Sheet, sheet_of
from trivet.core.state import NOBODY, Event, Objection
from trivet.core.words.advice import Advice
from trivet.core.words.answers import Form, Narrowed, Question, Ready, Written
from trivet.core.words.entries import Entry
from trivet.core.words.fields import ComputedField, FactValues, Field, counted, listed
from trivet.core.words.news import Chip, Clause, Ending, NewsRow, WarningRow
from trivet.core.words.templates import chosen, filled, first_field, texts
from trivet.core.words.texts import VERBATIM, Texts
from trivet.core.words.values import HOUSE_WORDS, Value

HOUSE_ENDINGS = {  # besides a game's own
    "won": Ending("", "{winner} won the game."),
    "shared": Ending("", "{winner} shared the win."),
    "resigned": Ending("HOUSE-5", "{loser} resigned: {winner} won."),
    "time": Ending("HOUSE-6", "{loser} ran out of time: {winner} won."),
    "left": Ending("HOUSE-7", "{loser} left, and no other person played: nobody won."),
    "abandoned": Ending("HOUSE-8", "The table was closed before the end: nobody won."),
}
POINTS = counted("point", "points")
HOUSE_TEXTS = Texts()
UNREADABLE = HOUSE_TEXTS.add(
    "refusal.unreadable", "That cannot be read here. Type {how}.", how=VERBATIM
)
ALLOWED = HOUSE_TEXTS.add("refusal.allowed", "That is allowed: {deed}.", deed=VERBATIM)
NOT_ASKED = HOUSE_TEXTS.add("refusal.not_asked", "That is not asked for now. {ask}", ask=VERBATIM)
START_OVER = HOUSE_TEXTS.add(
    "refusal.start_over",
    "That does not go with what you chose. Start over to do this: {deed}.",
    deed=VERBATIM,
)
FIRST_TOUCH = HOUSE_TEXTS.add(
    "refusal.first_touch",
    "First touch {thing}, then this: {deed}.",
    thing=VERBATIM,
    deed=VERBATIM,
)
TURN = "turn"  # the moment at the end of a turn, which tables add to those of the rules


@mypyc_attr(allow_interpreted_subclasses=True)  # campaigns plant leaks
class Codec:
    """Turns the choices and events of one game into text, words and touches, and text into choices.

    The state is always the one before the choice.  A choice that is well formed can be read and
    written even if the rules refuse it; `State.objection` then says why.
    """

    def __init__(
        self,
        questions: Mapping[str, Question],
        news: Mapping[str, NewsRow],
        endings: Mapping[str, Ending] | None = None,
        moments: Mapping[str, str] | None = None,
        warnings: Mapping[str, WarningRow] | None = None,
        advice: Advice | None = None,
        texts: Texts | None = None,
    ) -> None:
        self.questions, self.news_rows = questions, news  # by step, by event
        self.news_rows_ahead = {what: row.in_future() for what, row in news.items()}
        self.news_rows_short = {what: row.in_short() for what, row in news.items()}
        self.endings = {**HOUSE_ENDINGS, **(endings or {})}
        self.moments = {TURN: "", **(moments or {})}  # captions
        self.warnings = warnings or {}
        self.advice = advice or Advice()  # for hints
        self.texts = texts or Texts()  # refusals, labels, notes and reasons

    # --- questions -------------------------------------------------------------------------------

    def rule(self, s: Any, seat: int) -> str:
        """The rule that the question put to a seat is about; empty for none."""
        question = self.questions[s.step.what]
        return question.fill(question.rule, s, seat)

    def shows(self, s: Any) -> str:
        """The row's word for the scene: what to lay out for the question."""
        return self.questions[s.step.what].shows

    def ask(self, s: Any, seat: int, names: Sequence[str] = ()) -> str:
        """The question put to a seat, in words: 'Place your Aura on an empty space.'  Without names
        other players are called by their letters."""
        question = self.questions[s.step.what]
        return question.fill(question.ask, s, seat, names)

    def how(self, s: Any, seat: int) -> str:
        """How an answer is typed, by example: 'a space and which way its top points, as b2>'."""
        question = self.questions[s.step.what]
        return question.fill(question.how, s, seat)

    def wait(self, s: Any, names: Sequence[str]) -> str:
        """What viewers read who are not asked: 'Basil places a piece.'  Empty if no seat is."""
        seats = [seat for seat in range(s.seats) if s.is_waiting_for(seat)]
        if not seats:
            return ""
        question = self.questions[s.step.what]
        found = FactValues(question.facts, s, seats[0])  # only public facts
        found["seat"] = Value(listed([names[seat] for seat in seats]))
        found["s"] = Value("" if len(seats) > 1 else "s")
        return filled(chosen(question.wait, s, seats[0]), found)

    # --- choices ---------------------------------------------------------------------------------

    def option(self, s: Any, seat: int, choice: int) -> Written:
        """Notation, words and touches of a choice, in one pass."""
        form, number = self.questions[s.step.what].form(choice)
        return form.written(s, seat, number)

    def options(self, s: Any, seat: int, choices: Sequence[int]) -> list[Written]:
        """The same for many choices."""
        return self.questions[s.step.what].written(s, seat, choices)

    def write(self, s: Any, seat: int, choice: int) -> str:
        """The notation of a choice: short, stable, unambiguous as an answer to this question."""
        form, found = self._found(s, seat, choice)
        return form.write(found)

    def words(self, s: Any, seat: int, choice: int) -> str:
        """What a choice does: 'Place the Aura on b2, turned right (6 points east)'."""
        form, found = self._found(s, seat, choice)
        return form.say(found)

    def touched(self, s: Any, seat: int, choice: int) -> list[str]:
        """The things on the table to touch for a choice, in this order."""
        form, found = self._found(s, seat, choice)
        return form.touched(found)

    def _found(self, s: Any, seat: int, choice: int) -> tuple[Form, FactValues]:
        form, number = self.questions[s.step.what].form(choice)
        return form, form.found(s, seat, number)

    def read(self, s: Any, seat: int, text: str) -> int | Objection:
        """The choice in a text, allowed or not; an objection if it cannot be read here."""
        question, said = self.questions[s.step.what], " ".join(text.lower().split())
        ready = next((row.text for row in question.ready if row.name.lower() == said), said)
        found = question.read(s, seat, ready.lower())
        if found is None:
            return Objection("HOUSE-2", UNREADABLE.say(self.how(s, seat)))
        return found

    def ready(self, s: Any, seat: int) -> list[tuple[Ready, int]]:
        """The answers with a name that are allowed now."""
        found = [(row, self.read(s, seat, row.text)) for row in self.questions[s.step.what].ready]
        return [(r, c) for r, c in found if isinstance(c, int) and s.objection(seat, c) is None]

    def preferred(self, s: Any, seat: int, thing: str) -> int | None:
        """The choice a player probably means by touching a thing: an allowed one if there is any;
        otherwise a well-formed one, whose objection names a rule."""
        question = self.questions[s.step.what]
        likely = question.preferred(s, seat, thing) if question.preferred else None
        if likely is not None:
            return likely
        found, options = question.beginning_with(thing), s.options(seat)
        if found is not None and found in options:
            return found
        return next((c for c in options if thing in self.touched(s, seat, c)), found)

    def against(
        self, s: Any, seat: int, path: Sequence[str], label: Callable[[str], str] = str
    ) -> Objection:
        """What speaks against touching the last of these things after the others, or how to go on;
        `label` is what a thing is called."""
        question, rule, thing = self.questions[s.step.what], self.rule(s, seat), path[-1]
        if question.against and (objection := question.against(s, seat, path)):
            return objection
        offered = None if s.step.is_vast() else self._offered(s, seat, path)
        if offered is not None:
            return Objection(rule, ALLOWED.say(self.words(s, seat, offered)))
        choices = [question.beginning_with(*path), self.preferred(s, seat, thing)]
        for choice in choices:
            found: Objection | None = None if choice is None else s.objection(seat, choice)
            if found is not None and found.rule != "HOUSE-2":
                return found
        allowed = next((c for c in choices if c is not None and not s.objection(seat, c)), None)
        if allowed is not None:
            return Objection(rule, self._how_to(s, seat, allowed, path, label))
        kind = thing.partition(":")[0]
        reason = question.elsewhere.get(kind)
        return Objection(rule, reason or NOT_ASKED.say(self.ask(s, seat)))

    def shortcut(self, s: Any, seat: int, thing: str) -> int | None:
        """The answer that touching a thing of the next question stands for, if there is one."""
        return self.questions[s.step.what].shortcuts.get(thing.partition(":")[0])

    def _offered(self, s: Any, seat: int, path: Sequence[str]) -> int | None:
        """The first allowed choice that begins with touching these things."""
        depth, wanted = len(path), list(path)
        return next(
            (c for c in s.options(seat) if self.touched(s, seat, c)[:depth] == wanted), None
        )

    def _how_to(
        self, s: Any, seat: int, choice: int, path: Sequence[str], label: Callable[[str], str]
    ) -> str:
        """How to come to an allowed choice that a thing belongs to."""
        option = self.option(s, seat, choice)
        if len(path) > 1:
            return START_OVER.say(option.words)
        return FIRST_TOUCH.say(label(option.touched[0]), option.words)

    def narrow(self, s: Any, seat: int, touched: Sequence[str]) -> Narrowed:
        """What is left of the question after these things were touched, in this order."""
        question = self.questions[s.step.what]
        if question.narrow is not None:
            return question.narrow(s, seat, touched)
        depth, choice, following, left = len(touched), None, dict[str, None](), 0
        for option in s.options(seat):
            things = self.touched(s, seat, option)
            if things[:depth] == list(touched):
                left += 1
                if len(things) == depth:
                    choice = option
                else:
                    following[things[depth]] = None
        return Narrowed(choice, list(following), left)

    # --- events and endings ----------------------------------------------------------------------

    def news(self, event: Event, names: Sequence[str], you: int = NOBODY) -> str:
        """An event as a sentence in the past tense; the seat `you` is addressed as "you"."""
        row = self.news_rows[event.what]
        return row.say(event.data, tuple(names), row.reader(event.data, you))

    def line(
        self, events: Sequence[Event], names: Sequence[str], you: int = NOBODY, budget: int = 0
    ) -> str:
        """Several events in one line; consecutive deeds of one seat are joined to one sentence.
        With a budget of characters only the heaviest that fit are told, and at least one."""
        whole = self._line(self.news_rows, events, names, you)
        return (
            whole if not budget or len(whole) <= budget else self._short(events, names, you, budget)
        )

    def _short(self, events: Sequence[Event], names: Sequence[str], you: int, budget: int) -> str:
        """The heaviest news in their order; of the same weight, the latest."""
        rows = self.news_rows_short
        told = [event for event in events if not rows[event.what].dull]
        weights = [rows[event.what].weight_for(event.data, you) for event in told]
        ranked = sorted(range(len(told)), key=lambda place: (-weights[place], -place))
        said = ""
        for many in range(1, len(told) + 1):
            longer = self._line(rows, [told[place] for place in sorted(ranked[:many])], names, you)
            if said and len(longer) > budget:
                break
            said = longer
        return said

    def harm(self, events: Sequence[Event], names: Sequence[str], you: int) -> str:
        """What was done to this seat, in one short line; empty if nothing was."""
        rows = self.news_rows_short
        done = [event for event in events if rows[event.what].hurts(event.data, you)]
        return self._line(rows, done, names, you) if done else ""

    def line_ahead(self, events: Sequence[Event], names: Sequence[str], you: int = NOBODY) -> str:
        """The same line before it happens: "You will move to e6 and build a module."."""
        return self._line(self.news_rows_ahead, events, names, you)

    def _line(
        self, rows: Mapping[str, NewsRow], events: Sequence[Event], names: Sequence[str], you: int
    ) -> str:
        said, sentence, given = list[str](), _Sentence(NOBODY, ""), tuple(names)
        telling = [event for event in events if not rows[event.what].dull]
        for times, event in _runs(telling, rows):
            row = rows[event.what]
            if times > 1 and not row.counts_deeds:
                said += [*sentence.said(), row.say_many(times, event.data, names, you)]
                sentence = _Sentence(NOBODY, "")
                continue
            told = (event.data, given, row.reader(event.data, you))
            clause = row.clause(*told)
            if clause is None or not sentence.is_about(clause):
                said += sentence.said()
                sentence = (
                    _Sentence(clause.doer, clause.subject) if clause else _Sentence(NOBODY, "")
                )
            if clause is None:
                said.append(row.say(*told))
            elif row.counts_deeds:
                all_times = sentence.times(event.what) + times
                is_one = all_times == 1
                deed = clause.deed if is_one else row.deed_many(all_times, event.data, names, you)
                sentence.count(event.what, all_times, deed)
            else:
                sentence.add(clause.deed)
        return " ".join([*said, *sentence.said()])

    def shares(
        self, events: Sequence[Event], by: int, names: Sequence[str], you: int = NOBODY
    ) -> list[tuple[int, str]]:
        """What each seat did in a turn, in one line a seat; empty if nobody but the seat `by` did
        anything.  What has no doer stands with `by`."""
        found = dict[int, list[Event]]()
        for event in events:
            row = self.news_rows[event.what]
            if not row.dull:
                found.setdefault(row.doer(event.data, by), []).append(event)
        if not any(seat != by for seat in found):
            return []
        return [(seat, self.line(theirs, names, you)) for seat, theirs in found.items()]

    def deeds(self, events: Sequence[Event], names: Sequence[str], seat: int) -> list[str]:
        """What an answer of the seat does that leads to these events, in the present tense."""
        said = [self._deed(event, names, seat) for event in events]
        return list(dict.fromkeys(one for one in said if one))

    def _deed(self, event: Event, names: Sequence[str], seat: int) -> str:
        found = self.news_rows[event.what].found(event.data, names, seat)
        actor = self.news_rows[event.what].actor(event.data)
        return self.advice.said_of(event, found) if actor == seat else ""

    def chips(self, events: Sequence[Event], names: Sequence[str], you: int = NOBODY) -> list[Chip]:
        """What the events did, at the things where they did it; an empty text is left out."""
        found = list[Chip]()
        for event in events:
            row = self.news_rows[event.what]
            values = row.found(event.data, names, you) if row.chips else {}
            for chip in row.chips:
                text, start = filled(chip.text, values), filled(chip.start, values)
                things = filled(chip.thing, values).split() if text else ()
                found += [Chip(thing, text, chip.kind, start) for thing in things]
        return found

    def moment_headline(
        self, what: str, events: Sequence[Event], names: Sequence[str], you: int = NOBODY
    ) -> str:
        """What a moment is about: the latest of the events that its row names, else the caption."""
        caption = self.moments[what]
        told = getattr(caption, "events", ())
        event = next((event for event in reversed(events) if event.what in told), None)
        return str(caption) if event is None else self.news(event, names, you)

    def moment_sheet(self, what: str, events: Sequence[Event], before: int, seats: int) -> Sheet:
        """What a moment has scored, of the events up to it; the first `before` of them were told
        before the previous moment of the rules."""
        since, first = getattr(self.moments[what], "since", ()), before
        if since:
            begun = (n for n in reversed(range(len(events))) if events[n].what in since)
            first = next(begun, before)
        return sheet_of(self.news_rows, seats, events[first:])

    def headline(
        self, outcome: Outcome, sheet: Sheet, names: Sequence[str], you: int = NOBODY
    ) -> str:
        """How the game ended, in one sentence; the seat `you` is addressed as "you"."""
        winners, lost = _winners_and_losers(outcome, you)
        called = [HOUSE_WORDS["you"] if seat == you else name for seat, name in enumerate(names)]
        was = HOUSE_WORDS["was" if winners != [you] else "were"]
        found = {
            "winner": Value(listed([called[seat] for seat in winners]), was=was),
            "loser": Value(listed([called[seat] for seat in lost])),
            **_best_totals(sheet),
        }
        template = chosen(self.endings[outcome.ending].text, outcome, sheet)
        said, first = filled(template, found), first_field(template)
        named = winners if first == "winner" else lost if first == "loser" else []
        return said[:1].upper() + said[1:] if you in named[:1] else said

    def warning(self, what: str, *numbers: int) -> dict[str, str]:
        """A warning of the end, as it stands in a view."""
        row = self.warnings[what]
        return {"rule": row.rule, "text": row.say(numbers, (), NOBODY)}

    # --- translations ----------------------------------------------------------------------------

    def sentences(self) -> Iterator[tuple[str, str]]:
        """Every sentence with its key; a translation has the same keys."""
        yield from self._sentences_of_questions()
        yield from self._sentences_of_news()
        for name, ending in self.endings.items():
            yield from texts(f"ending.{name}", ending.text)
        for name, caption in self.moments.items():
            yield from texts(f"moment.{name}", caption)
        for name, warning in self.warnings.items():
            yield from texts(f"warning.{name}", warning.text)
        for key, text in self.texts.rows.items():
            yield from texts(key, text.template)
        for what, template in self.advice.does.items():
            yield from texts(f"hint.does.{what}", template)
        for name, (more, less) in self.advice.features.items():
            yield from texts(f"hint.more.{name}", more)
            yield from texts(f"hint.less.{name}", less)
        yield from sorted({f"sheet.{e.part}": e.part for e in self._entries()}.items())

    def _sentences_of_questions(self) -> Iterator[tuple[str, str]]:
        for what, question in self.questions.items():
            for part in ("ask", "wait", "how"):
                yield from texts(f"question.{what}.{part}", getattr(question, part))
            for number, row in enumerate(question.ready):
                yield from texts(f"question.{what}.ready.{number}.name", row.name)
                yield from texts(f"question.{what}.ready.{number}.why", row.why)
            for kind, reason in question.elsewhere.items():
                yield from texts(f"question.{what}.elsewhere.{kind}", reason)
            for number, (_, form) in enumerate(question.forms):
                yield from texts(f"question.{what}.words.{number}", form.words)

    def _sentences_of_news(self) -> Iterator[tuple[str, str]]:
        for what, told in self.news_rows.items():
            yield from texts(f"news.{what}", told.text)
            yield from texts(f"news.{what}.many", told.many)
            yield from texts(f"news.{what}.short", told.short)
            yield from texts(f"ahead.{what}", self.news_rows_ahead[what].text)
            yield from texts(f"ahead.{what}.many", self.news_rows_ahead[what].many)
            for number, chip in enumerate(told.chips):
                yield from texts(f"news.{what}.chip.{number}", chip.text)

    def _entries(self) -> Iterator[Entry]:
        for row in self.news_rows.values():
            yield from row.books

    def nouns(self) -> dict[str, dict[str, str]]:
        """The forms of every noun by its key: 'piece.A' has 'name', 'a' and 'many'."""
        return {
            f"{field.noun}.{value}": value.forms()
            for field in self.fields()
            for value in field.values
            if value.forms()
        }

    def fields(self) -> Iterator[Field]:
        """All fields of all rows, and the parts of spelt fields."""
        for field in self._fields():
            yield field
            yield from field.parts if isinstance(field, ComputedField) else ()

    def _fields(self) -> Iterator[Field]:
        yield POINTS  # of the ends
        for question in self.questions.values():
            yield from (fact.field for fact in question.facts.values())
            for _, form in question.forms:
                yield from form.digits.values()
                yield from (fact.field for fact in form.facts.values())
        for told in (*self.news_rows.values(), *self.warnings.values()):
            yield from told.fields.values()
            yield from (field for field, _ in told.more.values())
        for text in self.texts.rows.values():
            yield from text.fields.values()


def _runs(events: Sequence[Event], told: Mapping[str, NewsRow]) -> list[tuple[int, Event]]:
    """The events, each with its number in a row where the row says several at once."""
    found = list[tuple[int, Event]]()
    for event in events:
        times, first = found[-1] if found else (0, event)
        is_again = times and first.what == event.what and told[event.what].many
        if is_again and first.data[0] == event.data[0]:
            found[-1] = times + 1, first
        else:
            found.append((1, event))
    return found


class _Sentence:
    """The deeds of one seat, to be told as one sentence."""

    def __init__(self, doer: int, subject: str) -> None:
        self.doer, self.subject = doer, subject
        self._deeds: list[str] = []
        self._counted: dict[str, tuple[int, int]] = {}  # by event: the deed's place, how often

    def is_about(self, clause: Clause) -> bool:
        return clause.doer == self.doer and clause.subject == self.subject

    def add(self, deed: str) -> None:
        self._deeds.append(deed)

    def times(self, what: str) -> int:
        """How often a deed was counted so far."""
        return self._counted[what][1] if what in self._counted else 0

    def count(self, what: str, times: int, deed: str) -> None:
        """A deed that is told by its number, where it was first done."""
        place = self._counted[what][0] if what in self._counted else len(self._deeds)
        self._deeds[place : place + 1] = [deed]
        self._counted[what] = (place, times)

    def said(self) -> list[str]:
        """The sentence, in a list; empty if there are no deeds."""
        if not self._deeds:
            return []
        if len(self._deeds) == 1:
            return [f"{self.subject} {self._deeds[0]}."]
        return [f"{self.subject} {listed(_without_verbs_again(_counted(self._deeds)))}."]


def _counted(doings: Sequence[str]) -> list[str]:
    """Each deed once, where it was first done, and how often if it was done again."""
    times = Counter(doings)
    return [f"{one} {_how_often(n)}" if n > 1 else one for one, n in times.items()]


def _how_often(times: int) -> str:
    text = HOUSE_WORDS.get(f"times.{times}", HOUSE_WORDS["times"])
    return text.replace("{times}", str(times))


def _without_verbs_again(doings: Sequence[str]) -> list[str]:
    """ "took a Turbine", "took a Probe" → "took a Turbine", "a Probe"."""
    said, verb = list[str](), ""
    for doing in doings:
        first, _, rest = doing.partition(" ")
        is_again = first == verb and bool(rest)
        said.append(rest if is_again else doing)
        verb = first
    return said


def _best_totals(sheet: Sheet) -> dict[str, Value]:
    most, second = sorted(sheet.total, reverse=True)[:2]
    return {
        "most": Value(str(most), name=POINTS.value(most).name),
        "next": Value(str(second), name=POINTS.value(second).name),
    }


def _winners_and_losers(outcome: Outcome, you: int) -> tuple[list[int], Sequence[int]]:
    """The seats of both, by place; of one place `you` is named first."""
    places = outcome.places
    seats = sorted(range(len(places)), key=lambda seat: (places[seat], seat != you))
    winners = [seat for seat in seats if places[seat] == 1]
    return winners, outcome.losers or [seat for seat in seats if places[seat] > 1]
