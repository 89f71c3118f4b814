"""Turns of people who are away, and the ways to call them: the same for both databases.

A turn is (room, person, acts); `acts` is how often their seat has acted.  Its row is written in
the transaction of the change that made it their turn, so a turn that was acknowledged is never
forgotten; it goes when they come to the table.  Any server calls: it takes due rows for a minute,
sends, and notes it.  told: 0 not yet, 1 once, 2 also that their time has nearly run out.
"""

from typing import NamedTuple

from trivet.server.store.people import SqlStore, do, hashed

GRACE = 300  # seconds: who has just left may come back
TAKEN = 60  # seconds for which a server has taken a row
AT_ONCE = 50  # rows
WAYS = 6  # of one person
DAILY = 30  # messages by one way
DAY = 86_400
PAUSES = (60, 300, 1800, DAY)  # seconds after a failure, by how many there were

TAKE = """
UPDATE turns SET taken = $1 WHERE (room, person) IN (
    SELECT room, person FROM turns WHERE taken < $2
    AND ((told = 0 AND since <= $3) OR (told = 1 AND last > 0 AND last <= $2))
    ORDER BY since LIMIT $4 {lock})
RETURNING room, person, acts, told
"""


class Turn(NamedTuple):
    """Somebody is to be called to a table."""

    room: str
    person: str
    acts: int
    told: int


class Way(NamedTuple):
    """How a person may be called."""

    id: bytes
    kind: str
    place: str
    data: str
    fails: int


class QuietRange(NamedTuple):
    """Nobody calls a person between these two hours of their own day."""

    zone: str
    begins: int
    ends: int


class Turns:
    """The turns and ways of a store with tables."""

    def __init__(self, store: SqlStore, grace: int = GRACE) -> None:
        self.store, self.grace = store, grace
        self._take = TAKE.format(lock="FOR UPDATE SKIP LOCKED" if store.is_shared else "")

    async def take(self, now: int) -> list[Turn]:
        if not await self.store.rows("SELECT 1 FROM turns LIMIT 1"):
            return []
        (found,) = await self.store.run(do(self._take, now + TAKEN, now, now - self.grace, AT_ONCE))
        return [Turn(*row) for row in found]

    async def told(self, turn: Turn) -> None:
        await self.store.run(
            do("UPDATE turns SET told = $1, taken = 0 WHERE room = $2 AND person = $3 "
               "AND acts = $4", turn.told + 1, turn.room, turn.person, turn.acts))  # fmt: skip

    async def put_off(self, turn: Turn, until: int) -> None:
        """Nobody takes it before."""
        await self.store.run(
            do("UPDATE turns SET taken = $1 WHERE room = $2 AND person = $3 AND acts = $4",
               until, turn.room, turn.person, turn.acts))  # fmt: skip

    async def still(self, turn: Turn) -> bool:
        """Whether it is still their turn, and they are not there."""
        return bool(await self.store.rows(
            "SELECT 1 FROM turns WHERE room = $1 AND person = $2 AND acts = $3",
            turn.room, turn.person, turn.acts))  # fmt: skip

    # --- ways ---

    async def ways(self, person: str) -> list[Way]:
        found = await self.store.rows(
            "SELECT id, kind, place, data, fails FROM ways WHERE person = $1 ORDER BY id", person
        )
        return [Way(bytes(row[0]), *row[1:]) for row in found]

    async def open_ways(self, person: str, now: int) -> list[Way]:
        """Those that do not wait after a failure, and have not been used too often today."""
        found = await self.store.rows(
            "SELECT id, kind, place, data, fails FROM ways WHERE person = $1 AND next <= $2 "
            "AND NOT (day = $3 AND sent >= $4)", person, now, now // DAY, DAILY)  # fmt: skip
        return [Way(bytes(row[0]), *row[1:]) for row in found]

    async def add(self, person: str, kind: str, place: str, data: str) -> bool:
        """A place calls one person, the latest; False if they have too many ways."""
        key = hashed(f"{kind} {place}")
        (_, done) = await self.store.run(
            do("DELETE FROM ways WHERE id = $1", key),
            do("INSERT INTO ways (id, person, kind, place, data) SELECT $1, $2, $3, $4, $5 "
               "WHERE (SELECT count(*) FROM ways WHERE person = $2) < $6 RETURNING id",
               key, person, kind, place, data, WAYS))  # fmt: skip
        return bool(done)

    async def drop(self, person: str, way: bytes) -> None:
        """Without a way there is nobody to be called."""
        await self.store.run(
            do("DELETE FROM ways WHERE person = $1 AND id = $2", person, way),
            do("DELETE FROM turns WHERE person = $1 "
               "AND NOT EXISTS (SELECT 1 FROM ways WHERE ways.person = $1)", person))  # fmt: skip

    async def went(self, way: Way, now: int) -> None:
        await self.store.run(
            do("UPDATE ways SET fails = 0, next = 0, day = $2, "
               "sent = CASE WHEN day = $2 THEN sent + 1 ELSE 1 END WHERE id = $1",
               way.id, now // DAY))  # fmt: skip

    async def failed(self, way: Way, now: int) -> None:
        pause = PAUSES[min(way.fails, len(PAUSES) - 1)]
        await self.store.run(
            do("UPDATE ways SET fails = fails + 1, next = $2 WHERE id = $1", way.id, now + pause)
        )

    # --- quiet hours ---

    async def quiet_hours(self, person: str) -> QuietRange:
        found = await self.store.rows(
            "SELECT zone, quiet_from, quiet_to FROM people WHERE id = $1", person
        )
        return QuietRange(*found[0]) if found else QuietRange("", 0, 0)

    async def set_quiet_hours(self, person: str, quiet: QuietRange) -> None:
        await self.store.run(
            do("UPDATE people SET zone = $2, quiet_from = $3, quiet_to = $4 WHERE id = $1",
               person, *quiet))  # fmt: skip
