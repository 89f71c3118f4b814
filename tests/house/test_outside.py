"""Games and bots from files and packages outside."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

import trivet
from trivet.cli.new_game import wording, write
from trivet.client import Client
from trivet.core.dice import Dice
from trivet.core.mind import Mind

HOME = Path(trivet.__file__).parents[1]
ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs/examples"
PROTOCOL = ROOT / "docs" / "protocol.md"


@pytest.fixture
def liars(tmp_path):
    """A generated game; the folder that its package is in."""
    write(tmp_path / "liars", wording("liars", None, None))
    return tmp_path / "liars"


@pytest.fixture
def place(liars):
    return f"{liars / 'liars/game.py'}:LiarsGame"


@pytest.fixture
def single(tmp_path):
    """The worked example of docs/protocol.md as a file."""
    source = PROTOCOL.read_text().split("```python\n", 1)[1].split("```", 1)[0]
    (tmp_path / "highcard.py").write_text(source)
    return f"{tmp_path / 'highcard.py'}:HighCardGame"


def python(*words, cwd, path=(), **variables):
    """A Python of its own: what is brought stays there."""
    where = os.pathsep.join(map(str, (HOME, *path)))
    return subprocess.run(
        [sys.executable, "-P", *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": where, "TRIVET_HOME": str(cwd), **variables},
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip


def run(*words, cwd, path=(), **variables):
    return python("-m", "trivet", *words, cwd=cwd, path=path, **variables)


# --- games ----------------------------------------------------------------------------------------


def test_a_game_is_played_from_one_file(tmp_path, single):
    done = run("arena", single, "--bots", "greedy,random", "--blocks", "4", "--jobs", "2",
               cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "highcard, 2 seats, 4 blocks" in done.stdout


def test_a_game_in_a_package_has_its_rulebook_beside_it(tmp_path, place):
    done = run("rules", place, "LIA-3", cwd=tmp_path)
    assert "A die that shows a 6 must be kept." in done.stdout


def test_every_command_takes_a_game_from_outside(tmp_path, place):
    done = run("games", "--json", "--game", place, cwd=tmp_path)
    assert "liars" in [game["name"] for game in json.loads(done.stdout)["games"]]


def test_a_game_without_a_rulebook_says_so(tmp_path, single):
    done = run("rules", single, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        2, "trivet: The rulebook 'highcard' is not installed.\n",
    )  # fmt: skip


@pytest.mark.long
def test_the_bots_of_a_game_from_outside_are_tuned(tmp_path, place):
    done = run("lab", "tune", place, "--seconds", "2", "--jobs", "2", "--seats", "3", cwd=tmp_path)
    assert done.returncode in (0, 1), done.stderr  # a level may well lose within so few tables
    assert "Liars, 3 seats." in done.stdout
    assert "greedy over random" in done.stdout
    assert "Traceback" not in done.stderr


def announce(folder, group, name, place):
    """What pip writes of an installed package."""
    info = folder / f"{name}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {place}\n")


def test_an_installed_package_brings_its_game(tmp_path, liars):
    announce(tmp_path / "site", "trivet.games", "liars", "liars.game:LiarsGame")
    path = (tmp_path / "site", liars)
    done = run("arena", "liars", "--bots", "greedy,random", "--blocks", "2", "--jobs", "2",
               cwd=tmp_path, path=path)  # fmt: skip
    assert "liars, 2 seats, 2 blocks" in done.stdout, done.stderr


def test_a_broken_package_is_left_out_with_one_line(tmp_path):
    announce(tmp_path / "site", "trivet.games", "broken", "nowhere.game:Broken")
    done = run("games", cwd=tmp_path, path=(tmp_path / "site",))
    assert done.returncode == 0
    assert "sovereign" in done.stdout
    assert "A game is left out: the module nowhere.game cannot be imported" in done.stderr


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "none.py:Game", "There is no file none.py."),
        ("x = 1", "it.py:Game", "There is no Game in it.py."),
        ("Game = 3", "it.py:Game", "it.py:Game is a int, not a trivet.core.game.Game."),
        ("1 / 0", "it.py:Game", "it.py cannot be imported: ZeroDivisionError: division by zero."),
        ("raise SystemExit", "it.py:Game", "it.py cannot be imported: SystemExit: ."),
        ("Game = 3", "random.py:Game", "has the name of another module"),
        ("Game = 3", "my-game.py:Game", "call it by letters, digits and _ only"),
        ("", "nowhere:Game", "The module nowhere cannot be imported: ModuleNotFoundError"),
    ],
)
def test_a_wrong_place_is_refused_with_the_reason(tmp_path, text, place, reason):
    if text:
        (tmp_path / place.partition(":")[0]).write_text(text)
    done = run("play", place, cwd=tmp_path)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_cannot_take_the_name_of_another(tmp_path, single):
    file = Path(single.rpartition(":")[0])
    file.write_text(file.read_text().replace('name = "highcard"', 'name = "trinity"'))
    done = run("games", "--game", single, cwd=tmp_path)
    assert "is called 'trinity', as another game is" in done.stderr


PROCESSES = """
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from trivet.lab.arena import Contest, play_block

if __name__ == "__main__":
    with ProcessPoolExecutor(1, mp_context=get_context(sys.argv[1])) as pool:
        pool.submit(len, "").result()  # started before the game is brought
        contest = Contest(sys.argv[2], ("greedy", "random"))
        print(len(pool.submit(play_block, contest, 0).result()))
"""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_a_job_carries_the_game_into_any_process(tmp_path, place, method):
    (tmp_path / "job.py").write_text(PROCESSES)
    done = python(str(tmp_path / "job.py"), method, place, cwd=tmp_path)
    assert done.stdout == "2\n", done.stderr


FROZEN = """
import sys
from trivet.catalogue import GAMES, bring
from trivet.core.dice import Dice
from trivet.core.walk import wander
from trivet.freeze import freeze, thaw
from trivet.lab.duties import everything, reach
game = bring(sys.argv[1])
for seed in range(30):
    s, _ = reach(game, seed, seed % 9)
    twin = thaw(freeze(s), GAMES)
    assert everything(twin) == everything(s) and twin.step is s.step
    assert wander(twin, 50, Dice(seed)) == wander(s, 50, Dice(seed))
print("the same")
"""


@pytest.mark.parametrize("where", ["place", "single"])
def test_a_state_of_a_game_from_outside_is_frozen_and_thawed(tmp_path, request, where):
    done = python("-c", FROZEN, request.getfixturevalue(where), cwd=tmp_path)
    assert done.stdout == "the same\n", done.stderr


SERVED = ("rules/liars", "games/liars/lesson", "games/liars/art")
LESSON = {"seats": 2, "seed": 1, "steps": [{"title": "Your die", "text": "Look at it."}]}


def test_a_game_from_outside_is_played_with_bots_at_a_server(tmp_path, liars, place):
    (liars / "liars/lesson.json").write_text(json.dumps(LESSON))
    (liars / "liars/art").mkdir()
    (liars / "liars/art/palette.json").write_text('{"ink": ["#000000", "#ffffff"]}')
    (liars / "liars/art/cup.svg").write_text('<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>')
    words = [sys.executable, "-P", "-m", "trivet", "serve", "--port", "0", "--bot-delay", "0"]
    env = {**os.environ, "PYTHONPATH": str(HOME), "TRIVET_HOME": str(tmp_path)}
    with subprocess.Popen(
        [*words, "--game", place], stdout=subprocess.PIPE, text=True, env=env
    ) as server:
        try:
            address = server.stdout.readline().split()[3].rstrip("/")
            client = Client(address)
            assert "liars" in [game.name for game in client.games().games]
            told = {what: json.loads(urlopen(f"{address}/api/{what}").read()) for what in SERVED}
            assert "LIA-3" in [rule["id"] for rule in told["rules/liars"]["rules"]]
            assert told["games/liars/lesson"]["steps"][0]["title"] == "Your die"
            assert "cup" in told["games/liars/art"]["faces"]
            room = client.open_room("liars", bots=["", "sharp", "greedy"], start=True)
            with client.enter(room) as table:
                while ask := table.question():
                    table.answer(ask.options[0].text)
                assert table.room.result is not None
            log = (tmp_path / "server/server.log").read_text()
            assert "worker is replaced" not in log
        finally:
            server.terminate()
            server.wait(20)


# --- bots -----------------------------------------------------------------------------------------


BOTS = """
import time

class Bot:
    def __init__(self, answer): self.answer = answer
    def choose(self, mind, dice): return self.answer(mind)

def first(game): return Bot(lambda mind: mind.options()[0])
def illegal(game): return Bot(lambda mind: 987654321)
def words(game): return Bot(lambda mind: "keep")
def slow(game): return Bot(lambda mind: time.sleep(60))
def loud(game): print("hello"); return Bot(lambda mind: print("hm") or mind.options()[0])
def failing(game): return Bot(lambda mind: 1 / 0)
def ending(game): return Bot(lambda mind: __import__("os")._exit(1))
def unmade(game): raise ValueError("it needs weights")
def none(game): return None
def set_up(game, depth): return Bot(lambda mind: mind.options()[int(depth)])
"""


@pytest.fixture
def bots(tmp_path):
    (tmp_path / "robots.py").write_text(BOTS)
    return tmp_path / "robots.py"


def asked(name, deadline=5.0):
    """What a guest answers to the first question of Sovereign."""
    from trivet.catalogue import GAMES
    from trivet.guests import Guest

    s = GAMES["sovereign"].new(2)
    guest = Guest(str(name), GAMES["sovereign"], deadline)
    try:
        return guest.choose(Mind(s, s.turn), Dice(1)), s.options(s.turn)
    finally:
        guest.close()


def test_a_guest_answers(bots):
    answer, options = asked(f"{bots}:first")
    assert answer == options[0]


def test_what_a_guest_prints_is_not_an_answer(bots):
    answer, options = asked(f"{bots}:loud")
    assert answer == options[0]


def test_a_guest_has_settings(bots):
    answer, options = asked(f"{bots}:set_up+depth=1")
    assert answer == options[1]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("illegal", r"robots.py:illegal answered 987654321, which is refused: .* \[SOV-[0-9]+\]"),
        ("words", "answered \"'keep'\", which is not an int"),
        ("failing", "has failed with ZeroDivisionError: division by zero."),
        ("ending", "has ended"),
    ],
)
def test_a_guest_forfeits_by_its_own_fault(bots, name, reason):
    from trivet.guests import Forfeit

    with pytest.raises(Forfeit, match=reason):
        asked(f"{bots}:{name}")


def test_a_slow_guest_forfeits_at_the_deadline(bots):
    from trivet.guests import Forfeit

    with pytest.raises(Forfeit, match=r"has not answered within 0\.5 seconds"):
        asked(f"{bots}:slow", deadline=0.5)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("unmade", "ValueError: it needs weights"),
        ("none", "NoneType has no method choose"),
        ("nobody", "there is no nobody in"),
        ("set_up+depth", "a setting is NAME=VALUE"),
    ],
)
def test_what_is_no_bot_is_refused(bots, name, reason):
    from trivet.guests import BadGuest

    with pytest.raises(BadGuest, match=reason):
        asked(f"{bots}:{name}")


def test_in_the_arena_the_others_win_when_a_guest_forfeits(tmp_path, bots):
    done = run("arena", "sovereign", "--bots", "robots.py:illegal,greedy", "--blocks", "1",
               "--jobs", "1", cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "which is refused" in done.stderr
    assert [line.split()[1] for line in done.stdout.splitlines()[2:]] == ["0.0%", "100.0%"]


def test_a_guest_sits_in_the_terminal(tmp_path, bots):
    done = run("play", "sovereign", "--people", "0", "--bots", "robots.py:first,greedy", "--json",
               "--seed", "1", cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "robots.py:first" in done.stdout


def test_a_guest_thinks_in_each_process_of_an_arena(tmp_path, bots):
    """Forked processes had the pipes of the one that checked the line-up, and all waited."""
    done = run("arena", "trifecta", "--bots", "robots.py:first,random", "--blocks", "4",
               "--jobs", "2", cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "4 blocks" in done.stdout


def test_an_installed_package_brings_its_bot(tmp_path, bots):
    announce(tmp_path / "site", "trivet.bots", "robot", "robots:first")
    done = run("arena", "sovereign", "--bots", "robot,random", "--blocks", "1", "--jobs", "1",
               cwd=tmp_path, path=(tmp_path / "site", tmp_path))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "robot" in done.stdout


def test_the_example_of_a_guest_plays(tmp_path):
    done = run("arena", "trifecta", "--bots", f"{EXAMPLES / 'guest.py'}:make+worlds=1,random",
               "--blocks", "1", "--jobs", "1", cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_the_examples_are_typed():
    done = python("-m", "mypy", "--strict", "--no-incremental", "--cache-dir", os.devnull,
                  "docs/examples", cwd=ROOT, MYPYPATH=str(ROOT / "src"))  # fmt: skip
    assert done.returncode == 0, done.stdout
