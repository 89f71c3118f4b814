"""The report of how games end: TRI-51 asks for it."""

import pytest

from trivet.bots.random import Random
from trivet.core.dice import Dice
from trivet.lab import trinity_ends
from trivet.lab.trinity_ends import GAME, Finished, about, played, row, spread


def test_a_game_is_kept_in_the_order_of_turns():
    bot = Random(GAME.strategy)
    game = played(3, {"end": "printed", "last_turn": 5}, bot, Dice(4))
    assert (game.ended_by, game.turns) == ("TRI-51 c", 6)
    assert len(game.landmarks) == len(game.shares) == 3
    assert sum(game.shares) == pytest.approx(1.0)


def test_the_same_dice_give_the_same_game():
    bot = Random(GAME.strategy)
    assert played(2, {}, bot, Dice(7)) == played(2, {}, bot, Dice(7))


def test_a_row_tells_ends_turns_tail_landmarks_and_shares():
    games = [Finished("TRI-51 b", turns, 2, [5, 4], [1.0, 0.0]) for turns in range(10, 19)] + [
        Finished("TRI-50", 30, 0, [1, 1], [0.5, 0.5])
    ]
    assert row(2, games) == (
        "| 2 | 10 | TRI-50 10.0 ± 18.6 %, TRI-51 b 90.0 ± 18.6 % | 14 (10–18) | 2 (0–2) "
        "| 8.3 ± 1.4 | 95.0 ± 9.8 %, 5.0 ± 9.8 % |"
    )


def test_means_and_spreads():
    assert about([1.0, 3.0]) == "2.0 ± 2.0"
    assert about([1.0]) == "1.0 ± 0.0"
    assert spread(list(range(101))) == "50 (5–95)"


def test_the_command_prints_a_table(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["ends", "--games", "2", "--seats", "2", "--bot", "random"])
    trinity_ends.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("| players | games | ended by |")
    assert lines[2].startswith("| 2 | 2 | TRI-5")
