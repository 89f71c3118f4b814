"""A draft: answers of one turn that a player tries out before giving them.

Nobody else learns of a draft, and nothing is stored.  It is played in a world that the seat cannot
tell from the real one, and only as far as the seat is certainly asked again at once: so it shows
the seat nothing that it does not know already.
"""

from collections.abc import Sequence

from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import Objection, State
from trivet.preview import goes_on
from trivet.server.table.room import Failing, Room


def drafted(room: Room, seat: int, after: Sequence[str]) -> State:
    """The position after the answers of a draft; the real one if there are none."""
    state = room.table.state
    if not after:
        return state
    if not state.is_waiting_for(seat):
        raise Failing("no-draft", "It is not your turn.")
    world = Mind(state, seat).imagine(Dice(1))
    for text in after:
        choice = room.game.codec.read(world, seat, text)
        objection = choice if isinstance(choice, Objection) else world.objection(seat, choice)
        if isinstance(choice, Objection) or objection is not None:
            reason = objection.reason if objection is not None else text
            raise Failing("no-draft", f"Your turn cannot go like that any more: {reason}")
        if not goes_on(world, seat, choice):
            raise Failing("no-draft", "What comes after this answer is not certain: give it first.")
        world.apply(seat, choice)
    return world


def shortcut(room: Room, seat: int, state: State, thing: str) -> str:
    """The answer that touching a thing of the next question stands for, in notation, or nothing.

    A question says by itself for which kinds of things there is one (`shortcuts`).
    """
    codec = room.game.codec
    choice = codec.shortcut(state, seat, thing)
    if choice is None or state.objection(seat, choice) is not None:
        return ""
    if not goes_on(state, seat, choice):
        return ""
    world = Mind(state, seat).imagine(Dice(1))
    world.apply(seat, choice)
    if world.step.is_vast():
        return ""
    first = (codec.touched(world, seat, option)[:1] for option in world.options(seat))
    return codec.write(state, seat, choice) if [thing] in first else ""
