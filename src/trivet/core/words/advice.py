"""What a hint says about answers, in a game's own terms."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from trivet.core.state import Event
from trivet.core.words.templates import Template, chosen, filled

Because = Callable[[Any, int, int], str]  # state, seat, choice: a sentence, or nothing


class Advice(NamedTuple):
    """The sentences for the hints of one game.

    `does` has a template for events that an answer of the same seat leads to, with the fields of
    the event's row.  `features` says, for a feature of the strategy, what it means that an answer
    brings more of it, and less.  `because` gives a reason from the position, by step.  It is handed
    an imagined world: it may use only what the seat itself knows, and what is public.
    """

    does: Mapping[str, Template] = {}
    features: Mapping[str, tuple[str, str]] = {}
    because: Mapping[str, Because] = {}

    def said_of(self, event: Event, found: Mapping[str, Any]) -> str:
        """What an answer does that leads to this event; empty if that is not worth a sentence."""
        template = self.does.get(event.what, "")
        return filled(chosen(template, *event.data), found) if template else ""

    def reason(self, s: Any, seat: int, choice: int) -> str:
        """The reason that the position itself gives for an answer."""
        because = self.because.get(s.step.what)
        return because(s, seat, choice) if because else ""

    def more_of(self, feature: str) -> str:
        """What it means that an answer brings more of a feature."""
        return self.features[feature][0] if feature in self.features else f"More {feature}."

    def less_of(self, feature: str) -> str:
        return self.features[feature][1] if feature in self.features else f"Less {feature}."
