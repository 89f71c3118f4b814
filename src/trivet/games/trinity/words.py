"""The nouns of Trinity, and its texts outside of questions and news, each with its key."""

from collections.abc import Sequence

from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import Objection
from trivet.core.words.fields import Field, counted, listed, plain
from trivet.core.words.templates import Cases
from trivet.core.words.texts import VERBATIM, Text, Texts
from trivet.core.words.values import Value, number_word
from trivet.games.trinity.events.rows import TABLE
from trivet.games.trinity.names import CELLS, FROM_TOP, POINTS, SLUGS
from trivet.games.trinity.pieces import LARGEST_HAND, TILE_LETTERS, TILE_NAMES
from trivet.games.trinity.seen import EventSeen

# --- nouns ----------------------------------------------------------------------------------------


def no_space(said: str) -> Objection:
    return Objection("HOUSE-2", NO_SPACE.say())


def beginnings() -> dict[str, int]:
    """As much of an Event's name as no other one begins with; a blank does for the hyphen."""
    parts = ((slug[:end], kind) for kind, slug in enumerate(SLUGS) for end in range(1, len(slug)))
    sole = [
        (part, kind) for part, kind in parts if sum(slug.startswith(part) for slug in SLUGS) == 1
    ]
    whole = [*sole, *((slug, kind) for kind, slug in enumerate(SLUGS))]
    return dict(sole) | {text.replace("-", " "): kind for text, kind in whole}


def no_event(said: str) -> Objection:
    begun = "-".join(said.split())
    found = [slug for slug in SLUGS if slug.startswith(begun)]
    if found:
        return Objection("HOUSE-2", COULD_BE.say(listed(found, OR.say(), "")))
    return Objection("HOUSE-2", NO_EVENT.say(begun))


KINDS = [Value(letter, name=name) for letter, name in zip(TILE_LETTERS, TILE_NAMES, strict=True)]
TILE = Field(KINDS, noun="tile")
CELL = Field(CELLS, shape="[a-z][0-9]+", wrong=no_space)
SIDE = Field((Value(point[0], name=point) for point in POINTS), noun="side")
TOP = Field(
    (Value(str(place + 1), name=name) for place, name in enumerate(FROM_TOP)), noun="from_top"
)
SEAT = Field(Value(letter, touch=f"seat:{seat}") for seat, letter in enumerate(SEAT_LETTERS[:4]))
EVENT = Field(
    (
        Value(slug, name=card.name, does=card.text, first=card.short[0], second=card.short[1])
        for slug, card in zip(SLUGS, TABLE, strict=True)
    ),
    noun="event",
    also=beginnings(),
    shape="[a-z -]+?",
    wrong=no_event,
)
SO_MANY = Field(
    (
        Value(str(number), name=f"{said} tile{'' if number == 1 else 's'}", said=said)
        for number, said in enumerate(map(number_word, range(LARGEST_HAND + 1)))
    ),
    noun="so_many",
)
NUMBER = plain()
MORE_AGENTS = counted("more Agent", "more Agents")
TURNS, QUIET_TURNS = (
    counted("turn", "turns"),
    counted("more quiet turn", "more quiet turns", number_word),
)
EMPTY_SPACES = counted("empty space", "empty spaces")
EVENTS_HELD, TILES_KEPT = counted("Event", "Events"), counted("tile", "tiles")
LANDMARKS, AGENTS = counted("Landmark", "Landmarks"), counted("Agent", "Agents")

TEXTS = Texts()
TILE_NAME = TEXTS.add("noun.tile", "{tile.name}", tile=TILE)
EVENT_NAME = TEXTS.add("noun.event", "{event.name}", event=EVENT)
LANDMARK = TEXTS.add("noun.landmark", "Landmark")
OR = TEXTS.add("noun.or", " or ")
A_TILE = TEXTS.add("noun.some_tile", "a tile")
NO_NAME: dict[str, Text] = {"Landmark": LANDMARK, "?": A_TILE}


def thing_name(tile: str) -> str:
    """What a view shows of a tile, said: a type, a Landmark, or "a tile" that is not known."""
    return TILE_NAME.say(TILE_NAMES.index(tile)) if tile in TILE_NAMES else NO_NAME[tile].say()


def event_name(event: str) -> str:
    """An Event of a view, said."""
    return EVENT_NAME.say(KIND_OF[event])


KIND_OF = {card.name: kind for kind, card in enumerate(TABLE)}  # of an Event as views name it

# --- refusals -------------------------------------------------------------------------------------

NO_SPACE = TEXTS.add("refusal.space", "The city has the spaces a1 to h8.")
COULD_BE = TEXTS.add("refusal.could_be", "That could be {events}.", events=VERBATIM)
NO_EVENT = TEXTS.add("refusal.event", "There is no Event called '{begun}'.", begun=VERBATIM)
ONE_STEP = TEXTS.add("refusal.step", "A move goes one space up, down or sideways.")
AGENT_BESIDE = TEXTS.add("refusal.lift", "The Agent must stand on the tile or next to it.")
TRIO_BESIDE = TEXTS.add("refusal.trio", "Commerce and Industry must lie next to the Housing.")
KEEP_OR_REDRAW = TEXTS.add(
    "refusal.redraw", "Keep your hand, or shuffle all of it into the Tile stack."
)
KEEP_ONE = TEXTS.add("refusal.draft", "Keep one of the two Events you were dealt.")
DEVELOPMENT_FIRST = TEXTS.add(
    "refusal.development", "End your Development first: say that you are done."
)
NO_SUCH_TILE = TEXTS.add("refusal.tile", "You have no such tile in hand.")
OCCUPIED = TEXTS.add("refusal.occupied", "That space is occupied.")
NEXT_TO_OWN = TEXTS.add("refusal.next_to", "A tile goes next to one of your tiles or Landmarks.")
IN_ZONE = TEXTS.add("refusal.zone", "You have no tile in the city: place one in your zone.")
ZONE_FULL = TEXTS.add(
    "refusal.zone_full", "Your zone is full: place on an empty space nearest to it."
)
NO_LANDMARK = TEXTS.add("refusal.landmark", "There is no Landmark of yours on that space.")
NO_ACTION = TEXTS.add("refusal.action", "Choose one of the actions of this phase, or end it.")
DEVELOPMENT_OVER = TEXTS.add(
    "refusal.over", "Your Development is over: no tile can be placed this turn."
)
ON_STRIKE = TEXTS.add("refusal.strike", "Your Agents are on strike: you skip this Agent phase.")
NO_AGENT = TEXTS.add("refusal.agent", "You have no Agent on that space.")
NEW_HEADQUARTERS = TEXTS.add(
    "refusal.new", "That Headquarters is new: it acts from your next turn on."
)
HAS_MOVED = TEXTS.add("refusal.moved", "Each Agent moves once a turn, and that one has moved.")
CITY_ENDS = TEXTS.add("refusal.edge", "The city ends there.")
NO_STACKING = TEXTS.add("refusal.stacking", "Agents do not stack on one another in the open.")
RIVALS_SPACE = TEXTS.add(
    "refusal.rivals_space", "That space is a rival's: Agents move to empty spaces."
)
NO_PROPERTY = TEXTS.add("refusal.property", "You have no tile or Landmark on that space.")
NO_OTHER_AGENT = TEXTS.add("refusal.other_agent", "You have no Agent elsewhere that has not moved.")
NO_BASIC_TILE = TEXTS.add(
    "refusal.landmark_lifted", "A Landmark is no basic tile and cannot be repositioned."
)
NO_OWN_TILE = TEXTS.add("refusal.own_tile", "You have no basic tile on that space.")
NEEDS_AGENT = TEXTS.add("refusal.needs_agent", "You need an Agent on that tile or next to it.")
NOTHING_THERE = TEXTS.add("refusal.nothing", "There is nothing of a rival's on that space.")
NONE_BESIDE = TEXTS.add("refusal.none_beside", "You have no Agent next to that space.")
TOO_FEW = TEXTS.add(
    "refusal.too_few",
    "That takes {high} Agents next to it, and you have {strong}.",
    high=NUMBER,
    strong=NUMBER,
)
SEND_READY = TEXTS.add("refusal.send", "Send an Agent of yours that has not moved this turn.")
COMMIT_BESIDE = TEXTS.add(
    "refusal.commit", "Commit an Agent of yours that stands next to the target."
)
NO_HOUSING = TEXTS.add("refusal.housing", "There is no Housing of yours on that space.")
NO_TRIO = TEXTS.add(
    "refusal.no_trio", "A Landmark is your Housing with your Commerce and Industry beside."
)
ONLY_ONE = TEXTS.add(
    "refusal.only_one", "You hold only one {event.name} that could be played.", event=EVENT
)
NEW_EVENT = TEXTS.add(
    "refusal.new_event",
    "You drew {event.name} this turn: it can be played from your next turn on.",
    event=EVENT,
)
NOT_HELD = TEXTS.add("refusal.not_held", "You do not hold {event.name}.", event=EVENT)
AIMS = {
    card.rule: TEXTS.add(f"refusal.aim.{slug}", card.aim)
    for slug, card in zip(SLUGS, TABLE, strict=True)
}  # by the rule of an Event, as the next
LACKING = {
    card.rule: TEXTS.add(f"refusal.lacking.{slug}", card.lacking)
    for slug, card in zip(SLUGS, TABLE, strict=True)
}
SECURED_TILE = TEXTS.add("refusal.secured", "An Agent secures that tile: no Event can touch it.")
SAME_TYPE = TEXTS.add("refusal.same_type", "The new tile must be of another type.")
NONE_IN_STACK = TEXTS.add("refusal.stack", "There is no tile of that type in the Tile stack.")
GIVE_UP_ONE = TEXTS.add("refusal.give_up", "Give up a tile that you have in hand.")
LEAVE_OR_SWAP = TEXTS.add(
    "refusal.order", "Leave the two tiles as they lie, or let them change places."
)
NONE_TO_GIVE = TEXTS.add("refusal.none_to_give", "You have no such tile to give.")
RIVAL_HAS_NONE = TEXTS.add("refusal.rival_has_none", "That rival has no such tile in hand.")
NO_DEAL = TEXTS.add("refusal.no_deal", "Two tiles of the same type are no deal.")

# --- verbs of the two phases ----------------------------------------------------------------------

TO_PLACE = TEXTS.add("verb.place", "place a tile")
TO_CONVERT = TEXTS.add("verb.convert", "found a Headquarters")
TO_MOVE = TEXTS.add("verb.move", "move an Agent")
TO_REPOSITION = TEXTS.add("verb.reposition", "take back a tile")
TO_TAKE = TEXTS.add("verb.take", "take over a property")
TO_PLAY = TEXTS.add("verb.play", "play an Event")
TO_SECURE = TEXTS.add("verb.secure", "secure a property")
OR_ELSE = TEXTS.add("verb.or", "{verbs}, or ", verbs=VERBATIM)

# --- labels ---------------------------------------------------------------------------------------

CITY = TEXTS.add("label.city", "The city")
EMPTY = TEXTS.add("label.empty", "empty")
LOT_LABEL = TEXTS.add("label.lot", "{cell}, {here}", cell=CELL, here=VERBATIM)
LOT_IN_ZONE = TEXTS.add(
    "label.lot_in_zone",
    "{cell}, {here}, in the zone of {seat}",
    cell=CELL,
    here=VERBATIM,
    seat=SEAT,
)
PROPERTY = TEXTS.add("label.property", "{tile} of {seat}", tile=VERBATIM, seat=SEAT)
SECURED = TEXTS.add(
    "label.secured",
    "{tile} of {seat} secured by {agents}",
    tile=VERBATIM,
    seat=SEAT,
    agents=VERBATIM,
)
AGENT_OF = TEXTS.add("label.agent", "Agent of {seat}, who is {tile.name}", seat=SEAT, tile=TILE)
HEADQUARTERS = TEXTS.add(
    "label.headquarters", "Headquarters of {seat}, {agents}", seat=SEAT, agents=VERBATIM
)
ONE_AGENT = TEXTS.add("label.one_agent", "an Agent, who is {tile.name}", tile=TILE)
SOME_AGENTS = TEXTS.add("label.agents", "{agents.name}: {kinds}", agents=AGENTS, kinds=VERBATIM)
HAND = TEXTS.add("label.hand", "Your tiles and Events")
SO_MANY_OF = TEXTS.add("label.count", "{number} {tile.name}", number=NUMBER, tile=TILE)
IN_HAND = TEXTS.add("label.in_hand", "{tile.name}, {number} in your hand", tile=TILE, number=NUMBER)
NONE_IN_HAND = TEXTS.add("label.none_in_hand", "No {tile.name} in your hand", tile=TILE)
RIVAL = TEXTS.add(
    "label.rival",
    "{seat}, with {tiles} and {number} Events",
    seat=SEAT,
    tiles=VERBATIM,
    number=NUMBER,
)
ON_TOP = TEXTS.add(
    "label.on_top",
    "{tile}, number {place} from the top of the Tile stack",
    tile=VERBATIM,
    place=NUMBER,
)
DESKS = TEXTS.add("label.desks", "Landmarks, tiles and Events")
DESK_LABEL = TEXTS.add(
    "label.desk",
    "{built} Landmarks of {seat}, {secured} secured",
    built=NUMBER,
    seat=SEAT,
    secured=NUMBER,
)
SEAT_HAS = TEXTS.add(
    "label.has", "{seat} has {number} {tile.name}", seat=SEAT, number=NUMBER, tile=TILE
)
EFFECT_LABELS = {
    key: TEXTS.add(f"label.{key}", said, seat=SEAT)
    for key, said in {
        "on_strike": "{seat} skips the next Agent phase",
        "tied_up": "{seat} skips the next Development phase",
        "insured": "{seat} is insured until the next turn",
    }.items()
}
HOLDS = TEXTS.add("label.holds", "{seat} holds {events.name}", seat=SEAT, events=EVENTS_HELD)
HOLDS_KNOWN = TEXTS.add("label.known", "{holds}: {events}", holds=VERBATIM, events=VERBATIM)
STACKS_LABEL = TEXTS.add("label.stacks", "The Tile stack and the Event deck")
IN_STACK = TEXTS.add("label.stack", "{number} tiles in the Tile stack", number=NUMBER)
KIND_IN_STACK = TEXTS.add(
    "label.kind_in_stack", "{number} {tile.name} in the Tile stack", number=NUMBER, tile=TILE
)
AT_BOTTOM = TEXTS.add(
    "label.bottom",
    "{tile.name}, number {place} of the bottom of the Tile stack",
    tile=TILE,
    place=NUMBER,
)
OPEN_ON_TOP = TEXTS.add(
    "label.open",
    "{tile}, number {place} from the top of the Tile stack, open",
    tile=VERBATIM,
    place=NUMBER,
)
SEEN_ON_TOP = TEXTS.add(
    "label.seen",
    "{tile}, number {place} from the top of the Tile stack, seen by {seats}",
    tile=VERBATIM,
    place=NUMBER,
    seats=VERBATIM,
)
DECK = TEXTS.add("label.deck", "{number} Events in the Event deck", number=NUMBER)
DISCARDED = TEXTS.add("label.discards", "Discarded: {events}", events=VERBATIM)
TOP_MARK, END_MARK = TEXTS.add("mark.top", "top"), TEXTS.add("mark.end", "end")
IMMEDIATE_EVENT, TACTICAL_EVENT = (
    TEXTS.add(
        f"label.{when.lower()}",
        f"{{event}}, {when}: {{about.first}} {{about.second}}",
        event=VERBATIM,
        about=EVENT,
    )
    for when in ("Immediate", "Tactical")
)
NOTED = TEXTS.add("label.noted", "{event.name}, {note}", event=EVENT, note=VERBATIM)
SHORT = (
    TEXTS.add("mark.short.1", "{event.first}", event=EVENT),
    TEXTS.add("mark.short.2", "{event.second}", event=EVENT),
)
FROM_DRAFT = TEXTS.add("note.draft", "from the draft")
FROM_PLAY = TEXTS.add("note.play", "drawn in play")
SEEN_BY = TEXTS.add("note.seen", "seen by {seats}", seats=VERBATIM)
SEEN_BY_NOBODY = TEXTS.add("note.unseen", "seen by nobody else")


def told_apart(one: EventSeen, held: Sequence[EventSeen]) -> str:
    """TRI-17  What tells an Event, as a view shows it, from another one alike in the same hand."""
    if one.event == "?":
        return ""
    alike = [other for other in held if other is not one and other.event == one.event]
    if any(other.drafted != one.drafted for other in alike):
        return FROM_DRAFT.say() if one.drafted else FROM_PLAY.say()
    if any(other.known_to != one.known_to for other in alike):
        seen_by = listed([SEAT_LETTERS[seat] for seat in one.known_to])
        return SEEN_BY.say(seen_by) if seen_by else SEEN_BY_NOBODY.say()
    return ""


# --- notes ----------------------------------------------------------------------------------------

BUILT = TEXTS.add(
    "note.built",
    Cases(
        lambda built, secured: "secured" if secured else "loose",
        {
            "loose": "{landmarks.name}",
            "secured": "{landmarks.name}, {secured} secured",
        },
    ),
    landmarks=LANDMARKS,
    secured=NUMBER,
)
EFFECT_NOTES = {
    key: TEXTS.add(f"note.{key}", said)
    for key, said in {
        "on_strike": "on strike",
        "tied_up": "in red tape",
        "insured": "insured",
    }.items()
}
TILE_ANYWHERE = TEXTS.add("note.shells", "next tile anywhere")
EVENTS_A_LANDMARK = TEXTS.add("note.permits", "{events.name} a Landmark", events=EVENTS_HELD)

# --- pictures in the terminal ---------------------------------------------------------------------

TURN = TEXTS.add("picture.turn", "Turn {number} of {last}", number=NUMBER, last=NUMBER)
SETTING_UP = TEXTS.add("picture.set_up", "Setting up")
PHASES = {
    phase: TEXTS.add(f"picture.{phase}", phase) for phase in ("draw", "development", "agents")
}
ENDED_BY = TEXTS.add("picture.ended", "{turn}, ended by {rule}", turn=VERBATIM, rule=VERBATIM)
SO_MANY_EVENTS = (  # in full, and in short
    TEXTS.add("picture.events", "{events.name}", events=EVENTS_HELD),
    TEXTS.add("picture.events_short", "{number} Ev", number=NUMBER),
)
SO_MANY_AGENTS = (
    TEXTS.add("picture.agents_held", "{agents.name}", agents=AGENTS),
    TEXTS.add("picture.agents_short", "{number} Ag", number=NUMBER),
)
EFFECT_WORDS = (
    TEXTS.add("picture.on_strike", "strike"),
    TEXTS.add("picture.tied_up", "red tape"),
    TEXTS.add("picture.insured", "insured"),
)
KNOWN_BOTTOM = TEXTS.add(
    "picture.bottom", "known at its bottom, the next to come first: {tiles}", tiles=VERBATIM
)
PLAYS = TEXTS.add("picture.plays", "{seat} plays {event.name}.", seat=SEAT, event=EVENT)
YOU_HOLD = TEXTS.add("picture.you_hold", "You hold {events}.", events=VERBATIM)
SEAT_HOLDS = TEXTS.add("picture.holds", "{seat} holds {events}.", seat=SEAT, events=VERBATIM)
AND_MORE = TEXTS.add("picture.more", "{events} and {number} more", events=VERBATIM, number=NUMBER)
TILE_STACK = TEXTS.add(
    "picture.stack", "Tile stack {number}: {tiles}", number=NUMBER, tiles=VERBATIM
)
STACK_TOP = TEXTS.add("picture.top", "top {tiles}", tiles=VERBATIM)
EVENT_DECK = TEXTS.add(
    "picture.deck", "Event deck {left}, discards {discards}", left=NUMBER, discards=NUMBER
)
SHELLS = TEXTS.add("picture.shells", "shells {number}", number=NUMBER)
PERMITS = TEXTS.add("picture.permits", "permits {number}", number=NUMBER)

# --- why a hint suggests an answer ----------------------------------------------------------------

KEEPS_EVENTS = TEXTS.add("reason.events", "Keeps your {events.name} for later.", events=EVENTS_HELD)
WHAT_IT_DOES = TEXTS.add("reason.event", "{event.does}", event=EVENT)
BESIDE = TEXTS.add("reason.beside", "Beside your {tiles}.", tiles=VERBATIM)
OTHER_TWO = TEXTS.add("reason.trio", "You hold the other two tiles of a trio.")
GIVES_UP = TEXTS.add("reason.gives_up", "Gives up {trios}.", trios=VERBATIM)
YOU_HOLD_TRIOS = TEXTS.add("reason.holds", "You hold {trios}.", trios=VERBATIM)
TRIOS = TEXTS.add(
    "reason.trios",
    Cases(lambda number: "none" if not number else "one" if number == 1 else "many",
          {"none": "no whole trio", "one": "one whole trio", "many": "{number} trios"}),
    number=NUMBER,
)  # fmt: skip
KEEPS_MORE = TEXTS.add(
    "reason.more", "You keep {tiles.name} of {tile.name}.", tiles=TILES_KEPT, tile=TILE
)
YOUR_ONLY = TEXTS.add("reason.only", "Your only {tile.name}.", tile=TILE)
