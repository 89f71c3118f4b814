"""Small games written out whole, so that solvers can have them.

A `Tree` is a game as text in the EFG format; OpenSpiel then finds equilibria and best responses in
C++.  The information sets are views: what a seat sees is the whole of what it may use.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from trivet.bots.bot import Bot
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.seen import as_plain
from trivet.core.sets import size
from trivet.core.state import CHANCE, State
from trivet.games.sovereign.state import Sovereign

MOST = 400_000  # histories of a tree


class TooLarge(ValueError):
    """A game with more histories than can be written out."""


# --- the games ------------------------------------------------------------------------------------

SIX: dict[str, object] = {"deck": [[0, 2, 3]], "hand": 2, "stages": 1, "last_tie": "shared"}


class Small(NamedTuple):
    """A game that is small enough to be solved."""

    words: str
    first: Callable[[], State]
    game: str
    options: Mapping[str, object]


def _trifecta(words: str, **options: object) -> Small:
    wishes = {**SIX, **options}
    return Small(words, lambda: GAMES["trifecta"].new(2, wishes), "trifecta", wishes)


def end_of_round(cells: int, seed: int) -> State:
    """The last round of a game of Sovereign with so many cells left, after random play."""
    game, dice = GAMES["sovereign"], Dice(seed)
    while True:
        s: Sovereign = game.new(2)
        while not s.is_over():
            is_asked = s.turn != CHANCE and s.step.what == "place"
            if is_asked and s.round == 3 and size(s.empty) == cells:
                return s
            s.apply(s.turn, s.sample(s.turn, dice))


def _end(words: str, cells: int, seed: int) -> Small:
    return Small(words, lambda: end_of_round(cells, seed), "sovereign", {})


SMALL: dict[str, Small] = {
    "trifecta-free": _trifecta("six Singles, hands of 2, two Free rounds", rounds=[[0, 0, 2]]),
    "trifecta-open": _trifecta("the same, an Open and a Free round", rounds=[[0, 1, 1]]),
    "trifecta-blind": _trifecta(
        "the same, a Blind, an Open and a Free round", rounds=[[1, 1, 1]]),
    "sovereign-2": _end("the last 2 cells of a round of Sovereign, from one position", 2, 11),
    "sovereign-3": _end("the last 3 cells, likewise", 3, 12),
}  # fmt: skip


# --- trees ----------------------------------------------------------------------------------------


def known(s: State, seat: int) -> str:
    """What a seat knows when it is asked."""
    view = s.view(seat)
    return json.dumps(as_plain([view["step"], view["table"]]), separators=(",", ":"))


class Tree:
    """A game from a position on, as an extensive form."""

    def __init__(self, first: State, most: int = MOST) -> None:
        self.first, self.most = first, most
        self.sets: list[dict[str, int]] = [{} for _ in range(first.seats)]  # numbers by knowledge
        self.examples: dict[str, tuple[State, int]] = {}  # by name: a position, and the seat
        self.pasts: dict[str, tuple[object, ...]] = {}  # by name: the seat's own answers before
        self.forgotten: set[str] = set()  # information sets without perfect recall
        self.histories = self.ends = self.chances = 0
        names = " ".join(f'"{seat}"' for seat in range(first.seats))
        pasts: list[tuple[object, ...]] = [() for _ in range(first.seats)]
        self.text = "\n".join([f'EFG 2 R "trivet" {{ {names} }}', '""', *self._nodes(first, pasts)])

    def _nodes(self, s: State, pasts: list[tuple[object, ...]]) -> Iterator[str]:
        self.histories += 1
        if self.histories > self.most:
            raise TooLarge(f"the game has more than {self.most:,} histories")
        if s.is_over():
            self.ends += 1
            shares = " ".join(f"{score - 1 / s.seats:.6f}" for score in s.scores())
            yield f't "" {self.ends} "" {{ {shares} }}'
            return
        seat, options, name = s.turn, s.options(s.turn), ""
        if seat == CHANCE:
            self.chances += 1
            odds = s.odds()
            acts = [f'"{o}" {w}/{sum(odds)}' for o, w in zip(options, odds, strict=True)]
            yield f'c "" {self.chances} "" {{ {" ".join(acts)} }} 0'
        else:
            number = self.sets[seat].setdefault(known(s, seat), len(self.sets[seat]) + 1)
            name = f"{seat}.{number}"
            self.examples.setdefault(name, (s.copy(), seat))
            if self.pasts.setdefault(name, pasts[seat]) != pasts[seat]:
                self.forgotten.add(name)
            acts = [f'"{name}:{o}"' for o in options]
            yield f'p "" {seat + 1} {number} "{name}" {{ {" ".join(acts)} }} 0'
        for choice in options:
            after, own = s.copy(), pasts
            after.apply(seat, choice)
            if name:
                own = pasts[:]
                own[seat] = (*pasts[seat], name, choice)
            yield from self._nodes(after, own)

    @property
    def infosets(self) -> int:
        return len(self.examples)


# --- solutions ------------------------------------------------------------------------------------


class Solver:
    """OpenSpiel's solvers on a tree of two seats."""

    def __init__(self, tree: Tree) -> None:
        import pyspiel

        self.spiel, self.tree = pyspiel, tree
        self.game = pyspiel.load_efg_game(tree.text + "\n")
        self.keys: dict[str, str] = {}  # by name of an information set: what OpenSpiel calls it
        self.actions: dict[str, dict[int, int]] = {}  # ... and its action for each answer
        self._find_names(self.game.new_initial_state())

    def _find_names(self, state: Any) -> None:
        player, actions = state.current_player(), state.legal_actions()
        if player >= 0:
            key = state.information_state_string(player)
            name = key.rpartition("-")[2]
            if name not in self.keys:
                words = [state.action_to_string(player, action) for action in actions]
                answers = [int(word.rpartition(":")[2]) for word in words]
                self.keys[name] = key
                self.actions[name] = dict(zip(answers, actions, strict=True))
        for action in actions:
            self._find_names(state.child(action))

    def equilibrium(self, rounds: int) -> tuple[float, float]:
        """The value for the first seat of the average policy of CFR+, and its NashConv."""
        solver = self.spiel.CFRPlusSolver(self.game)
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        policy = solver.tabular_average_policy()
        return self.value(policy), self.nash_conv(policy)

    def value(self, policy: Any) -> float:
        """What the first seat gets if both play by a policy: its share, less a half."""
        root = self.game.new_initial_state()
        return float(self.spiel.expected_returns(root, [policy, policy], -1, True, 0.0)[0])

    def nash_conv(self, policy: Any) -> float:
        """What both seats together could gain by a best response; 0 in an equilibrium."""
        return float(self.spiel.nash_conv(self.game, policy))

    def uniform(self) -> Any:
        return self.spiel.UniformRandomPolicy(self.game)

    def of(self, odds: Mapping[str, Mapping[int, float]]) -> Any:
        """A policy from the chance of each answer, by the name of the information set."""
        table = {
            self.keys[name]: [(action, odds[name].get(answer, 0.0))
                              for answer, action in self.actions[name].items()]
            for name in self.keys
        }  # fmt: skip
        return self.spiel.TabularPolicy(table)


def odds_of(tree: Tree, bot: Bot, thoughts: int, seed: int = 1) -> dict[str, dict[int, float]]:
    """How often a bot gives each answer, in so many thoughts in a position of each information
    set.  Its errors are those of a sample."""
    found: dict[str, dict[int, float]] = {}
    for number, (name, (s, seat)) in enumerate(tree.examples.items()):
        dice, mind = Dice(seed + number), Mind(s, seat)
        odds = found[name] = {}
        for _ in range(thoughts):
            choice = bot.choose(mind, dice)
            odds[choice] = odds.get(choice, 0.0) + 1 / thoughts
    return found
