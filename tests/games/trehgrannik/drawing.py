"""Positions of Trehgrannik as text, so that a test looks like the table.

                R   R
      R   R   R   R   R
    R   R   Sa  R   R   R   R
      ...

Nine rows of hexes: R, S and I are Rock, Sand and Ice, # a Rift, O the pad; then a small letter for
a module of that player's, a capital for a base.  Cards are written by their two letters.

Answers are written as in a record, with the seat before them ("A fee RQ", "* draw RT") or without
it for whoever is asked.
"""

from trivet.core.options import agreed
from trivet.core.sets import size
from trivet.core.state import CHANCE, EventListener, Objection
from trivet.games.trehgrannik.board import HEXES, PARTS, SPOTS, Planet
from trivet.games.trehgrannik.cards import Cards, cards_of
from trivet.games.trehgrannik.game import TrehgrannikGame
from trivet.games.trehgrannik.names import CODES, HEX, KIND
from trivet.games.trehgrannik.pieces import CENTRES, FOREPARTS, INCOMES, PRODUCTION, TYPE
from trivet.games.trehgrannik.rules import TURN

GAME = TrehgrannikGame()
CODEC = GAME.codec
SEATS = "ABCD"
GROUND = "RSI#O"

ROCKS = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   R   R   R   R
    R   R   R   O   R   R   R
  R   R   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
"""

LAND = """
                S   S
      I   S   R   R   #
    I   S   #   I   IA  S   R
      R   R   I   S   Sa  R   #
    I   I   R   O   Ra  I   I
  S   S   #   S   I   Rb  R
    R   R   R   I   I   I   #
          R   I   #   S   S
            S   S
"""


# --- setting up -----------------------------------------------------------------------------------


def position(
    text=ROCKS, *, seats=2, mover="A", hands=("RQ", "RQ"), known=("", "", "", ""), market="",
    deck="", at=("e4",) * 4, coins=(0,) * 4, mats=("Lone Crossing",) * 4,
    foreparts=("",) * 4, centres=("",) * 4, cargos=("",) * 4, spare=None, listener=None, **options,
):  # fmt: skip
    """The start of a turn.  What is not in hands, slots, market and deck lies in the box; each
    seat has the miniatures that are not on the board, or those of `spare`."""
    s = GAME.begin(seats, agreed(GAME.options, options))
    s.finish()
    s.game, s.mover, s.starter = GAME, SEATS.index(mover), 0
    s.parts = (0,) * PARTS
    s.planet = planet(text)
    rest = s.terms.cards.copy()
    for seat, side in enumerate(s.sides):
        side.hand = taken(rest, hands[seat] if seat < len(hands) else "")
        side.known = cards(known[seat])
        side.forepart, side.centre = taken(rest, foreparts[seat]), taken(rest, centres[seat])
        side.cargo = taken(rest, cargos[seat])
        forepart, centre = mats[seat].split()
        side.ability, side.engine = FOREPARTS.index(forepart), CENTRES.index(centre)
        side.at, side.coins = HEX[at[seat]], coins[seat]
        side.modules, side.bases = projects(text, SEATS[seat].lower()), projects(text, SEATS[seat])
        side.spare_modules -= side.modules.bit_count()
        side.spare_bases -= side.bases.bit_count()
        if spare is not None:
            side.spare_modules, side.spare_bases = spare[seat]
        s.settled |= side.modules | side.bases
    s.market, s.deck = taken(rest, market), taken(rest, deck)
    s.undealt = cards_of([kind for kind in rest.each() if TYPE[kind] == PRODUCTION])
    s.box = cards_of([kind for kind in rest.each() if TYPE[kind] != PRODUCTION])
    s.next(TURN)
    s.listener = listener
    s.settle()
    return s


def cells(text):
    found = [cell for line in text.split("\n") for cell in line.split()]
    assert len(found) == HEXES, f"{len(found)} hexes"
    return found


def planet(text):
    return Planet(bytes(GROUND.index(cell[0]) for cell in cells(text)))


def projects(text, mark):
    return hexes(*(name(n) for n, cell in enumerate(cells(text)) if cell[1:2] == mark))


def cards(text) -> Cards:
    return cards_of([KIND[code.lower()] for code in text.split()])


def taken(rest, text):
    """These cards, out of the rest of the box."""
    for kind in cards(text).each():
        assert rest.has(kind), f"there is no {CODES[kind]} left"
        rest.drop(kind)
    return cards(text)


# --- playing --------------------------------------------------------------------------------------


def play(s, *answers):
    """Give the answers; each must be allowed, and nothing may get lost that was there before."""
    is_whole = s.audit() == ""
    for answer in answers:
        seat, choice = _choice(s, answer)
        assert not isinstance(choice, Objection), (answer, choice)
        assert s.objection(seat, choice) is None, (answer, s.objection(seat, choice))
        s.apply(seat, choice)
        assert s.audit() == "" or not is_whole, (answer, s.audit())
    return s


def why(s, answer):
    """What speaks against an answer: rule and reason."""
    seat, choice = _choice(s, answer)
    objection = choice if isinstance(choice, Objection) else s.objection(seat, choice)
    return None if objection is None else tuple(objection)


def offered(s, start=""):
    """All answers that are allowed now, in notation; or what follows a first word of them."""
    written = [CODEC.write(s, s.turn, choice) for choice in s.options(s.turn)]
    return [text.removeprefix(start).strip() for text in written if text.startswith(start)]


def _choice(s, answer):
    mark, _, text = answer.partition(" ")
    if mark not in ("A", "B", "C", "D", "*"):
        return s.turn, CODEC.read(s, s.turn, answer)
    seat = CHANCE if mark == "*" else SEATS.index(mark)
    return seat, CODEC.read(s, seat, text)


class Listener(EventListener):
    """Keeps all that is told."""

    def __init__(self, s):
        self.events = []
        s.listener = self

    def on_event(self, event):
        self.events.append(event)

    def heard(self, what):
        """The data of all events of this name."""
        return [event.data for event in self.events if event.what == what]


# --- looking --------------------------------------------------------------------------------------


def name(hexagon):
    return next(name for name, number in HEX.items() if number == hexagon)


def hexes(*names):
    """The set of these."""
    return sum(1 << HEX[name] for name in names)


def named(members):
    """The names of a set of hexes, in reading order."""
    return [name(hexagon) for hexagon in range(HEXES) if members >> hexagon & 1]


def marked(text, mark="x"):
    """The hexes of a drawing that have this mark after their ground."""
    return [name(n) for n, cell in enumerate(cells(text)) if cell[1:2] == mark]


def codes(bag):
    return " ".join(CODES[kind] for kind in bag.each())


def earns(text, code, here, seat="A", seats=2, **setting):
    """What a card would earn on a hex of a drawn position."""
    s = position(text, seats=seats, **setting)
    return s.income(SEATS.index(seat), KIND[code.lower()], HEX[here])


def counts(text, code, here):
    """How many things a card counts for A on a hex of a drawing."""
    mine = projects(text, "a"), projects(text, "A")
    rivals = sum(projects(text, mark) for mark in "bBcCdD")
    return size(INCOMES[KIND[code.lower()]].things(planet(text), *mine, rivals, HEX[here]))


def draw(s):
    """A position as it would be written in a test."""
    lines = []
    for row in range(-4, 5):
        numbers = [n for n, spot in enumerate(SPOTS) if spot[0] == row]
        start = int(4 * (SPOTS[numbers[0]][1] + row / 2 + 3.5)) + 2
        text = "".join(f"{_cell(s, n):4}" for n in numbers)
        lines.append((" " * start + text).rstrip())
    return "\n".join(lines)


def _cell(s, hexagon):
    ground = GROUND[s.planet.ground[hexagon]]
    for seat, side in enumerate(s.sides):
        if side.modules >> hexagon & 1:
            return ground + SEATS[seat].lower()
        if side.bases >> hexagon & 1:
            return ground + SEATS[seat]
    return ground
