"""Compares what each viewer of a game was sent with what that viewer may know.

Two people and a watcher are at one table for a while; then both people leave, and the record of the
game is public.  For each of the three it is checked that:
- every view that came over the socket is one that the game builds for this viewer from the log;
  every scene is drawn from such a view; every line of news was told to this viewer;
- a question came only in a position that waits for this viewer; a seed never before the end;
- only public addresses were requested over HTTP;
- every accessible name on the page is in a scene that this viewer was sent;
- the page keeps nothing but its settings, and its one cookie is hidden from scripts.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from campaigns.manners import calm, owe, pair
from campaigns.visitor import Visitor, Visits
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.state import NOBODY
from trivet.core.table import Table
from trivet.server.table.drawing import scene_of

PUBLIC = re.compile(
    r"/|/t/[\w-]+|/favicon\.svg|/assets/[\w.-]+|/api/(me|games|lobby|rooms)|"
    r"/api/(games|rules)/\w+(/(art|rules|lesson|bites|topics))?"
)
KEPT = re.compile(r"trivet-settings|trivet-dice-[\w-]+")  # in the storage of the browser


def keeps_secrets(visit: Visits, game: Game[Any], answers: int) -> None:
    """Play for a while and check everything that each viewer was sent."""
    host, rival = pair(visit, game)
    watcher = visit()
    watcher.page.goto(host.page.url)
    watcher.wait(lambda: bool(watcher.shown), "the watcher sees the table")
    _play(host, rival, answers)
    viewers = ((0, host), (1, rival), (NOBODY, watcher))
    for _, guest in viewers:
        _look_around(guest)
    frames = [_sent(guest) for _, guest in viewers]
    table, names = _finished(host, rival, game.fewest)
    for (viewer, _), sent in zip(viewers, frames, strict=True):
        owe(not (found := leaks(table, names, viewer, sent)), f"viewer {viewer}: {found[:3]}")
    calm(host, rival, watcher)


def _play(host: Visitor, rival: Visitor, answers: int) -> None:
    dice = Dice(11)
    for _ in range(answers):
        host.wait(lambda: any(g.sight().is_settled for g in (host, rival)), "somebody is asked")
        mover = next(guest for guest in (host, rival) if guest.sight().is_settled)
        if mover.is_over():
            return
        while not mover.has_picked():
            mover.touch(dice.below(1000))
        mover.confirm()


def _finished(host: Visitor, rival: Visitor, seats: int) -> tuple[Table, list[str]]:
    """The table with all cards, from the record: people resign if the game is not over.  With two
    players one resignation ends it, and the other page may not know yet."""
    for guest in (host,) if seats == 2 else (host, rival):
        if not guest.is_over():
            guest.resign()
    host.wait(host.is_over, "the game is over")
    room = host.page.url.rsplit("/", 1)[1]
    found = record.load(host.page.request.get(f"/api/records/{room}").text(), GAMES)
    return found.table, found.players


def leaks(
    table: Table, names: Sequence[str], viewer: int, sent: Sequence[dict[str, Any]]
) -> list[str]:
    """What a viewer was sent and may not know."""
    views, scenes = _lawful(table, viewer)
    told = {table.game.codec.news(news.event, names, viewer) for news in table.news_for(viewer)}
    found: list[str] = []
    for notice in sent:
        if notice["is"] == "room" and notice["phase"] != "over" and notice["seed"]:
            found.append("the seed of a game that goes on")
        if notice["is"] != "shown" or notice["is_open"]:
            continue
        if notice["open"] is not None:
            found.append("all cards of a game that goes on")
        for seen in (notice, *notice["moments"]):
            if seen["view"] is not None and _dumped(seen["view"]) not in views:
                found.append(f"a view of somebody else: {_dumped(seen['view'])[:200]}")
            if seen["scene"] is not None and _dumped(seen["scene"]) not in scenes:
                found.append(f"a scene of somebody else: {_dumped(seen['scene'])[:200]}")
        if notice["ask"] is not None and viewer not in notice["waiting"]:
            found.append("a question to somebody else")
        found += [
            f"news for somebody else: {item['words']}"
            for item in notice["news"]
            if item["words"] not in told
        ]
    return found


def _lawful(table: Table, viewer: int) -> tuple[set[str], set[str]]:
    """Every view of the game for a viewer, and their scenes."""
    past, views, scenes = table.fresh(), set[str](), set[str]()
    for answer in (None, *table.log):
        if answer is not None:
            past.replay([answer])
        for state in (past.state, *(moment.state for moment in past.moments)):
            view = state.view(viewer)
            views.add(_dumped(view))
            scenes.add(_dumped(msgspec.to_builtins(scene_of(table.game, view))))
        past.moments.clear()
    return views, scenes


def _dumped(content: Any) -> str:
    """As text that can be compared: 13 and 13.0 are the same place on a table."""
    return json.dumps(json.loads(msgspec.json.encode(content), parse_int=float), sort_keys=True)


def _sent(guest: Visitor) -> list[dict[str, Any]]:
    return guest.notices


def _look_around(guest: Visitor) -> None:
    """Check the HTTP requests, the document and the storage of a page."""
    spoken = guest.page.evaluate(SPOKEN)
    strange = [path for path in guest.fetched if not PUBLIC.fullmatch(path)]
    owe(not strange, f"asked over HTTP: {strange}")
    labels = {
        one["label"]
        for notice in _sent(guest)
        if notice["is"] == "shown" and notice["scene"]
        for zone in notice["scene"]["zones"]
        for one in (zone, *zone["spots"], *zone["pieces"])
    }
    unknown = [
        label for label in spoken if re.sub("(, chosen|, can be chosen)+$", "", label) not in labels
    ]
    owe(not unknown, f"on the page, and never sent: {unknown}")
    keys = guest.page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    owe(all(map(KEPT.fullmatch, keys)), f"kept in the browser: {keys}")
    owe(guest.page.evaluate("document.cookie") == "", "a script can read the cookie")


SPOKEN = """() => [...document.querySelectorAll('[data-zone], [data-zone] [aria-label]')]
  .map(el => el.getAttribute('aria-label'))"""
