"""`trivet lab tune`: what wins matches is kept, and a level that loses is reported."""

import pytest

from trivet.bots.tuned import LORE, tuned
from trivet.catalogue import GAMES
from trivet.cli.lab import tune as command
from trivet.lab.arena import PlayedTable
from trivet.lab.tune import Tuner

GAME = GAMES["sovereign"]


class Clock:
    """Moves on by a second for each block that is played."""

    now = 0.0

    def __call__(self):
        return self.now


def workers(clock, strength):
    """Every other block goes as the strengths of the players say; the rest are shared."""

    def do(work, jobs):
        for contest, number in jobs:
            clock.now += 1
            first, second = (strength(player) for player in contest.players)
            share = 0.5 if first == second or number % 2 else float(first > second)
            yield [
                PlayedTable(contest.players, (share, 1 - share), 1, ({}, {})),
                PlayedTable(contest.players[::-1], (1 - share, share), 1, ({}, {})),
            ]

    return do


def tuner(strength):
    clock = Clock()
    return Tuner(GAME, 2, workers(clock, strength), clock=clock)


def test_a_game_that_is_not_tuned_plays_out_by_lore(monkeypatch):
    monkeypatch.setattr(type(GAME), "tunings", {"sharp": {"greed": 1}})
    assert tuned("steady", GAME, 2).greed == LORE > 1
    assert tuned("sharp", GAME, 2).greed == 1


def test_what_wins_is_kept_and_better_levels_follow():
    found = tuner(lambda player: "tree=0" in player)
    before = {level: dict(knobs) for level, knobs in GAME.tunings.items()}
    told = {(level, *knobs): match.verdict for level, knobs, match in found.search(10_000)}
    assert told["sharp", "tree"] == "high"
    assert list(told.values()).count("high") == 1
    assert found.kept["steady"] == {}
    assert found.kept["sharp"] == found.kept["master"] == {"tree": 0}
    assert found.thought()["master"] == {**before["master"], "tree": 0}
    assert GAME.tunings == before


def test_a_change_that_the_game_has_already_is_not_tried():
    told = [knobs for level, knobs, _ in tuner(len).search(10_000) if level == "steady"]
    assert GAME.tunings["steady"]["prudence"] == 1.0
    assert {"prudence": 1.0} not in told
    assert {"greed": 1} in told


def test_the_time_is_shared_among_the_changes():
    found = tuner(lambda player: 0)
    assert {level for level, _, _ in found.search(90)} == {"steady", "sharp"}
    assert found.clock.now <= 100


def test_a_level_that_loses_to_the_one_below_is_reported(monkeypatch, capsys):
    order = ["random", "greedy", "sharp", "steady", "master"]
    clock = Clock()
    monkeypatch.setattr(
        command, "in_processes",
        lambda jobs: workers(clock, lambda player: order.index(player.partition("+")[0])),
    )  # fmt: skip
    monkeypatch.setattr(Tuner, "clock", staticmethod(clock))
    from trivet.cli.main import main

    assert main(["lab", "tune", "sovereign", "--levels", "--seconds", "160"]) == 1
    out = capsys.readouterr().out
    lines = {line.split("  ")[1]: line for line in out.splitlines() if " over " in line}
    assert "LOSES to the level below" in lines["sharp over steady"]
    assert lines["steady over greedy"].endswith("stronger")
    assert "No change was better" in out


@pytest.mark.parametrize("words", [["--pace", "0"], ["--pace", "x"], ["--seats", "9"]])
def test_a_wrong_wish_is_refused(words, capsys):
    from trivet.cli.main import main

    try:
        code = main(["lab", "tune", "sovereign", *words])
    except SystemExit as left:
        code = left.code
    assert code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
