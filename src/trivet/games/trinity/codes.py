"""Trinity's answers as codes, and what a seat sees as bytes."""

from typing import Final, final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from trivet.core.bags import count, one, total
from trivet.core.boards import first_cell
from trivet.core.codes import NO_WORD, Codes, Field, byte, mark_board, write_bag
from trivet.core.sets import bit, has
from trivet.core.state import State, only
from trivet.games.trinity import cards
from trivet.games.trinity.agents import opposite, securable, ways, within_reach
from trivet.games.trinity.develop import (
    CONVERT,
    DONE,
    END,
    MOVE,
    REPOSITION,
    SECURE,
    TAKE,
    sites,
)  # fmt: skip
from trivet.games.trinity.events.cards import playable
from trivet.games.trinity.pieces import (
    EVENTS,
    HERE,
    SIDES,
    SPACES,
    TILES,
    beyond,
)  # fmt: skip
from trivet.games.trinity.stack import KIND, LOOKERS, OPEN
from trivet.games.trinity.stack import is_known as is_tile_known
from trivet.games.trinity.state import DEVELOPMENT, MOVED, NOTHING, TILE, Trinity

# Development and the Agent phase share their codes.  Seats count from the one that is asked.
SPANS: Final = {
    "act": END + 1,
    "landmark": 16 * SPACES,  # the H's space x 16 + side of the C x 4 + side of the I
    "renewal": SIDES * SPACES,
    "double": SIDES * SPACES,
    "reinforce": TILES * SPACES,
    "permit": TILES * SPACES,
    "hostile": TILES * SPACES,
    "rezoning": SPACES,
    "domain": SPACES,
    "acquisition": SPACES,
    "expansion": SPACES,
    "commit": SPACES,
    "redraw": 2,
    "draft": EVENTS,
    "insider": 3,
    "order": 2,
    "give": TILES,
    "deal": 36,  # rival x 9 + tile given x 3 + tile taken
    "strike": 4,
    "tape": 4,
    "stakeout": 4,
}
QUESTIONS: Final = 21
COMMIT: Final = 3304  # first codes
INSIDER: Final = 3389
ORDER: Final = 3392
GIVE: Final = 3394
DEAL: Final = 3397  # from here on answers name a seat
STRIKE: Final = 3433

TOP: Final = 4  # tiles near the top of the Tile stack that are shown
BOTTOM: Final = 12  # ... and at its bottom
CELL: Final = 7  # bytes for the Agents of a space
UNKNOWN: Final = EVENTS  # the kind of an Event that a seat does not see
EVENT: Final = EVENTS + 1


def layout(seats: int) -> tuple[Field, ...]:
    return (
        Field("asked", (QUESTIONS,), "the question, in the order of the codes"),
        Field("phase", (3,), "drawing, development, Agents, one-hot; all 0 in the set-up"),
        Field("turns", (1,), "begun so far, at most 255"),
        Field("quiet", (1,), "turns in a row; once the last round is known, turns left"),
        Field("this_turn", (5,), "shells, permits, on strike, quiet so far, began without a stack"),
        Field("stack", (4,), "the Tile stack: tiles, and how many are H, C, I"),
        Field("top", (TOP, 5 + seats), "its decided tiles from the top: H, C, I if this seat knows "
              "it, whether there is one, whether all know it, who has looked at it"),
        Field("bottom", (BOTTOM, TILES), "tiles put at its bottom openly, the next first, one-hot"),
        Field("deck", (1,), "cards in the Event deck"),
        Field("discards", (EVENTS,), "by kind"),
        Field("resolving", (EVENTS,), "the Event being resolved, one-hot"),
        Field("counts", (5,), "tiles still to draw, Events still to come, Agents to commit, tiles "
              "looked at, players who have still to give up tiles"),
        Field("target", (SPACES,), "the space being taken over"),
        Field("seat", (seats,), "own number, one-hot: with the starter it tells the zones"),
        Field("agents", (SPACES, CELL), "by space: H, C, I among its Agents, the topmost (3, "
              "one-hot), how many have moved"),
        Field("starter", (seats,), "one-hot"),
        Field("mover", (seats,), "whose turn it is, one-hot"),
        Field("player", (seats,), "whose Event is resolved, one-hot"),
        Field("drawer", (seats,), "who draws tiles, one-hot"),
        Field("builder", (seats,), "who earns Events, one-hot"),
        Field("hand", (seats, TILES), "tiles in hand: H, C, I"),
        Field("under", (seats, 3), "on strike, tied up, insured"),
        Field("homes", (seats, SPACES), "spaces with Housing"),
        Field("shops", (seats, SPACES), "... with Commerce"),
        Field("works", (seats, SPACES), "... with Industry"),
        Field("marks", (seats, SPACES), "... with a Landmark"),
        Field("posts", (seats, SPACES), "... with Agents"),
        Field("events", (seats, EVENT), "Events held, by kind; the last: unknown to this seat"),
        Field("drafted", (seats, EVENT), "those of them that come from the draft"),
        Field("new", (seats, EVENT), "... that were drawn this turn"),
        Field("known", (seats, seats, EVENT), "... by holder, that a seat has looked at"),
    )  # fmt: skip


@final
class TrinityCodes(Codes):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats, SPANS, layout(seats))

    def allow(self, s: State, seat: i64, word: i64, out: BytesWriter, at: i64) -> None:
        assert isinstance(s, Trinity)
        code = s.step.code
        if code == 0:
            allow_in_phase(s, seat, out, at)
        else:
            at += code
            for choice in s.step.options(s, seat):
                out[at + turned(code, choice, s.seats - seat, s.seats)] = 1

    def say(self, s: State, seat: i64, word: i64, code: i64) -> i64:
        first = s.step.code
        s.apply(seat, turned(first, code - first, seat, s.seats))
        return NO_WORD

    def spell(self, s: State, seat: i64, choice: i64) -> list[int]:
        first = s.step.code
        return [first + turned(first, choice, s.seats - seat, s.seats)]

    def observe(self, s: State, seat: i64, word: i64, out: BytesWriter, at: i64) -> None:
        """TRI-16  Hidden are the unseen tiles, the Event deck, and Events held by others."""
        assert isinstance(s, Trinity)
        seats = s.seats
        if s.waiting & only(seat):
            out[at + self.places[s.step.code]] = 1
        at += QUESTIONS
        if s.turns:
            out[at + s.phase] = 1
            out[at + 3] = byte(s.turns)
        out[at + 4] = byte(s.final_turn - s.turns if s.final_turn else s.quiet_turns)
        out[at + 5] = u8(s.shells)
        out[at + 6] = u8(s.permits)
        out[at + 7] = 1 if s.has_strike else 0
        out[at + 8] = 1 if s.is_quiet else 0
        out[at + 9] = 1 if s.began_empty else 0
        at = observe_stack(s, seat, out, at + 10)
        out[at] = u8(cards.cards(s.deck))
        write_bag(s.discards, 2, out, at + 1)
        if s.resolving != NOTHING:
            out[at + 1 + EVENTS + s.resolving] = 1
        at += 1 + 2 * EVENTS
        out[at] = u8(s.drawing)
        out[at + 1] = u8(s.earned)
        code = s.step.code
        if code == COMMIT:
            out[at + 2] = u8(s.needed)
            out[at + 5 + s.target] = 1
        elif INSIDER <= code <= ORDER:
            out[at + 3] = u8(s.looked)
        elif code == GIVE:
            out[at + 4] = u8(s.givers)
        at += 5 + SPACES
        out[at + seat] = 1
        at += seats
        agents = at
        at += SPACES * CELL
        out[at + (s.starter - seat + seats) % seats] = 1
        out[at + seats + (s.mover - seat + seats) % seats] = 1
        if s.resolving != NOTHING:
            out[at + 2 * seats + (s.player - seat + seats) % seats] = 1
        if s.drawing:
            out[at + 3 * seats + (s.drawer - seat + seats) % seats] = 1
        if s.earned:
            out[at + 4 * seats + (s.builder - seat + seats) % seats] = 1
        at += 5 * seats
        city = at + 6 * seats
        for place in range(seats):
            other = seat + place
            if other >= seats:
                other -= seats
            tycoon = s.tycoons[other]
            write_bag(tycoon.hand, 8, out, at + 3 * place)
            under = at + 3 * (seats + place)
            out[under] = 1 if tycoon.is_on_strike else 0
            out[under + 1] = 1 if tycoon.is_tied_up else 0
            out[under + 2] = 1 if tycoon.is_insured else 0
            if tycoon.homes:
                mark_board(tycoon.homes, out, city + place * SPACES)
            if tycoon.shops:
                mark_board(tycoon.shops, out, city + (seats + place) * SPACES)
            if tycoon.works:
                mark_board(tycoon.works, out, city + (2 * seats + place) * SPACES)
            if tycoon.marks:
                mark_board(tycoon.marks, out, city + (3 * seats + place) * SPACES)
            posts = tycoon.posts
            while posts:
                cell = first_cell(posts)
                posts ^= bit(cell)
                out[city + (4 * seats + place) * SPACES + cell] = 1
                observe_agents(s.agents[cell], out, agents + cell * CELL)
            if tycoon.held:
                observe_events(s, seat, other, place, out, city + 5 * seats * SPACES)


def turned(first: i64, choice: i64, by: i64, seats: i64) -> i64:
    """An answer that names a seat with its seats counted from another one; others as they are."""
    if first >= STRIKE:
        return (choice + by) % seats
    if first == DEAL:
        return (choice // 9 + by) % seats * 9 + choice % 9
    return choice


def allow_in_phase(s: Trinity, seat: i64, out: BytesWriter, at: i64) -> None:
    """The options of Develop and Act, without a list of them."""
    me = s.tycoons[seat]
    if s.phase == DEVELOPMENT:
        out[at + DONE] = 1
        if me.hand:
            cells = sites(s, seat)
            for tile in range(TILES):
                if count(me.hand, tile):
                    mark_board(cells, out, at + tile * SPACES)
    else:
        out[at + END] = 1
        if me.posts and not s.has_strike:
            if s.terms.secure_anywhere:
                mark_board(securable(s, seat), out, at + SECURE)
            open_to = ways(s, seat)
            for side in range(SIDES):
                movers = s.ready & beyond(open_to, side ^ 2)
                while movers:
                    cell = first_cell(movers)
                    movers ^= bit(cell)
                    out[at + MOVE + cell * SIDES + side] = 1
            basic = me.basic()
            if basic:
                for side in range(HERE + 1):
                    lifted = basic & beyond(s.acting(seat), opposite(side))
                    while lifted:
                        cell = first_cell(lifted)
                        lifted ^= bit(cell)
                        out[at + REPOSITION + cell * 5 + side] = 1
            mark_board(within_reach(s, seat), out, at + TAKE)
    if me.marks:
        mark_board(me.marks, out, at + CONVERT)
    if me.held:
        for choice in playable(s, seat):
            out[at + choice] = 1


def observe_stack(s: Trinity, seat: i64, out: BytesWriter, at: i64) -> i64:
    seats = s.seats
    stack = s.stack
    contents = stack.contents()
    out[at] = u8(total(contents))
    write_bag(contents, 8, out, at + 1)
    at += 4
    for place, near_top in enumerate(stack.top[:TOP]):
        tile: i64 = near_top
        here = at + place * (5 + seats)
        if is_tile_known(tile, seat):
            out[here + (tile & KIND)] = 1
        out[here + 3] = 1
        if tile & OPEN:
            out[here + 4] = 1
        for looker in range(seats):
            if has(tile, LOOKERS + looker):
                out[here + 5 + (looker - seat + seats) % seats] = 1
    at += TOP * (5 + seats)
    for place, tile in enumerate(stack.bottom[:BOTTOM]):
        out[at + place * TILES + tile] = 1
    return at + BOTTOM * TILES


def observe_agents(stack: bytes, out: BytesWriter, at: i64) -> None:
    sorts: i64 = 0  # a bag
    moved: i64 = 0
    last: i64 = 0
    for agent in stack:
        last = agent & TILE
        sorts += one(last)
        if agent & MOVED:
            moved += 1
    write_bag(sorts, 8, out, at)
    out[at + 3 + last] = 1
    out[at + 6] = u8(moved)


def observe_events(
    s: Trinity, seat: i64, holder: i64, place: i64, out: BytesWriter, at: i64
) -> None:
    seats = s.seats
    for held in s.tycoons[holder].held:
        card: i64 = held
        may_see = holder == seat or cards.is_known(card, seat)
        kind: i64 = card & cards.KIND if may_see else UNKNOWN
        add(out, at + place * EVENT + kind)
        if card & cards.DRAFTED:
            add(out, at + (seats + place) * EVENT + kind)
        if card & cards.NEW:
            add(out, at + (2 * seats + place) * EVENT + kind)
        for looker in range(seats):
            if cards.is_known(card, looker):
                turn = (looker - seat + seats) % seats
                add(out, at + (3 * seats + place * seats + turn) * EVENT + kind)


def add(out: BytesWriter, at: i64) -> None:
    """One more."""
    out[at] = u8(i64(out[at]) + 1)
