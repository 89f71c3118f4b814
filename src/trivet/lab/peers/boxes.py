"""The two measured games in their boxes, with as little beside the rules as a game can have."""

from collections.abc import Mapping, Sequence
from typing import Any

from trivet.core.codec import Codec
from trivet.core.game import Game
from trivet.core.ink import Ink
from trivet.core.state import Event, Objection, State
from trivet.lab.peers import connect_four, grid, tic_tac_toe
from trivet.lab.peers.lore import NoLore


class PlainCodec(Codec[Any]):
    """A choice is its number, counted from 1."""

    def ask(self, s: State, seat: int) -> str:
        return f"Where do you {s.step.what}?"

    def how(self, s: State, seat: int) -> str:
        return "a number"

    def write(self, s: State, seat: int, choice: int) -> str:
        return str(choice + 1)

    def read(self, s: State, seat: int, text: str) -> int | Objection:
        if text.isdecimal() and text.isascii() and len(text) < 3:
            return int(text) - 1
        return Objection("HOUSE-2", "Type a number.")

    def words(self, s: State, seat: int, choice: int) -> str:
        return f"{s.step.what.capitalize()} {choice + 1}"

    def touched(self, s: State, seat: int, choice: int) -> list[str]:
        return [f"place:{choice + 1}"]

    def news(self, event: Event, names: Sequence[str]) -> str:
        return f"{names[event.data[0]]} {event.what} {event.data[1] + 1}."


class MeasuredGame(Game[Any]):
    version = 1
    fewest = 2
    most = 2
    minutes = 1
    codec = PlainCodec()
    strategy = NoLore()

    def table(self, s: Any, viewer: int) -> dict[str, object]:
        cells = [s.mine, s.theirs] if s.mover == 0 else [s.theirs, s.mine]
        return {"cells": cells, "mover": s.mover}

    def picture(self, view: Mapping[str, Any], names: Sequence[str], ink: Ink) -> list[str]:
        return [f"{name}: {cells:b}" for name, cells in zip(names, view["table"]["cells"])]


class ConnectFourGame(MeasuredGame):
    name, title, prefix = "connect_four", "Connect four", "C4"
    tagline = "Four in a row."

    def begin(self, seats: int, options: Mapping[str, Any]) -> State:
        return grid.begin(connect_four.TURN)


class TicTacToeGame(MeasuredGame):
    name, title, prefix = "tic_tac_toe", "Tic-tac-toe", "TTT"
    tagline = "Three in a row."

    def begin(self, seats: int, options: Mapping[str, Any]) -> State:
        return grid.begin(tic_tac_toe.TURN)


MEASURED: dict[str, Game[Any]] = {game.name: game for game in (ConnectFourGame(), TicTacToeGame())}
