"""One room's mailbox: it handles letters one at a time, in the order they came.

Commit, then acknowledge, then show: a change is stored first, then its sender gets a reply, and
then all listeners see it.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, NamedTuple, TypeVar

from mypy_extensions import mypyc_attr

from trivet.bots.tuned import tuning_of
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.server.bots.bot_worker import Advised, ThinkReply
from trivet.server.bots.pool import GREEDY
from trivet.server.bots.turns import Owner
from trivet.server.process.logs import REQUEST
from trivet.server.process.metering import metered
from trivet.server.store.contract import Lost, StoreError
from trivet.server.table import salts, seating
from trivet.server.table.answering import bot_answer
from trivet.server.table.audience import Audience, Listener, written
from trivet.server.table.dispatch import grant, replying
from trivet.server.table.letters import (
    Abandoned,
    Asked,
    BotThought,
    Closing,
    Departed,
    Ending,
    Entered,
    HintReady,
    Left,
    Letter,
    Renamed,
    Requested,
    TakenOver,
    TimeUp,
)
from trivet.server.table.room import Failing, Person, Room
from trivet.server.table.services import Services
from trivet.server.wire.messages import Again, Answer, Enter, Hint, Undo
from trivet.server.wire.outgoing import Advice, Bye, Done, Failed, Hinted, Notice, Stale

K = TypeVar("K")
T = TypeVar("T")

RETRY = 2.0  # seconds until a client may come back to a table that could not be read ...
AT_ONCE = 0.05  # ... and to one that another server has now
TAKEN_OVER = "Another server has this table now."
FAULT = Failed(code="fault", reason="Something went wrong here. Nothing has changed.")
NO_THOUGHT = "The bot had no time to think; this answer is allowed."
UNSURE = Failed(code="unsure", reason="It could not be stored just now. Please send it again.")
FROM_PEOPLE = (Entered, Left, Requested, HintReady)
log = logging.getLogger("trivet.mailbox")


class Granted(NamedTuple):
    """A request that was carried out; the reply waits until it is stored."""

    letter: Requested
    reply: Notice
    at: int  # when it was carried out


@mypyc_attr(allow_interpreted_subclasses=True)  # campaigns plant faults
class Mailbox:
    """Runs one room: handles letters, stores and shows changes, wakes bots, sets the alarm."""

    def __init__(self, rooms: Services, room: Room) -> None:
        self.rooms, self.room = rooms, room
        self.audience = Audience(room)
        self.thoughts: dict[Asked, asyncio.Task[ThinkReply]] = {}
        self.hints: dict[int, asyncio.Task[ThinkReply]] = {}  # by seat
        self.idle_since = rooms.now()
        self._alarm: asyncio.TimerHandle | None = None
        self._inbox: deque[Letter] = deque()
        self.is_working = False  # a letter is being handled
        self._task: asyncio.Task[None] | None = None  # that handles it, unless it needs none
        self._waiting: list[asyncio.Future[None]] = []  # for the inbox to be empty
        self._closed: Bye | None = None  # set once the mailbox is dead; newcomers get it

    # --- the inbox -------------------------------------------------------------------------------

    def post(self, letter: Letter) -> None:
        """Put a letter into the inbox; a closed mailbox drops it and turns newcomers away.  If
        nothing is in the way, the letter is handled at once."""
        if self._closed is not None:
            if isinstance(letter, Entered):
                letter.listener.close(self._closed)
        elif self.is_working:
            self._inbox.append(letter)
        else:
            self.is_working = True
            if self._handle_now(letter):
                self._work()

    def _work(self) -> None:
        """Handle letters until one of them has to be waited for."""
        while self._inbox:
            letter, began = self._inbox.popleft(), self.rooms.share.clock()
            is_done = self._handle_now(letter)
            self.rooms.share.charge(self._payer(letter), self.rooms.share.clock() - began)
            if not is_done:
                return
        self.is_working = False
        self.idle_since = self.rooms.now()
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)

    def _handle_now(self, letter: Letter) -> bool:
        """Handle a letter; False if that goes on later, and calls `_work` then."""
        if not isinstance(letter, Requested) or isinstance(letter.request, Hint):
            self._handle_later(letter, self._handle(letter))
            return False
        token = REQUEST.set(letter.listener.id)
        try:
            return self.requested(letter)
        except Exception:
            log.exception("a request could not be handled: %s", type(letter.request).__name__)
            self._handle_later(letter, self._stumbled(letter))
            return False
        finally:
            REQUEST.reset(token)

    def _handle_later(self, letter: Letter, work: Coroutine[Any, Any, None]) -> None:
        """Handle a letter in a task of its own."""
        self._task = asyncio.create_task(self._handle_in_task(letter, work))

    async def _handle_in_task(self, letter: Letter, work: Coroutine[Any, Any, None]) -> None:
        REQUEST.set(letter.listener.id if isinstance(letter, FROM_PEOPLE) else "")
        try:
            await metered(self.rooms.share, self._payer(letter), work)
        except Exception:
            log.exception("a letter could not be handled: %s", type(letter).__name__)
            await self._stumbled(letter)
        self._work()

    async def _stumbled(self, letter: Letter) -> None:
        await self._recover()
        if isinstance(letter, Requested | HintReady):
            self._reply(letter.listener, replying(FAULT, letter.request))
        elif isinstance(letter, Entered):
            letter.listener.close(Bye(reason=FAULT.reason, again=RETRY))

    def _payer(self, letter: Letter) -> str:
        """The person for whom the loop works on a letter."""
        if isinstance(letter, FROM_PEOPLE):
            return letter.listener.who.id
        return self.room.owner().person if isinstance(letter, BotThought) else ""

    async def _handle(self, letter: Letter) -> None:
        match letter:
            case Entered(listener, request):
                await self.entered(listener, request)
            case Left(listener):
                await self.left(listener)
            case Ending(close):
                close()
            case Requested(listener, Hint() as request):
                self.hint_wanted(listener, request)
            case Renamed(who):
                await self.renamed(who)
            case BotThought(asked, task):
                await self.thought_up(asked, task)
            case HintReady():
                await self.hinted(letter)
            case TimeUp():
                await self.flagged()
            case Abandoned(reason):
                await self.ended(reason)
            case Departed(person):
                await self.departed(person)
            case TakenOver(epoch):
                if self.room.epoch < epoch:
                    self._close_table(TAKEN_OVER, AT_ONCE)
            case Closing(notice):
                for listener in list(self.audience.places):
                    listener.close(notice)

    async def _recover(self) -> None:
        """What is in memory cannot be trusted after a fault; what is stored can."""
        try:
            await self._read_again("Something went wrong.")
        except Exception:
            log.exception("a room could not be recovered")
            self._close_table("Something went wrong.")

    @property
    def is_idle(self) -> bool:
        is_timed = self.room.clocks is not None and self.room.clocks.running
        thinks = self.thoughts or self.hints
        return not (self.is_working or self.audience.places or thinks or is_timed)

    async def quiet(self) -> None:
        """Wait until the letters in the inbox have been handled."""
        while self.is_working:
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            await waiting

    async def finish(self) -> None:
        """Graceful shutdown: handle the letters in the inbox and store the clocks."""
        await self.quiet()
        if self.room.clocks is not None and self.room.head.phase == "playing":
            self.room.is_changed = True
            await self._store(self.rooms.now())
        self.forget()

    def shut(self, notice: Bye) -> None:
        """Take no more letters: what this mailbox knows of the room may be out of date."""
        self._closed = notice

    def forget(self) -> None:
        """Cancel the tasks and timers that refer to the room, so that it can be freed."""
        for task in (*self.thoughts.values(), *self.hints.values()):
            task.cancel()
        self.thoughts.clear()
        self.hints.clear()
        if self._alarm is not None:
            self._alarm.cancel()
        self.room.table.close()

    # --- letters from people ---------------------------------------------------------------------

    async def entered(self, listener: Listener, request: Enter) -> None:
        self.room.arrive(listener.who, self.rooms.now())
        if await self._store(self.rooms.now()):
            listener.send(written(replying(Done(), request)))
            self.audience.welcome(listener, request, self.rooms.now())
            self._show()
        else:
            listener.close(Bye(reason=UNSURE.reason, again=RETRY))

    async def left(self, listener: Listener) -> None:
        if self.audience.leave(listener):
            self.room.leave(listener.who)
            if await self._store(self.rooms.now()):
                self._show()

    def requested(self, letter: Requested) -> bool:
        """Commit, then acknowledge, then show.  False if the store has to be waited for."""
        listener, request, at = letter.listener, letter.request, letter.at
        if listener not in self.audience.places:
            not_entered = Failed(code="not-entered", reason="Enter first.", re=request.re)
            self._reply(listener, not_entered)
            return True
        granted = Granted(letter, grant(self.room, listener.who, request, at), self.rooms.now())
        change = self.room.change(at)
        if change is None:
            return self._acknowledge(granted)
        self.rooms.store.save_soon(change, partial(self._stored, granted))
        return False

    def _stored(self, granted: "Granted", error: StoreError | None) -> None:
        """A request is on the disk, or is not."""
        share, letter = self.rooms.share, granted.letter
        began, token = share.clock(), REQUEST.set(letter.listener.id)
        try:
            if error is not None:
                self._handle_later(letter, self._not_stored(letter, error))
                return
            if not self._acknowledge(granted):
                return
        except Exception:
            log.exception("a request could not be shown: %s", type(letter.request).__name__)
            self._handle_later(letter, self._stumbled(letter))
            return
        finally:
            REQUEST.reset(token)
            share.charge(letter.listener.who.id, share.clock() - began)
        self._work()

    async def _not_stored(self, letter: Requested, error: StoreError) -> None:
        await self._give_up(error)
        self._reply(letter.listener, replying(UNSURE, letter.request))

    def _acknowledge(self, granted: "Granted") -> bool:
        """Reply and show.  False if there is more to do before it can be shown."""
        (listener, request, at), reply = granted.letter, granted.reply
        show = self._show_all if self.room.is_moved else self._show
        self.room.forget_changes()
        self._reply(listener, reply)
        if isinstance(request, Answer | Undo):
            self._note(listener, reply, at, granted.at)
        if isinstance(reply, Stale) or isinstance(request, Again):
            self.audience.show_again(listener, at)
        if self.room.errands:
            self._handle_later(granted.letter, self._run_errands_and(show))
            return False
        show()
        return True

    async def _run_errands_and(self, show: Callable[[], None]) -> None:
        await self._run_errands()
        show()

    def hint_wanted(self, listener: Listener, request: Hint) -> None:
        try:
            seat = self.room.seat_in_play(listener.who)
            if not self.room.table.state.is_waiting_for(seat):
                raise Failing("not-asked", "Nothing is asked of you right now.")
            if not self.room.may_have_hints:
                raise Failing("no-hints", "This table is played without hints.")
            if seat in self.hints:
                raise Failing("thinking", "A bot is thinking about that already.")
        except Failing as failing:
            self._reply(listener, Failed(code=failing.code, reason=failing.reason, re=request.re))
            return
        asked = self._asked(seat)
        task = self.hints[seat] = self.rooms.bots.advise(
            self.room.table.state, seat, Owner(listener.who.id, self.room.head.id, is_seated=True)
        )
        task.add_done_callback(lambda task: self.post(HintReady(listener, request, asked, task)))

    async def hinted(self, letter: HintReady) -> None:
        seat, task = letter.asked.seat, letter.task
        _forget(self.hints, seat, task)
        if task.cancelled() or letter.asked != self._asked(seat):
            reason = "The game has gone on in the meantime."
            gone_on = Failed(code="gone-on", reason=reason, re=letter.request.re)
            self._reply(letter.listener, gone_on)
            return
        reply = task.result()
        best = reply.best or [Advised(reply.choice, "", NO_THOUGHT)]
        hint = Hinted(best=[self._advice(seat, one) for one in best], level=reply.level)
        self.room.chairs[seat].hints += 1
        self.room.is_changed = True
        if not await self._store(self.rooms.now()):
            self._reply(letter.listener, replying(UNSURE, letter.request))
            return
        self._reply(letter.listener, replying(hint, letter.request))
        self._show()

    def _advice(self, seat: int, advised: Advised) -> Advice:
        table = self.room.table
        option = table.game.codec.option(table.state, seat, advised.choice)
        return Advice(
            text=option.text,
            words=option.words,
            touched=option.touched,
            value=advised.value,
            why=advised.why,
        )

    async def renamed(self, who: Person) -> None:
        for listener in self.audience.places:
            if listener.who.id == who.id:
                listener.who = who
        self.room.rename(who)
        await self._store(self.rooms.now())
        self._show()

    def _reply(self, listener: Listener, reply: Notice) -> None:
        if isinstance(reply, Failed):
            self.rooms.metrics.refusals["socket", reply.code] += 1
        listener.send(written(reply))

    def _note(self, listener: Listener, reply: Notice, at: int, granted: int) -> None:
        seat, now = self.room.seat_of(listener.who), self.rooms.now()
        self.rooms.metrics.answered(self.room.head.id, seat, reply, now - at, now - granted)

    # --- letters from the operator ---------------------------------------------------------------

    async def ended(self, reason: str) -> None:
        if self.room.head.phase == "playing":
            self.room.abandon(reason, self.rooms.now())
            if await self._store(self.rooms.now()):
                self._show_all()

    async def departed(self, person: str) -> None:
        seating.depart(self.room, person, self.rooms.now())
        if await self._store(self.rooms.now()):
            self._show_all()

    # --- letters from bots and clocks ------------------------------------------------------------

    def _asked(self, seat: int) -> Asked:
        acts = self.room.acts
        return Asked(seat, acts.counts[seat], acts.takebacks)

    async def thought_up(self, asked: Asked, task: "asyncio.Task[ThinkReply]") -> None:
        _forget(self.thoughts, asked, task)
        seat, now = asked.seat, self.rooms.now()
        if task.cancelled() or asked.takebacks != self.room.acts.takebacks:
            return
        if not bot_answer(self.room, seat, asked.acts, task.result(), now):
            log.error("a bot of level %s broke a rule", self.room.chairs[seat].bot)
            choice = await self.rooms.bots.at_a_glance(Mind(self.room.table.state, seat))
            bot_answer(self.room, seat, asked.acts, ThinkReply(choice, level=GREEDY), now)
        if await self._store(now):
            self.rooms.metrics.bot_answered(self.room.head.id, seat, self.rooms.now() - now)
            self._show_all()

    async def flagged(self) -> None:
        now = self.rooms.now()
        self.room.flag(now)
        salts.give_up_waiting(self.room, now)
        if await self._store(now):
            await self._run_errands()
            self._show_all()

    async def _run_errands(self) -> None:
        """Carry out what a room cannot do alone: open the rematch, or close the table."""
        while self.room.errands:
            if self.room.errands.pop() == "close":
                await self.rooms.store.remove_room(self.room.head.id, self.room.epoch)
                self._close_table("The dice could not be mixed.")
                return
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
        """Store the changes; False if that fails."""
        change = self.room.change(now)
        if change is None:
            return True
        try:
            await self.rooms.store.save(change)
        except StoreError as error:
            await self._give_up(error)
            return False
        self.room.forget_changes()
        return True

    async def _give_up(self, error: StoreError) -> None:
        """The room is read again, since the change may or may not be on the disk."""
        if isinstance(error, Lost):
            log.warning("a room was taken over by another server")
            self._close_table(TAKEN_OVER, AT_ONCE)
        else:
            log.error("a room could not be stored: %s", error)
            await self._read_again(str(error))

    async def _read_again(self, reason: str) -> None:
        self.forget()
        try:
            room = await self.rooms.reopen(self.room.head.id)
        except StoreError as error:
            log.error("a room could not be read: %s", error)
            room = None
        if room is None:
            self._close_table(reason)
            return
        self.room = room
        for listener in self.audience.places:
            room.arrive(listener.who, self.rooms.now())
        self.audience.start_over(room, self.rooms.now())
        self._go_on()

    def _close_table(self, reason: str, again: float = RETRY) -> None:
        """The next visitor gets a new mailbox; this one is dead."""
        self.forget()
        self.rooms.drop(self.room.head.id)
        self._closed = Bye(reason=f"{reason} The table is closed for now.", again=again)
        for listener in list(self.audience.places):
            listener.close(self._closed)
        letters = list(self._inbox)
        self._inbox.clear()
        for letter in letters:
            self.post(letter)

    # --- showing ---------------------------------------------------------------------------------

    def _show_all(self) -> None:
        self.audience.show_game(self.rooms.now())
        self._show()

    def _show(self) -> None:
        self.audience.show_changes(self.rooms.now())
        self._go_on()

    def _go_on(self) -> None:
        """Let bots think and clocks run."""
        self._wake_bots()
        self._set_alarm()

    def _wake_bots(self) -> None:
        for seat in self.room.bots_asked():
            asked = self._asked(seat)
            if asked not in self.thoughts:
                level = self.room.chairs[seat].bot
                state = self.room.table.state
                task = self.rooms.bots.think(
                    level, state, seat, self.room.owner(), self._beat(level, seat)
                )
                self.thoughts[asked] = task
                task.add_done_callback(partial(self._thought_done, asked))

    def _thought_done(self, asked: Asked, task: "asyncio.Task[ThinkReply]") -> None:
        letter = BotThought(asked, task)
        self.rooms.share.let_in(self._payer(letter), lambda: self.post(letter))

    def _beat(self, level: str, seat: int) -> float:
        """Seconds between a bot's answers, so that people can follow; shorter before the first
        answer of a person, and for further answers of one turn.  A bot that may think longer than
        a short beat keeps the long one: otherwise its pauses would show how hard it thinks."""
        people, manners = self.room.people(), self.rooms.bots.manners
        is_opening = people and not any(self.room.acts.counts[seat] for seat in people)
        tuning = tuning_of(level, self.room.game, self.room.table.seats)
        if is_opening and tuning.seconds < manners.opening:
            return min(manners.opening, manners.delay)
        answers = (entry.seat for entry in reversed(self.room.table.log) if entry.seat != CHANCE)
        if next(answers, CHANCE) == seat and tuning.seconds < manners.further:
            return min(manners.further, manners.delay)
        return manners.delay

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        flag = self.room.next_alarm()
        if flag is not None:
            seconds = max(0, flag - self.rooms.now()) / 1000
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(seconds, lambda: self.post(TimeUp()))


def _forget(tasks: dict[K, "asyncio.Task[T]"], key: K, task: "asyncio.Task[T]") -> None:
    """Remove a task that is done, unless another one has its key by now."""
    if tasks.get(key) is task:
        del tasks[key]
