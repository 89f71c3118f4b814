"""How choices are written down, said and pointed at, and how events are told in words."""

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from trivet.core.state import Event, Objection, State

S = TypeVar("S", bound=State)


class Narrowed(NamedTuple):
    """What is left of a question after some things were touched."""

    choice: int | None  # the one answer that needs no further touch
    next: list[str]  # what can be touched now
    left: int  # how many answers are still possible


class Codec(Generic[S]):
    """One for each game.  The state is always the one before the choice.

    A choice may be one the rules refuse: it can be read and asked about all the same, as long as it
    is well formed; then `State.objection` explains.
    """

    rules: Mapping[str, str] = {}  # by step: the rule to look up when it asks something

    # --- choices ---------------------------------------------------------------------------------

    def rule(self, s: S, seat: int) -> str:
        """The line of the rulebook that the question put to a seat is about; empty for none."""
        return self.rules.get(s.step.what, "")

    def ask(self, s: S, seat: int) -> str:
        """The question put to a seat, in words: 'Place your Aura on an empty space.'"""
        raise NotImplementedError

    def how(self, s: S, seat: int) -> str:
        """How an answer is typed, by example: 'Ab2> puts it on b2 with its north side east'."""
        raise NotImplementedError

    def write(self, s: S, seat: int, choice: int) -> str:
        """Notation: short, stable, unambiguous at its point of the game."""
        raise NotImplementedError

    def read(self, s: S, seat: int, text: str) -> int | Objection:
        """The choice so written, allowed or not; or why it cannot be an answer to this question."""
        raise NotImplementedError

    def words(self, s: S, seat: int, choice: int) -> str:
        """What the choice does, as an order: 'Place the Aura on b2, its north side facing east'."""
        raise NotImplementedError

    def touched(self, s: S, seat: int, choice: int) -> list[str]:
        """The things on the table to touch, in this order, to make the choice."""
        raise NotImplementedError

    def meant(self, s: S, seat: int, thing: str) -> int | None:
        """The choice a player probably means by touching a thing, allowed or not."""
        return next((c for c in s.options(seat) if thing in self.touched(s, seat, c)), None)

    def narrow(self, s: S, seat: int, touched: Sequence[str]) -> Narrowed:
        """What is left when these things were touched, in this order."""
        depth, choice, following, left = len(touched), None, dict[str, None](), 0
        for option in s.options(seat):
            things = self.touched(s, seat, option)
            if things[:depth] == list(touched):
                left += 1
                if len(things) == depth:
                    choice = option
                else:
                    following[things[depth]] = None
        return Narrowed(choice, list(following), left)

    # --- events ----------------------------------------------------------------------------------

    def news(self, event: Event, names: Sequence[str]) -> str:
        """The event as a sentence in the past tense; names by seat.  Empty: not worth a line."""
        raise NotImplementedError
