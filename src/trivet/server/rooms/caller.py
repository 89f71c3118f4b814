"""Somebody who talks to a room: reads what they say, lets them in, and hands on what they ask.

Nothing here knows how messages travel: `socket.py` adds what a WebSocket needs.
"""

from collections.abc import Callable
from typing import Protocol

from trivet.server.rooms.registry import Rooms
from trivet.server.store.contract import NoLongerPlayed, StoreError, Unreadable
from trivet.server.table.audience import Listener
from trivet.server.table.commands import Entered, Left, Requested
from trivet.server.table.mailbox import RETRY, Mailbox
from trivet.server.wire.messages import Enter, Request
from trivet.server.wire.outgoing import Bye, Failed, Notice

# Codes of a closed conversation: the last six are ours.
FAULT, RESTART, TOO_BIG, POLICY = 1011, 1012, 1009, 1008
NO_SESSION, BANNED, NO_ROOM, TOO_SLOW, SET_ASIDE, TOO_MANY = 4401, 4403, 4404, 4408, 4410, 4429
LOGGED_OUT = "You have logged out."  # who is logged in elsewhere comes back
SOMEBODY_ELSE = "You are somebody else here now."
OTHERS = "It was set aside; no other table is affected."
# Closes the sockets of some people (by id and address) with a code and a reason; tells how many.
SendAway = Callable[[Callable[[str, str], bool], int, str], int]
LONGEST_REASON = 123  # bytes, by RFC 6455


class Closed(Exception):
    """The conversation is to be closed, with a code and a reason for people."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason

    @property
    def brief(self) -> str:
        """As much of the reason as fits into the frame that closes a socket."""
        return self.reason.encode()[:LONGEST_REASON].decode(errors="ignore")


class Speaker(Listener, Protocol):
    """A listener that can be told something out of turn."""

    def say(self, notice: Notice) -> None: ...


class Caller:
    """One conversation with a room.  It does not keep the speaker, which keeps it: without a cycle
    both are freed as soon as the conversation has ended."""

    def __init__(self, rooms: Rooms, room: str) -> None:
        self.rooms, self.room = rooms, room
        self.mailbox: Mailbox | None = None  # once they have entered

    def take(self, speaker: Speaker, request: Request | Failed, at: int) -> Enter | None:
        """Take a message; return it if it is a request to enter, which has to be waited for."""
        if isinstance(request, Failed):
            speaker.say(request)
        elif isinstance(request, Enter):
            if self.mailbox is None:
                return request
            _fail(speaker, "entered", "You are in already.", request)
        elif self.mailbox is None:
            _fail(speaker, "not-entered", "Say 'enter' first.", request)
        else:
            self.mailbox.submit(Requested(speaker, request, at))
        return None

    async def enter(self, speaker: Speaker, request: Enter) -> None:
        """Let them in; Closed says why not.  If the store is away, they are to come back."""
        try:
            mailbox = await self.rooms.mailbox(self.room)
        except NoLongerPlayed as error:
            raise Closed(SET_ASIDE, str(error)) from None
        except Unreadable as error:
            raise Closed(SET_ASIDE, f"{error} {OTHERS}") from None
        except StoreError as error:  # it may be well again in a moment
            speaker.close(Bye(reason=str(error), again=RETRY))
            return
        if mailbox is None:
            raise Closed(NO_ROOM, "There is no such table.")
        self.mailbox = mailbox
        mailbox.submit(Entered(speaker, request))

    def leave(self, speaker: Speaker) -> None:
        """Let go of the room, after all that was said before."""
        mailbox, self.mailbox = self.mailbox, None
        if mailbox is not None:
            mailbox.submit(Left(speaker))


def _fail(speaker: Speaker, code: str, reason: str, request: Request) -> None:
    speaker.say(Failed(code=code, reason=reason, re=request.re))
