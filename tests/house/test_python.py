"""Trivet from Python: names that a user guesses, and states that behave as Python objects do."""

import copy
import pickle
import subprocess
import sys

import pytest

import trivet
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.ink import PLAIN
from trivet.core.state import CHANCE, NOBODY
from trivet.core.walk import wander
from trivet.lab.duties import everything, reach

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
NAMES = ["__version__", "all_games", "game", "new", "levels", "bot", "Bot", "Dice", "Game"]
NAMES += ["IllegalAnswer", "Mind", "CHANCE", "EVERYONE", "NOBODY", "Objection", "State", "Table"]


def test_the_names_of_the_package():
    assert trivet.__all__ == NAMES
    assert all(getattr(trivet, name) is not None for name in NAMES)
    assert set(NAMES) <= set(dir(trivet))
    with pytest.raises(AttributeError, match="module 'trivet' has no attribute 'chess'"):
        trivet.chess  # noqa: B018


def test_a_game_is_found_begun_and_played():
    assert trivet.all_games() == GAMES
    assert trivet.levels()[0] == "random"
    state = trivet.new("trinity", seats=3)
    dice, bot = trivet.Dice(1), trivet.bot("greedy", "trinity")
    for _ in range(30):
        seat = state.turn
        choice = state.sample(seat, dice)
        state.play(seat, choice if seat == CHANCE else bot.choose(trivet.Mind(state, seat), dice))
    assert state.seats == 3
    assert trivet.new("sovereign").seats == 2
    assert trivet.new("sovereign", alternate=True) != trivet.new("sovereign")


def test_another_name_is_refused_with_those_there_are():
    with pytest.raises(KeyError) as refused:
        GAMES["chess"]
    assert str(refused.value).startswith("there is no game 'chess'; there are: sovereign, ")
    with pytest.raises(ValueError, match="there is no game 'chess'"):
        trivet.new("chess")
    assert GAMES.get("chess") is None


def test_the_list_of_games_is_not_hidden_by_the_folder_of_that_name():
    code = (
        "import trivet, trivet.games.sovereign.game as it; assert it.SovereignGame; "
        "print(*trivet.all_games()); import trivet.catalogue; print(*trivet.all_games())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == 2 * (" ".join(GAMES) + "\n")


def test_nothing_is_imported_before_it_is_used():
    code = (
        "import sys; before = set(sys.modules); import trivet; "
        "print(*sorted(set(sys.modules) - before - {'trivet'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_only_the_game_that_is_named_is_imported():
    code = (
        "import sys, trivet; trivet.new('sovereign', seats=2); "
        "print(*(name for name in sys.modules if name.startswith('trivet.games.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {name.split(".")[2] for name in done.stdout.split()} == {"sovereign"}


def test_packages_from_outside_are_not_looked_for_when_a_game_of_ours_is_named():
    code = "import sys, trivet; trivet.new('sovereign', seats=2); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "importlib.metadata" not in done.stdout.split()


def test_patterns_of_notation_are_compiled_when_a_text_is_read():
    code = (
        "import re, trivet.catalogue; plain, found = re.compile, []; "
        "re.compile = lambda text, *flags: found.append(text) or plain(text, *flags); "
        "s = trivet.new('sovereign', seats=2); s.game.codec.options(s, 0, list(s.options(0))[:9]); "
        "print(len(found)); s.game.codec.read(s, 0, 'nothing'); print(len(found))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, after = map(int, done.stdout.split())
    assert before == 0 < after


@every_game
def test_a_refused_answer_changes_nothing(game):
    s, _ = reach(game, 1, 12)
    before = everything(s)
    with pytest.raises(trivet.IllegalAnswer) as refused:
        s.play(s.turn, 10**9)
    assert refused.value.objection.reason in str(refused.value)
    other = next(seat for seat in range(s.seats) if not s.is_waiting_for(seat))
    with pytest.raises(trivet.IllegalAnswer, match="It is not your turn"):
        s.play(other, 0)
    with pytest.raises(ValueError, match=f"no seat {s.seats}: the seats are 0 to {s.seats - 1}"):
        s.play(s.seats, 0)
    assert everything(s) == before


def test_a_game_is_played_in_words():
    s = trivet.new("tritarea")
    assert s.choices()["lot B"] == "B is the first Lead"
    s.play("lot B")
    while s.turn == CHANCE:
        s.play(next(iter(s.choices())))
    answer, words = next(iter(s.choices().items()))
    assert words.startswith("Play the ")
    seat = s.turn
    s.play(seat, answer)
    assert s.turn != seat
    with pytest.raises(trivet.IllegalAnswer, match=r"The ranks go from 1 to 9\. \[TTA-1\]"):
        s.play("I10")
    with pytest.raises(trivet.IllegalAnswer, match="It is not your turn"):
        s.choices(seat)


def test_of_a_vast_question_the_answers_with_a_name_are_choices():
    s = trivet.new("sovereign")
    assert s.choices(0)["build SSIIIMC"] == "Watchers"
    with pytest.raises(ValueError, match="say which seat answers; asked are 0, 1"):
        s.play("build SSIIIMC")
    s.play(0, "build SSIIIMC")
    s.play("build SSIIIMC")
    assert s.step.what != "build"


def test_what_is_wrong_is_said_in_a_sentence():
    s = trivet.new("trifecta", seats=3)
    for wrong, sentence in (
        (lambda: s.view(99), "there is no viewer 99: the seats are 0 to 2"),
        (lambda: s.view(CHANCE), "there is no viewer -1"),
        (lambda: trivet.Mind(s, 9), "there is no seat 9: the seats are 0 to 2"),
        (lambda: s.choices("A"), "there is no seat 'A'"),
        (lambda: trivet.new("trifecta", "two"), "Trifecta is a game for 2 to 6 seats, not 'two'"),
    ):
        with pytest.raises(ValueError, match=sentence):
            wrong()


def test_dir_shows_what_to_work_with():
    names = dir(trivet.new("tritarea"))
    assert {"choices", "play", "view", "options", "copy", "imagine", "scores", "is_over"} <= set(
        names
    )
    assert not {"agenda", "push", "settle", "listener", "waiting"} & set(names)
    assert not [name for name in names if name.startswith("_")]


@every_game
@pytest.mark.parametrize("seed", range(6))
def test_states_are_pickled_copied_and_compared(game, seed):
    s, _ = reach(game, seed, 9 * seed)
    for twin in (pickle.loads(pickle.dumps(s)), copy.copy(s), copy.deepcopy(s), s.copy()):
        assert twin == s
        assert everything(twin) == everything(s)
        if not s.is_over():
            wander(twin, 1, Dice(1))
            assert twin != s
    assert s != 1
    if seed:
        assert s != game.new(s.seats)
    with pytest.raises(TypeError, match="a state changes"):
        hash(s)


def test_a_state_is_pickled_with_nothing_else_imported():
    code = "import pickle, trivet; pickle.loads(pickle.dumps(trivet.new('trinity', seats=3)))"
    subprocess.run([sys.executable, "-P", "-c", code], check=True)


def test_a_state_says_what_it_is_and_no_secrets():
    s = trivet.new("sovereign")
    first, *table = repr(s).splitlines()
    assert first == "<Sovereign, 2 seats, A B to answer 'build'>"
    assert table == s.game.picture(s.view(NOBODY), ["seat A", "seat B"], PLAIN)


def test_dice_are_pickled_copied_and_compared():
    dice = Dice(3)
    dice.bits()
    for twin in (pickle.loads(pickle.dumps(dice)), copy.copy(dice), copy.deepcopy(dice)):
        assert twin == dice
        assert twin.bits() == dice.copy().bits()
        assert twin != dice
    assert dice != Dice(3)
    assert repr(dice).startswith("<dice at ")
    with pytest.raises(TypeError, match="dice change"):
        hash(dice)
