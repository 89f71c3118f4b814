"""Trivet's games as environments of PettingZoo.

    from trivet.adapters.pettingzoo import aec, parallel
    env = aec("trifecta", seats=3, stages=1)

In `aec` one seat answers after the other.  Seats that are asked at the same time do so without
seeing each other's answers.  In `parallel` all that are asked answer in one step, and every other
seat says the last code, which means nothing.

An observation is {"observation": bytes as the game's codes lay them out, "action_mask": ...}.  The
reward comes at the end: the share of the win, less an even share.  A code that is not allowed ends
the game with -1 for the seat that said it.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from trivet.adapters.playing import Playing, game_named
from trivet.core.dice import Dice
from trivet.core.game import Game

MODES = ("ansi", "human")


def aec(game: str | Game[Any], seats: int | None = None, **wishes: Any) -> "TrivetAEC":
    """Seat after seat; `render_mode` and the game's options are named."""
    return TrivetAEC(game, seats, **wishes)


def parallel(game: str | Game[Any], seats: int | None = None, **wishes: Any) -> "TrivetParallel":
    """All seats that are asked at once; otherwise as `aec`."""
    return TrivetParallel(game, seats, **wishes)


class Environment:
    """What both kinds have in common."""

    nothing = 0  # 1 if the last code is "nothing"
    agents: list[str]
    playing: Playing

    def __init__(
        self, game: str | Game[Any], seats: int | None = None, render_mode: str | None = None,
        **options: object,
    ) -> None:  # fmt: skip
        if render_mode not in (None, *MODES):
            raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {render_mode!r}")
        self.game, self.options, self.render_mode = game_named(game), options, render_mode
        self.codes = self.game.codes(seats)
        self.game.new(self.codes.seats, options)  # refuses options that do not exist
        self.metadata = {
            "render_modes": list(MODES), "name": f"trivet_{self.game.name}_v0",
            "is_parallelizable": False,
        }  # fmt: skip
        self.possible_agents = [f"seat_{seat}" for seat in range(self.codes.seats)]
        self.numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = []
        self.dice = Dice(int(np.random.SeedSequence().generate_state(1)[0]))
        count = self.codes.count + self.nothing
        seen = spaces.Dict({
            "observation": spaces.Box(0, 255, (self.codes.width,), np.uint8),
            "action_mask": spaces.Box(0, 1, (count,), np.int8),
        })  # fmt: skip
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.dice = Dice(seed)
        self.playing = Playing(self.game, self.codes, self.options, self.dice)
        self.agents = self.possible_agents[:]

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        text = self.playing.text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is open."""


class TrivetAEC(Environment, AECEnv):  # type: ignore[misc]
    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.playing.s.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.numbers[agent]
        is_asked = agent == self.agent_selection and not self.terminations.get(agent)
        mask = self.playing.mask(seat) if is_asked else np.zeros(self.codes.count, np.int8)
        return {"observation": self.playing.seen(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        playing, seat = self.playing, self.numbers[agent]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if not playing.may_say(seat, int(action)):
            self._end([-1.0 if one == seat else 0.0 for one in range(self.codes.seats)])
            return
        playing.say(seat, int(action))
        if playing.s.is_over():
            self._end(playing.rewards())
        else:
            self.agent_selection = self.possible_agents[playing.s.turn]
        if self.render_mode == "human":
            self.render()

    def _end(self, rewards: list[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()


class TrivetParallel(Environment, ParallelEnv):  # type: ignore[misc]
    nothing = 1

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        self.begin(seed)
        return self._seen(), {agent: {} for agent in self.agents}

    def _seen(self) -> dict[str, Any]:
        playing, found = self.playing, {}
        for seat, agent in enumerate(self.possible_agents):
            nothing = np.int8(not playing.s.is_waiting_for(seat))
            mask: Any = np.append(playing.mask(seat), nothing)
            found[agent] = {"observation": playing.seen(seat), "action_mask": mask}
        return found

    def _may_say(self, seat: int, code: int) -> bool:
        if not self.playing.s.is_waiting_for(seat):
            return code == self.codes.count
        return self.playing.may_say(seat, code)

    def _say(self, codes: list[int]) -> None:
        """The codes of the seats that are asked now; answering asks others."""
        s = self.playing.s
        for seat in [seat for seat in range(self.codes.seats) if s.is_waiting_for(seat)]:
            self.playing.say(seat, codes[seat])

    def step(self, actions: dict[str, Any]) -> Any:
        s, agents = self.playing.s, self.agents
        said = [int(actions[agent]) for agent in self.possible_agents]
        wrong = [seat for seat, code in enumerate(said) if not self._may_say(seat, code)]
        rewards = [-1.0 if seat in wrong else 0.0 for seat in range(self.codes.seats)]
        if not wrong:
            self._say(said)
            if s.is_over():
                rewards = self.playing.rewards()
        over = s.is_over() or bool(wrong)
        seen = self._seen()
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            seen, dict(zip(agents, rewards, strict=True)), dict.fromkeys(agents, over),
            dict.fromkeys(agents, False), {agent: {} for agent in agents},
        )  # fmt: skip
