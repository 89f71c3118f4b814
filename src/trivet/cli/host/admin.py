"""`trivet admin`: looks after a server, whether it runs or not."""

import argparse
import asyncio
import json
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

import msgspec

from trivet.cli.arguments import BadInput, positive, printable, store_url
from trivet.cli.host import backup, restore, store
from trivet.cli.terminal.saves import server_folder
from trivet.server.bots.pacing import DEFAULT_PACING
from trivet.server.bots.pool import Bots
from trivet.server.http import operator
from trivet.server.rooms.copying import opened
from trivet.server.rooms.registry import Rooms
from trivet.server.store.contract import StoreError
from trivet.server.table.room import Failing

PATIENCE = 60.0  # seconds


def arguments(parser: argparse.ArgumentParser) -> None:
    _add_places(parser, {})
    actions = parser.add_subparsers(dest="action", metavar="WHAT", required=True)

    def add(name: str, says: str, *others: str) -> argparse.ArgumentParser:
        words = f"{says[0].upper()}{says[1:]}."
        action = actions.add_parser(name, aliases=others, help=says, description=words)
        _add_places(action, {"default": argparse.SUPPRESS})  # else it would hide what came before
        return action

    rooms = add("tables", "list tables, the latest first", "list")
    rooms.add_argument("--phase", choices=("open", "playing", "over"), default="")
    rooms.add_argument("--most", type=positive, default=100, metavar="N")
    add("table", "show a table, its people and what was said there").add_argument("room")
    close = add("close", "end a table: nobody wins, and its record is kept")
    close.add_argument("room")
    close.add_argument("--reason", default="", help="for those who sit there")
    close.add_argument("--remove", action="store_true", help="remove it, record and all")
    people = add("people", "list people, the latest first")
    people.add_argument("text", nargs="?", default="", help="a part of the name, or an id")
    people.add_argument("--most", type=positive, default=100, metavar="N")
    for name, says in (
        ("ban", "keep a person or an address away"),
        ("mute", "let a person write no chat"),
    ):
        punish = add(name, says)
        punish.add_argument("who", help="a person's id" + " or an address" * (name == "ban"))
        punish.add_argument("--days", type=float, default=7.0, metavar="N", help="default: 7")
        punish.add_argument("--reason", default="", help="for them to read")
    add("pardon", "lift bans and mutes").add_argument("who")
    add("sanctions", "list bans and mutes")
    add("export", "print everything that is stored about a person, as JSON").add_argument("person")
    erase = add("erase", "remove a person: sessions, name and chat; games stay, without the name")
    erase.add_argument("person")
    erase.add_argument("--yes", action="store_true", help="do not ask")
    backup.arguments(add("backup", "copy the store, also while a server runs, and check the copy"))
    restore.arguments(add("restore", "restore the store from a backup"))
    store.copy_arguments(add("copy", "copy a store between SQLite and PostgreSQL, and check it"))
    store.check_arguments(add("check", "replay every table of a store and verify every record"))


def _add_places(parser: argparse.ArgumentParser, default: dict[str, Any]) -> None:
    """The arguments of all actions: they may stand before the action or behind it."""
    add = parser.add_argument
    add("--data", type=Path, metavar="DIR", help="where the server keeps its games", **default)
    add("--store", type=store_url, metavar="URL",
        help="the database of several servers, instead", **default)  # fmt: skip
    add("--json", action="store_true", help="print what the server replies", **default)


def run(args: argparse.Namespace) -> int:
    command = command_of(args)
    if isinstance(command, operator.Erase) and not args.yes:
        raise BadInput("This cannot be undone. Say --yes, or export the person first.")
    if args.store:
        found = carried_out_on(args.store, command)
    else:
        found = carried_out(args.data or server_folder(), command)
    if args.json or args.action == "export":
        print(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        for line in report_lines(args.action, found):
            print(printable(line))
    return 0


def command_of(args: argparse.Namespace) -> operator.Command:
    match args.action:
        case "tables" | "list":
            return operator.ListRooms(args.phase, args.most)
        case "table":
            return operator.ShowRoom(args.room)
        case "close":
            return operator.CloseRoom(args.room, args.reason, args.remove)
        case "people":
            return operator.FindPeople(args.text, args.most)
        case "ban" | "mute":
            return operator.Punish(args.who, args.action, args.days, args.reason)
        case "pardon":
            return operator.Pardon(args.who)
        case "sanctions":
            return operator.ListSanctions()
        case "export":
            return operator.Export(args.person)
        case _:
            return operator.Erase(args.person)


# --- asking ---------------------------------------------------------------------------------------


def carried_out(folder: Path, command: operator.Command) -> Any:
    """The reply of the server that uses the folder; if none runs, it is done here."""
    door = folder / operator.ADMIN_FILE
    try:
        known = json.loads(door.read_text())
        return asked(known["port"], known["token"], command)
    except FileNotFoundError:
        pass  # no server runs
    except (OSError, ValueError, KeyError) as error:
        if not isinstance(error, URLError):
            raise BadInput(f"{door} cannot be read: {error}.") from None
    return carried_out_on(str(folder), command)


def carried_out_on(store: str, command: operator.Command) -> Any:
    """Do it here: on a folder that no server uses, or beside the servers of a database."""
    try:
        return asyncio.run(done_here(store, command))
    except (Failing, StoreError) as error:
        raise BadInput(str(error)) from None
    except ImportError as missing:
        raise BadInput(f"This needs {missing.name}: pip install 'trivet[postgres]'.") from None


def asked(port: int, token: str, command: operator.Command) -> Any:
    request = Request(
        f"http://127.0.0.1:{port}/do",
        msgspec.json.encode(command),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=PATIENCE) as response:
            return json.load(response)
    except HTTPError as error:
        raise BadInput(json.load(error)["reason"]) from None


async def done_here(place: str, command: operator.Command) -> Any:
    place_store = await opened(place)
    rooms = Rooms(place_store, Bots(DEFAULT_PACING))
    try:
        await rooms.sanctions.load()
        return await operator.Operator(rooms).carry_out(command)
    finally:
        for mailbox in rooms.mailboxes.values():
            await mailbox.finish()
        await rooms.bots.close()
        await place_store.close()


# --- telling --------------------------------------------------------------------------------------


def report_lines(action: str, found: Any) -> list[str]:
    match action:
        case "tables" | "list":
            return [*map(_table, found)] or ["There are no tables."]
        case "people":
            return [*map(_person, found)] or ["Nobody is found."]
        case "table":
            return _whole_table(found)
        case "sanctions":
            return [*map(_sanction, found)] or ["Nobody is banned or muted."]
        case "ban" | "mute":
            return [f"{_sanction(found)} ({found['sockets_closed']} sockets closed)"]
        case "pardon":
            return [f"{found['lifted']} lifted."]
        case "close":
            return [f"The table is {found['closed']}."]
        case _:
            return [f"{found['erased']} is erased from {found['tables']} tables."]


def _person(row: dict[str, Any]) -> str:
    return f"{row['person']}  {_day(row['seen'])}  {row['tables']:4} tables  {row['name']}"


def _table(row: dict[str, Any]) -> str:
    if "seats" not in row:
        return f"{row['room']}  SET ASIDE: {row['set_aside']}"
    seats = ", ".join(name or "-" for name in row["seats"])
    aside = f"  SET ASIDE: {row['set_aside']}" if row["set_aside"] else ""
    title = f'  "{row["title"]}"' if row["title"] else ""
    return (
        f"{row['room']}  {row['phase']:7}  {row['game']:11}  {_day(row['changed'])}  "
        f"{row['present']} here  {seats}{title}{aside}"
    )


def _whole_table(row: dict[str, Any]) -> list[str]:
    if "seats" not in row:
        return [_table(row)]
    lines = [_table(row), f"opened by {row['host'] or '-'}, in the log as {row['in_log']}"]
    for name, person, bot in zip(row["seats"], row["people"], row["bots"], strict=True):
        lines.append(f"  {name or '(empty)'}: {person or bot or '-'}")
    lines += [f"{row['answers']} lines of the log. {row['result']}".rstrip()]
    for line in row["lines"]:
        who = f"{line['name']} ({line['person'] or 'unknown'})"
        lines.append(f"  {_day(line['at'])} {line['channel']} {who}: {line['text']}")
    return lines


def _sanction(one: dict[str, Any]) -> str:
    return f"{one['who']}  {one['kind']} until {_day(one['until'])}  {one['reason']}".rstrip()


def _day(seconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
