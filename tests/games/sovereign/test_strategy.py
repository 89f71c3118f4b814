"""What a bot knows about Sovereign, and how well the greedy one plays by it."""

import pytest

from games.sovereign.drawing import CODEC, GAME, end_round, game, owner, play, position
from trivet.bots.greedy import Greedy
from trivet.bots.random import Random
from trivet.core.bags import ONE
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.core.strategy import WIDTH
from trivet.core.walk import wander
from trivet.games.sovereign.pieces import DECKS, STANDARD
from trivet.games.sovereign.plans import MIXTURE, plans_of
from trivet.games.sovereign.strategy import STARTS, deck_worth, match, standing, weakness

STRATEGY = GAME.strategy
SEEDS = range(5)


def greedy(s, seed=1):
    """What the greedy bot answers, in notation."""
    return CODEC.write(s, s.turn, Greedy(STRATEGY).choose(Mind(s, s.turn), Dice(seed)))


def worth(s, answer):
    return STRATEGY.worth(s, s.turn, CODEC.read(s, s.turn, answer))


def deck(letters):
    return DECKS[CODEC.read(GAME.new(2), 0, f"build {letters}")]


# --- greedy ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_takes_an_obvious_capture(seed):
    s = position("""
        ..    ..    ..
        ..    ..    ..     A holds R
        ..    ..    B:D^
    """)
    play(s, greedy(s, seed))  # on b1, since nothing beats the 6 on the other side
    assert owner(s, "c1") == "A"


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_takes_two_pieces_rather_than_one(seed):
    s = position("""
        ..    B:I^  ..
        B:I<  ..    ..     A holds D
        ..    ..    ..
    """)
    play(s, greedy(s, seed))
    assert [owner(s, space) for space in ("b3", "a2", "b2")] == ["A", "A", "A"]


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_plays_a_mask_where_it_can_capture(seed):
    s = position("""
        ..    ..    ..
        ..    ..    ..     A holds M
        ..    ..    B:Av
    """)
    play(s, greedy(s, seed))
    play(s, greedy(s, seed))
    assert owner(s, "c1") == "A"


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_captures_with_a_mask_what_its_ranks_leave(seed):
    s = position("""
        ..    B:Iv  ..
        ..    ..    B:D^   A holds M
        ..    ..    ..
    """)
    play(s, "Mb2^")  # 4 beats the 2 of the Discovery; 5 does not beat the 6
    assert greedy(s, seed) == "mask b3"


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_copies_the_ranks_that_capture(seed):
    s = position("""
        ..    A:Sv  ..
        A:A>  ..    B:R^   A holds R
        ..    ..    ..
    """)
    play(s, "Rb2^")  # 1 or 6 to the east, against 4
    assert greedy(s, seed) == "reflect a2"


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_places_a_low_rank_at_the_edge(seed):
    s = position("A holds C")
    play(s, greedy(s, seed))
    cell = next(cell for cell in range(9) if not s.empty >> cell & 1)
    low = [s.rank(cell, side) for side in range(4)].index(1)
    row, column = divmod(cell, 3)
    assert [row == 0, column == 2, row == 2, column == 0][low]


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_buries_what_is_better_than_the_rest(seed):
    s = play(position("A holds I", decks=("", "M")), "Ib2^")
    assert greedy(s, seed) == "bury"


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_leaves_what_is_worse_than_the_rest(seed):
    s = play(position("A holds I", decks=("", "?SRRDAMI")), "Ib2^", "* top S")
    assert greedy(s, seed) == "keep"


def test_greedy_shuffles():
    s = play(GAME.new(2), "A build SSIRRMA", "B build SSSSIIR", "* lot A")
    assert greedy(s) == "shuffle"


@pytest.mark.long
def test_greedy_beats_random():
    won = sum(score_of_greedy(number) for number in range(60))
    assert won >= 0.8 * 60


def score_of_greedy(number):
    """Seats and dice change from game to game."""
    s, dice, seat = GAME.new(2), Dice(number), number % 2
    bots = [Random(STRATEGY), Random(STRATEGY)]
    bots[seat] = Greedy(STRATEGY)
    while not s.is_over():
        if s.turn == CHANCE:
            s.apply(CHANCE, s.sample(CHANCE, dice))
        else:
            s.apply(s.turn, bots[s.turn].choose(Mind(s, s.turn), dice))
    return s.scores()[seat]


# --- worth ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dull", ["SSSSSSS", "IIIIIII", "SSSSSSC"])
def test_a_mixed_deck_is_worth_more_than_a_dull_one(dull):
    assert deck_worth(deck("SIRRMDA")) > deck_worth(deck(dull))
    assert worth(GAME.new(2), "build SIRRMDA") == deck_worth(deck("SIRRMDA"))


@pytest.mark.parametrize("kind", range(7))
def test_a_second_piece_of_a_kind_is_worth_less_than_the_first(kind):
    one, two = deck_worth(ONE[kind]), deck_worth(2 * ONE[kind])
    assert one < two < 2 * one


def test_a_shuffle_is_worth_more_than_any_order():
    s = play(GAME.new(2), "A build SSIRRMA", "B build SSSSIIR", "* lot A")
    assert worth(s, "shuffle") > worth(s, "order MASSIRR")


def test_a_placement_is_worth_the_best_use_of_its_ability():
    s = position("""
        ..    B:Iv  ..
        ..    ..    ..     A holds M
        ..    ..    ..
    """)
    placed = play(s.copy(), "Mb2^")
    assert worth(s, "Mb2^") == max(worth(placed, "mask b3"), worth(placed, "mask -"))
    assert worth(placed, "mask b3") > worth(placed, "mask -")


def test_an_insight_is_worth_what_it_captures_after_the_look():
    s = position("""
        ..    ..    ..
        ..    B:Sv  ..     A holds I
        ..    ..    ..
    """)
    assert worth(s, "Ib1^") > worth(s, "Ia1^") + 1.0


def test_to_weigh_an_answer_changes_nothing():
    s = position("A holds M")
    before = s.view(-3)
    for choice in s.options(0):
        STRATEGY.worth(s, 0, choice)
    assert s.view(-3) == before


def test_decks_are_drawn_from_the_mixture():
    s = GAME.new(2)
    built = [STRATEGY.worth_a_look(s, 0, Dice(seed)) for seed in range(300)]
    assert all(len(looks) == 1 for looks in built)
    found = {DECKS[looks[0]] for looks in built}
    assert found == {plan.bag() for plan in MIXTURE if plan.weight > 0.02}


def test_with_other_ranks_the_most_welcome_decks_are_looked_at():
    s = GAME.new(2, {"ranks": [[5, 4, 2, 1]] * 7})
    looks = STRATEGY.worth_a_look(s, 0, Dice(1))
    assert 1 < len(looks) == len(set(looks)) <= WIDTH


@pytest.mark.parametrize("starter", "AB")
@pytest.mark.parametrize("plan", MIXTURE, ids=lambda plan: plan.deck)
def test_an_order_is_drawn_from_the_plans_with_the_deck(plan, starter):
    s = play(GAME.new(2), f"A build {plan.deck}", "B build SSSSIIR", f"* lot {starter}")
    orders = [plan.start if starter == "A" else plan.second for plan in plans_of(plan.bag())]
    for seed in range(10):
        choice = STRATEGY.worth_a_look(s, 0, Dice(seed))[0]
        assert s.objection(0, choice) is None
        written = CODEC.write(s, 0, choice).removeprefix("order ")
        if written != "shuffle":
            assert any(is_laid(written, order) for order in orders)


def is_laid(written, order):
    """The pieces used lie on top, the tail last of them."""
    top = written[: len(order.used)]
    return sorted(top) == sorted(order.used) and top.endswith(order.tail)


def test_a_deck_without_a_plan_is_shuffled():
    s = play(GAME.new(2), "A build SSSSSSS", "B build SSSSIIR", "* lot A")
    looks = [CODEC.write(s, 0, choice) for choice in STRATEGY.worth_a_look(s, 0, Dice(1))]
    assert looks == ["shuffle"]


def test_a_small_question_is_looked_at_whole():
    s = position("A holds M")
    assert STRATEGY.worth_a_look(s, 0, Dice(1)) == s.options(0)


# --- value ----------------------------------------------------------------------------------------


def test_a_match_knows_who_starts():
    """At 1-0 the loser starts: the leader wins if it wins one of two, the second as starter."""
    assert match(STANDARD, 1, 0, 2, 1) == pytest.approx(1 - STARTS + STARTS * STARTS)
    assert match(STANDARD, 0, 1, 2, 0) == pytest.approx(1 - match(STANDARD, 1, 0, 2, 1))
    assert match(STANDARD, 1, 1, 3, 0) == STARTS
    assert match(STANDARD, 2, 0, 3, 1) == 1.0


def test_before_the_first_piece_the_chances_are_even():
    assert STRATEGY.value(game()) == [0.5, 0.5]


@pytest.mark.parametrize(("leader", "other"), [("A", "B"), ("B", "A")])
def test_who_holds_more_spaces_has_the_better_chances(leader, other):
    s = position(f"{leader}:I^ .. {leader}:I^ .. .. .. .. .. {other}:I^")
    value = STRATEGY.value(s)
    assert value["AB".index(leader)] > 0.5
    assert sum(value) == pytest.approx(1.0)


def test_a_round_won_is_worth_more_than_all_the_spaces_of_another():
    s = position("""
        B:S^  B:S^  B:S^
        B:s^  B:S^  B:s^
        B:S^  B:s^  ..
    """, won=(1, 0))  # fmt: skip
    assert STRATEGY.value(s)[0] > 0.5


def test_at_the_end_the_value_is_the_score():
    s = position("A:S^ B:S^ .. .. .. .. .. .. ..", number=3, won=(1, 1))
    assert STRATEGY.value(end_round(s)) == s.scores() == [0.5, 0.5]


def test_the_shares_of_the_win_add_up_to_one_in_every_state():
    s = GAME.new(2)
    while not s.is_over():
        value = STRATEGY.value(s)
        assert sum(value) == pytest.approx(1.0)
        assert min(value) >= 0.0
        wander(s, 1, Dice(s.revealed))


# --- weakness -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "points"),
    [
        ("A:I^ .. .. .. .. .. .. .. ..", (7 - 4) + (7 - 3)),  # its east and its south
        (".. .. .. .. A:I^ .. .. .. ..", (7 - 6) + (7 - 4) + (7 - 3) + (7 - 3)),
        ("A:I^ B:S^ .. .. .. .. .. .. ..", 7 - 3),  # only its south is open
        ("A:S^ .. .. .. .. .. .. .. ..", (7 - 5) * 2),  # SOV-20  its highest rank guards it
        ("A:C^ .. .. .. .. .. .. .. ..", 0),  # SOV-26  its lowest side faces the edge
        ("A:C> .. .. .. .. .. .. .. ..", 0),
        ("A:Cv .. .. .. .. .. .. .. ..", 7 - 1),
        ("A:I^* .. .. .. .. .. .. .. ..", (7 - 5) + (7 - 4)),
    ],
)
def test_only_a_side_that_can_be_attacked_is_weak(drawing, points):
    assert weakness(position(drawing), 0) == points


def test_a_strong_side_is_not_weak():
    s = position("A:I^ .. .. .. .. .. .. .. ..", ranks=[[7, 8, 9, 7]] * 7)
    assert weakness(s, 0) == 0


def test_one_seats_lead_is_the_others_lag():
    s = position("A:I^ .. A:I^ .. .. .. .. .. B:I^", won=(0, 1))
    assert standing(s, 0) == -standing(s, 1)
