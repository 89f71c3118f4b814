"""Event cards: the table of all 19 kinds, and how they are drawn, held, played and discarded."""

from typing import Any, Final, NamedTuple

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

# --- The table ----------------------------------------------------------------------------------


class Card(NamedTuple):
    rule: str
    name: str
    copies: int
    when: str
    text: str
    steps: list[Step[Any]]  # what happens when it is resolved; the Effect is one of them


IMMEDIATE: Final = "Immediate"
TACTICAL: Final = "Tactical"


def _kind(rule: str, name: str, copies: int, when: str, text: str, *steps: Step[Any]) -> Card:
    return Card(rule, name, copies, when, text, plan(*steps))


TABLE: Final = [
    _kind("TRI-70", "Market Crash", 2, IMMEDIATE,
          "All players give up tiles down to three in hand.", MarketCrash(), GiveUp()),
    _kind("TRI-71", "Construction Boom", 2, IMMEDIATE,
          "Draw three tiles.", ConstructionBoom(), DrawTiles()),
    _kind("TRI-72", "Rezoning", 2, TACTICAL,
          "Take a tile of yours from the city into your hand.", Rezoning()),
    _kind("TRI-73", "Eminent Domain", 2, TACTICAL,
          "Remove any tile from the city, to the bottom of the Tile stack.", EminentDomain()),
    _kind("TRI-74", "Hostile Acquisition", 2, TACTICAL,
          "Take a rival's tile from the city into your hand.", HostileAcquisition()),
    _kind("TRI-75", "Hostile Expansion", 1, TACTICAL,
          "A rival's tile next to a tile or Landmark of yours becomes yours.", HostileExpansion()),
    _kind("TRI-76", "Conversion Permit", 2, TACTICAL,
          "Exchange a tile of yours for another type out of the Tile stack.", ConversionPermit()),
    _kind("TRI-77", "Urban Renewal", 2, TACTICAL,
          "Move a tile of yours to an empty space next to it.", UrbanRenewal()),
    _kind("TRI-78", "Shell Company", 2, TACTICAL,
          "The next tile you place this turn may go on any empty space.", ShellCompany()),
    _kind("TRI-79", "Reinforcements", 2, TACTICAL,
          "A tile of your hand becomes an Agent where you have one.", Reinforcements()),
    _kind("TRI-80", "Double Agent", 2, TACTICAL,
          "Move a rival's Agent onto a tile or Landmark of that rival.", DoubleAgent()),
    _kind("TRI-81", "Union Strike", 2, TACTICAL,
          "A rival skips the next Agent phase.", UnionStrike()),
    _kind("TRI-82", "Insider Trading", 2, TACTICAL,
          "Look at the top three tiles, take one, put the others back as you like.",
          Look(), InsiderTrading()),
    _kind("TRI-83", "Expedited Permits", 2, TACTICAL,
          "This turn each Landmark of yours earns one Event more.", ExpeditedPermits()),
    _kind("TRI-84", "Stakeout", 2, TACTICAL,
          "Look at a rival's Events and at the top three tiles.", Stakeout(), Look()),
    _kind("TRI-85", "Insurance Claim", 2, TACTICAL,
          "Until your next turn, what is taken over goes back to your hand.", InsuranceClaim()),
    _kind("TRI-86", "Backroom Deal", 2, TACTICAL,
          "Give a tile of your hand for one of a rival's.", BackroomDeal()),
    _kind("TRI-87", "Red Tape", 2, TACTICAL,
          "A rival skips the next Development phase.", RedTape()),
    _kind("TRI-88", "Hostile Rezoning", 1, TACTICAL,
          "Exchange a rival's tile for another type out of the Tile stack.", HostileRezoning()),
]  # fmt: skip


def _effect(kind: Card) -> Effect:
    for step in kind.steps:
        if isinstance(step, Effect):
            return step
    raise ValueError(f"{kind.name} has no effect")


EFFECTS: Final = [_effect(kind) for kind in TABLE]
STEPS: Final = [kind.steps for kind in TABLE]

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
    name = TABLE[kind].name
    new = False
    for held in s.tycoons[seat].held:
        if held & cards.KIND == kind:
            if held & cards.NEW:
                new = True
            elif not EFFECTS[kind].can(s, seat):
                return Objection(EFFECTS[kind].needs, EFFECTS[kind].lacking)
            else:
                return Objection("TRI-40", f"You hold only one {name} that could be played.")
    if new:
        return Objection(
            "TRI-40", f"You drew {name} this turn: it can be played from your next turn on."
        )
    return Objection("TRI-40", f"You do not hold {name}.")
