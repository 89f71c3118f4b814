"""Everything that is asked in single requests: games, rulebooks, the lobby, rooms, finished games.

Nothing here knows how a request travels: `app.py` answers them over HTTP, and `trivet.offline`
inside a page.
"""

from typing import Protocol

from trivet.catalogue import GAMES
from trivet.lessons import LessonError
from trivet.rulebook import HOUSE, NoRulebook
from trivet.server.http import lab, pages
from trivet.server.http.calls import (
    ApiCall,
    ApiReply,
    ApiRoute,
    BoundRoute,
    Refusing,
    bound,
    decoded,
    reply,
)
from trivet.server.http.record_endpoints import RecordEndpoints
from trivet.server.process.threads import in_thread
from trivet.server.rooms.everything import everything_of
from trivet.server.rooms.registry import Rooms
from trivet.server.rooms.sessions import Sessions
from trivet.server.store.names import BadName
from trivet.server.table.room import Person
from trivet.server.wire.api import (
    Art,
    BitesSeen,
    Book,
    Catalogue,
    Erase,
    Erased,
    Everything,
    LabReports,
    Lesson,
    Lobby,
    Logout,
    Me,
    NewRoom,
    Opened,
    PlayOn,
    Rename,
    SessionList,
    SessionSeen,
    Topics,
)


class HasRoutes(Protocol):
    """Other endpoints, for servers with people on several devices."""

    def routes(self) -> list[BoundRoute]: ...


class Endpoints:
    """Answers requests by calling rooms, pages and records."""

    def __init__(
        self,
        rooms: Rooms,
        sessions: Sessions,
        records: RecordEndpoints,
        *of_people: HasRoutes,
    ) -> None:
        self.rooms, self.sessions, self.records = rooms, sessions, records
        self.of_people = of_people

    def routes(self) -> list[BoundRoute]:
        more = [route for one in self.of_people for route in one.routes()]
        return [*bound(ROUTES, self), *self.records.routes(), *more]

    # --- games and rulebooks ---

    async def games(self, call: ApiCall) -> ApiReply:
        return reply(pages.catalogue())

    async def art(self, call: ApiCall) -> ApiReply:
        return reply(await in_thread(pages.drawings, game_of(call)))

    async def topics(self, call: ApiCall) -> ApiReply:
        return reply(pages.topics(game_of(call)))

    async def lesson(self, call: ApiCall) -> ApiReply:
        try:
            lesson = await in_thread(pages.lesson, game_of(call))
        except LessonError as wrong:
            raise Refusing(404, "no-lesson", f"The lesson is broken: {wrong}.") from None
        if lesson is None:
            raise Refusing(404, "no-lesson", "There is no lesson for this game yet.")
        return reply(lesson)

    async def rules(self, call: ApiCall) -> ApiReply:
        try:
            return reply(pages.book(book_of(call)))
        except NoRulebook:
            reason = "Nobody has written a rulebook for this game yet."
            raise Refusing(404, "no-rules", reason) from None

    async def bites(self, call: ApiCall) -> ApiReply:
        return reply(await in_thread(pages.bites_of, book_of(call)))

    async def lab(self, call: ApiCall) -> ApiReply:
        return reply(await in_thread(lab.of_game, game_of(call)))

    # --- people and rooms ---

    async def me(self, call: ApiCall) -> ApiReply:
        return reply(Me(name=(await call.visitor()).name))

    async def rename(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), Rename)
        try:
            who = await self.sessions.rename(guest, wish.name)
        except BadName as wrong:
            raise Refusing(422, "bad-name", str(wrong)) from None
        self.rooms.rename(who)
        return reply(Me(name=who.name))

    async def sessions_of(self, call: ApiCall) -> ApiReply:
        return reply(await self._sessions(call, (await call.guest()).person))

    async def logout(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), Logout)
        mine = await self.sessions.of(guest.person)
        wanted = [one.token for one in mine if _id_of(one.token) == wish.session]
        if wish.session and not wanted:
            raise Refusing(404, "no-session", "There is no such session.")
        token = wanted[0] if wanted else call.session
        await self.sessions.end(guest.person, token)
        call.end_session(guest.person, is_own=token == call.session)
        return reply(await self._sessions(call, guest.person))

    async def _sessions(self, call: ApiCall, person: str) -> SessionList:
        """Those of a page that is its own server are nobody's business."""
        return SessionList(
            sessions=[
                SessionSeen(
                    id=_id_of(one.token), since=one.issued, until=one.until,
                    is_this=one.token == call.session,
                )
                for one in (await self.sessions.of(person) if call.session else [])
            ]
        )  # fmt: skip

    async def everything(self, call: ApiCall) -> ApiReply:
        guest = await call.guest()
        call.expect_seldom("export")
        found = await everything_of(self.rooms, guest.person)
        if found is None:
            raise Refusing(404, "no-person", "Nothing is stored about you.")
        return reply(found)

    async def erase(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), Erase)
        if wish.name != guest.name:
            raise Refusing(422, "other-name", f"To be erased, say who you are: {guest.name}.")
        call.expect_seldom("erase")
        tables = await self.rooms.removal.erase(
            guest.person, lambda: call.send_away(guest.person, "You have been erased.")
        )
        self.sessions.forget(guest.person)
        await self.rooms.sanctions.load()  # those of the person are gone
        return reply(Erased(tables=tables))

    async def lobby(self, call: ApiCall) -> ApiReply:
        return reply(await self.rooms.lobby(await self._person(call)))

    async def open_room(self, call: ApiCall) -> ApiReply:
        who = await self._person(call)
        call.expect_few_rooms()
        wish = decoded(await call.body(), NewRoom)
        return reply(await self.rooms.opening.open_with_tickets(who, wish), 201)

    async def play_on(self, call: ApiCall) -> ApiReply:
        who = await self._person(call)
        call.expect_few_rooms()
        wish = decoded(await call.body(), PlayOn)
        begun = await self.records.beginning(call, wish.at)
        return reply(Opened(room=await self.rooms.opening.play_on(who, begun, wish)), 201)

    async def _person(self, call: ApiCall) -> Person:
        guest = await call.guest()
        return Person(guest.person, guest.name)


def _id_of(token: bytes) -> str:
    return token.hex()[:16]


def game_of(call: ApiCall) -> str:
    game = call.named["game"]
    if game not in GAMES:
        raise Refusing(404, "no-game", "There is no such game.")
    return game


def book_of(call: ApiCall) -> str:
    book = call.named["book"]
    if book not in GAMES and book != HOUSE:
        raise Refusing(404, "no-rules", "There is no such rulebook.")
    return book


GAME, BOOK = "/api/games/{game}", "/api/rules/{book}"
ROUTES = (
    ApiRoute("GET", "/api/me", Endpoints.me, Me, "who you are; a stranger becomes a guest"),
    ApiRoute("POST", "/api/me", Endpoints.rename, Me, "who you are now", takes=Rename),
    ApiRoute(
        "GET", "/api/sessions", Endpoints.sessions_of, SessionList, "where you are logged in",
    ),
    ApiRoute(
        "POST", "/api/logout", Endpoints.logout, SessionList,
        "where you are still logged in; sockets close with 1012, and come back with a good cookie",
        takes=Logout,
    ),
    ApiRoute(
        "GET", "/api/me/everything", Endpoints.everything, Everything,
        "all that is stored about you",
    ),
    ApiRoute(
        "POST", "/api/me/erase", Endpoints.erase, Erased,
        "you leave every table and are a stranger; games stay, with “Somebody” in your place",
        takes=Erase,
    ),
    ApiRoute(
        "GET", "/api/games", Endpoints.games, Catalogue,
        "games, their options, levels of bots", lasts=True,
    ),
    ApiRoute("GET", f"{GAME}/art", Endpoints.art, Art, "the drawings that scenes name", lasts=True),
    ApiRoute(
        "GET", f"{GAME}/lesson", Endpoints.lesson, Lesson,
        "the first steps of a game, for a table that teaches it", lasts=True,
    ),
    ApiRoute(
        "GET", f"{GAME}/topics", Endpoints.topics, Topics,
        "what cards, pieces, tiles and abilities do, by name", lasts=True,
    ),
    ApiRoute(
        "GET", BOOK, Endpoints.rules, Book,
        "a rulebook, in Markdown and rule by rule; BOOK is the name of a game, or `house`",
        lasts=True,
    ),
    ApiRoute(
        "GET", f"{BOOK}/bites", Endpoints.bites, BitesSeen,
        "positions in which its rules refuse an answer", lasts=True,
    ),
    ApiRoute(
        "GET", "/api/lab/{game}", Endpoints.lab, LabReports,
        "the balance reports of a game, shortened; their games are records by name, "
        "`/api/records/lab.GAME-SEATS.NAME`",
        lasts=True,
    ),
    ApiRoute(
        "GET", "/api/lobby", Endpoints.lobby, Lobby,
        "your tables, your turn first, and tables to sit at",
    ),
    ApiRoute("POST", "/api/rooms", Endpoints.open_room, Opened, "the new table", takes=NewRoom),
    ApiRoute(
        "POST", "/api/records/{room}/play", Endpoints.play_on, Opened,
        "a new table against bots that goes on from a position", takes=PlayOn,
    ),
)  # fmt: skip
