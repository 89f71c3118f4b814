"""`./play campaign twins`: two games that differ only in what a viewer cannot know.

Both are played in real rooms.  Everything sent to the viewer must be the same in both, byte for
byte: views, questions, news, refusals, reasons, previews, drafts, the room itself.  There are two
kinds of twins: an imagined world in place of the true one; and another past, in which one answer of
chance or of a rival was different and the viewer was told the same.
"""

import copy
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.fair import SEED_BYTES
from trivet.core.game import Game, Shared
from trivet.core.options import agreed
from trivet.core.seen import as_text
from trivet.core.state import CHANCE, EVERYONE, NOBODY, Event, Objection, State
from trivet.core.table import Table
from trivet.core.walk import wander
from trivet.core.words.codec import Codec
from trivet.lab.twins import Whisper
from trivet.server.store.contract import StoredRoom
from trivet.server.store.stored import Chair, RoomHead
from trivet.server.table import views
from trivet.server.table.act_counts import Acts
from trivet.server.table.audience import Audience, written
from trivet.server.table.dispatch import grant
from trivet.server.table.listing import summary
from trivet.server.table.room import Person, Room
from trivet.server.wire.messages import (
    Answer,
    Decline,
    Enter,
    Foresee,
    Look,
    Narrow,
    Offer,
    Request,
    Undo,
    Why,
)
from trivet.server.wire.outgoing import Ask, Bye, Foreseen

STEPS = 12  # answers for which twins are played on together
TRIES = 40  # answers tried in the other world to find one that looks the same
LONGEST = 300  # answers before the twins part
SEVERAL = 3  # answers foreseen together
NOW = 0

Leak = str  # what the viewer could see and should not


def campaign(pairs: int, games: Mapping[str, Game[Any]] = GAMES, seed: int = 1) -> Counter[str]:
    """Compare `pairs` pairs for each game, with all kinds of viewers; return the leaks found."""
    found: Counter[str] = Counter()
    for name, game in games.items():
        number, compared = seed, 0
        while compared < pairs and number < seed + 20 * pairs:
            for leak in pairs_of(game, number):
                compared += 1
                if leak:
                    found[f"{name}: {leak}"] += 1
            number += 1
        found["pairs"] += compared
    return found


def planted(leak: "Callable[[Game[Any]], Game[Any]]", pairs: int = 24) -> Counter[str]:
    """The same campaign with a leak planted in every game."""
    return campaign(pairs, {name: leak(game) for name, game in GAMES.items()})


def leaks(found: Counter[str]) -> int:
    return found.total() - found["pairs"]


def pairs_of(game: Game[Any], seed: int) -> Iterator[Leak]:
    """For each pair of positions that differ in what the viewer cannot know: a leak, or ""."""
    dice = Dice(seed)
    seats = game.fewest + seed % (game.most - game.fewest + 1)
    viewer = dice.below(seats + 1) - 1
    viewer = NOBODY if viewer < 0 else viewer
    one = in_the_middle(game, seats, dice)
    if seed % 3 == 0:
        viewer = one.table.state.turn  # who is asked can ask most
    if seed % 2:
        yield from _side_by_side(one, imagined(one, viewer, dice), viewer, dice)
    else:
        other = another_past(one, viewer, dice)
        if other is not None:
            yield from _side_by_side(one, other, viewer, dice)


def _side_by_side(one: Room, other: Room, viewer: int, dice: Dice) -> Iterator[Leak]:
    watchers = Watcher(one, viewer), Watcher(other, viewer)
    for _ in range(STEPS):
        if _everything(one) != _everything(other):
            yield _difference(watchers)
        if one.head.phase != "playing" or other.head.phase != "playing":
            return
        if not _follow(one, other, viewer, dice):
            return
        for watcher in watchers:
            watcher.look()


def _difference(watchers: "tuple[Watcher, Watcher]") -> Leak:
    for wishes in (watchers[0].probes(), watchers[1].probes()):
        for wish in wishes:
            for watcher in watchers:
                watcher.wish(wish)
    for mine, others in zip(watchers[0].heard, watchers[1].heard, strict=False):
        if mine != others:
            at = next((n for n, (a, b) in enumerate(zip(mine, others)) if a != b), 0)
            told = [text[max(0, at - 60) : at + 20] for text in (mine, others)]
            return f"viewer {watchers[0].viewer} is told {told[0]!r} and {told[1]!r}"
    if len(watchers[0].heard) != len(watchers[1].heard):
        return f"viewer {watchers[0].viewer} is told more in one world than in the other"
    return ""


class Watcher:
    """A viewer of a room that keeps what it is sent."""

    id = "a watcher"

    def __init__(self, room: Room, viewer: int) -> None:
        self.room, self.viewer = room, viewer
        self.who = room_person(viewer)
        self.heard: list[bytes] = []
        self.audience = Audience(room)
        self.audience.welcome(self, Enter(scenes=True, brief=viewer % 2 == 0), NOW)

    def send(self, text: bytes) -> None:
        self.heard.append(text)

    def close(self, notice: Bye) -> None:
        raise AssertionError("no room is closed here")

    def look(self) -> None:
        """Keep what is sent after an answer."""
        self.heard.clear()
        self.audience.show_game(NOW)
        self.audience.show_changes(NOW)
        self.room.head.changed = 0  # the time of day is not a secret
        self.heard.append(repr(summary(self.room.head, self.who, GAMES)).encode())

    def wish(self, wish: Request) -> None:
        self.heard.append(written(grant(self.room, self.who, wish, NOW)))
        self.room.forget_changes()

    def probes(self) -> list[Request]:
        """Requests that might reveal something."""
        table, acts = self.room.table, self.room.acts
        if self.viewer < 0 or not self.room.has_begun:
            return [Look(), Answer(count=0, text="x"), Why(text="x"), Undo(count=0)]
        state, codec, count = table.state, table.game.codec, acts.counts[self.viewer]
        probes: list[Request] = [Look(), Undo(count=count + 1), Answer(count=count + 1, text="x")]
        if table.why_no_take_back(self.viewer) is not None or len(self.room.people()) > 1:
            probes += [Offer(what="takeback"), Decline(what="takeback")]
        probes += [Answer(count=count, text=text) for text in ("", "?")]
        ask = views.question(self.room, self.viewer, state)
        if ask is not None:
            probes += self._drafts(ask)
        if ask is not None and not ask.is_vast:
            options = state.options(self.viewer)
            for choice in options[:: len(options) // 3 + 1]:
                things = codec.touched(state, self.viewer, choice)
                probes += [Why(thing=thing) for thing in things[:2]]
                probes += [Narrow(touched=things[:depth]) for depth in range(2)]
            for choice in range(0, 40, 5):
                if choice not in options:
                    probes += _refused(codec, state, self.viewer, count, choice)
        return probes

    def _drafts(self, ask: Ask) -> list[Request]:
        """Answers tried out, with questions about what would come next."""
        drafts: list[Request] = [Foresee(texts=_some(ask), drafts=True)]
        for text in _some(ask):
            drafts.append(Foresee(text=text, drafts=True))
            reply = grant(self.room, self.who, drafts[-1], NOW)
            if isinstance(reply, Foreseen) and reply.ask is not None and reply.ask.options:
                touched, after = reply.ask.options[-1].touched[:1], [text]
                drafts += [
                    Foresee(texts=_some(reply.ask), after=after, drafts=True),
                    Narrow(touched=touched, after=after),
                    Why(text="x", thing="".join(touched), after=after),
                ]
        return drafts


def _some(ask: Ask) -> list[str]:
    """A few answers to a question."""
    return [option.text for option in ask.options[:: len(ask.options) // SEVERAL + 1]]


def _refused(codec: Codec, s: State, seat: int, count: int, choice: int) -> list[Request]:
    """An answer that is well formed and not allowed."""
    try:
        text = codec.write(s, seat, choice)
    except Exception:  # not the number of a choice
        return []
    read = codec.read(s, seat, text)
    if isinstance(read, Objection) or s.objection(seat, read) is not None:
        return [Answer(count=count, text=text), Why(text=text), Foresee(text=text, drafts=True)]
    return []


# --- rooms ----------------------------------------------------------------------------------------


def room_person(seat: int) -> Person:
    return Person(f"person {seat}", f"Player {seat}" if seat >= 0 else "Watcher")


def a_room(game: Game[Any], seats: int, log: Sequence[tuple[int, int]] = ()) -> Room:
    """A room with a person on every seat, after the answers of a log."""
    head = RoomHead(
        id="room",
        game=game.name,
        rules=game.version,
        seed=bytes(SEED_BYTES),
        host=room_person(0).id,
        chairs=[Chair(person=p.id, name=p.name) for p in map(room_person, range(seats))],
        options=agreed(game.options, {}),
    )
    room = Room(game, StoredRoom(head, [], []), NOW)
    if log:
        _put(room, log)
    else:
        room.begin(NOW)
    for chair in room.chairs:
        chair.away = 0  # the time of day is no part of the game
    room.change(NOW)
    room.forget_changes()
    return room


def _put(room: Room, log: Sequence[tuple[int, int]]) -> None:
    """Replace the table of a room by one with this log."""
    head = room.head
    table = ToldTable(room.game, len(head.chairs), head.seed, head.id, head.options)
    table.replay(log)
    acts = Acts(table.seats)
    for seat, choice in log:
        if seat != CHANCE:
            acts.counts[seat] += 1
            acts.latest[seat] = [str(choice)]
    head.phase = "over" if table.state.is_over() else "playing"
    room.table, room.acts = table, acts


def in_the_middle(game: Game[Any], seats: int, dice: Dice) -> Room:
    """A room in the middle of a random game, before a seat's answer."""
    log = wander(game.new(seats), LONGEST, dice)
    while True:
        log = log[: dice.below(len(log))]
        room = a_room(game, seats, log)
        if room.table.state.turn >= 0:
            return room


def _answer(room: Room, seat: int, choice: int) -> None:
    """Give an answer as if it came over a socket."""
    text = room.game.codec.write(room.table.state, seat, choice)
    grant(room, room_person(seat), Answer(count=room.acts.counts[seat], text=text), NOW)
    room.change(NOW)
    room.forget_changes()


def _everything(room: Room) -> str:
    return as_text(room.table.state.view(EVERYONE))


# --- twins ----------------------------------------------------------------------------------------


class ToldTable(Table):
    """A table whose chance draws what it is told, and whose replay checks nothing."""

    told: Sequence[int] = ()

    def _draw(self) -> int:
        if not self.told:
            return super()._draw()
        choice, *self.told = self.told
        return choice

    def replay(self, log: Sequence[tuple[int, int]]) -> None:
        for seat, choice in log:
            self._apply(seat, choice)


def imagined(one: Room, viewer: int, dice: Dice) -> Room:
    """The same room with an imagined world that the viewer cannot tell from the true one."""
    other = a_room(one.game, len(one.chairs), _log(one))
    table = other.table
    world = table.state
    for seat in range(table.seats) if viewer == NOBODY else [viewer]:
        world = world.imagine(seat, dice)
    world.listener = table
    table.state = world
    return other


def another_past(one: Room, viewer: int, dice: Dice) -> Room | None:
    """A room whose log differs in one answer, if the viewer was told the same throughout."""
    log = _log(one)
    places = [place for place, (seat, _) in enumerate(log) if seat != viewer]
    if not places:
        return None
    changed = places[dice.below(len(places))]
    state = one.game.new(len(one.chairs), one.head.options)
    for place, (seat, choice) in enumerate(log):
        if not state.is_waiting_for(seat):
            return None
        if place == changed:
            choice = state.sample(seat, dice)
        if choice not in state.options(seat):
            return None
        log[place] = (seat, choice)
        state.apply(seat, choice)
    if state.turn == CHANCE:
        return None
    other = a_room(one.game, len(one.chairs), log)
    return other if _heard(one, viewer) == _heard(other, viewer) else None


def _heard(room: Room, viewer: int) -> str:
    table = room.table
    events = [news.event for news in table.news_for(viewer)]
    return as_text([table.state.view(viewer), events])


def _log(room: Room) -> list[tuple[int, int]]:
    return [(answer.seat, answer.choice) for answer in room.table.log]


def _follow(one: Room, other: Room, viewer: int, dice: Dice) -> bool:
    """Give one answer in both rooms so that the viewer learns the same; False if there is none."""
    here, there = one.table, other.table
    seat, before, heard = here.state.turn, len(here.log), len(here.news)
    if there.state.turn != seat or not isinstance(there, ToldTable):
        return False
    choice = here.state.sample(seat, dice)
    _answer(one, seat, choice)
    drawn = [answer.choice for answer in here.log[before + 1 :]]
    events = [news.event for news in here.news[heard:] if news.event.to in (EVERYONE, viewer)]
    for attempt in range(TRIES):
        answer = choice if attempt == 0 or seat == viewer else there.state.sample(seat, dice)
        if there.state.objection(seat, answer) is None:
            trial = TwinTrial(there.state, viewer)
            there.told = trial.play(seat, answer, drawn if attempt == 0 else [], dice)
            if trial.state.is_over():
                return False  # all cards are laid open
            if trial.state.view(viewer) == here.state.view(viewer) and trial.events == events:
                _answer(other, seat, answer)
                return True
    return False


class TwinTrial(Whisper):
    """Tries an answer out on a copy, and keeps what the viewer would hear of it."""

    def __init__(self, state: State, viewer: int) -> None:
        super().__init__(viewer)
        self.state = state.copy()
        self.state.listener = self

    def play(self, seat: int, choice: int, wanted: Sequence[int], dice: Dice) -> list[int]:
        """Play the answer; return the draws of chance after it, the wanted ones where possible."""
        said: list[int] = []
        self.state.apply(seat, choice)
        while self.state.turn == CHANCE:
            wish = wanted[len(said)] if len(said) < len(wanted) else CHANCE
            can = wish in self.state.options(CHANCE)
            said.append(wish if can else self.state.sample(CHANCE, dice))
            self.state.apply(CHANCE, said[-1])
        self.state.listener = None
        return said


# --- planted leaks --------------------------------------------------------------------------------


def _secret(s: State, game: Game[Any]) -> int:
    """A number that depends on what is hidden."""
    return zlib.crc32(as_text(Game.view(game, s, EVERYONE)).encode())


def with_stable_ids(game: Game[Any]) -> Game[Any]:
    """Planted leak: a hidden piece has a stable id."""

    def view(s: State, viewer: int, shared: Shared | None = None) -> dict[str, object]:
        return {**Game.view(leaky, s, viewer), "id": _secret(s, leaky)}

    leaky = copy.copy(game)
    vars(leaky)["view"] = view
    return leaky


def with_order(game: Game[Any]) -> Game[Any]:
    """Planted leak: the order of a list depends on what is hidden."""

    def view(s: State, viewer: int, shared: Shared | None = None) -> dict[str, Any]:
        seen: dict[str, Any] = Game.view(leaky, s, viewer)
        seen["waiting"] = sorted(seen["waiting"], reverse=_secret(s, leaky) % 2 == 0)
        seen["seated"] = sorted(range(s.seats), reverse=_secret(s, leaky) % 2 == 0)
        return seen

    leaky = copy.copy(game)
    vars(leaky)["view"] = view
    return leaky


def with_telling_refusals(game: Game[Any]) -> Game[Any]:
    """Planted leak: a refusal depends on what is hidden."""

    class TellingCodec(Codec):
        def read(self, s: State, seat: int, text: str) -> int | Objection:
            answer = super().read(s, seat, text)
            if isinstance(answer, Objection):
                return answer._replace(reason=f"{answer.reason} ({_secret(s, game) % 7})")
            return answer

    leaky, own = copy.copy(game), game.codec
    leaky.codec = TellingCodec(
        own.questions, own.news_rows, own.endings, own.moments, own.warnings, own.advice
    )
    return leaky


def with_peeking_previews(game: Game[Any]) -> Game[Any]:
    """Planted leak: what is said of an answer beforehand depends on what is hidden."""

    class PeekingCodec(Codec):
        real: State | None = None

        def read(self, s: State, seat: int, text: str) -> int | Objection:
            self.real = s
            return super().read(s, seat, text)

        def line_ahead(
            self, events: Sequence[Event], names: Sequence[str], you: int = NOBODY
        ) -> str:
            words = super().line_ahead(events, names, you)
            return words if self.real is None else f"{words} ({_secret(self.real, game)})"

    leaky, own = copy.copy(game), game.codec
    leaky.codec = PeekingCodec(
        own.questions, own.news_rows, own.endings, own.moments, own.warnings, own.advice
    )
    return leaky


LEAKS: dict[str, Callable[[Game[Any]], Game[Any]]] = {
    "stable id": with_stable_ids,
    "list order": with_order,
    "error text": with_telling_refusals,
    "preview": with_peeking_previews,
}
