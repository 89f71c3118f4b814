"""A person gets all that is stored about them, and can have all of it erased."""

import asyncio
import json

import msgspec
import pytest

from server.stores import SqliteKind, opened
from server.tables import A, B, at_a_table, open_rooms_in
from server.wires import cookie, fetch
from trivet.client import Client
from trivet.server.rooms.backup import back_up, restore
from trivet.server.rooms.copying import copy
from trivet.server.rooms.everything import everything_of
from trivet.server.store.contract import Change, StoredGuest
from trivet.server.store.erasing import NO_WORDS, NOBODY
from trivet.server.store.stored import Chair, RoomHead
from trivet.server.wire.messages import Say

WHO = "w" * 22  # the id of the person whose rows these are
MINE = "zebra"  # what begins with it is a person's own, and belongs into an export
HEAD = RoomHead(
    id="room", game="sovereign", rules=1, seed=b"s" * 32, host=WHO, title=f"{MINE} table",
    chairs=[Chair(person=WHO, name=f"{MINE} name"), Chair(bot="greedy")], options={}, muted=[WHO],
    phase="over",
)  # fmt: skip
RECORD = f"trivet record 1\nplayer A: {MINE} name\ndigest: x\n"

# A row of each table with everything in it that can name a person or be theirs.  A table or column
# that is not here has to be added, and then export and erase have to know it.
ROWS = {
    "people": {
        "id": WHO, "name": f"{MINE} name", "since": 1, "kept": 1, "seen": 1,
        "shape": "shape of it", "handle": f"{MINE}-name", "handle_since": 0,
        "is_bot": 0, "user_key": b"u", "zone": f"{MINE} zone", "quiet_from": 22, "quiet_to": 8,
    },
    "sessions": {"token": b"t", "person": WHO, "issued": 11, "until": 10**10, "replaces": b""},
    "rooms": {
        "id": "room", "phase": "over", "is_public": False, "is_timed": False, "changed": 1,
        "head": msgspec.json.encode(HEAD),
    },
    "members": {"person": WHO, "room": "room"},
    "log": {"room": "room", "n": 0, "kind": "answer", "seat": 0, "choice": 1, "said": "b2>"},
    "lines": {
        "room": "room", "n": 0, "channel": "players", "name": f"{MINE} name", "seat": 0,
        "text": f"{MINE} words", "at": 1, "person": WHO,
    },
    "records": {"room": "room", "text": RECORD},
    "chances": {"room": "room", "data": b"{}"},
    "sanctions": {
        "who": WHO, "kind": "mute", "until": 10**10, "reason": f"{MINE} rude", "since": 1,
    },
    "keys": {"id": b"k", "person": WHO, "known": b"p", "made": 1, "used": 1},
    "tickets": {"token": b"t", "what": "code", "person": WHO, "until": 10**10, "data": b""},
    "ways": {
        "id": b"w", "person": WHO, "kind": "push", "place": f"{MINE} place", "data": "{}",
        "fails": 0, "next": 0, "day": 0, "sent": 0,
    },
    "turns": {
        "room": "room", "person": WHO, "acts": 1, "since": 1, "last": 0, "told": 0, "taken": 0,
    },
    "wrong": {"address": b"a hash of it", "at": 1},
    "secrets": {"name": "push", "value": b"v"},
    "due": {"room": "room", "since": 1, "at": 2},
    "alive": {"id": 1, "at": 1},
}  # fmt: skip
HOUSE = {"servers", "trivet"}  # tables of PostgreSQL that are about servers alone
HOUSE_COLUMNS = {("rooms", "owner"), ("rooms", "epoch"), ("due", "epoch")}
COLUMNS = {
    "sqlite": "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c "
    "WHERE m.type = 'table'",
    "postgres": "SELECT table_name::text, column_name::text FROM information_schema.columns "
    "WHERE table_schema = current_schema()",
}


async def columns_of(kind):
    rows = await kind.sql(COLUMNS["postgres" if kind.is_shared else "sqlite"])
    return {(table, column) for table, column in rows if table not in HOUSE} - HOUSE_COLUMNS


async def fill(kind):
    for table, row in ROWS.items():
        more = {"epoch": 0} if kind.is_shared and table in ("rooms", "due") else {}
        values = {**row, **more}
        marks = ", ".join(f"${n + 1}" for n in range(len(values)))
        wanted = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})"
        await kind.sql(wanted, *values.values())


async def whole(kind):
    """Every row of every table, as one text."""
    tables = {table for table, _ in await columns_of(kind)}
    rows = [await kind.sql(f"SELECT * FROM {table}") for table in sorted(tables)]
    return repr(rows)


def missing(columns):
    """Columns of a schema about which nobody has said whether they name a person."""
    return columns - {(table, column) for table, row in ROWS.items() for column in row}


def test_every_column_is_known_to_export_and_erase(kind_with_sql, tmp_path):
    kind = kind_with_sql

    async def run():
        async with opened(kind) as store:
            assert not missing(await columns_of(kind))
            await fill(kind)
            assert MINE in await whole(kind)
            async with open_rooms_in(tmp_path, store=store) as rooms:
                given = msgspec.json.encode(await everything_of(rooms, WHO)).decode()
                for row in ROWS.values():
                    for value in row.values():
                        if isinstance(value, str) and value.startswith(MINE):
                            assert value in given
                assert WHO in given
                await rooms.removal.erase(WHO, lambda: None)
                left = await whole(kind)
                assert WHO not in left
                assert MINE not in left
                assert "shape of it" not in left
                assert NOBODY in left
                assert NO_WORDS in left

    asyncio.run(run())


def test_a_new_column_is_noticed(kind_with_sql):
    async def run():
        async with opened(kind_with_sql):
            await kind_with_sql.sql("ALTER TABLE rooms ADD COLUMN opener TEXT")
            return missing(await columns_of(kind_with_sql))

    assert asyncio.run(run()) == {("rooms", "opener")}


def test_the_rows_of_a_copy_are_all_of_these_tables():
    from trivet.server.rooms.copying import TABLES

    assert {table: set(columns) for table, columns in TABLES.items()} == {
        table: set(row) for table, row in ROWS.items()
    }


def test_what_is_given_has_no_secret_of_a_game_in_play(tmp_path):
    async def test(rooms, ann, bob, _):
        from server.test_operator import keep

        await keep(rooms.store, A, B)
        await ann.must(Say(text="mine"))
        await bob.must(Say(text="of another"))
        text = msgspec.json.encode(await everything_of(rooms, A.id)).decode()
        head = ann.mailbox.room.head
        assert head.id in text
        assert "mine" in text
        for secret in ("of another", B.id, head.seed.hex(), "build"):
            assert secret not in text

    at_a_table(tmp_path, test)


def asked(address, method, path, cookie, body=None):
    more = {"Origin": address} if method == "POST" else {}
    status, headers, text = fetch(address, method, path, body, Cookie=cookie, **more)
    return status, json.loads(text), headers


@pytest.mark.long
def test_one_exports_and_erases_oneself(server):
    client = Client(server)
    client.open_room("sovereign", bots=["", "random"], start=True)
    mine = f"trivet={client.token}"
    status, given, _ = asked(server, "GET", "/api/me/everything", mine)
    assert status == 200
    assert [table["game"] for table in given["tables"]] == ["sovereign"]
    assert [set(row) for row in given["more"]["sessions"]] == [{"issued", "until"}]
    status, no, _ = asked(server, "POST", "/api/me/erase", mine, '{"name": "Somebody Else"}')
    assert (status, no["code"]) == (422, "other-name")
    sure = json.dumps({"name": given["name"]})
    status, done, headers = asked(server, "POST", "/api/me/erase", mine, sure)
    assert (status, done) == (200, {"tables": 1})
    assert 'trivet=""' in headers["set-cookie"]
    assert asked(server, "GET", "/api/me/everything", mine)[0] == 401


def test_nobody_gets_anothers(server):
    assert fetch(server, "GET", "/api/me/everything")[0] == 401
    mine, other = cookie(server), cookie(server)
    name = json.loads(fetch(server, "GET", "/api/me", Cookie=other)[2])["name"]
    status, no, _ = asked(server, "POST", "/api/me/erase", mine, json.dumps({"name": name}))
    assert status == 422 or name in no.get("reason", "")
    assert asked(server, "GET", "/api/me/everything", other)[0] == 200


def test_backup_restore_and_copies_keep_every_row(tmp_path, postgres):
    """From SQLite to PostgreSQL and back, and through a backup."""
    sqlite = SqliteKind(tmp_path / "first")
    rows = {table: row for table, row in ROWS.items() if table not in ("rooms", "records")}

    async def contents(kind):
        found = {}
        for table, row in rows.items():
            columns = ", ".join(row)
            lines = await kind.sql(f"SELECT {columns} FROM {table}")
            found[table] = sorted([tuple(line) for line in lines], key=repr)
        return found

    async def run():
        async with opened(sqlite) as store:
            head = msgspec.structs.replace(HEAD, phase="open")
            await store.add_guest(StoredGuest(WHO, "Ann", 1, 10**10), b"t")
            await store.save(Change(head, 0, [], 0, []))
            for table in ("people", "sessions", "members"):
                await sqlite.sql(f"DELETE FROM {table}")
        for table, row in rows.items():
            marks = ", ".join(f"${n + 1}" for n in range(len(row)))
            if table not in ("log", "chances"):
                wanted = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})"
                await sqlite.sql(wanted, *row.values())
        before = await contents(sqlite)
        assert all(before[table] for table in rows if table not in ("log", "chances"))

        await copy(str(sqlite.folder), postgres.url)
        assert await contents(postgres) == before
        again = SqliteKind(tmp_path / "again")
        await copy(postgres.url, str(again.folder))
        assert await contents(again) == before

        await back_up(sqlite.folder, tmp_path / "backup.sqlite")
        restored = SqliteKind(tmp_path / "restored")
        await restore(tmp_path / "backup.sqlite", restored.folder)
        assert await contents(restored) == before

    asyncio.run(run())
