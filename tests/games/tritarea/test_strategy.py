"""What bots are told: greedy play beats chance, takes what is certain, and gives away nothing."""

import pytest

import trivet.core.state
from games.tritarea.drawing import GAME, offered, play, table, trick, tricks, up_to
from trivet.bots.greedy import Greedy
from trivet.bots.random import Random
from trivet.bots.tuned import bot
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.core.walk import playout

GREEDY = Greedy(GAME.strategy)
RANDOM = Random(GAME.strategy)


def chosen(s):
    """What the greedy bot answers."""
    choice = GREEDY.choose(Mind(s, s.turn), Dice(1))
    return GAME.codec.write(s, s.turn, choice)


def finish(bots, dice):
    s = GAME.new(4)
    while not s.is_over():
        seat = s.turn
        s.apply(
            seat,
            s.sample(seat, dice) if seat == CHANCE else bots[seat].choose(Mind(s, seat), dice),
        )
    return s


@pytest.mark.long
def test_greedy_beats_random():
    won = 0.0
    for game in range(12):
        bots = [GREEDY if seat == game % 4 else RANDOM for seat in range(4)]
        won += finish(bots, Dice(game)).scores()[game % 4]
    assert won >= 9  # 96 % over 200 games


def test_greedy_builds_where_the_area_is_won():
    s = table("""
        B  B  .  .
        .  A  .  .
        .  .  .  .
        .  .  .  CCCC
    """, hands=("I1 M3", "I9 M4", "M2 M7", "E2 M8"), stock=(1, 1, 1, 1))  # fmt: skip
    play(tricks(s, done=6), "I1", "I9", "M2", "E2")
    assert chosen(s) in ("a4", "b4")  # takes one from B and is first; c4 would only tie


def test_greedy_does_not_default_when_a_block_pays():
    s = trick("I1", "I9", "M2", "E2")
    assert chosen(s) != "default"


def test_greedy_lets_a_worthless_5_be():
    """TTA-54  Only the first of the area scores."""
    s = up_to("value", 2)
    s.buildings = [1] * 16
    assert "=" not in chosen(s)


def test_greedy_pays_for_a_5_that_is_worth_it():
    s = up_to("value", 2)
    s.buildings = [4 | s.turn] * 16  # everything belongs to whoever is asked
    assert chosen(s) == offered(s)[2]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_values_add_up_to_one_and_favour_the_leader(number):
    s = up_to("build", number)
    for player in s.players:
        player.points = 0
    s.players[2].points = 60
    value = GAME.strategy.value(s)
    assert abs(sum(value) - 1) < 1e-9
    assert max(value) == value[2]


def test_the_value_at_the_end_is_the_score():
    s = GAME.new(4)
    playout(s, Dice(3))
    assert GAME.strategy.value(s) == s.scores()


def test_no_worth_changes_the_world_it_looks_at():
    for what in ("play", "build", "extend", "declare", "sell"):
        s = up_to(what, 3)
        before = [s.view(viewer) for viewer in range(4)]
        for choice in s.options(s.turn):
            GAME.strategy.worth(s, s.turn, choice)
        assert [s.view(viewer) for viewer in range(4)] == before


@pytest.mark.long
def test_no_seat_is_favoured_between_random_players():
    """Each seat's share of the wins is within three standard errors of 1/4, ties shared."""
    is_compiled = not trivet.core.state.__file__.endswith(".py")
    games = 20_000 if is_compiled else 1_000
    won, dice = [0.0] * 4, Dice(2024)
    for _ in range(games):
        s = GAME.new(4)
        playout(s, dice)
        won = [total + share for total, share in zip(won, s.scores(), strict=True)]
    error = (0.25 * 0.75 / games) ** 0.5
    assert all(abs(total / games - 0.25) < 3 * error for total in won), won


# --- The last trick -------------------------------------------------------------------------------


def last_right(seed):
    """Somebody may build, all cards of the last trick of the game lie, and it is a close game."""
    dice = Dice(seed)
    while True:
        s = GAME.new(4)
        while not s.is_over():
            if s.round == 3 and len(s.tricks) == 7 and s.step.what == "build":
                for player in s.players:
                    player.points = 30
                return s
            s.apply(s.turn, s.sample(s.turn, dice))


def outcome(s):
    """The scores if everybody takes what is best for themselves, the first of equals."""
    if s.is_over():
        return s.scores()
    return max(map(outcome, after(s)), key=lambda scores: scores[s.turn])


def after(s):
    for choice in s.options(s.turn):
        twin = s.copy()
        twin.apply(s.turn, choice)
        yield twin


@pytest.mark.parametrize("seed", [3, 6, 9])
def test_master_plays_the_last_trick_exactly(seed):
    """TTA-57  What it says an answer is worth is what the answer brings."""
    s = last_right(seed)
    thought = bot("master", GAMES["tritarea"]).think(Mind(s, s.turn), Dice(seed))
    expected = [outcome(twin)[s.turn] for twin in after(s)]
    values = {one.choice: one.value for one in thought.weighed}
    assert [values[choice] for choice in s.options(s.turn)] == pytest.approx(expected)
    assert values[thought.choice] == max(values.values())
    assert len(set(expected)) > 1


def test_only_the_last_trick_is_near_enough_to_be_played_exactly():
    assert GAME.strategy.answers_left(last_right(1)) == 4
    assert GAME.strategy.answers_left(up_to("build", 3)) > 8
