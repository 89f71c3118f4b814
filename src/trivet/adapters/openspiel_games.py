"""Trivet's games as games of OpenSpiel, registered as trivet_NAME.

    import pyspiel
    from trivet.adapters.openspiel import register
    register()
    pyspiel.load_game("trivet_trifecta(seats=2)")

Actions are codes, so a bid or the order of a deck is several actions of one player.  Seats that are
asked at the same time answer one after the other, without seeing each other's answers.  Outcomes of
chance are the answers of the rules.  Tensors are observations as the game's codes lay them out, and
their dictionary has the fields by name; strings are the seat's view and the word it is spelling.
Returns are shares of the win, less an even share.
"""

import json
from typing import Any

import numpy as np
import pyspiel

from trivet.catalogue import GAMES
from trivet.core.codes import NO_WORD, Codes, allowed, area_of, observed
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.hashed import answers
from trivet.core.seen import as_text
from trivet.core.state import CHANCE, EVERYONE, NOBODY, State

PREFIX = "trivet_"
LONGEST = 100_000  # actions of a game
MOST = 2**31 - 1  # outcomes of chance, where the rows do not say how many there are
FINE = 2**53


class Held:
    """A state, its codes and the word being spelled, in one object that is copied as our states
    are: OpenSpiel copies states by deepcopy."""

    def __init__(self, s: State, codes: Codes, word: int = NO_WORD) -> None:
        self.s, self.codes, self.word = s, codes, word

    def __deepcopy__(self, memo: dict[int, Any]) -> "Held":
        return Held(self.s.copy(), self.codes, self.word)

    def word_of(self, player: int) -> int:
        """A word is private to the player that spells it."""
        return self.word if self.s.turn == player else NO_WORD


def register() -> None:
    """Register all games of the catalogue for `pyspiel.load_game`."""
    for game in GAMES.values():
        if PREFIX + game.name not in pyspiel.registered_names():
            pyspiel.register_game(type_of(game), class_of(game))


def type_of(game: Game[Any], *, by_choices: bool = False) -> Any:
    """The type of our game by codes, with tensors; or by whole choices, for the searches."""
    kinds = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=PREFIX + game.name + ("_by_choices" if by_choices else ""),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=kinds.CONSTANT_SUM if by_choices else kinds.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=not by_choices,
        provides_observation_string=True,
        provides_observation_tensor=not by_choices,
        parameter_specification={"seats": game.fewest, "options": "{}"},
    )


def class_of(game: Game[Any]) -> type:
    """A class for one game: OpenSpiel creates games from a class and parameters alone."""

    class OfThisGame(CodedGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params)

    return OfThisGame


class CodedGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, game: Game[Any], params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.game = game
        self.seats = int(params.get("seats", game.fewest))
        self.options = json.loads(params.get("options", "{}"))
        self.codes = game.codes(self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.codes.count),
            max_chance_outcomes=chances(game),
            num_players=self.seats,
            min_utility=-1 / self.seats,
            max_utility=1 - 1 / self.seats,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(game), info, params)

    def new_initial_state(self) -> "CodedState":
        return CodedState(self, self.game.new(self.seats, self.options))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.codes)


def chances(game: Game[Any]) -> int:
    """A bound of the outcomes of chance."""
    sizes = [answers(row) for row in game.codec.questions.values() if not row.ask]
    return max(size or MOST for size in sizes) if sizes else 1


class CodedState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: CodedGame, s: State) -> None:
        super().__init__(game)
        self.held = Held(s, game.codes)

    def current_player(self) -> int:
        turn = int(self.held.s.turn)
        if turn == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if turn == CHANCE else turn

    def _legal_actions(self, player: int) -> list[int]:
        held = self.held
        if held.s.turn != player:
            return []
        mask = allowed(held.codes, held.s, player, held.word)
        return [int(code) for code in np.flatnonzero(np.frombuffer(mask, np.uint8))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        s = self.held.s
        odds = s.odds()
        whole = sum(odds)
        return [(one, odd / whole) for one, odd in zip(s.options(CHANCE), odds, strict=True)]

    def _apply_action(self, action: int) -> None:
        held = self.held
        if held.s.turn == CHANCE:
            held.s.apply(CHANCE, action)
        else:
            held.word = held.codes.say(held.s, held.s.turn, held.word, action)

    def _action_to_string(self, player: int, action: int) -> str:
        """As at the table, if the action is a whole answer to the present question."""
        s, codes = self.held.s, self.held.codes
        if player == pyspiel.PlayerId.CHANCE:
            return str(s.game.codec.write(s, CHANCE, action)) if s.turn == CHANCE else f"{action}"
        if s.turn == player and not s.step.is_vast():
            for choice in s.options(player):
                if codes.spell(s, player, choice) == [action]:
                    return f"{s.step.what} {s.game.codec.write(s, player, choice)}"
        what, answer = codes.meaning(action)
        return f"{what} {answer}"

    def is_terminal(self) -> bool:
        return self.held.s.is_over()

    def returns(self) -> list[float]:
        s = self.held.s
        return [share - 1 / s.seats for share in s.scores()] if s.is_over() else [0.0] * s.seats

    def resample_from_infostate(self, player: int, sampler: Any) -> "CodedState":
        """A random world that the player cannot tell from this one."""
        world = CodedState(
            self.get_game(), self.held.s.imagine(player, Dice(int(sampler() * FINE)))
        )
        world.held.word = self.held.word_of(player)
        return world

    def __str__(self) -> str:
        return as_text([self.held.s.view(EVERYONE), self.held.word])


class Observer:
    """A seat's observation as a tensor with named fields, and its view as a string."""

    def __init__(self, codes: Codes) -> None:
        self.codes = codes
        self.tensor: Any = np.zeros(int(codes.width), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for field in codes.layout:
            size = area_of(field.shape)
            self.dict[field.name] = self.tensor[at : at + size].reshape(field.shape)
            at += size

    def set_from(self, state: CodedState, player: int) -> None:
        held = state.held
        seen = observed(self.codes, held.s, player, held.word_of(player))
        self.tensor[:] = np.frombuffer(seen, np.uint8)

    def string_from(self, state: CodedState, player: int) -> str:
        held = state.held
        return as_text([held.s.view(player), held.word_of(player)])
