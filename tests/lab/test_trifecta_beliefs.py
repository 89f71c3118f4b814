"""What bots of Trifecta believe of a rival's hand, as a table."""

from studies.trifecta_beliefs import GAME, Believed, played, table
from trivet.bots.tuned import bot
from trivet.core.dice import Dice


def test_a_row_is_a_round_and_its_shares_are_means():
    games = [[Believed(7, 1.0, 0.2, 0.4), Believed(7, 0.0, 0.4, 0.6)], [Believed(7, 1.0, 0.3, 0.5)]]
    *_, row = table(games)
    assert row.startswith("| 7 | 75% |")
    assert row.endswith("| 30% | 50% | 2 | 3 |")


def test_a_duel_tells_beliefs_of_both_players_about_the_same_goals():
    found = played(bot("greedy", GAME), Dice(1))
    assert {one.round for one in found} & {7, 8, 9}
    assert len(found) % 2 == 0
    assert all(one.real in (0.0, 1.0) and 0.0 <= one.likely <= 1.0 for one in found)
