"""A language that nobody speaks: every text with a key has accents.  What a viewer is shown without
accents is hard-coded."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from trivet.core.dice import Dice
from trivet.core.ink import PLAIN
from trivet.core.state import CHANCE, EVERYONE, NOBODY
from trivet.core.table import Table
from trivet.core.words import codec as codecs
from trivet.core.words import fields, texts
from trivet.core.words.fields import Counted
from trivet.core.words.templates import Cases
from trivet.core.words.values import HOUSE_WORDS, Caption

ACCENTS = str.maketrans("aeioucnsyzAEIOUCNSYZ", "áéíóúçñšýžÁÉÍÓÚÇÑŠÝŽ")
MARKS = re.compile(r"(\{[^{}]*\})")
NAMES = ("Ωμέγα", "Ψι", "Φως", "Λάμ", "Ξένη", "Ρω")  # without ASCII letters
WORD = re.compile(r"[^\W\d_]{4,}")
TYPED = (
    "zz",
    "i9",
    "q7=3",
    "i5=3",
    "z9",
    "x y z",
    "e9x2",
    "bid 0",
    "abc",
)  # no word of four letters
TOUCHED = ("cell:a1", "hex:a1", "card:I1", "piece:Mask", "hand:1", "sell:3", "value:0", "nothing")
CHOICES = (-1, 0, 1, 7, 16, 31, 63, 130, 500)


def accented(text):
    """The text with accents, except in its marks."""
    if isinstance(text, Cases):
        return Cases(text.pick, {case: accented(one) for case, one in text.templates.items()})
    return "".join(
        part if part.startswith("{") else part.translate(ACCENTS) for part in MARKS.split(text)
    )


def is_hard_coded(text):
    """Whether a word of four letters, some of which would have an accent, has none.  Capitals are
    notation: the seats of a tower's blocks."""
    words = (word for word in WORD.findall(text) if word.isascii() and not word.isupper())
    return any(re.search("[aeioucnsyz]", word, re.IGNORECASE) for word in words)


class Accents:
    """Puts accents on all texts of a game that have a key, and takes them away again."""

    def __init__(self, game):
        self.game, self.before, self.done = game, [], set()

    def attribute(self, owner, name):
        if (id(owner), name) in self.done:
            return
        self.done.add((id(owner), name))
        self.before.append((setattr, owner, name, getattr(owner, name)))
        setattr(owner, name, accented(getattr(owner, name)))

    def replace(self, owner, name, value):
        self.before.append((setattr, owner, name, getattr(owner, name)))
        setattr(owner, name, value)

    def entries(self, mapping, change=accented):
        for key, text in list(mapping.items()):
            self.before.append((dict.__setitem__, mapping, key, text))
            mapping[key] = change(text)

    def put(self):
        codec = self.game.codec
        self.entries(HOUSE_WORDS)
        for text in [*codecs.HOUSE_TEXTS.rows.values(), *codec.texts.rows.values()]:
            self.attribute(text, "template")
        for question in codec.questions.values():
            for part in ("ask", "wait", "how"):
                self.attribute(question, part)
            ready = [
                row._replace(name=accented(row.name), why=accented(row.why))
                for row in question.ready
            ]
            self.replace(question, "ready", ready)
            self.entries(question.elsewhere)
            for _, form in question.forms:
                self.attribute(form, "words")
        for rows in (codec.news_rows, codec.news_rows_ahead, codec.news_rows_short):
            for row in rows.values():
                self.attribute(row, "text")
                self.attribute(row, "many")
                chips = [chip._replace(text=accented(chip.text)) for chip in row.chips]
                books = [entry._replace(part=accented(entry.part)) for entry in row.books]
                self.replace(row, "chips", chips)
                self.replace(row, "books", books)
        for row in codec.warnings.values():
            self.attribute(row, "text")
        self.entries(codec.endings, lambda row: row._replace(text=accented(row.text)))
        self.entries(codec.moments, captioned)
        self.entries(codec.advice.does)
        self.entries(codec.advice.features, lambda pair: tuple(map(accented, pair)))
        for field in codec.fields():
            if isinstance(field, Counted):
                if id(field) not in self.done:
                    self.entries(field.words)
                self.done.add(id(field))
            for value in field.values if field.noun else ():
                if id(value) not in self.done:
                    self.entries(vars(value), lambda form: form)
                    vars(value).update({name: accented(f) for name, f in value.forms().items()})
                self.done.add(id(value))
        self.forget()

    def take_away(self):
        for put, owner, name, value in reversed(self.before):
            put(owner, name, value)
        self.forget()

    def forget(self):
        codec = self.game.codec
        texts.forget()
        fields.forget()
        for field in codec.fields():
            if isinstance(field, fields.ComputedField):
                field.forget()
        for rows in (codec.news_rows, codec.news_rows_ahead, codec.news_rows_short):
            for row in rows.values():
                row.forget()
        for row in codec.warnings.values():
            row.forget()
        for question in codec.questions.values():
            for _, form in question.forms:
                form.forget()


def captioned(caption):
    if not isinstance(caption, Caption):
        return accented(caption)
    return Caption(accented(caption), *caption.events, since=caption.since)


@contextmanager
def accents(game):
    """The game in the language that nobody speaks."""
    put = Accents(game)
    put.put()
    try:
        yield game
    finally:
        put.take_away()


# --- what is shown --------------------------------------------------------------------------------


def shown(game, seats, answers) -> Iterator[tuple[str, str]]:
    """The kind and the words of every text that viewers of a random game are shown."""
    codec, names = game.codec, NAMES[:seats]
    table, dice, told = Table(game, seats, bytes([seats]) * 32, "pseudo"), Dice(seats), 0
    table.roll()
    for answer in range(answers):
        s = table.state
        if s.is_over():
            break
        seat = s.turn
        yield from asked(s, seat, names)
        if answer % 3 == 0:
            yield from refused(s, seat)
            yield from drawn(s, seat, names)
        choice = s.sample(seat, dice)
        yield "reason", codec.advice.reason(s, seat, choice)
        table.play(seat, choice)
        events = [item.event for item in table.news[told:]]
        told = len(table.news)
        for you in (seat, NOBODY):
            mine = [event for event in events if event.to in (EVERYONE, you)]
            for event in mine:
                yield "news", codec.news(event, names, you)
            yield "line", codec.line(mine, names, you)
            yield "line", codec.line(mine, names, you, 60)
            yield "line", codec.line_ahead(mine, names, you)
            for chip in codec.chips(mine, names, you):
                yield "chip", chip.text
        for deed in codec.deeds(events, names, seat):
            yield "hint", deed
    if table.state.is_over():
        for you in (0, NOBODY):
            yield "end", codec.headline(table.outcome, table.sheet, names, you)
    for row in table.sheet.rows:
        yield "score sheet", row.part
    for caption in codec.moments.values():
        yield "caption", str(caption)
    for pair in codec.advice.features.values():
        for text in pair:
            yield "hint", text


def asked(s, seat, names):
    codec = s.game.codec
    yield "question", codec.ask(s, seat, names)
    yield "question", codec.how(s, seat)
    yield "question", codec.wait(s, names)
    for row, _ in codec.ready(s, seat):
        yield "answer", row.name
        yield "answer", row.why
    if seat != CHANCE and not s.step.is_vast():
        for option in codec.options(s, seat, s.options(seat)[:40]):
            yield "answer", option.words


def refused(s, seat):
    codec, other = s.game.codec, (seat + 1) % s.seats
    for choice in CHOICES:
        try:
            objection = s.objection(seat, choice) or s.objection(other, choice)
        except (IndexError, KeyError, ValueError):  # not the number of any answer
            continue
        if objection is not None:
            yield "refusal", objection.reason
    for thing in TOUCHED:
        try:
            yield "refusal", codec.against(s, seat, [thing], lambda _: "Ω").reason
        except (IndexError, KeyError, ValueError):
            continue
    for text in TYPED:
        read = codec.read(s, seat, text)
        if not isinstance(read, int):
            yield "refusal", read.reason


def drawn(s, seat, names):
    for viewer in (seat, NOBODY, EVERYONE):
        view = s.game.view(s, viewer)
        scene = s.game.whole_scene(view)
        for zone in scene.zones:
            yield "label", zone.label
            for thing in (*zone.pieces, *zone.spots):
                yield "label", thing.label
            for mark in [
                *zone.marks,
                *(m for one in (*zone.pieces, *zone.spots) for m in one.marks),
            ]:
                yield "mark", mark.text
        for note in scene.notes:
            for line in note.lines:
                yield "note", line
        for warning in scene.warnings:
            yield "warning", warning.text
        for line in s.game.picture(view, names, PLAIN):
            yield "picture", line


def hard_coded(game, answers):
    """The texts without a key that viewers are shown, each with its kind.  All are first said in
    English: what is kept must not be said again."""
    for _ in shown(game, game.fewest, answers):
        pass
    with accents(game):
        return {
            (kind, text)
            for seats in sorted({game.fewest, game.most})
            for kind, text in shown(game, seats, answers)
            if is_hard_coded(text)
        }
