"""Whose bot thinks next, and who looks at a finished game next.

People take turns, however many tables they have.  Tables where a player is present come before
tables that are only watched.  A room has one thought at a time as long as other rooms wait, and a
person leaves one worker to others.  When many wait, everybody's bots think less.

A line may be full: then the newest turn of whoever has most in it is refused.
"""

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from trivet.bots.levels import LEVELS

ROUND = 2.5  # seconds in which everybody who waits is to have had a turn
LEAST = LEVELS.index("greedy")  # no bot is made weaker than this


class Owner(NamedTuple):
    """For whom a bot thinks."""

    person: str  # a player who is present, else who opened the table
    room: str
    is_seated: bool  # whether a player is present


@dataclass(eq=False)
class WaitingTurn:
    """A bot that waits to think, or thinks."""

    owner: Owner
    call: Callable[[], None]  # called when its turn has come
    refuse: Callable[[], None] = lambda: None  # called if the line is full instead


class Turns:
    """The waiting line.  Who comes, who is next, who is done."""

    def __init__(self, workers: int, most: int = 0) -> None:
        self.workers, self.most = workers, most  # how many may wait; 0: as many as come
        self._lines: dict[bool, dict[str, deque[WaitingTurn]]] = {True: {}, False: {}}
        self._running: set[WaitingTurn] = set()

    def __len__(self) -> int:
        return sum(len(line) for lines in self._lines.values() for line in lines.values())

    def join(self, turn: WaitingTurn) -> None:
        lines = self._lines[turn.owner.is_seated]
        lines.setdefault(turn.owner.person, deque()).append(turn)
        self._call()
        if self.most and len(self) > self.most:
            refused = self._longest()[-1]
            self._remove(refused)
            refused.refuse()

    def leave(self, turn: WaitingTurn) -> None:
        """Done, or given up; the next one is called."""
        self._running.discard(turn)
        line = self._lines[turn.owner.is_seated].get(turn.owner.person, ())
        if turn in line:
            self._take(turn)
        self._call()

    def close(self) -> None:
        """Call nobody any more."""
        self.workers = 0

    def waiting(self, owner: Owner) -> int:
        """How many other people wait in the owner's line; players do not feel watchers."""
        lines = [self._lines[True]] if owner.is_seated else list(self._lines.values())
        return len(set[str]().union(*lines) - {owner.person})

    def _call(self) -> None:
        while len(self._running) < self.workers and (turn := self._next()) is not None:
            self._take(turn)
            self._running.add(turn)
            turn.call()

    def _next(self) -> WaitingTurn | None:
        rooms = Counter(turn.owner.room for turn in self._running)
        people = Counter(turn.owner.person for turn in self._running)
        most = max(1, self.workers - 1)
        for lines in (self._lines[True], self._lines[False]):
            allowed = [line for person, line in lines.items() if people[person] < most]
            for may_share in (False, True):
                for line in allowed:
                    for turn in line:
                        if may_share or not rooms[turn.owner.room]:
                            return turn
        return None

    def _longest(self) -> deque[WaitingTurn]:
        """The line of whoever waits with most; of several, of the one who came last."""
        lines = [line for lines in self._lines.values() for line in lines.values()]
        return max(reversed(lines), key=len)

    def _take(self, turn: WaitingTurn) -> None:
        """Out of the line; its person goes to the end of the round."""
        lines, person = self._lines[turn.owner.is_seated], turn.owner.person
        lines[person] = lines.pop(person)
        self._remove(turn)

    def _remove(self, turn: WaitingTurn) -> None:
        lines, person = self._lines[turn.owner.is_seated], turn.owner.person
        lines[person].remove(turn)
        if not lines[person]:
            del lines[person]


def level_now(level: str, waiting: int, workers: int, seconds: Callable[[str], float]) -> str:
    """The best level up to the wanted one with which a round stays short.  Never below greedy,
    unless the wanted level is."""
    share = ROUND * workers / (waiting + 1)
    wanted = LEVELS.index(level)
    for number in range(wanted, LEAST, -1):
        if seconds(LEVELS[number]) <= share:
            return LEVELS[number]
    return LEVELS[min(wanted, LEAST)]
