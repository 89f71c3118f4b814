"""Finished games on the server: how they stood, and whether they were fair."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from games.trinity.drawing import city

from server.test_sockets import fetch
from trivet.bots import chances
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.server.records import analysis_worker
from trivet.server.records.analysis import Analysis, EstimateProcess, turns
from trivet.server.records.archive import RecordRequest
from trivet.server.table.room import Failing
from trivet.server.wire.api import Point

GOLDENS = Path(__file__).parents[1] / "goldens"
QUICK = [name for name in GAMES if name in ("sovereign", "trifecta")]


def text_of(game):
    return next(GOLDENS.glob(f"{game}-*-greedy.trivet")).read_text()


# --- the estimate ---------------------------------------------------------------------------------


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(analysis_worker, "SECONDS_EACH", 0.0)
    monkeypatch.setattr(chances, "FEWEST", 2)
    monkeypatch.setattr(analysis_worker, "SECONDS", 0.0)  # in as few places as possible


@pytest.mark.parametrize("game", QUICK)
def test_the_chances_of_a_game_end_with_its_result(hasty, game):
    table = record.load(text_of(game), GAMES)[0]
    found = {point.at: point for point in analysis_worker.points(text_of(game))}
    assert {0, len(table.log)} <= found.keys()
    assert found[len(table.log)].shares == table.state.scores()
    assert found[len(table.log)].error == 0
    for point in found.values():
        assert sum(point.shares) == pytest.approx(1)
        assert 0 <= point.error <= 1


def test_no_position_with_a_secret_answer_on_the_table_is_looked_at():
    """After "A build ..." the deck of A lies sealed: B has not answered yet."""
    text = text_of("sovereign")
    assert "\n1 A build " in text
    assert 1 not in analysis_worker.positions(text)
    assert {0, 2} <= analysis_worker.positions(text).keys()


def test_a_won_position_is_seen_to_be_won():
    """Before its last answers a game between bots is as good as over."""
    text = text_of("sovereign")
    table = record.load(text, GAMES)[0]
    winner = table.state.scores().index(1)
    resting = analysis_worker.positions(text)
    late = [at for at in resting if not resting[at].is_over()][-1]
    point = analysis_worker.estimate(resting[late], late, analysis_worker.Dice(1))
    assert point.shares[winner] > 0.9
    assert point.games >= chances.FEWEST


@pytest.mark.parametrize("hands", [("HCI", "") + ("",) * more for more in range(3)])
def test_a_position_is_played_on_and_not_only_guessed_at(hands):
    """Steady bots of Trinity came to guess without playing on when they are four."""
    s = city("AL .  .  BL", hands)
    guesses = {
        tuple(analysis_worker.estimate(s, 0, analysis_worker.Dice(seed)).shares)
        for seed in range(2)
    }
    assert len(guesses) == 2


def test_the_interval_is_honest_about_few_games_and_sure_wins():
    assert analysis_worker.half(0.5, 100) == pytest.approx(0.096, abs=0.001)
    assert analysis_worker.half(1.0, 100) > 0.01
    assert analysis_worker.half(0.5, 12) > 0.2


def test_a_long_game_is_looked_at_all_over():
    assert analysis_worker.spread(list(range(500)), 5) == [0, 125, 250, 374, 499]
    assert analysis_worker.spread([3, 5, 8], 5) == [3, 5, 8]


# --- turning points -------------------------------------------------------------------------------


def point(at, share, error=0.05):
    return Point(at=at, shares=[share, 1 - share], error=error, games=100)


def test_a_turning_point_is_a_change_that_chance_does_not_explain():
    calm = [point(0, 0.5), point(4, 0.55), point(9, 0.48)]
    assert turns(calm) == []
    found = turns([*calm, point(12, 0.9), point(15, 0.85)])
    assert [(turn.before, turn.at) for turn in found] == [(9, 12)]
    assert turns([point(0, 0.3, 0.25), point(1, 0.7, 0.25)]) == []


def test_only_the_greatest_turns_are_named_in_their_order():
    shares = [0.1, 0.9, 0.1, 0.7, 0.2, 0.6]
    found = turns([*(point(at, share) for at, share in enumerate(shares)), point(6, 0.6)])
    assert [turn.at for turn in found] == [1, 2, 3]


def test_the_end_itself_is_not_a_turning_point():
    assert turns([point(0, 0.5), point(4, 0.55), point(9, 1.0)]) == []


# --- the keeper -----------------------------------------------------------------------------------


class Shelf:
    """A store that only keeps chances."""

    def __init__(self):
        self.kept = {}

    async def chances(self, room):
        return self.kept.get(room)

    async def keep_chances(self, room, data):
        self.kept[room] = data


def worked_out(oracle, room="room", text="text", tries=200):
    async def run():
        for _ in range(tries):
            found = await oracle.chances(RecordRequest("ann", room, text))
            if found.is_done:
                return found
            await asyncio.sleep(0.02)
        raise TimeoutError

    return run()


def saying(*points):
    """A process that says this, whatever it is asked."""
    lines = [json.dumps(one) for one in points]
    return (sys.executable, "-c", f"import sys; sys.stdin.read(); print(*{lines!r}, sep='\\n')")


END = {"at": 7, "shares": [1.0, 0.0], "error": 0.0, "games": 0}
AHEAD = {"at": 5, "shares": [0.9, 0.1], "error": 0.1, "games": 100}
START = {"at": 0, "shares": [0.5, 0.5], "error": 0.1, "games": 100}


def test_chances_are_worked_out_once_and_kept():
    shelf = Shelf()
    found = asyncio.run(worked_out(Analysis(shelf, EstimateProcess(saying(END, START, AHEAD)))))
    assert [one.at for one in found.points] == [0, 5, 7]
    assert [(turn.before, turn.at) for turn in found.turns] == [(0, 5)]
    broken = (sys.executable, "-c", "raise SystemExit(1)")
    assert asyncio.run(worked_out(Analysis(shelf, EstimateProcess(broken)))) == found


def test_what_was_kept_by_another_edition_is_worked_out_anew():
    shelf = Shelf()
    shelf.kept["room"] = b'{"points":[],"edition":0}'
    assert asyncio.run(worked_out(Analysis(shelf, EstimateProcess(saying(START))))).points
    shelf.kept["room"] = b"damaged"
    assert asyncio.run(worked_out(Analysis(shelf, EstimateProcess(saying(START))))).points


@pytest.mark.parametrize("code", ["raise SystemExit(3)", "print('nonsense')"])
def test_a_process_that_fails_is_told_and_not_tried_for_ever(code):
    oracle = Analysis(Shelf(), EstimateProcess((sys.executable, "-c", code)))
    with pytest.raises(Failing, match="could not be worked out"):
        asyncio.run(worked_out(oracle))


def test_a_house_that_closes_waits_for_no_estimate():
    async def run():
        oracle = Analysis(
            Shelf(), EstimateProcess((sys.executable, "-c", "import time; time.sleep(60)"))
        )
        await oracle.chances(RecordRequest("ann", "room", "text"))
        await asyncio.sleep(0.1)
        await asyncio.wait_for(oracle.close(), 5)
        assert not oracle._tasks

    asyncio.run(run())


# --- over the wire --------------------------------------------------------------------------------


def test_a_finished_game_is_found_fair(server, resigned):
    status, _, body = fetch(server, "GET", f"/api/records/{resigned}/verdict")
    assert status == 200
    assert json.loads(body)["is_fair"]
    assert json.loads(body)["words"].startswith("fair so far")


def test_the_server_works_out_how_a_game_stood(server, resigned):
    async def run():
        for _ in range(400):
            body = fetch(server, "GET", f"/api/records/{resigned}/chances")[2]
            if json.loads(body)["is_done"]:
                return json.loads(body)
            await asyncio.sleep(0.1)
        raise TimeoutError

    assert asyncio.run(run())["points"][0]["at"] == 0


@pytest.mark.parametrize("what", ["verdict", "chances", "frames"])
def test_there_is_nothing_to_tell_of_a_game_that_is_not_over(server, what):
    status, _, body = fetch(server, "GET", f"/api/records/nowhere/{what}")
    assert (status, json.loads(body)["code"]) == (404, "no-record")
