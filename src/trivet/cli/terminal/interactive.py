"""A game at the keyboard: shows the table, the news and the question, and reads answers."""

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from trivet.cli import rules
from trivet.cli.arguments import TRIVET, BadInput
from trivet.cli.terminal import keyboard
from trivet.cli.terminal.local_game import LocalGame, bot_words, options_in_force, tell_outcome
from trivet.cli.terminal.menu import UNREADABLE, Menu
from trivet.cli.terminal.screen import Screen
from trivet.cli.terminal.story import MOST_TURNS, is_gone, tell_turns
from trivet.core import outcome
from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import EVERYONE, NOBODY, Objection
from trivet.core.table import IllegalAnswer, Moment
from trivet.core.words import turns
from trivet.core.words.codec import TURN
from trivet.preview import if_ended_words, preview

ADVISER = "master"  # the bot that gives hints
MOST_ALLOWED = 40  # choices listed after an objection
SHORTEST_PAGE = 6  # lines of choices, even on a small screen
QUESTION = 3  # lines: what is asked, how to answer, the prompt
HELP = f"""\
  NUMBER or CHOICE   answer the question; part of one lists those that fit
  list               all choices in words
  why CHOICE         why a choice is not allowed, and by which rule
  what CHOICE        what will certainly follow from a choice
  hint               suggested moves, with their reasons
  look [NAME]        the table once more; what a card or piece does
  log [all]          what happened, turn by turn; with 'all', every step of it
  rules [WORDS]      the game in short; a rule, card, piece or chapter; a word
  undo               take your last answer back, if nothing came to light
  save [FILE]        the game is always kept; with FILE, keep a copy there
  quit               leave; '{TRIVET} play --resume' goes on"""


class LeftGame(Exception):
    """The player has left the table."""


class InteractiveGame:
    """A game in the terminal, for one person or several at one keyboard."""

    def __init__(self, local: LocalGame, screen: Screen) -> None:
        self.local, self.screen = local, screen
        self.table = local.table
        self.at_keyboard: int | None = None  # the seat that looks at the screen
        self.heard: dict[int, int] = {}  # by viewer: the number of the table's news already told
        self.pages: list[str] = []  # lines of choices that did not fit
        self.has_been_told = False  # whether the tip about short choices was shown
        self.room = 0  # lines left for choices below the picture
        self.commands: dict[str, Callable[[Menu, str], None]] = {
            "help": self._help, "?": self._help, "list": self._list,
            "why": self._why, "what": self._what,
            "hint": self._hint, "look": self._look, "log": self._log, "rules": self._rules,
            "undo": self._undo, "save": self._save, "quit": self._quit, "exit": self._quit,
        }  # fmt: skip

    def play(self) -> None:
        """Play to the end; LeftGame, EOFError or KeyboardInterrupt if a player leaves before."""
        self._welcome()
        while self.local.outcome is None:
            seat = self.local.person_asked()
            if seat is not None:
                self._hand_over(seat)
                self._answer(seat)
                continue
            self.local.let_a_bot_answer()
            if not self.local.people:
                self._tell_news(NOBODY)
        self._farewell()

    # --- beginning and end -----------------------------------------------------------------------

    def _welcome(self) -> None:
        game, say = self.table.game, self.screen.say
        say(f"{game.title}: {game.tagline}", paint=self.screen.ink.bold)
        seats = ", ".join(
            f"{SEAT_LETTERS[seat]} {name}{f' ({words})' if (words := bot_words(player)) else ''}"
            for seat, (name, player) in enumerate(zip(self.local.names, self.local.players))
        )
        say(f"Players: {seats}.")
        for line in self.local.levels:
            say(line)
        for line in options_in_force(self.table):
            say(line, hang="  ")
        if self.local.has_conceding:
            say("Bots resign when the game is clearly decided.")
        say("New here? Type rules. Stuck? Type hint or help. Leaving keeps the game.")
        promise = f"The dice are settled and can be checked later: {self.table.commitment[:16]}..."
        say(promise, paint=self.screen.ink.faint)

    def _farewell(self) -> None:
        """Show the end of the game with all cards open."""
        viewer = NOBODY
        if self.at_keyboard is not None:
            self.heard[NOBODY] = self.heard[self.at_keyboard]
        if len(self.local.people) == 1:
            viewer = self.local.people[0]
        self._tell_news(viewer, len(self.table.news))  # nobody can ask for the log any more
        self._picture(self.table.state.view(EVERYONE), self._names(viewer))
        ended = self.local.outcome
        tell_outcome(self.table, self._names(viewer), self.screen, viewer, ended)
        self._mention("The game is kept. Look at it, or check its dice:", "replay", "verify")

    def goodbye(self) -> None:
        """Say how to go on, to a player who leaves early."""
        self.screen.say()
        self._mention("The game is kept. To go on:", "play --resume")

    def _mention(self, sentence: str, *commands: str) -> None:
        if self.local.trouble:
            self.screen.say(self.local.trouble)
            return
        self.screen.say(sentence)
        path = shlex.quote(str(self.local.slot.path))
        self.screen.show([f"  {TRIVET} {command} {path}" for command in commands])

    def _hand_over(self, seat: int) -> None:
        """Clear the screen before the next player looks, so that nobody sees another's cards."""
        if len(self.local.people) > 1 and seat != self.at_keyboard:
            if self.at_keyboard is not None:
                self.screen.clear()
            keyboard.forget()
            name = f"{SEAT_LETTERS[seat]} ({self.local.names[seat]})"
            self._ask(f"Hand over to {name}, then press Enter. ")
        self.at_keyboard = seat

    def _ask(self, prompt: str) -> str:
        return keyboard.ask(self.screen.plain(prompt)).strip()

    # --- one question ----------------------------------------------------------------------------

    def _answer(self, seat: int) -> None:
        menu = Menu(self.table, seat)
        self._tell_news(seat)
        self._look(menu)
        before = len(self.table.log)
        while len(self.table.log) == before:
            if self.local.trouble:
                self.screen.say(self.local.trouble, paint=self.screen.ink.bold)
            line = self._ask(f"{SEAT_LETTERS[seat]}> ")
            try:
                self._take(menu, line)
            except (IllegalAnswer, BadInput) as no:
                self.screen.say(str(no))

    def _take(self, menu: Menu, line: str) -> None:
        """Take a line: an answer, a command, or the beginning of an answer."""
        if not line:
            self._take_nothing(menu)
            return
        choice = menu.read(line)
        command, _, rest = line.partition(" ")
        if not isinstance(choice, Objection) and menu.objection(choice) is None:
            self.local.answer(menu.seat, choice)
        elif command.lower() in self.commands:
            self.commands[command.lower()](menu, rest.strip())
        elif not isinstance(choice, Objection):
            self._object(menu.objection(choice))
        elif choice.rule == UNREADABLE and (fitting := menu.matching(line)):
            self._show_page(menu.in_words(self.screen, fitting))
        else:
            self._object(choice)

    def _take_nothing(self, menu: Menu) -> None:
        if self.pages:
            self._show_page(self.pages)
        elif len(menu.options) == 1:
            self.local.answer(menu.seat, menu.options[0])
        else:
            self._show_question(menu)

    def _object(self, objection: Objection | None) -> None:
        if objection is not None:
            self.screen.say(f"{objection.reason} [{objection.rule}]")

    # --- what is shown ---------------------------------------------------------------------------

    def _names(self, viewer: int) -> list[str]:
        """The names by seat; the viewer's own is 'You'."""
        return ["You" if seat == viewer else name for seat, name in enumerate(self.local.names)]

    def _news(self, viewer: int, first: int, last: int | None) -> list[str]:
        """A line for each turn."""
        return turns.lines(self.table, self.table.news[first:last], self.local.names, viewer)

    def _details(self, viewer: int) -> list[str]:
        """A line for everything that the viewer was told."""
        mine = [news.event for news in self.table.news if news.event.to in (EVERYONE, viewer)]
        return [self.table.game.codec.news(event, self.local.names, viewer) for event in mine]

    def _tell_news(self, viewer: int, most: int = MOST_TURNS) -> None:
        """Tell the news and show the moments that are new to the viewer."""
        heard, everything = self.heard.get(viewer, 0), len(self.table.news)
        heard = min(heard, everything)  # an answer may have been taken back
        for moment in self.table.moments:
            if moment.what != TURN and moment.heard > heard:
                tell_turns(self.screen, self._news(viewer, heard, moment.heard), most)
                heard = moment.heard
                self._tell_moment(moment, viewer)
        tell_turns(self.screen, self._news(viewer, heard, everything), most)
        self.heard[viewer] = everything

    def _tell_moment(self, moment: Moment, viewer: int) -> None:
        """A position that cannot be seen any more, with what it decided and scored."""
        codec, table, names = self.table.game.codec, self.table, self._names(viewer)
        then, now = moment.state.view(viewer), table.state.view(viewer)
        if not is_gone(table.game, then, now, names, self.screen.ink):
            return
        self._picture(then, names)
        events = [news.event for news in table.news[: moment.heard]]
        heard = [event for event in events if event.to in (EVERYONE, viewer)]
        headline = codec.moment_headline(moment.what, heard, self.local.names, viewer)
        self.screen.say(headline, paint=self.screen.ink.bold)
        scored = codec.moment_sheet(moment.what, events, table.before(moment), table.seats)
        if len(scored.rows) > 1:  # one row is said by the headline
            self.screen.show(outcome.lines(scored, names))

    def _picture(self, view: Mapping[str, Any], names: list[str]) -> int:
        """Show a picture; return its number of lines."""
        lines = self.table.game.whole_picture(view, names, self.screen.ink)
        if len(lines) + QUESTION + 2 <= self.screen.height:
            lines = ["", *lines, ""]  # there is room for a margin
        self.screen.show(lines)
        return len(lines)

    def _show_question(self, menu: Menu) -> None:
        codec, state = self.table.game.codec, self.table.state
        self.screen.say(codec.ask(state, menu.seat, self.local.names), paint=self.screen.ink.bold)
        self.pages = []
        lines = [] if menu.is_vast else menu.in_words(self.screen, menu.options)
        if menu.is_vast or len(lines) > self._page():
            self.screen.say(f"Type {codec.how(state, menu.seat)}.")
            self._show_page(menu.in_columns(self.screen))
        else:
            self._show_page(lines)
        if len(menu.options) == 1:
            self.screen.say("There is only this answer: press Enter.")
        elif len(lines) > self._page() and not self.has_been_told:
            self.screen.say("(Type a part of a choice, or list, to see what it means.)")
            self.has_been_told = True

    def _page(self) -> int:
        """The number of lines of a page of choices."""
        return max(self.room, SHORTEST_PAGE)

    def _show_page(self, lines: list[str]) -> None:
        """Show as many lines as fit; Enter shows the rest."""
        fits = self._page()
        fits = len(lines) if len(lines) <= fits + 1 else fits
        self.screen.show(lines[:fits])
        self.pages = lines[fits:]
        if self.pages:
            self.screen.say(f"({len(self.pages)} lines more: press Enter)")

    # --- commands --------------------------------------------------------------------------------

    def _help(self, menu: Menu, rest: str) -> None:
        how = self.table.game.codec.how(self.table.state, menu.seat)
        self.screen.say(f"Answer the question above: type {how}.")
        self.screen.show(HELP.splitlines())

    def _list(self, menu: Menu, rest: str) -> None:
        fitting = menu.matching(rest)
        if not fitting:
            raise BadInput("No choice fits that.")
        self._show_page(menu.in_words(self.screen, fitting))

    def _why(self, menu: Menu, rest: str) -> None:
        if not rest:
            raise BadInput("Say which choice you mean: why CHOICE")
        choice = menu.read(rest)
        objection = choice if isinstance(choice, Objection) else menu.objection(choice)
        if objection is None and not isinstance(choice, Objection):
            self.screen.say(f"{menu.name(choice)} is allowed: {menu.words(choice)}.")
            return
        self._object(objection)
        how = self.table.game.codec.how(self.table.state, menu.seat)
        allowed = ", ".join(menu.notations[:MOST_ALLOWED])
        rest_of = len(menu.notations) - MOST_ALLOWED
        more = f" and {rest_of} more (type list)" if rest_of > 0 else ""
        self.screen.say(f"Allowed: {allowed}{more}." if not menu.is_vast else f"Type {how}.")

    def _what(self, menu: Menu, rest: str) -> None:
        if not rest:
            raise BadInput("Say which choice you mean: what CHOICE")
        choice = menu.read(rest)
        objection = choice if isinstance(choice, Objection) else menu.objection(choice)
        if isinstance(choice, Objection) or objection is not None:
            self._object(objection)
            return
        table, names = self.table, self._names(menu.seat)
        found = preview(table.game, table.state, menu.seat, choice, names)
        gains = [f"{names[n]} {gain:+}" for n, gain in enumerate(found.gains) if gain]
        self.screen.say(found.words or f"{menu.words(choice)}: nothing more is certain.")
        if gains:
            self.screen.say(f"Points: {', '.join(gains)}.")
        if found.if_ended:
            self.screen.say(f"If the round ended then: {if_ended_words(found.if_ended, names)}.")

    def _hint(self, menu: Menu, rest: str) -> None:
        self.screen.say("Thinking ...")
        hint = self.local.hint(menu.seat, ADVISER)
        self.screen.say("Suggested moves:")
        for line in hint.best:
            said = f"{menu.name(line.choice)}: {line.words}. {line.why}"
            self.screen.say(said, indent="  ", hang="     ")

    def _look(self, menu: Menu, rest: str = "") -> None:
        if rest:
            self._rules(menu, rest)
            return
        taken = self._picture(self.table.state.view(menu.seat), self._names(menu.seat))
        self.room = self.screen.height - taken - QUESTION
        self._show_question(menu)

    def _log(self, menu: Menu, rest: str) -> None:
        is_whole = rest.lower() == "all"
        told = self._details(menu.seat) if is_whole else self._news(menu.seat, 0, None)
        for line in told or ["Nothing has happened yet."]:
            self.screen.say(line, indent="- ", hang="  ")

    def _rules(self, menu: Menu, rest: str) -> None:
        rules.ask(self.screen, self.table.game, rest)

    def _undo(self, menu: Menu, rest: str) -> None:
        self.local.undo(menu.seat)

    def _save(self, menu: Menu, rest: str) -> None:
        if rest:
            self.local.save_copy(Path(rest).expanduser())
            self.screen.show([f"A copy is kept in {rest}."])
        else:
            self.local.save()
            self.screen.show([self.local.trouble or f"The game is kept in {self.local.slot.path}"])

    def _quit(self, menu: Menu, rest: str) -> None:
        raise LeftGame
