"""One room's mailbox: it handles commands one at a time, in the order they came.

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
from trivet.server.store.decoding import may_be_parked
from trivet.server.table import salts, seating
from trivet.server.table.answering import bot_answer
from trivet.server.table.audience import Audience, Listener, written
from trivet.server.table.commands import (
    Abandoned,
    BotThought,
    Closing,
    Command,
    Departed,
    Ending,
    Entered,
    HintReady,
    Left,
    QuestionId,
    Renamed,
    Requested,
    TakenOver,
    TimeUp,
)
from trivet.server.table.dispatch import grant, replying
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

    command: Requested
    reply: Notice
    at: int  # when it was carried out


@mypyc_attr(allow_interpreted_subclasses=True)  # campaigns plant faults
class Mailbox:
    """Runs one room: handles commands, stores and shows changes, wakes bots, sets the alarm."""

    def __init__(self, rooms: Services, room: Room) -> None:
        self.rooms, self.room = rooms, room
        self.audience = Audience(room)
        self.pending_bots: dict[QuestionId, asyncio.Task[ThinkReply]] = {}
        self.pending_hints: dict[int, asyncio.Task[ThinkReply]] = {}  # by seat
        self.idle_since = rooms.now()
        self._alarm: asyncio.TimerHandle | None = None
        self._inbox: deque[Command] = deque()
        self.is_working = False  # a command is being handled
        self._task: asyncio.Task[None] | None = None  # that handles it, unless it needs none
        self._waiting: list[asyncio.Future[None]] = []  # for the inbox to be empty
        self._closed: Bye | None = None  # set once the mailbox is dead; newcomers get it

    # --- the inbox -------------------------------------------------------------------------------

    def submit(self, command: Command) -> None:
        """Put a command into the inbox; a closed mailbox drops it and turns newcomers away.  If
        nothing is in the way, the command is handled at once."""
        if self._closed is not None:
            if isinstance(command, Entered):
                command.listener.close(self._closed)
        elif self.is_working:
            self._inbox.append(command)
        else:
            self.is_working = True
            if self._handle_now(command):
                self._drain()

    def _drain(self) -> None:
        """Handle commands until one of them has to be waited for."""
        while self._inbox:
            command, began = self._inbox.popleft(), self.rooms.share.clock()
            is_done = self._handle_now(command)
            self.rooms.share.charge(self._payer(command), self.rooms.share.clock() - began)
            if not is_done:
                return
        self.is_working = False
        self.idle_since = self.rooms.now()
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)

    def _handle_now(self, command: Command) -> bool:
        """Handle a command; False if that goes on later, and calls `_work` then."""
        if not isinstance(command, Requested) or isinstance(command.request, Hint):
            self._handle_later(command, self._handle(command))
            return False
        token = REQUEST.set(command.listener.id)
        try:
            return self.on_request(command)
        except Exception:
            log.exception("a request could not be handled: %s", type(command.request).__name__)
            self._handle_later(command, self._recover_from_fault(command))
            return False
        finally:
            REQUEST.reset(token)

    def _handle_later(self, command: Command, work: Coroutine[Any, Any, None]) -> None:
        """Handle a command in a task of its own."""
        self._task = asyncio.create_task(self._handle_in_task(command, work))

    async def _handle_in_task(self, command: Command, work: Coroutine[Any, Any, None]) -> None:
        REQUEST.set(command.listener.id if isinstance(command, FROM_PEOPLE) else "")
        try:
            await metered(self.rooms.share, self._payer(command), work)
        except Exception:
            log.exception("a command could not be handled: %s", type(command).__name__)
            await self._recover_from_fault(command)
        self._task = None  # a mailbox and its last task would keep each other
        self._drain()

    async def _recover_from_fault(self, command: Command) -> None:
        await self._reload()
        if isinstance(command, Requested | HintReady):
            self._reply(command.listener, replying(FAULT, command.request))
        elif isinstance(command, Entered):
            command.listener.close(Bye(reason=FAULT.reason, again=RETRY))

    def _payer(self, command: Command) -> str:
        """The person for whom the loop works on a command."""
        if isinstance(command, FROM_PEOPLE):
            return command.listener.who.id
        return self.room.owner().person if isinstance(command, BotThought) else ""

    async def _handle(self, command: Command) -> None:
        match command:
            case Entered(listener, request):
                await self.on_entered(listener, request)
            case Left(listener):
                await self.on_left(listener)
            case Ending(close):
                close()
            case Requested(listener, Hint() as request):
                self.on_hint_request(listener, request)
            case Renamed(who):
                await self.on_renamed(who)
            case BotThought(question, task):
                await self.on_bot_thought(question, task)
            case HintReady():
                await self.on_hint_ready(command)
            case TimeUp():
                await self.on_time_up()
            case Abandoned(reason):
                await self.on_abandoned(reason)
            case Departed(person):
                await self.on_departed(person)
            case TakenOver(epoch):
                if self.room.epoch < epoch:
                    self._close_table(TAKEN_OVER, AT_ONCE)
            case Closing(notice):
                for listener in list(self.audience.subscriptions):
                    listener.close(notice)

    async def _reload(self) -> None:
        """What is in memory cannot be trusted after a fault; what is stored can."""
        try:
            await self._read_again("Something went wrong.")
        except Exception:
            log.exception("a room could not be recovered")
            self._close_table("Something went wrong.")

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here, nothing is done, and no clock runs that has to run here."""
        clocks = self.room.clocks
        is_timed = clocks is not None and clocks.running and not self.may_be_parked
        thinks = self.pending_bots or self.pending_hints
        return not (self.is_working or self.audience.subscriptions or thinks or is_timed)

    @property
    def may_be_parked(self) -> bool:
        """Whether its clocks may run on in the store."""
        return self.rooms.store.can_park and may_be_parked(self.room.head)

    def left(self) -> int | None:
        """Milliseconds until the first clock runs out; None if none runs."""
        clocks = self.room.clocks
        flag = None if clocks is None else clocks.next_flag()
        return None if flag is None else max(0, flag - self.rooms.now())

    async def wait_until_idle(self) -> None:
        """Wait until the commands in the inbox have been handled."""
        while self.is_working:
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            await waiting

    async def finish(self) -> None:
        """Graceful shutdown: handle the commands in the inbox and store the clocks."""
        await self.wait_until_idle()
        if self.room.clocks is not None and self.room.head.phase == "playing":
            self.room.is_changed = True
            await self._store(self.rooms.now())
        self.cancel_tasks()

    def close_inbox(self, notice: Bye) -> None:
        """Take no more commands: what this mailbox knows of the room may be out of date."""
        self._closed = notice

    def cancel_tasks(self) -> None:
        """Cancel the tasks and timers that refer to the room, so that it can be freed."""
        for task in (*self.pending_bots.values(), *self.pending_hints.values()):
            task.cancel()
        self.pending_bots.clear()
        self.pending_hints.clear()
        if self._alarm is not None:
            self._alarm.cancel()
        self.room.table.close()

    # --- commands from people ---------------------------------------------------------------------

    async def on_entered(self, listener: Listener, request: Enter) -> None:
        self.room.arrive(listener.who, self.rooms.now())
        if await self._store(self.rooms.now()):
            listener.send(written(replying(Done(), request)))
            self.audience.welcome(listener, request, self.rooms.now())
            self._show()
        else:
            listener.close(Bye(reason=UNSURE.reason, again=RETRY))

    async def on_left(self, listener: Listener) -> None:
        if self.audience.leave(listener):
            self.room.leave(listener.who)
            if await self._store(self.rooms.now()):
                self._show()

    def on_request(self, command: Requested) -> bool:
        """Commit, then acknowledge, then show.  False if the store has to be waited for."""
        listener, request, at = command.listener, command.request, command.at
        if listener not in self.audience.subscriptions:
            not_entered = Failed(code="not-entered", reason="Enter first.", re=request.re)
            self._reply(listener, not_entered)
            return True
        granted = Granted(command, grant(self.room, listener.who, request, at), self.rooms.now())
        change = self.room.change(at)
        if change is None:
            return self._acknowledge(granted)
        self.rooms.store.save_soon(change, partial(self._stored, granted))
        return False

    def _stored(self, granted: "Granted", error: StoreError | None) -> None:
        """A request is on the disk, or is not."""
        share, command = self.rooms.share, granted.command
        began, token = share.clock(), REQUEST.set(command.listener.id)
        try:
            if error is not None:
                self._handle_later(command, self._not_stored(command, error))
                return
            if not self._acknowledge(granted):
                return
        except Exception:
            log.exception("a request could not be shown: %s", type(command.request).__name__)
            self._handle_later(command, self._recover_from_fault(command))
            return
        finally:
            REQUEST.reset(token)
            share.charge(command.listener.who.id, share.clock() - began)
        self._drain()

    async def _not_stored(self, command: Requested, error: StoreError) -> None:
        await self._give_up(error)
        self._reply(command.listener, replying(UNSURE, command.request))

    def _acknowledge(self, granted: "Granted") -> bool:
        """Reply and show.  False if there is more to do before it can be shown."""
        (listener, request, at), reply = granted.command, granted.reply
        show = self._show_all if self.room.is_moved else self._show
        self.room.forget_changes()
        self._reply(listener, reply)
        if isinstance(request, Answer | Undo):
            self._note(listener, reply, at, granted.at)
        if isinstance(reply, Stale) or isinstance(request, Again):
            self.audience.show_again(listener, at)
        if self.room.followups:
            self._handle_later(granted.command, self._run_followups_and(show))
            return False
        show()
        return True

    async def _run_followups_and(self, show: Callable[[], None]) -> None:
        await self._run_followups()
        show()

    def on_hint_request(self, listener: Listener, request: Hint) -> None:
        try:
            seat = self.room.seat_in_play(listener.who)
            if not self.room.table.state.is_waiting_for(seat):
                raise Failing("not-asked", "It is not your turn.")
            if not self.room.may_have_hints:
                raise Failing("no-hints", "This table is played without hints.")
            if seat in self.pending_hints:
                raise Failing("thinking", "A bot is thinking about that already.")
        except Failing as failing:
            self._reply(listener, Failed(code=failing.code, reason=failing.reason, re=request.re))
            return
        question = self._question_id(seat)
        task = self.pending_hints[seat] = self.rooms.bots.advise(
            self.room.table.state, seat, Owner(listener.who.id, self.room.head.id, is_seated=True)
        )
        task.add_done_callback(
            lambda task: self.submit(HintReady(listener, request, question, task))
        )

    async def on_hint_ready(self, command: HintReady) -> None:
        seat, task = command.question.seat, command.task
        _drop_task(self.pending_hints, seat, task)
        if task.cancelled() or command.question != self._question_id(seat):
            reason = "The game has gone on in the meantime."
            gone_on = Failed(code="gone-on", reason=reason, re=command.request.re)
            self._reply(command.listener, gone_on)
            return
        reply = task.result()
        best = reply.best or [Advised(reply.choice, "", NO_THOUGHT)]
        hint = Hinted(best=[self._advice(seat, one) for one in best], level=reply.level)
        self.room.chairs[seat].hints += 1
        self.room.is_changed = True
        if not await self._store(self.rooms.now()):
            self._reply(command.listener, replying(UNSURE, command.request))
            return
        self._reply(command.listener, replying(hint, command.request))
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

    async def on_renamed(self, who: Person) -> None:
        for listener in self.audience.subscriptions:
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

    # --- commands from the operator ---------------------------------------------------------------

    async def on_abandoned(self, reason: str) -> None:
        if self.room.head.phase == "playing":
            self.room.abandon(reason, self.rooms.now())
            if await self._store(self.rooms.now()):
                self._show_all()

    async def on_departed(self, person: str) -> None:
        seating.depart(self.room, person, self.rooms.now())
        if await self._store(self.rooms.now()):
            self._show_all()

    # --- commands from bots and clocks ------------------------------------------------------------

    def _question_id(self, seat: int) -> QuestionId:
        acts = self.room.acts
        return QuestionId(seat, acts.counts[seat], acts.takebacks)

    async def on_bot_thought(self, question: QuestionId, task: "asyncio.Task[ThinkReply]") -> None:
        _drop_task(self.pending_bots, question, task)
        seat, now = question.seat, self.rooms.now()
        if task.cancelled() or question.takebacks != self.room.acts.takebacks:
            return
        if not bot_answer(self.room, seat, question.acts, task.result(), now):
            log.error("a bot of level %s broke a rule", self.room.chairs[seat].bot)
            choice = await self.rooms.bots.quick_answer(Mind(self.room.table.state, seat))
            bot_answer(self.room, seat, question.acts, ThinkReply(choice, level=GREEDY), now)
        if await self._store(now):
            self.rooms.metrics.bot_answered(self.room.head.id, seat, self.rooms.now() - now)
            self._show_all()

    async def on_time_up(self) -> None:
        now = self.rooms.now()
        self.room.flag(now)
        salts.give_up_waiting(self.room, now)
        if await self._store(now):
            await self._run_followups()
            self._show_all()

    async def _run_followups(self) -> None:
        """Carry out what a room cannot do alone: open the rematch, or close the table."""
        while self.room.followups:
            if self.room.followups.pop() == "close":
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
        self.cancel_tasks()
        try:
            room = await self.rooms.reopen(self.room.head.id)
        except StoreError as error:
            log.error("a room could not be read: %s", error)
            room = None
        if room is None:
            self._close_table(reason)
            return
        self.room = room
        for listener in self.audience.subscriptions:
            room.arrive(listener.who, self.rooms.now())
        self.audience.start_over(room, self.rooms.now())
        self._go_on()

    def _close_table(self, reason: str, again: float = RETRY) -> None:
        """The next visitor gets a new mailbox; this one is dead."""
        self.cancel_tasks()
        self.rooms.drop(self.room.head.id)
        self._closed = Bye(reason=f"{reason} The table is closed for now.", again=again)
        for listener in list(self.audience.subscriptions):
            listener.close(self._closed)
        commands = list(self._inbox)
        self._inbox.clear()
        for command in commands:
            self.submit(command)

    # --- showing ---------------------------------------------------------------------------------

    def _show_all(self) -> None:
        if self.room.has_begun:
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
            question = self._question_id(seat)
            if question not in self.pending_bots:
                level = self.room.chairs[seat].bot
                state = self.room.table.state
                task = self.rooms.bots.think(
                    level, state, seat, self.room.owner(), self._beat(level, seat)
                )
                self.pending_bots[question] = task
                task.add_done_callback(partial(self._thought_done, question))

    def _thought_done(self, question: QuestionId, task: "asyncio.Task[ThinkReply]") -> None:
        command = BotThought(question, task)
        self.rooms.share.let_in(self._payer(command), lambda: self.submit(command))

    def _beat(self, level: str, seat: int) -> float:
        """Seconds between a bot's answers, so that people can follow; shorter before the first
        answer of a person, and for further answers of one turn.  A bot that may think longer than
        a short beat keeps the long one: otherwise its pauses would show how hard it thinks."""
        people, pacing = self.room.people(), self.rooms.bots.pacing
        is_opening = people and not any(self.room.acts.counts[seat] for seat in people)
        tuning = tuning_of(level, self.room.game, self.room.table.seats)
        if is_opening and tuning.seconds < pacing.opening:
            return min(pacing.opening, pacing.delay)
        answers = (entry.seat for entry in reversed(self.room.table.log) if entry.seat != CHANCE)
        if next(answers, CHANCE) == seat and tuning.seconds < pacing.further:
            return min(pacing.further, pacing.delay)
        return pacing.delay

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        flag = self.room.next_alarm()
        if flag is not None:
            seconds = max(0, flag - self.rooms.now()) / 1000
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(seconds, lambda: self.submit(TimeUp()))


def _drop_task(tasks: dict[K, "asyncio.Task[T]"], key: K, task: "asyncio.Task[T]") -> None:
    """Remove a task that is done, unless another one has its key by now."""
    if tasks.get(key) is task:
        del tasks[key]
