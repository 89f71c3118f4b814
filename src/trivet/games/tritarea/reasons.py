"""Why a hint suggests an answer in Tri*T*Area."""

from trivet.core.sets import each
from trivet.core.words.advice import Advice
from trivet.core.words.templates import Cases
from trivet.games.tritarea.pieces import NOTHING, SEATS, SUIT_OF, VALUE_OF
from trivet.games.tritarea.state import TriTArea
from trivet.games.tritarea.tricks import face_of, rights
from trivet.games.tritarea.words import (
    FIRST_CARD,
    HIGHEST_CARD,
    LOWEST_CARD,
    MAY_PLACE_ONE,
    MAY_PLACE_TWO,
    MIDDLE_CARD,
    NEED_NOT_BUILD,
    ONLY_CARD,
    so_many,
)


def why_play(s: TriTArea, seat: int, choice: int) -> str:
    """Which right the card wins; before the last card, how it stands in its suit."""
    if s.laid == SEATS - 1:
        return why_last(s, seat, choice)
    suit, value = SUIT_OF[choice], VALUE_OF[choice]
    out = s.in_hands() & ~s.players[seat].hand  # public: all other cards are open
    others = [VALUE_OF[card] for card in each(out) if SUIT_OF[card] == suit]
    lower, higher = sum(one < value for one in others), sum(one > value for one in others)
    lying = [face_of(s.trick, s.leader + place & 3) for place in range(s.laid)]
    same = [VALUE_OF[face] for face in lying if SUIT_OF[face] == suit]
    if same:
        return among(same, value, suit, lower, higher)
    if not others:
        return ONLY_CARD.say(suit)
    return FIRST_CARD.say(suit, so_many(lower), so_many(higher))


def among(lying: list[int], value: int, suit: int, lower: int, higher: int) -> str:
    """How a card stands beside those of its suit in the trick, and which of them are still out."""
    if value < min(lying):
        return LOWEST_CARD.say(suit, so_many(lower), lower)
    if value > max(lying):
        return HIGHEST_CARD.say(suit, so_many(higher), higher)
    return MIDDLE_CARD.say(suit)


def why_last(s: TriTArea, seat: int, choice: int) -> str:
    """The last card settles the trick."""
    trick = s.trick | choice << 6 * seat
    first, second = rights(trick, s.leader)
    suit = SUIT_OF[choice]
    if seat == first:
        return MAY_PLACE_ONE.say(suit)
    if seat == second:
        return MAY_PLACE_TWO.say(suit)
    return NEED_NOT_BUILD.say() if second != NOTHING else ""


ADVICE = Advice(
    does={
        "placed": Cases(
            lambda seat, cell, blocks, earned: "some" if earned else "none",
            {"some": "Scores {earned} at once.", "none": ""},
        ),
        "defaulted": Cases(
            lambda seat, rank, stock, *_: "some" if stock else "none",
            {
                "some": "Loses {rank.name}.",
                "none": "Leaves you no block for your next right, which costs {rank.name}.",
            },
        ),
        "sold": Cases(
            lambda seat, blocks, *_: "some" if blocks else "none",
            {"some": "Brings {points.name} at once.", "none": "Keeps all blocks."},
        ),
    },
    features={
        "points": ("Scores more at once.", "Scores less at once than the first."),
        "hold on areas": ("Strengthens you in the areas.", "Weakens you in the areas."),
        "of the tallest building": (
            "Brings you nearer to the tallest building.",
            "Takes you away from the tallest building.",
        ),
        "blocks to build with": ("Saves blocks.", "Uses more blocks."),
    },
    because={"play": why_play},
)
