"""The listeners of a room and what each of them has been sent.

Everything that leaves a room goes through here.  A message is built once for each kind of viewer.
"""

from typing import NamedTuple, Protocol

import msgspec
from mypy_extensions import mypyc_attr

from trivet.core.scenes.patch import SceneChange
from trivet.core.scenes.scene import Scene, SceneCache
from trivet.core.scenes.scene_diff import change, patch
from trivet.core.state import EVERYONE
from trivet.server.table import chat, views
from trivet.server.table.briefly import briefly
from trivet.server.table.drawing import scene_or_picture
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


class NumberedScene(NamedTuple):
    """A scene that a viewer was sent, and its number."""

    number: int
    scene: Scene


class Subscription:
    """What a listener may see, and what it has been sent."""

    def __init__(self, viewer: int, request: Enter) -> None:
        self.viewer = viewer
        self.wants_scenes = request.scenes
        self.is_brief = request.scenes and request.brief
        self.room = b""  # as last sent
        self.last_scene: NumberedScene | None = None  # the scene as last sent
        self.lines: dict[Channel, int] = {"players": request.lines, "watchers": request.asides}


@mypyc_attr(allow_interpreted_subclasses=True)  # campaigns plant leaks
class Audience:
    """All listeners of one room; shows them the room, the game and the chat."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.subscriptions: dict[Listener, Subscription] = {}
        self.feeds: dict[int, views.Feed] = {}
        self.news_sent: dict[int, int] = {}  # by viewer: the number of news its listeners have
        self.scene_cache = SceneCache()  # parts of scenes, of all viewers
        self.last_scenes: dict[int, NumberedScene] = {}  # by viewer: the latest scene
        self._room_key: tuple[object, ...] = ()  # of the room, as all were shown it last
        # For newcomers, by viewer and what it wants.
        self._full_state: dict[tuple[int, bool, bool], tuple[bytes, NumberedScene | None]] = {}
        self._full_state_key: tuple[object, ...] = ()  # the position that it shows

    # --- coming and going ------------------------------------------------------------------------

    def welcome(self, listener: Listener, request: Enter, now: int) -> None:
        """Show a newcomer everything it does not have yet."""
        viewer = self.room.viewer_for(listener.who.id)
        sub = self.subscriptions[listener] = Subscription(viewer, request)
        self._show_room(listener, sub, {})
        if self.room.has_begun:
            since = request.news if request.takebacks == self.room.acts.takebacks else 0
            text, sub.last_scene = self._whole_game(sub, since, now)
            listener.send(text)
            self.news_sent[viewer] = len(self.feeds[viewer].items)
        self._show_lines(listener, sub)

    def leave(self, listener: Listener) -> bool:
        """Whether the listener was here.  With nobody left, nothing needs to be kept."""
        if self.subscriptions.pop(listener, None) is None:
            return False
        if not self.subscriptions:
            self._forget()
        return True

    def _forget(self) -> None:
        self.scene_cache = SceneCache()
        self._full_state.clear()
        self.last_scenes.clear()
        self._room_key = ()

    def start_over(self, room: Room, now: int) -> None:
        """The room was read again from the store: show everything anew."""
        self.room = room
        self.feeds.clear()
        self.news_sent.clear()
        self._forget()
        for listener, sub in self.subscriptions.items():
            self._move(listener, sub, now)
        self.show_room()

    # --- showing ---------------------------------------------------------------------------------

    def show_game(self, now: int) -> None:
        """The game has moved: show it to all listeners."""
        made: dict[tuple[int, bool, bool, int], tuple[bytes, NumberedScene | None]] = {}
        news_sent, common = self.news_sent.copy(), views.CommonView(self.room)
        for listener, sub in self.subscriptions.items():
            if self._viewer_changed(listener, sub):
                continue  # show_changes will show it the whole game
            number = sub.last_scene.number if sub.last_scene else 0
            key = (sub.viewer, sub.wants_scenes, sub.is_brief, number)
            if key not in made:
                made[key] = self._game(sub, news_sent.get(sub.viewer, 0), now, common)
            text, sub.last_scene = made[key]
            listener.send(text)
        for viewer, feed in self.feeds.items():
            self.news_sent[viewer] = len(feed.items)

    def show_again(self, listener: Listener, now: int) -> None:
        """Show the game once more, with a whole scene, to a listener that is behind."""
        sub = self.subscriptions[listener]
        sub.last_scene = None
        if self.room.has_begun:
            self._show_game(listener, sub, self.news_sent.get(sub.viewer, 0), now)

    def show_changes(self, now: int) -> None:
        """Show chat and room where they have changed; the game only to those who changed seats."""
        for listener, sub in self.subscriptions.items():
            if self._viewer_changed(listener, sub):
                self._move(listener, sub, now)
            self._show_lines(listener, sub)
        self.show_room()

    def show_room(self) -> None:
        key = self.room.view_key()
        if key == self._room_key:
            return  # nobody sees anything else; a newcomer has been shown it
        self._room_key = key
        made: dict[tuple[int, bool], bytes] = {}
        for listener, sub in self.subscriptions.items():
            self._show_room(listener, sub, made)

    def _viewer_changed(self, listener: Listener, sub: Subscription) -> bool:
        return sub.viewer != self.room.viewer_for(listener.who.id)

    def _move(self, listener: Listener, sub: Subscription, now: int) -> None:
        """The listener sat down or stood up: show it the game as the new viewer."""
        sub.viewer = self.room.viewer_for(listener.who.id)
        sub.last_scene = None
        if self.room.has_begun:
            self._show_game(listener, sub, 0, now)

    def _show_room(
        self, listener: Listener, sub: Subscription, made: dict[tuple[int, bool], bytes]
    ) -> None:
        person = listener.who.id
        key = (self.room.viewer_for(person), self.room.is_host(person))
        if key not in made:
            made[key] = written(self.room.seen_by(person))
        if made[key] != sub.room:
            sub.room = made[key]
            listener.send(sub.room)

    def _show_lines(self, listener: Listener, sub: Subscription) -> None:
        for channel in self.room.channels_for(sub.viewer):
            lines, has = self.room.lines[channel], sub.lines[channel]
            if len(lines) != has:
                since = max(min(has, len(lines)), len(lines) - chat.PAGE)
                new = chat.page(self.room, channel, since, len(lines))
                listener.send(written(ChatLines(channel=channel, since=since, lines=new)))
                sub.lines[channel] = len(lines)

    def _whole_game(
        self, sub: Subscription, since: int, now: int
    ) -> tuple[bytes, NumberedScene | None]:
        """The game for a newcomer, made once for all who see the same position.  Who comes
        back has some of it, and running clocks are different each time."""
        if since or self.room.clocks is not None:
            return self._game(sub, since, now, views.CommonView(self.room))
        acts = self.room.acts
        position = (acts.rows, acts.takebacks, self.room.head.phase, *self.room.names())
        if position != self._full_state_key:
            self._full_state_key = position
            self._full_state.clear()
        key = (sub.viewer, sub.wants_scenes, sub.is_brief)
        if key not in self._full_state:
            common = views.CommonView(self.room)
            self._full_state[key] = self._game(sub, since, now, common)
        return self._full_state[key]

    def _show_game(self, listener: Listener, sub: Subscription, since: int, now: int) -> None:
        text, sub.last_scene = self._game(sub, since, now, views.CommonView(self.room))
        listener.send(text)

    def _game(
        self, sub: Subscription, since: int, now: int, common: views.CommonView
    ) -> tuple[bytes, NumberedScene | None]:
        """The game for one kind of viewer, with scenes or views as the listener asked; and the
        scene that the listener has then."""
        room, viewer = self.room, sub.viewer
        feed = self.feeds.setdefault(viewer, views.Feed(viewer))
        feed.catch_up(room)
        since = min(since, len(feed.items))
        notice = views.game_notice(room, feed, since, room.clocks_seen(now), common)
        is_over = notice.is_open = room.head.phase == "over"
        drawing = Drawing(self, sub)
        for moment, view in views.moments(room, feed, since, common):
            if sub.wants_scenes:
                drawing.draw(moment, view)
            else:
                moment.view = view
            notice.moments.append(moment)
        if sub.wants_scenes:
            drawing.draw(notice, views.view_of(room, EVERYONE if is_over else viewer, common))
        else:
            notice.view = views.view_of(room, viewer, common)
            notice.open = views.view_of(room, EVERYONE, common) if is_over else None
        text = written(briefly(notice, drawing.changes) if sub.is_brief else notice)
        return text, drawing.last


class Drawing:
    """Puts scenes into the notices of a message, or how each differs from the one before."""

    def __init__(self, audience: Audience, sub: Subscription) -> None:
        self.audience, self.sub = audience, sub
        self.last = sub.last_scene  # that the listener has
        self.changes: list[SceneChange | None] = []  # for a brief listener

    def draw(self, notice: Shown | MomentSeen, view: View) -> None:
        audience, viewer, last = self.audience, self.sub.viewer, self.last
        room, cache = audience.room, audience.scene_cache
        scene, notice.picture = scene_or_picture(room.game, view, room.names(), cache)
        self.changes.append(None)
        if scene is None:
            self.last = None
            return
        now = audience.last_scenes.get(viewer)
        if now is None or now.scene != scene:
            now = NumberedScene(now.number + 1 if now else 1, scene)
            audience.last_scenes[viewer] = now
        notice.number, self.last = now.number, now
        if last is None:
            notice.scene = scene
        elif self.sub.is_brief:
            self.changes[-1] = change(last.scene, scene, last.number)
        else:
            notice.patch = patch(last.scene, scene, last.number)
