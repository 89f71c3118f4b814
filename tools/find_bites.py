"""Finds where the rules bite: `python -m tools.find_bites GAME`.

Bots play games.  At every question all kinds of wrong answers are tried: every thing on the table,
answers that were right to the same question earlier, and right answers with one letter changed.
For every rule that objects, the clearest position is kept in the game's folder, of equals the
earliest.  The same number of games gives the same file.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from trivet import rulebook
from trivet.bites import Bite, BiteGame, Bites, begin, save, stopped
from trivet.bots.tuned import bot
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.fair import SEED_BYTES
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.seats import SEAT_LETTERS
from trivet.core.table import Table

LEVELS = ("greedy", "random")  # in turn: sensible games, and games in which anything happens
MOST_KNOWN = 120  # answers remembered for each question
TWISTED = 8  # slightly wrong answers tried at each question
SAMPLES = 3  # right answers drawn for a vast question


@dataclass
class Hunt:
    """The best bite of each rule so far."""

    game: Game[Any]
    best: dict[str, tuple[tuple[int, int], Bite]] = field(default_factory=dict)  # by rule
    known: dict[str, dict[str, None]] = field(default_factory=dict)  # answers by question

    def look(self, table: Table, seat: int, number: int, at: int, dice: Dice) -> None:
        """Try everything that might be refused here, and keep the bites that are better."""
        tries = [(thing, "") for thing in things(table, seat)]
        tries += [("", text) for text in self.texts(table, seat, dice)]
        for thing, text in tries:
            objection = stopped(table, seat, thing, text)
            if objection is None or not objection.rule.startswith(f"{self.game.prefix}-"):
                continue
            cost = (int(not thing), at)  # a thing one can point at is clearer than text
            if objection.rule not in self.best or cost < self.best[objection.rule][0]:
                bite = Bite(objection.rule, number, at, seat, thing, text, objection.reason)
                self.best[objection.rule] = cost, bite

    def texts(self, table: Table, seat: int, dice: Dice) -> list[str]:
        """Answers that were right earlier, and answers that are nearly right."""
        known = self.known.setdefault(table.state.step.what, {})
        right = list(allowed(table, seat, dice))
        for text in right:
            if len(known) < MOST_KNOWN:
                known[text] = None
        return [*known, *(twisted(right, dice) for _ in range(TWISTED))]


def main() -> None:
    read = argparse.ArgumentParser(prog="python -m tools.find_bites", description=__doc__)
    read.add_argument("game", choices=list(GAMES))
    read.add_argument("--games", type=int, default=24)
    wish = read.parse_args()
    game = GAMES[wish.game]
    found = hunt(game, wish.games)
    path = save(game.name, found)
    rules = rulebook.read(game.name).rules
    print(f"{len(found.bites)} of {len(rules)} rules stop somebody: {path}")


def hunt(game: Game[Any], games: int) -> Bites:
    """Play the games, and keep the beginnings of those with a bite."""
    search, played = Hunt(game), list[BiteGame]()
    for number in range(games):
        played.append(play(search, number))
    return kept(search, played)


def play(search: Hunt, number: int) -> BiteGame:
    """Play one game, looking for bites before every answer."""
    game = search.game
    seats = game.fewest + number // len(LEVELS) % (game.most - game.fewest + 1)
    seed = number.to_bytes(SEED_BYTES, "big").hex()
    beginning = BiteGame(seats, {}, seed, f"bites-{number}", ())
    player = bot(LEVELS[number % len(LEVELS)], game)
    table, dice, answers = begin(game, beginning), Dice(number), list[str]()
    while not table.state.is_over():
        seat = table.state.turn
        search.look(table, seat, number, len(answers), dice)
        choice = player.choose(Mind(table.state, seat), dice)
        text = game.codec.write(table.state, seat, choice)
        answers.append(f"{SEAT_LETTERS[seat]} {text}")
        table.play(seat, choice)
    return replace(beginning, answers=tuple(answers))


def kept(search: Hunt, played: list[BiteGame]) -> Bites:
    """The bites in the order of the rulebook; each game is cut after its last bite."""
    book = rulebook.read(search.game.name).rules
    bites = [search.best[rule][1] for rule in book if rule in search.best]
    numbers = sorted({bite.game for bite in bites})
    last = {number: max(b.at for b in bites if b.game == number) for number in numbers}
    return Bites(
        search.game.version,
        tuple(replace(played[n], answers=played[n].answers[: last[n]]) for n in numbers),
        tuple(replace(bite, game=numbers.index(bite.game)) for bite in bites),
    )


# --- what to ask about ----------------------------------------------------------------------------


def things(table: Table, seat: int) -> list[str]:
    """All things on the table, as the seat sees it."""
    try:
        scene = table.game.scene(table.state.view(seat))
    except NotImplementedError:
        return []
    found = [spot.thing for zone in scene.zones for spot in zone.spots]
    found += [piece.thing for zone in scene.zones for piece in zone.pieces if piece.thing]
    return list(dict.fromkeys(found))


def allowed(table: Table, seat: int, dice: Dice) -> Iterator[str]:
    """Some right answers."""
    state, write = table.state, table.game.codec.write
    if state.step.is_vast():
        choices = [state.sample(seat, dice) for _ in range(SAMPLES)]
    else:
        options = state.options(seat)
        choices = options[:: len(options) // MOST_KNOWN + 1]
    for choice in choices:
        yield write(state, seat, choice)


def twisted(right: list[str], dice: Dice) -> str:
    """A right answer with one letter taken from another."""
    one, other = right[dice.below(len(right))], right[dice.below(len(right))]
    place, letter = dice.below(len(one)), other[dice.below(len(other))]
    return one[:place] + letter + one[place + 1 :]


if __name__ == "__main__":
    main()
