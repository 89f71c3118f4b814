"""What the cards of Trifecta match, and what its tokens mean."""

from trivet.core.words.topics import Topic
from trivet.games.trifecta.pieces import VALUES


def _value(value: str) -> Topic:
    return Topic(value, f"The goal {value} is matched by every card that shows {value}.", "TRF-3")


TOPICS = (
    *map(_value, VALUES),
    Topic("True", "You want this goal. In the first six rounds it costs a card.", "TRF-9"),
    Topic("False", "You leave this goal to the others, and keep your cards.", "TRF-6"),
    Topic("cup", "The ante: a card paid for taking part. It is gone.", "TRF-9"),
)
