"""People at simulated tables: they come and go, act at random, and send again what was not
acknowledged."""

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from campaigns.simulation.observer import Observer, Seen
from campaigns.simulation.servers import Line, Server
from campaigns.simulation.virtual import Fate
from trivet.core.fair import seal_of
from trivet.core.scenes.patch import LatestScene, Unfit
from trivet.core.seats import SEAT_LETTERS
from trivet.server.rooms.caller import FAULT, NO_ROOM, SET_ASIDE, Closed
from trivet.server.table.act_counts import UNDO
from trivet.server.table.room import Person
from trivet.server.wire import messages, outgoing
from trivet.server.wire.messages import Answer, Foresee, Request, Undo
from trivet.server.wire.outgoing import Ask, Failed, RoomSeen, SeatSeen, Shown

decode = msgspec.json.Decoder(outgoing.RoomNotice).decode
QUICK, SLOW = 0.6, 3.0  # seconds that somebody who is asked thinks, and anybody else
PATIENCE = 8.0  # seconds for a reply; then they come again
LONG_AWAY = 120
LONGEST_DRAFT = 3
WORDS = "Another server has this table now."


class Surroundings(Protocol):
    """What a guest finds in the world."""

    fate: Fate
    observer: Observer
    is_alone: bool
    is_over: bool

    def now(self) -> float: ...
    def a_server(self, who: str) -> Server | None: ...
    def server_at(self, address: str) -> Server: ...
    def note(self, who: str, data: bytes) -> None: ...
    def is_settled(self) -> bool: ...


@dataclass
class Draft:
    """Answers of one turn that were foreseen, and what is asked after them."""

    texts: list[str] = field(default_factory=list)
    ask: Ask | None = None


class Guest:
    """Somebody at a table, over all connections."""

    def __init__(self, world: Surroundings, who: Person, room: str, *, plays: bool) -> None:
        self.world, self.who, self.room, self.plays = world, who, room, plays
        self.fate, self.observer = world.fate, world.observer
        self.chance = self.fate.of(f"{who.name} chooses")
        self.line: Line | None = None
        self.is_in = self.is_finished = False
        self.pending: Request | None = None  # sent, and not answered
        self.sent_at = 0.0
        self.shown_since = False  # anything of the game, since it was chosen
        self.draft: Draft | None = None
        self.salts: dict[str, str] = {}  # by seal
        self.owed_since: float | None = None  # since when an act is not acknowledged
        self.number = 0  # of requests
        self.views: dict[str, Seen] = {}
        self.visit(room)

    def visit(self, room: str) -> None:
        self.room = room
        self.views.setdefault(room, Seen(self.observer, room, is_alone=self.world.is_alone))
        self.pending = self.draft = self.owed_since = None

    @property
    def seen(self) -> Seen:
        return self.views[self.room]

    @property
    def seat(self) -> int | None:
        return self.seen.about.you if self.seen.about is not None else None

    @property
    def chair(self) -> SeatSeen | None:
        about, seat = self.seen.about, self.seat
        return about.seats[seat] if about is not None and seat is not None else None

    def does(self, what: str, chance: float) -> bool:
        return self.fate.happens(f"{self.who.name} {what}", chance)

    # --- coming and going ---

    async def live(self) -> None:
        while not self.world.is_over and not self.is_finished:
            await self.stay()
            back = self.world.now() + self._absence()
            while self.world.now() < back and not self.fate.is_calm:
                await asyncio.sleep(1.0)
            await asyncio.sleep(0.2)

    def _absence(self) -> float:
        if self.does("is away for long", 0.06):
            return self.chance.uniform(130.0, 160.0)
        return self.chance.uniform(5.0, 30.0) if self.does("is away", 0.15) else 0.0

    async def stay(self) -> None:
        """One connection, until it ends."""
        server = self.world.a_server(self.who.name)
        if server is None:
            return
        line = self.line = Line(server, self, self.room, self.world.server_at)
        self.is_in, self.scenes, seen = False, LatestScene(), self.seen
        seen.clocks, self.has_scenes = [], self.chance.random() < 0.7
        line.ask(messages.Enter(
            news=len(seen.news), takebacks=seen.takebacks, lines=len(seen.lines["players"]),
            asides=len(seen.lines["watchers"]), scenes=self.has_scenes,
        ))  # fmt: skip
        self.sent_at = self.world.now()
        self._forget_request()
        while line.is_open and not self.world.is_over:
            is_waiting = not self.is_in or self.awaits_reply
            if not is_waiting:
                self._act()
            elif self.world.now() - self.sent_at > PATIENCE:
                break
            if self.does("is cut off", 0.02):
                break
            await asyncio.sleep(self.chance.expovariate(1 / (QUICK if self._is_busy() else SLOW)))
        self._leave(line)

    def _leave(self, line: Line) -> None:
        if line.is_open:
            line.hang_up()
        self.line, self.is_in = None, False

    def _is_busy(self) -> bool:
        about = self.seen.about
        is_begun = about is not None and about.phase == "playing"
        return not is_begun or self._ask() is not None

    def _forget_request(self) -> None:
        """What becomes of most requests is not known after a line breaks; acts are sent again."""
        self.awaits_reply, self.draft = False, None
        if not isinstance(self.pending, Answer | Undo):
            self.pending = None

    # --- what is heard ---

    def hears(self, line: Line, data: bytes) -> None:
        if line is not self.line or not line.is_open:
            return
        self.world.note(self.who.name, data)
        notice = decode(data)
        match notice:
            case RoomSeen():
                self.seen.take_room(notice)
            case Shown():
                self._look(notice)
            case outgoing.ChatLines():
                self.seen.take_lines(notice)
            case outgoing.Bye():
                if notice.reason.startswith(WORDS) and self.world.is_settled():
                    self.observer.breaks("a table was taken from a server that was well")
            case _:
                self._take_reply(notice)

    def _look(self, shown: Shown) -> None:
        self.shown_since, self.draft = True, None
        self.seen.take_shown(shown, int(1000 * self.world.now()), self.seat)
        if self.has_scenes:
            try:
                for one in shown.moments:
                    self.scenes.take(one.number, one.scene, one.patch)
                self.scenes.take(shown.number, shown.scene, shown.patch)
            except (Unfit, IndexError) as wrong:
                self.observer.breaks(f"a patch does not fit: {wrong}")

    def is_cut_off(self, line: Line, end: Closed | None) -> None:
        line.is_open = False
        if end is not None and end.code in (FAULT, SET_ASIDE):
            self.observer.breaks(f"a table was closed: {end}")
        if end is not None and end.code == NO_ROOM:
            self.is_finished = True
            self.observer.compare(self.room, None)

    def _take_reply(self, notice: outgoing.Notice) -> None:
        request, re = self.pending, getattr(notice, "re", None)  # a reply has one
        if isinstance(notice, outgoing.Done) and not self.is_in:
            self.is_in = True
            return
        if request is None or re != request.re:
            return
        self.awaits_reply = False
        if isinstance(notice, Failed) and notice.code == "fault":
            self.observer.breaks("a request led to a fault")
        if isinstance(notice, Failed) and notice.code == "unsure":
            if not isinstance(request, Answer | Undo):
                self.pending = None
            return  # an act is sent again
        self.pending = self.owed_since = None
        is_offered = isinstance(request, Answer | Foresee) and not self.shown_since
        refused = [notice, *getattr(notice, "previews", [])]
        if is_offered and any(isinstance(one, outgoing.Refused) for one in refused):
            self.observer.breaks("what was offered was refused")
        match request, notice:
            case (Answer() | Undo(), outgoing.Took()):
                texts = self._texts(request)
                self.observer.took(self.room, self.seat or 0, request.count, texts, notice.count)
            case Foresee(), outgoing.Foreseen():
                self._go_on_drafting(request, notice)
            case Foresee(), outgoing.Previews():
                if len(notice.previews) != len(request.texts):
                    self.observer.breaks("previews are missing")
            case messages.Say(), outgoing.Done():
                self.observer.said[request.text] = True
                self.observer.counts["lines"] += 1
            case messages.Hint(), Failed():
                pass
            case _, Failed() | outgoing.Refused() | outgoing.Stale():
                pass
            case _:
                self.observer.counts["others"] += 1

    @staticmethod
    def _texts(request: "Answer | Undo") -> list[str]:
        return [UNDO] if isinstance(request, Undo) else request.texts or [request.text]

    def _go_on_drafting(self, request: Foresee, seen: outgoing.Foreseen) -> None:
        texts = [*request.after, request.text]
        if self.shown_since:
            return
        if seen.ask is not None and seen.ask.options and len(texts) < LONGEST_DRAFT:
            self.draft = Draft(texts, seen.ask)
        else:
            self.draft = Draft(texts)

    # --- what is done ---

    def _say(self, request: Request) -> None:
        if self.line is None:
            return
        if request is not self.pending and not self.draft:  # else it was chosen before
            self.shown_since = False
        self.number += 1
        request.re, self.pending, self.awaits_reply = self.number, request, True
        self.sent_at = self.world.now()
        if isinstance(request, Answer | Undo) and self.seat is not None:
            self.owed_since = self.owed_since or self.sent_at
            texts = self._texts(request)
            self.observer.sends(self.room, self.seat, request.count, texts)
        self.line.ask(request)

    def _ask(self) -> Ask | None:
        """The question that this guest may answer."""
        shown, chair = self.seen.shown, self.chair
        is_free = chair is not None and not chair.bot and not chair.out
        return shown.ask if shown is not None and is_free else None

    def _act(self) -> None:
        about = self.seen.about
        if about is None:
            return
        if self.pending is not None:
            self._say(self.pending)  # once more
        elif about.phase == "open":
            self._before(about)
        elif about.phase == "playing" and self.seat is not None:
            self._play(about, self.seat)
        elif about.phase == "over" and self.plays:
            self._after(about)
        else:
            self._chat()

    def _before(self, about: RoomSeen) -> None:
        chair = self.chair
        free = [seat for seat, one in enumerate(about.seats) if one.kind == "empty"]
        if about.is_revealing and chair is not None:
            seal = about.sealed[self.seat or 0]
            if seal in self.salts and self.does("reveals", 0.9):
                self._say(messages.Reveal(salt=self.salts[seal]))
        elif chair is None and self.plays and free and self.does("sits", 0.8):
            self._say(messages.Sit(seat=self.chance.choice(free)))
        elif chair is not None and self.does("stands", 0.02):
            self._say(messages.Stand())
        elif chair is not None and not chair.is_ready and self.does("is ready", 0.8):
            self._say(messages.Ready(sealed=self._seal(about)))
        else:
            self._chat()

    def _seal(self, about: RoomSeen) -> str:
        if not self.does("seals", 0.6):
            return ""
        salt = f"{self.chance.getrandbits(64):x}"
        seal = seal_of(salt, about.id, SEAT_LETTERS[self.seat or 0])
        self.salts[seal] = salt
        return seal

    def _play(self, about: RoomSeen, seat: int) -> None:
        chair, shown, ask = about.seats[seat], self.seen.shown, self._ask()
        history = self.observer.seats[about.id, seat]
        if chair.bot and not chair.out and self.does("takes", 0.5):
            return self._say(messages.TakeSeat())
        if shown is None:
            return None
        if self.fate.is_calm and ask is not None:
            text = self.chance.choice(ask.options).text
            return self._say(Answer(count=shown.count, text=text))
        if self.draft is not None or (ask is not None and self.does("acts", 0.85)):
            return self._answer(shown, ask)
        if shown.may_undo and self.does("undoes", 0.4):
            return self._say(Undo(count=shown.count))
        offered = {offer.what: offer.by for offer in about.offers}
        if "takeback" in offered and self.does("replies", 0.7):
            accepts = self.does("accepts", 0.7)
            return self._say((messages.Accept if accepts else messages.Decline)(what="takeback"))
        if self.does("offers", 0.04):
            history.offers += 1
            return self._say(messages.Offer(what="takeback"))
        if self.does("hands over", 0.02):
            history.is_handed = True
            return self._say(
                messages.HandOver(seat=seat, bot=self.chance.choice(["random", "greedy"]))
            )
        gone = [n for n, one in enumerate(about.seats) if one.away and not one.bot and n != seat]
        if gone and self.does("lets a bot stand in", 0.3):
            self.observer.seats[about.id, gone[0]].is_handed = True
            return self._say(messages.HandOver(seat=gone[0]))
        if self.does("resigns", 0.012):
            history.is_handed = True  # a bot may go on
            return self._say(messages.Resign())
        return self._chat()

    def _answer(self, shown: Shown, ask: Ask | None) -> None:
        draft, self.draft = self.draft, None
        if draft is not None and draft.ask is None:
            return self._say_of(draft, Answer(count=shown.count, texts=draft.texts))
        ask = draft.ask if draft is not None and draft.ask is not None else ask
        if ask is None or not ask.options:
            return None
        text = self.chance.choice(ask.options).text
        if draft is not None:
            return self._say_of(draft, Foresee(text=text, after=draft.texts, drafts=True))
        if self.does("drafts", 0.15):
            return self._say(Foresee(text=text, drafts=True))
        if self.does("compares", 0.05):
            texts = [option.text for option in ask.options[:3]]
            return self._say(Foresee(texts=texts, drafts=True))
        return self._say(Answer(count=shown.count, text=text))

    def _say_of(self, draft: Draft, request: Request) -> None:
        """Part of a draft: nothing may have been shown since it began."""
        self.draft = draft
        self._say(request)
        self.draft = None

    def _after(self, about: RoomSeen) -> None:
        if about.next:
            self._leave_for(about.next)
        elif any(offer.what == "rematch" for offer in about.offers):
            if self.does("plays again", 0.8):
                self._say(messages.Accept(what="rematch"))
        elif self.does("wants a rematch", 0.5):
            self._say(messages.Offer(what="rematch"))
        else:
            self._chat()

    def _leave_for(self, room: str) -> None:
        if self.line is not None:
            self.line.hang_up()
        self.visit(room)

    def _chat(self) -> None:
        """What costs nothing, and what one asks beside the game."""
        if self.fate.is_calm:
            return None
        if self.does("chats", 0.25):
            text = f"{self.room[:6]} {self.who.name} {self.number}"
            self.observer.said.setdefault(text, False)
            return self._say(messages.Say(text=text))
        if self.does("looks", 0.04):
            about = self.seen.about
            has_begun = about is not None and about.phase != "open"
            asks: list[Request] = [
                messages.Ping(),
                messages.Again(),
                messages.Earlier(channel="players", before=9),
            ]
            asks += [
                messages.Look(),
                messages.Hint(),
                messages.Narrow(touched=["a", "b"]),
                messages.Why(text="x"),
            ] * has_begun
            return self._say(self.chance.choice(asks))
        return None
