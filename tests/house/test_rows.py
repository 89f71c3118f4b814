"""Nothing can be forgotten: what a game's rules ask, tell, show and end by has its row, and what an
option changes is seen.  Every check is also seen to fail."""

import ast
import copy
import os
import re
import string
from math import prod
from pathlib import Path

import pytest

from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.options import Number, Numbers, OneOf, Switch
from trivet.core.state import CHANCE, EVERYONE, EventListener
from trivet.core.words.answers import Form, Question
from trivet.core.words.codec import HOUSE_ENDINGS, TURN
from trivet.core.words.news import WarningRow
from trivet.core.words.templates import Cases, texts

ROOT = Path(__file__).parents[2]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def sources(game):
    """The files of a game, by path."""
    folder = ROOT / "src/trivet/games" / game.name
    return {path: path.read_text() for path in sorted(folder.rglob("*.py"))}


def written_tests(game):
    folder = ROOT / "tests/games" / game.name
    return "\n".join(path.read_text() for path in sorted(folder.glob("*.py")))


def rules_of(game):
    book = (ROOT / f"docs/rules/{game.name}.md").read_text()
    return set(re.findall(r"^- \*\*([A-Z]+-\d+)\*\* ", book, re.MULTILINE))


# --- what the rules say, by reading them ----------------------------------------------------------


def asking(files):
    """The names of steps: classes with `what = "..."`, or steps that are made with a name."""
    return {
        line.value.value
        for text in files.values()
        for kind in ast.walk(ast.parse(text))
        if isinstance(kind, ast.ClassDef)
        for line in kind.body
        if isinstance(line, ast.Assign)
        and getattr(line.targets[0], "id", "") == "what"
        and isinstance(line.value, ast.Constant)
        and line.value.value
    }


def calls(files, method):
    """The first argument of each call of a method of the state, and how many follow."""
    for text in files.values():
        for call in ast.walk(ast.parse(text)):
            if (
                isinstance(call, ast.Call)
                and getattr(call.func, "attr", "") == method
                and call.args
            ):
                first = call.args[0]
                either = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
                for name in either:
                    yield ast.literal_eval(name), len(call.args) - 1


def told(files):
    """The names of events, and the most numbers each carries."""
    found = {}
    for name, numbers in calls(files, "tell"):
        found[name] = max(found.get(name, 0), numbers)
    return found


def endings(files):
    """The strings that `ending()` can give: in it, or in a table that it reads."""
    state = next(text for path, text in files.items() if path.name == "state.py")
    tree = ast.parse(state)
    method = next(n for n in ast.walk(tree) if getattr(n, "name", "") == "ending")
    method.body = method.body[1:]  # without the docstring
    names = {n.id for n in ast.walk(method) if isinstance(n, ast.Name)}
    tables = [
        node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign | ast.Assign)
        and getattr(getattr(node, "target", None) or node.targets[0], "id", "") in names
    ]
    return {
        n.value
        for part in (method, *tables)
        for n in ast.walk(part)
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value
    }


def fields(template):
    """The fields that a template names."""
    for text in [template] if isinstance(template, str) else template.templates.values():
        plain = text.replace("[", "").replace("]", "")
        yield from (re.match(r"\w+", f)[0] for _, f, _, _ in string.Formatter().parse(plain) if f)


# --- complaints -----------------------------------------------------------------------------------


def complaints(game, codec, files):
    """All that is forgotten, or there without need."""
    yield from _different("question", asking(files), codec.questions)
    yield from _different("event", told(files), codec.news_rows)
    yield from _different("moment", dict(calls(files, "moment")), codec.moments.keys() - {TURN})
    own = codec.endings.keys() - (HOUSE_ENDINGS.keys() - endings(files))
    yield from _different("ending", endings(files), own)
    rules, cited = rules_of(game), written_tests(game)
    for what, question in codec.questions.items():
        yield from (f"question {what}: {wrong}" for wrong in _question(question, rules))
    for what, row in codec.news_rows.items():
        numbers = told(files).get(what, 0)
        yield from (f"event {what}: {wrong}" for wrong in _event(row, numbers, rules))
    for name in own:
        if codec.endings[name].rule not in rules:
            yield f"ending {name}: no rule {codec.endings[name].rule!r}"
        if f'"{name}"' not in cited:
            yield f"ending {name}: no test names it"
    for name in codec.moments.keys() - {TURN}:
        if not codec.moments[name] or f'"{name}"' not in cited:
            yield f"moment {name}: no caption, or no test names it"

    for name, row in codec.warnings.items():
        unknown = set(fields(row.text)) - row.fields.keys()
        yield from (f"warning {name}: no field {field!r}" for field in unknown)
        if row.rule not in rules or f'"{name}"' not in cited:
            yield f"warning {name}: no rule {row.rule!r}, or no test names it"


def _different(kind, in_the_rules, rows):
    yield from (f"{kind} {name}: no row" for name in sorted(set(in_the_rules) - set(rows)))
    yield from (
        f"{kind} {name}: not in the rules" for name in sorted(set(rows) - set(in_the_rules))
    )


def _question(question, rules):
    asks_people = bool(question.ask)
    for _, rule in texts("", question.rule):
        if rule not in rules:
            yield f"no rule {rule!r}"
    if asks_people and not (question.rule and question.wait):
        yield "no rule, or nothing to read while waiting"
    for part in ("ask", "how"):
        unknown = set(fields(getattr(question, part))) - question.facts.keys()
        yield from (f"{part}: no field {name!r}" for name in unknown)
    unknown = set(fields(question.wait)) - {"seat", "s", *question.facts}
    yield from (f"wait: no field {name!r}" for name in unknown)
    for (first, form), (following, _) in zip(question.forms, question.forms[1:], strict=False):
        sizes = [field.size for field in form.digits.values()]
        if 0 not in sizes and first + prod(sizes) > following:
            yield f"the form {form.text!r} overlaps with the next"
    for _, form in question.forms:
        for template in (form.text, form.touches, form.words):
            unknown = set(fields(template)) - form.digits.keys() - form.facts.keys()
            yield from (f"{form.text}: no field {name!r}" for name in unknown)


def _event(row, numbers, rules):
    if len(row.fields) > numbers:
        yield f"{len(row.fields)} fields for {numbers} numbers"
    unknown = set(fields(row.text)) - row.fields.keys() - row.more.keys()
    yield from (f"no field {name!r}" for name in unknown)
    yield from (f"no rule {entry.rule!r}" for entry in row.books if entry.rule not in rules)


@pytest.mark.long
@every_game
def test_every_row_is_there_and_none_is_superfluous(game):
    assert list(complaints(game, game.codec, sources(game))) == []


plain_only = pytest.mark.skipif(
    os.environ.get("TRIVET_BUILD") == "compiled", reason="compiled rows cannot be copied"
)  # the texts are the same in both builds

# --- and each of them is noticed ------------------------------------------------------------------

SOVEREIGN = GAMES["sovereign"]
NO_RULE = "SOV-" + "999"  # in two parts: it must not be cited


def spoilt(change):
    """What is said of Sovereign with one thing wrong."""
    codec, files = copy.deepcopy(SOVEREIGN.codec), sources(SOVEREIGN)
    codec.questions, codec.news_rows = dict(codec.questions), dict(codec.news_rows)
    codec.warnings = dict(codec.warnings)
    change(codec, files)
    return list(complaints(SOVEREIGN, codec, files))


def add(files, text):
    files[Path("planted.py")] = text


PLANTED = [
    (lambda codec, files: add(files, 'class New(Step):\n    what = "new"'), "question new: no row"),
    (lambda codec, files: codec.questions.pop("mask"), "question mask: no row"),
    (lambda codec, files: add(files, 's.tell("new", 1)'), "event new: no row"),
    (lambda codec, files: add(files, 's.moment("new")'), "moment new: no row"),
    (lambda codec, files: codec.endings.pop("two rounds"), "ending two rounds: no row"),
    (
        lambda codec, files: setattr(codec.questions["place"], "ask", "Place {thing}."),
        "question place: ask: no field 'thing'",
    ),
    (
        lambda codec, files: setattr(codec.questions["place"], "rule", NO_RULE),
        f"question place: no rule {NO_RULE!r}",
    ),
    (
        lambda codec, files: setattr(codec.news_rows["drawn"], "text", "{seat} drew {card}."),
        "event drawn: no field 'card'",
    ),
    (
        lambda codec, files: codec.warnings.update(new=WarningRow("SOV-9", "It ends.")),
        "warning new: no rule 'SOV-9', or no test names it",
    ),
]


@plain_only
@pytest.mark.parametrize(("change", "complaint"), PLANTED)
def test_what_is_forgotten_is_noticed(change, complaint):
    assert complaint in spoilt(change)


def test_forms_that_overlap_are_noticed():
    one = Form(
        text="{cell}",
        touches="",
        words="",
        cell=SOVEREIGN.codec.questions["mask"].forms[0][1].digits["cell"],
    )
    question = Question("SOV-9", "?", ".", "", {0: one, 5: Form(text="x", touches="", words="")})
    assert list(_question(question, {"SOV-9"})) == ["the form '{cell}' overlaps with the next"]


# --- step names -----------------------------------------------------------------------------------


def compared(text):
    """Lines that compare the name of a step."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare | ast.Match):
            left = node.left if isinstance(node, ast.Compare) else node.subject
            is_name = getattr(left, "attr", "") == "what"
            key = getattr(getattr(left, "slice", None), "value", "")
            if is_name or key == "step":
                yield node.lineno


@every_game
def test_step_names_stand_only_in_the_step_and_its_row(game):
    found = {path.name: list(compared(text)) for path, text in sources(game).items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_compared_step_name_is_noticed():
    assert list(compared('if s.step.what == "bid": pass')) == [1]
    assert list(compared('x = view["step"] in ("build", "arrange")')) == [1]


# --- languages ------------------------------------------------------------------------------------


def marked(template):
    if isinstance(template, Cases):
        return Cases(template.pick, {case: marked(t) for case, t in template.templates.items()})
    return f"«{template}»" if template else template


def marked_codec(game):
    """The game in a language in which every sentence is in quotes."""
    codec = copy.deepcopy(game.codec)
    for question in codec.questions.values():
        question.ask, question.how = marked(question.ask), marked(question.how)
        question.wait = marked(question.wait)
    for form in {id(f): f for q in codec.questions.values() for _, f in q.forms}.values():
        form.words = marked(form.words)
        form.forget()
    for row in codec.news_rows.values():
        row.text = marked(row.text)
        row.forget()
    return codec


class Heard(EventListener):
    def __init__(self):
        self.events = []

    def on_event(self, event):
        self.events.append(event)


@plain_only
@every_game
def test_no_sentence_is_put_together_in_code(game):
    codec, listener = marked_codec(game), Heard()
    s, dice, names = game.new(game.most, listener=listener), Dice(1), ["N"] * game.most
    said = []
    while not s.is_over():
        seat = s.turn
        choice = s.sample(seat, dice)
        said.append(codec.words(s, seat, choice))
        if seat != CHANCE:
            said += [codec.ask(s, seat), codec.how(s, seat), codec.wait(s, names)]
        s.apply(seat, choice)
    said += [codec.news(event, names) for event in listener.events]
    assert [line for line in said if not re.fullmatch("«[^«»]+»", line)] == []


@every_game
def test_every_sentence_and_noun_has_a_key_of_its_own(game):
    sentences = list(game.sentences())
    assert len(dict(sentences)) == len(sentences)
    assert all(re.fullmatch(r"[a-z]+(\.[\w '*-]+)+", key) for key, _ in sentences)
    nouns = game.codec.nouns()
    assert all(re.fullmatch(r"\w+\..*", key) and forms for key, forms in nouns.items())
    nameless = [f for f in game.codec.fields() if any(v.forms() for v in f.values) and not f.noun]
    assert nameless == []


@every_game
def test_players_read_of_themselves_in_the_second_person(game):
    """Wherever a sentence has a player's name, that player reads "you" or "your"."""
    listener = Heard()
    s, dice = game.new(game.most, listener=listener), Dice(2)
    names = [f"Name{seat}" for seat in range(game.most)]
    while not s.is_over():
        s.apply(s.turn, s.sample(s.turn, dice))
    for event in listener.events:
        for seat, name in enumerate(names):
            if name in game.codec.news(event, names):
                own = game.codec.news(event, names, seat)
                assert name not in own, own
                assert re.search(r"\b[Yy]ou(r|rs)?\b", own), own
                assert own[0].isupper(), own


# --- options --------------------------------------------------------------------------------------

KINDS = {"switch": Switch, "number": Number, "one of": OneOf, "numbers": Numbers}
READ_BY_BOTS = {  # options whose effect a strategy reads: where
    "sovereign.ranks": "s.guard(",
    "tritarea.board": "terms.squares",
    "tritarea.areas": "terms.first",
    "tritarea.prices": "terms.price",
    "trehgrannik.coins": "terms.pays",
    "trifecta.rounds": "terms.length",
    "trinity.hands": "terms.hand(",
    "trinity.secure_anywhere": "terms.secure_anywhere",
    "trinity.corners": "s.zone(",
    "trehgrannik.lone": "s.cards_for(",
    "trifecta.cards_break_ties": "s.cards_decide(",
    "trifecta.last_tie": "s.cards_decide(",
    "sovereign.third_by_lot": "terms.third_by_lot",
}
NOT_FOR_BOTS = {  # options that a strategy need not know, and why
    "sovereign.alternate": "who starts the next round is beyond the round that is judged",
    "sovereign.play_on": "a third round after two wins decides nothing",
    "tritarea.printed": "a placement is applied, and its points are seen in the position",
    "trehgrannik.no_systems": "cards that are not in the game are never offered",
    "trehgrannik.parts": "the planet is read from the position",
    "trehgrannik.mats": "effects are read from the position",
    "trehgrannik.purse": "coins are read from the position",
    "trifecta.late_ante": "it only changes the order of two questions, and both are judged alike",
    "trifecta.deck": "cards and goals are read from the position",
    "trifecta.hand": "cards are read from the position",
    "trifecta.stages": "a stage is judged by itself; the number of them is beyond it",
    "trinity.end": "positions are judged by what stands, whatever ends the game",
    "trinity.hand_limit": "tiles are read from the position, and more are never worth less",
    "trinity.slow_agents": "what Agents may do is read from the position",
    "trinity.skips_are_quiet": "positions are judged by what stands, whatever ends the game",
    "trinity.tactical_draft": "an Event is judged by itself",
    "trinity.last_turn": "positions are judged by what stands, whatever ends the game",
}


def other_value(option):
    """A value that is not the usual one."""
    match option:
        case Switch():
            return True
        case OneOf():
            return option.values[-1]
        case Number():
            return option.low if option.default != option.low else option.high
    usual = option.default
    for row in usual:
        for place, number in enumerate(row):
            row[place] = number + 1 if number < option.high else number - 1
            try:
                return option.checked(usual)
            except ValueError:
                row[place] = number
    return [row[::-1] for row in usual]


OPTIONS = [
    pytest.param(game, option, id=f"{name}-{option.name}")
    for name, game in GAMES.items()
    for option in game.options
]


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_every_option_has_a_rule_a_test_and_a_control(game, option):
    assert option.rule in rules_of(game)
    assert re.search(rf'\b{option.name}\s*=|"{option.name}":', written_tests(game)), (
        "no test sets it"
    )
    assert isinstance(option, KINDS[option.kind])


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_every_option_can_be_read_off_a_view(game, option):
    assert game.new(game.most).view(EVERYONE)["options"] == {}
    value = other_value(option)  # with few seats: six hands are the whole deck of Trifecta
    assert game.new(game.fewest, {option.name: value}).view(0)["options"] == {option.name: value}


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_every_option_is_known_to_the_strategy_or_need_not_be(game, option):
    folder, name = ROOT / "src/trivet/games" / game.name, f"{game.name}.{option.name}"
    assert (name in READ_BY_BOTS) != (name in NOT_FOR_BOTS), "say where, or why not"
    if name in READ_BY_BOTS:
        strategy = [*folder.glob("strategy.py"), *folder.glob("strategy/*.py")]
        assert any(READ_BY_BOTS[name] in path.read_text() for path in strategy)


PRESETS = [
    pytest.param(game, preset, id=f"{name}-{preset.name}")
    for name, game in GAMES.items()
    for preset in game.presets
]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_named_set_is_a_game_of_its_rule_with_every_number_of_players(game, preset):
    assert preset.rule in rules_of(game)
    for seats in range(game.fewest, game.most + 1):
        s, dice = game.new(seats, preset.options), Dice(seats)
        while not s.is_over():
            s.apply(s.turn, s.sample(s.turn, dice))
        assert s.view(EVERYONE)["options"] == dict(preset.options)


def kept_and_made(game, games=4):
    """Choices of random games as they are kept, and as they are made anew."""
    dice, codec = Dice(7), game.codec
    for _ in range(games):
        s = game.new(game.fewest)
        while not s.is_over():
            for seat in range(s.seats):
                vast = not s.is_waiting_for(seat) or s.step.is_vast()
                choices = [] if vast else s.options(seat)
                together = codec.options(s, seat, choices) if choices else []
                for choice, kept in zip(choices, together, strict=True):
                    made = codec.write(s, seat, choice), codec.words(s, seat, choice)
                    yield kept, (*made, codec.touched(s, seat, choice))
                    assert codec.option(s, seat, choice) == kept
            s.apply(s.turn, s.sample(s.turn, dice))


@every_game
def test_a_choice_that_was_kept_is_what_it_would_be_made_anew(game):
    for kept, made in kept_and_made(game):
        assert kept == made


def test_a_fact_that_is_forgotten_by_what_is_kept_is_noticed(monkeypatch):
    game = GAMES["sovereign"]
    (_, form), *_ = game.codec.questions["place"].forms
    monkeypatch.setattr(form, "_used", {form.words: []})
    monkeypatch.setattr(form, "_written", {})
    assert any(kept != made for kept, made in kept_and_made(game))
