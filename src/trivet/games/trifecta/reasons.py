"""Why a hint suggests an answer in Trifecta.  The hands of others are imagined: never read them."""

from trivet.core.sets import each
from trivet.core.words.advice import Advice
from trivet.core.words.fields import listed
from trivet.core.words.values import number_word
from trivet.games.trifecta.pieces import VALUES, matches, total, unit, values
from trivet.games.trifecta.rules import TRUE
from trivet.games.trifecta.state import BLIND, FREE, UNSEEN, Trifecta


def many(count: int) -> str:
    return "one matching card" if count == 1 else f"{number_word(count)} matching cards"


def strongest(s: Trifecta, hand: int) -> tuple[int, int]:
    """How many cards match the goal that is still to come and is matched best, and that goal."""
    return max(((matches(hand, goal), -goal) for goal in each(s.unseen)), default=(0, 0))


def kept(s: Trifecta, hand: int) -> str:
    """What a hand is good for later: "Keeps Circle for an open round: three matching cards."."""
    count, goal = strongest(s, hand)
    if not count:
        return ""
    when = "an open round" if s.segment() == BLIND else "a later round"
    return f"Keeps {VALUES[-goal]} for {when}: {many(count)}."


def why_opt(s: Trifecta, seat: int, choice: int) -> str:
    hand = s.players[seat].hand
    if s.goal == UNSEEN:
        if choice != TRUE:
            return kept(s, hand) or "Keeps your cards."
        count, goal = strongest(s, hand)
        return f"Your best chance is {VALUES[-goal]}, with {many(count)}." if count else ""
    held, goal_name = matches(hand, s.goal), VALUES[s.goal]
    if choice == TRUE:
        is_free = s.segment() == FREE
        if not held:
            start = "It costs nothing: " if is_free else "You hold no card that matches it, but "
            return f"{start}{goal_name} is yours if nobody else is in."
        return f"You hold {many(held)} for {goal_name}{' and it costs nothing' * is_free}."
    if not held:
        return f"You hold no card that matches {goal_name}."
    return kept(s, hand) or f"Gives up {goal_name}, although you hold {many(held)}."


def why_ante(s: Trifecta, seat: int, choice: int) -> str:
    left = s.players[seat].hand - unit(choice)
    if s.goal == UNSEEN:
        return " ".join(filter(None, [uses(s, choice), kept(s, left)]))
    name, held = VALUES[s.goal], matches(left, s.goal)
    if matches(unit(choice), s.goal):
        if held:
            return f"It matches {name}, but you keep {many(held)}."
        return f"Your only card for {name}. {kept(s, left)}".rstrip()
    found = [uses(s, choice), f"You keep {many(held)} for {name}." if held else kept(s, left)]
    return " ".join(filter(None, found))


def uses(s: Trifecta, kind: int) -> str:
    """Which of the goals to come a card matches."""
    found = [VALUES[goal] for goal in each(values(kind) & s.unseen)]
    if not found:
        return "It matches no goal to come."
    return f"Of the goals to come it matches {'only ' if len(found) == 1 else ''}{listed(found)}."


def why_bid(s: Trifecta, seat: int, choice: int) -> str:
    hand = s.players[seat].hand
    held, bid = matches(hand, s.goal), total(choice)
    if not held:
        return f"You hold no card that matches {VALUES[s.goal]}."
    if bid == held:
        return "Bids every card that matches." if held > 1 else "Bids the only card that matches."
    if not bid:
        return kept(s, hand) or f"Keeps your {many(held)}."
    return f"Bids {number_word(bid)} of your {many(held)}."


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
