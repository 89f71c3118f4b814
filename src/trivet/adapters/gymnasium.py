"""Trivet's games as environments of Gymnasium.

    import gymnasium
    env = gymnasium.make("trivet.adapters.gymnasium:trivet/trifecta-v0", rival="steady")

One seat against bots of the house.  `action_masks()` tells which codes are allowed, as MaskablePPO
asks for it; it is in `info["action_mask"]` too.  The reward comes at the end: the share of the win,
less an even share.  A code that is not allowed ends the game with -1.

`TablesEnv` is a vector environment for self-play: many tables, and a code for whichever seat is
asked at each.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

import trivet
from trivet.adapters.playing import Playing, game_named
from trivet.bots.bot import Bot
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.tables import Tables

MODES = ("ansi", "human")


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of a game; bots have the others."""

    def __init__(
        self, game: str | Game[Any], seats: int | None = None, rival: str | Bot = "greedy",
        seat: int | None = 0, render_mode: str | None = None, **options: object,
    ) -> None:  # fmt: skip
        """`rival` is a level or a bot; with seat=None the seat changes from game to game."""
        if render_mode not in (None, *MODES):
            raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {render_mode!r}")
        self.game, self.options, self.render_mode = game_named(game), options, render_mode
        self.metadata = {"render_modes": list(MODES), "render_fps": 1}
        self.codes = self.game.codes(seats)
        self.game.new(self.codes.seats, options)  # refuses options that do not exist
        if seat is not None and not 0 <= seat < self.codes.seats:
            raise ValueError(f"seats are 0 to {self.codes.seats - 1}, not {seat}")
        self.wished, self.seat = seat, seat or 0
        self.rival = trivet.bot(rival, self.game.name) if isinstance(rival, str) else rival
        self.observation_space = spaces.Box(0, 255, (self.codes.width,), np.uint8)
        self.action_space = spaces.Discrete(int(self.codes.count))

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        if self.wished is None:
            self.seat = int(self.np_random.integers(self.codes.seats))
        dice = Dice(int(self.np_random.integers(2**62)))
        self.playing = Playing(self.game, self.codes, self.options, dice)
        self._let_others_answer()
        return self.playing.seen(self.seat), self._info()

    def action_masks(self) -> Any:
        return self.playing.mask(self.seat).astype(bool)

    def step(self, action: Any) -> Any:
        playing, seat = self.playing, self.seat
        if not playing.may_say(seat, int(action)):
            return playing.seen(seat), -1.0, True, False, self._info()
        playing.say(seat, int(action))
        self._let_others_answer()
        over = playing.s.is_over()
        reward = playing.rewards()[seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return playing.seen(seat), reward, over, False, self._info()

    def render(self) -> Any:
        """The table as the seat sees it."""
        if self.render_mode is None:
            return None
        text = self.playing.text(self.seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _let_others_answer(self) -> None:
        playing, s = self.playing, self.playing.s
        while not s.is_over() and not s.is_waiting_for(self.seat):
            s.apply(s.turn, self.rival.choose(Mind(s, s.turn), playing.dice))
            playing.roll()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.playing.mask(self.seat)}


class TablesEnv(VectorEnv):  # type: ignore[misc]
    """Many tables of one game, every seat of which is played by its user.

    `infos` has "action_mask", "turn" (the seat that is asked) and "scores" (where a game has ended,
    each seat's share of the win).  The reward is that of the seat that has just answered.  A table
    whose game is over shows the next game at once (same-step autoreset, without `final_obs`).
    A code that is not allowed raises ValueError, and no table changes."""

    def __init__(
        self, game: str | Game[Any], num_envs: int, seats: int | None = None, **options: object
    ) -> None:
        found = game_named(game)
        self.num_envs, self.codes = num_envs, found.codes(seats)
        self.first = found.new(self.codes.seats, options)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = spaces.Box(0, 255, (self.codes.width,), np.uint8)
        self.single_action_space = spaces.Discrete(int(self.codes.count))
        self.observation_space = spaces.Box(0, 255, (num_envs, self.codes.width), np.uint8)
        self.action_space = spaces.MultiDiscrete([int(self.codes.count)] * num_envs)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        first = int(self.np_random.integers(2**62)) if seed is None else seed
        self.tables = Tables(self.first, self.codes, self.num_envs, first)
        return self._shown(self.tables.seen()), self._infos()

    def step(self, actions: Any) -> Any:
        tables, turn = self.tables, self._turn()
        tables.step(np.asarray(actions).astype("<i4").tobytes())
        over = np.frombuffer(tables.over(), np.uint8).astype(bool)
        infos = self._infos()
        mine = infos["scores"][np.arange(self.num_envs), turn]
        rewards = np.where(over, mine - 1 / self.codes.seats, 0.0)
        return self._shown(tables.seen()), rewards, over, np.zeros_like(over), infos

    def _shown(self, data: bytes, kind: str = "u1") -> Any:
        return np.frombuffer(data, kind).reshape(self.num_envs, -1)

    def _turn(self) -> Any:
        return np.frombuffer(self.tables.turn(), np.uint8)

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self._shown(self.tables.mask()),
            "turn": self._turn(),
            "scores": self._shown(self.tables.scores(), "<f4"),
        }


def make_seat(game: str, **wishes: Any) -> SeatEnv:
    return SeatEnv(game, **wishes)


def register() -> None:
    """Register all games of the catalogue as trivet/NAME-v0."""
    for name in trivet.all_games():
        wanted = f"trivet/{name}-v0"
        if wanted not in gymnasium.registry:
            gymnasium.register(wanted, entry_point=f"{__name__}:make_seat", kwargs={"game": name})


register()
