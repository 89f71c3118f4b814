"""Tables of Sovereign, set for the tests of what every table can do."""

from itertools import count

from trivet.core.dice import Dice
from trivet.core.fair import FairDice
from trivet.core.table import Table
from trivet.games.sovereign.game import SovereignGame

GAME = SovereignGame()
GAMES = {GAME.name: GAME}
SEED = bytes(range(32))


def new_table(lot="A", options=None, salt=""):
    """A table at which this seat will start."""
    seat, names = "AB".index(lot), (f"table-{number}" for number in count())
    name = next(name for name in names if FairDice(SEED, name, salt).below(2) == seat)
    return Table(GAME, 2, SEED, name, options, salt)


def play(table, *answers):
    """Answers as in a record: "A build SSSSSSS"."""
    for answer in answers:
        table.play_text("AB".index(answer[0]), answer[2:])
    return table


def ready(a="SSSSMSS", b="ISSSSSS", **more):
    """Both decks are built and lie in this order; A is about to place a piece."""
    table = play(new_table(**more), f"A build {a}", f"B build {b}")
    return play(table, f"A order {a}", f"B order {b}")


def at_the_mask():
    """The ninth piece is a Mask of A's: whatever it captures, nothing comes to light."""
    table = play(ready(), "A Sa3^", "B Ic1^", "B keep", "A Sb3^", "B Sc3^", "A Sa2^", "B Sb2^")
    return play(table, "A Sa1^", "B Sb1^", "A Mc2^")


def played(seed=1, answers=10**6, **more):
    """A table at which so many answers were given at random, or the game was played out."""
    table, dice = new_table(**more), Dice(seed)
    while not table.state.is_over() and len(table.log) < answers:
        seat = table.state.turn
        table.play(seat, table.state.sample(seat, dice))
    return table
