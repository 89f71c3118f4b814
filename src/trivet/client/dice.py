"""Salt of one's own in the dice, and what the server promised, to be compared with the record."""

import secrets
from dataclasses import dataclass, field

from trivet.core.fair import seal_of
from trivet.core.seats import SEAT_LETTERS
from trivet.server.wire.outgoing import RoomSeen
from trivet.verifier import Unfair, verified

SALT_BYTES = 16


@dataclass
class Promise:
    """What a player knows of the dice before the game."""

    table: str
    commitment: str
    seat: str  # its letter
    salt: str = field(default_factory=lambda: secrets.token_hex(SALT_BYTES))
    seals: dict[str, str] = field(default_factory=dict)  # by seat, before the salt was opened

    @property
    def seal(self) -> str:
        return seal_of(self.salt, self.table, self.seat)

    def is_asked_for(self, room: RoomSeen) -> bool:
        """Whether the salt is to be opened now, for the dice that were promised."""
        is_same = room.commitment == self.commitment and room.you is not None
        return is_same and room.is_revealing and room.sealed[room.you or 0] == self.seal

    def witness(self, room: RoomSeen) -> None:
        """Keep everybody's seals."""
        self.seals = {SEAT_LETTERS[n]: seal for n, seal in enumerate(room.sealed) if seal}

    def kept(self, record: str) -> str:
        """Verify a record and compare it with the promise: a sentence, or Unfair.  The verifier
        may also say CannotCheck."""
        words = verified(record)
        head = dict(line.partition(": ")[::2] for line in record.partition("\n\n")[0].splitlines())
        found = {key[-1]: value for key, value in head.items() if key.startswith("sealed ")}
        if head["commitment"] != self.commitment:
            raise Unfair("the commitment is not the one that was shown before the game")
        if self.seals and found != self.seals:
            raise Unfair("the seals are not those that were shown before the game")
        mine = "and your salt is in them" if self.seals else "but your salt is not in them"
        return f"{words}; they are the dice that were promised, {mine}"


def promise_of(room: RoomSeen) -> Promise:
    return Promise(room.id, room.commitment, SEAT_LETTERS[room.you or 0])
