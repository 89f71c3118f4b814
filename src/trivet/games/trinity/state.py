"""The table of a game of Trinity: the city, hands, both stacks, and what a seat may believe."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from trivet.core.bags import one, total
from trivet.core.boards import area, cells_of, near
from trivet.core.dice import Dice
from trivet.core.sets import bit, has
from trivet.core.state import NOBODY, State, everyone
from trivet.games.trinity import cards
from trivet.games.trinity.pieces import (
    BOX,
    BY_STARTER,
    CITY,
    COMMERCE,
    CORNERS,
    HOUSING,
    INDUSTRY,
    NEIGHBOUR,
    OFF,
    ROWS,
    SIDES,
    SPACES,
    TILES,
    Terms,
    corner_of_three,
)  # fmt: skip
from trivet.games.trinity.stack import BYTE, Stack, full_stack

TILE: Final = 3  # an Agent is a byte: the tile it is, and whether it has moved this turn
MOVED: Final = 4
NOTHING: Final = -1  # no card is being resolved

DRAWING: Final = 0  # phases of a turn; the set-up is none
DEVELOPMENT: Final = 1
AGENTS: Final = 2

NO_AGENTS: Final = [b""] * SPACES  # shared by states without any: see `stand`

# By ended_by, see ending.py; the first one is for a game that goes on.
ENDINGS: Final = ("", "full city", "quiet", "last turn", "empty", "passes", "last round")


@final
class Tycoon:
    """One of the players.  Sets are of spaces; "properties" are basic tiles and Landmarks."""

    __slots__ = (
        "homes", "shops", "works", "marks", "posts", "hand", "held",
        "is_on_strike", "is_tied_up", "is_insured",
    )  # fmt: skip

    def __init__(self) -> None:
        self.homes: i64 = 0  # with a basic tile: Housing,
        self.shops: i64 = 0  # Commerce,
        self.works: i64 = 0  # Industry
        self.marks: i64 = 0  # with a Landmark
        self.posts: i64 = 0  # with Agents, on a property or in the open
        self.hand: i64 = 0  # a bag of tiles
        self.held: tuple[int, ...] = ()  # Events: see cards.py
        self.is_on_strike = False  # TRI-81  will skip an Agent phase
        self.is_tied_up = False  # TRI-87  will skip a Development phase
        self.is_insured = False  # TRI-85

    def copy(self) -> "Tycoon":
        twin = Tycoon()
        twin.homes = self.homes
        twin.shops = self.shops
        twin.works = self.works
        twin.marks = self.marks
        twin.posts = self.posts
        twin.hand = self.hand
        twin.held = self.held
        twin.is_on_strike = self.is_on_strike
        twin.is_tied_up = self.is_tied_up
        twin.is_insured = self.is_insured
        return twin

    # --- what is theirs in the city -------------------------------------------------------------

    def basic(self) -> i64:
        """Basic tiles."""
        return self.homes | self.shops | self.works

    def loose(self) -> i64:
        """Basic tiles that no Agent secures: all that Events can work on."""
        return (self.homes | self.shops | self.works) & ~self.posts

    def properties(self) -> i64:
        """TRI-11  "Your tiles" are basic tiles and Landmarks."""
        return self.homes | self.shops | self.works | self.marks

    def spaces(self) -> i64:
        """All that they occupy."""
        return self.homes | self.shops | self.works | self.marks | self.posts

    def due(self) -> i64:
        """TRI-20  Housing with own Commerce and own Industry next to it."""
        if not self.homes or not self.shops or not self.works:
            return 0
        return self.homes & near(self.shops) & near(self.works)

    def tile_at(self, cell: i64) -> i64:
        """The type of their basic tile there."""
        return HOUSING if has(self.homes, cell) else COMMERCE if has(self.shops, cell) else INDUSTRY

    # --- tiles come and go ----------------------------------------------------------------------

    def lay(self, tile: i64, cell: i64) -> None:
        if tile == HOUSING:
            self.homes |= bit(cell)
        elif tile == COMMERCE:
            self.shops |= bit(cell)
        else:
            self.works |= bit(cell)

    def lift(self, cell: i64) -> i64:
        """Take up the basic tile there; its type."""
        tile = self.tile_at(cell)
        if tile == HOUSING:
            self.homes ^= bit(cell)
        elif tile == COMMERCE:
            self.shops ^= bit(cell)
        else:
            self.works ^= bit(cell)
        return tile


@mypyc_attr(free_list_len=1)
@final
class Trinity(State):
    __slots__ = (
        "terms", "tycoons", "agents", "stack", "deck", "discards",
        "starter", "mover", "turns", "phase", "ready", "resting", "has_strike", "shells", "permits",
        "began_empty", "has_skipped", "is_quiet", "quiet_turns", "final_turn", "ended_by",
        "contenders", "best", "drawer", "drawing", "builder", "earned",
        "player", "resolving", "target", "needed", "looked", "givers",
    )  # fmt: skip

    def __init__(
        self, seats: i64, terms: Terms, tycoons: list[Tycoon], agents: list[bytes], stack: Stack
    ) -> None:
        super().__init__(seats)
        self.terms = terms
        self.tycoons = tycoons
        self.agents = agents  # by space: the stack of Agents there, the topmost last
        self.stack = stack  # the Tile stack
        self.deck: i64 = 0  # the Event deck, a bag of Events
        self.discards: i64 = 0  # another
        self.starter: i64 = 0
        self.mover: i64 = 0  # whose turn it is
        self.turns: i64 = 0  # begun so far, by all together
        self.phase: i64 = DRAWING
        # This turn:
        self.ready: i64 = 0  # the mover's spaces with an Agent that has not moved
        self.resting: i64 = 0  # TRI-30  by the option: their Headquarters made in this turn
        self.has_strike = False  # TRI-81  the mover skips the Agent phase
        self.shells: i64 = 0  # TRI-78  placements that may go anywhere
        self.permits: i64 = 0  # TRI-83  additional Events for a Landmark
        # How it ends:
        self.began_empty = False  # TRI-51  the turn began without a Tile stack
        self.has_skipped = False  # TRI-51  an Event of a rival's made its mover skip a phase
        self.is_quiet = False  # nothing but moves has happened in it
        self.quiet_turns: i64 = 0  # in a row
        self.final_turn: i64 = 0  # TRI-51  the last one of the last round, once that is known
        self.ended_by: i64 = 0  # TRI-50, TRI-51  see ending.py
        # In the middle of something:
        self.contenders: i64 = 0  # TRI-3   the seats that may start, and the best tile drawn
        self.best: i64 = TILES
        self.drawer: i64 = 0  # the seat that draws tiles, and how many more
        self.drawing: i64 = 0
        self.builder: i64 = 0  # the seat that built a Landmark, and its Events still to come
        self.earned: i64 = 0
        self.player: i64 = 0  # whose Event is resolved, and which
        self.resolving: i64 = NOTHING
        self.target: i64 = 0  # the space taken over, and how many Agents are still to commit
        self.needed: i64 = 0
        self.looked: i64 = 0  # TRI-82  how many tiles the player looks at
        self.givers: i64 = 0  # TRI-70  how many players have still to give up tiles

    def copy(self) -> "Trinity":
        posts: i64 = 0
        tycoons: list[Tycoon] = []
        for tycoon in self.tycoons:
            posts |= tycoon.posts
            tycoons.append(tycoon.copy())
        agents = self.agents[:] if posts else NO_AGENTS
        twin = Trinity(self.seats, self.terms, tycoons, agents, self.stack.copy())
        self.share(twin)
        twin.deck = self.deck
        twin.discards = self.discards
        twin.starter = self.starter
        twin.mover = self.mover
        twin.turns = self.turns
        twin.phase = self.phase
        twin.ready = self.ready
        twin.resting = self.resting
        twin.has_strike = self.has_strike
        twin.shells = self.shells
        twin.permits = self.permits
        twin.began_empty = self.began_empty
        twin.has_skipped = self.has_skipped
        twin.is_quiet = self.is_quiet
        twin.quiet_turns = self.quiet_turns
        twin.final_turn = self.final_turn
        twin.ended_by = self.ended_by
        twin.contenders = self.contenders
        twin.best = self.best
        twin.drawer = self.drawer
        twin.drawing = self.drawing
        twin.builder = self.builder
        twin.earned = self.earned
        twin.player = self.player
        twin.resolving = self.resolving
        twin.target = self.target
        twin.needed = self.needed
        twin.looked = self.looked
        twin.givers = self.givers
        return twin

    # --- the city -------------------------------------------------------------------------------

    def occupied(self) -> i64:
        cells: i64 = 0
        for tycoon in self.tycoons:
            cells |= tycoon.spaces()
        return cells

    def empty(self) -> i64:
        """The set of empty spaces."""
        return CITY ^ self.occupied()

    def owner(self, cell: i64) -> i64:
        """Who occupies a space; NOBODY if it is empty."""
        for seat in range(self.seats):
            if has(self.tycoons[seat].spaces(), cell):
                return seat
        return NOBODY

    def zone(self, seat: i64) -> i64:
        """TRI-2  With 2 players the two rows nearest you, with more the 2x2 of your corner."""
        if self.seats == 2:
            return ROWS[seat]
        if self.seats == 3 and self.terms.corners == BY_STARTER:
            return CORNERS[corner_of_three(seat, self.starter)]
        return CORNERS[seat]

    def height(self, cell: i64) -> i64:
        """TRI-35  How high the stack on a space is: tile 1, Landmark 3, each Agent 1."""
        high: i64 = len(self.agents[cell])
        for tycoon in self.tycoons:
            if has(tycoon.marks, cell):
                return high + 3
            if has(tycoon.basic(), cell):
                return high + 1
        return high

    def fewest_landmarks(self) -> i64:
        fewest: i64 = SPACES
        for tycoon in self.tycoons:
            fewest = min(fewest, area(tycoon.marks))
        return fewest

    # --- Agents ---------------------------------------------------------------------------------

    def post(self, seat: i64, cell: i64, agent: i64) -> None:
        """TRI-33  An Agent comes to a space, on top of those already there."""
        self.stand(cell, self.agents[cell] + BYTE[agent])
        self.tycoons[seat].posts |= bit(cell)
        if seat == self.mover and not agent & MOVED and not has(self.resting, cell):
            self.ready |= bit(cell)

    def stand(self, cell: i64, stack: bytes) -> None:
        """These Agents stand on a space.  Before the first ones come, states share a list."""
        if self.agents is NO_AGENTS:
            self.agents = NO_AGENTS[:]
        self.agents[cell] = stack

    def recall(self, seat: i64, cell: i64) -> i64:
        """The topmost Agent leaves a space; the tile it is."""
        stack = self.agents[cell]
        self._leave(seat, cell, stack[:-1])
        return stack[-1] & TILE

    def send(self, seat: i64, cell: i64, to: i64) -> None:
        """TRI-30, TRI-33  The topmost Agent that has not moved this turn moves."""
        stack = self.agents[cell]
        place: i64 = len(stack) - 1
        while stack[place] & MOVED:
            place -= 1
        self._leave(seat, cell, stack[:place] + stack[place + 1 :])
        self.post(seat, to, stack[place] | MOVED)

    def _leave(self, seat: i64, cell: i64, rest: bytes) -> None:
        """TRI-32  A space whose last Agent leaves has none."""
        self.stand(cell, rest)
        if not rest:
            self.tycoons[seat].posts &= ~bit(cell)
        if seat == self.mover and not can_move(rest):
            self.ready &= ~bit(cell)

    def dismiss(self, seat: i64, cell: i64) -> None:
        """TRI-38  All Agents of a space go to the bottom of the Tile stack, from the top down."""
        stack = self.agents[cell]
        if stack:
            for place in range(len(stack) - 1, -1, -1):
                self.stack.bury(stack[place] & TILE)
            self._leave(seat, cell, b"")

    def acting(self, seat: i64) -> i64:
        """TRI-30  The spaces with Agents of a seat that can act."""
        return self.tycoons[seat].posts & ~self.resting

    def strength(self, seat: i64, cell: i64) -> i64:
        """TRI-35  How many Agents of a seat stand next to a space and can be committed."""
        posts = self.acting(seat)
        strong: i64 = 0
        for side in range(SIDES):
            there: i64 = NEIGHBOUR[cell * 5 + side]
            if there != OFF and has(posts, there):
                strong += len(self.agents[there])
        return strong

    # --- outside the rules ----------------------------------------------------------------------

    def standings(self) -> list[int]:
        """TRI-52  Most Landmarks; tied: most secured Landmarks; tied: most tiles in hand."""
        found: list[int] = []
        for tycoon in self.tycoons:
            secured = area(tycoon.marks & tycoon.posts)
            found.append((area(tycoon.marks) * 100 + secured) * 100 + total(tycoon.hand))
        return found

    def scores(self) -> list[float]:
        """TRI-52  Who stands highest wins; tied: shared."""
        shares = [0.0] * self.seats
        if self.turn == NOBODY:
            standings = self.standings()
            best = max(standings)
            for seat in range(self.seats):
                if standings[seat] == best:
                    shares[seat] = 1.0 / float(standings.count(best))
        return shares

    def points(self) -> list[int]:
        """TRI-52  Landmarks."""
        return [area(tycoon.marks) for tycoon in self.tycoons]

    def ending(self) -> str:
        """TRI-50, TRI-51  Why the game is over."""
        return ENDINGS[self.ended_by]

    def imagine(self, seat: i64, dice: Dice) -> "Trinity":
        """TRI-16  What the seat has not seen of the Tile stack and of the Events is dealt anew; who
        has looked at what is known to all and stays as it is."""
        world = self.copy()
        world.stack.imagine(seat, dice)
        world.imagine_events(seat, dice)
        world.resample_sealed(seat, dice)
        return world

    def imagine_events(self, seat: i64, dice: Dice) -> None:
        """All that the seat cannot place goes into one pool; what cannot be Immediate is dealt
        first, so that every deal that fits is equally likely."""
        pool = self.deck
        for other in range(self.seats):
            if other != seat:
                pool += cards.unknown(self.tycoons[other].held, seat)
        if pool == self.deck:
            return
        for drafted in (0, cards.DRAFTED):
            for other in range(self.seats):
                tycoon = self.tycoons[other]
                if other != seat and tycoon.held:
                    pool = self._deal_anew(tycoon, seat, drafted, pool, dice)
        for other in range(self.seats):
            tycoon = self.tycoons[other]
            if other != seat and len(tycoon.held) > 1:
                tycoon.held = tuple(sorted(tycoon.held))
        self.deck = pool

    def _deal_anew(self, tycoon: Tycoon, seat: i64, drafted: i64, pool: i64, dice: Dice) -> i64:
        """The rest of the pool."""
        held = list(tycoon.held)
        for place in range(len(held)):
            one: i64 = held[place]
            if one & cards.DRAFTED == drafted and not cards.is_known(one, seat):
                kind = cards.any_card(self.fitting(pool, one), dice)
                pool -= cards.card(kind)
                held[place] = one & ~cards.KIND | kind
        tycoon.held = tuple(held)
        return pool

    def fitting(self, pool: i64, one: i64) -> i64:
        """TRI-6, TRI-40  The cards of the pool that one held face down may be: only what comes from
        the draft can be Immediate, unless that was agreed away."""
        if one & cards.DRAFTED and not self.terms.tactical_draft:
            return pool
        return pool & ~cards.IMMEDIATE

    def audit(self) -> str:
        """TRI-53  24 of each tile and 36 Events at all times."""
        taken: i64 = 0
        tiles = self.stack.contents()
        events = self.deck + self.discards
        if self.resolving != NOTHING:
            events += cards.card(self.resolving)
        for seat in range(self.seats):
            tycoon = self.tycoons[seat]
            if taken & tycoon.spaces():
                return "a space is occupied by two"
            taken |= tycoon.spaces()
            tiles += tycoon.hand + tiles_on_board(tycoon)
            events += cards.bag_of(tycoon.held)
            for cell in cells_of(tycoon.posts):
                stack = self.agents[cell]
                if not stack:
                    return f"no Agent is where seat {seat} has one"
                for agent in stack:
                    tiles += one(agent & TILE)
            if area(tycoon.homes) + area(tycoon.shops) + area(tycoon.works) + area(
                tycoon.marks
            ) != area(tycoon.properties()):
                return f"two tiles of seat {seat} lie on one space"
        if tiles != BOX:
            return "the tiles are not 24 of each"
        return "" if events == cards.ALL else "the Events are not the 36 of the box"


def can_move(stack: bytes) -> bool:
    """Whether some Agent of a stack has not moved this turn."""
    for agent in stack:
        if not agent & MOVED:
            return True
    return False


def has_moved(stack: bytes) -> bool:
    """Whether some Agent of a stack has moved this turn."""
    for agent in stack:
        if agent & MOVED:
            return True
    return False


def rested(stack: bytes) -> bytes:
    """TRI-30  The same Agents when a turn is over: each may move again."""
    found = b""
    for agent in stack:
        found += BYTE[agent & TILE]
    return found


def tiles_on_board(tycoon: Tycoon) -> i64:
    """Basic tiles and those in Landmarks, as a bag."""
    marks = area(tycoon.marks)
    return (
        one(HOUSING) * (area(tycoon.homes) + marks)
        + one(COMMERCE) * (area(tycoon.shops) + marks)
        + one(INDUSTRY) * (area(tycoon.works) + marks)
    )


def fresh(seats: i64, terms: Terms) -> Trinity:
    """An empty city, and all tiles and Events in their stacks."""
    tycoons = [Tycoon() for _ in range(seats)]
    s = Trinity(seats, terms, tycoons, NO_AGENTS, full_stack())
    s.deck = cards.ALL
    s.contenders = everyone(seats)
    return s
