"""Everything that is asked in single requests: games, rulebooks, the lobby, rooms, finished games.

Nothing here knows how a request travels: `app.py` answers them over HTTP, and `trivet.offline`
inside a page.
"""

from trivet.catalogue import GAMES
from trivet.lessons import LessonError
from trivet.rulebook import HOUSE, NoRulebook
from trivet.server.http import lab, pages
from trivet.server.http.calls import ApiCall, ApiReply, ApiRoute, Refusing, decoded, lasting, reply
from trivet.server.http.record_endpoints import RecordEndpoints
from trivet.server.process.threads import in_thread
from trivet.server.rooms.registry import Rooms
from trivet.server.rooms.sessions import Sessions
from trivet.server.store.names import BadName
from trivet.server.table.room import Person
from trivet.server.wire.api import Me, NewRoom, Opened, PlayOn, Rename


class Endpoints:
    """Answers requests by calling rooms, pages and records."""

    def __init__(self, rooms: Rooms, sessions: Sessions, records: RecordEndpoints) -> None:
        self.rooms, self.sessions, self.records = rooms, sessions, records

    def routes(self) -> list[ApiRoute]:
        return [
            ApiRoute("POST", "/api/me", self.rename),
            ApiRoute("GET", "/api/games", self.games),
            ApiRoute("GET", "/api/games/{game}/art", self.art),
            ApiRoute("GET", "/api/games/{game}/lesson", self.lesson),
            ApiRoute("GET", "/api/games/{game}/topics", self.topics),
            ApiRoute("GET", "/api/rules/{book}", self.rules),
            ApiRoute("GET", "/api/rules/{book}/bites", self.bites),
            ApiRoute("GET", "/api/lab/{game}", self.lab),
            ApiRoute("GET", "/api/lobby", self.lobby),
            ApiRoute("POST", "/api/rooms", self.open_room),
            *self.records.routes(),
            ApiRoute("POST", "/api/records/{room}/play", self.play_on),
        ]

    # --- games and rulebooks ---

    async def games(self, call: ApiCall) -> ApiReply:
        return lasting(pages.catalogue())

    async def art(self, call: ApiCall) -> ApiReply:
        return lasting(await in_thread(pages.drawings, game_of(call)))

    async def topics(self, call: ApiCall) -> ApiReply:
        return reply(pages.topics(game_of(call)))

    async def lesson(self, call: ApiCall) -> ApiReply:
        try:
            lesson = await in_thread(pages.lesson, game_of(call))
        except LessonError as wrong:
            raise Refusing(404, "no-lesson", f"The lesson is broken: {wrong}.") from None
        if lesson is None:
            raise Refusing(404, "no-lesson", "There is no lesson for this game yet.")
        return lasting(lesson)

    async def rules(self, call: ApiCall) -> ApiReply:
        try:
            return lasting(pages.book(book_of(call)))
        except NoRulebook:
            reason = "Nobody has written a rulebook for this game yet."
            raise Refusing(404, "no-rules", reason) from None

    async def bites(self, call: ApiCall) -> ApiReply:
        return lasting(await in_thread(pages.bites_of, book_of(call)))

    async def lab(self, call: ApiCall) -> ApiReply:
        return lasting(await in_thread(lab.of_game, game_of(call)))

    # --- people and rooms ---

    async def rename(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), Rename)
        try:
            who = await self.sessions.rename(guest, wish.name)
        except BadName as wrong:
            raise Refusing(422, "bad-name", str(wrong)) from None
        self.rooms.rename(who)
        return reply(Me(name=who.name))

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
