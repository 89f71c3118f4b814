"""How often each seat wins among random players: python docs/examples/seats.py trinity 3"""

import sys

import trivet
from trivet import Dice, State


def finished(name: str, seats: int, dice: Dice) -> State:
    """A random game, played to its end."""
    state = trivet.new(name, seats=seats)
    while not state.is_over():
        state.apply(state.turn, state.sample(state.turn, dice))
    return state


def shares(name: str, seats: int, games: int) -> list[float]:
    """Each seat's mean share of the win."""
    dice, total = Dice(1), [0.0] * seats
    for _ in range(games):
        for seat, share in enumerate(finished(name, seats, dice).scores()):
            total[seat] += share / games
    return total


if __name__ == "__main__":
    name, seats = sys.argv[1], int(sys.argv[2])
    print(*(f"{share:.1%}" for share in shares(name, seats, 200)))
