"""What a bot should know about Trinity."""

import pytest

from games.trinity.drawing import CODEC, GAME, city, play
from trivet.bots.greedy import Greedy
from trivet.bots.random import Random
from trivet.bots.tuned import bot
from trivet.bots.value import hope
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.games.trinity.strategy.value import hopes, shipped

STRATEGY = GAME.strategy


def best(s):
    """What a greedy bot answers."""
    choice = Greedy(STRATEGY).choose(Mind(s, s.turn), Dice(1))
    return CODEC.write(s, s.turn, choice)


@pytest.mark.parametrize(("drawing", "tiles", "answers"), [
    ("AC AH .", "IC", ("Ib2", "Ic1")),  # completes a Landmark
    ("AH", "CC", ("done",)),  # keeps what completes nothing
    ("AH .", "CI", ("Cb1", "Ca2", "Ib1", "Ia2")),  # begins one that can be completed
])  # fmt: skip
def test_it_places_tiles_for_landmarks_and_keeps_the_others(drawing, tiles, answers):
    assert best(city(drawing, (tiles, ""))) in answers


def test_it_does_not_give_up_landmarks_for_nothing():
    assert best(city("AL AL BL BL", act=True)) == "end"


def test_it_settles_a_rivals_landmark_with_agents_it_has():
    assert best(city("A+HCI BL", act=True)) == "take b1"


def test_it_draws_five_new_tiles_when_no_trio_is_among_them():
    tiles = [f"tile {letter}" for letter in "HHCCCHHCCI"]
    s = play(GAME.new(2), "lot H", "lot C", *tiles)
    assert best(s) == "redraw"
    assert best(play(s, "keep")) == "keep"


def test_it_gives_up_what_it_needs_least():
    s = city("AL BH", ("HHHHCI", ""), events={"A": ["*market-crash"]})
    assert best(play(s, "play market-crash")) == "give H"


def test_values_are_shares_and_favour_the_leader():
    s = city("AL AL AL BH", ("H", "H"))
    values = STRATEGY.value(s)
    assert sum(values) == pytest.approx(1.0)
    assert values[0] > 0.6


def test_values_at_the_end_are_the_scores():
    s = play(city("AL AL BL", act=True, stack="", turn=2, last_turn=1), "end")
    assert STRATEGY.value(s) == [1.0, 0.0]


def test_greedy_beats_random():
    won = sum(share_of_greedy(seed) for seed in range(4))
    assert won == 4.0


def share_of_greedy(seed):
    s, dice = GAME.new(2), Dice(seed)
    bots = [Greedy(STRATEGY), Random(STRATEGY)]
    while not s.is_over():
        seat = s.turn
        if seat == CHANCE:
            s.apply(seat, s.sample(seat, dice))
        else:
            s.apply(seat, bots[(seat + seed) % 2].choose(Mind(s, seat), dice))
    return s.scores()[seed % 2]


# --- Habits ---------------------------------------------------------------------------------------


def by_habit(s):
    """What is done without thinking, as in a record."""
    return CODEC.write(s, s.turn, STRATEGY.habit(s, s.turn))


@pytest.mark.parametrize(("drawing", "tiles", "answer"), [
    ("AL", "HCI", "Ca2"),  # begins with the Commerce, so that the Housing is nearer to B's zone
    ("AL AC", "HI", "Hb2"),  # goes on with the Housing
    (". BL\nAL .\n. .", "HCI", "Hb2"),  # begins with the Housing, as no space is nearer to B
    ("AC AH .", "I", "Ib2"),  # completes a Landmark
    ("AL .", "HHC", "done"),  # keeps what completes nothing
])  # fmt: skip
def test_the_habit_is_to_build_what_can_be_built(drawing, tiles, answer):
    assert by_habit(city(drawing, (tiles, ""))) == answer


@pytest.mark.parametrize(("drawing", "answer"), [
    ("AL BL", "hq a1"),  # a Landmark for a Landmark
    ("A+HCI BL", "take b1"),
    ("AL . BL", "end"),  # out of reach
    ("AL BL+C", "end"),  # three Agents are too few
])  # fmt: skip
def test_the_habit_is_to_take_over_what_stands_beside_in_a_duel(drawing, answer):
    assert by_habit(city(drawing, act=True)) == answer


def test_the_habit_is_not_to_take_over_what_a_third_player_would_gain_by():
    assert by_habit(city("AL BL", ("", "", ""), act=True)) == "end"


def test_the_habit_is_to_keep_away_from_rivals_with_four_players():
    assert by_habit(city("AL .  .  BL", ("HCI", ""))) == "Cb1"  # a step nearer to B
    assert by_habit(city("AL .  .  BL", ("HCI", "", "", ""))) == "Ha2"


@pytest.mark.parametrize("hands", [("",) * 3, ("",) * 4])
def test_a_glance_sees_how_rivals_stand(hands):
    """At tables of all sizes: levels differ by thought, not by what they look at."""
    few, many = (city(f"AL . {rivals}", hands, act=True) for rivals in ("BL CL", "BL BL BL CL"))
    end = CODEC.read(few, 0, "end")
    assert STRATEGY.worth(few, 0, end) > STRATEGY.worth(many, 0, end)


def test_a_glance_among_four_sees_landmarks_and_tiles():
    assert best(city("AC AH .", ("IC", "", "", ""))) in ("Ib2", "Ic1")
    assert best(city("AL AL BL BL", ("", "", "", ""), act=True)) == "end"


@pytest.mark.parametrize("seed", range(5))
def test_whoever_has_lost_among_four_does_not_put_off_the_end(seed):
    """Once every Event was played for it, one a turn: a third of the turns were that."""
    events = {"A": ["stakeout", "union-strike", "shell-company"], "B": ["red-tape"]}
    s = city("AL .  BL BL .  CL .  DL", ("C", "", "", ""), events=events, stack="")
    s.began_empty, s.quiet_turns = True, 3  # a fourth quiet turn is the last
    thought = bot("sharp", GAMES["trinity"]).think(Mind(s, 0), Dice(seed))
    assert CODEC.write(s, 0, thought.choice) == "done"


@pytest.mark.parametrize("hands", [("", "", ""), ("", "", "", "")])
def test_landmarks_side_by_side_are_a_third_players_hope(hands):
    apart = STRATEGY.value(city("AL .  BL .  CL", hands))
    beside = STRATEGY.value(city("AL BL .  .  CL", hands))
    assert beside[2] > apart[2]
    assert beside[0] < apart[0]
    assert beside[1] < apart[1]


def test_the_habit_is_not_to_hand_the_rival_six_tiles_when_no_others_are_left():
    assert by_habit(city("AL BL", act=True, stack="")) == "end"


def test_the_habit_is_not_to_take_over_what_is_insured():
    s = city("AL BL", act=True)
    s.tycoons[1].is_insured = True
    assert by_habit(s) == "end"


def test_a_site_far_from_rivals_is_worth_a_look_too():
    s = city("""
        .  .  BL
        .  AL .
        .  .  .
    """, ("HCI", ""))  # fmt: skip
    looked = [CODEC.write(s, 0, one) for one in STRATEGY.worth_a_look(s, 0, Dice(1))]
    assert looked[0] == "Hb3"
    assert "Ha2" in looked


def test_with_a_conversion_permit_another_tile_stands_in_until_it_is_played():
    s = city("AL .", ("HCC", ""), events={"A": ["conversion-permit"]})
    for answer in ("Ha2", "Ca3", "Cb2", "play conversion-permit"):
        assert by_habit(s) == answer
        s = play(s, answer)


def test_habits_and_what_is_worth_a_look_are_allowed_answers():
    for seed in range(6):
        s, dice = GAME.new(2 + seed % 3), Dice(seed)
        while not s.is_over():
            seat = s.turn
            options = s.options(seat)
            if seat != CHANCE:
                looked = STRATEGY.worth_a_look(s, seat, dice)
                assert looked
                assert len(looked) == len(set(looked))
                assert set(looked) | {STRATEGY.habit(s, seat)} <= {*options, -1}
            s.apply(seat, options[dice.below(len(options))])


def looks(s, seat=0):
    return [CODEC.write(s, seat, choice) for choice in STRATEGY.worth_a_look(s, seat, Dice(1))]


@pytest.mark.parametrize("act", [False, True])
def test_to_look_costs_nothing_so_a_stakeout_comes_first(act):
    s = city("AL .  BL", ("HCI", "H"), events={"A": ["stakeout"], "B": ["red-tape"]}, act=act)
    assert looks(s) == ["play stakeout"]


def test_a_landmark_that_is_begun_comes_before_a_stakeout():
    s = city("AC AH .  BL", ("I", "H"), events={"A": ["stakeout"], "B": ["red-tape"]})
    assert "play stakeout" not in looks(s)


def test_a_stakeout_is_kept_once_no_tile_is_left():
    s = city("AL .  BL", ("", "H"), events={"A": ["stakeout"], "B": ["red-tape"]}, stack="")
    assert looks(s) != ["play stakeout"]


@pytest.mark.parametrize(("tiles", "is_looked_at"), [("HCI", True), ("HCC", False)])
def test_a_shell_company_is_for_a_landmark_in_hand(tiles, is_looked_at):
    s = city("AL .  BL", (tiles, "H"), events={"A": ["shell-company"]})
    assert ("play shell-company" in looks(s)) == is_looked_at


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_value_is_a_sum_of_terms_that_can_be_learnt(seats):
    """`trivet lab train` fits the weights of the same terms that the shipped value has."""
    dice, game = Dice(seats), GAMES["trinity"]
    s, looked = game.new(seats), 0
    while not s.is_over() and looked < 300:
        if s.turn != CHANCE and STRATEGY.is_settled(s):
            looked += 1
            found = [hope(STRATEGY.terms(s, seat), STRATEGY.pace(s), tuple(shipped(seats)))
                     for seat in range(seats)]  # fmt: skip
            assert found == pytest.approx(hopes(s), abs=1e-9)
        s.apply(s.turn, s.sample(s.turn, dice))
    assert looked > 5


def test_terms_have_names():
    s = GAMES["trinity"].new(2)
    assert len(STRATEGY.term_names(s)) == len(STRATEGY.terms(s, 0)) == len(shipped(2)) // 2
