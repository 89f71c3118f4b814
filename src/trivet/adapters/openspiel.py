"""OpenSpiel's searches as bots at Trivet's tables; `register` makes our games known to OpenSpiel.

The searches play by choices, not by codes: a whole answer is one action.  The information state of
a player (infoset) is its view as text.  Returns are shares of the win.
"""

import json
import sys
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from trivet.adapters.openspiel_games import register, type_of
from trivet.bots.bot import Bot, Thought, Weighed, best_first
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.seen import as_text
from trivet.core.state import CHANCE, NOBODY, State

__all__ = ["register", "search", "open_search"]

MOST_CHOICES = 2**31 - 1  # choices are sparse numbers: never allocate a list of this length
LONGEST = 100_000  # answers of a game
FINE = 2**53


class Truth:
    """A state in a holder whose deep copy is `State.copy`, for OpenSpiel."""

    def __init__(self, s: State) -> None:
        self.s = s

    def __deepcopy__(self, memo: dict[int, Any]) -> "Truth":
        return Truth(self.s.copy())


class TrivetGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Trivet as an OpenSpiel game."""

    def __init__(self, game: Game[Any], params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.game = game
        self.seats = int(params.get("seats", game.fewest))
        self.options = json.loads(params.get("options", "{}"))
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_CHOICES,
            max_chance_outcomes=MOST_CHOICES,
            num_players=self.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(game, by_choices=True), info, params)

    def new_initial_state(self) -> "TrivetState":
        return TrivetState(self, self.game.new(self.seats, self.options))


class TrivetState(pyspiel.State):  # type: ignore[misc]
    """A state of Trivet as an OpenSpiel state."""

    def __init__(self, game: TrivetGame, s: State) -> None:
        super().__init__(game)
        self.truth = Truth(s)

    def current_player(self) -> int:
        turn = int(self.truth.s.turn)
        if turn == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if turn == CHANCE else turn

    def _legal_actions(self, player: int) -> list[int]:
        s = self.truth.s
        return sorted(s.options(player)) if s.is_waiting_for(player) else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        s = self.truth.s
        odds = s.odds()
        return [(o, w / sum(odds)) for o, w in zip(s.options(CHANCE), odds, strict=True)]

    def _apply_action(self, action: int) -> None:
        s = self.truth.s
        s.apply(s.turn, action)

    def _action_to_string(self, player: int, action: int) -> str:
        s = self.truth.s
        seat = CHANCE if player == pyspiel.PlayerId.CHANCE else player
        return str(s.game.codec.write(s, seat, action)) if s.is_waiting_for(seat) else str(action)

    def is_terminal(self) -> bool:
        return self.truth.s.is_over()

    def returns(self) -> list[float]:
        return list(self.truth.s.scores())

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return as_text(self.truth.s.view(seat))

    observation_string = information_state_string

    def resample_from_infostate(self, player: int, sampler: Any) -> "TrivetState":
        """A random world that the player cannot tell from this one."""
        dice = Dice(int(sampler() * FINE))
        return TrivetState(self.get_game(), self.truth.s.imagine(player, dice))

    def __str__(self) -> str:
        return as_text(self.truth.s.view(-3))


# --- OpenSpiel's searches at Trivet's tables ------------------------------------------------------


class Values(mcts.Evaluator):  # type: ignore[misc]
    """The strategy's value of a position, as an evaluator for OpenSpiel's searches."""

    def evaluate(self, state: TrivetState) -> Any:
        s = state.truth.s
        return np.array(s.scores() if s.is_over() else s.game.strategy.value(s))

    def prior(self, state: TrivetState) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


class OutOfTime(Exception):
    """Stops OpenSpiel's search, which has no time limit of its own."""


class Ismcts(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's ISMCTS, unchanged except for a time limit."""

    def __init__(self, simulations: int, seconds: float, **settings: Any) -> None:
        super().__init__(max_simulations=simulations, **settings)
        self.seconds, self.stop = seconds, 0.0

    def run_search(self, state: TrivetState) -> Any:
        self.stop = time.perf_counter() + self.seconds
        try:
            return super().run_search(state)
        except OutOfTime:
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: TrivetState) -> Any:
        is_late = self.seconds and time.perf_counter() >= self.stop
        if is_late and self._root_node.total_visits > 0:  # the first simulations may make the root
            raise OutOfTime
        return super().sample_root_state(state)


class OpenSpielBot(Bot):
    """A bot that uses OpenSpiel's ISMCTS; it is handed a Mind like any bot."""

    def __init__(self, game: Game[Any], simulations: int, seconds: float, evaluator: Any) -> None:
        super().__init__(game.strategy)
        self.game, self.simulations, self.seconds = game, simulations, seconds
        self.evaluator = evaluator

    def think(self, mind: Mind, dice: Dice) -> Thought:
        options = mind.options()
        if len(options) == 1:
            return Thought(options[0], [])
        random = np.random.RandomState(dice.bits())
        state = TrivetState(_loaded(self.game.name, int(mind.world.seats)), asking(mind))
        search = Ismcts(
            self.simulations, self.seconds, game=state.get_game(), evaluator=self.evaluator,
            uct_c=1.4, random_state=random, allow_inconsistent_action_sets=True,
        )  # fmt: skip
        search.set_resampler(
            lambda _, seat: TrivetState(state.get_game(), asking(mind, int(dice.bits())))
        )
        policy = search.run_search(state)
        choice = int(random.choice([a for a, _ in policy], p=[p for _, p in policy]))
        arms = search._root_node.child_info.items()
        weighed = [
            Weighed(action, float(arm.value()), int(arm.visits))
            for action, arm in arms
            if arm.visits
        ]
        return Thought(choice, best_first(weighed))


class OpenGamesBot(Bot):
    """A bot that uses OpenSpiel's MCTS for perfect information in many imagined worlds; it gives
    the answer with the most visits in all of them together."""

    def __init__(
        self, game: Game[Any], simulations: int, worlds: int, seconds: float, evaluator: Any
    ) -> None:
        super().__init__(game.strategy)
        self.game, self.simulations, self.worlds = game, simulations, worlds
        self.seconds, self.evaluator = seconds, evaluator

    def think(self, mind: Mind, dice: Dice) -> Thought:
        options = mind.options()
        if len(options) == 1:
            return Thought(options[0], [])
        game = _loaded(self.game.name, int(mind.world.seats))
        search = mcts.MCTSBot(
            game, 1.4, 1 + max(1, self.simulations // self.worlds), self.evaluator,
            solve=False, random_state=np.random.RandomState(dice.bits()),
        )  # fmt: skip
        # (The first simulation in each world only visits the root.)
        tries = dict.fromkeys(options, 0)
        wins = dict.fromkeys(options, 0.0)
        stop, seen = time.perf_counter() + self.seconds, 0
        while not seen or (time.perf_counter() < stop if self.seconds else seen < self.worlds):
            seen += 1
            root = search.mcts_search(TrivetState(game, asking(mind, int(dice.bits()))))
            for child in root.children:
                tries[child.action] += child.explore_count
                wins[child.action] += child.total_reward
        found = [Weighed(one, wins[one] / tries[one], tries[one]) for one in options if tries[one]]
        return Thought(max(found, key=lambda one: (one.tries, one.value)).choice, best_first(found))


def asking(mind: Mind, seed: int = 0) -> State:
    """An imagined world in which the seat answers next; seats asked before it have answered."""
    dice = Dice(seed)
    world = mind.imagine(dice)
    while world.turn != mind.seat:
        world.apply(world.turn, world.sample(world.turn, dice))
    return world


_GAMES: dict[tuple[str, int], Any] = {}


def _loaded(name: str, seats: int) -> Any:
    if (name, seats) not in _GAMES:
        _GAMES[name, seats] = TrivetGame(GAMES[name], {"seats": seats})
    return _GAMES[name, seats]


def search(
    game: Game[Any], simulations: str = "1000", seconds: str = "0", values: str = "0"
) -> Bot:
    """For the arena: trivet.adapters.openspiel:search+simulations=200."""
    many = sys.maxsize if float(seconds) else int(simulations)
    return OpenSpielBot(game, many, float(seconds), _evaluator(values))


def open_search(
    game: Game[Any], simulations: str = "1000", worlds: str = "10", seconds: str = "0",
    values: str = "0",
) -> Bot:  # fmt: skip
    """For the arena, as above: `simulations` divided among `worlds`; with `seconds`, as many worlds
    as there is time for."""
    return OpenGamesBot(
        game, int(simulations), max(1, int(worlds)), float(seconds), _evaluator(values)
    )


def _evaluator(values: str) -> Any:
    return Values() if int(values) else mcts.RandomRolloutEvaluator(1)
