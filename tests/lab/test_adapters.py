"""Our games in the learning libraries: they pass the libraries' own tests."""

import re
import sys
import warnings
from pathlib import Path
from types import ModuleType

import pytest

from trivet.catalogue import GAMES
from trivet.core.dice import Dice

np = pytest.importorskip("numpy", reason="numpy is not installed")
pytest.importorskip("librt")

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text()
[SOURCE] = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
HOME = sys.modules["highcard"] = ModuleType("highcard")  # a game from outside
exec(compile(SOURCE, "docs/protocol.md", "exec"), HOME.__dict__)  # noqa: S102
SMALL = HOME.HighCardGame()
EVERY = {**GAMES, "highcard": SMALL}

every_game = pytest.mark.parametrize("game", EVERY.values(), ids=list(EVERY))


@pytest.fixture(autouse=True)
def quiet():
    """The libraries warn of what they would do otherwise; their asserts are what counts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


# --- PettingZoo -----------------------------------------------------------------------------------


@pytest.fixture
def pettingzoo():
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    return pytest.importorskip("trivet.adapters.pettingzoo")


@every_game
def test_pettingzoo_accepts_the_aec_environment(game, pettingzoo, capsys):
    from pettingzoo.test import api_test, seed_test

    api_test(pettingzoo.aec(game), num_cycles=120)
    seed_test(lambda: pettingzoo.aec(game), num_cycles=60)


@every_game
def test_pettingzoo_accepts_the_parallel_environment(game, pettingzoo, capsys):
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    parallel_api_test(pettingzoo.parallel(game), num_cycles=60)
    parallel_seed_test(lambda: pettingzoo.parallel(game))


def test_pettingzoo_accepts_how_it_is_drawn(pettingzoo, capsys):
    from pettingzoo.test import render_test

    render_test(lambda render_mode=None: pettingzoo.aec("trifecta", render_mode=render_mode))


@every_game
def test_a_game_of_agents_ends_with_rewards_that_add_up_to_nothing(game, pettingzoo):
    env, dice, rewards = pettingzoo.aec(game), Dice(1), {}
    env.reset(seed=4)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        if over:
            rewards[agent] = reward
            env.step(None)
            continue
        may = seen["action_mask"].nonzero()[0]
        env.step(int(may[dice.below(len(may))]))
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0 or not any(rewards.values())


def test_sealed_questions_are_answered_in_one_parallel_step(pettingzoo):
    env = pettingzoo.parallel("trifecta", seats=3)
    seen, _ = env.reset(seed=1)
    assert all(list(one["action_mask"][:2]) == [1, 1] for one in seen.values())
    seen, *_ = env.step(dict.fromkeys(env.agents, 0))
    assert env.playing.s.round == 2


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_a_code_that_is_not_allowed_ends_the_game_at_its_sayers_cost(kind, pettingzoo):
    env = getattr(pettingzoo, kind)("tritarea")
    env.reset(seed=1)
    if kind == "aec":
        sayer = env.agent_selection
        env.step(191)
        rewards, over = env.rewards, env.terminations
    else:
        sayer = env.possible_agents[env.playing.s.turn]
        _, rewards, over, _, _ = env.step({
            agent: 191 if agent == sayer else env.codes.count for agent in env.agents
        })  # fmt: skip
    assert rewards == {agent: -1.0 if agent == sayer else 0.0 for agent in rewards}
    assert all(over.values())


def test_a_bad_wish_is_refused_at_once(pettingzoo):
    with pytest.raises(ValueError, match="there is no option"):
        pettingzoo.aec("trifecta", cards=3)
    with pytest.raises(ValueError, match="render_mode"):
        pettingzoo.aec("trifecta", render_mode="film")
    with pytest.raises(ValueError, match="there is no game"):
        pettingzoo.aec("whist")


# --- Gymnasium ------------------------------------------------------------------------------------


@pytest.fixture
def gym():
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    return pytest.importorskip("trivet.adapters.gymnasium")


@every_game
def test_gymnasium_accepts_one_seat_against_bots(game, gym):
    from gymnasium.utils.env_checker import check_env

    from trivet.bots.random import Random

    rival = Random(game.strategy)
    check_env(gym.SeatEnv(game, rival=rival), skip_render_check=True)


def test_gymnasium_makes_it_by_name(gym):
    import gymnasium

    env = gymnasium.make("trivet.adapters.gymnasium:trivet/trifecta-v0", rival="random", stages=1)
    seen, info = env.reset(seed=3)
    over, dice = False, Dice(1)
    while not over:
        may = np.flatnonzero(env.unwrapped.action_masks())
        assert list(may) == list(np.flatnonzero(info["action_mask"]))
        seen, reward, over, _, info = env.step(int(may[dice.below(len(may))]))
    assert reward in (-0.5, 0.0, 0.5)
    assert seen.shape == env.observation_space.shape
    _, reward, over, _, _ = env.reset() and env.step(74)
    assert (reward, over) == (-1.0, True)


@every_game
def test_many_tables_are_a_vector_environment(game, gym):
    env, dice = gym.TablesEnv(game, 3), Dice(2)
    seen, infos = env.reset(seed=5)
    again, _ = gym.TablesEnv(game, 3).reset(seed=5)
    assert (seen == again).all()
    assert seen in env.observation_space
    ended = 0
    for _ in range(2000):
        rows = [np.flatnonzero(row) for row in infos["action_mask"]]
        turn = infos["turn"]
        seen, rewards, over, cut, infos = env.step([row[dice.below(len(row))] for row in rows])
        for table in np.flatnonzero(over):
            ended += 1
            share = infos["scores"][table][turn[table]]
            assert rewards[table] == pytest.approx(share - 1 / env.codes.seats)
        if ended > 2:
            break
    assert ended
    assert not cut.any()
    with pytest.raises(ValueError, match="does not allow"):
        env.step([env.codes.count] * 3)


# --- OpenSpiel ------------------------------------------------------------------------------------


@pytest.fixture
def spiel(monkeypatch):
    monkeypatch.setitem(GAMES, "highcard", SMALL)  # as if it had been brought
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    games = pytest.importorskip("trivet.adapters.openspiel_games")
    games.register()
    return pyspiel


@pytest.mark.long
@every_game
def test_openspiel_plays_it_with_and_without_serialisation(game, spiel, capfd):
    loaded = spiel.load_game(f"trivet_{game.name}")
    spiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


@every_game
def test_openspiel_gets_bounded_actions_and_tensors_with_names(game, spiel):
    loaded = spiel.load_game(f"trivet_{game.name}", {"seats": game.most})
    codes = game.codes(game.most)
    assert loaded.num_distinct_actions() == codes.count
    assert loaded.max_chance_outcomes() <= 128
    state, dice = loaded.new_initial_state(), Dice(3)
    observer = loaded.make_py_observer()
    for _ in range(120):
        if state.is_terminal():
            break
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            actions = state.legal_actions()
            observer.set_from(state, state.current_player())
            assert observer.tensor.shape == (codes.width,)
            assert {name: one.shape for name, one in observer.dict.items()} == {
                field.name: field.shape for field in codes.layout}  # fmt: skip
        state.apply_action(actions[dice.below(len(actions))])


def test_openspiels_learning_environment_takes_our_tensors(spiel):
    from open_spiel.python.rl_environment import Environment, StepType

    env = Environment(spiel.load_game("trivet_trifecta", {"options": '{"stages": 1}'}))
    step, dice = env.reset(), Dice(1)
    while step.step_type != StepType.LAST:
        player = step.observations["current_player"]
        may = step.observations["legal_actions"][player]
        assert len(step.observations["info_state"][player]) == GAMES["trifecta"].codes().width
        step = env.step([may[dice.below(len(may))]])
    assert sum(step.rewards) == pytest.approx(0)
