"""The answers to one question: how they are numbered, listed, filtered and read."""

from typing import Any

from trivet.cli.terminal.screen import Screen
from trivet.core.state import Objection
from trivet.core.table import Table

VASTEST = 20_000  # answers that are still searched for what was typed
UNREADABLE = "HOUSE-2"


class Menu:
    """Choices are numbered by their place in the list of options, except where a number would
    mislead: in a vast question, and where a number is an answer itself."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.options: list[int] = table.state.options(seat)
        self.is_vast: bool = table.state.step.is_vast()
        self.notations = [] if self.is_vast else [self._write(c) for c in self.options]
        self.has_numbers = not self.is_vast and not self._are_numbers()

    def _are_numbers(self) -> bool:
        """Whether a number alone is an answer: "6" sells six blocks, whatever stands in line 6."""
        texts = map(str, range(1, len(self.options) + 1))
        return any(not isinstance(self.table.read(self.seat, text), Objection) for text in texts)

    # --- reading ---------------------------------------------------------------------------------

    def read(self, text: str) -> int | Objection:
        """The choice meant by a number or notation, allowed or not; or why it cannot be read."""
        is_number = self.has_numbers and text.isdecimal()
        if is_number and 1 <= int(text[:9]) <= len(self.options):
            return self.options[int(text) - 1]
        choice = self.table.read(self.seat, text)
        if is_number and isinstance(choice, Objection):
            return Objection(UNREADABLE, f"The choices are numbered from 1 to {len(self.options)}.")
        if isinstance(choice, Objection) and choice.rule == UNREADABLE:
            refused = self._refused_thing(text)
            return choice if refused is None else refused
        return choice

    def _refused_thing(self, text: str) -> int | None:
        """The refused choice that a bare thing on the table (a space, a card) stands for, so that
        `why b2` can be answered."""
        state = self.table.state
        choices = [] if self.is_vast else self.options
        touched = [thing for c in choices for thing in self._codec.touched(state, self.seat, c)]
        for kind in sorted({thing.partition(":")[0] for thing in touched if ":" in thing}):
            meant: int | None = self._codec.preferred(state, self.seat, f"{kind}:{text}")
            if meant is not None and self.objection(meant) is not None:
                return meant
        return None

    def objection(self, choice: int) -> Objection | None:
        return self.table.state.objection(self.seat, choice)

    def matching(self, text: str) -> list[int]:
        """The allowed answers that begin with the text, or else contain it in notation or words."""
        wanted = text.casefold()
        if self.is_vast and len(self.options) > VASTEST:
            return []
        starting = [c for c in self.options if self._write(c).casefold().startswith(wanted)]
        if starting or self.is_vast:
            return starting
        return [
            choice
            for choice, notation in zip(self.options, self.notations)
            if wanted in notation.casefold() or wanted in self.words(choice).casefold()
        ]

    # --- listing ---------------------------------------------------------------------------------

    def words(self, choice: int) -> str:
        return str(self._codec.words(self.table.state, self.seat, choice))

    def name(self, choice: int) -> str:
        """The notation of a choice, after its number if it has one."""
        notation = self._write(choice)
        if not self.has_numbers:
            return notation
        return f"{self.options.index(choice) + 1} {notation}"

    def in_words(self, screen: Screen, choices: list[int]) -> list[str]:
        names = [self._padded(choice) for choice in choices]
        margin = max(map(len, names), default=0) + 4
        lines: list[str] = []
        for choice, name in zip(choices, names):
            lines += screen.wrap(
                self.words(choice), f"  {name}".ljust(margin), " " * min(margin, screen.width // 2)
            )
        return lines

    def in_columns(self, screen: Screen) -> list[str]:
        """The names alone; nothing for a vast question."""
        if self.is_vast:
            return []
        names = [self._padded(choice) for choice in self.options]
        wide = max(map(len, names)) + 2
        each = max(1, (screen.width - 2) // wide)
        rows = [names[start : start + each] for start in range(0, len(names), each)]
        return ["  " + "".join(name.ljust(wide) for name in row).rstrip() for row in rows]

    def _padded(self, choice: int) -> str:
        number, space, notation = self.name(choice).partition(" ")
        if not self.has_numbers:
            return number + space + notation
        return number.rjust(len(str(len(self.options)))) + space + notation

    def _write(self, choice: int) -> str:
        return str(self._codec.write(self.table.state, self.seat, choice))

    @property
    def _codec(self) -> Any:
        return self.table.game.codec
