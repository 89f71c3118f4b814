"""Positions of Trinity as text, so that a test looks like the table.

    .    .      AL+C
    AH   AC+I   B+HCI

The lower left corner of a drawing is a1; what is not drawn is empty.  AH is Housing of A's, AL a
Landmark; after a + come Agents, the topmost first, each by the tile it is, a small letter if it has
moved this turn: AC+I is Commerce secured by an Agent that is an Industry, B+HCI a Headquarters.

All tiles and Events that a position does not name are in their stacks, unseen.  Answers are written
as in a record, for whoever is asked, chance too.
"""

import re

from trivet.core.bags import ONE
from trivet.core.options import agreed
from trivet.core.sets import bit
from trivet.core.state import CHANCE, EventListener, Objection, plan
from trivet.games.trinity import cards
from trivet.games.trinity.agents import AgentPhase
from trivet.games.trinity.develop import Development
from trivet.games.trinity.game import TrinityGame
from trivet.games.trinity.names import CELLS, SLUGS, cell_name
from trivet.games.trinity.pieces import BOX, SPACES, TILE_LETTERS
from trivet.games.trinity.rules import EndTurn
from trivet.games.trinity.state import MOVED

GAME = TrinityGame()
CODEC = GAME.codec
SEATS = "ABCD"
DEVELOP = plan(Development(), AgentPhase(), EndTurn())
ACT = plan(AgentPhase(), EndTurn())


# --- setting up -----------------------------------------------------------------------------------


def city(
    text="",
    hands=("", ""),
    *,
    events=(),
    act=False,
    mover="A",
    turn=None,
    top="",
    bottom="",
    stack=None,
    discards=(),
    **options,
):
    """In the middle of a game: the mover has drawn and is asked for development, or to act.

    One hand for each player.  Events by seat: {"A": ["red-tape"]}; "+red-tape" was drawn this turn,
    "*red-tape" is from the draft, "red-tape/BC" known to B and C.  `top` are decided tiles of the
    Tile stack, with who has looked ("H/A C"); `bottom` lies openly; `stack` is what is unseen, all
    the rest if it is not given (else some tiles are nowhere, and nobody counts them)."""
    seats = len(hands)
    s = GAME.begin(seats, agreed(GAME.options, options))
    s.finish()
    s.game, s.mover, s.starter = GAME, SEATS.index(mover), 0
    s.turns = turn if turn is not None else s.mover + 1
    s.is_quiet = True
    _lay_out(s, text)
    for seat, hand in enumerate(hands):
        s.tycoons[seat].hand = bag(hand)
    s.stack.top = bytes(_top_tile(tile) for tile in top.split())
    s.stack.bottom = bytes(TILE_LETTERS.index(tile) for tile in bottom)
    s.stack.unseen = unseen(s) if stack is None else bag(stack)
    for seat, slugs in dict(events).items():
        for slug in slugs:
            s.tycoons[SEATS.index(seat)].held = cards.added(
                s.tycoons[SEATS.index(seat)].held, _card(s, slug)
            )
    for slug in discards:
        s.deck -= cards.card(SLUGS.index(slug))
        s.discards += cards.card(SLUGS.index(slug))
    s.ready = s.tycoons[s.mover].posts & ~_spent(s)
    s.next(ACT if act else DEVELOP)
    s.settle()
    return s


def bag(letters):
    """A bag of tiles."""
    return sum(ONE[TILE_LETTERS.index(letter)] for letter in letters)


def unseen(s):
    """All tiles that lie nowhere else."""
    seen = s.stack
    seen.unseen = 0
    left = BOX - seen.contents()
    for tycoon in s.tycoons:
        left -= tycoon.hand
        for cell in range(SPACES):
            if tycoon.marks >> cell & 1:
                left -= bag("HCI")
            elif tycoon.basic() >> cell & 1:
                left -= ONE[tycoon.tile_at(cell)]
    for agents in s.agents:
        left -= sum(ONE[agent & 3] for agent in agents)
    return left


def _lay_out(s, text):
    rows = [line.split() for line in text.strip().splitlines() if line.strip()]
    for height, row in enumerate(reversed(rows)):
        for column, drawn in enumerate(row):
            if drawn != ".":
                _lay(s, CELLS[f"{'abcdefgh'[column]}{height + 1}"], drawn)


def _lay(s, cell, drawn):
    owner, tile, agents = re.fullmatch(r"([ABCD])([HCIL]?)(?:\+([HCIhci]+))?", drawn).groups()
    tycoon = s.tycoons[SEATS.index(owner)]
    if tile == "L":
        tycoon.marks |= bit(cell)
    elif tile:
        tycoon.lay(TILE_LETTERS.index(tile), cell)
    if agents:
        tycoon.posts |= bit(cell)
        s.stand(cell, bytes(_agent(letter) for letter in reversed(agents)))


def _agent(letter):
    return TILE_LETTERS.index(letter.upper()) | (MOVED if letter.islower() else 0)


def _spent(s):
    """Where all Agents have moved."""
    moved = [cell for cell in range(SPACES) if s.agents[cell]]
    return sum(bit(cell) for cell in moved if all(agent & MOVED for agent in s.agents[cell]))


def _top_tile(text):
    tile, _, lookers = text.partition("/")
    return TILE_LETTERS.index(tile) | sum(4 << SEATS.index(seat) for seat in lookers)


def _card(s, text):
    mark, slug, lookers = re.fullmatch(r"([+*]?)([a-z-]+)(?:/([ABCD]+))?", text).groups()
    kind = SLUGS.index(slug)
    s.deck -= cards.card(kind)
    flag = {"+": cards.NEW, "*": cards.DRAFTED, "": 0}[mark]
    return kind | flag | sum(bit(cards.LOOKERS + SEATS.index(seat)) for seat in lookers or "")


# --- playing --------------------------------------------------------------------------------------


def play(s, *answers):
    """Answers in notation, each by whoever is asked at that point."""
    for text in answers:
        choice = CODEC.read(s, s.turn, text)
        assert not isinstance(choice, Objection), f"{text}: {choice.reason}"
        objection = s.objection(s.turn, choice)
        assert objection is None, f"{text}: {objection.reason} [{objection.rule}]"
        was_whole = not s.audit()
        s.apply(s.turn, choice)
        assert not (was_whole and s.audit()), s.audit()
    return s


def refused(s, text, seat=None):
    """The rule that speaks against an answer, and its reason."""
    seat = s.turn if seat is None else SEATS.index(seat)
    read = CODEC.read(s, seat, text)
    objection = read if isinstance(read, Objection) else s.objection(seat, read)
    assert objection is not None, f"{text} is allowed"
    return f"{objection.rule}: {objection.reason}"


def offered(s):
    """All answers of whoever is asked, in notation."""
    return [CODEC.write(s, s.turn, choice) for choice in s.options(s.turn)]


def placements(s, tile):
    """Where a tile may be placed."""
    return [text[1:] for text in offered(s) if re.fullmatch(rf"{tile}[a-h][1-8]", text)]


def asked(s):
    """Who is asked what: "A develop", "* tile"; "over" at the end."""
    if s.is_over():
        return "over"
    return f"{'*' if s.turn == CHANCE else SEATS[s.turn]} {s.step.what}"


class Heard(EventListener):
    """What was told at the table."""

    def __init__(self, s):
        self.events = []
        s.listener = self

    def on_event(self, event):
        self.events.append(event)

    def told(self, what):
        return [event.data for event in self.events if event.what == what]

    def to(self, what):
        return [event.to for event in self.events if event.what == what]


# --- looking --------------------------------------------------------------------------------------


def drawn(s):
    """The city as a drawing, as small as it can be."""
    return _trimmed([[_drawn(s, row * 8 + column) for column in range(8)] for row in range(8)])


def like(text):
    """A drawing in the form of `drawn`."""
    rows = [line.split() for line in text.strip().splitlines()]
    return _trimmed([row + ["."] * (8 - len(row)) for row in rows])


def _trimmed(rows):
    """Without empty rows above and empty columns to the right."""
    while rows and set(rows[0]) == {"."}:
        del rows[0]
    width = max(
        (column + 1 for row in rows for column in range(8) if row[column] != "."), default=0
    )
    return "\n".join(" ".join(row[:width]) for row in rows)


def _drawn(s, cell):
    owner = s.owner(cell)
    if owner < 0:
        return "."
    tycoon = s.tycoons[owner]
    tile = ""
    if tycoon.marks >> cell & 1:
        tile = "L"
    elif tycoon.basic() >> cell & 1:
        tile = TILE_LETTERS[tycoon.tile_at(cell)]
    agents = "".join(_letter(agent) for agent in reversed(s.agents[cell]))
    return SEATS[owner] + tile + ("+" + agents if agents else "")


def _letter(agent):
    letter = TILE_LETTERS[agent & 3]
    return letter.lower() if agent & MOVED else letter


def hand(s, seat):
    tiles = s.tycoons[SEATS.index(seat)].hand
    return "".join(letter * (tiles >> 8 * kind & 255) for kind, letter in enumerate(TILE_LETTERS))


def held(s, seat):
    """The Events a player holds."""
    return sorted(SLUGS[card & cards.KIND] for card in s.tycoons[SEATS.index(seat)].held)


def bottom(s):
    return "".join(TILE_LETTERS[tile] for tile in s.stack.bottom)


def top(s):
    return "".join(TILE_LETTERS[tile & 3] for tile in s.stack.top)


def discards(s):
    return sorted(SLUGS[kind] for kind in cards.kinds(s.discards))


def landmarks(s):
    return [text.landmarks for text in s.view(0)["table"].tycoons]


def empty_spaces(s):
    return [cell_name(cell) for cell in range(SPACES) if s.owner(cell) < 0]
