"""A room: a table with its people.

A room does no I/O.  It collects its changes; its mailbox stores them first and then shows them.
Times are milliseconds of a monotonic clock.
"""

import time
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from trivet.bots.tuned import effective_level
from trivet.core import record
from trivet.core.game import BadSeats, Game
from trivet.core.options import BadOption
from trivet.core.outcome import Outcome, SheetRow, places_of
from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import NOBODY
from trivet.core.table import Table
from trivet.core.words.codec import HOUSE_ENDINGS
from trivet.server.bots.turns import Owner
from trivet.server.store.contract import Change, LogRow, Owed, Spoken, StoredRoom, Unreadable
from trivet.server.store.names import Introductions, is_shown_as, told_apart
from trivet.server.store.stored import Chair, RoomHead
from trivet.server.table.absence import SHARE_OF_DAYS, all_away
from trivet.server.table.act_counts import Acts
from trivet.server.table.clocks import Clocks, at_first
from trivet.server.table.results import result_for
from trivet.server.wire.messages import Channel, Days, EndReason, Phase
from trivet.server.wire.outgoing import ClockSeen, OfferSeen, Result, RoomSeen, SeatSeen, SheetLine

REVEAL_TIME = 30_000  # milliseconds to open a sealed salt, once all are ready
HOUSE_NAME = "Trivet"  # of lines in the chat that the server writes
CHANNELS: tuple[Channel, ...] = ("players", "watchers")


class Person(NamedTuple):
    """A guest of the server: a player or a watcher."""

    id: str
    name: str


class Failing(Exception):
    """A request that fails for a reason outside the rules of the game."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Room:
    """A table with its people, clocks, offers and chat, and the changes still to be stored."""

    def __init__(self, game: Game[Any], stored: StoredRoom, now: int) -> None:
        self.game, self.head, self.epoch = game, stored.head, stored.epoch
        self.lines: dict[Channel, list[Spoken]] = {
            channel: [line for line in stored.lines if line.channel == channel]
            for channel in CHANNELS
        }
        self.lay_table()
        if self.has_begun:
            self.acts.replay(self.table, stored.rows)
        self.offers: dict[str, list[int]] = {}  # by what: seats that agree, the first one offers
        self.present: dict[str, int] = {}  # by person: sockets
        self.speakers = {  # names by person, of watchers who have spoken
            line.person: line.name for line in self.lines["watchers"] if line.person
        }
        self.spoke_at: dict[str, int] = {}  # by person, of watchers: milliseconds
        self.reveal_until = now + REVEAL_TIME if self.is_revealing else None
        self.followups: list[Literal["rematch", "close"]] = []  # what only the house can do
        self._names_key: list[tuple[str, str]] = []  # names and bots, and what is made of them
        self._names: list[str] = []
        self._seated: list[str] = []  # the names that the introductions begin with
        self._introductions = Introductions()
        self._owed: list[tuple[str, int]] | None = None  # as stored; None: nobody knows
        self.forget_changes()
        if self.head.phase == "playing":
            self.run_clocks(now - stored.elapsed)
            self.is_changed = stored.elapsed > 0  # from now on its clocks run here

    def lay_table(self) -> None:
        """A table before its first answer, with as many seats as there are chairs; BadSeats or
        BadOption if the game is not played like that."""
        head, seats = self.head, len(self.head.chairs)
        name = head.dice or head.id
        self.table = Table(self.game, seats, head.seed, name, head.options, head.salt)
        self.acts = Acts(seats)
        self.clocks = self._clocks()

    # --- what is so ------------------------------------------------------------------------------

    @property
    def chairs(self) -> list[Chair]:
        return self.head.chairs

    @property
    def has_begun(self) -> bool:
        return self.head.phase != "open"

    @property
    def is_full_and_ready(self) -> bool:
        return all(chair.bot or (chair.person and chair.is_ready) for chair in self.chairs)

    @property
    def is_revealing(self) -> bool:
        """All are ready, and some salts are still sealed."""
        is_sealed = any(chair.sealed and not chair.salt for chair in self.chairs)
        return not self.has_begun and is_sealed and self.is_full_and_ready

    @property
    def may_have_hints(self) -> bool:
        """Who plays alone against bots always may; several people agree on it beforehand."""
        people = [
            one for one in self.chairs if one.person or not one.bot
        ]  # also those still to come
        return self.head.has_hints or len(people) < 2

    def seat_of(self, who: Person) -> int | None:
        return self.head.seat_of(who.id)

    def viewer_for(self, person: str) -> int:
        seat = self.head.seat_of(person)
        return NOBODY if seat is None else seat

    def is_host(self, person: str) -> bool:
        """Whether the person opened the room; if that one is gone, the first seated person is."""
        if self.head.seat_of(self.head.host) is not None or self.present.get(self.head.host):
            return person == self.head.host
        sitting = [chair.person for chair in self.chairs if chair.person]
        return person == (sitting[0] if sitting else self.head.host)

    def _host(self) -> int | None:
        """The seat of whoever is host, if they sit."""
        seats = enumerate(self.chairs)
        return next((n for n, chair in seats if chair.person and self.is_host(chair.person)), None)

    def names(self) -> list[str]:
        """The names by seat; look-alikes are told apart."""
        given = [(chair.name, chair.bot) for chair in self.chairs]
        if given != self._names_key:
            self._names_key, self._names = given, told_apart(self.head.names())
        return self._names

    def introduce(self, who: Person) -> str:
        """The name of a person in the chat; look-alikes are told apart."""
        seat = self.seat_of(who)
        if seat is not None:
            return self.names()[seat]
        if self._seated is not self.names():
            self._introduce_seats()
        shown = self.speakers.get(who.id)
        if shown is None or not is_shown_as(who.name, shown):
            shown = self.speakers[who.id] = self._introductions.unique(who.name)
        return shown

    def _introduce_seats(self) -> None:
        """Seats have other names now: watchers who look like one of them get another number."""
        self._seated, known = self.names(), Introductions()
        for name in self._seated:
            known.unique(name)
        speakers, self.speakers = self.speakers, {}
        for person, name in speakers.items():
            if not known.is_taken(name):
                self.speakers[person] = known.unique(name)
        self._introductions = known

    def knows(self, person: str) -> bool:
        """Whether a person sits here, is here, is muted, or has written here."""
        said = (line for lines in self.lines.values() for line in lines)
        is_known = person in self.present or self.head.seat_of(person) is not None
        is_known = is_known or person in self.head.muted
        return is_known or any(line.person == person for line in said)

    def people(self) -> list[int]:
        """Seats that are played by people."""
        return [n for n, chair in enumerate(self.chairs) if chair.person and not chair.bot]

    def owner(self) -> Owner:
        """For whom bots think here: a player who is present, else who opened the table."""
        players = [self.chairs[seat].person for seat in self.people()]
        here = [person for person in players if person in self.present]
        return Owner(here[0] if here else self.head.host, self.head.id, bool(here))

    def asked(self) -> list[int]:
        """Seats that owe an answer."""
        if self.head.phase != "playing":
            return []
        state = self.table.state
        return [seat for seat in range(state.seats) if state.is_waiting_for(seat)]

    def bots_asked(self) -> list[int]:
        """Bots that owe an answer; none while no person plays or watches."""
        if not self.present and not self.people():
            return []
        return [seat for seat in self.asked() if self.chairs[seat].bot]

    def seat_in_play(self, who: Person) -> int:
        """The seat of a player; Failing for a watcher, and before the game has begun."""
        seat = self.seat_of(who)
        if seat is None:
            raise Failing("not-seated", "You are watching: only players may do that.")
        if not self.has_begun:
            raise Failing("not-begun", "The game has not begun.")
        return seat

    def expect(self, phase: Phase) -> None:
        if self.head.phase != phase:
            reasons = {
                "open": "The game has not begun.",
                "playing": "The game has begun.",
                "over": "The game is over.",
            }
            raise Failing(self.head.phase, reasons[self.head.phase])

    def expect_unsettled(self) -> None:
        """Before the game, and before anybody has opened a salt."""
        self.expect("open")
        if self.is_revealing:
            raise Failing("revealing", "The dice are being mixed. Wait a moment.")

    # --- people come and go ----------------------------------------------------------------------

    def arrive(self, who: Person, now: int) -> None:
        """Somebody comes.  A seat that others have handed to a bot is theirs again at once."""
        self.present[who.id] = self.present.get(who.id, 0) + 1
        seat = self.seat_of(who)
        if seat is not None and self.chairs[seat].away:
            chair = self.chairs[seat]
            chair.away, self.is_changed = 0, True
            if chair.is_stood_in and not chair.out:
                self.take_back_seat(seat, now)
        self.rename(who)

    def take_back_seat(self, seat: int, now: int) -> None:
        """The person plays again, not the bot."""
        self.chairs[seat].bot, self.chairs[seat].is_stood_in = "", False
        self.is_changed = True
        self.run_clocks(now)

    def rename(self, who: Person) -> None:
        seat = self.seat_of(who)
        if seat is not None and self.chairs[seat].name != who.name:
            self.chairs[seat].name = who.name
            self.is_changed = True

    def leave(self, who: Person) -> None:
        self.present[who.id] -= 1
        if not self.present[who.id]:
            del self.present[who.id]
            seat = self.seat_of(who)
            if seat is not None:
                self.chairs[seat].away, self.is_changed = int(time.time()), True

    # --- the game --------------------------------------------------------------------------------

    def begin(self, now: int) -> None:
        """Begin the game: mix the salts in, set the clocks, let chance deal."""
        head = self.head
        head.salt = ".".join(chair.salt for chair in self.chairs if chair.salt)
        self.table.add_salt(head.salt)
        head.phase = "playing"
        for chair in self.chairs:
            chair.left = at_first(head.clock)
            chair.bot = self.level_here(chair.bot)
            if chair.person and chair.person not in self.present:
                chair.away = int(time.time())  # somebody who never comes is away from the start
        self.clocks = self._clocks()
        self.table.roll()
        self.go_on(self.acts.answered(self.table, 0, ""), now)

    def level_here(self, level: str) -> str:
        """The level of bots that plays for this one at a table of this size; seats name it."""
        return effective_level(level, self.game, len(self.chairs))

    def go_on(self, rows: Sequence[LogRow], now: int) -> None:
        """After an answer or a takeback: collect its rows, and finish the game if it is over."""
        self.rows += rows
        self.is_changed = self.is_moved = True
        self.offers.pop("takeback", None)
        outcome = self.table.outcome
        if outcome is not None:
            self.finish("played", outcome, now)
        self.run_clocks(now)

    def finish(self, reason: EndReason, outcome: Outcome, now: int) -> None:
        """End the game by any ending: keep the result and the record; all cards are laid open."""
        self.head.phase = "over"
        self.head.result = result_of(self.table, reason, outcome, self.names())
        bots = [chair.levels() for chair in self.chairs]
        hints = [chair.hints for chair in self.chairs]
        seals = [chair.sealed for chair in self.chairs]
        self.record = record.write(self.table, self.names(), bots, hints, seals)
        self.is_changed = self.is_moved = True
        self.run_clocks(now)

    def drop_out(self, seat: int, how: Literal["resigned", "time"], now: int) -> None:
        """A player leaves for good.  With two seats the other one wins; otherwise a bot goes on,
        unless no other person plays."""
        self.chairs[seat].out = how
        self.is_changed = True
        if len(self.chairs) == 2:
            shares = [0.0 if place == seat else 1.0 for place in range(2)]
            self.finish(how, self._dropped(seat, how, shares), now)
        elif not [other for other in self.people() if other != seat]:
            shares = [0.0] * len(self.chairs)
            self.finish("left", self._dropped(seat, "left", shares), now)
        self.chairs[seat].bot = self.chairs[seat].bot or self.level_here(self.head.stand_in)
        self.run_clocks(now)

    def abandon(self, reason: str, now: int) -> None:
        """The table cannot go on, or the operator closes it: nobody wins, the record is kept."""
        shares = [0.0] * len(self.chairs)
        places = places_of(shares, self.table.state.points())
        rule = HOUSE_ENDINGS["abandoned"].rule
        self.finish("abandoned", Outcome(tuple(shares), places, "abandoned", rule, ()), now)
        if reason:
            line = Spoken("players", HOUSE_NAME, None, reason, int(time.time()))
            self.lines["players"].append(line)
            self.new_lines.append(line)

    def _dropped(self, seat: int, how: EndReason, shares: Sequence[float]) -> Outcome:
        """The outcome of an ending by a HOUSE rule."""
        places = places_of(shares, self.table.state.points())
        return Outcome(tuple(shares), places, how, HOUSE_ENDINGS[how].rule, (seat,))

    # --- clocks ----------------------------------------------------------------------------------

    def _clocks(self) -> Clocks | None:
        if self.head.clock is None:
            return None
        return Clocks(self.head.clock, [chair.left for chair in self.chairs])

    def run_clocks(self, now: int) -> None:
        """Run the clocks of the people who owe an answer; bots have none."""
        if self.clocks is not None:
            people = set(self.people())
            self.clocks.run_for([seat for seat in self.asked() if seat in people], now)

    def next_alarm(self) -> int | None:
        """When a clock runs out, or the time to open salts."""
        flag = self.clocks.next_flag() if self.clocks is not None else None
        return self.reveal_until if flag is None and self.is_revealing else flag

    def flag(self, now: int) -> None:
        """Drop the players whose time is up."""
        for seat in self.clocks.fallen(now) if self.clocks is not None else ():
            if self.head.phase == "playing":
                self.drop_out(seat, "time", now)

    def clocks_seen(self, now: int) -> list[ClockSeen]:
        return self.clocks.seen(now) if self.clocks is not None else []

    # --- what is to be stored --------------------------------------------------------------------

    def change(self, now: int) -> Change | None:
        """Everything that is not stored yet; None if there is nothing."""
        owed = self._owed_now(now)
        is_owed_else = [one[:2] for one in owed] != self._owed and self.has_begun
        if not (self.is_changed or self.rows or self.new_lines or (is_owed_else and owed)):
            return None
        self.head.changed = int(time.time())
        self.head.waiting = self.asked()
        for seat, chair in enumerate(self.chairs):
            chair.left = self.clocks.left_of(seat, now) if self.clocks is not None else 0
        return Change(
            self.head,
            self.acts.rows - len(self.rows),
            self.rows,
            sum(map(len, self.lines.values())) - len(self.new_lines),
            self.new_lines,
            self.record,
            self.epoch,
            self._owe(owed) if is_owed_else else None,
        )

    def _owe(self, owed: tuple[Owed, ...]) -> tuple[Owed, ...]:
        """If this is not stored, the room is read again."""
        self._owed = [one[:2] for one in owed]
        return owed

    def _owed_now(self, now: int) -> tuple[Owed, ...]:
        """Answers of people who are away, where they may take long."""
        clock = self.head.clock
        if not self.asked() or (clock is not None and not isinstance(clock, Days)):
            return ()
        seconds, found = int(time.time()), []
        for seat in self.asked():
            chair = self.chairs[seat]
            if not chair.person or chair.bot or chair.person in self.present:
                continue
            last = 0
            if self.clocks is not None and isinstance(clock, Days):
                spare = self.clocks.left_of(seat, now) - clock.days * 86_400_000 // SHARE_OF_DAYS
                last = seconds + max(0, spare) // 1000
            found.append(Owed(chair.person, self.acts.counts[seat], seconds, last))
        return tuple(found)

    def forget_changes(self) -> None:
        self.rows: list[LogRow] = []
        self.new_lines: list[Spoken] = []
        self.record = ""
        self.is_changed = False  # the head
        self.is_moved = False  # the game: it has to be shown to all listeners

    # --- what is seen ----------------------------------------------------------------------------

    def view_key(self) -> tuple[object, ...]:
        """All that `seen_by` depends on: equal as long as everybody sees the same as before."""
        chairs = [_looks_of_chair(chair) for chair in self.chairs]
        offers = [(what, *agreed) for what, agreed in self.offers.items()]
        return _looks_of_head(self.head), chairs, offers, list(self.present)

    def seen_by(self, person: str) -> RoomSeen:
        head, names, is_over = self.head, self.names(), self.head.phase == "over"
        result = head.result
        return RoomSeen(
            id=head.id,
            game=head.game,
            title=head.title,
            is_public=head.is_public,
            phase=head.phase,
            seats=[self._seat_seen(seat, name) for seat, name in enumerate(names)],
            you=head.seat_of(person),
            is_host=self.is_host(person),
            host=self._host(),
            watchers=len([one for one in self.present if head.seat_of(one) is None]),
            options=self.table.options,
            clock=head.clock,
            stand_in=head.stand_in,
            commitment=self.table.commitment,
            sealed=[chair.sealed for chair in self.chairs],
            is_revealing=self.is_revealing,
            withheld=head.withheld,
            is_agreed=head.is_agreed,
            salt=head.salt,
            seed=head.seed.hex() if is_over else "",
            has_hints=self.may_have_hints,
            has_conceding=head.has_conceding,
            slow=head.slow,
            is_chat_open=head.is_chat_open,
            muted=self._muted() if self.is_host(person) else [],
            offers=[
                OfferSeen(what=what, by=agreed[0], agreed=agreed)  # type: ignore[arg-type]
                for what, agreed in self.offers.items()
            ],
            result=result and result_for(result, self.game, names, self.viewer_for(person)),
            next=head.next,
        )

    def _muted(self) -> list[str]:
        lines = (line for spoken in self.lines.values() for line in spoken)
        return list(dict.fromkeys(line.name for line in lines if line.person in self.head.muted))

    def _seat_seen(self, seat: int, name: str) -> SeatSeen:
        chair = self.chairs[seat]
        kind: Literal["empty", "invited", "person", "bot"] = "empty"
        if chair.person:
            kind = "person"
        elif chair.bot:
            kind = "bot"
        elif chair.ticket:
            kind = "invited"
        return SeatSeen(
            letter=SEAT_LETTERS[seat],
            kind=kind,
            name=name,
            bot=chair.bot,
            answered=chair.answered if chair.bot and chair.answered != chair.bot else "",
            is_present=kind == "bot" or chair.person in self.present,
            away=chair.away,
            is_ready=kind == "bot" or chair.is_ready,
            hints=chair.hints,
            out=chair.out,
        )

    def channels_for(self, viewer: int) -> Sequence[Channel]:
        """Players read the watchers' channel only after the game: watchers must not help them."""
        may_read_all = viewer == NOBODY or self.head.phase == "over"
        return CHANNELS if may_read_all else CHANNELS[:1]


def _fields(kind: type[Struct], *but: str) -> "attrgetter[tuple[object, ...]]":
    return attrgetter(*(name for name in kind.__struct_fields__ if name not in but))


_looks_of_head = _fields(RoomHead, "chairs", "waiting", "changed", "seed")
_looks_of_chair = _fields(Chair, "left", "bots", "lost")
STAND_IN = "greedy"  # the usual bot that plays on for those who are away or have left


def result_of(table: Table, reason: EndReason, outcome: Outcome, names: Sequence[str]) -> Result:
    sheet = table.sheet
    return Result(
        reason=reason,
        scores=list(outcome.shares),
        seats=list(outcome.losers),
        places=list(outcome.places),
        ending=outcome.ending,
        rule=outcome.rule,
        words=table.game.codec.headline(outcome, sheet, names),
        sheet=sheet_lines(sheet.rows),
        total=list(sheet.total),
    )


def sheet_lines(rows: Sequence[SheetRow]) -> list[SheetLine]:
    return [
        SheetLine(
            part=row.part,
            rule=row.rule,
            chapter=row.chapter,
            by_seat=list(row.by_seat),
            adds=row.adds,
        )
        for row in rows
    ]


def room_from_store(game: Game[Any], stored: StoredRoom, now: int, since: int = 0) -> Room:
    """A room from the store; Unreadable if it is damaged.  Nobody can have been here `since` then,
    in seconds since 1970."""
    try:
        all_away(stored.head, since)
        stored.head.options = game.as_logged(stored.head.options)
        return Room(game, stored, now)
    except Unreadable:
        raise
    except Exception as error:  # whatever is damaged, it is this room alone
        raise Unreadable(f"The table cannot be read: {_damage(error)}.") from error


def _damage(error: Exception) -> str:
    """What is wrong with a stored room, without a word of what is stored."""
    if isinstance(error, BadOption | BadSeats):
        return "its options or seats are damaged"
    return f"what is stored of it is damaged ({type(error).__name__})"
