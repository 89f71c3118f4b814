"""Why a hint suggests an answer in Trifecta.  The hands of others are imagined: never read them."""

from trivet.core.sets import each
from trivet.core.words.advice import Advice
from trivet.core.words.fields import listed
from trivet.core.words.values import number_word
from trivet.games.trifecta.pieces import matches, total, unit, values
from trivet.games.trifecta.rules import TRUE
from trivet.games.trifecta.state import BLIND, FREE, UNSEEN, Trifecta
from trivet.games.trifecta.words import (
    ALONE,
    BEST_CHANCE,
    BIDS_ALL,
    BIDS_ONE,
    BIDS_SOME,
    GIVES_UP,
    GOAL_NAME,
    HOLD_NONE,
    KEEPS_CARDS,
    KEEPS_LATER,
    KEEPS_OPEN,
    KEEPS_YOUR,
    MATCHES_MANY,
    MATCHES_NONE,
    MATCHES_ONE,
    ONLY_CARD,
    STILL_KEEPS,
    YOU_HOLD,
    YOU_KEEP,
)


def strongest(s: Trifecta, hand: int) -> tuple[int, int]:
    """How many cards match the goal that is still to come and is matched best, and that goal."""
    return max(((matches(hand, goal), -goal) for goal in each(s.unseen)), default=(0, 0))


def kept(s: Trifecta, hand: int) -> str:
    """What a hand is good for later: "Keeps Circle for an open round: three matching cards."."""
    count, goal = strongest(s, hand)
    if not count:
        return ""
    keeps = KEEPS_OPEN if s.segment() == BLIND else KEEPS_LATER
    return keeps.say(-goal, count)


def why_opt(s: Trifecta, seat: int, choice: int) -> str:
    hand = s.players[seat].hand
    if s.goal == UNSEEN:
        if choice != TRUE:
            return kept(s, hand) or KEEPS_CARDS.say()
        count, goal = strongest(s, hand)
        return BEST_CHANCE.say(-goal, count) if count else ""
    held = matches(hand, s.goal)
    if choice == TRUE:
        is_free = int(s.segment() == FREE)
        return YOU_HOLD.say(held, s.goal, is_free) if held else ALONE.say(s.goal, is_free)
    if not held:
        return HOLD_NONE.say(s.goal)
    return kept(s, hand) or GIVES_UP.say(s.goal, held)


def why_ante(s: Trifecta, seat: int, choice: int) -> str:
    left = s.players[seat].hand - unit(choice)
    if s.goal == UNSEEN:
        return " ".join(filter(None, [uses(s, choice), kept(s, left)]))
    held = matches(left, s.goal)
    if matches(unit(choice), s.goal):
        if held:
            return STILL_KEEPS.say(s.goal, held)
        return f"{ONLY_CARD.say(s.goal)} {kept(s, left)}".rstrip()
    found = [uses(s, choice), YOU_KEEP.say(held, s.goal) if held else kept(s, left)]
    return " ".join(filter(None, found))


def uses(s: Trifecta, kind: int) -> str:
    """Which of the goals to come a card matches."""
    found = [GOAL_NAME.say(goal) for goal in each(values(kind) & s.unseen)]
    if not found:
        return MATCHES_NONE.say()
    return (MATCHES_ONE if len(found) == 1 else MATCHES_MANY).say(listed(found))


def why_bid(s: Trifecta, seat: int, choice: int) -> str:
    hand = s.players[seat].hand
    held, bid = matches(hand, s.goal), total(choice)
    if not held:
        return HOLD_NONE.say(s.goal)
    if bid == held:
        return (BIDS_ALL if held > 1 else BIDS_ONE).say()
    if not bid:
        return kept(s, hand) or KEEPS_YOUR.say(held)
    return BIDS_SOME.say(number_word(bid), held)


ADVICE = Advice(
    does={"won": "Wins {goal.name}."},
    features={
        "goals": ("Wins a goal more often.", "Wins a goal less often."),
        "hope of goals to come": (
            "Leaves better chances for the goals to come.",
            "Leaves worse chances for the goals to come.",
        ),
        "cards to keep": ("Keeps more cards.", "Costs more cards."),
        "certainty to survive": ("Makes it safer to survive.", "Makes it less safe to survive."),
    },
    because={"opt": why_opt, "ante": why_ante, "bid": why_bid},
)
