"""Trinity at the table: every question with its answers, every piece of news, every ending.

In writing: "He4" (Housing on e4), "hq e4", "e4-e5" (an Agent moves), "reposition e4 e5" (the tile
on e4, with the Agent on e5), "take e4", "commit e5", "play red-tape", "done", "end".
"""

import re
from bisect import bisect_right
from collections.abc import Mapping

from trivet.core.bags import total
from trivet.core.outcome import Outcome, Sheet
from trivet.core.sets import bit, each, has
from trivet.core.state import NOBODY, Objection
from trivet.core.words.answers import Form, Question, chance_question, either
from trivet.core.words.entries import Entry, loss
from trivet.core.words.fields import (
    NAME,
    ComputedField,
    Fact,
    Field,
    listed,
    set_of,
)
from trivet.core.words.news import DRAWN, TAKEN, Chip, Ending, NewsRow, WarningRow
from trivet.core.words.templates import Cases
from trivet.core.words.texts import Text
from trivet.core.words.values import Caption, Value
from trivet.games.trinity import cards
from trivet.games.trinity.agents import is_securing
from trivet.games.trinity.develop import (
    CONVERT,
    DONE,
    END,
    MOVE,
    PLACE,
    REPOSITION,
    SECURE,
    TAKE,
)  # fmt: skip
from trivet.games.trinity.ending import BY_FULL_CITY, BY_LAST_ROUND, BY_LAST_TURN
from trivet.games.trinity.events.cards import PLAY
from trivet.games.trinity.events.desk import SWAP
from trivet.games.trinity.names import CELLS, cell_name
from trivet.games.trinity.pieces import (
    EVENTS,
    HERE,
    NEIGHBOUR,
    SIDES,
    SPACES,
    TILES,
)  # fmt: skip
from trivet.games.trinity.stack import KIND
from trivet.games.trinity.state import DEVELOPMENT, Trinity
from trivet.games.trinity.words import (
    AGENT_BESIDE,
    CELL,
    EMPTY_SPACES,
    EVENT,
    KINDS,
    MORE_AGENTS,
    NUMBER,
    ONE_STEP,
    OR_ELSE,
    QUIET_TURNS,
    SEAT,
    SIDE,
    SO_MANY,
    TILE,
    TO_CONVERT,
    TO_MOVE,
    TO_PLACE,
    TO_PLAY,
    TO_REPOSITION,
    TO_SECURE,
    TO_TAKE,
    TOP,
    TRIO_BESIDE,
    TURNS,
)

# --- fields: a space and those beside it ----------------------------------------------------------


def beside(cell: int, side: int) -> int | None:
    """The space on that side; None beyond the edge of the city."""
    there = NEIGHBOUR[cell * 5 + side]
    return there if there < SPACES else None


def group(mark: str, cell: int, *sides: int) -> Value:
    """A space and those on these sides; what leaves the city cannot be touched."""
    cells = [cell, *(beside(cell, side) for side in sides)]
    names = ["-" if one is None else cell_name(one) for one in cells]
    touch = " ".join(dict.fromkeys(f"cell:{name}" for name in names))
    return Value(mark.join(names), touch="" if None in cells else touch)


def spellings(values: list[Value], mark: str, marks: tuple[str, ...]) -> dict[str, int]:
    """The same with other marks between the spaces."""
    inside = [(number, value) for number, value in enumerate(values) if value.touch]
    return {value.replace(mark, other): number for number, value in inside for other in marks}


WAYS = [group("-", cell, side) for cell in range(SPACES) for side in range(SIDES)]
STEP = Field(  # from one space to the next: space x 4 + side
    WAYS,
    also=spellings(WAYS, "-", (" - ", "- ", " -", " ", "")),
    shape=r"[a-h][1-8](?: ?- ?| )?[a-h][1-8]",
    wrong=lambda said: Objection("TRI-30", ONE_STEP.say()),
)
POSTS = [group(" ", cell, side) for cell in range(SPACES) for side in range(HERE + 1)]
LIFT = Field(  # a tile and the Agent on it or beside it: space x 5 + side
    POSTS,
    also=spellings(POSTS, " ", ("",)),
    shape=r"[a-h][1-8] ?[a-h][1-8]",
    wrong=lambda said: Objection("TRI-34", AGENT_BESIDE.say()),
)
TRIO = Field(  # Housing, Commerce and Industry: space x 16 + side x 4 + side
    (
        group(" ", home, shop, works)
        for home in range(SPACES)
        for shop in range(SIDES)
        for works in range(SIDES)
    ),
    shape="[a-h][1-8] [a-h][1-8] [a-h][1-8]",
    wrong=lambda said: Objection("TRI-20", TRIO_BESIDE.say()),
)

# --- facts: what the position knows, or what follows from an answer -------------------------------

OPENING_HAND = Fact(SO_MANY, lambda s, seat, found: total(s.tycoons[seat].hand))
FROM = Fact(CELL, lambda s, seat, found: found["step"].number // SIDES)
TO = Fact(
    CELL,
    lambda s, seat, found: beside(found["step"].number // SIDES, found["step"].number % SIDES),
)
TOWARDS = Fact(SIDE, lambda s, seat, found: found["step"].number % SIDES)
LIFTED = Fact(CELL, lambda s, seat, found: found["lift"].number // 5)
AGENT = Fact(
    CELL, lambda s, seat, found: beside(found["lift"].number // 5, found["lift"].number % 5)
)
HOME = Fact(CELL, lambda s, seat, found: found["trio"].number // 16)
SHOP = Fact(
    CELL, lambda s, seat, found: beside(found["trio"].number // 16, found["trio"].number // 4 % 4)
)
WORKS = Fact(
    CELL, lambda s, seat, found: beside(found["trio"].number // 16, found["trio"].number % 4)
)
TARGET = Fact(CELL, lambda s, seat, found: s.target)
NEEDED = Fact(MORE_AGENTS, lambda s, seat, found: s.needed)
CARD = Fact(EVENT, lambda s, seat, found: s.resolving)
SEEN = Fact(
    Field([*KINDS, Value("-", name="tile")], noun="tile"),
    lambda s, seat, found: tops(s, 3)[found["top"].number],
)


def tops(s: Trinity, most: int) -> list[int]:
    """The tiles on top of the Tile stack; for each that nobody has looked at yet, TILES."""
    return ([tile & KIND for tile in s.stack.top] + [TILES] * most)[:most]


def tile_row(packed: int) -> Value:
    """Tiles in a row, two bits each, the first one lowest; TILES ends it."""
    tiles = [packed >> place & KIND for place in range(0, 6, 2)]
    return Value(listed([TILE.value(tile).name for tile in tiles if tile < TILES]))


def on_top(s: Trinity, most: int) -> int:
    first, second, third = [*tops(s, most), TILES][:3]
    return first | second << 2 | third << 4


THREE_TOPS = Fact(ComputedField(tile_row), lambda s, seat, found: on_top(s, s.looked))
TWO_TOPS = Fact(ComputedField(tile_row), lambda s, seat, found: on_top(s, 2))

# --- answers: the two phases ----------------------------------------------------------------------


def read_convert(s: Trinity, seat: int, said: str) -> int | None:
    """ "convert e4" is "hq e4"."""
    match = re.fullmatch("convert ?([a-h][1-8])", said)
    return CELLS[match[1]] if match else None


def read_lift(s: Trinity, seat: int, said: str) -> int | None:
    """ "repo e4": without a space for the Agent, any that will do."""
    match = re.fullmatch("repo(?:sition)? ?([a-h][1-8])", said)
    if not match:
        return None
    cell, posts = CELLS[match[1]], s.tycoons[s.mover].posts
    near = [(side, beside(cell, side)) for side in (HERE, *range(SIDES))]
    agents = (side for side, there in near if there is not None and has(posts, there))
    return cell * 5 + next(agents, HERE)


def two_alike(s: Trinity, seat: int, kind: int) -> list[int]:
    """TRI-17  The cards of a kind that a seat may play and that others can tell apart, in order."""
    held = s.tycoons[seat].held
    if len(held) < 2:
        return []
    found = dict.fromkeys(one for one in held if one & cards.KIND == kind and not one & cards.NEW)
    return list(found) if len(found) == 2 else []


def playing(text: str, touches: str, place: int) -> Form:
    """An Event to be played; of two alike, how that one came there or who has looked at it."""

    def told_apart_by(s: Trinity, seat: int, found: Mapping[str, Value]) -> str:
        pair = two_alike(s, seat, found["event"].number)
        if not pair:
            return "only"
        one, other = pair[place], pair[1 - place]
        if (one ^ other) & cards.DRAFTED:
            return "draft" if one & cards.DRAFTED else "play"
        return "seen" if one >> cards.LOOKERS else "unseen"

    def lookers(s: Trinity, seat: int, found: Mapping[str, Value]) -> int | None:
        pair = two_alike(s, seat, found["event"].number)
        return pair[place] >> cards.LOOKERS if pair else None

    words = {
        "only": "Play {event.name}",
        "draft": "Play {event.name} (from the draft)",
        "play": "Play {event.name} (drawn in play)",
        "seen": "Play {event.name} (seen by {lookers})",
        "unseen": "Play {event.name} (seen by nobody else)",
    }
    seen_by = Fact(set_of(SEAT, comma=", "), lookers)
    return Form(
        text=text, touches=touches, words=Cases(told_apart_by, words), event=EVENT, lookers=seen_by
    )


def has_two_alike(s: Trinity, seat: int) -> str:
    held = s.tycoons[seat].held
    kinds = {one & cards.KIND for one in held}
    if len(kinds) == len(held):  # mostly
        return "usual"
    return "alike" if any(two_alike(s, seat, kind) for kind in kinds) else "usual"


PHASE = {
    PLACE: Form(text="{tile}{cell}", touches="hand:{tile} cell:{cell}",
                words="Place {tile.name} on {cell}",
                reads="{tile} {cell}", tile=TILE, cell=CELL),
    CONVERT: Form(text="hq {cell}", touches="cell:{cell} hq",
                  words="Found a Headquarters on {cell}",
                  also=read_convert, cell=CELL),
    MOVE: Form(
        text="{step}", touches="{step.touch}",
        words=Cases(
            lambda s, seat, found:
                "secure" if found["to"] and s.owner(found["to"].number) == s.mover else "move",
            {"secure": "Secure {to} with an Agent from {at}",
             "move": "Move an Agent from {at} {side.name}"},
        ),
        reads="(move ){step}", step=STEP, at=FROM, to=TO, side=TOWARDS,
    ),
    REPOSITION: Form(
        text="reposition {lift}", touches="{lift.touch} reposition",
        words=Cases(
            lambda s, seat, found: "on it" if found["lift"].number % 5 == HERE else "beside it",
            {"on it": "Reposition the tile on {at} with the Agent on it",
             "beside it": "Reposition the tile on {at} with the Agent on {agent}"},
        ),
        reads="repo(sition) {lift}", also=read_lift, lift=LIFT, at=LIFTED, agent=AGENT,
    ),
    TAKE: Form(text="take {cell}", touches="cell:{cell}",
               words="Take over {cell}", reads="take(over) {cell}",
               cell=CELL),
    PLAY: playing("play {event}", "event:{event}", 0),
    PLAY + EVENTS: playing("play {event} 2", "event:{event} second", 1),
    DONE: Form(text="done", touches="done", words="Done building"),
    END: Form(text="end", touches="end", words="End turn"),
}  # fmt: skip


def read_placement(s: Trinity, seat: int, said: str) -> int | None:
    """ "He4" in the Agent phase: a number that is never an answer, so that the rules say why."""
    match = re.fullmatch("[hci] ?([a-h][1-8])", said.lower())
    return SPACES + CELLS[match[1]] if match else None


AGENT_PHASE = {
    SECURE: Form(text="secure {cell}", touches="cell:{cell} secure", words="Secure {cell}",
                 also=read_placement, cell=CELL),
    **{start: form for start, form in PHASE.items() if start != PLACE},
}  # fmt: skip

VERBS = {
    PLACE: TO_PLACE, CONVERT: TO_CONVERT, MOVE: TO_MOVE, REPOSITION: TO_REPOSITION, TAKE: TO_TAKE,
    PLAY: TO_PLAY,
}  # fmt: skip
OF_AGENTS = {**VERBS, SECURE: TO_SECURE}


def possible(s: Trinity, seat: int) -> int:
    """The set of verbs for which there is an answer now; both phases have as many."""
    starts = sorted(VERBS)
    options = [choice for choice in s.options(seat) if choice not in (DONE, END)]
    return sum({bit(bisect_right(starts, choice) - 1) for choice in options})


def possible_of(verbs: Mapping[int, Text]) -> Fact:
    """What to do rather than end the phase: "place a tile, or "; nothing if only that is left."""
    rows = [verb for _, verb in sorted(verbs.items())]

    def value(members: int) -> Value:
        said = [rows[n].say() for n in each(members)]
        return Value(OR_ELSE.say(", ".join(said)) if said else "", members)

    return Fact(ComputedField(value), lambda s, seat, found: possible(s, seat))


def touched_cell(thing: str) -> int | None:
    return CELLS.get(thing.removeprefix("cell:")) if thing.startswith("cell:") else None


def meant_in_development(s: Trinity, seat: int, thing: str) -> int | None:
    """A space is for the first tile of the hand."""
    cell, hand = touched_cell(thing), s.tycoons[seat].hand
    tiles = (tile for tile in range(TILES) if hand >> 8 * tile & 255)
    return None if cell is None or not hand else PLACE + next(tiles) * SPACES + cell


def meant_of_agents(s: Trinity, seat: int, thing: str) -> int | None:
    """A rival's space is for a takeover; else an Agent of one's own is to go there."""
    cell = touched_cell(thing)
    if cell is None:
        return None
    if s.owner(cell) not in (NOBODY, seat):
        return TAKE + cell
    if s.terms.secure_anywhere and has(s.tycoons[seat].properties(), cell):
        return SECURE + cell
    for side in range(SIDES):
        there = beside(cell, side)
        if there is not None and has(s.tycoons[seat].posts, there):
            return MOVE + there * SIDES + (side ^ 2)
    return MOVE + cell * SIDES + (0 if cell >= 8 else 2)


# --- questions ------------------------------------------------------------------------------------

RESOLVES = "{seat} resolve{s} {card.name}."  # the card lies open for all


def sent_for(s: Trinity, seat: int) -> str:
    """What an Agent is sent for that is committed."""
    return "secure" if is_securing(s) else "take"


def resolved(rule: str, ask: str, how: str, answers: Form, shows: str = "") -> Question:
    """A question of an Event."""
    return Question(rule, ask, RESOLVES, how, answers, shows=shows, card=CARD)


def on_cell(words: str) -> Form:
    return Form(
        text="{cell}", touches="cell:{cell}", words=words, reads="(commit ){cell}", cell=CELL
    )


def on_rival(words: str) -> Form:
    return Form(text="{rival}", touches="{rival.touch}", words=words, rival=SEAT)


def along(words: str) -> Form:
    return Form(
        text="{step}", touches="{step.touch}", words=words, step=STEP, at=FROM, side=TOWARDS
    )


EXCHANGE = Form(text="{cell}={tile}", touches="cell:{cell} tile:{tile}",
                words="Exchange the tile on {cell} for {tile.name}",
                reads="{cell} (=) {tile}", cell=CELL, tile=TILE)  # fmt: skip
ONE_SPACE, A_SEAT = "a space, as e4", "the letter of a player, as B"
AN_EXCHANGE, A_STEP = "a space and the new type, as e4=C", "two spaces, as e4-e5"

QUESTIONS = {
    "redraw": Question(
        "TRI-5",
        "Keep these {tiles.name}, or shuffle them into the Tile stack "
        "and draw {tiles.said} new ones?",
        "{seat} may draw {tiles.said} new tiles.", "'keep' or 'redraw'",
        either(keep="Keep your tiles", redraw="Draw new tiles"), tiles=OPENING_HAND),
    "draft": Question(
        "TRI-6", "Which of your two Events do you keep? The other goes to the player on your left.",
        "{seat} choose{s} an Event to keep.", "'keep' and an Event, as keep red-tape",
        Form(text="keep {event}", touches="event:{event}", words="Keep {event.name}",
             reads="(keep )(event ){event}", event=EVENT)),
    "develop": Question(
        "TRI-11", "Development: {verbs}finish building.",
        "{seat} develop{s} the city.",
        Cases(has_two_alike,
              {"usual": "a tile and a space as He4, 'hq e4', 'play red-tape', or 'done'",
               "alike": "a tile and a space as He4, 'hq e4', 'play red-tape' or, for the other one "
                        "of two alike, 'play red-tape 2', or 'done'"}),
        PHASE, preferred=meant_in_development, verbs=possible_of(VERBS)),
    "act": Question(
        "TRI-30", "Agents: {verbs}end your turn.",
        "{seat} command{s} Agents.",
        Cases(has_two_alike,
              {"usual": "e4-e5 to move, 'reposition e4 e5', 'take e4', 'hq e4', 'play red-tape', "
                        "or 'end'",
               "alike": "e4-e5 to move, 'reposition e4 e5', 'take e4', 'hq e4', 'play red-tape' "
                        "or, for the other one of two alike, 'play red-tape 2', or 'end'"}),
        AGENT_PHASE, preferred=meant_of_agents, verbs=possible_of(OF_AGENTS)),
    "landmark": Question(
        "TRI-20", "You can build more than one Landmark: which trio first?",
        "{seat} choose{s} which Landmark to build.",
        "'build' and the spaces of Housing, Commerce and Industry, as build e4 e5 d4",
        Form(text="(build ){trio}", touches="{trio.touch}",
             words="Build a Landmark on {home} with {shop} and {works}",
             trio=TRIO, home=HOME, shop=SHOP, works=WORKS)),
    "commit": Question(
        Cases(sent_for, {"secure": "TRI-31", "take": "TRI-35"}),
        Cases(sent_for,
              {"secure": "An Agent shall secure {target}: from which space?",
               "take": "The takeover of {target} takes {more.name}: from which space?"}),
        Cases(sent_for,
              {"secure": "{seat} send{s} an Agent to secure {target}.",
               "take": "{seat} commit{s} Agents to the takeover of {target}."}),
        "'commit' and a space, as commit e5",
        Form(text="(commit ){cell}", touches="cell:{cell}",
             words="Commit an Agent from {cell}", cell=CELL),
        target=TARGET, more=NEEDED),
    "give": Question(
        "TRI-70", "Market Crash: which tile do you discard?",
        "{seat} discard{s} a tile for the Market Crash.", "'give' and a tile, as give H",
        Form(text="(give ){tile}", touches="hand:{tile}", words="Discard {tile.name}", tile=TILE)),
    "rezoning": resolved(
        "TRI-72", "Rezoning: which of your tiles do you take back into your hand?",
        ONE_SPACE, on_cell("Take back the tile on {cell}")),
    "domain": resolved(
        "TRI-73", "Eminent Domain: which tile is removed?",
        ONE_SPACE, on_cell("Remove the tile on {cell}")),
    "acquisition": resolved(
        "TRI-74", "Hostile Acquisition: which rival's tile do you take into your hand?",
        ONE_SPACE, on_cell("Take the tile on {cell} into your hand")),
    "expansion": resolved(
        "TRI-75", "Hostile Expansion: which tile next to yours becomes yours?",
        ONE_SPACE, on_cell("Make the tile on {cell} yours")),
    "permit": resolved(
        "TRI-76", "Conversion Permit: which of your tiles do you exchange, and for what?",
        AN_EXCHANGE, EXCHANGE, shows="types"),
    "renewal": resolved(
        "TRI-77", "Urban Renewal: which of your tiles moves, and where?",
        A_STEP, along("Move the tile on {at} {side.name}")),
    "reinforce": resolved(
        "TRI-79", "Reinforcements: which tile of your hand becomes an Agent, and where?",
        "a tile and a space, as He4",
        Form(text="{tile}{cell}", touches="hand:{tile} cell:{cell}",
             words="Make {tile.name} an Agent on {cell}",
             reads="{tile} {cell}", tile=TILE, cell=CELL)),
    "double": resolved(
        "TRI-80",
        "Double Agent: which rival's Agent moves, and onto which property of that rival?",
        A_STEP, along("Move the Agent on {at} {side.name}")),
    "strike": resolved(
        "TRI-81", "Union Strike: which rival skips the next Agent phase?",
        A_SEAT, on_rival("{rival} skips an Agent phase"), shows="rivals"),
    "insider": Question(
        "TRI-82", "Insider Trading: on top lie {tops}. Which one do you take?", RESOLVES,
        "'take' and a place from the top, as take 2",
        Form(text="(take ){top}", touches="top:{top}",
             words="Take the {seen.name}, the {top.name} from the top",
             top=TOP, seen=SEEN),
        shows="top", card=CARD, tops=THREE_TOPS),
    "order": Question(
        "TRI-82", "Insider Trading: {tops} go back on top. In this order?", RESOLVES,
        "'leave' or 'swap'",
        either(leave="Leave their order", swap="Let them change places"),
        shows="top", card=CARD, tops=TWO_TOPS),
    "stakeout": resolved(
        "TRI-84", "Stakeout: whose Events do you look at?",
        A_SEAT, on_rival("Look at the Events of {rival}"), shows="rivals"),
    "deal": resolved(
        "TRI-86", "Backroom Deal: which tile do you give, and which do you take from whom?",
        "the tile you give, the one you take, and from whom, as H=C B",
        Form(text="{mine}={theirs} {rival}", touches="hand:{mine} {rival.touch} tile:{theirs}",
             words="Give {mine.name} and take {theirs.name} from {rival}",
             reads="{mine} (=) {theirs} {rival}", rival=SEAT, mine=TILE, theirs=TILE),
        shows="rivals and types"),
    "tape": resolved(
        "TRI-87", "Red Tape: which rival skips the next Development phase?",
        A_SEAT, on_rival("{rival} skips a Development phase"), shows="rivals"),
    "hostile": resolved(
        "TRI-88", "Hostile Rezoning: which rival's tile do you exchange, and for what?",
        AN_EXCHANGE, EXCHANGE, shows="types"),
    "lot": chance_question("'lot' and a tile, as lot H",
                 Form(text="(lot ){tile}", touches="", words="{tile.name} is drawn", tile=TILE)),
    "tile": chance_question("'tile' and a tile, as tile H",
                  Form(text="(tile ){tile}", touches="", words="{tile.name} is next", tile=TILE)),
    "event": chance_question("'event' and its name, as event red-tape",
                   Form(text="event {event}", touches="", words="{event.name} is next",
                        reads="(event )(keep ){event}", event=EVENT)),
}  # fmt: skip

# --- news -----------------------------------------------------------------------------------------


def by_seat(packed: int) -> Mapping[int, int]:
    """A number below 256 for each seat, as "over" packs them."""
    return {seat: packed >> 8 * seat & 255 for seat in range(4) if packed >> 8 * seat & 255}


OVER = {BY_FULL_CITY: "full", BY_LAST_TURN: "last", BY_LAST_ROUND: "round"}


# whom an event does harm to, from its numbers
def first_seat(seat: int, *_: int) -> int:
    return seat


def second_seat(one: int, seat: int, *_: int) -> int:
    return seat


def third_seat(one: int, two: int, seat: int, _: int) -> int:
    return seat


def robbed_seat(owner: int, cell: int, tile: int, seat: int) -> int:
    return NOBODY if owner == seat else owner


NEWS = {
    "lot": NewsRow("{seat} <drew|will draw> {tile.name} for the first turn.",
                   dull=True, seat=NAME, tile=TILE),
    "starts": NewsRow("{seat} <got|will get> the first turn.", weight=TAKEN, seat=NAME),
    "drew": NewsRow("{seat} <drew|will draw> {tile.name}.", dull=True, seat=NAME, tile=TILE),
    "redrew": NewsRow("{seat} <shuffled|will shuffle> {tiles.name} into the Tile stack.",
                      weight=DRAWN, seat=NAME, tiles=SO_MANY),
    "got": NewsRow("{seat} <drew|will draw> the Event {event.name}.",
                   dull=True, seat=NAME, event=EVENT),
    "drafted": NewsRow(
        "Everyone <kept|will keep> one Event and <passed|pass> the other to the left.", weight=DRAWN
    ),
    "passed": NewsRow("{seat} <passed|will pass> {event.name} to {left}.",
                      dull=True, seat=NAME, left=NAME, event=EVENT),
    "turn": NewsRow("{seat.whose} turn.", dull=True, seat=NAME),
    # Development
    "placed": NewsRow("{seat} <placed|will place> {tile.name} on {cell}.",
                      many="{seat} <placed|will place> {times} tiles.",
                      seat=NAME, tile=TILE, cell=CELL),
    "built": NewsRow("{seat} <built|will build> a Landmark on {cell}.",
                     chips=[Chip("cell:{cell}", "Landmark", "gain")],
                     books=[Entry("Landmarks built", "TRI-20", lambda seat, *_: {seat: 1})],
                     seat=NAME, cell=CELL),
    "converted": NewsRow("{seat} <founded|will found> a Headquarters on {cell}.",
                         books=[Entry("made Headquarters", "TRI-24", lambda seat, *_: {seat: -1})],
                         seat=NAME, cell=CELL),
    "skipped": NewsRow(
        Cases(lambda seat, phase, *_: "development" if phase == DEVELOPMENT else "agents",
              {"development": "{seat} <skipped|will skip> the Development phase.",
               "agents": "{seat} <skipped|will skip> the Agent phase."}),
        weight=DRAWN, seat=NAME),
    # Agents
    "moved": NewsRow(
        Cases(lambda owner, cell, there, by: "own" if owner == by else "of a rival",
              {"own": "{seat} <moved|will move> an Agent from {cell} to {there}.",
               "of a rival": "{by} <moved|will move> an Agent of {seat.theirs} from {cell} to "
                             "{there}."}),
        weight=TAKEN, seat=NAME, cell=CELL, there=CELL, by=NAME),
    "repositioned": NewsRow(
        "{seat} <spent|will spend> an Agent on {agent} and <took|take> back "
        "the {tile.name} on {cell}.",
        weight=TAKEN, seat=NAME, cell=CELL, tile=TILE, agent=CELL),
    "attacked": NewsRow("{seat} <began|will begin> a takeover of {cell} against {rival}.",
                        harms=third_seat, seat=NAME, cell=CELL, rival=NAME),
    "committed": NewsRow(
        "{seat} <committed|will commit> an Agent from {cell}.", weight=TAKEN, seat=NAME, cell=CELL),
    "captured": NewsRow("{seat} <captured|will capture> {owner.whose} tile on {cell}.",
                        harms=third_seat, chips=[Chip("cell:{cell}", "captured")],
                        seat=NAME, cell=CELL, owner=NAME),
    "settled": NewsRow("{owner.whose} property on {cell} <was|will be> settled and removed.",
                       harms=first_seat, chips=[Chip("cell:{cell}", "settled", "loss")],
                       books=loss("settled", "TRI-37", 2), owner=NAME, cell=CELL),
    "reclaimed": NewsRow("{seat} <claimed|will claim> the insurance and <took|take> back "
                         "what stood on {cell}.",
                         books=loss("back by insurance", "TRI-85", 2), seat=NAME, cell=CELL),
    # Events
    "earned": NewsRow("{seat} <drew|will draw> a Tactical Event.",
                      weight=DRAWN, many="{seat} <drew|will draw> {times} Tactical Events.",
                      seat=NAME),
    "turned_up": NewsRow("{seat} <drew|will draw> the Immediate Event {event.name}.",
                         weight=TAKEN, seat=NAME, event=EVENT),
    "fizzled": NewsRow("{event.name} <had|will have> no effect.", event=EVENT),
    "reshuffled": NewsRow("The discarded Events <were|will be> shuffled into a new Event deck.",
                          dull=True),
    "played": NewsRow("{seat} <played|will play> {event.name}.",
                      weight=TAKEN, seat=NAME, event=EVENT),
    "gave_up": NewsRow("{seat} <discarded|will discard> {tile.name}.",
                       weight=DRAWN,
                       many="Market Crash: {seat} <discarded|will discard> {times} tiles.",
                       seat=NAME, tile=TILE),
    "looked": NewsRow("{seat} <saw|will see> {tile.name}, the {place.name} from the top.",
                      dull=True, seat=NAME, place=TOP, tile=TILE),
    "traded": NewsRow("{seat} <took|will take> {tile.name}, the {place.name} from the top.",
                      weight=TAKEN, seat=NAME, tile=TILE, place=TOP),
    "ordered": NewsRow(
        Cases(lambda seat, choice, *_: "swap" if choice == SWAP else "leave",
              {"swap": "{seat} <let|will let> the other two change places.",
               "leave": "{seat} <left|will leave> the other two as they <lay|lie>."}),
        weight=DRAWN, seat=NAME),
    "staked_out": NewsRow(
        "{seat} <looked|will look> at {rival.whose} Events.", weight=DRAWN, seat=NAME, rival=NAME),
    "spied": NewsRow("There <lay|will lie> {event.name} of {owner.theirs}.",
                     dull=True, owner=NAME, event=EVENT),
    "struck": NewsRow("{rival} will skip the next Agent phase.",
                       harms=second_seat, seat=NAME, rival=NAME),
    "taped": NewsRow("{rival} will skip the next Development phase.",
                      harms=second_seat, seat=NAME, rival=NAME),
    "dealt": NewsRow(
        "{seat} <gave|will give> {mine.name} to {rival} and <took|take> {theirs.name}.",
                  harms=second_seat, seat=NAME, rival=NAME, mine=TILE, theirs=TILE),
    "razed": NewsRow("{owner.whose} {tile.name} on {cell} <was|will be> removed.",
                     harms=first_seat, owner=NAME, cell=CELL, tile=TILE),
    "lifted": NewsRow(
        Cases(lambda owner, cell, tile, seat: "own" if owner == seat else "of a rival",
              {"own": "{seat} <took|will take> the {tile.name} on {cell} back.",
               "of a rival": "{seat} <took|will take> {owner.whose} {tile.name} on {cell} into "
                             "hand."}),
        harms=robbed_seat, owner=NAME, cell=CELL, tile=TILE, seat=NAME),
    "exchanged": NewsRow(
        "{owner.whose} {old.name} on {cell} <became|will become> {new.name}, "
        "and the Tile stack <was|will be> shuffled.",
        harms=first_seat, owner=NAME, cell=CELL, old=TILE, new=TILE),
    "shifted": NewsRow("{seat} <moved|will move> the tile on {cell} to {there}.",
                       seat=NAME, cell=CELL, there=CELL),
    "reinforced": NewsRow("{seat} <made|will make> {tile.name} an Agent on {cell}.",
                          seat=NAME, cell=CELL, tile=TILE),
    # The end
    "closing": NewsRow("The Tile stack <ran|will run> out: turn {last} <was|will be> announced as "
                       "the last.",
                       last=NUMBER),
    "over": NewsRow(
        Cases(lambda reason, *_: OVER.get(reason, "quiet"),
              {"full": "The game <is|will be> over: the city <was|will be> full.",
               "last": "The game <is|will be> over: the last turn <was|will be> played.",
               "round": "The game <is|will be> over: the last round <was|will be> played.",
               "quiet": "The game <is|will be> over: nobody could or would act for a whole "
                        "round."}),
        books=[
            Entry("secured Landmarks", "TRI-52", lambda reason, secured, *_: by_seat(secured),
                  adds=False),
            Entry("tiles in hand", "TRI-52", lambda reason, secured, tiles, _: by_seat(tiles),
                  adds=False),
        ]),
}  # fmt: skip


def how_won(outcome: Outcome, sheet: Sheet) -> str:
    """TRI-52  By Landmarks, by a tie-break, or not at all."""
    if outcome.places.count(1) > 1:
        return "shared"
    return "tie" if sheet.total.count(max(sheet.total)) > 1 else "won"


def ended(rule: str, why: str) -> Ending:
    return Ending(
        rule,
        Cases(
            how_won,
            {
                "won": why + ", and {winner} won, {most} to {next} in Landmarks.",
                "tie": why + ", and {winner} won the tie at {most} in Landmarks.",
                "shared": why + ", and {winner} shared the win, at {most} in Landmarks.",
            },
        ),
    )


def one_or_many(number: int) -> str:
    return "one" if number == 1 else "many"


ENDINGS = {
    "full city": ended("TRI-50", "The city was full"),
    "quiet": ended("TRI-51", "Nobody could or would act for a whole round"),
    "last turn": ended("TRI-51", "The last turn was played"),
    "last round": ended("TRI-51", "The last round was played"),
    "empty": ended("TRI-51", "The Tile stack and all hands were empty"),
    "passes": ended("TRI-51", "Everyone passed in a row"),
}
MOMENTS = {"takeover": Caption("The Agents stand ready for a takeover.", "attacked")}
WARNINGS = {
    "quiet": WarningRow(
        "TRI-51",
        Cases(one_or_many, {"one": "Tile stack empty: one more quiet turn ends the game.",
                            "many": "Tile stack empty: {turns.name} end the game."}),
        turns=QUIET_TURNS),
    "passes": WarningRow(
        "TRI-51",
        Cases(one_or_many, {"one": "One more quiet turn ends the game.",
                            "many": "The game ends after {turns.name}."}),
        turns=QUIET_TURNS),
    "empty": WarningRow("TRI-51", "Tile stack empty: empty hands of all players end the game."),
    "last turn": WarningRow(
        "TRI-51", "{turns.name} left: turn {last} is the last.", turns=TURNS, last=NUMBER),
    "last round": WarningRow(
        "TRI-51", "The last round: {turns.name} left, turn {last} is the last.",
        turns=TURNS, last=NUMBER),
    "full city": WarningRow(
        "TRI-50", "{spaces.name} left: a full city ends the game.", spaces=EMPTY_SPACES),
}  # fmt: skip
