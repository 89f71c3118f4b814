"""The Development phase: tiles are placed, Landmarks converted, Events played, in any order."""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import count, one, sorts
from trivet.core.boards import area, cells_of, near, nth_cell
from trivet.core.dice import Dice
from trivet.core.sets import has
from trivet.core.state import Objection, Step, only, plan
from trivet.games.trinity.ending import FullCity
from trivet.games.trinity.events.cards import PLAY, play, playable, why_not_play
from trivet.games.trinity.landmarks import Landmarks, convert
from trivet.games.trinity.pieces import EVENTS, SPACES, TILES, nearest
from trivet.games.trinity.state import DEVELOPMENT, Trinity
from trivet.games.trinity.words import (
    DEVELOPMENT_FIRST,
    IN_ZONE,
    NEXT_TO_OWN,
    NO_ACTION,
    NO_LANDMARK,
    NO_SUCH_TILE,
    OCCUPIED,
    ZONE_FULL,
)

# Answers in both phases, each with its own numbers:
PLACE: Final = 0  # + tile x 64 + space; in Development
SECURE: Final = 0  # + space; in the Agent phase, by the option secure_anywhere
CONVERT: Final = 192  # + space
MOVE: Final = 256  # + space x 4 + side
REPOSITION: Final = 512  # + space of the tile x 5 + side where the Agent stands
TAKE: Final = 832  # + space
# PLAY = 896, + kind of Event; see events/cards.py
DONE: Final = PLAY + 2 * EVENTS  # ends Development
END: Final = DONE + 1  # ends the turn


class Development(Step[Trinity]):
    """TRI-12  The phase begins.  TRI-91  Or is skipped, and that is used up."""

    def begin(self, s: Trinity) -> i64:
        me = s.tycoons[s.mover]
        if me.is_tied_up:
            me.is_tied_up = False
            s.has_skipped = True
            s.tell("skipped", s.mover, DEVELOPMENT)
        else:
            s.phase = DEVELOPMENT
            s.next(DEVELOP)
        return 0


class Develop(Step[Trinity]):
    """TRI-11  Place any number of tiles, each next to one of your tiles, or in your zone if you
    have none.  TRI-24  Convert Landmarks.  TRI-40  Play Events.  TRI-12  Stop at any point."""

    what = "develop"

    def begin(self, s: Trinity) -> i64:
        me = s.tycoons[s.mover]
        return only(s.mover) if me.hand or me.marks or me.held else 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        me = s.tycoons[seat]
        found: list[int] = []
        if me.hand:
            cells = cells_of(sites(s, seat))
            for tile in sorts(me.hand):
                for cell in cells:
                    found.append(tile * SPACES + cell)
        if me.marks:
            for cell in cells_of(me.marks):
                found.append(CONVERT + cell)
        if me.held:
            found += playable(s, seat)
        found.append(DONE)
        return found

    def sample(self, s: Trinity, seat: i64, dice: Dice) -> i64:
        me = s.tycoons[seat]
        hand = me.hand
        cells: i64 = 0
        wide: i64 = 0
        tiles: i64 = 0
        if hand:
            cells = sites(s, seat)
            wide = area(cells)
            for tile in range(TILES):
                if count(hand, tile):
                    tiles += 1
        marks = area(me.marks) if me.marks else 0
        events = playable(s, seat) if me.held else NO_EVENTS
        pick = dice.below(tiles * wide + marks + len(events) + 1)
        if pick < tiles * wide:
            kind: i64 = 0
            while not count(hand, kind) or pick >= wide:
                if count(hand, kind):
                    pick -= wide
                kind += 1
            return kind * SPACES + nth_cell(cells, pick)
        pick -= tiles * wide
        if pick < marks:
            return CONVERT + nth_cell(me.marks, pick)
        pick -= marks
        return events[pick] if pick < i64(len(events)) else DONE

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        if PLACE <= choice < CONVERT:
            return why_not_place(s, seat, choice // SPACES, choice % SPACES)
        if MOVE <= choice < PLAY or choice == END:
            return Objection("TRI-15", DEVELOPMENT_FIRST.say())
        return why_neither_phase(s, seat, choice)

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        if choice == DONE:
            return
        if choice < CONVERT:
            place(s, seat, choice // SPACES, choice % SPACES)
            me = s.tycoons[seat]
            if (me.hand or me.marks or me.held) and not me.due() and s.empty():
                s.ask(seat)  # no Landmark, no full city
            else:
                s.next(DEVELOP_ON)
            return
        s.next(DEVELOP_ON)
        if choice < PLAY:
            convert(s, seat, choice - CONVERT)
        else:
            play(s, seat, choice)


def sites(s: Trinity, seat: i64) -> i64:
    """TRI-11, TRI-14, TRI-78  Where a seat may place a tile."""
    empty = s.empty()
    if s.shells:
        return empty
    mine = s.tycoons[seat].properties()
    if mine:
        return near(mine) & empty
    zone = s.zone(seat)
    in_zone = zone & empty
    return in_zone if in_zone else nearest(zone, empty)


def place(s: Trinity, seat: i64, tile: i64, cell: i64) -> None:
    me = s.tycoons[seat]
    me.hand -= one(tile)
    me.lay(tile, cell)
    if s.shells:
        s.shells -= 1  # TRI-90  used up wherever the tile goes
    s.is_quiet = False
    s.tell("placed", seat, tile, cell)


def why_not_place(s: Trinity, seat: i64, tile: i64, cell: i64) -> Objection:
    me = s.tycoons[seat]
    if not count(me.hand, tile):
        return Objection("TRI-11", NO_SUCH_TILE.say())
    if not has(s.empty(), cell):
        return Objection("TRI-11", OCCUPIED.say())
    if me.properties():
        return Objection("TRI-11", NEXT_TO_OWN.say())
    if s.zone(seat) & s.empty():
        return Objection("TRI-11", IN_ZONE.say())
    return Objection("TRI-14", ZONE_FULL.say())


def why_neither_phase(s: Trinity, seat: i64, choice: i64) -> Objection:
    """What speaks against the answers that both phases know, and against those none does."""
    if CONVERT <= choice < MOVE:
        return Objection("TRI-24", NO_LANDMARK.say())
    if PLAY <= choice < DONE:
        return why_not_play(s, seat, choice)
    return Objection("TRI-12", NO_ACTION.say())


NO_EVENTS: Final[list[int]] = []
DEVELOP: Final = plan(Develop())
DEVELOP_ON: Final = plan(Landmarks(), FullCity(), Develop())
