"""How fast Trivet is beside other libraries: everything that is installed, measured in one run.

Slices of all measurements take turns, so that a busy moment of the machine hits everyone; what is
told is the median.  Seconds are of the processor, those of all threads together.  What each figure
counts:

play-outs    random games from the first position to the end, without leaving the library
loop         decisions of random games when a Python program makes each one
copy         of a position in the middle of a game
search       rounds of tree search from the first position, with one random play-out each
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import cycle
from statistics import median
from time import process_time
from typing import Any

from trivet.bots.budget import Budget
from trivet.bots.search import Searcher
from trivet.core.box import Game
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.tuning import Tuning
from trivet.core.walk import playouts, wander
from trivet.lab.peers.boxes import MEASURED

SLICES = 5
ROLLOUTS = 100  # random games between two looks at the clock
ROUNDS = 1000  # of search
EXPLORATION = 1.0  # for shares of the win, from 0 to 1; twice as much for returns from -1 to 1
COPIES = 2000

Work = Callable[[], float]  # does some work; how many units of it


@dataclass(frozen=True)
class Measure:
    who: str
    game: str
    figure: str  # "play-outs", "loop", "copy" or "search"
    unit: str
    work: Work


@dataclass(frozen=True)
class Speed:
    who: str
    game: str
    figure: str
    unit: str
    rate: float  # units in a second


def measured(measures: list[Measure], seconds: float) -> Iterator[Speed]:
    """Each for so many seconds in all."""
    rates: list[list[float]] = [[] for _ in measures]
    for _ in range(SLICES):
        for place, measure in enumerate(measures):
            rates[place].append(_rate(measure.work, seconds / SLICES))
    for measure, found in zip(measures, rates, strict=True):
        yield Speed(measure.who, measure.game, measure.figure, measure.unit, median(found))


def _rate(work: Work, seconds: float) -> float:
    done, began = 0.0, process_time()
    while (took := process_time() - began) < seconds or not done:
        done += work()
    return done / took


def everything(games: list[Game[Any]]) -> list[Measure]:
    """Ours, and those of every library that is installed, game by game."""
    found: list[Measure] = []
    for name in MEASURED:
        found += [*trivet(MEASURED[name]), *_others(name)]
    for game in games:
        found += trivet(game)
    return found


def _others(name: str) -> Iterator[Measure]:
    if find_spec("pyspiel"):
        yield from openspiel(name)
    if find_spec("pettingzoo") and name in ("connect_four", "tic_tac_toe"):
        yield from pettingzoo(name)
    if find_spec("pgx"):
        yield from pgx(name)


# --- Trivet ---------------------------------------------------------------------------------------


def trivet(game: Game[Any]) -> Iterator[Measure]:
    first = game.new(game.fewest)
    dice = Dice(1)
    middle = game.new(game.fewest)
    wander(middle, 8, Dice(2))
    tuning = Tuning(ROUNDS, 0.0)
    tuning.exploration = EXPLORATION
    searcher = Searcher(game.strategy, tuning, Budget(ROUNDS, 0.0, None))

    def games() -> float:
        return float(playouts(first, ROLLOUTS, dice))

    def loop() -> float:
        s, decisions = first.copy(), 0
        while not s.is_over():
            options = s.options(s.turn)
            decisions += s.turn >= 0
            s.apply(s.turn, options[dice.below(len(options))])
        return float(decisions)

    def copy() -> float:
        for _ in range(COPIES):
            middle.copy()
        return float(COPIES)

    def search() -> float:
        s = first.copy()
        while s.turn < 0 or len(s.options(s.turn)) < 2:
            s.apply(s.turn, s.sample(s.turn, dice))
        thought = searcher.think(Mind(s, s.turn), dice)
        return float(sum(one.tries for one in thought.weighed))  # it may be sure before the end

    yield Measure("trivet", game.name, "play-outs", "decisions", games)
    yield Measure("trivet", game.name, "loop", "decisions", loop)
    yield Measure("trivet", game.name, "copy", "copies", copy)
    yield Measure("trivet", game.name, "search", "rounds", search)


# --- OpenSpiel ------------------------------------------------------------------------------------


def openspiel(name: str) -> Iterator[Measure]:
    """Its games and searches are C++; only the loop is Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    first = game.new_initial_state()
    dice = Dice(1)
    lengths = [_length(game, dice) for _ in range(400)]
    length = sum(lengths) / len(lengths)  # decisions of a random game
    rollouts = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), 2 * EXPLORATION, 2, 1000, False, 1, False
    )
    search = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, 1), 2 * EXPLORATION, ROUNDS, 1000, False, 1, False
    )
    middle = game.new_initial_state()
    for _ in range(4):
        actions = middle.legal_actions()
        middle.apply_action(actions[dice.below(len(actions))])

    def playouts() -> float:
        """Two rounds of search: so many games from the first position, and from the second."""
        rollouts.step(first)
        return ROLLOUTS * (2 * length - 1)

    def copy() -> float:
        for _ in range(COPIES):
            middle.clone()
        return float(COPIES)

    def rounds() -> float:
        search.step(first)
        return float(ROUNDS)

    yield Measure("openspiel c++", name, "play-outs", "decisions", playouts)
    yield Measure("openspiel c++", name, "loop", "decisions", lambda: float(_length(game, dice)))
    yield Measure("openspiel c++", name, "copy", "copies", copy)
    yield Measure("openspiel c++", name, "search", "rounds", rounds)


def _length(game: Any, dice: Dice) -> int:
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[dice.below(len(actions))])
        decisions += 1
    return decisions


# --- PettingZoo and Pgx ---------------------------------------------------------------------------


def pettingzoo(name: str) -> Iterator[Measure]:
    """Python games; an environment also makes an observation of arrays for every decision."""
    from importlib import import_module

    module = import_module(f"pettingzoo.classic.{name.replace('_', '')}_v3")
    env, dice = module.env(), Dice(1)

    def loop() -> float:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            allowed = observation["action_mask"].nonzero()[0]
            env.step(allowed[dice.below(len(allowed))])
            decisions += 1
        return float(decisions)

    yield Measure("pettingzoo", name, "loop", "decisions", loop)


BATCH = 1024  # games that Pgx plays side by side


def pgx(name: str) -> Iterator[Measure]:
    """Compiled by JAX for many games side by side, on the processor; every step of every game also
    makes an observation.  A game that is over costs as much as one that is not."""
    import jax
    import pgx as library

    env = library.make(name)

    def body(carry: Any, _: Any) -> Any:
        state, key = carry
        key, sub = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(sub, logits, axis=-1)
        running = ~state.terminated
        return (jax.vmap(env.step)(state, action), key), running.sum()

    def games(key: Any) -> Any:
        state = jax.vmap(env.init)(jax.random.split(key, BATCH))
        _, decisions = jax.lax.scan(body, (state, key), length=42 if name != "tic_tac_toe" else 9)
        return decisions.sum()

    compiled = jax.jit(games)
    keys = cycle(jax.random.split(jax.random.PRNGKey(1), 64))
    compiled(next(keys)).block_until_ready()
    yield Measure(
        "pgx (jax)", name, "play-outs", "decisions",
        lambda: float(compiled(next(keys)).block_until_ready()),
    )  # fmt: skip
