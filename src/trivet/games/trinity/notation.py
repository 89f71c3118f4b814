"""Trinity in writing: "He4" (Housing on e4), "hq e4", "e4-e5" (an Agent moves), "reposition e4 e5"
(the tile on e4, with the Agent on e5), "take e4", "commit e5", "play red-tape", "done", "end"."""

import re
from collections.abc import Sequence

from trivet.core.codec import Codec
from trivet.core.seats import SEAT_LETTERS
from trivet.core.sets import has
from trivet.core.state import Event, Objection
from trivet.games.trinity import words
from trivet.games.trinity.develop import CONVERT, DONE, END, MOVE, REPOSITION, TAKE
from trivet.games.trinity.events.cards import PLAY, TABLE
from trivet.games.trinity.events.desk import LEAVE, SWAP
from trivet.games.trinity.pieces import (
    EVENTS,
    HERE,
    NEIGHBOUR,
    SIDES,
    SPACES,
    TILE_LETTERS,
    TILES,
)  # fmt: skip
from trivet.games.trinity.setup import KEEP, REDRAW
from trivet.games.trinity.state import Trinity
from trivet.games.trinity.words import CELLS, SLUGS, beside, cell_name

PHASES = ("develop", "act")
ONE_CELL = ("rezoning", "domain", "acquisition", "expansion")
EXCHANGES = ("permit", "hostile")
STEPS = ("renewal", "double")
RIVALS = ("strike", "tape", "stakeout")
BY_TILE = ("lot", "tile", "give")  # "give H"
PAIRS = {  # two words for two answers
    "redraw": {"keep": KEEP, "redraw": REDRAW},
    "order": {"leave": LEAVE, "swap": SWAP},
}


RULES = {  # by step: the rule that its question is about
    "redraw": "TRI-5",
    "draft": "TRI-6",
    "develop": "TRI-11",
    "landmark": "TRI-20",
    "act": "TRI-30",
    "commit": "TRI-35",
    "order": "TRI-82",
    **{step.what: kind.rule for kind in TABLE for step in kind.steps if step.what},
}


class TrinityCodec(Codec[Trinity]):
    rules = RULES

    # --- choices ---------------------------------------------------------------------------------

    def ask(self, s: Trinity, seat: int) -> str:
        return words.ask(s)

    def how(self, s: Trinity, seat: int) -> str:
        return words.HOWS.get(s.step.what, "")

    def words(self, s: Trinity, seat: int, choice: int) -> str:
        return words.words(s, choice)

    def write(self, s: Trinity, seat: int, choice: int) -> str:
        what = s.step.what
        if what in PHASES:
            return _write_action(choice)
        if what in PAIRS:
            return next(word for word, answer in PAIRS[what].items() if answer == choice)
        if what in BY_TILE:
            return f"{what} {TILE_LETTERS[choice]}"
        if what in ("event", "draft"):
            return f"{'keep' if what == 'draft' else what} {SLUGS[choice]}"
        if what == "landmark":
            return f"build {' '.join(_trio(choice))}"
        if what == "commit":
            return f"commit {cell_name(choice)}"
        if what in ONE_CELL:
            return cell_name(choice)
        if what in EXCHANGES:
            return f"{cell_name(choice // TILES)}={TILE_LETTERS[choice % TILES]}"
        if what in STEPS:
            return _write_step(choice)
        if what == "reinforce":
            return TILE_LETTERS[choice // SPACES] + cell_name(choice % SPACES)
        if what in RIVALS:
            return SEAT_LETTERS[choice]
        if what == "deal":
            mine, theirs = TILE_LETTERS[choice // 3 % 3], TILE_LETTERS[choice % 3]
            return f"{mine}={theirs} {SEAT_LETTERS[choice // 9]}"
        return f"take {choice + 1}"  # insider

    def read(self, s: Trinity, seat: int, text: str) -> int | Objection:
        said = " ".join(text.lower().split())
        read = self._read(s, s.step.what, said)
        if read is None:
            return Objection("HOUSE-2", f"That cannot be read here. Type {self.how(s, seat)}.")
        return read

    def _read(self, s: Trinity, what: str, said: str) -> int | Objection | None:
        if what in PHASES:
            return _read_action(s, said)
        if what in PAIRS:
            return PAIRS[what].get(said)
        if what in BY_TILE:
            match = re.fullmatch(rf"(?:{what} )?([hci])", said)
            return _tile(match[1]) if match else None
        if what in ("event", "draft"):
            match = re.fullmatch(r"(?:event |keep )?([a-z -]+)", said)
            return _read_event(match[1]) if match else None
        if what == "landmark":
            match = re.fullmatch(r"(?:build )?([a-h][1-8]) ([a-h][1-8]) ([a-h][1-8])", said)
            return _read_trio(*(CELLS[name] for name in match.groups())) if match else None
        if what in ("commit", *ONE_CELL):
            match = re.fullmatch(r"(?:commit )?([a-h][1-8])", said)
            return CELLS[match[1]] if match else None
        if what in EXCHANGES:
            match = re.fullmatch(r"([a-h][1-8]) ?=? ?([hci])", said)
            return CELLS[match[1]] * TILES + _tile(match[2]) if match else None
        if what in STEPS:
            return _read_step(said)
        if what == "reinforce":
            match = re.fullmatch(r"([hci]) ?([a-h][1-8])", said)
            return _tile(match[1]) * SPACES + CELLS[match[2]] if match else None
        if what in RIVALS:
            return _seat(said) if re.fullmatch("[a-d]", said) else None
        if what == "deal":
            match = re.fullmatch(r"([hci]) ?=? ?([hci]) ([a-d])", said)
            return (
                (_seat(match[3]) * TILES + _tile(match[1])) * TILES + _tile(match[2])
                if match
                else None
            )
        match = re.fullmatch(r"(?:take )?([1-3])", said)  # insider
        return int(match[1]) - 1 if match and what == "insider" else None

    def touched(self, s: Trinity, seat: int, choice: int) -> list[str]:
        what = s.step.what
        if what in PHASES:
            return _touch_action(choice)
        if what in PAIRS:
            return [self.write(s, seat, choice)]
        if what in BY_TILE:
            return [f"hand:{TILE_LETTERS[choice]}"] if what == "give" else []
        if what == "draft":
            return [f"event:{SLUGS[choice]}"]
        if what == "landmark":
            return [f"cell:{name}" for name in _trio(choice)]
        if what in ("commit", *ONE_CELL):
            return [f"cell:{cell_name(choice)}"]
        if what in EXCHANGES:
            return [f"cell:{cell_name(choice // TILES)}", f"tile:{TILE_LETTERS[choice % TILES]}"]
        if what in STEPS:
            return [f"cell:{name}" for name in _write_step(choice).split("-")]
        if what == "reinforce":
            tile, cell = divmod(choice, SPACES)
            return [f"hand:{TILE_LETTERS[tile]}", f"cell:{cell_name(cell)}"]
        if what in RIVALS:
            return [f"seat:{choice}"]
        if what == "deal":
            mine, theirs = TILE_LETTERS[choice // 3 % 3], TILE_LETTERS[choice % 3]
            return [f"hand:{mine}", f"seat:{choice // 9}", f"tile:{theirs}"]
        return [f"top:{choice + 1}"] if what == "insider" else []

    def meant(self, s: Trinity, seat: int, thing: str) -> int | None:
        """A space that was touched stands for what is most likely meant by it, allowed or not."""
        where, _, name = thing.partition(":")
        if where == "cell" and name in CELLS:
            cell, what = CELLS[name], s.step.what
            if what in ("commit", *ONE_CELL):
                return cell
            if what == "act":
                return _meant_in_agent_phase(s, seat, cell)
            if what == "develop" and s.tycoons[seat].hand:
                tile = next(tile for tile in range(TILES) if s.tycoons[seat].hand >> 8 * tile & 255)
                return tile * SPACES + cell
        if where == "event" and name in SLUGS and s.step.what in PHASES:
            return PLAY + SLUGS.index(name)
        if thing in ("done", "end"):
            return DONE if thing == "done" else END
        return super().meant(s, seat, thing)

    # --- events ----------------------------------------------------------------------------------

    def news(self, event: Event, names: Sequence[str]) -> str:
        return words.NEWS[event.what](event.data, names)


# --- the two phases -----------------------------------------------------------------------------


def _write_action(choice: int) -> str:
    if choice < CONVERT:
        return TILE_LETTERS[choice // SPACES] + cell_name(choice % SPACES)
    if choice < MOVE:
        return f"hq {cell_name(choice - CONVERT)}"
    if choice < REPOSITION:
        return _write_step(choice - MOVE)
    if choice < TAKE:
        cell, side = divmod(choice - REPOSITION, 5)
        return f"reposition {cell_name(cell)} {beside(cell, side)}"
    if choice < PLAY:
        return f"take {cell_name(choice - TAKE)}"
    if choice < DONE:
        kind = SLUGS[(choice - PLAY) % EVENTS]
        return f"play {kind}" if choice < PLAY + EVENTS else f"play {kind} 2"
    return "done" if choice == DONE else "end"


def _write_step(choice: int) -> str:
    cell, side = divmod(choice, SIDES)
    return f"{cell_name(cell)}-{beside(cell, side)}"


def _read_action(s: Trinity, said: str) -> int | Objection | None:
    if said in ("done", "end"):
        return DONE if said == "done" else END
    if match := re.fullmatch(r"([hci]) ?([a-h][1-8])", said):
        return _tile(match[1]) * SPACES + CELLS[match[2]]
    if match := re.fullmatch(r"(?:hq|convert) ?([a-h][1-8])", said):
        return CONVERT + CELLS[match[1]]
    if match := re.fullmatch(r"(?:take|takeover) ?([a-h][1-8])", said):
        return TAKE + CELLS[match[1]]
    if match := re.fullmatch(r"repo(?:sition)? ?([a-h][1-8])(?: ?([a-h][1-8]))?", said):
        return _read_reposition(s, CELLS[match[1]], match[2])
    if match := re.fullmatch(r"play ([a-z -]+?)( 2)?", said):
        kind = _read_event(match[1])
        if isinstance(kind, Objection):
            return kind
        return PLAY + kind + (EVENTS if match[2] else 0)
    step = _read_step(said.removeprefix("move "))
    return MOVE + step if isinstance(step, int) else step


def _read_step(said: str) -> int | Objection | None:
    match = re.fullmatch(r"([a-h][1-8])(?: ?- ?| )?([a-h][1-8])", said)
    if not match:
        return None
    side = _side(CELLS[match[1]], CELLS[match[2]])
    if side in (None, HERE):
        return Objection("TRI-30", "A move goes one space up, down or sideways.")
    return CELLS[match[1]] * SIDES + side


def _read_reposition(s: Trinity, cell: int, agent: str | None) -> int | Objection:
    """Without a space for the Agent, any that will do."""
    if agent is None:
        posts = s.tycoons[s.mover].posts
        near = [side for side in (HERE, 0, 1, 2, 3) if NEIGHBOUR[cell * 5 + side] < SPACES]
        side = next((side for side in near if has(posts, NEIGHBOUR[cell * 5 + side])), HERE)
        return REPOSITION + cell * 5 + side
    found = _side(cell, CELLS[agent])
    if found is None:
        return Objection("TRI-34", "The Agent must stand on the tile or next to it.")
    return REPOSITION + cell * 5 + found


def _read_event(said: str) -> int | Objection:
    """A name, or as much of it as no other Event begins with."""
    slug = "-".join(said.split())
    if slug in SLUGS:
        return SLUGS.index(slug)
    found = [kind for kind, name in enumerate(SLUGS) if name.startswith(slug)]
    if len(found) == 1:
        return found[0]
    if found:
        return Objection("HOUSE-2", f"That could be {' or '.join(SLUGS[kind] for kind in found)}.")
    return Objection("HOUSE-2", f"There is no Event called '{slug}'.")


def _read_trio(home: int, shop: int, works: int) -> int | Objection:
    a, b = _side(home, shop), _side(home, works)
    if a in (None, HERE) or b in (None, HERE):
        return Objection("TRI-20", "Commerce and Industry must lie next to the Housing.")
    return home * 16 + a * 4 + b


def _trio(choice: int) -> list[str]:
    """The spaces of the Housing, the Commerce and the Industry."""
    home = choice // 16
    return [cell_name(home), beside(home, choice // 4 % 4), beside(home, choice % 4)]


def _touch_action(choice: int) -> list[str]:
    if choice < CONVERT:
        return [f"hand:{TILE_LETTERS[choice // SPACES]}", f"cell:{cell_name(choice % SPACES)}"]
    if choice < MOVE:
        return [f"cell:{cell_name(choice - CONVERT)}", "hq"]
    if choice < REPOSITION:
        return [f"cell:{name}" for name in _write_step(choice - MOVE).split("-")]
    if choice < TAKE:
        cell, side = divmod(choice - REPOSITION, 5)
        agent = [] if side == HERE else [f"cell:{beside(cell, side)}"]
        return [f"cell:{cell_name(cell)}", *agent, "reposition"]
    if choice < PLAY:
        return [f"cell:{cell_name(choice - TAKE)}"]
    if choice < DONE:
        card = f"event:{SLUGS[(choice - PLAY) % EVENTS]}"
        return [card] if choice < PLAY + EVENTS else [card, "second"]
    return ["done" if choice == DONE else "end"]


def _meant_in_agent_phase(s: Trinity, seat: int, cell: int) -> int:
    """A rival's space is for a takeover; else an Agent of one's own is to go there."""
    owner = s.owner(cell)
    if owner >= 0 and owner != seat:
        return TAKE + cell
    for side in range(SIDES):
        there = NEIGHBOUR[cell * 5 + side]
        if there < SPACES and has(s.tycoons[seat].posts, there):
            return MOVE + there * SIDES + (side ^ 2)
    return MOVE + cell * SIDES + (0 if cell >= 8 else 2)


def _side(cell: int, there: int) -> int | None:
    """On which side of a space another one lies; HERE if it is the same, None if it is far."""
    return next((side for side in range(5) if NEIGHBOUR[cell * 5 + side] == there), None)


def _tile(letter: str) -> int:
    return TILE_LETTERS.index(letter.upper())


def _seat(letter: str) -> int:
    return SEAT_LETTERS.index(letter.upper())
