"""The listeners of a room and what each of them has been sent.

Everything that leaves a room goes through here.  A message is built once for each kind of viewer.
"""

from typing import Protocol

import msgspec

from trivet.core.state import EVERYONE
from trivet.server import chat, views
from trivet.server.drawing import drawn
from trivet.server.messages import Bye, Channel, ChatLines, Enter, Notice
from trivet.server.room import Person, Room

_encode = msgspec.json.Encoder().encode


def written(notice: Notice) -> str:
    return _encode(notice).decode()


class Listener(Protocol):
    """The other end of a socket: a player or a watcher."""

    who: Person
    id: str  # of the socket, for the log

    def send(self, text: str) -> None: ...
    def close(self, notice: Bye) -> None: ...


class Subscription:
    """What a listener may see, and what it has been sent."""

    def __init__(self, viewer: int, request: Enter) -> None:
        self.viewer = viewer
        self.wants_scenes = request.scenes
        self.room = ""  # as last sent
        self.lines: dict[Channel, int] = {"players": request.lines, "watchers": request.asides}


class Audience:
    """All listeners of one room; shows them the room, the game and the chat."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.places: dict[Listener, Subscription] = {}
        self.feeds: dict[int, views.Feed] = {}
        self.told: dict[int, int] = {}  # by viewer: the number of news its listeners have

    # --- coming and going ------------------------------------------------------------------------

    def welcome(self, listener: Listener, request: Enter, now: int) -> None:
        """Show a newcomer everything it does not have yet."""
        viewer = self.room.viewer_for(listener.who.id)
        place = self.places[listener] = Subscription(viewer, request)
        self._show_room(listener, place, {})
        if self.room.has_begun:
            since = request.news if request.takebacks == self.room.acts.takebacks else 0
            listener.send(self._game(place, since, now))
            self.told[viewer] = len(self.feeds[viewer].items)
        self._show_lines(listener, place)

    def start_over(self, room: Room, now: int) -> None:
        """The room was read again from the store: show everything anew."""
        self.room = room
        self.feeds.clear()
        self.told.clear()
        for listener, place in self.places.items():
            self._move(listener, place, now)
        self.show_room()

    # --- showing ---------------------------------------------------------------------------------

    def show_game(self, now: int) -> None:
        """The game has moved: show it to all listeners."""
        made: dict[tuple[int, bool], str] = {}
        told = self.told.copy()
        for listener, place in self.places.items():
            if self._has_other_eyes(listener, place):
                continue  # show_changes will show it the whole game
            key = (place.viewer, place.wants_scenes)
            if key not in made:
                made[key] = self._game(place, told.get(place.viewer, 0), now)
            listener.send(made[key])
        for viewer, feed in self.feeds.items():
            self.told[viewer] = len(feed.items)

    def show_again(self, listener: Listener, now: int) -> None:
        """Show the game once more to a listener whose message was stale."""
        place = self.places[listener]
        if self.room.has_begun:
            listener.send(self._game(place, self.told.get(place.viewer, 0), now))

    def show_changes(self, now: int) -> None:
        """Show chat and room where they have changed; the game only to those who changed seats."""
        for listener, place in self.places.items():
            if self._has_other_eyes(listener, place):
                self._move(listener, place, now)
            self._show_lines(listener, place)
        self.show_room()

    def show_room(self) -> None:
        made: dict[tuple[int, bool], str] = {}
        for listener, place in self.places.items():
            self._show_room(listener, place, made)

    def _has_other_eyes(self, listener: Listener, place: Subscription) -> bool:
        return place.viewer != self.room.viewer_for(listener.who.id)

    def _move(self, listener: Listener, place: Subscription, now: int) -> None:
        """The listener sat down or stood up: show it the game as the new viewer."""
        place.viewer = self.room.viewer_for(listener.who.id)
        if self.room.has_begun:
            listener.send(self._game(place, 0, now))

    def _show_room(
        self, listener: Listener, place: Subscription, made: dict[tuple[int, bool], str]
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

    def _game(self, place: Subscription, since: int, now: int) -> str:
        """The game for one kind of viewer, with a scene or a view as the listener asked."""
        room, viewer = self.room, place.viewer
        feed = self.feeds.setdefault(viewer, views.Feed(viewer))
        feed.catch_up(room)
        since = min(since, len(feed.items))
        shown = views.shown(room, feed, since, room.clocks_seen(now))
        is_over = shown.is_open = room.head.phase == "over"
        if place.wants_scenes:
            seen = views.view_of(room, EVERYONE if is_over else viewer)
            shown.scene, shown.picture = drawn(room.game, seen, room.names())
        else:
            shown.view = views.view_of(room, viewer)
            shown.open = views.view_of(room, EVERYONE) if is_over else None
        for moment, view in views.moments(room, feed, since):
            if place.wants_scenes:
                moment.scene, moment.picture = drawn(room.game, view, room.names())
            else:
                moment.view = view
            shown.moments.append(moment)
        return written(shown)
