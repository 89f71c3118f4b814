"""`./play campaign deliver`: messages come twice, late, in another order, or not at all.

Two players answer and take back over such a line, and send again until they get a reply.  Every
intended act must have happened once, in the player's order.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from campaigns.wire_twins import NOW, a_room, room_person
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.server.table.dispatch import DEEDS
from trivet.server.table.room import Person, Room
from trivet.server.wire.messages import Answer, Undo
from trivet.server.wire.outgoing import Notice, Refused, Stale, Took

MOST_UNDER_WAY = 8
LONGEST_LINE = 400  # deliveries in one game
Act = Answer | Undo
Grant = Callable[[Room, Person, Act, int], Notice]
UNPLANTED = dict(DEEDS)


def as_it_is(room: Room, who: Person, wish: Act, now: int) -> Notice:
    return UNPLANTED[type(wish)](room, who, wish, now)


def forgetful(room: Room, who: Person, wish: Act, now: int) -> Notice:
    """Planted fault: treats every message as a new one."""
    count = room.acts.counts[room.seat_in_play(who)]
    return as_it_is(room, who, type(wish)(**{**_fields(wish), "count": count}), now)


def _fields(wish: Act) -> dict[str, Any]:
    return {name: getattr(wish, name) for name in wish.__struct_fields__}


def campaign(
    deliveries: int, grant: Grant = as_it_is, games: Mapping[str, Game[Any]] = GAMES
) -> Counter[str]:
    """Deliver messages in each game; return what was found."""
    found: Counter[str] = Counter()
    for game in games.values():
        number = done = 0
        while done < deliveries:
            number += 1
            line = LossyLine(a_room(game, game.fewest), Dice(number), grant)
            line.play(min(LONGEST_LINE, deliveries - done))
            done += line.delivered
            found["acts"] += sum(map(len, line.meant))
            found["wrong"] += line.wrong()
        found["deliveries"] += done
    return found


class LossyLine:
    """A bad line between a room and its players."""

    def __init__(self, room: Room, dice: Dice, grant: Grant) -> None:
        self.room, self.dice, self.grant = room, dice, grant
        self.under_way: list[tuple[int, Act]] = []
        self.meant: list[list[str]] = [[] for _ in room.chairs]  # by seat: what was acknowledged
        self.waiting: dict[int, Act] = {}
        self.delivered = 0

    def play(self, deliveries: int) -> None:
        while self.delivered < deliveries and self.room.head.phase == "playing":
            self._mean_something()
            if not self.waiting and not self.under_way:
                return  # a planted fault has confused the counts: nothing more can be sent
            for seat, act in self.waiting.items():
                self.under_way += [(seat, act)] * self.dice.below(3)  # lost, once, or twice
            del self.under_way[:-MOST_UNDER_WAY]
            if self.under_way:
                place = self.dice.below(len(self.under_way))  # in any order
                self._deliver(*self.under_way[place])
                if self.dice.below(4) or len(self.under_way) > MOST_UNDER_WAY:
                    del self.under_way[place]  # otherwise it comes again

    def _mean_something(self) -> None:
        """Every player has one message under way at a time, as in the client."""
        for seat in range(len(self.room.chairs)):
            state, count = self.room.table.state, self.room.acts.counts[seat]
            if seat in self.waiting or len(self.meant[seat]) != count:
                continue
            if state.has_sealed(seat) and self.dice.below(4) == 0:
                self.waiting[seat] = Undo(count=count)
            elif state.is_waiting_for(seat):
                choice = state.sample(seat, self.dice)
                text = self.room.game.codec.write(state, seat, choice)
                self.waiting[seat] = Answer(count=count, text=text)

    def _deliver(self, seat: int, act: Act) -> None:
        self.delivered += 1
        reply = self.grant(self.room, room_person(seat), act, NOW)
        self.room.forget_changes()
        if self.waiting.get(seat) != act or self.dice.below(3) == 0:
            return  # the reply is lost, or comes too late
        if isinstance(reply, Took):
            self.meant[seat].append(act.text if isinstance(act, Answer) else "undo")
            del self.waiting[seat]
        elif isinstance(reply, Stale | Refused):
            del self.waiting[seat]

    def wrong(self) -> int:
        """The number of seats with acts that were not intended, or with intended ones missing."""
        acts = self.room.acts.counts
        owed = [1 if seat in self.waiting else 0 for seat in range(len(acts))]
        return sum(
            not len(meant) <= count <= len(meant) + more
            for meant, count, more in zip(self.meant, acts, owed, strict=True)
        )
