"""`trivet join`: play at a table of a server from the terminal."""

import argparse
import contextlib
from collections.abc import Callable

from trivet.cli import rules
from trivet.cli.arguments import TRIVET, BadInput, add_ink, sentence
from trivet.cli.terminal import keyboard
from trivet.cli.terminal.remote import Window, honest, place_named, visit
from trivet.cli.terminal.screen import Screen, screen_for
from trivet.cli.terminal.story import tell_turns
from trivet.client import BlockingTable, Client
from trivet.client.dice import Promise
from trivet.client.guest import Make, load, play
from trivet.core.seats import SEAT_LETTERS
from trivet.guests import BadGuest, Forfeit, is_guest, short
from trivet.server.wire.api import Summary
from trivet.server.wire.messages import Foresee, Hint, Resign, Say, Why
from trivet.server.wire.outgoing import (
    Advice,
    Ask,
    Because,
    Failed,
    Foreseen,
    Hinted,
    Notice,
    Refused,
    Stale,
)
from trivet.verifier import CannotCheck, Unfair

HELP = """\
  CHOICE        answer the question, as the list shows it
  list          all choices in words
  why CHOICE    why a choice is not allowed, and by which rule
  what CHOICE   what will certainly follow from a choice
  hint          suggested moves, with their reasons
  undo          take your last answer back, if nothing came to light
  look [NAME]   the table once more; what a card or piece does
  log [all]     what happened, turn by turn; with 'all', every step of it
  rules [WORDS] the game in short; a rule, card, piece or chapter; a word
  say TEXT      talk to the others
  resign        leave the game for good
  quit          leave the terminal; your seat stays yours"""


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("link", help="a link to a table, or the address of a server to see its tables")
    add("--name", help="what to call you")
    add("--seat", metavar="LETTER", type=str.upper, help="where to sit (default: where it is free)")
    add("--new", metavar="GAME", help="open a table at that server")
    add("--bot", metavar="LEVEL", help="with --new: bots on all other seats; a bot of yours, as "
        "file.py:make, plays in your seat instead of you")  # fmt: skip
    add_ink(parser)


def run(args: argparse.Namespace) -> int:
    screen = screen_for(args)
    if "/t/" not in args.link:
        return _open_or_list(args, screen)
    place = place_named(args.link)
    client = visit(place.server, args.name)
    seat = place.seat if place.seat is not None else _seat(args.seat)
    return _sit_down(client, place.room, seat, place.ticket, screen, args.bot)


def _seat(letter: str | None) -> int | None:
    if letter is None:
        return None
    if len(letter) != 1 or letter not in SEAT_LETTERS:
        raise BadInput(f"There is no seat '{letter}'.")
    return SEAT_LETTERS.index(letter)


def _open_or_list(args: argparse.Namespace, screen: Screen) -> int:
    """The link names no table: open one, or list the tables of the server."""
    server = args.link.rstrip("/")
    client = visit(server, args.name)
    if args.new:
        return _open(client, server, args, screen)
    lobby = honest(client.lobby)
    for title, rooms in (("Your tables", lobby.mine), ("Open tables", lobby.open)):
        for listed in rooms:
            if listed.phase != "over":
                screen.show([f"{title}: {_table_line(listed, server)}"])
    screen.say(f"To open a table: {TRIVET} join {server} --new GAME [--bot LEVEL]")
    return 0


def _open(client: Client, server: str, args: argparse.Namespace, screen: Screen) -> int:
    game = next((g for g in honest(client.games).games if g.name == args.new), None)
    seats = game.fewest if game is not None else 2
    level = args.bot if args.bot and not is_guest(args.bot) else ""
    bots = ["", *[level] * (seats - 1)] if level else []
    room = honest(client.open_room, args.new, bots=bots, start=bool(level), seals=True)
    screen.show([f"The table is at {server}/t/{room}"])
    return _sit_down(client, room, None, "", screen, args.bot)


def _table_line(listed: Summary, server: str) -> str:
    names = ", ".join(name or "free" for name in listed.seats)
    turn = ", your turn" if listed.is_your_turn else ""
    return f"{listed.game} ({names}{turn}) {server}/t/{listed.id}"


def _advised(advice: Advice) -> str:
    value = f" ({advice.value})" if advice.value else ""
    return f"{advice.text}: {advice.words}{value}. {advice.why}"


def _sit_down(
    client: Client, room: str, seat: int | None, ticket: str, screen: Screen, bot: str | None
) -> int:
    """Play at a table, or let a bot of this machine play."""
    make = _make(bot) if bot is not None and is_guest(bot) else None
    table = honest(client.enter, room)
    with contextlib.closing(table):
        if table.seat is None:
            honest(table.sit, seat, ticket)
        if table.room.has_conceding:
            screen.say("Agreed at this table: bots resign when the game is clearly decided.")
        if table.room.phase == "open":
            honest(table.ready)
        if make is None:
            RemotePlayer(Window(table, screen)).play()
        else:
            _let_play(table, make, bot or "", screen)
        if table.is_over and table.promise is not None:
            screen.say(_dice_words(table.promise, honest(client.record, room)))
    return 0


def _dice_words(promise: Promise, record: str) -> str:
    """What this machine finds out about the dice of a finished game."""
    try:
        return f"The dice: {promise.kept(record)}."
    except Unfair as wrong:
        return f"The dice were NOT FAIR: {wrong}."
    except CannotCheck as why:
        return f"The dice cannot be checked by this version: {why}."


def _make(bot: str) -> Make:
    try:
        return load(bot)
    except BadGuest as wrong:
        raise BadInput(sentence(wrong)) from None


def _let_play(table: BlockingTable, make: Make, name: str, screen: Screen) -> None:
    screen.say(f"{short(name)} sits at {SEAT_LETTERS[table.seat or 0]}.")
    try:
        honest(play, table, make, name)
    except BadGuest as wrong:
        raise BadInput(sentence(wrong)) from None
    except Forfeit as fault:
        raise BadInput(f"{fault} It has resigned.") from None
    Window(table, screen).show_result()


class LeftTable(Exception):
    """The player has left."""


class RemotePlayer:
    """A player at this keyboard, at a table of a server."""

    def __init__(self, window: Window) -> None:
        self.window, self.table, self.screen = window, window.table, window.screen
        self.commands: dict[str, Callable[[Ask, str], None]] = {
            "help": self._help, "?": self._help, "list": self._list, "why": self._why,
            "what": self._what, "hint": self._hint, "undo": self._undo, "look": self._look,
            "log": self._log, "rules": self._rules, "say": self._say, "resign": self._resign,
            "quit": self._quit, "exit": self._quit,
        }  # fmt: skip

    def play(self) -> None:
        self.screen.say(f"You sit at {SEAT_LETTERS[self.table.seat or 0]}. {self._who_is_there()}")
        try:
            while not self.table.is_over:
                self._wait()
                ask = self.table.shown.ask if self.table.shown is not None else None
                if ask is not None and not self.table.is_over:
                    self._answer(ask)
            self.window.show_news()
            self.window.show_result()
        except (LeftTable, EOFError, KeyboardInterrupt):
            self.screen.say("Your seat stays yours: join again with the same link.")

    def _who_is_there(self) -> str:
        open_phase = self.table.room.phase == "open"
        waiting = " The game begins when all are there." if open_phase else ""
        return f"{self.window.players()}.{waiting}"

    def _wait(self) -> None:
        """Wait for a question, and print the news meanwhile."""
        while not self.table.is_over and (self.table.shown is None or not self.table.shown.ask):
            self.window.show_news()
            honest(self.table.change)

    def _answer(self, ask: Ask) -> None:
        self.window.show_news()
        self.window.show_picture()
        self._show_question(ask)
        shown = self.table.shown
        while self.table.shown is shown:
            line = keyboard.ask("> ").strip()
            command, _, rest = line.partition(" ")
            if command.lower() in self.commands:
                self.commands[command.lower()](ask, rest.strip())
            elif line:
                self._explain(honest(self.table.answer, line))
            self.window.show_news()

    def _show_question(self, ask: Ask) -> None:
        self.screen.say(ask.words, paint=self.screen.ink.bold)
        names = ", ".join(option.text for option in ask.options)
        like = "for example " if ask.is_vast else ""
        self.screen.say(f"Type {ask.how}: {like}{names}" if names else f"Type {ask.how}.")

    def _explain(self, reply: Notice) -> None:
        match reply:
            case Refused():
                self.screen.say(f"{reply.reason} [{reply.rule}]")
            case Failed():
                self.screen.say(reply.reason)
            case Stale():
                self.screen.say("The game has gone on in the meantime.")

    # --- commands --------------------------------------------------------------------------------

    def _help(self, ask: Ask, rest: str) -> None:
        self.screen.show(HELP.splitlines())

    def _list(self, ask: Ask, rest: str) -> None:
        for option in ask.options:
            self.screen.say(f"{option.text}  {option.words}", indent="  ", hang="      ")

    def _why(self, ask: Ask, rest: str) -> None:
        reply = honest(self.table.do, Why(text=rest))
        if isinstance(reply, Because):
            self.screen.say(f"{reply.reason}{f' [{reply.rule}]' if reply.rule else ''}")

    def _hint(self, ask: Ask, rest: str) -> None:
        reply = honest(self.table.do, Hint())
        if isinstance(reply, Hinted):
            self.screen.say("Suggested moves:")
            for advice in reply.best:
                self.screen.say(_advised(advice), indent="  ", hang="     ")
        self._explain(reply)

    def _undo(self, ask: Ask, rest: str) -> None:
        self._explain(honest(self.table.undo))

    def _what(self, ask: Ask, rest: str) -> None:
        reply = honest(self.table.do, Foresee(text=rest))
        if isinstance(reply, Foreseen):
            gains = [
                f"{self.window.names[n]} {gain:+}" for n, gain in enumerate(reply.gains) if gain
            ]
            self.screen.say(reply.words or "Nothing more is certain.")
            if gains:
                self.screen.say(f"Points: {', '.join(gains)}.")
        self._explain(reply)

    def _look(self, ask: Ask, rest: str) -> None:
        if rest:
            self._rules(ask, rest)
            return
        self.window.show_picture()
        self._show_question(ask)

    def _log(self, ask: Ask, rest: str) -> None:
        everything = [item.words for item in self.table.news if item.words]
        told = everything if rest.lower() == "all" else self.window.lines(0, len(self.table.news))
        tell_turns(self.screen, told or ["Nothing has happened yet."], len(everything) + 1)

    def _rules(self, ask: Ask, rest: str) -> None:
        game = self.window.known_game()
        try:
            rules.ask(self.screen, game, rest)
        except BadInput as no:
            self.screen.say(str(no))

    def _say(self, ask: Ask, rest: str) -> None:
        self._explain(honest(self.table.do, Say(text=rest)))

    def _resign(self, ask: Ask, rest: str) -> None:
        self._explain(honest(self.table.do, Resign()))
        while not self.table.is_over and self.table.room.seats[self.table.seat or 0].out == "":
            honest(self.table.change)
        raise LeftTable

    def _quit(self, ask: Ask, rest: str) -> None:
        raise LeftTable
