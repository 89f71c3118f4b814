"""What people were acknowledged and shown, and whether the stores still say the same.

The observer knows nothing of a server's memory.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.game import game_with
from trivet.server.store.contract import LogRow, StoredRoom, StoreError
from trivet.server.store.stored import RoomHead
from trivet.server.table.act_counts import UNDO
from trivet.server.table.room import room_from_store
from trivet.server.table.views import Feed
from trivet.server.wire.messages import Bank, Channel
from trivet.server.wire.outgoing import ChatLine, ChatLines, NewsItem, RoomSeen, Shown

PHASES = ("open", "playing", "over")
MOST_IN_A_TURN = 8  # answers
SLACK = 5_000  # milliseconds that a message may be under way, which a clock does not count
Told = tuple[str, tuple[int, ...], int]  # one item of news, without names that may change


@dataclass
class Seat:
    """What the player of a seat has sent, and what of it was acknowledged, by number of the act."""

    sent: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    acknowledged: dict[int, str] = field(default_factory=dict)
    offers: int = 0  # to take back, sent
    is_handed: bool = False  # somebody has asked that a bot plays


@dataclass
class Facts:
    """What was shown of a table that never becomes less."""

    phase: int = 0
    rematches: list[str] = field(default_factory=list)  # one, unless it was closed
    withheld: int = 0
    commitments: dict[int, str] = field(default_factory=dict)  # by number of withheld starts
    out: dict[int, str] = field(default_factory=dict)  # by seat
    hints: Counter[int] = field(default_factory=Counter)  # by seat


class Observer:
    """Everything promised, and everything broken."""

    def __init__(self) -> None:
        self.broken: list[str] = []
        self.counts: Counter[str] = Counter()
        self.seats: dict[tuple[str, int], Seat] = defaultdict(Seat)
        self.facts: dict[str, Facts] = defaultdict(Facts)
        self.said: dict[str, bool] = {}  # by text of a line: whether it was acknowledged

    def breaks(self, what: str) -> None:
        self.broken.append(what)

    # --- acts ---

    def sends(self, room: str, seat: int, count: int, texts: Sequence[str]) -> None:
        for number, text in enumerate(texts, count):
            self.seats[room, seat].sent[number].add(text)

    def took(self, room: str, seat: int, count: int, texts: Sequence[str], now: int) -> None:
        """An answer or a takeback was acknowledged; `now` is how often the seat has acted."""
        self.counts["answers"] += len(texts)
        if now != count + len(texts):
            self.breaks(f"{len(texts)} acts after {count} were acknowledged as {now}")
        for number, text in enumerate(texts, count):
            if self.seats[room, seat].acknowledged.setdefault(number, text) != text:
                self.breaks("two acts were acknowledged under one number")

    def sees(self, seen: RoomSeen) -> None:
        """Keep what can only grow.  What one server shows late another may have shown already."""
        facts = self.facts[seen.id]
        facts.phase = max(facts.phase, PHASES.index(seen.phase))
        self._sees_rematch(facts, seen.next)
        facts.withheld = max(facts.withheld, seen.withheld)
        if facts.commitments.setdefault(seen.withheld, seen.commitment) != seen.commitment:
            self.breaks("the dice were changed after they were promised")
        for seat, one in enumerate(seen.seats):
            facts.hints[seat] = max(facts.hints[seat], one.hints)
            if one.out:
                facts.out[seat] = one.out

    def _sees_rematch(self, facts: Facts, room: str) -> None:
        if not room or room in facts.rematches:
            return
        if facts.rematches and not self.may_be_closed(facts.rematches[-1]):
            self.breaks("a table had two rematches")
        facts.rematches.append(room)

    def may_be_closed(self, room: str) -> bool:
        """A table closes if its dice could not be mixed."""
        return self.facts[room].withheld >= 2

    # --- what is stored ---

    def compare(self, room: str, stored: StoredRoom | None) -> None:
        """A table as it is stored now: nothing that was promised or shown is missing."""
        if stored is None:
            if not self.may_be_closed(room):
                self.breaks("a table is gone")
            return
        self._compare_head(stored.head, self.facts[room])
        by_seat: dict[int, list[LogRow]] = defaultdict(list)
        for row in stored.rows:
            by_seat[row.seat].append(row)
        for seat, chair in enumerate(stored.head.chairs):
            if chair.person:
                history = self.seats[room, seat]
                history.is_handed = history.is_handed or bool(chair.out)
                self._compare_acts(history, by_seat[seat])
        lines = Counter(line.text for line in stored.lines if line.person)
        self.said_here(room, lines)

    def _compare_head(self, head: RoomHead, facts: Facts) -> None:
        if PHASES.index(head.phase) < facts.phase:
            self.breaks(f"a game that was {PHASES[facts.phase]} is {head.phase} again")
        seen = facts.rematches
        if seen and head.next not in seen and not (head.next and self.may_be_closed(seen[-1])):
            self.breaks("a rematch is forgotten")
        if head.withheld < facts.withheld:
            self.breaks("a withheld start is forgotten")
        for seat, out in facts.out.items():
            if head.chairs[seat].out != out:
                self.breaks(f"somebody who had {out} plays again")
        for seat, hints in facts.hints.items():
            if seat < len(head.chairs) and head.chairs[seat].hints < hints:
                self.breaks("a hint is forgotten")

    def _compare_acts(self, seat: Seat, rows: Sequence[LogRow]) -> None:
        for number, text in seat.acknowledged.items():
            if number >= len(rows) or _text_of(rows[number]) != text:
                self.breaks("an act was acknowledged and lost")
        for number, row in enumerate(rows):
            if row.kind == "cut":
                if seat.offers == 0:
                    self.breaks("answers were taken back, and nobody had offered it")
            elif row.kind == "answer" and not row.said:
                if not seat.is_handed:
                    self.breaks("somebody else answered for a player")
            elif _text_of(row) not in seat.sent[number]:
                self.breaks("an act was stored twice, or never sent")

    def said_here(self, room: str, lines: Mapping[str, int]) -> None:
        for text, number in lines.items():
            if number > 1 or text not in self.said:
                self.breaks("a line was stored twice, or never sent")
        for text, is_acknowledged in self.said.items():
            if is_acknowledged and text.startswith(f"{room[:6]} ") and text not in lines:
                self.breaks("a line was acknowledged and lost")

    # --- at the end ---

    def replays(self, stored: StoredRoom, views: "Sequence[Seen]", text: str | None) -> None:
        """The log leads to what everybody saw, and the record can be checked."""
        head = stored.head
        game = game_with(GAMES, head.game, head.rules)
        if game is None:
            return self.breaks("a table has no game")
        try:
            room = room_from_store(game, stored, 0)
            if head.phase == "over":
                self._check_record(head, text)
        except (StoreError, record.BadRecord) as error:
            return self.breaks(f"a log does not replay: {error}")
        for seen in views:
            if seen.viewer is None or not room.has_begun:
                continue
            feed = Feed(seen.viewer)
            feed.catch_up(room)
            told = [told_of(item) for item in feed.items]
            if seen.takebacks == room.acts.takebacks and told[: len(seen.news)] != seen.news:
                self.breaks("what was seen is not in the log")
        return None

    def _check_record(self, head: RoomHead, text: str | None) -> None:
        if text is None:
            return self.breaks("a finished game has no record")
        found = record.load(text, GAMES)
        promised = self.facts[head.id].commitments.get(head.withheld)
        if promised is not None and promised != found.table.commitment:
            self.breaks("the dice were not those that were promised")
        self.counts["records checked"] += 1
        return None


def _text_of(row: LogRow) -> str:
    return row.said if row.kind == "answer" else UNDO if row.kind == "undo" else row.kind


def told_of(item: NewsItem) -> Told:
    return item.what, tuple(item.data), item.by


# --- what one guest sees of one table -------------------------------------------------------------


class Seen:
    """What a guest has been shown of a table, over all connections."""

    def __init__(self, observer: Observer, room: str, *, is_alone: bool) -> None:
        self.observer, self.room = observer, room
        self.is_alone = is_alone  # the one server never shows less than before
        self.about: RoomSeen | None = None
        self.shown: Shown | None = None
        self.viewer: int | None = None  # once there was something to see
        self.news: list[Told] = []
        self.takebacks = 0
        self.lines: dict[Channel, list[ChatLine | None]] = {"players": [], "watchers": []}
        self.clocks: list[int] = []  # milliseconds
        self.clocks_at = 0

    def take_room(self, seen: RoomSeen) -> None:
        if seen.phase != "over" and seen.seed:
            self.observer.breaks("the seed was shown before the end")
        self.about = seen
        self.observer.sees(seen)

    def take_shown(self, shown: Shown, now: int, person: int | None) -> None:
        """The game; `person` is the guest's seat, `now` milliseconds."""
        breaks = self.observer.breaks
        is_over = self.about is not None and self.about.phase == "over"
        if shown.open is not None and not shown.is_open:
            breaks("all cards were shown during the game")
        if self.is_alone and shown.takebacks < self.takebacks:
            breaks("a takeback was undone")
        told, since = [told_of(item) for item in shown.news], shown.since
        if since > len(self.news):
            breaks("news are missing")
        if shown.takebacks == self.takebacks and self.shown is not None:
            overlap = self.news[since:]
            if overlap[: len(told)] != told[: len(overlap)]:
                breaks("what was seen is different now")
            if self.is_alone and since + len(told) < len(self.news):
                breaks("what was seen was undone")
            if len(told) < len(overlap):  # of a server that is behind
                told = overlap
        self.news[since:] = told
        acts = self.observer.seats.get((self.room, -1 if person is None else person))
        if self.is_alone and acts is not None and shown.count <= max(acts.acknowledged, default=-1):
            breaks("fewer acts are shown than were acknowledged")
        if not is_over:
            self._take_clocks(shown, now)
        self.viewer = -1 if person is None else person
        self.shown, self.takebacks = shown, shown.takebacks

    def _take_clocks(self, shown: Shown, now: int) -> None:
        """Time is only used up, and no more of it than has passed; a table that was read again
        may give some of it back, and an answer its increment."""
        before, passed = self.clocks, now - self.clocks_at
        self.clocks, self.clocks_at = [clock.left for clock in shown.clocks], now
        clock = self.about.clock if self.about is not None else None
        is_fresh = shown.scene is not None or any(one.scene is not None for one in shown.moments)
        goes_on = shown.number > 0 and not is_fresh
        for was, left in zip(before, self.clocks):
            if left < was - passed - SLACK:
                self.observer.breaks("a clock has run too fast")
            more = 1000 * clock.increment * MOST_IN_A_TURN if isinstance(clock, Bank) else math.inf
            if goes_on and left > was + SLACK + more:
                self.observer.breaks("a clock went back")

    def take_lines(self, told: ChatLines) -> None:
        known, since = self.lines[told.channel], told.since
        known.extend([None] * (since - len(known)))
        for have, new in zip(known[since:], told.lines):
            if have is not None and have != new:
                self.observer.breaks("a line of the chat is different now")
        if self.is_alone and since + len(told.lines) < len(known):
            self.observer.breaks("lines of the chat were undone")
        known[since:] = told.lines
