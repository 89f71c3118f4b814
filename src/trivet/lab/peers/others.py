"""Measurements of the other libraries: games with the same rules as ours, and card games."""

from collections.abc import Iterator
from functools import partial
from importlib import import_module, util
from importlib.util import find_spec
from itertools import cycle
from typing import Any

from trivet.core.dice import Dice
from trivet.lab.peers.measure import (
    COPIES,
    EXPLORATION,
    OPENING,
    ROLLOUTS,
    ROUNDS,
    Measure,
    Work,
    by_agents,
)

CARDS = ("leduc_poker", "gin_rummy")  # a tiny one, and one about the size of our games

# The games by their names in each library.
OPENSPIEL = ("connect_four", "tic_tac_toe", *CARDS)
OPENSPIEL_PYTHON = {"tic_tac_toe": "python_tic_tac_toe"}
PETTINGZOO = {
    "connect_four": "classic/connect_four-v3",
    "tic_tac_toe": "classic/tictactoe-v3",
    "leduc_poker": "classic/leduc_holdem-v4",
}
RLCARD = {"leduc_poker": "leduc-holdem", "gin_rummy": "gin-rummy"}
PGX = {"connect_four": "connect_four", "tic_tac_toe": "tic_tac_toe", "leduc_poker": "leduc_holdem"}


def others(name: str) -> Iterator[Measure]:
    """Measurements of all installed libraries that have the game."""
    if find_spec("pyspiel") and name in OPENSPIEL:
        yield from openspiel(name)
    if find_spec("open_spiel") and name in OPENSPIEL_PYTHON:
        yield from openspiel_python(name)
    if find_spec("pettingzoo") and name in PETTINGZOO:
        yield from pettingzoo(name)
    if find_spec("rlcard") and name in RLCARD:
        yield from rlcard(name)
    if find_spec("pgx") and name in PGX:
        yield from pgx(name)


# --- OpenSpiel ------------------------------------------------------------------------------------


def openspiel(name: str) -> Iterator[Measure]:
    """Games and searches are C++; only the loop is Python."""
    import pyspiel

    game, dice = pyspiel.load_game(name), Dice(1)
    first, middle = _decided(game, 0, dice), _decided(game, OPENING, dice)
    measure = partial(Measure, "openspiel c++", name)
    rollout = pyspiel.RandomRolloutEvaluator(1, 1)
    if name in CARDS:
        search = pyspiel.ISMCTSBot(1, rollout, 2 * EXPLORATION, ROUNDS)
        loop, how = _game_of_cards, "its trees of information sets, in a resampled world a round"
    else:
        yield measure("play-outs", "decisions", "random games of its evaluator", _rollouts(game))
        search = pyspiel.MCTSBot(game, rollout, 2 * EXPLORATION, ROUNDS, 1000, False, 1, False)
        loop, how = _game, "its Monte Carlo tree search, without solving"
    yield measure("loop", "decisions", "legal_actions and apply_action", partial(loop, game, dice))
    yield measure("copy", "copies", "clone", partial(_clones, middle))
    yield measure("search", "rounds", how, partial(_searched, search, first))


def _rollouts(game: Any) -> Work:
    """Random games by two iterations of MCTS: ROLLOUTS from the first position, and as many from
    the second.  The number of decisions follows from the mean length of a game."""
    import pyspiel

    dice = Dice(1)
    length = sum(_game(game, dice) for _ in range(400)) / 400
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    search = pyspiel.MCTSBot(game, evaluator, 2 * EXPLORATION, 2, 1000, False, 1, False)

    def playouts() -> float:
        search.step(game.new_initial_state())
        return ROLLOUTS * (2 * length - 1)

    return playouts


def openspiel_python(name: str) -> Iterator[Measure]:
    """OpenSpiel's games and search that are written in Python."""
    import pyspiel

    import_module("open_spiel.python.games")
    mcts = import_module("open_spiel.python.algorithms.mcts")
    game, dice = pyspiel.load_game(OPENSPIEL_PYTHON[name]), Dice(1)
    evaluator = mcts.RandomRolloutEvaluator(1)
    search = mcts.MCTSBot(game, 2 * EXPLORATION, ROUNDS, evaluator, solve=False)
    measure = partial(Measure, "openspiel python", name)
    yield measure("loop", "decisions", "a game in Python", partial(_game, game, dice))
    yield measure("copy", "copies", "clone", partial(_clones, _decided(game, OPENING, dice)))
    yield measure("search", "rounds", "its Monte Carlo tree search in Python",
        partial(_searched, search, game.new_initial_state()))  # fmt: skip


def _decided(game: Any, decisions: int, dice: Dice) -> Any:
    """The first position after `decisions` decisions in which a player decides, or the end."""
    state = game.new_initial_state()
    while (decisions or state.is_chance_node()) and not state.is_terminal():
        decisions -= not state.is_chance_node()
        _go_on(state, dice)
    return state


def _game(game: Any, dice: Dice) -> float:
    """Play a random game without chance; return the number of decisions."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[dice.below(len(actions))])
        decisions += 1
    return float(decisions)


def _game_of_cards(game: Any, dice: Dice) -> float:
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        _go_on(state, dice)
    return float(decisions)


def _go_on(state: Any, dice: Dice) -> None:
    if not state.is_chance_node():
        actions = state.legal_actions()
        state.apply_action(actions[dice.below(len(actions))])
        return
    actions, odds = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(actions[dice.weighted([round(1e6 * one) for one in odds])])


def _clones(state: Any) -> float:
    for _ in range(COPIES):
        state.clone()
    return float(COPIES)


def _searched(search: Any, state: Any) -> float:
    search.step(state)
    return float(ROUNDS)


# --- PettingZoo and RLCard ------------------------------------------------------------------------


def pettingzoo(name: str) -> Iterator[Measure]:
    if util.find_spec("pygame") is None:  # its games are an extra: pettingzoo[classic]
        return
    make = getattr(import_module("pettingzoo"), "make", None)
    if make is None:  # before 1.27
        return
    env, dice = make("aec", PETTINGZOO[name]), Dice(1)

    note = "a game in Python, with an observation of arrays for each decision"
    yield Measure("pettingzoo", name, "loop", "decisions", note, partial(by_agents, env, dice))


def rlcard(name: str) -> Iterator[Measure]:
    env, dice = import_module("rlcard").make(RLCARD[name]), Dice(1)

    def loop() -> float:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[dice.below(len(actions))])
            decisions += 1
        return float(decisions)

    note = "a game in Python, with an observation of arrays for each decision"
    yield Measure("rlcard", name, "loop", "decisions", note, loop)


# --- Pgx ------------------------------------------------------------------------------------------

BATCH = 1024  # games played in parallel
LONGEST = {"connect_four": 42, "tic_tac_toe": 9, "leduc_poker": 8}  # decisions of a game


def pgx(name: str) -> Iterator[Measure]:
    """A finished game of a batch costs as much as a running one; only running ones are counted."""
    import jax
    import pgx as library

    env = library.make(PGX[name])

    def body(carry: Any, _: Any) -> Any:
        state, key = carry
        key, once, again = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(once, logits, axis=-1)
        running = ~state.terminated
        keys = jax.random.split(again, BATCH)
        return (jax.vmap(env.step)(state, action, keys), key), running.sum()

    def games(key: Any) -> Any:
        state = jax.vmap(env.init)(jax.random.split(key, BATCH))
        _, decisions = jax.lax.scan(body, (state, key), length=LONGEST[name])
        return decisions.sum()

    compiled = jax.jit(games)
    keys = cycle(jax.random.split(jax.random.PRNGKey(1), 64))
    compiled(next(keys)).block_until_ready()
    note = f"{BATCH} games side by side, compiled by JAX for the processor, with observations"
    yield Measure(
        "pgx", name, "play-outs", "decisions", note,
        lambda: float(compiled(next(keys)).block_until_ready()),
    )  # fmt: skip
