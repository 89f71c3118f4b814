"""Reasons in the game's terms: what a hint says about an answer in a drawn position."""

import pytest
from games.sovereign import drawing as sovereign
from games.trehgrannik import drawing as trehgrannik
from games.trehgrannik.test_strategy import LAND as SETTLED
from games.trifecta import drawing as trifecta
from games.trinity import drawing as trinity
from games.tritarea import drawing as tritarea

from trivet.bots.bot import Thought, Weighed
from trivet.bots.greedy import Greedy
from trivet.bots.hint import CLOSE, FEW, MIXED, USUAL, hint
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE, EVERYONE

NUMBERS = "Wins about 52 % of simulated games (next best 43 %)."


def reasons(s, *answers, values=(0.52, 0.43, 0.31), tries=(100, 100, 100)):
    """What a hint says of these answers, the first of which it suggests."""
    codec, seat = s.game.codec, s.turn
    choices = [codec.read(s, seat, text) for text in answers]
    assert all(s.objection(seat, choice) is None for choice in choices)
    weighed = [Weighed(*one) for one in zip(choices, values, tries, strict=False)]
    bot, mind = Greedy(s.game.strategy), Mind(s, seat)
    told = hint(bot, mind, Thought(choices[0], weighed), codec, Dice(1))
    by_choice = {line.choice: line.why for line in told.best}
    return [by_choice[choice] for choice in choices]


# --- Sovereign ------------------------------------------------------------------------------------

DUEL = """
    ..    B:A^  ..
    ..    ..    B:S^   A holds D
    ..    ..    ..
"""


def test_a_capture_is_named_with_the_ranks():
    first, second = reasons(sovereign.position(DUEL), "b2^", "a1^")
    assert first.startswith("Captures the Secret on c2. Captures the Aura on b3: 6 beats 4.")
    assert first.endswith(NUMBERS)
    assert second == (
        "Shows 6 and 4 to the empty spaces beside it; its 2 faces the edge. "
        "Wins about 43 % of simulated games (the first 52 %)."
    )


def test_a_round_that_is_won_at_once_is_named():
    s = sovereign.position("""
        A:S^  A:S^  A:S^
        A:S^  A:S^  B:S^
        B:S^  B:S^  ..     A holds S
    """)
    first, _ = reasons(s, "c1>", "c1^")
    assert first == f"Wins round 1, 6 spaces to 3. {NUMBERS}"


def test_a_weak_side_at_the_edge_is_named():
    _, second = reasons(sovereign.position(DUEL.replace("holds D", "holds C")), "b2^", "a1>")
    assert second.startswith("Shows 5 and 1 to the empty spaces beside it.")
    _, second = reasons(sovereign.position(DUEL.replace("holds D", "holds C")), "b2^", "a1^")
    assert second.startswith("Shows 5 and 4 to the empty spaces beside it; its 1 faces the edge.")


def test_an_order_is_told_by_what_is_drawn_and_what_is_not():
    s = GAMES["sovereign"].new(2)
    s.apply(0, GAMES["sovereign"].codec.read(s, 0, "build IIIIIMC"))
    s.apply(1, GAMES["sovereign"].codec.read(s, 1, "build IIIIIMC"))
    s.apply(CHANCE, 0)
    (first,) = reasons(s, "order IICMIII")
    assert first.startswith(
        "Lets you draw Insight, Insight, Scepter, Mask and Insight, "
        "and leaves 2 Insights at the bottom."
    )


# --- Trehgrannik ----------------------------------------------------------------------------------


def test_a_move_is_suggested_by_what_the_hand_can_earn_there():
    s = trehgrannik.position(SETTLED, hands=("RT SS RQ", "RQ"))
    trehgrannik.play(s, "fee SS")
    first, _ = reasons(s, "go e5", "go e3")
    assert first == f"Your Rock Turbine can earn 6 on e5. {NUMBERS}"


def test_what_a_card_earns_is_not_said_twice():
    """The answers are "Lay a Rock Turbine, which earns 6" and "Lay a Rock Quarry, ... 2"."""
    s = trehgrannik.position(SETTLED, hands=("RT SS RQ", "RQ"))
    trehgrannik.play(s, "fee SS", "go e5", "module")
    first, second = reasons(s, "lay RT", "lay RQ")
    assert first == f"Brings more coins. {NUMBERS}"
    assert second.startswith("Brings fewer coins.")


def test_a_block_is_suggested_by_the_card_that_it_doubles():
    s = trehgrannik.position(SETTLED, hands=("RT SS RQ BG", "RQ"))
    trehgrannik.play(s, "fee SS", "go e5", "base")
    first, second = reasons(s, "lay BG", "lay RQ")
    assert first == f"Can double Rock Turbine: 6 more. {NUMBERS}"
    assert "double" not in second
    trehgrannik.play(s, "lay BG")
    first, _ = reasons(s, "lay RT", "lay RQ")
    assert first == f"Your Generator Block can double it: 6 more. {NUMBERS}"


def test_a_module_and_a_base_are_told_by_what_they_can_earn():
    s = trehgrannik.position(SETTLED, hands=("RT SS RQ", "RQ"))
    trehgrannik.play(s, "fee SS", "go e5")
    first, second = reasons(s, "module", "base")
    assert first == f"Can earn 6 here with Rock Turbine. {NUMBERS}"
    assert second.startswith("Can earn 8 here with Rock Turbine and Rock Quarry.")


# --- Trifecta -------------------------------------------------------------------------------------


def test_false_keeps_cards_for_an_open_round():
    s = trifecta.position("A Frc Pgc Hbc G\nB Hbt G R", number=2)
    first, second = reasons(s, "false", "true")
    assert first == f"Keeps Circle for an open round: three matching cards. {NUMBERS}"
    assert second.startswith("Your best chance is Circle, with three matching cards.")


def test_a_bid_is_told_by_what_matches():
    hands = trifecta.position("A Frs R G\nB Hbt Hrs G", number=7)
    s = trifecta.opt(trifecta.play(hands, "* goal R"), "AB")
    first, second = reasons(s, "bid Frs+R", "bid 0")
    assert first == f"Bids every card that matches. {NUMBERS}"
    assert second.startswith("Keeps ")


def test_an_ante_is_told_by_what_it_could_still_match():
    s = trifecta.position("A Frs Frc R G\nB Hbt G R", number=4, gone="FS")
    s = trifecta.opt(trifecta.play(s, "* goal R"), "AB")
    first, second, third = reasons(s, "ante G", "ante Frs", "ante Frc")
    assert first.startswith("Of the goals to come it matches only Green. You keep three matching")
    assert second.startswith("It matches Red, but you keep two matching cards.")
    assert third.startswith("It matches Red, but you keep two matching cards.")


def test_a_free_goal_that_nothing_matches_may_still_be_won():
    s = trifecta.play(trifecta.position("A G\nB Frs R", number=7), "* goal R")
    (first,) = reasons(s, "true")
    assert first == "It costs nothing: Red is yours if nobody else is in."


# --- Trinity --------------------------------------------------------------------------------------


def test_a_landmark_is_named():
    s = trinity.city("AC . AI", ("HC", ""), events={"A": ["red-tape"]})
    first, second, third = reasons(s, "Hb1", "Ca2", "done")
    assert first.startswith("Builds a Landmark on b1.")
    assert third.startswith("Keeps your 1 Event for later.")
    assert second


def test_an_event_is_told_by_what_it_does():
    s = trinity.city("AC . AI", ("HC", ""), events={"A": ["insider-trading"]})
    _, second = reasons(s, "Hb1", "play insider-trading")
    assert second.startswith("Look at the top three tiles, take one")


# --- Tri*T*Area -----------------------------------------------------------------------------------


def test_the_last_card_of_a_trick_is_told_by_the_right_it_wins():
    hands = ("I1 I2 I3", "I9 I8 I7", "M2 M3 M4", "I5 E2 E3")
    s = tritarea.tricks(tritarea.table(number=2, hands=hands))
    tritarea.play(s, "I2", "I8", "M2")
    first, second = reasons(s, "I5=10", "E2")
    assert first.startswith("You may place one or two blocks in Intelligent.")
    assert second.startswith("You need not build in this trick.")


def test_points_at_once_are_named():
    s = tritarea.trick("I1", "I9", "M2", "E2")
    first, second = reasons(s, "a4", "default")
    assert first.startswith("Scores 2 at once.")
    assert second.startswith("Saves blocks.")  # the answer itself names the point it costs


def test_a_point_lost_in_the_last_trick_is_named_with_its_cause():
    """It was "Loses 1 point." of the best answer."""
    hands = ("I9 M1", "I1 M7", "E2 M8", "H2 E4")
    s = tritarea.tricks(tritarea.table(number=2, hands=hands, stock=(2, 3, 3, 3)))
    tritarea.play(s, "I9", "I1", "E2", "H2", "a4")
    first, second = reasons(s, "b4x2", "b4")
    assert first.startswith("Leaves you no block for your next right, which costs 1 point.")
    assert "costs" not in second


# --- all games ------------------------------------------------------------------------------------


def test_a_better_number_beside_the_first_is_always_explained():
    s = sovereign.position(DUEL)
    better = {"values": (0.50, 0.55)}
    for tries, why in [((100, 20), FEW), ((100, 100), CLOSE), ((90_000, 90_000), USUAL)]:
        for line in reasons(s, "b2^", "a1^", **better, tries=tries):
            assert line.endswith(f"but {why}.")
    sealed = trifecta.position("A Frc Pgc Hbc G\nB Hbt G R", number=2)
    for line in reasons(sealed, "false", "true", **better, tries=(90_000, 90_000)):
        assert line.endswith(f"but {MIXED}.")


def test_what_all_answers_do_is_no_reason_for_one():
    """After an Insight both answers were said to capture what the Insight had captured."""
    s = sovereign.position(DUEL.replace("holds D", "holds I"))
    s.apply(0, s.game.codec.read(s, 0, "b2^"))
    while s.turn == CHANCE:
        s.apply(CHANCE, s.sample(CHANCE, Dice(1)))
    assert s.step.what == "bury"
    for line in reasons(s, *(s.game.codec.write(s, 0, choice) for choice in (0, 1))):
        assert "Captures" not in line


def test_equal_numbers_are_said_to_be_equal():
    first, second = reasons(sovereign.position(DUEL), "b2^", "a1^", values=(0.521, 0.519))
    assert first.endswith("Wins about 52 % of simulated games (next best the same).")
    assert second.endswith("Wins about 52 % of simulated games (the same as the first).")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_feature_has_its_words_and_every_row_its_event(game):
    advice = game.codec.advice
    assert list(advice.features) == game.strategy.reasons(game.new(game.fewest))
    assert advice.does.keys() <= game.codec.news_rows.keys()
    assert advice.because.keys() <= game.codec.questions.keys()


def test_a_reason_changes_nothing():
    s = sovereign.position(DUEL)
    before = s.view(EVERYONE)
    reasons(s, "b2^", "a1^")
    assert s.view(EVERYONE) == before
