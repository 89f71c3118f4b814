"""Duties: properties that must hold at any point of any game.

A duty takes a game, a seed and a depth, plays `depth` random answers, and raises Broken with a
sentence if the position there breaks the contract.  The tests run all duties over the catalogue;
the author of a new game can run them over it.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.ink import PLAIN
from trivet.core.outcome import sheet_of
from trivet.core.scenes.patch import ScenePatch, patched
from trivet.core.scenes.scene import Scene, SceneCache
from trivet.core.scenes.scene_diff import patch
from trivet.core.seen import as_plain, as_text
from trivet.core.state import CHANCE, EVERYONE, NOBODY, Event, EventListener, Objection, State
from trivet.core.walk import fault, playout, wander
from trivet.lab.twins import another_past, difference, lockstep

Duty = Callable[[Game[Any], int, int], None]

LONGEST = 100_000  # answers; no game takes more
FEW = 40  # items of a long list that are checked
MANY = 400  # options up to which every one is read back
SCENES = 8  # positions in a row that are drawn
WIDE, HIGH = 80, 18  # columns and lines of a picture at most


class Broken(AssertionError):
    """A game does not keep the contract."""


def expect(kept: object, otherwise: str) -> None:
    if not kept:
        raise Broken(otherwise)


# --- positions to check ---------------------------------------------------------------------------


def reach(game: Game[Any], seed: int, depth: int) -> tuple[State, list[tuple[int, int]]]:
    """A random position, and the log that led there."""
    s = game.new(seats_for(game, seed))
    return s, wander(s, depth, Dice(seed))


def seats_for(game: Game[Any], seed: int) -> int:
    return game.fewest + seed % (game.most - game.fewest + 1)


def waiting(s: State) -> list[int]:
    return [seat for seat in range(CHANCE, s.seats) if s.is_waiting_for(seat)]


def everything(s: State) -> str:
    """The views of all viewers, and the counters."""
    views = [s.view(viewer) for viewer in (NOBODY, EVERYONE, *range(s.seats))]
    return as_text([views, s.turn, s.revealed])


def some(options: list[int]) -> list[int]:
    return options if len(options) <= FEW else options[:: len(options) // FEW + 1]


def guesses(s: State, log: list[tuple[int, int]]) -> Iterator[int]:
    """Choices a player might try: small numbers, earlier answers, options of other seats."""
    yield from range(-2, FEW)
    yield from {choice for _, choice in log[-FEW:]}
    for seat in waiting(s):
        yield from some(s.options(seat))


# --- answers --------------------------------------------------------------------------------------


def offered_is_what_nobody_objects_to(game: Game[Any], seed: int, depth: int) -> None:
    s, log = reach(game, seed, depth)
    for seat in range(CHANCE, s.seats):
        offered = set(s.options(seat)) if s.is_waiting_for(seat) else set()
        for choice in guesses(s, log):
            objection = s.objection(seat, choice)
            expect(
                (objection is None) == (choice in offered),
                f"{choice} is offered but objected to, or the other way round: {objection}",
            )
            if objection is not None:
                _expect_a_reason(game, objection)


def _expect_a_reason(game: Game[Any], objection: Objection) -> None:
    known = re.fullmatch(rf"({game.prefix}|HOUSE)-[1-9][0-9]*", objection.rule)
    expect(known, f"{objection.rule!r} is not a rule's number")
    expect(re.fullmatch(r"[A-Z].*[.?!]", objection.reason), f"no sentence: {objection.reason!r}")


def options_are_unique_and_never_empty(game: Game[Any], seed: int, depth: int) -> None:
    s, _ = reach(game, seed, depth)
    for seat in waiting(s):
        options = s.options(seat)
        expect(options, f"seat {seat} is asked '{s.step.what}' and has no answer")
        expect(len(set(options)) == len(options), f"'{s.step.what}' offers an answer twice")
        expect(min(options) >= 0, f"'{s.step.what}' offers a negative answer")
        expect(s.options(seat) == options, f"'{s.step.what}' does not keep its order")
        if seat == CHANCE:
            odds = s.odds()
            expect(len(odds) == len(options) and min(odds) > 0, "the odds do not fit the options")


def a_sample_is_an_option(game: Game[Any], seed: int, depth: int) -> None:
    s, _ = reach(game, seed, depth)
    for seat in waiting(s):
        options, dice = s.options(seat), Dice(seed + 1)
        tries = 40 * len(options) if len(options) < 12 else FEW
        sampled = {s.sample(seat, dice) for _ in range(tries)}
        expect(sampled <= set(options), f"'{s.step.what}' samples what it does not offer")
        if len(options) < 12 and seat != CHANCE:
            expect(sampled == set(options), f"'{s.step.what}' never samples some of its options")


# --- replaying and copying ------------------------------------------------------------------------


def the_log_is_the_game(game: Game[Any], seed: int, depth: int) -> None:
    s, log = reach(game, seed, depth)
    again = game.new(s.seats)
    for seat, choice in log:
        again.apply(seat, choice)
    expect(everything(again) == everything(s), "replaying the log leads somewhere else")


def a_copy_lives_its_own_life(game: Game[Any], seed: int, depth: int) -> None:
    s, _ = reach(game, seed, depth)
    before = everything(s)
    first, second = s.copy(), s.copy()
    expect(everything(first) == before, "a copy is not the same")
    playout(first, Dice(seed))
    expect(everything(s) == before, "playing on with a copy changes the original")
    third = s.copy()
    logs = wander(second, LONGEST, Dice(3)), wander(third, LONGEST, Dice(3))
    expect(logs[0] == logs[1] and everything(second) == everything(third), "two copies differ")


# --- what a seat knows ----------------------------------------------------------------------------


def a_view_is_ready_for_json(game: Game[Any], seed: int, depth: int) -> None:
    s, _ = reach(game, seed, depth)
    for viewer in (NOBODY, EVERYONE, *range(s.seats)):
        view = s.view(viewer)
        plain = as_plain(view)
        expect(json.loads(json.dumps(plain)) == plain, "a view does not survive JSON")
        expect(game.read_view(plain) == view, "a view that came as JSON is another")


def an_imagined_world_cannot_be_told_from_the_real_one(
    game: Game[Any], seed: int, depth: int
) -> None:
    s, log = reach(game, seed, depth)
    before = everything(s)
    for seat in range(s.seats):
        for n in range(2):
            world = s.imagine(seat, Dice(seed + n))
            _expect_same_to(seat, s, world, log)
            _expect_lawful_seals(world, seat)
            playout(world, Dice(n))
    expect(everything(s) == before, "imagining changes the original")


def _expect_same_to(seat: int, s: State, world: State, log: list[tuple[int, int]]) -> None:
    expect(world.view(seat) == s.view(seat), "the seat's view differs in an imagined world")
    expect(waiting(world) == waiting(s), "others are waited for in an imagined world")
    expect(not world.audit(), f"an imagined world is broken: {world.audit()}")
    if s.is_waiting_for(seat):
        expect(world.options(seat) == s.options(seat), "the options differ in an imagined world")
        for choice in guesses(s, log):
            expect(
                world.objection(seat, choice) == s.objection(seat, choice),
                f"the objection to {choice} differs in an imagined world",
            )


def _expect_lawful_seals(world: State, seat: int) -> None:
    """The sealed answers of the other seats are allowed in the imagined world."""
    for other in range(world.seats):
        if other != seat and world.has_sealed(other):
            said = world.said[other]
            expect(said in world.options(other), f"seat {other} is imagined to say the impossible")


def what_a_seat_imagines_follows_from_what_it_knows(game: Game[Any], seed: int, depth: int) -> None:
    """From the real state and from an imagined one, a seat imagines the same worlds."""
    s, _ = reach(game, seed, depth)
    for seat in range(s.seats):
        other = s.imagine(seat, Dice(seed))
        worlds = [everything(truth.imagine(seat, Dice(9))) for truth in (s, other)]
        expect(worlds[0] == worlds[1], f"what seat {seat} imagines depends on what it cannot know")


def twins_show_the_same(game: Game[Any], seed: int, depth: int) -> None:
    """Two games that a seat cannot tell apart show it the same bytes until they part."""
    s, _ = reach(game, seed, depth)
    for shown in lockstep(s, seed % s.seats, Dice(seed), 24):
        expect(not shown, shown)


def another_past_shows_the_same(game: Game[Any], seed: int, depth: int) -> None:
    """After another past that looks the same to the seat, it sees and imagines the same."""
    s, log = reach(game, seed, depth)
    seat, dice = seed % s.seats, Dice(seed)
    for _ in range(8):
        other = another_past(s, log, seat, dice)
        if other is not None:
            shown = difference(s, other, seat)
            expect(not shown, shown)
            return


def what_is_not_marked_reveals_nothing(game: Game[Any], seed: int, depth: int) -> None:
    """An answer that can be taken back has shown no seat anything hidden."""
    s, _ = reach(game, seed, depth)
    if s.turn < 0:
        return
    mover, choice = s.turn, s.sample(s.turn, Dice(seed))
    for viewer in range(s.seats):
        if viewer != mover:
            truth, world = s.copy(), s.imagine(viewer, Dice(seed))
            truth.apply(mover, choice)
            if truth.revealed == s.revealed:
                world.apply(mover, _same(choice, mover, truth, world, Dice(seed)))
                same = truth.view(viewer) == world.view(viewer)
                expect(same, f"'{s.step.what}' reveals something and does not say so")


def _same(choice: int, mover: int, truth: State, world: State, dice: Dice) -> int:
    """The same answer in an imagined world; for a sealed one any, since nobody has seen it."""
    if choice in world.options(mover):
        return choice
    expect(truth.has_sealed(mover), "an unmarked answer shows what is held")
    return world.sample(mover, dice)


def sealed_answers_commute(game: Game[Any], seed: int, depth: int) -> None:
    s, _ = reach(game, seed, depth)
    dice = Dice(seed)
    answers = [(seat, s.sample(seat, dice)) for seat in waiting(s)]
    one, other = s.copy(), s.copy()
    for seat, choice in answers:
        one.apply(seat, choice)
    for seat, choice in reversed(answers):
        other.apply(seat, choice)
    expect(everything(one) == everything(other), "the order of sealed answers makes a difference")


def a_sealed_answer_shows_to_nobody_else(game: Game[Any], seed: int, depth: int) -> None:
    s, _ = reach(game, seed, depth)
    if len(waiting(s)) < 2:
        return
    seat = waiting(s)[0]
    options = s.options(seat)
    one, other = s.copy(), s.copy()
    one.apply(seat, options[0])
    other.apply(seat, options[-1])
    for viewer in (NOBODY, *range(s.seats)):
        if viewer != seat:
            expect(one.view(viewer) == other.view(viewer), "a sealed answer shows to another seat")


# --- the end, and the pieces ----------------------------------------------------------------------


def games_end_and_keep_their_pieces(game: Game[Any], seed: int, depth: int) -> None:
    complaint = fault(game.new(seats_for(game, seed)), Dice(seed), LONGEST)
    expect(not complaint, complaint)


# --- text -----------------------------------------------------------------------------------------


def what_is_written_can_be_read(game: Game[Any], seed: int, depth: int) -> None:
    s, _ = reach(game, seed, depth)
    for seat in waiting(s):
        options = s.options(seat)
        texts = [game.codec.write(s, seat, choice) for choice in options]
        expect(len(set(texts)) == len(texts), f"two answers to '{s.step.what}' are written alike")
        for choice in options if len(options) <= MANY else some(options):
            text = game.codec.write(s, seat, choice)
            expect(game.codec.read(s, seat, text) == choice, f"'{text}' is not read back")
            expect(text == " ".join(text.split()) and text.isprintable(), f"bad notation: {text!r}")


def every_choice_has_words_and_a_way_to_touch_it(game: Game[Any], seed: int, depth: int) -> None:
    s, _ = reach(game, seed, depth)
    for seat in waiting(s):
        if seat == CHANCE:
            continue
        expect(game.codec.ask(s, seat) and game.codec.how(s, seat), "a question without words")
        waited = game.codec.wait(s, [f"Player {seat}" for seat in range(s.seats)])
        expect(re.fullmatch(r"[A-Z].*[.]", waited), f"nothing to read while waiting: {waited!r}")
        options = s.options(seat)
        ways = [tuple(game.codec.touched(s, seat, choice)) for choice in options]
        expect(len(set(ways)) == len(ways), f"two answers to '{s.step.what}' are touched alike")
        for choice in some(options):
            expect(game.codec.words(s, seat, choice), "a choice without words")
            way = game.codec.touched(s, seat, choice)
            expect(game.codec.narrow(s, seat, way).choice == choice, f"{way} is not {choice}")


def garbage_is_refused_with_a_reason(game: Game[Any], seed: int, depth: int) -> None:
    s, _ = reach(game, seed, depth)
    dice = Dice(seed)
    for seat in waiting(s):
        if seat == CHANCE:
            continue
        sound = game.codec.write(s, seat, s.sample(seat, dice))
        for text in (
            "",
            " ",
            "?",
            "0",
            "\x00",
            "🂡",
            sound[:-1],
            sound + "x",
            sound[::-1],
            sound * 9,
        ):
            read = _read(game, s, seat, text)
            if isinstance(read, Objection):
                _expect_a_reason(game, read)
            elif (objection := s.objection(seat, read)) is not None:
                _expect_a_reason(game, objection)


def _read(game: Game[Any], s: State, seat: int, text: str) -> int | Objection:
    try:
        return game.codec.read(s, seat, text)
    except Exception as crash:
        raise Broken(f"reading {text!r} crashes") from crash


class _Heard(EventListener):
    """Keeps the events."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


def every_event_has_words(game: Game[Any], seed: int, depth: int) -> None:
    listener = _Heard()
    s = game.new(seats_for(game, seed), listener=listener)
    wander(s, depth, Dice(seed))
    names = [f"Player {seat}" for seat in range(s.seats)]
    for event in listener.events:
        words = game.codec.news(event, names)
        sentence = not words or re.fullmatch(r"\S.*[.?!]", words)
        expect(sentence, f"no sentence for {event}: {words!r}")


# --- the story ------------------------------------------------------------------------------------


class _Seen(_Heard):
    """Keeps the moments too, each with the number of events before it."""

    def __init__(self) -> None:
        super().__init__()
        self.moments: list[tuple[int, str, State]] = []

    def on_moment(self, what: str, s: State) -> None:
        self.moments.append((len(self.events), what, s.copy()))


def _told(game: Game[Any], seed: int, depth: int) -> tuple[State, _Seen]:
    listener = _Seen()
    s = game.new(seats_for(game, seed), listener=listener)
    wander(s, depth, Dice(seed))
    return s, listener


def the_score_sheet_adds_up(game: Game[Any], seed: int, depth: int) -> None:
    s, listener = _told(game, seed, depth)
    sheet = sheet_of(game.codec.news_rows, s.seats, listener.events)
    points = tuple(s.points())
    expect(sheet.total == points, f"the sheet says {sheet.total}, the state holds {points}")


def every_end_has_an_outcome(game: Game[Any], seed: int, depth: int) -> None:
    s, listener = _told(game, seed, LONGEST)
    expect(s.ending() in game.codec.endings, f"the ending '{s.ending()}' has no row")
    outcome = game.outcome(s)
    expect(outcome is not None, "a game that is over has no outcome")
    if outcome is None:
        return
    best = {seat for seat, place in enumerate(outcome.places) if place == 1}
    expect(outcome.shares == tuple(s.scores()), "the outcome has other shares than the scores")
    expect(best == {n for n, share in enumerate(outcome.shares) if share == max(outcome.shares)},
           f"first are {best}, but the shares are {outcome.shares}")  # fmt: skip
    names = [f"Player {seat}" for seat in range(s.seats)]
    said = game.codec.headline(
        outcome, sheet_of(game.codec.news_rows, s.seats, listener.events), names
    )
    expect(re.fullmatch(r"[A-Z].*[.]", said), f"no sentence for '{outcome.ending}': {said!r}")


def a_moment_is_a_sound_position(game: Game[Any], seed: int, depth: int) -> None:
    s, listener = _told(game, seed, depth)
    for heard, what, kept in listener.moments:
        expect(what in game.codec.moments, f"the moment '{what}' has no caption")
        expect(not kept.audit(), f"the moment '{what}' is not sound: {kept.audit()}")
        expect(
            not kept.waiting and kept.listener is None, f"the moment '{what}' waits for an answer"
        )
        public = [event for event in listener.events[:heard] if event.to == EVERYONE]
        expect(public, f"the moment '{what}' comes before any public news")
        for viewer in (NOBODY, EVERYONE, *range(s.seats)):
            as_text(kept.view(viewer))


def a_picture_fits_the_terminal(game: Game[Any], seed: int, depth: int) -> None:
    s, _ = reach(game, seed, depth)
    names = [f"A long name for seat {seat}" for seat in range(s.seats)]
    for viewer in (NOBODY, EVERYONE, *range(s.seats)):
        lines = game.picture(s.view(viewer), names, PLAIN)
        expect(len(lines) <= HIGH, f"a picture of {len(lines)} lines")
        expect(all(len(line) <= WIDE for line in lines), "a picture wider than the terminal")
        expect(all(line.isascii() for line in lines), "a plain picture with more than ASCII")


def kept_parts_and_patches_make_the_same_scene(game: Game[Any], seed: int, depth: int) -> None:
    """Scenes made of kept parts, and patched from the one before, are those made from nothing."""
    s, _ = reach(game, seed, depth)
    kept, dice, had = SceneCache(), Dice(seed + 1), dict[int, Scene]()
    for _ in range(SCENES):
        for viewer in (NOBODY, EVERYONE, *range(s.seats)):
            view = s.view(viewer)
            try:
                whole = game.whole_scene(view)
            except NotImplementedError:
                return
            scene = game.whole_scene(view, kept)
            expect(scene == whole, f"a kept part is out of date for viewer {viewer}")
            old = had.get(viewer, scene)
            change = msgspec.json.decode(msgspec.json.encode(patch(old, scene)), type=ScenePatch)
            expect(patched(old, change) == scene, f"a patch is wrong for viewer {viewer}")
            had[viewer] = scene
        if s.is_over():
            return
        s.apply(s.turn, s.sample(s.turn, dice))


def views_share_what_is_public(game: Game[Any], seed: int, depth: int) -> None:
    """A view that is made from the public part is the view, and leaves the public part alone."""
    s, _ = reach(game, seed, depth)
    shared = game.shared(s)
    before = as_text(shared)
    for viewer in (NOBODY, EVERYONE, *range(s.seats)):
        view = game.view(s, viewer, shared)
        expect(view == s.view(viewer), f"viewer {viewer} sees something else in the public part")
        expect(view["table"] == game.table(s, viewer), f"viewer {viewer} is shown another table")
    expect(as_text(shared) == before, "the public part changes while views are made")


DUTIES: tuple[Duty, ...] = (
    offered_is_what_nobody_objects_to,
    options_are_unique_and_never_empty,
    a_sample_is_an_option,
    the_log_is_the_game,
    a_copy_lives_its_own_life,
    a_view_is_ready_for_json,
    an_imagined_world_cannot_be_told_from_the_real_one,
    what_a_seat_imagines_follows_from_what_it_knows,
    twins_show_the_same,
    another_past_shows_the_same,
    what_is_not_marked_reveals_nothing,
    sealed_answers_commute,
    a_sealed_answer_shows_to_nobody_else,
    games_end_and_keep_their_pieces,
    what_is_written_can_be_read,
    every_choice_has_words_and_a_way_to_touch_it,
    garbage_is_refused_with_a_reason,
    every_event_has_words,
    the_score_sheet_adds_up,
    every_end_has_an_outcome,
    a_moment_is_a_sound_position,
    a_picture_fits_the_terminal,
    views_share_what_is_public,
    kept_parts_and_patches_make_the_same_scene,
)
