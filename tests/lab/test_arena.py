"""The arena: the same luck for everyone, the same results from anyone, and nothing played twice."""

import json
import sys
from itertools import permutations
from math import log10

import pytest

from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.lab.arena import Contest, PlayedTable, contests, fine, milliseconds, play_block
from trivet.lab.ledger import BadLedger, Ledger
from trivet.lab.ratings import ratings
from trivet.lab.tally import SequentialTest, interval, quantile, results, share_of
from trivet.lab.workers import NoRay, in_processes, in_ray, in_this_process

DUEL = Contest("sovereign", ("greedy", "random"), seed=3)
THINKING = ({}, {})


def block(*shares):
    """A block of two tables, by the share of the first player in each."""
    one, other = shares
    return [
        PlayedTable(("a", "b"), (one, 1 - one), 9, THINKING),
        PlayedTable(("b", "a"), (1 - other, other), 9, THINKING),
    ]


def without_times(tables):
    return [(table.players, table.shares, table.answers) for table in tables]


# --- blocks ---------------------------------------------------------------------------------------


def test_every_player_has_every_seat_once():
    contest = Contest("tritarea", ("greedy", "random", "random", "random"))
    seats = [table.players.index("greedy") for table in play_block(contest, 0)]
    assert seats == [0, 1, 2, 3]


@pytest.mark.parametrize("game", GAMES)
def test_all_tables_of_a_block_have_the_same_chance(game):
    """Players who always do the same can only be told apart by their luck."""
    pair = tuple(f"guests:first+name={n}" for n in range(GAMES[game].fewest))
    tables = play_block(Contest(game, pair), 5)
    assert len({(table.shares, table.answers) for table in tables}) == 1


def test_blocks_differ():
    pair = ("guests:first", "guests:first")
    found = {play_block(Contest("sovereign", pair), number)[0].shares for number in range(20)}
    assert len(found) > 1


def test_a_block_follows_from_its_number_and_the_seed():
    once, again = play_block(DUEL, 7), play_block(DUEL, 7)
    assert without_times(once) == without_times(again)
    other = Contest(DUEL.game, DUEL.players, seed=4)
    assert any(
        without_times(play_block(DUEL, n)) != without_times(play_block(other, n)) for n in range(9)
    )


def test_whoever_plays_the_blocks_the_results_are_the_same():
    alone = list(in_this_process(_block, range(6)))
    together = list(in_processes(2)(_block, range(6)))
    assert [without_times(tables) for tables in alone] == [without_times(t) for t in together]


def test_without_ray_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoRay, match=r"pip install 'trivet\[ray\]'"):
        in_ray(None)


def _block(number):
    return play_block(DUEL, number)


def test_the_last_player_takes_the_seats_that_are_left():
    (contest,) = contests("tritarea", ["greedy", "random"], 4, 0, {})
    assert contest.players == ("greedy", "random", "random", "random")


def test_more_players_than_seats_meet_in_every_choice():
    found = contests("sovereign", ["a", "b", "c"], 2, 0, {})
    assert [contest.players for contest in found] == [("a", "b"), ("a", "c"), ("b", "c")]


@pytest.mark.parametrize(
    "contest",
    [
        Contest("chess", ("random", "random")),
        Contest("sovereign", ("random", "random", "random")),
        Contest("sovereign", ("random", "genius")),
        Contest("sovereign", ("random", "sharp+iterations=many")),
        Contest("sovereign", ("random", "nowhere:bot")),
        Contest("sovereign", ("random", "random"), options={"colour": 1}),
    ],
    ids=["game", "seats", "bot", "tuning", "guest", "option"],
)
def test_a_contest_that_cannot_be_played_is_refused(contest):
    with pytest.raises(ValueError, match=r"^[a-zA-Z'].*"):
        contest.check()


# --- the ledger -----------------------------------------------------------------------------------


def test_a_ledger_remembers_what_was_played(tmp_path):
    path = tmp_path / "ledger"
    ledger = Ledger([DUEL], path)
    for number in (0, 1, 3):
        ledger.add((0, number), play_block(DUEL, number))
    again = Ledger([DUEL], path)
    assert again.blocks == ledger.blocks
    assert len(again.of(0)) == 2  # block 2 is missing
    assert list(again.missing([(0, number) for number in range(5)])) == [(0, 2), (0, 4)]


def test_a_line_that_was_cut_off_is_played_again(tmp_path):
    path = tmp_path / "ledger"
    ledger = Ledger([DUEL], path)
    for number in range(2):
        ledger.add((0, number), play_block(DUEL, number))
    path.write_text(path.read_text()[:-30])
    again = Ledger([DUEL], path)
    assert list(again.blocks) == [(0, 0)]
    again.add((0, 1), ledger.blocks[0, 1])
    assert Ledger([DUEL], path).blocks == ledger.blocks


def test_a_ledger_of_other_contests_is_left_alone(tmp_path):
    path = tmp_path / "ledger"
    Ledger([DUEL], path)
    before = path.read_text()
    other = Contest("sovereign", ("greedy", "steady"), seed=3)
    with pytest.raises(BadLedger, match="another players"):
        Ledger([other], path)
    with pytest.raises(BadLedger, match="more or fewer"):
        Ledger([DUEL, other], path)
    assert path.read_text() == before


@pytest.mark.parametrize("text", ["hello\n", "{}\n", "[1]\n", "\x00\n", '{"kind": 3}\n'])
def test_another_file_is_no_ledger(tmp_path, text):
    path = tmp_path / "letter"
    path.write_text(text)
    with pytest.raises(BadLedger, match="is not an arena ledger"):
        Ledger([DUEL], path)
    assert path.read_text() == text


@pytest.mark.parametrize("line", ["{}", "[]", '{"contest": 0, "block": 0, "tables": [{}]}', "x"])
def test_a_broken_line_is_named(tmp_path, line):
    path = tmp_path / "ledger"
    Ledger([DUEL], path)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(BadLedger, match="line 2"):
        Ledger([DUEL], path)


def test_a_ledger_is_lines_of_json(tmp_path):
    path = tmp_path / "ledger"
    Ledger([DUEL], path).add((0, 0), play_block(DUEL, 0))
    head, row = map(json.loads, path.read_text().splitlines())
    assert head["contests"][0]["players"] == ["greedy", "random"]
    assert [table["players"] for table in row["tables"]] == [
        ["greedy", "random"],
        ["random", "greedy"],
    ]


# --- what the tables tell -------------------------------------------------------------------------


def test_a_share_is_the_mean_of_a_players_seats():
    assert share_of("a", block(1.0, 0.5)) == 0.75
    assert share_of("b", block(1.0, 0.5)) == 0.25


def test_an_interval_is_narrower_where_blocks_agree():
    """Both players win their good deals: each block is even, though tables are not."""
    even = [share_of("a", block(1.0, 0.0)) for _ in range(50)]
    wild = [share_of("a", block(1.0, 1.0) if n % 2 else block(0.0, 0.0)) for n in range(50)]
    tight, wide = interval(even, 100), interval(wild, 100)
    assert tight.mean == wide.mean == 0.5
    assert wide.high - wide.low > 1.3 * (tight.high - tight.low)


def test_intervals_hold_the_truth_as_often_as_they_say():
    dice, held = Dice(1), 0
    for _ in range(400):
        shares = [(dice.below(10) < 7) / 2 + (dice.below(10) < 7) / 2 for _ in range(60)]
        found = interval(shares, 120)
        held += found.low <= 0.7 <= found.high
    assert 0.92 <= held / 400 <= 0.98


def test_nobody_is_certain_to_win_for_ever():
    found = interval([1.0] * 20, 40)
    assert found.mean == found.high == 1.0
    assert 0.85 < found.low < 0.95


def test_results_come_in_the_order_of_the_line_up():
    found = results([block(1.0, 1.0), block(1.0, 0.0)])
    assert [(one.player, one.share.mean, one.par, one.tables) for one in found] == [
        ("a", 0.75, 0.5, 4),
        ("b", 0.25, 0.5, 4),
    ]


def test_thinking_times_are_known_to_a_tenth_or_so():
    for seconds in (0.00002, 0.0031, 0.4, 2.5):
        assert milliseconds(fine(seconds)) == pytest.approx(seconds * 1000, rel=0.1)
    from collections import Counter

    times = Counter({fine(0.001): 90, fine(1.0): 10})
    assert quantile(times, 0.5) == pytest.approx(1, rel=0.1)
    assert quantile(times, 0.95) == pytest.approx(1000, rel=0.1)


@pytest.mark.parametrize(("truth", "verdict"), [(0.5, "low"), (0.6, "high")])
def test_a_sequential_test_is_seldom_wrong(truth, verdict):
    dice, test, right, blocks = Dice(2), SequentialTest(0.5, 0.6), 0, 0
    for _ in range(100):
        shares = []
        while not test.verdict(shares) and len(shares) < 2000:
            shares.append(sum(dice.chance() < truth for _ in range(2)) / 2)
        right += test.verdict(shares) == verdict
        blocks += len(shares)
    assert right >= 90
    assert blocks / 100 < 200


def test_a_sequential_test_needs_some_blocks():
    assert SequentialTest(0.5, 0.6).verdict([1.0] * 7) == ""
    assert SequentialTest(0.5, 0.6).verdict([1.0] * 30) == "high"


# --- ratings --------------------------------------------------------------------------------------


def tables_of(strength, seats, count, seed):
    """Tables whose winners are drawn by the strengths of those who sit there."""
    dice, blocks = Dice(seed), []
    line_ups = list(permutations(strength, seats))
    for _ in range(count):
        players = line_ups[dice.below(len(line_ups))]
        rest = dice.chance() * sum(strength[player] for player in players)
        winner = 0
        while (rest := rest - strength[players[winner]]) > 0:
            winner += 1
        shares = tuple(float(seat == winner) for seat in range(seats))
        blocks.append([PlayedTable(players, shares, 1, ({},) * seats)])
    return blocks


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_find_the_strengths_that_drew_the_winners(seats):
    strength = {"a": 8.0, "b": 4.0, "c": 2.0, "d": 1.0}
    found = ratings(tables_of(strength, seats, 1500, 1))
    assert [one.player for one in found] == list("abcd")
    mean = sum(400 * log10(s) for s in strength.values()) / 4
    for one in found:
        truth = 400 * log10(strength[one.player]) - mean
        assert one.low - 15 <= truth <= one.high + 15
        assert one.high - one.low < 120


def test_a_player_who_never_lost_has_a_rating_all_the_same():
    found = ratings([block(1.0, 1.0)] * 10)
    assert found[0].player == "a"
    assert 200 < found[0].points < 1000
