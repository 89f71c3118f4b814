"""Simulated worlds in small; `./play campaign simulate` runs ten thousand.

That every planted fault is found shows what a whole world notices.  What no fault shows is tried on
the observer itself: a check that cannot fail proves nothing.
"""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import msgspec
import pytest
from campaigns.simulation import campaign
from campaigns.simulation.model_store import LyingDisk
from campaigns.simulation.observer import Observer, Seen
from campaigns.simulation.world import simulate

import trivet
from trivet.server.rooms.caller import Caller
from trivet.server.rooms.registry import Rooms
from trivet.server.store.contract import LogRow, Spoken, StoredRoom
from trivet.server.store.stored import Chair, RoomHead
from trivet.server.wire.messages import Answer
from trivet.server.wire.outgoing import ChatLines, RoomSeen, Shown

WORLDS = 12  # of one, two and three servers
SOURCE = Path(__file__).parents[2] / "src"
TRACES = """
from campaigns.simulation.world import simulate
for seed in range(1, 7):
    print(simulate(seed).trace)
"""


@pytest.mark.long
@pytest.mark.timeout(180)
def test_worlds_full_of_trouble_break_nothing():
    worlds = [simulate(seed) for seed in range(1, WORLDS + 1)]
    assert {one.seed: one.broken for one in worlds if one.broken} == {}
    assert all(one.acts > 0 and one.events for one in worlds)
    assert sum(one.acts for one in worlds) > 80 * WORLDS
    assert sum(one.counts["records checked"] for one in worlds) > 0
    assert sum("server crashes" in event for one in worlds for event in one.events) > WORLDS


def traces(*homes, hash_seed):
    """Everything that people were sent in some worlds, and when, by a process of its own."""
    path = os.pathsep.join([*map(str, homes), str(SOURCE.parent / "tests")])
    return subprocess.run(
        [sys.executable, "-c", TRACES],
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed},
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip


@pytest.mark.long
@pytest.mark.timeout(180)
def test_a_seed_is_the_same_world_in_every_process_and_on_both_builds():
    here = Path(trivet.__file__).parents[1]
    found = traces(here, hash_seed="1")
    assert len(set(found)) == 6
    assert traces(SOURCE, hash_seed="2") == found


@pytest.mark.long
@pytest.mark.timeout(400)
@pytest.mark.parametrize("fault", campaign.PLANTED)
def test_a_planted_fault_is_found_in_few_worlds(fault):
    assert campaign.planted(fault), fault


def never_sweep(rooms):
    """Tables that nobody looks at stay in memory."""


async def let_nobody_in(caller, speaker, request):
    """Whoever enters hears nothing."""


def deaf_to_answers(caller, speaker, request, at, take=Caller.take):
    return None if isinstance(request, Answer) else take(caller, speaker, request, at)


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "name", "fault", "sentence"),
    [
        (Rooms, "sweep", never_sweep, "an idle table stays in memory"),
        (Caller, "enter", let_nobody_in, "somebody cannot come back"),
        (Caller, "take", deaf_to_answers, "an answer is never acknowledged"),
    ],
    ids=["sweep", "enter", "take"],
)
def test_a_world_that_comes_to_rest_is_looked_at(monkeypatch, kind, name, fault, sentence):
    monkeypatch.setattr(kind, name, fault)
    assert any(sentence in simulate(seed).broken for seed in range(1, 7))


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_broken_world_becomes_a_short_test(tmp_path):
    run = partial(simulate, disk=LyingDisk)
    seed, *broken = campaign.planted("commit-unsynced")
    outcome = run(int(seed))
    events = campaign.shrunk(outcome, run)
    assert len(events) < len(outcome.events)
    assert run(outcome.seed, events).broken[0] == broken[0]
    written = campaign.write_test(outcome, events, tmp_path).read_text()
    namespace = {}
    exec(compile(written, "test", "exec"), namespace)  # noqa: S102
    assert namespace["EVENTS"] == events
    namespace[f"test_world_{seed}"]()  # on an honest disk


# --- the observer ---------------------------------------------------------------------------------

ROOM = "r" * 22
CHAIRS = [Chair(person="a" * 22, name="Ann"), Chair(person="b" * 22, name="Bob")]
HEAD = RoomHead(
    id=ROOM, game="sovereign", rules=1, seed=bytes(32), host="a" * 22, chairs=CHAIRS, options={},
    phase="playing",
)  # fmt: skip
SEAT = {
    "letter": "A", "kind": "person", "name": "Ann", "bot": "", "is_present": True, "away": 0,
    "is_ready": True, "hints": 0, "out": "",
}  # fmt: skip
ABOUT = {
    "id": ROOM, "game": "sovereign", "title": "", "is_public": True, "phase": "playing",
    "seats": [SEAT, SEAT], "you": 0, "is_host": True, "host": 0, "watchers": 0, "options": {},
    "clock": {"kind": "bank", "seconds": 60, "increment": 5}, "stand_in": "greedy",
    "commitment": "promise", "sealed": [], "is_revealing": False, "withheld": 0,
    "is_agreed": False, "salt": "", "seed": "", "has_hints": True, "has_conceding": False,
    "slow": 0, "is_chat_open": True, "muted": [], "offers": [], "result": None, "next": "",
}  # fmt: skip
GAME = {
    "view": None, "waiting": [], "wait": "", "ask": None, "count": 0, "may_undo": False, "since": 0,
    "news": [], "turns": [], "moments": [], "takebacks": 0, "clocks": [], "number": 1,
}  # fmt: skip
VIEW = {
    "game": "sovereign", "viewer": "open", "seats": 2, "waiting": [], "answered": [], "step": "",
    "shows": "", "ask": "", "said": "", "over": False, "scores": [], "options": {}, "warnings": [],
    "table": {},
}  # fmt: skip
LINE = f"{ROOM[:6]} hello"


class Evening:
    """What one guest is shown and acknowledged, step by step."""

    def __init__(self):
        self.observer = Observer()
        self.seen = Seen(self.observer, ROOM, is_alone=True)

    def room(self, **more):
        self.seen.take_room(msgspec.convert(ABOUT | more, RoomSeen))

    def chair(self, **more):
        self.room(seats=[SEAT | more, SEAT])

    def game(self, now=0, *, clocks=(), news=(), **more):
        clocks = [{"left": left, "runs": True} for left in clocks]
        news = [{"what": what, "data": [], "words": "", "by": 0} for what in news]
        shown = GAME | {"clocks": clocks, "news": news} | more
        self.seen.take_shown(msgspec.convert(shown, Shown), now, 0)

    def chat(self, *lines, since=0):
        said = [{"name": "Ann", "seat": 0, "text": text, "at": 1} for text in lines]
        told = {"channel": "players", "since": since, "lines": said}
        self.seen.take_lines(msgspec.convert(told, ChatLines))

    def took(self, text="x", count=0, now=1):
        self.observer.sends(ROOM, 0, count, [text])
        self.observer.took(ROOM, 0, count, [text], now)

    def said(self):
        self.observer.said[LINE] = True

    def stored(self, *rows, lines=(), **more):
        head = msgspec.structs.replace(HEAD, **more)
        log = [LogRow(kind, 0, 0, said) for kind, said in rows]
        spoken = [Spoken("players", "Ann", 0, text, 1, "a" * 22) for text in lines]
        self.observer.compare(ROOM, StoredRoom(head, log, spoken))

    def gone(self):
        self.observer.compare(ROOM, None)

    def replays(self, *choices, record=None, **more):
        head = msgspec.structs.replace(HEAD, **more)
        rows = [LogRow("answer", 0, choice, "") for choice in choices]
        self.observer.replays(StoredRoom(head, rows, []), [], record)


def step(name, *words, **more):
    return lambda evening: getattr(evening, name)(*words, **more)


BREACHES = {
    "1 acts after 0 were acknowledged as 2": [step("took", now=2)],
    "two acts were acknowledged under one number": [step("took"), step("took", "y")],
    "a table had two rematches": [step("room", next="n"), step("room"), step("room", next="m")],
    "the dice were changed after they were promised": [
        step("room"), step("room", withheld=1, commitment="new"), step("room", commitment="new"),
    ],
    "a table is gone": [step("room"), step("stored"), step("gone")],
    "a game that was over is playing again": [
        step("room", phase="over"), step("stored", phase="over"), step("stored"),
    ],
    "a rematch is forgotten": [
        step("room", next="n"), step("stored", next="n"), step("stored"),
    ],
    "a withheld start is forgotten": [
        step("room", withheld=1), step("stored", withheld=1), step("stored"),
    ],
    "somebody who had resigned plays again": [step("chair", out="resigned"), step("stored")],
    "a hint is forgotten": [step("chair", hints=1), step("stored")],
    "an act was acknowledged and lost": [
        step("took"), step("stored", ("answer", "x")), step("stored"),
    ],
    "answers were taken back, and nobody had offered it": [
        step("stored"), step("stored", ("cut", "")),
    ],
    "somebody else answered for a player": [step("stored"), step("stored", ("answer", ""))],
    "an act was stored twice, or never sent": [
        step("took"), step("stored", ("answer", "x")),
        step("stored", ("answer", "x"), ("answer", "x")),
    ],
    "a line was stored twice, or never sent": [
        step("said"), step("stored", lines=[LINE]), step("stored", lines=[LINE, LINE]),
    ],
    "a line was acknowledged and lost": [
        step("said"), step("stored", lines=[LINE]), step("stored"),
    ],
    "the seed was shown before the end": [step("room"), step("room", seed="00")],
    "all cards were shown during the game": [step("game"), step("game", open=VIEW)],
    "a takeback was undone": [step("game", takebacks=1), step("game")],
    "news are missing": [step("game", news="a"), step("game", since=1), step("game", since=2)],
    "what was seen is different now": [
        step("game", news="ab"), step("game", news="ab"), step("game", news="ac"),
    ],
    "what was seen was undone": [step("game", news="ab"), step("game", news="a")],
    "fewer acts are shown than were acknowledged": [
        step("took"), step("game", count=1), step("game", count=0),
    ],
    "a clock has run too fast": [
        step("room"), step("game", clocks=[60_000]), step("game", 9000, clocks=[51_000]),
        step("game", 10_000, clocks=[40_000]),
    ],
    "a clock went back": [
        step("room"), step("game", clocks=[30_000]), step("game", 1000, clocks=[34_000]),
        step("game", 2000, clocks=[90_000]),
    ],
    "a line of the chat is different now": [step("chat", "a", "b"), step("chat", "c", since=1)],
    "lines of the chat were undone": [step("chat", "a", "b"), step("chat", "a")],
    "a table has no game": [step("replays"), step("replays", game="chess")],
    "a finished game has no record": [step("replays"), step("replays", phase="over")],
}  # fmt: skip


@pytest.mark.parametrize("sentence", BREACHES)
def test_the_observer_sees_what_is_broken_and_nothing_before(sentence):
    evening, (*sound, broken) = Evening(), BREACHES[sentence]
    for do in sound:
        do(evening)
    assert evening.observer.broken == []
    broken(evening)
    assert sentence in evening.observer.broken


def test_a_log_that_leads_nowhere_is_seen():
    evening = Evening()
    evening.replays(10**6)
    assert evening.observer.broken[0].startswith("a log does not replay")


def test_a_table_may_have_another_rematch_if_the_first_was_closed():
    evening = Evening()
    evening.room(next="n")
    evening.observer.facts["n"].withheld = 2  # its dice could not be mixed
    evening.room(next="m")
    evening.room(next="n")  # of a server that is behind
    evening.stored(next="m")
    assert evening.observer.broken == []
