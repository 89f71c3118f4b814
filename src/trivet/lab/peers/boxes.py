"""The two games for benchmarks as `Game` objects, with the least that a game must have."""

from collections.abc import Mapping, Sequence
from typing import Any

from trivet.core.game import Game
from trivet.core.ink import Ink
from trivet.core.state import State
from trivet.core.words.answers import Form, Question
from trivet.core.words.codec import Codec
from trivet.core.words.fields import NAME, Field
from trivet.core.words.news import NewsRow
from trivet.lab.peers import connect_four, grid, tic_tac_toe
from trivet.lab.peers.lore import NoLore


def numbered(what: str, told: str, places: int) -> Codec:
    """A choice is its number, counted from 1."""
    place = Field(str(number + 1) for number in range(places))
    form = Form(
        text="{place}", touches="place:{place}", words=what.capitalize() + " {place}", place=place
    )
    question = Question("", f"Where do you {what}?", f"{{seat}} {what}{{s}}.", "a number", form)
    news = {told: NewsRow(f"{{seat}} <{told}|will {what}> {{place}}.", seat=NAME, place=place)}
    return Codec({what: question}, news)


class MeasuredGame(Game[Any]):
    version = 1
    fewest = 2
    most = 2
    minutes = 1
    strategy = NoLore()

    def table(self, s: Any, viewer: int, public: Any = None) -> dict[str, object]:
        cells = [s.mine, s.theirs] if s.mover == 0 else [s.theirs, s.mine]
        return {"cells": cells, "mover": s.mover}

    def picture(self, view: Mapping[str, Any], names: Sequence[str], ink: Ink) -> list[str]:
        return [f"{name}: {cells:b}" for name, cells in zip(names, view["table"]["cells"])]


class ConnectFourGame(MeasuredGame):
    name, title, prefix = "connect_four", "Connect four", "C4"
    tagline = "Four in a row."
    codec = numbered("drop", "dropped", 7)

    def begin(self, seats: int, options: Mapping[str, Any]) -> State:
        return grid.begin(connect_four.TURN)


class TicTacToeGame(MeasuredGame):
    name, title, prefix = "tic_tac_toe", "Tic-tac-toe", "TTT"
    tagline = "Three in a row."
    codec = numbered("mark", "marked", 9)

    def begin(self, seats: int, options: Mapping[str, Any]) -> State:
        return grid.begin(tic_tac_toe.TURN)


MEASURED: dict[str, Game[Any]] = {game.name: game for game in (ConnectFourGame(), TicTacToeGame())}
