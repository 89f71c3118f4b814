"""The ledger of an arena: the blocks already played, so that no block is played twice.

The first line of the file describes the contests; then each block is one line of JSON.  A last line
that was cut off is dropped, and its block is played again.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from trivet.lab.arena import Contest, PlayedTable

KIND = "Trivet arena 2"  # with the code's hash and the games themselves


class BadLedger(ValueError):
    """A file that is not a ledger, or is the ledger of other contests."""


Block = tuple[int, int]  # the index of the contest, and the number of the block


class Ledger:
    """Kept in a file, or without a path in memory only."""

    def __init__(self, contests: Sequence[Contest], path: Path | None) -> None:
        self.path = path
        self.head = {"kind": KIND, "contests": [contest.head() for contest in contests]}
        self.blocks: dict[Block, list[PlayedTable]] = {}
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            self._read(path)
        else:
            path.write_text(json.dumps(self.head) + "\n")

    def add(self, block: Block, tables: list[PlayedTable]) -> None:
        self.blocks[block] = tables
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(json.dumps(_written(block, tables)) + "\n")

    def of(self, contest: int) -> list[list[PlayedTable]]:
        """The played blocks of one contest, in order, up to the first missing one."""
        found: list[list[PlayedTable]] = []
        while (contest, len(found)) in self.blocks:
            found.append(self.blocks[contest, len(found)])
        return found

    def missing(self, wanted: Sequence[Block]) -> Iterator[Block]:
        return (block for block in wanted if block not in self.blocks)

    def _read(self, path: Path) -> None:
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            raise BadLedger(f"{path} is not an arena ledger") from None
        whole = text[: text.rfind("\n") + 1]
        lines = whole.splitlines()
        if not lines or _json(lines[0]) is None or _json(lines[0]).get("kind") != KIND:
            raise BadLedger(f"{path} is not an arena ledger")
        if _json(lines[0]) != self.head:
            raise BadLedger(
                f"{path} is of other contests: {_differences(_json(lines[0]), self.head)}"
            )
        for number, line in enumerate(lines[1:], 2):
            row = _json(line)
            try:
                block = int(row["contest"]), int(row["block"])
                self.blocks[block] = [_table(table) for table in row["tables"]]
            except (TypeError, KeyError, ValueError, AttributeError):
                raise BadLedger(f"{path}, line {number}: not a block of tables") from None
        if len(whole) < len(text):
            path.write_text(whole)  # the last line was cut off


def _written(block: Block, tables: list[PlayedTable]) -> dict[str, Any]:
    return {
        "contest": block[0],
        "block": block[1],
        "tables": [
            {
                "players": table.players,
                "shares": table.shares,
                "answers": table.answers,
                "thinking": table.thinking,
                "log": table.log,
            }
            for table in tables
        ],
    }


def _table(row: dict[str, Any]) -> PlayedTable:
    return PlayedTable(
        tuple(map(str, row["players"])),
        tuple(map(float, row["shares"])),
        int(row["answers"]),
        tuple({int(step): int(count) for step, count in each.items()} for each in row["thinking"]),
        tuple((int(seat), int(choice)) for seat, choice in row["log"]),
    )


def _json(line: str) -> Any:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _differences(found: dict[str, Any], wanted: dict[str, Any]) -> str:
    """The keys in which the contests of two ledgers differ."""
    ours, theirs = wanted["contests"], found.get("contests")
    if not isinstance(theirs, list) or len(theirs) != len(ours):
        return "there are more or fewer of them"
    names = {name for one, other in zip(ours, theirs, strict=True) for name in one
             if not isinstance(other, dict) or one[name] != other.get(name)}  # fmt: skip
    return "another " + ", ".join(sorted(names)) if names else "something else was added"
