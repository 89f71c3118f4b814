"""Duties of codes and observations, as those of duties.py: what a program that learns relies on.

A mask is exactly the options, an observation follows from the seat's view, and it shows about as
much as the view does.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from trivet.core.codes import NO_WORD, Codes, allowed, observed
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.seen import as_text
from trivet.core.state import CHANCE, State
from trivet.lab.duties import Duty, expect, reach
from trivet.lab.twins import another_past

MANY = 600  # answers up to which every one is spelled
TRIES = 12  # ... and how many of more than that


def masks_are_the_options(game: Game[Any], seed: int, depth: int) -> None:
    """The words that the mask leads to are exactly the options, spelled."""
    s, _ = reach(game, seed, depth)
    codes = game.codes(s.seats)
    for seat in _asked(s):
        what, options, dice = s.step.what, s.options(seat), Dice(seed)
        if len(options) <= MANY and not s.step.is_vast():
            spelled = sorted(codes.spell(s, seat, choice) for choice in options)
            found = sorted(_words(codes, s, seat, NO_WORD))
            expect(spelled == found, f"the mask of '{what}' is not its options")
            continue
        for _ in range(TRIES):
            _expect_said(codes, s, seat, s.sample(seat, dice))
            _expect_lawful(codes, s, seat, dice)


def a_code_plays_its_answer(game: Game[Any], seed: int, depth: int) -> None:
    """Saying the codes of an answer leads where the answer leads."""
    s, _ = reach(game, seed, depth)
    codes = game.codes(s.seats)
    for seat in _asked(s):
        _expect_said(codes, s, seat, s.sample(seat, Dice(seed)))
    mask = allowed(codes, s, 0, NO_WORD)
    expect(any(mask) == s.is_waiting_for(0), "a seat that is not asked may say something")


def observations_follow_from_views(game: Game[Any], seed: int, depth: int) -> None:
    """Positions that look alike to a seat give it the same observation and mask."""
    s, log = reach(game, seed, depth)
    codes = game.codes(s.seats)
    for seat in range(s.seats):
        for n in range(2):
            world = s.imagine(seat, Dice(seed + n))
            _expect_alike(codes, s, world, seat)
    seat = seed % s.seats
    other = another_past(s, log, seat, Dice(seed))
    if other is not None:
        _expect_alike(codes, s, other, seat)


def merged_views(game: Game[Any], seeds: range) -> tuple[int, int]:
    """How many different views of an asked seat random games have, and how many of them have the
    observation of another."""
    shown: dict[tuple[int, int, bytes], set[str]] = defaultdict(set)
    for seed in seeds:
        s, dice = game.new(game.fewest), Dice(seed)
        codes = game.codes(s.seats)
        while not s.is_over():
            if s.turn != CHANCE:
                key = (s.seats, s.turn, observed(codes, s, s.turn, NO_WORD))
                shown[key].add(as_text(s.view(s.turn)))
            s.apply(s.turn, s.sample(s.turn, dice))
    views = sum(len(found) for found in shown.values())
    return views, views - len(shown)


CODE_DUTIES: list[Duty] = [
    masks_are_the_options,
    a_code_plays_its_answer,
    observations_follow_from_views,
]


def _asked(s: State) -> list[int]:
    return [seat for seat in range(s.seats) if s.is_waiting_for(seat)]


def _words(codes: Codes, s: State, seat: int, word: int) -> Iterator[list[int]]:
    """Every whole word that begins so."""
    mask = allowed(codes, s, seat, word)
    for code in range(codes.count):
        if mask[code]:
            after = s.copy()
            longer = codes.say(after, seat, word, code)
            if longer == NO_WORD:
                yield [code]
            else:
                yield from ([code, *rest] for rest in _words(codes, s, seat, longer))


def _expect_said(codes: Codes, s: State, seat: int, choice: int) -> None:
    spelled, said = s.copy(), s.copy()
    word, seen = NO_WORD, set()
    for place, code in enumerate(codes.spell(s, seat, choice)):
        expect(word != NO_WORD or place == 0, f"'{s.step.what}' is whole too early")
        expect(allowed(codes, spelled, seat, word)[code], f"'{s.step.what}' cannot be spelled")
        seen.add(observed(codes, spelled, seat, word))
        expect(len(seen) == place + 1, f"the observation does not show the word of '{s.step.what}'")
        word = codes.say(spelled, seat, word, code)
    expect(word == NO_WORD, f"'{s.step.what}' is not whole when it is spelled")
    said.apply(seat, choice)
    expect(spelled == said, f"spelling an answer to '{s.step.what}' gives another one")


def _expect_lawful(codes: Codes, s: State, seat: int, dice: Dice) -> None:
    """Random codes that the mask allows make an answer that the rules allow."""
    after, word = s.copy(), NO_WORD
    said: list[int] = []
    while not said or word != NO_WORD:
        mask = allowed(codes, after, seat, word)
        may = [code for code in range(codes.count) if mask[code]]
        expect(may, f"a word of '{s.step.what}' cannot be ended")
        said.append(may[dice.below(len(may))])
        word = codes.say(after, seat, word, said[-1])
    if after.has_sealed(seat):
        expect(
            after.said[seat] in s.options(seat), f"'{s.step.what}' is answered against the rules"
        )


def _expect_alike(codes: Codes, s: State, other: State, seat: int) -> None:
    same = observed(codes, s, seat, NO_WORD) == observed(codes, other, seat, NO_WORD)
    expect(same, f"at '{s.step.what}' the observation of seat {seat} shows what it cannot know")
    same = allowed(codes, s, seat, NO_WORD) == allowed(codes, other, seat, NO_WORD)
    expect(same, f"at '{s.step.what}' the mask of seat {seat} shows what it cannot know")
