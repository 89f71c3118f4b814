"""`trivet serve`: runs the server, with tables for people and bots over HTTP and WebSocket."""

import argparse
import os
import shlex
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from trivet.cli.arguments import BadInput, positive, store_url, whole
from trivet.cli.terminal.saves import server_folder
from trivet.server.bots.pacing import DEFAULT_PACING, BotPacing
from trivet.server.process import limits
from trivet.server.store import lifetimes

T = TypeVar("T")
LOG = "server.log"  # in the folder of the games
LONGEST_KEPT = 36_500  # days
LIFETIMES = lifetimes.USUAL._asdict()
LIMITS = limits.USUAL._asdict()
FROM_ENVIRONMENT = {  # for containers and units: read before the command line
    "TRIVET_NAME": "--name",
    "TRIVET_BEHIND_PROXY": "--behind-proxy",
    "TRIVET_METRICS": "--metrics",
    "TRIVET_KEEP": "--keep",
    "TRIVET_LIMIT": "--limit",
}
EPILOG = (
    "The environment may say the same, several words with spaces between them: "
    f"{', '.join(f'{variable} for {option}' for variable, option in FROM_ENVIRONMENT.items())} "
    "(yes or no for the proxy). FORWARDED_ALLOW_IPS has the addresses or networks of proxies that "
    "are believed, if they are not on this machine."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="where to listen (default: this machine only)")
    add("--port", type=whole, default=8000, metavar="N", help="default: 8000; 0 takes a free one")
    add("--data", type=Path, metavar="DIR", help="where games are kept")
    add("--store", type=store_url, metavar="URL",
        help="postgresql://...: in a database that other servers may share")  # fmt: skip
    add("--peer", type=peer, metavar="HOST:PORT",
        help="where these find this server (default: where it listens)")  # fmt: skip
    add("--may-call", action="append", default=[], metavar="ORIGIN",
        help="a push service or webhook host that calls people too")  # fmt: skip
    add("--open", action="store_true", help="open a browser")
    add("--name", action="append", metavar="HOST",
        default=from_environment(parser, "TRIVET_NAME", str),
        help="a name by which browsers find this machine, besides its addresses")  # fmt: skip
    add("--behind-proxy", action="store_true",
        default=any(from_environment(parser, "TRIVET_BEHIND_PROXY", yes_or_no)),
        help="believe X-Forwarded-For from this machine")  # fmt: skip
    add("--log", metavar="FILE", help=f"default: {LOG} beside the games; - is the terminal")
    add("--metrics", type=host_and_port, metavar="[HOST:]PORT",
        default=next(iter(from_environment(parser, "TRIVET_METRICS", host_and_port)), None),
        help="a port of its own for Prometheus (default: none)")  # fmt: skip
    add("--keep", type=lifetime, action="append", metavar="WHAT=DAYS",
        default=from_environment(parser, "TRIVET_KEEP", lifetime),
        help=f"how long to keep what is not used: {_words(LIFETIMES)}")  # fmt: skip
    add("--limit", type=limit, action="append", metavar="NAME=VALUE",
        default=from_environment(parser, "TRIVET_LIMIT", limit),
        help=f"what a person or an address may do at most: {_words(LIMITS)}")  # fmt: skip
    add("--bot-delay", type=seconds, default=0.7, metavar="S",
        help="how long bots take at least (default: 0.7 seconds)")  # fmt: skip
    add("--workers", type=positive, default=DEFAULT_PACING.workers, metavar="N",
        help=f"processes in which bots think (default here: {DEFAULT_PACING.workers})")  # fmt: skip


def from_environment(
    parser: argparse.ArgumentParser, variable: str, kind: Callable[[str], T]
) -> list[T]:
    """What the environment says, word by word, as an option would."""
    try:
        return [kind(word) for word in os.environ.get(variable, "").split()]
    except argparse.ArgumentTypeError as wrong:
        parser.error(f"{variable}: {wrong}")


def _words(numbers: dict[str, int] | dict[str, float]) -> str:
    return ", ".join(f"{name}={number:.10g}" for name, number in numbers.items())


def yes_or_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise argparse.ArgumentTypeError(f"expected yes or no, got '{text}'")
    return text == "yes"


def host_and_port(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"expected PORT or HOST:PORT, got '{text}'")
    return host.strip("[]") or "127.0.0.1", int(port)


def lifetime(text: str) -> tuple[str, int]:
    what, _, days = text.partition("=")
    if what not in LIFETIMES or not days.isdecimal() or not 1 <= int(days) <= LONGEST_KEPT:
        raise argparse.ArgumentTypeError(
            f"expected {', '.join(LIFETIMES)} and 1 to {LONGEST_KEPT} days (chat=30), got '{text}'"
        )
    return what, int(days)


def limit(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    if name not in LIMITS:
        raise argparse.ArgumentTypeError(
            f"expected one of {', '.join(LIMITS)} and a number (rate=20), got '{text}'"
        )
    least, most = limits.RANGES.get(name, limits.USUAL_RANGE)
    kind = type(LIMITS[name])
    try:
        number = kind(value)
    except ValueError:
        number = -1
    if not least <= number <= most:
        what = "a whole number" if kind is int else "a number"
        raise argparse.ArgumentTypeError(
            f"expected {what} from {least:.10g} to {most:.10g} for {name}, got '{value}'"
        )
    return name, number


def peer(text: str) -> str:
    if ":" not in text or not host_and_port(text)[1]:
        raise argparse.ArgumentTypeError(f"expected HOST:PORT, got '{text}'")
    return text


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 60.0:
        raise argparse.ArgumentTypeError(f"expected seconds from 0 to 60, got '{text}'")
    return number


def run(args: argparse.Namespace) -> int:
    try:  # not before: its help needs no server
        from trivet.server.http.serve import CannotListen, Settings, serve
        from trivet.server.store.contract import CannotOpen
    except ImportError as missing:
        raise BadInput(
            f"This needs {missing.name}, which is not installed: pip install {missing.name}."
        ) from None
    data = args.data or server_folder()
    if args.peer and not args.store:
        raise BadInput("--peer is for servers that share a database: give its --store too.")
    if args.store and find_spec("asyncpg") is None:
        raise BadInput("This needs asyncpg: pip install 'trivet[postgres]'.")
    try:
        serve(Settings(**_settings(args, data)))
    except (CannotOpen, CannotListen) as wrong:
        raise BadInput(str(wrong)) from None
    except OSError as error:
        raise BadInput(f"{error.filename or data} cannot be used: {error.strerror}.") from None
    return 0


def _settings(args: argparse.Namespace, data: Path) -> dict[str, Any]:
    return {
        "data": data,
        "host": args.host,
        "port": args.port,
        "names": frozenset(args.name),
        "opens_browser": args.open,
        "log": None if args.log == "-" else Path(args.log or data / LOG),
        "is_behind_proxy": args.behind_proxy,
        "pacing": BotPacing(delay=args.bot_delay, workers=args.workers),
        "lifetimes": lifetimes.USUAL._replace(**dict(args.keep)),
        "limits": limits.USUAL._replace(**dict(args.limit)),
        "metrics": args.metrics,
        "store": args.store or "",
        "peer": args.peer or "",
        "push_services": frozenset(args.may_call),
        "meanwhile": tuple(shlex.split(os.environ.pop("TRIVET_MEANWHILE", ""))),
    }
