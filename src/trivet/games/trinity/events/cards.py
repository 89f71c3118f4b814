"""Event cards: what each of them does, and how they are drawn, held, played and discarded."""

from typing import Any, Final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.state import CHANCE, Objection, Step, only, plan
from trivet.games.trinity import cards
from trivet.games.trinity.draw import DrawTiles, Look
from trivet.games.trinity.events.city import (
    ConversionPermit,
    DoubleAgent,
    Effect,
    EminentDomain,
    HostileAcquisition,
    HostileExpansion,
    HostileRezoning,
    Reinforcements,
    Rezoning,
    ShellCompany,
    UrbanRenewal,
)  # fmt: skip
from trivet.games.trinity.events.desk import (
    BackroomDeal,
    ConstructionBoom,
    ExpeditedPermits,
    GiveUp,
    InsiderTrading,
    InsuranceClaim,
    MarketCrash,
    RedTape,
    Stakeout,
    UnionStrike,
)  # fmt: skip
from trivet.games.trinity.pieces import EVENTS
from trivet.games.trinity.state import NOTHING, Trinity
from trivet.games.trinity.words import LACKING, NEW_EVENT, NOT_HELD, ONLY_ONE

# --- The effects --------------------------------------------------------------------------------

STEPS: Final = [  # what happens when an Event is resolved, by kind; the Effect is one of them
    plan(MarketCrash(), GiveUp()),
    plan(ConstructionBoom(), DrawTiles()),
    plan(Rezoning()),
    plan(EminentDomain()),
    plan(HostileAcquisition()),
    plan(HostileExpansion()),
    plan(ConversionPermit()),
    plan(UrbanRenewal()),
    plan(ShellCompany()),
    plan(Reinforcements()),
    plan(DoubleAgent()),
    plan(UnionStrike()),
    plan(Look(), InsiderTrading()),
    plan(ExpeditedPermits()),
    plan(Stakeout(), Look()),
    plan(InsuranceClaim()),
    plan(BackroomDeal()),
    plan(RedTape()),
    plan(HostileRezoning()),
]


def _effect(steps: list[Step[Any]]) -> Effect:
    for step in steps:
        if isinstance(step, Effect):
            return step
    raise ValueError(f"none of {steps} is an effect")


EFFECTS: Final = [_effect(steps) for steps in STEPS]

# --- Drawing (TRI-20, TRI-40, TRI-41, TRI-43) ---------------------------------------------------


class UnseenEvent(Step[Trinity]):
    """Chance decides the next card of the Event deck."""

    what = "event"

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return cards.kinds(s.deck)

    def odds(self, s: Trinity) -> list[int]:
        return [cards.copies(s.deck, kind) for kind in cards.kinds(s.deck)]

    def sample(self, s: Trinity, seat: i64, dice: Dice) -> i64:
        return cards.any_card(s.deck, dice)


class DrawEvents(UnseenEvent):
    """TRI-20  The builder of a Landmark draws the Events earned.
    TRI-40  Immediate: resolved at once.  TRI-43  Also on a rival's turn."""

    def begin(self, s: Trinity) -> i64:
        if not s.earned:
            return 0
        if not s.deck:
            if not s.discards:
                s.earned = 0  # TRI-41  no Event
                return 0
            s.deck = s.discards
            s.discards = 0
            s.tell("reshuffled")
        return only(CHANCE)

    def then(self, s: Trinity, seat: i64, kind: i64) -> None:
        builder = s.builder
        s.deck -= cards.card(kind)
        s.earned -= 1
        s.next(DRAW_EVENTS)
        if cards.is_immediate(kind):
            s.tell("turned_up", builder, kind)
            resolve(s, builder, kind)
            if not EFFECTS[kind].can(s, builder):
                s.tell("fizzled", kind)  # TRI-42
            return
        new = cards.NEW if builder == s.mover else 0  # TRI-40, TRI-43
        s.tycoons[builder].held = cards.added(s.tycoons[builder].held, kind | new)
        s.tell("earned", builder)
        s.tell("got", builder, kind, to=builder)


DRAW_EVENTS: Final = plan(DrawEvents())

# --- Playing (TRI-40, TRI-42) -------------------------------------------------------------------

# A choice in a phase: PLAY + kind; if two cards of a kind are held that the others can tell apart,
# PLAY + kind is the first of them and PLAY + EVENTS + kind the second.
PLAY: Final = 896


def playable(s: Trinity, seat: i64) -> list[int]:
    """The choices of Events that a seat may play now."""
    found: list[int] = []
    before: i64 = NOTHING  # the latest card whose kind may be played
    for held in s.tycoons[seat].held:
        kind: i64 = held & cards.KIND
        if held & cards.NEW or held == before or not EFFECTS[kind].can(s, seat):
            continue
        before = held
        found.append(PLAY + EVENTS + kind if PLAY + kind in found else PLAY + kind)
    return found


def named(held: tuple[int, ...], choice: i64) -> i64:
    """The card that a choice means."""
    kind = (choice - PLAY) % EVENTS
    found: i64 = NOTHING
    for one in held:
        if one & cards.KIND == kind and not one & cards.NEW:
            found = one
            if choice < PLAY + EVENTS:
                break
    return found


def play(s: Trinity, seat: i64, choice: i64) -> None:
    """A card is laid open and resolved: TRI-17, all see which of the cards held it was."""
    me = s.tycoons[seat]
    card = named(me.held, choice)
    me.held = cards.removed(me.held, card)
    s.is_quiet = False
    s.reveal()
    s.tell("played", seat, card & cards.KIND)
    resolve(s, seat, card & cards.KIND)


def resolve(s: Trinity, seat: i64, kind: i64) -> None:
    s.player = seat
    s.resolving = kind
    s.next(DISCARD)
    s.next(STEPS[kind])


class Discard(Step[Trinity]):
    """TRI-40  A card that was resolved is discarded; TRI-41, until then it is in no stack."""

    def begin(self, s: Trinity) -> i64:
        s.discards += cards.card(s.resolving)
        s.resolving = NOTHING
        return 0


DISCARD: Final = plan(Discard())


def why_not_play(s: Trinity, seat: i64, choice: i64) -> Objection:
    """Why a seat may not play an Event now."""
    kind = (choice - PLAY) % EVENTS
    new = False
    for held in s.tycoons[seat].held:
        if held & cards.KIND == kind:
            if held & cards.NEW:
                new = True
            elif not EFFECTS[kind].can(s, seat):
                return Objection(EFFECTS[kind].needs, LACKING[EFFECTS[kind].rule].say())
            else:
                return Objection("TRI-40", ONLY_ONE.say(kind))
    if new:
        return Objection("TRI-40", NEW_EVENT.say(kind))
    return Objection("TRI-40", NOT_HELD.say(kind))
