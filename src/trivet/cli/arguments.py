"""Arguments that several commands share, and their error messages."""

import argparse
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from trivet.core.game import Game

TRIVET = os.environ.get("TRIVET_COMMAND") or "trivet"  # as it was called: ./play in a checkout
LONGEST_FILE = 4_000_000  # bytes; a record is far shorter


class BadInput(Exception):
    """A mistake that the user can correct; the text is one sentence."""


def whole(text: str) -> int:
    """A whole number from 0 on."""
    if not re.fullmatch("[0-9]{1,12}", text):
        raise argparse.ArgumentTypeError(f"expected a whole number, got '{text}'")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = whole(text)
    if number == 0:
        raise argparse.ArgumentTypeError("expected a number above 0, got '0'")
    return number


def up_to(most: float, what: str = "a number above 0") -> Callable[[str], float]:
    """A number above 0, at most so large."""

    def number(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = 0.0
        if not 0 < found <= most:
            raise argparse.ArgumentTypeError(f"expected {what}, got '{text}'")
        return found

    return number


def option(text: str) -> tuple[str, object]:
    """An option of a game: key=value, the value in JSON; a bare word is a string."""
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"expected KEY=VALUE, got '{text}'")
    try:
        return key, json.loads(value)
    except (json.JSONDecodeError, RecursionError):
        if re.fullmatch("[A-Za-z][A-Za-z0-9_ -]*", value):
            return key, value
        message = f"the value of '{key}' is not valid JSON: '{value}'"
        raise argparse.ArgumentTypeError(message) from None


def game_named(name: str) -> "Game[Any]":
    """A game by its name, or from outside: file.py:Class."""
    from trivet import outside
    from trivet.catalogue import GAMES, bring

    if outside.is_place(name):
        try:
            return bring(name)
        except outside.NotThere as wrong:
            raise BadInput(sentence(wrong)) from None
    if name.lower() not in GAMES:
        raise BadInput(f"There is no game '{name}'; there are: {', '.join(GAMES)}.")
    return GAMES[name.lower()]


def preset_named(game: "Game[Any]", name: str) -> dict[str, object]:
    """The options of a named set."""
    for preset in game.presets:
        if preset.name.casefold() == name.casefold():
            return dict(preset.options)
    known = ", ".join(preset.name for preset in game.presets) or "none"
    raise BadInput(f"{game.title} has no set of options '{name}'; it has: {known}.")


def sentence(wrong: Exception) -> str:
    """The text of an exception as a sentence; the name of a file stays as it is."""
    text = str(wrong)
    is_word = re.match(r"[a-z'’-]+[,:;]?(\s|$)", text)
    return f"{text[:1].upper() if is_word else text[:1]}{text[1:]}."


def games_named(name: str) -> "list[Game[Any]]":
    """One game, or all of them."""
    from trivet.catalogue import GAMES

    return list(GAMES.values()) if name == "all" else [game_named(name)]


def check_seats(game: "Game[Any]", seats: int) -> int:
    if not game.fewest <= seats <= game.most:
        wanted = f"{game.fewest} to {game.most}" if game.fewest < game.most else f"{game.most}"
        raise BadInput(f"{game.title} is a game for {wanted} seats, not {seats}.")
    return seats


def read_text(path: str | Path) -> str:
    """The text of a file that should be a record."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None
    if len(content) > LONGEST_FILE:
        raise BadInput(f"{path} is too long to be a record.")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{path}, line {line}: not UTF-8 text.") from None


def printable(text: str) -> str:
    """Replace control characters: text from a file or the command line must not control the
    terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)


def add_ink(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ascii", action="store_true", help="write nothing but plain ASCII")
    parser.add_argument(
        "--no-color", "--no-colour", action="store_true", help="no colours (as NO_COLOR=1 does)"
    )


def store_url(text: str) -> str:
    """The address of a database, without a password."""
    if not text.startswith(("postgresql://", "postgres://")):
        raise argparse.ArgumentTypeError(
            f"expected postgresql://..., got '{text}'; a folder is given by --data"
        )
    if urlsplit(text).password:
        raise argparse.ArgumentTypeError(
            "a password does not belong here, where everybody on this machine can read it: "
            "set PGPASSWORD or PGPASSFILE"
        )
    return text
