"""Our games in OpenSpiel's hands, and its searches at our tables."""

import re

import pytest

from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.walk import wander

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
openspiel = pytest.importorskip("trivet.adapters.openspiel")

every_game = pytest.mark.parametrize("name", GAMES)


def loaded(name, **parameters):
    openspiel.register()
    return pyspiel.load_game(f"trivet_{name}", parameters)


def go_on(state, dice):
    if state.is_chance_node():
        actions = [action for action, _ in state.chance_outcomes()]
    else:
        actions = state.legal_actions()
    state.apply_action(actions[dice.below(len(actions))])


def after(game, answers, seed=1):
    state, dice = game.new_initial_state(), Dice(seed)
    for _ in range(answers):
        go_on(state, dice)
    return state


@every_game
def test_a_whole_game_is_played_there_and_the_returns_add_up_to_nothing(name):
    state, dice = loaded(name).new_initial_state(), Dice(2)
    while not state.is_terminal():
        assert not any(state.returns())
        go_on(state, dice)
    assert sum(state.returns()) == pytest.approx(0)


@every_game
def test_as_many_play_as_were_wished_for(name):
    most = GAMES[name].most
    game = loaded(name, seats=most)
    assert game.num_players() == most
    assert len(game.new_initial_state().returns()) == most


@every_game
def test_a_clone_goes_its_own_way(name):
    state = after(loaded(name), 12)
    before = str(state)
    clone, dice = state.clone(), Dice(3)
    for _ in range(12):
        go_on(clone, dice)
    assert str(state) == before
    assert str(clone) != before


@every_game
def test_the_odds_of_chance_add_up_to_one(name):
    state, dice, asked = loaded(name).new_initial_state(), Dice(4), 0
    while asked < 5 and not state.is_terminal():
        if state.is_chance_node():
            asked += 1
            assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
        go_on(state, dice)
    assert asked


@every_game
@pytest.mark.parametrize("answers", [9, 25])
def test_a_player_cannot_tell_a_resampled_world(name, answers):
    state, dice = after(loaded(name), answers), Dice(answers)
    while state.is_chance_node():
        go_on(state, dice)
    player = state.current_player()
    known = state.information_state_string(player)
    worlds = [state.resample_from_infostate(player, dice.chance) for _ in range(20)]
    assert {world.information_state_string(player) for world in worlds} == {known}
    assert all(world.legal_actions() == state.legal_actions() for world in worlds)


def test_actions_are_written_as_at_the_table():
    state, dice = loaded("sovereign").new_initial_state(), Dice(1)
    assert state.action_to_string(0, 3) == "build 3"  # the fourth kind of piece: a part of a word
    while state.is_chance_node() or state.held.s.step.what != "place":
        go_on(state, dice)
    player, actions = state.current_player(), state.legal_actions()
    written = {state.action_to_string(player, action) for action in actions}
    assert len(written) == len(actions)
    assert any(re.fullmatch(r"place \w+b2>", text) for text in written)


# --- its searches ---------------------------------------------------------------------------------


def asked(name, answers=9):
    """A mind that has to choose."""
    s, dice = GAMES[name].new(GAMES[name].fewest), Dice(5)
    wander(s, answers, dice)
    while s.turn < 0 or len(s.options(s.turn)) < 2:
        s.apply(s.turn, s.sample(s.turn, dice))
    return Mind(s, s.turn)


def thinks(make, name, mind, **settings):
    bot = make(GAMES[name], **{"simulations": "20", "values": "1"} | settings)
    return bot.think(mind, Dice(6))


both = pytest.mark.parametrize("search", ["search", "open_search"])


@every_game
@both
def test_its_searches_answer_as_the_rules_allow(name, search):
    mind = asked(name)
    thought = thinks(getattr(openspiel, search), name, mind)
    assert thought.choice in mind.options()
    assert {one.choice for one in thought.weighed} <= set(mind.options())
    assert all(0 <= one.value <= 1 for one in thought.weighed)


@both
def test_its_searches_play_random_games_to_the_end_if_asked_to(search):
    mind = asked("tritarea", 150)
    thought = thinks(getattr(openspiel, search), "tritarea", mind, values="0")
    assert thought.choice in mind.options()


@both
def test_its_searches_give_the_same_answer_to_the_same_dice(search):
    mind = asked("trifecta", 40)
    one, two = (thinks(getattr(openspiel, search), "trifecta", mind) for _ in range(2))
    assert one.choice == two.choice
    assert [each.tries for each in one.weighed] == [each.tries for each in two.weighed]


@every_game
@both
def test_its_searches_cannot_peek(name, search):
    mind = asked(name, 20)
    twin = Mind(mind.imagine(Dice(7)), mind.seat)
    one, two = (thinks(getattr(openspiel, search), name, each) for each in (mind, twin))
    assert one.choice == two.choice
    assert [each.value for each in one.weighed] == [each.value for each in two.weighed]


def test_rounds_are_shared_out_among_worlds():
    mind = asked("sovereign", 12)
    thought = thinks(openspiel.open_search, "sovereign", mind, simulations="60", worlds="3")
    assert sum(one.tries for one in thought.weighed) == 60


@both
def test_its_searches_stop_by_the_clock(search):
    mind = asked("sovereign", 12)
    thought = thinks(getattr(openspiel, search), "sovereign", mind, seconds="0.05")
    assert thought.choice in mind.options()  # without it, one of them would go on for ever
