"""One room's mailbox: letters are dealt with one at a time, in the order they came.

Whatever a letter changes is stored first, acknowledged then, and shown to everybody last.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from trivet.bots.tuned import tuning_of
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.server.answering import bot_answer
from trivet.server.audience import Audience, Listener, written
from trivet.server.bot_worker import Advised, ThinkReply
from trivet.server.dispatch import grant, replying
from trivet.server.messages import (
    Advice,
    Answer,
    Bye,
    Done,
    Enter,
    Failed,
    Hint,
    Hinted,
    Notice,
    Request,
    Stale,
    Undo,
)
from trivet.server.room import Failing, Person, Room
from trivet.server.store import StoreError

if TYPE_CHECKING:
    from trivet.server.play import Play
    from trivet.server.rooms import Rooms

K = TypeVar("K")
T = TypeVar("T")
Moment = tuple[int, int, int]  # a seat, how often it had acted, and what had been taken back

RETRY = 2.0  # seconds after which to come back to a table that could not be read
FAULT = Failed(code="fault", reason="Something went wrong here. Nothing has changed.")
NO_THOUGHT = "The bot had no time to think, and this is allowed."
UNSURE = Failed(code="unsure", reason="It could not be stored just now. Please send it again.")
log = logging.getLogger("trivet.mailbox")


class Mailbox:
    def __init__(self, rooms: "Rooms", room: Room) -> None:
        self.rooms, self.room = rooms, room
        self.audience = Audience(room)
        self.thoughts: dict[Moment, asyncio.Task[int]] = {}
        self.hints: dict[
            int, asyncio.Task[ThinkReply]
        ] = {}  # by seat: what is being thought up for it
        self.idle_since = rooms.now()
        self._alarm: asyncio.TimerHandle | None = None
        self._inbox: deque[tuple[Callable[..., Awaitable[None]], tuple[Any, ...]]] = deque()
        self._working: asyncio.Task[None] | None = None
        self._closed: Bye | None = None  # why nothing happens here any more

    # --- the mailbox -----------------------------------------------------------------------------

    def post(self, deed: Callable[..., Awaitable[None]], *about: Any) -> None:
        """Put a letter into the mailbox."""
        if self._closed is not None:
            if deed == self.entered:
                about[0].close(self._closed)
            return
        self._inbox.append((deed, about))
        if self._working is None:
            self._working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self._inbox:
            deed, about = self._inbox.popleft()
            try:
                await deed(*about)
            except Exception:
                log.exception("a letter could not be dealt with")
                await self._recover()
                if deed in (self.requested, self.hint_wanted, self.hinted):
                    self._reply(about[0], about[1], FAULT)
                elif deed == self.entered:
                    about[0].close(Bye(reason=FAULT.reason, again=RETRY))
        self._working = None
        self.idle_since = self.rooms.now()

    async def _recover(self) -> None:
        """What is in memory cannot be trusted after a fault; what is stored can."""
        try:
            await self._read_again("Something went wrong.")
        except Exception:
            log.exception("a room could not be recovered")
            await self._close_table("Something went wrong.")

    @property
    def is_idle(self) -> bool:
        is_timed = self.room.clocks is not None and self.room.clocks.running
        thinks = self.thoughts or self.hints
        return not (self._working or self.audience.places or thinks or is_timed)

    async def finish(self) -> None:
        """The house closes: deal with what is in the mailbox, and remember the clocks."""
        if self._working is not None:
            await self._working
        if self.room.clocks is not None and self.room.head.phase == "playing":
            self.room.is_changed = True
            await self._store(self.rooms.now())
        self.forget()

    def forget(self) -> None:
        """Let go of everything that holds on to the room."""
        for task in (*self.thoughts.values(), *self.hints.values()):
            task.cancel()
        self.thoughts.clear()
        self.hints.clear()
        if self._alarm is not None:
            self._alarm.cancel()
        if self.room.play is not None:
            self.room.play.forget()

    # --- letters from people ---------------------------------------------------------------------

    async def entered(self, listener: Listener, request: Enter) -> None:
        self.room.arrive(listener.who)
        if await self._store(self.rooms.now()):
            listener.send(written(replying(Done(), request)))
            self.audience.welcome(listener, request, self.rooms.now())
            self._show()
        else:
            listener.close(Bye(reason=UNSURE.reason, again=RETRY))

    async def left(self, listener: Listener) -> None:
        if self.audience.places.pop(listener, None) is not None:
            self.room.leave(listener.who, self.rooms.now())
            self._show()

    async def requested(self, listener: Listener, request: Request, at: int) -> None:
        """Commit, then acknowledge, then show."""
        if listener not in self.audience.places:
            self._reply(listener, request, Failed(code="not-entered", reason="Enter first."))
            return
        reply = grant(self.room, listener.who, request, at)
        granted = self.rooms.now()
        has_moved = self.room.is_moved
        if not await self._store(at):
            self._reply(listener, request, UNSURE)
            return
        self._reply(listener, request, reply)
        if isinstance(request, Answer | Undo):
            self._note(listener, reply, at, granted)
        if isinstance(reply, Stale):
            self.audience.show_again(listener, at)
        await self._run_errands()
        self._show_all() if has_moved else self._show()

    async def hint_wanted(self, listener: Listener, request: Hint) -> None:
        try:
            play, seat = self.room.seat_in_play(listener.who)
        except Failing as failing:
            self._reply(listener, request, Failed(code=failing.code, reason=failing.reason))
            return
        if not play.table.state.is_waiting_for(seat):
            reason = "Nothing is asked of you right now."
            self._reply(listener, request, Failed(code="not-asked", reason=reason))
            return
        if seat in self.hints:
            reason = "A bot is thinking about that already."
            self._reply(listener, request, Failed(code="thinking", reason=reason))
            return
        moment = (seat, play.acts[seat], play.takebacks)
        thought = self.hints[seat] = self.rooms.bots.advise(play.table.state, seat)
        thought.add_done_callback(partial(self.post, self.hinted, listener, request, moment))

    async def hinted(
        self, listener: Listener, request: Hint, moment: Moment, thought: "asyncio.Task[ThinkReply]"
    ) -> None:
        play, seat = self.room.play, moment[0]
        _forget(self.hints, seat, thought)
        if play is None or thought.cancelled() or moment != (seat, play.acts[seat], play.takebacks):
            reason = "The game has gone on in the meantime."
            self._reply(listener, request, Failed(code="gone-on", reason=reason))
            return
        state, codec, reply = play.table.state, play.table.game.codec, thought.result()
        best = [
            Advice(
                text=codec.write(state, seat, one.choice),
                words=codec.words(state, seat, one.choice),
                touched=codec.touched(state, seat, one.choice),
                value=one.value,
                why=one.why,
            )
            for one in reply.best or [Advised(reply.choice, "", NO_THOUGHT)]
        ]
        self._reply(listener, request, Hinted(best=best))

    async def renamed(self, who: Person) -> None:
        for listener in self.audience.places:
            if listener.who.id == who.id:
                listener.who = who
        self.room.rename(who)
        await self._store(self.rooms.now())
        self._show()

    def _reply(self, listener: Listener, request: Request, reply: Notice) -> None:
        listener.send(written(replying(reply, request)))

    def _note(self, listener: Listener, reply: Notice, at: int, granted: int) -> None:
        seat, now = self.room.seat_of(listener.who), self.rooms.now()
        self.rooms.metrics.answered(self.room.head.id, seat, reply, now - at, now - granted)

    # --- letters from bots, clocks and the house -------------------------------------------------

    async def thought_up(self, moment: Moment, thought: "asyncio.Task[int]") -> None:
        """A bot has made up its mind."""
        _forget(self.thoughts, moment, thought)
        play, (seat, count, takebacks), now = self.room.play, moment, self.rooms.now()
        if thought.cancelled() or play is None or takebacks != play.takebacks:
            return
        if not bot_answer(self.room, seat, count, thought.result(), now):
            log.error("a bot of level %s broke a rule", self.room.chairs[seat].bot)
            bot_answer(self.room, seat, count, Mind(play.table.state, seat).sample(Dice(now)), now)
        if await self._store(now):
            self.rooms.metrics.bot_answered(self.room.head.id, seat, self.rooms.now() - now)
            self._show_all()

    async def flagged(self) -> None:
        """A clock may have come to its end."""
        now = self.rooms.now()
        self.room.flag(now)
        if await self._store(now):
            self._show_all()

    async def closing(self, notice: Bye) -> None:
        for listener in list(self.audience.places):
            listener.close(notice)

    async def _run_errands(self) -> None:
        """What only the house can do."""
        while self.room.errands:
            self.room.errands.pop()
            try:
                self.room.head.next = await self.rooms.rematch(self.room)
            except StoreError as error:
                log.warning("no rematch: %s", error)
                continue
            self.room.offers.pop("rematch", None)
            self.room.is_changed = True
            await self._store(self.rooms.now())

    # --- storing ---------------------------------------------------------------------------------

    async def _store(self, now: int) -> bool:
        """Put what is new on the disk.  If that fails nobody knows what is there: read again."""
        change = self.room.change(now)
        if change is None:
            return True
        try:
            await self.rooms.store.save(change)
        except StoreError as error:
            log.error("a room could not be stored: %s", error)
            await self._read_again(str(error))
            return False
        self.room.forget_changes()
        return True

    async def _read_again(self, reason: str) -> None:
        self.forget()
        try:
            room = await self.rooms.reopen(self.room.head.id)
        except StoreError as error:
            log.error("a room could not be read: %s", error)
            room = None
        if room is None:
            await self._close_table(reason)
            return
        self.room = room
        for listener in self.audience.places:
            room.arrive(listener.who)
        self.audience.start_over(room, self.rooms.now())
        self._go_on()

    async def _close_table(self, reason: str) -> None:
        """Whoever comes next finds another mailbox: this one must not act any more."""
        self.forget()
        self.rooms.drop(self.room.head.id)
        self._closed = Bye(reason=f"{reason} The table is closed for now.", again=RETRY)
        await self.closing(self._closed)
        letters = list(self._inbox)
        self._inbox.clear()
        for deed, about in letters:
            self.post(deed, *about)

    # --- showing ---------------------------------------------------------------------------------

    def _show_all(self) -> None:
        self.audience.show_game(self.rooms.now())
        self._show()

    def _show(self) -> None:
        self.audience.show_changes(self.rooms.now())
        self._go_on()

    def _go_on(self) -> None:
        """Bots think, clocks run."""
        self._wake_bots()
        self._set_alarm()

    def _wake_bots(self) -> None:
        play = self.room.play
        if play is None:
            return
        for seat in self.room.bots_asked():
            moment = (seat, play.acts[seat], play.takebacks)
            if moment not in self.thoughts:
                level = self.room.chairs[seat].bot
                thought = self.rooms.bots.think(
                    level, play.table.state, seat, self._beat(play, level)
                )
                self.thoughts[moment] = thought
                thought.add_done_callback(partial(self.post, self.thought_up, moment))

    def _beat(self, play: "Play", level: str) -> float:
        """How long bots let people look at each answer; nobody follows what came before theirs.
        Who may think longer than a short beat keeps to the long one: its pauses would tell."""
        people, manners = self.room.people(), self.rooms.bots.manners
        is_opening = people and not any(play.acts[seat] for seat in people)
        table = play.table
        tuning = tuning_of(level, table.game, table.state.seats)
        is_quick = tuning.seconds < manners.opening
        return min(manners.opening, manners.delay) if is_opening and is_quick else manners.delay

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        flag = self.room.clocks.next_flag() if self.room.clocks is not None else None
        if flag is not None:
            seconds = max(0, flag - self.rooms.now()) / 1000
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(seconds, lambda: self.post(self.flagged))


def _forget(tasks: dict[K, "asyncio.Task[T]"], key: K, task: "asyncio.Task[T]") -> None:
    """A task is done; another one may be there under the same key."""
    if tasks.get(key) is task:
        del tasks[key]
