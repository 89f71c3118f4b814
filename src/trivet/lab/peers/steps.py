"""Environment steps with an observation and a mask for each: our tables and adapters beside theirs.

`batch` steps many games in one call and chooses the codes at random from the mask, inside compiled
code; `steps` is one game at a time from Python, through an adapter or the other library's own
environment, with the choice made by Python from the mask.
"""

from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.lab.peers.measure import Measure, by_agents

BATCH = 64
CALLS = 20  # of a batch, between two looks at the clock
ACTIONS = 2000  # of one game at a time
SPIEL = ("connect_four", "leduc_poker", "gin_rummy", "hearts")
PGX = ("connect_four", "leduc_holdem", "sparrow_mahjong")
WIDE = 1024  # games of Pgx side by side: its best batch here


def ours(game: Game[Any]) -> Iterator[Measure]:
    if not find_spec("librt"):
        return
    yield Measure("trivet", game.name, "batch", "steps",
        f"Tables, {BATCH} at a time, with observation and mask; codes chosen in compiled code",
        batch(game))  # fmt: skip
    if find_spec("numpy"):
        yield Measure("trivet numpy", game.name, "batch", "steps",
            f"the same, {BATCH} at a time, codes chosen by NumPy from the mask",
            batch_by_numpy(game))  # fmt: skip
    if find_spec("pettingzoo"):
        from trivet.adapters.pettingzoo import aec

        work = partial(by_agents, aec(game), Dice(1))
        yield Measure("trivet aec", game.name, "steps", "steps",
            "our PettingZoo environment, seat after seat", work)  # fmt: skip
    if find_spec("pyspiel"):
        import pyspiel

        from trivet.adapters.openspiel_games import register

        register()
        loaded = pyspiel.load_game(f"trivet_{game.name}")
        yield Measure("trivet openspiel", game.name, "steps", "steps",
            "our games in OpenSpiel, with tensor and actions", Spiel(loaded).work)  # fmt: skip


def batch(game: Game[Any]) -> Any:
    from trivet.core.tables import Tables, random_codes

    tables, dice = Tables(game.new(game.fewest), game.codes(), BATCH, 1), Dice(1)

    def work() -> float:
        for _ in range(CALLS):
            tables.step(random_codes(tables.mask(), BATCH, dice))
            tables.seen()
        return float(CALLS * BATCH)

    return work


def batch_by_numpy(game: Game[Any]) -> Any:
    import numpy as np

    from trivet.core.tables import Tables

    tables, random = Tables(game.new(game.fewest), game.codes(), BATCH, 1), np.random.default_rng(1)
    count = int(tables.codes.count)

    def work() -> float:
        for _ in range(CALLS):
            mask = np.frombuffer(tables.mask(), np.uint8).reshape(BATCH, count)
            said = (mask * random.random((BATCH, count), np.float32)).argmax(1)
            tables.step(said.astype("<i4").tobytes())
            np.frombuffer(tables.seen(), np.uint8)
        return float(CALLS * BATCH)

    return work


class Spiel:
    """Random games of OpenSpiel, with the tensor of the player who is asked."""

    def __init__(self, game: Any) -> None:
        self.game, self.dice = game, Dice(1)
        kind = game.get_type()
        self.has_sets = kind.provides_information_state_tensor
        self.observer = game.make_py_observer() if kind.short_name.startswith("trivet_") else None
        self.state = game.new_initial_state()

    def work(self) -> float:
        dice, steps = self.dice, 0
        while steps < ACTIONS:
            state = self.state
            if state.is_terminal():
                self.state = self.game.new_initial_state()
            elif state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[dice.below(len(outcomes))][0])
            else:
                self._look(state)
                actions = state.legal_actions()
                state.apply_action(actions[dice.below(len(actions))])
                steps += 1
        return float(steps)

    def _look(self, state: Any) -> None:
        if self.observer is not None:
            self.observer.set_from(state, state.current_player())
        elif self.has_sets:
            state.information_state_tensor()
        else:
            state.observation_tensor()


def theirs() -> Iterator[Measure]:
    """The same of other libraries, in games of their own."""
    if find_spec("pyspiel"):
        import pyspiel

        for name in SPIEL:
            yield Measure("openspiel c++", name, "steps", "steps",
                "its games from Python, with tensor and legal actions",
                Spiel(pyspiel.load_game(name)).work)  # fmt: skip
    if find_spec("pgx"):
        for name in PGX:
            yield Measure("pgx", name, "batch", "steps",
                f"{WIDE} games side by side on the processor, random codes from the mask",
                _pgx(name))  # fmt: skip


def _pgx(name: str) -> Any:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)

    def body(carry: Any, _: Any) -> Any:
        state, key = carry
        key, once, again = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(once, logits, axis=-1)
        state = jax.vmap(auto_reset(env.step, env.init))(
            state, action, jax.random.split(again, WIDE)
        )
        return (state, key), state.observation.sum()

    many = jax.jit(lambda carry: jax.lax.scan(body, carry, length=CALLS))
    key = jax.random.PRNGKey(1)
    held = [(jax.vmap(env.init)(jax.random.split(key, WIDE)), key)]
    held[0], _ = many(held[0])

    def work() -> float:
        held[0], seen = many(held[0])
        seen.block_until_ready()
        return float(CALLS * WIDE)

    return work
