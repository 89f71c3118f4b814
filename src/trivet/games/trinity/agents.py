"""The Agent phase: moves, Reposition, takeovers, with conversions and Events, in any order."""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import one
from trivet.core.boards import area, cells_of, first_cell, near, nth_cell
from trivet.core.dice import Dice
from trivet.core.sets import bit, has
from trivet.core.state import Objection, Step, only, plan
from trivet.games.trinity.develop import (
    CONVERT,
    DONE,
    END,
    MOVE,
    NO_EVENTS,
    REPOSITION,
    SECURE,
    TAKE,
    why_neither_phase,
)  # fmt: skip
from trivet.games.trinity.ending import FullCity
from trivet.games.trinity.events.cards import PLAY, play, playable
from trivet.games.trinity.landmarks import Landmarks, convert
from trivet.games.trinity.pieces import (
    COMMERCE,
    HERE,
    HOUSING,
    INDUSTRY,
    NEIGHBOUR,
    OFF,
    SIDES,
    SPACES,
    beyond,
)  # fmt: skip
from trivet.games.trinity.state import AGENTS, Trinity
from trivet.games.trinity.words import (
    CITY_ENDS,
    COMMIT_BESIDE,
    DEVELOPMENT_OVER,
    HAS_MOVED,
    NEEDS_AGENT,
    NEW_HEADQUARTERS,
    NO_AGENT,
    NO_BASIC_TILE,
    NO_OTHER_AGENT,
    NO_OWN_TILE,
    NO_PROPERTY,
    NO_STACKING,
    NONE_BESIDE,
    NOTHING_THERE,
    ON_STRIKE,
    RIVALS_SPACE,
    SEND_READY,
    TOO_FEW,
)


class AgentPhase(Step[Trinity]):
    """TRI-12  The phase begins.  TRI-91  Or is skipped, as far as Agents are concerned."""

    def begin(self, s: Trinity) -> i64:
        me = s.tycoons[s.mover]
        s.phase = AGENTS
        if me.is_on_strike:
            me.is_on_strike = False
            s.has_strike = True
            s.has_skipped = True
            s.tell("skipped", s.mover, AGENTS)
        s.next(ACT)
        return 0


class Act(Step[Trinity]):
    """TRI-30, TRI-31  Move Agents, or secure with them.  TRI-34  Reposition.  TRI-35  Take over.
    TRI-24  Convert Landmarks.  TRI-40  Play Events.  TRI-12  End the turn at any point."""

    what = "act"

    def begin(self, s: Trinity) -> i64:
        me = s.tycoons[s.mover]
        return only(s.mover) if me.marks or me.held or (me.posts and not s.has_strike) else 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        me = s.tycoons[seat]
        found: list[int] = []
        if me.posts and not s.has_strike:
            found += cells_of(securable(s, seat))
            found += moves(s, seat)
            found += repositions(s, seat)
            for cell in cells_of(within_reach(s, seat)):
                found.append(TAKE + cell)
        if me.marks:
            for cell in cells_of(me.marks):
                found.append(CONVERT + cell)
        if me.held:
            found += playable(s, seat)
        found.append(END)
        return found

    def sample(self, s: Trinity, seat: i64, dice: Dice) -> i64:
        """Each answer as likely as any other, without listing them."""
        me = s.tycoons[seat]
        has_agents = me.posts != 0 and not s.has_strike
        securing: i64 = 0
        moving: i64 = 0
        lifting: i64 = 0
        taking: i64 = 0
        reach: i64 = 0
        if has_agents:
            securing = area(securable(s, seat))
            moving = count_moves(s, seat)
            lifting = count_repositions(s, seat)
            reach = within_reach(s, seat)
            taking = area(reach)
        marks = area(me.marks) if me.marks else 0
        events = playable(s, seat) if me.held else NO_EVENTS
        pick = dice.below(securing + moving + lifting + taking + marks + len(events) + 1)
        if pick < securing:
            return SECURE + nth_cell(securable(s, seat), pick)
        pick -= securing
        if pick < moving:
            return nth_move(s, seat, pick)
        pick -= moving
        if pick < lifting:
            return nth_reposition(s, seat, pick)
        pick -= lifting
        if pick < taking:
            return TAKE + nth_cell(reach, pick)
        pick -= taking
        if pick < marks:
            return CONVERT + nth_cell(me.marks, pick)
        pick -= marks
        return events[pick] if pick < i64(len(events)) else END

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        if s.terms.secure_anywhere and 0 <= choice < SPACES:
            return why_not_secure(s, seat, choice)
        if 0 <= choice < CONVERT or choice == DONE:
            return Objection("TRI-12", DEVELOPMENT_OVER.say())
        if MOVE <= choice < PLAY:
            if s.has_strike:
                return Objection("TRI-91", ON_STRIKE.say())
            if choice < REPOSITION:
                return why_not_move(s, seat, (choice - MOVE) // SIDES, (choice - MOVE) % SIDES)
            if choice < TAKE:
                return why_not_reposition(s, seat, (choice - REPOSITION) // 5)
            return why_not_take(s, seat, choice - TAKE)
        return why_neither_phase(s, seat, choice)

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        if choice == END:
            return
        if MOVE <= choice < REPOSITION:
            s.next(MOVE_ON)
            move(s, seat, choice - MOVE)
            return
        if choice < CONVERT:
            s.next(MOVE_ON)
            begin_securing(s, choice - SECURE)
            return
        s.next(ACT_ON)
        if choice < MOVE:
            convert(s, seat, choice - CONVERT)
        elif choice < TAKE:
            reposition(s, seat, choice - REPOSITION)
        elif choice < PLAY:
            begin_takeover(s, seat, choice - TAKE)
        else:
            play(s, seat, choice)


# --- Moves (TRI-30 to TRI-33) -------------------------------------------------------------------


def ways(s: Trinity, seat: i64) -> i64:
    """TRI-30, TRI-31  Where Agents may move: empty spaces, and own tiles and Landmarks."""
    return s.empty() if s.terms.secure_anywhere else s.empty() | s.tycoons[seat].properties()


def moves(s: Trinity, seat: i64) -> list[int]:
    """By side, then by the space the Agent comes from."""
    open_to = ways(s, seat)
    found: list[int] = []
    for side in range(SIDES):
        for cell in cells_of(s.ready & beyond(open_to, side ^ 2)):
            found.append(MOVE + cell * SIDES + side)
    return found


def count_moves(s: Trinity, seat: i64) -> i64:
    if not s.ready:
        return 0
    open_to = ways(s, seat)
    total: i64 = 0
    for side in range(SIDES):
        total += area(s.ready & beyond(open_to, side ^ 2))
    return total


def nth_move(s: Trinity, seat: i64, n: i64) -> i64:
    open_to = ways(s, seat)
    side: i64 = 0
    while True:
        cells = s.ready & beyond(open_to, side ^ 2)
        here = area(cells)
        if n < here:
            return MOVE + nth_cell(cells, n) * SIDES + side
        n -= here
        side += 1


def move(s: Trinity, seat: i64, way: i64) -> None:
    """TRI-30  One space; TRI-31 onto an own property it secures it."""
    cell = way // SIDES
    there: i64 = NEIGHBOUR[cell * 5 + way % SIDES]
    s.send(seat, cell, there)
    s.tell("moved", seat, cell, there, seat)


def why_not_move(s: Trinity, seat: i64, cell: i64, side: i64) -> Objection:
    there: i64 = NEIGHBOUR[cell * 5 + side]
    if not has(s.tycoons[seat].posts, cell):
        return Objection("TRI-30", NO_AGENT.say())
    if has(s.resting, cell):
        return Objection("TRI-30", NEW_HEADQUARTERS.say())
    if not has(s.ready, cell):
        return Objection("TRI-30", HAS_MOVED.say())
    if there == OFF:
        return Objection("TRI-30", CITY_ENDS.say())
    if has(s.tycoons[seat].posts, there):
        return Objection("TRI-30", NO_STACKING.say())
    return Objection("TRI-30", RIVALS_SPACE.say())


# --- Securing from afar, by the option (TRI-31) -------------------------------------------------


def securable(s: Trinity, seat: i64) -> i64:
    """TRI-31  Own tiles and Landmarks that some Agent from another space may secure."""
    if not s.ready or not s.terms.secure_anywhere:
        return 0
    found = s.tycoons[seat].properties()
    return found if area(s.ready) > 1 else found & ~s.ready


def begin_securing(s: Trinity, cell: i64) -> None:
    """TRI-31  An Agent goes there; where it comes from is asked like that of a takeover."""
    s.target = cell
    s.needed = 1
    s.next(COMMIT_ON)


def why_not_secure(s: Trinity, seat: i64, cell: i64) -> Objection:
    if s.has_strike:
        return Objection("TRI-91", ON_STRIKE.say())
    if not has(s.tycoons[seat].properties(), cell):
        return Objection("TRI-31", NO_PROPERTY.say())
    return Objection("TRI-31", NO_OTHER_AGENT.say())


# --- Reposition (TRI-34, TRI-39) ----------------------------------------------------------------


def repositions(s: Trinity, seat: i64) -> list[int]:
    """By side, then by the tile's space; the Agent may also stand on the tile."""
    me = s.tycoons[seat]
    basic = me.basic()
    found: list[int] = []
    if basic:
        for side in range(HERE + 1):
            for cell in cells_of(basic & beyond(s.acting(seat), opposite(side))):
                found.append(REPOSITION + cell * 5 + side)
    return found


def count_repositions(s: Trinity, seat: i64) -> i64:
    me = s.tycoons[seat]
    basic = me.basic()
    total: i64 = 0
    if basic:
        for side in range(HERE + 1):
            total += area(basic & beyond(s.acting(seat), opposite(side)))
    return total


def nth_reposition(s: Trinity, seat: i64, n: i64) -> i64:
    me = s.tycoons[seat]
    side: i64 = 0
    while True:
        cells = me.basic() & beyond(s.acting(seat), opposite(side))
        here = area(cells)
        if n < here:
            return REPOSITION + nth_cell(cells, n) * 5 + side
        n -= here
        side += 1


def opposite(side: i64) -> i64:
    return side if side == HERE else side ^ 2


def reposition(s: Trinity, seat: i64, lift: i64) -> None:
    """TRI-34  An Agent is spent, a basic tile goes to the hand; other Agents on it stay."""
    cell = lift // 5
    s.stack.bury(s.recall(seat, NEIGHBOUR[lift]))
    tile = s.tycoons[seat].lift(cell)
    s.tycoons[seat].hand += one(tile)
    s.is_quiet = False
    s.tell("repositioned", seat, cell, tile, NEIGHBOUR[lift])


def why_not_reposition(s: Trinity, seat: i64, cell: i64) -> Objection:
    me = s.tycoons[seat]
    if has(me.marks, cell):
        return Objection("TRI-34", NO_BASIC_TILE.say())
    if not has(me.basic(), cell):
        return Objection("TRI-34", NO_OWN_TILE.say())
    return Objection("TRI-34", NEEDS_AGENT.say())


# --- Takeovers (TRI-35 to TRI-38) ---------------------------------------------------------------


def within_reach(s: Trinity, seat: i64) -> i64:
    """TRI-35  What a seat could take over with the Agents next to it."""
    around = near(s.acting(seat))
    found: i64 = 0
    for other in range(s.seats):
        if other != seat:
            rival = s.tycoons[other]
            beside = around & rival.spaces()
            if beside:
                low = beside & rival.loose()  # one Agent is enough
                found |= low
                for cell in cells_of(beside ^ low):
                    if s.strength(seat, cell) >= s.height(cell):
                        found |= bit(cell)
    return found


def why_not_take(s: Trinity, seat: i64, cell: i64) -> Objection:
    owner = s.owner(cell)
    if owner < 0 or owner == seat:
        return Objection("TRI-35", NOTHING_THERE.say())
    strong, high = s.strength(seat, cell), s.height(cell)
    if not strong:
        return Objection("TRI-35", NONE_BESIDE.say())
    return Objection("TRI-35", TOO_FEW.say(high, strong))


def begin_takeover(s: Trinity, seat: i64, cell: i64) -> None:
    s.target = cell
    s.needed = s.height(cell)
    s.is_quiet = False
    s.tell("attacked", seat, cell, s.owner(cell))
    s.moment("takeover")
    s.next(TAKEOVER)


class Commit(Step[Trinity]):
    """TRI-35  Agents are committed one by one, from one space or several.
    TRI-38  They go to the bottom of the Tile stack in that order.
    TRI-31  By the option an Agent secures the target, which is the mover's own."""

    what = "commit"  # the answer is the space an Agent comes from
    code: i64 = 3304

    def begin(self, s: Trinity) -> i64:
        while s.needed:
            sources = committable(s)
            if area(sources) > 1:
                return only(s.mover)
            self.commit(s, first_cell(sources))
        return 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return cells_of(committable(s))

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        if is_securing(s):
            return Objection("TRI-31", SEND_READY.say())
        return Objection("TRI-35", COMMIT_BESIDE.say())

    def then(self, s: Trinity, seat: i64, cell: i64) -> None:
        self.commit(s, cell)
        s.next(COMMIT_ON)

    def commit(self, s: Trinity, cell: i64) -> None:
        if is_securing(s):
            s.needed = 0
            s.send(s.mover, cell, s.target)
            s.tell("moved", s.mover, cell, s.target, s.mover)
            return
        s.stack.bury(s.recall(s.mover, cell))
        s.needed -= 1
        s.tell("committed", s.mover, cell)


def committable(s: Trinity) -> i64:
    """TRI-35  The spaces an Agent may come from; TRI-31 by the option, to secure."""
    if is_securing(s):
        return s.ready & ~bit(s.target)
    return near(bit(s.target)) & s.acting(s.mover)


def is_securing(s: Trinity) -> bool:
    """TRI-31  Whether an Agent is sent to a property of the mover's own."""
    return s.terms.secure_anywhere and has(s.tycoons[s.mover].properties(), s.target)


class TakeOver(Step[Trinity]):
    """TRI-36  A basic tile is captured.  TRI-37  All else is settled.  TRI-85, TRI-92  What is
    insured goes back to its owner's hand.  Defending Agents always go."""

    def begin(self, s: Trinity) -> i64:
        cell = s.target
        owner = s.owner(cell)
        rival = s.tycoons[owner]
        s.dismiss(owner, cell)
        if has(rival.marks, cell):
            rival.marks ^= bit(cell)
            if rival.is_insured:
                rival.hand += ONE_OF_EACH
            else:
                s.stack.bury_all(LANDMARK)
            s.tell("reclaimed" if rival.is_insured else "settled", owner, cell, 1)
        elif not has(rival.basic(), cell):
            s.tell("settled", owner, cell)
        elif rival.is_insured:
            rival.hand += one(rival.lift(cell))
            s.tell("reclaimed", owner, cell)
        else:
            s.tycoons[s.mover].lay(rival.lift(cell), cell)
            s.tell("captured", s.mover, cell, owner)
        return 0


ONE_OF_EACH: Final = one(HOUSING) + one(COMMERCE) + one(INDUSTRY)
LANDMARK: Final = bytes((HOUSING, COMMERCE, INDUSTRY))  # TRI-38  from the top down
COMMIT_ON: Final = plan(Commit())
TAKEOVER: Final = plan(Commit(), TakeOver())
ACT: Final = plan(Act())
MOVE_ON: Final = plan(FullCity(), Act())
ACT_ON: Final = plan(Landmarks(), FullCity(), Act())
