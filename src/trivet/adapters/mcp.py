"""Trivet's games as tools for language models, by the Model Context Protocol.

    trivet mcp          # a server on standard input and output

A model lists games, reads rules, opens a table against bots, looks at it and answers in notation.
It sees its seat's view and nothing else.
"""

from typing import Any

from mcp.server.mcpserver import MCPServer

import trivet
from trivet import rulebook
from trivet.adapters.text import TextTable, rule_text

TABLES = 64  # open at the same time; the oldest is closed for a new one
SAYS = (
    "Tabletop games against bots. List the games, read the rules, open a table, then answer in "
    "notation until the game is over. An answer that is not allowed is explained with its rule and "
    "changes nothing."
)


class Tools:
    """What a model can do; every answer is text."""

    def __init__(self) -> None:
        self.tables: dict[str, TextTable] = {}
        self.opened = 0

    def list_games(self) -> str:
        """The games, with their numbers of players and options."""
        return "\n".join(_listed(game) for game in trivet.all_games().values())

    def read_rules(self, game: str, rule: str = "") -> str:
        """The rulebook of a game, or one of its rules by number (as SOV-9)."""
        try:
            book = rulebook.read(trivet.game(game).name)
        except (ValueError, rulebook.NoRulebook) as wrong:
            return str(wrong)
        if not rule:
            return book.text
        near = ", ".join(book.nearest(rule))
        return rule_text(book.name, rule) or f"There is no rule {rule}; near it are: {near}."

    def open_table(
        self, game: str, seats: int | None = None, rival: str = "steady", seat: int = 0,
        seed: int = 0, options: dict[str, Any] | None = None,
    ) -> str:  # fmt: skip
        """Open a table of a game.  Bots of the level `rival` (random, greedy, steady, sharp or
        master) have the other seats.  Tells the name of the table and what you see there."""
        try:
            table = TextTable(game, seats, rival, seat, seed, **(options or {}))
        except (ValueError, OverflowError, TypeError) as wrong:
            return f"No table was opened: {wrong}."
        self.opened += 1
        name = f"table-{self.opened}"
        while len(self.tables) >= TABLES:
            del self.tables[next(iter(self.tables))]
        self.tables[name] = table
        return f"{name}\n\n{table.shown()}"

    def look(self, table: str) -> str:
        """What you see at a table now, and what is asked of you."""
        found = self.tables.get(table)
        return self._no_table(table) if found is None else found.shown()

    def answer(self, table: str, answer: str) -> str:
        """Answer in notation.  Tells what you see then, or why the answer is not allowed."""
        found = self.tables.get(table)
        return self._no_table(table) if found is None else found.answer(answer)

    def _no_table(self, name: str) -> str:
        there = ", ".join(self.tables) or "none"
        return f"There is no table '{name}'; open are: {there}."


def _listed(game: Any) -> str:
    seats = f"{game.fewest}" if game.fewest == game.most else f"{game.fewest} to {game.most}"
    options = "; ".join(f"{option.name}: {option.words}" for option in game.options)
    return f"{game.name} ({game.title}), {seats} players. {game.tagline} Options: {options or '-'}"


def server() -> Any:
    """The server, with fresh tools."""
    tools = Tools()
    made = MCPServer("trivet", instructions=SAYS, version=trivet.__version__)
    for tool in (tools.list_games, tools.read_rules, tools.open_table, tools.look, tools.answer):
        made.tool()(tool)
    return made
