"""The listeners of a room and what each of them has been sent.

Everything that leaves a room goes through here.  A message is built once for each kind of viewer.
"""

from typing import NamedTuple, Protocol

import msgspec
from mypy_extensions import mypyc_attr

from trivet.core.scenes.scene import Kept, Scene
from trivet.core.scenes.scene_diff import patch
from trivet.core.state import EVERYONE
from trivet.server.table import chat, views
from trivet.server.table.drawing import drawn
from trivet.server.table.room import Person, Room
from trivet.server.wire.messages import Channel, Enter
from trivet.server.wire.outgoing import Bye, ChatLines, MomentSeen, Notice, Shown, View

_encode = msgspec.json.Encoder().encode


def written(notice: Notice) -> bytes:
    return _encode(notice)


class Listener(Protocol):
    """The other end of a socket: a player or a watcher."""

    who: Person
    id: str  # of the socket, for the log

    def send(self, text: bytes) -> None: ...
    def close(self, notice: Bye) -> None: ...


class Drawn(NamedTuple):
    """A scene that a viewer was sent, and its number."""

    number: int
    scene: Scene


class Subscription:
    """What a listener may see, and what it has been sent."""

    def __init__(self, viewer: int, request: Enter) -> None:
        self.viewer = viewer
        self.wants_scenes = request.scenes
        self.room = b""  # as last sent
        self.drawn: Drawn | None = None  # the scene as last sent
        self.lines: dict[Channel, int] = {"players": request.lines, "watchers": request.asides}


@mypyc_attr(allow_interpreted_subclasses=True)  # campaigns plant leaks
class Audience:
    """All listeners of one room; shows them the room, the game and the chat."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.places: dict[Listener, Subscription] = {}
        self.feeds: dict[int, views.Feed] = {}
        self.told: dict[int, int] = {}  # by viewer: the number of news its listeners have
        self.kept = Kept()  # parts of scenes, of all viewers
        self.drawn: dict[int, Drawn] = {}  # by viewer: the latest scene
        self._looks: tuple[object, ...] = ()  # of the room, as last shown to all
        self._whole: dict[tuple[int, bool], tuple[bytes, Drawn | None]] = {}  # for newcomers
        self._whole_of: tuple[object, ...] = ()  # the position that it shows

    # --- coming and going ------------------------------------------------------------------------

    def welcome(self, listener: Listener, request: Enter, now: int) -> None:
        """Show a newcomer everything it does not have yet."""
        viewer = self.room.viewer_for(listener.who.id)
        place = self.places[listener] = Subscription(viewer, request)
        self._show_room(listener, place, {})
        if self.room.has_begun:
            since = request.news if request.takebacks == self.room.acts.takebacks else 0
            text, place.drawn = self._whole_game(place, since, now)
            listener.send(text)
            self.told[viewer] = len(self.feeds[viewer].items)
        self._show_lines(listener, place)

    def leave(self, listener: Listener) -> bool:
        """Whether the listener was here.  With nobody left, nothing needs to be kept."""
        if self.places.pop(listener, None) is None:
            return False
        if not self.places:
            self._forget()
        return True

    def _forget(self) -> None:
        self.kept = Kept()
        self._whole.clear()
        self.drawn.clear()
        self._looks = ()

    def start_over(self, room: Room, now: int) -> None:
        """The room was read again from the store: show everything anew."""
        self.room = room
        self.feeds.clear()
        self.told.clear()
        self._forget()
        for listener, place in self.places.items():
            self._move(listener, place, now)
        self.show_room()

    # --- showing ---------------------------------------------------------------------------------

    def show_game(self, now: int) -> None:
        """The game has moved: show it to all listeners."""
        made: dict[tuple[int, bool, int], tuple[bytes, Drawn | None]] = {}
        told, here = self.told.copy(), views.Position(self.room)
        for listener, place in self.places.items():
            if self._has_other_eyes(listener, place):
                continue  # show_changes will show it the whole game
            key = (place.viewer, place.wants_scenes, place.drawn.number if place.drawn else 0)
            if key not in made:
                made[key] = self._game(place, told.get(place.viewer, 0), now, here)
            text, place.drawn = made[key]
            listener.send(text)
        for viewer, feed in self.feeds.items():
            self.told[viewer] = len(feed.items)

    def show_again(self, listener: Listener, now: int) -> None:
        """Show the game once more, with a whole scene, to a listener that is behind."""
        place = self.places[listener]
        place.drawn = None
        if self.room.has_begun:
            self._show_game(listener, place, self.told.get(place.viewer, 0), now)

    def show_changes(self, now: int) -> None:
        """Show chat and room where they have changed; the game only to those who changed seats."""
        for listener, place in self.places.items():
            if self._has_other_eyes(listener, place):
                self._move(listener, place, now)
            self._show_lines(listener, place)
        self.show_room()

    def show_room(self) -> None:
        looks = self.room.looks()
        if looks == self._looks:
            return  # nobody sees anything else; a newcomer has been shown it
        self._looks = looks
        made: dict[tuple[int, bool], bytes] = {}
        for listener, place in self.places.items():
            self._show_room(listener, place, made)

    def _has_other_eyes(self, listener: Listener, place: Subscription) -> bool:
        return place.viewer != self.room.viewer_for(listener.who.id)

    def _move(self, listener: Listener, place: Subscription, now: int) -> None:
        """The listener sat down or stood up: show it the game as the new viewer."""
        place.viewer = self.room.viewer_for(listener.who.id)
        place.drawn = None
        if self.room.has_begun:
            self._show_game(listener, place, 0, now)

    def _show_room(
        self, listener: Listener, place: Subscription, made: dict[tuple[int, bool], bytes]
    ) -> None:
        person = listener.who.id
        key = (self.room.viewer_for(person), self.room.is_host(person))
        if key not in made:
            made[key] = written(self.room.seen_by(person))
        if made[key] != place.room:
            place.room = made[key]
            listener.send(place.room)

    def _show_lines(self, listener: Listener, place: Subscription) -> None:
        for channel in self.room.channels_for(place.viewer):
            lines, has = self.room.lines[channel], place.lines[channel]
            if len(lines) != has:
                since = max(min(has, len(lines)), len(lines) - chat.PAGE)
                new = chat.page(self.room, channel, since, len(lines))
                listener.send(written(ChatLines(channel=channel, since=since, lines=new)))
                place.lines[channel] = len(lines)

    def _whole_game(self, place: Subscription, since: int, now: int) -> tuple[bytes, Drawn | None]:
        """The game for a newcomer, made once for all who see the same position.  Who comes
        back has some of it, and running clocks are different each time."""
        if since or self.room.clocks is not None:
            return self._game(place, since, now, views.Position(self.room))
        acts = self.room.acts
        position = (acts.rows, acts.takebacks, self.room.head.phase, *self.room.names())
        if position != self._whole_of:
            self._whole_of = position
            self._whole.clear()
        key = (place.viewer, place.wants_scenes)
        if key not in self._whole:
            here = views.Position(self.room)
            self._whole[key] = self._game(place, since, now, here)
        return self._whole[key]

    def _show_game(self, listener: Listener, place: Subscription, since: int, now: int) -> None:
        text, place.drawn = self._game(place, since, now, views.Position(self.room))
        listener.send(text)

    def _game(
        self, place: Subscription, since: int, now: int, here: views.Position
    ) -> tuple[bytes, Drawn | None]:
        """The game for one kind of viewer, with scenes or views as the listener asked; and the
        scene that the listener has then."""
        room, viewer, last = self.room, place.viewer, place.drawn
        feed = self.feeds.setdefault(viewer, views.Feed(viewer))
        feed.catch_up(room)
        since = min(since, len(feed.items))
        shown = views.shown(room, feed, since, room.clocks_seen(now), here)
        is_over = shown.is_open = room.head.phase == "over"
        for moment, view in views.moments(room, feed, since, here):
            if place.wants_scenes:
                last = self._draw(moment, view, viewer, last)
            else:
                moment.view = view
            shown.moments.append(moment)
        if place.wants_scenes:
            seen = views.view_of(room, EVERYONE if is_over else viewer, here)
            last = self._draw(shown, seen, viewer, last)
        else:
            shown.view = views.view_of(room, viewer, here)
            shown.open = views.view_of(room, EVERYONE, here) if is_over else None
        return written(shown), last

    def _draw(
        self, shown: Shown | MomentSeen, view: View, viewer: int, last: Drawn | None
    ) -> Drawn | None:
        """Put a scene into a notice, or how it differs from the last one; the scene sent."""
        room = self.room
        scene, shown.picture = drawn(room.game, view, room.names(), self.kept)
        if scene is None:
            return None
        now = self.drawn.get(viewer)
        if now is None or now.scene != scene:
            now = self.drawn[viewer] = Drawn(now.number + 1 if now else 1, scene)
        shown.number = now.number
        if last is None:
            shown.scene = scene
        else:
            shown.patch = patch(last.scene, scene, last.number)
        return now
