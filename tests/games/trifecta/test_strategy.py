"""What a bot knows about Trifecta, and how well the greedy one plays by it."""

import pytest

from games.trifecta.drawing import CODEC, GAME, opt, play, play_round, position
from trivet.bots.greedy import Greedy
from trivet.bots.random import Random
from trivet.bots.tuned import bot
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE, EVERYONE
from trivet.core.strategy import FAR
from trivet.core.walk import wander
from trivet.games.trifecta.names import KIND
from trivet.games.trifecta.strategy import goal_worth, price, stage_hopes, use

STRATEGY = GAME.strategy
SEEDS = range(5)


def greedy(s, seed=1):
    """What the greedy bot answers, in notation."""
    return CODEC.write(s, s.turn, Greedy(STRATEGY).choose(Mind(s, s.turn), Dice(seed)))


def worth(s, answer, seat=0):
    return STRATEGY.worth(s, seat, CODEC.read(s, seat, answer))


# --- greedy ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_is_in_where_it_costs_nothing(seed):
    s = play(position("A G\nB Frs R\nC Prs R", number=7), "* goal R")
    assert greedy(s, seed) == "true"


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_fights_for_a_goal_it_can_hardly_lose(seed):
    s = play(position("A Frs Frc R R G\nB B\nC C\nD T\nE S", number=4), "* goal R")
    assert greedy(s, seed) == "true"


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_stays_out_where_others_are_stronger(seed):
    s = position("A Hbt B T C S\nB Frs Frc R R G\nC Prs Prc R B G\nD Prt P P H H\nE F F F P P")
    assert greedy(play(s, "* goal R"), seed) == "false"


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_antes_the_card_that_is_good_for_nothing(seed):
    s = position("A Frs Frc B R R\nB Prs G G\nC G G S", number=4, gone="B")
    opt(play(s, "* goal R"), "AB")
    assert greedy(s, seed) == "ante B"


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_bids_singles_before_completes(seed):
    s = position("A Frs Frc R R\nB Prs Hbt\nC S", number=7)
    opt(play(s, "* goal R"), "AB")
    assert greedy(s, seed) in ("bid R", "bid R+R")


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_keeps_nothing_back_in_the_last_round(seed):
    s = position("A Frs R R won F P\nB Prs Prc won G B\nC S", number=9, gone="HCS")
    opt(play(s, "* goal R"), "AB")
    assert greedy(s, seed) == "bid Frs+R+R"


def against_an_empty_hand(mine, *others):
    """An Open round in which B has paid its last card."""
    s = position("\n".join([mine, "B S", *others]), number=4)
    opt(play(s, "* goal R"), "AB")
    return play(s, "A ante G")


@pytest.mark.parametrize("level", ["greedy", "steady", "sharp", "master"])
@pytest.mark.parametrize("others", [(), ("C S", "D S")], ids=["duel", "four"])
def test_one_card_is_bid_against_an_empty_hand_for_a_goal_that_is_needed(level, others):
    s = against_an_empty_hand("A Frs R R G", *others)
    assert CODEC.write(s, 0, bot(level, GAME).choose(Mind(s, 0), Dice(1))) == "bid R"


@pytest.mark.parametrize("level", ["greedy", "steady", "sharp", "master"])
@pytest.mark.parametrize("number", [7, 8, 9])
def test_no_level_stays_out_of_a_free_round(level, number):
    s = play(position("A G\nB Frs R\nC Prs R", number=number), "* goal R")
    assert CODEC.write(s, 0, bot(level, GAME).choose(Mind(s, 0), Dice(1))) == "true"


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 7))
def test_greedy_beats_random(seats):
    games = 6 * seats
    won = sum(score_of_greedy(number, seats) for number in range(games))
    assert won >= 0.75 * games


def score_of_greedy(number, seats):
    """Seats and dice change from game to game."""
    s, dice, seat = GAME.new(seats), Dice(number), number % seats
    bots = [Random(STRATEGY)] * seats
    bots[seat] = Greedy(STRATEGY)
    while not s.is_over():
        if s.turn == CHANCE:
            s.apply(CHANCE, s.sample(CHANCE, dice))
        else:
            s.apply(s.turn, bots[s.turn].choose(Mind(s, s.turn), dice))
    return s.scores()[seat]


# --- worth ----------------------------------------------------------------------------------------


def test_a_card_is_worth_more_the_more_goals_to_come_it_matches():
    s = position("A Frs R G B\nB Hbt", number=4, gone="GS")
    uses = [use(s, KIND[card]) for card in ("frt", "frs", "r", "g")]
    assert uses == sorted(uses, reverse=True)
    assert len(set(uses)) == 4


def test_in_the_last_round_cards_are_worth_nothing():
    s = play(position("A Frs R\nB Hbt", number=9), "* goal R")
    assert price(s, 0, KIND["frs"]) == 0.0


def test_all_cards_of_a_hand_are_worth_the_goals_it_needs():
    s = play(position("A Frs Hbt R G\nB Hbc\nC S", number=4), "* goal C")
    cards = ("frs", "hbt", "r", "g")
    assert sum(price(s, 0, KIND[card]) for card in cards) == pytest.approx(3.0)


def test_a_goal_is_worth_less_to_who_is_through_or_cannot_be():
    s = play(position("A R won F P\nB R won G\nC R\nD R", number=9), "* goal R")
    worths = [goal_worth(s, seat) for seat in range(4)]
    assert worths[1] == 1.0
    assert max(worths[0], worths[2]) < 1.0


def test_to_bid_more_than_anybody_holds_is_waste():
    s = opt(play(position("A Frs R R\nB Prs\nC S", number=7), "* goal R"), "AB")
    assert worth(s, "bid R+R") > worth(s, "bid Frs+R+R")


def test_of_equally_many_cards_only_the_cheapest_are_looked_at():
    s = position("A Frs Hrc R R G\nB Prs G G S\nC S", number=7, gone="F")
    opt(play(s, "* goal R"), "AB")
    looks = [CODEC.write(s, 0, choice) for choice in STRATEGY.worth_a_look(s, 0, Dice(1))]
    assert looks == ["bid 0", "bid R", "bid R+R", "bid Frs+R+R", "bid Frs+Hrc+R+R"]
    assert set(STRATEGY.worth_a_look(s, 0, Dice(1))) <= set(s.options(0))


def test_to_weigh_an_answer_changes_nothing():
    s = play(position("A Frs R\nB Hbt"), "* goal R")
    before = s.view(EVERYONE)
    for choice in s.options(0):
        STRATEGY.worth(s, 0, choice)
    assert s.view(EVERYONE) == before


# --- what others may hold -------------------------------------------------------------------------


def test_whoever_is_in_for_an_open_goal_is_likely_to_match_it():
    matching, other = (
        opt(play(position(f"A R R\nB {hand}\nC G G"), "* goal R"), "AB")
        for hand in ("Frs Hrt", "Fgs Hgt")
    )
    assert STRATEGY.plausible(matching, 0) > STRATEGY.plausible(other, 0) > 0


def test_a_card_shown_as_ante_counts_among_those_that_made_somebody_join():
    s = opt(play(position("A G P\nB Frs P\nC G G"), "* goal R"), "AB")
    before = STRATEGY.plausible(s, 0)
    assert STRATEGY.plausible(play(s, "A ante P", "B ante Frs"), 0) == before


@pytest.mark.parametrize("number", [2, 4, 7])
def test_before_anybody_has_opted_every_hand_is_as_plausible(number):
    s = position("A R R\nB Frs Hrt\nC G G", number=number)
    if s.turn == CHANCE:
        play(s, "* goal R")
    assert STRATEGY.plausible(s, 0) == 1.0


# --- value ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_before_the_cards_are_dealt_the_chances_are_even(seats):
    assert STRATEGY.value(GAME.new(seats)) == pytest.approx([1 / seats] * seats)


def test_a_play_out_ends_with_the_stage_and_survivors_are_even():
    s = position("A R won F P\nB R won R G\nC -\nD R", number=9)
    assert not STRATEGY.is_chapter(s)
    play_round(s, "", "T")
    assert STRATEGY.is_chapter(s)
    assert STRATEGY.value(s) == [0.5, 0.5, 0.0, 0.0]


@pytest.mark.parametrize(
    "drawing", ["A R G won F P\nB R G won H", "A R G won F P\nB R G won H\nC R C", "A R R\nB G"]
)
def test_who_has_more_goals_or_cards_has_the_better_chances(drawing):
    value = STRATEGY.value(position(drawing, number=7))
    assert value[0] == max(value) > 1 / len(value)


def test_more_than_enough_goals_help_only_a_little_in_a_larger_stage():
    s = position("A R won F P H\nB R won R G\nC R\nD R", number=9)
    value = STRATEGY.value(s)
    assert value[0] - value[1] < 0.1 < value[1] - value[2]


def test_a_player_who_is_out_has_no_share():
    s = position("A R\nB out 1\nC G\nD out 1", number=7, stage=2)
    assert [share > 0 for share in STRATEGY.value(s)] == [True, False, True, False]


def test_at_the_end_the_value_is_the_score():
    s = play_round(position("A R won F\nB -", number=9), "", "T")
    assert STRATEGY.value(s) == s.scores() == [1.0, 0.0]


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_shares_of_the_win_add_up_to_one_in_every_state(seats):
    s = GAME.new(seats)
    while not s.is_over():
        value = STRATEGY.value(s)
        assert sum(value) == pytest.approx(1.0)
        assert min(value) >= 0.0
        wander(s, 1, Dice(s.revealed))


def test_a_goal_in_sight_is_hoped_for_by_matching_cards():
    s = play(position("A Frs R R\nB G G G", number=9), "* goal R")
    hopes = stage_hopes(s)
    assert hopes[0] > 0.7
    assert hopes[1] < 0.1


# --- candidates -----------------------------------------------------------------------------------


def looks(s, seat=0):
    return [CODEC.write(s, seat, choice) for choice in STRATEGY.worth_a_look(s, seat, Dice(1))]


def test_nobody_stays_out_of_a_free_round():
    s = play(position("A G\nB Frs R\nC Prs R", number=7), "* goal R")
    assert looks(s) == ["true"]


def test_in_the_last_round_all_that_matches_is_bid():
    s = opt(play(position("A Frs R R G\nB Prs R\nC S", number=9), "* goal R"), "AB")
    assert looks(s) == ["bid Frs+R+R"]
    assert looks(s, 1) == ["bid Prs+R"]


@pytest.mark.parametrize("options", [{"cards_break_ties": True}, {"stages": 1}])
def test_in_the_last_round_cards_that_break_a_tie_may_be_kept(options):
    """Bots threw their last cards away, and tied where they could have won."""
    s = opt(play(position("A Frs R R\nB Prs", number=9, **options), "* goal R"), "AB")
    assert looks(s) == ["bid 0", "bid R", "bid R+R"]
    assert worth(s, "bid R+R") - worth(s, "bid 0") < 1.0
    assert price(s, 0, KIND["frs"]) > 0.0


def test_a_goal_that_is_not_needed_may_be_left_alone():
    s = against_an_empty_hand("A Frs R R G won F P", "C S", "D S")
    assert "bid 0" in looks(s)


def test_in_an_open_round_both_are_looked_at():
    s = play(position("A Frs G\nB Frc R\nC Prs R", number=4), "* goal R")
    assert looks(s) == ["false", "true"]


def test_no_bid_is_higher_than_it_takes_to_beat_all_a_rival_holds():
    s = position("A Frs Frc R R\nB G\nC S", number=7)
    opt(play(s, "* goal R"), "AB")
    assert [bid.count("+") + 1 for bid in looks(s)[1:]] == [1, 2]


@pytest.mark.parametrize(("number", "left"), [(9, 2), (7, 6), (6, 12), (4, 24)])
def test_a_free_round_has_one_question_and_the_others_three(number, left):
    s = play(position("A G R\nB Frs R", number=number), "* goal R")
    assert STRATEGY.answers_left(s) == left


@pytest.mark.parametrize(("number", "is_far"), [(6, True), (7, False)])
def test_before_the_free_rounds_a_larger_hand_is_too_much_for_the_tree(number, is_far):
    s = play(position("A G R\nB Frs R G", number=number), "* goal R")
    assert (STRATEGY.answers_left(s) == FAR) is is_far
