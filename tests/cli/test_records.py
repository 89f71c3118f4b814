"""Games that were kept: resuming, replaying, and a verifier that shares nothing with the writer."""

import ast
import hashlib
import json
import re
from pathlib import Path

import pytest

from trivet import verifier
from trivet.catalogue import GAMES
from trivet.cli.main import main
from trivet.cli.terminal.saves import Slot
from trivet.core import record
from trivet.core.dice import Dice
from trivet.core.seen import as_plain

SEED = ("--seed", "af", "--bot", "greedy")
BEGINNING = ["build SSIIDAC", "shuffle", "1", "keep"]


@pytest.fixture(scope="session")
def finished_text(tmp_path_factory):
    """The record of a game between two bots."""
    home = tmp_path_factory.mktemp("finished")
    words = ["play", "sovereign", "--people", "0", "--bots", "greedy,random", "--seed", "3"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRIVET_HOME", str(home))
        assert main(words) == 0
    return next((home / "games").iterdir()).read_text()


@pytest.fixture
def finished(finished_text, tmp_path):
    path = tmp_path / "finished.trivet"
    path.write_text(finished_text)
    return path


def changed(path, old, new):
    """The record with something else in it, and a digest that fits again."""
    text = path.read_text()
    assert re.search(old, text, re.M), old
    lines = re.sub(old, lambda _: new, text, count=1, flags=re.M).splitlines()[:-1]
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    path.write_text("\n".join([*lines, f"digest: {digest}", ""]))


# --- problems reported from a browser -------------------------------------------------------------


@pytest.fixture
def reported(tmp_path):
    """What the page saves: a position of a running game, as seat 1 may know it."""
    game = GAMES["sovereign"]
    s = game.new(2)
    bundle = {
        "is": "Trivet problem 1", "trivet": "0.1.0", "game": game.name, "rules": game.version,
        "players": ["Mia", "gr\x1b[31meedy"], "view": as_plain(s.view(1)), "ask": {"options": []},
        "answers": [{"count": 0, "text": "build SSIIDAC"}], "news": ["Both decks were \x07ready."],
        "record": "", "page": {"journal": ["error: it broke"]},
    }  # fmt: skip
    path = tmp_path / "problem.json"
    path.write_text(json.dumps(bundle))
    return path


def test_a_reported_problem_is_shown_as_the_viewer_saw_it(reported, capsys):
    assert main(["replay", str(reported), "--no-color"]) == 0
    shown = capsys.readouterr().out
    for part in ("Mia", "build SSIIDAC", "Both decks were ?ready.", "error: it broke"):
        assert part in shown
    assert "\x1b" not in shown


def test_a_problem_with_a_record_is_replayed(reported, finished_text, capsys):
    bundle = json.loads(reported.read_text()) | {"record": finished_text}
    reported.write_text(json.dumps(bundle))
    assert main(["replay", str(reported)]) == 0
    assert "Shares of the win" in capsys.readouterr().out


@pytest.mark.parametrize("damage", [{"is": "else"}, {"rules": 99}, {"view": 5}, {"game": "chess"}])
def test_a_file_that_is_no_problem_is_refused_in_a_sentence(reported, damage, capsys):
    reported.write_text(json.dumps(json.loads(reported.read_text()) | damage))
    assert main(["replay", str(reported)]) == 2
    assert "is no problem that can be read here" in capsys.readouterr().err


# --- verify ---------------------------------------------------------------------------------------


def test_a_finished_game_is_found_fair(trivet, finished):
    done = trivet("verify", str(finished))
    assert done.code == 0
    draws = len(re.findall(r"^\d+ \* ", finished.read_text(), re.M))
    answers = len(re.findall(r"^\d+ ", finished.read_text(), re.M))
    assert draws > 5
    assert done.out == (
        f"fair: {draws} draws follow from the seed, {answers} answers keep the rules\n"
    )


def test_a_game_that_goes_on_is_fair_so_far(trivet, kept):
    trivet("play", "sovereign", *SEED, lines=BEGINNING)
    done = trivet("verify", str(kept()[0]))
    assert done.code == 0
    assert done.out.startswith("fair so far (the game is not over): ")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (r"\* lot A$", "* lot B", "line 17: the seed does not give 'lot B'"),
        (r"^seed: 0", "seed: 1", "line 13: the seed does not fit the commitment"),
        (r"^commitment: .", "commitment: x", "line 13: the seed does not fit the commitment"),
        (r"^table: .", "table: x", "line 13: the seed does not fit the commitment"),
        (r"^salt: -", "salt: pepper", ": the seed does not give '"),
        (r"A build \w+$", "A build MMSSSSS", "line 15: the rules do not allow 'build MMSSSSS'"),
        (r"A build \w+$", "A build SSSSSSS", "line 18: the rules do not allow 'order ICIMIII'"),
        (r"^result: 1 0$", "result: 0 1", ": the answers lead to 'result: 1 0'"),
        (r"^result: 1 0\n", "", "only a game that is over has a result"),
        (r"^2 B", "2 A", "line 16: nothing is asked of A here"),
        (r"^2 B", "3 B", "line 16: expected answer 2 of a seat"),
        (r"^2 B", "2 C", "line 16: expected answer 2 of a seat"),
        (r"^2 B build", "2 B BUILD", "line 16: this is not the game's notation"),
        (r"^rules: 1", "rules: x", "line 3: the version of the rules is a number"),
        (r"^seats: 2", "seats: 3", "line 4: this game cannot be played with 3 seats"),
        (r"^options: .*", "options: 7", "line 5: these are not options of this game"),
        (r"^options: .*", 'options: {"fast": 1}', "line 5: these are not options of this game"),
        (r"^Trivet record 1", "Trivet record 2", "line 1: this is not a Trivet record"),
        (r"^player B.*\n", "", "line 7: expected 'player B: ...'"),
        (r"^player B.*", "player B:  x", "line 7: a name is one short line"),
        (r"^bot B.*", "bot B: x\ty", "line 9: a name is one short line"),
        (r"^bot A.*\n", "bot B: x\n", "line 9: expected 'table: ...'"),
        (r"^table: .", "table: x ", "line 11: table and salt are one word each"),
        (r"^seed: .*", "seed: abc", "line 13: a seed has 64 hexadecimal digits"),
        (r"^\n", "x\n", "line 14: an empty line ends the head"),
    ],
)
def test_a_changed_record_is_refused_with_its_line(trivet, finished, old, new, complaint):
    changed(finished, old, new)
    done = trivet("verify", str(finished))
    assert done.code == 1
    assert done.out.startswith("not fair: line ")
    assert complaint in done.out


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (r"^rules: 1", "rules: 99", "it does not have rules 99 of sovereign"),
        (r"^game: .*", "game: chess", "it does not have rules 1 of chess"),
    ],
)
def test_a_record_of_other_rules_cannot_be_checked_and_is_not_called_unfair(
    trivet, finished, old, new, why
):
    changed(finished, old, new)
    done = trivet("verify", str(finished))
    assert done.code == 3
    assert done.out.startswith(f"cannot be checked by this version: {why}")


def test_a_careless_change_is_noticed_by_the_digest(trivet, finished):
    finished.write_text(finished.read_text().replace("player A: greedy", "player A: Greta"))
    done = trivet("verify", str(finished))
    assert done.code == 1
    assert "the digest does not fit the lines above" in done.out


@pytest.mark.parametrize(
    "junk", [b"", b"\n", b"junk", b"\xff\xfe", b"Trivet record 1\n", b"\0" * 99]
)
def test_junk_is_refused_without_a_traceback(trivet, tmp_path, junk):
    path = tmp_path / "junk"
    path.write_bytes(junk)
    assert trivet("verify", str(path)).code in (1, 2)
    assert trivet("replay", str(path)).code == 2
    assert trivet("play", "--resume", str(path)).code == 2
    assert path.read_bytes() == junk


@pytest.mark.long
def test_two_readers_that_share_nothing_agree_on_every_spoilt_record(finished):
    """The verifier and core.record, on records with one letter changed and a digest that fits."""
    text, dice, refused = finished.read_text(), Dice(5), 0
    for _ in range(80):
        place = dice.below(text.rindex("digest: "))
        letter = "AB*01 \nSx:"[dice.below(10)]
        lines = (text[:place] + letter + text[place + 1 :]).splitlines()[:-1]
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        spoilt = "\n".join([*lines, f"digest: {digest}", ""])
        refused += not is_loaded(spoilt)
        assert is_fair(spoilt) == is_loaded(spoilt), (place, letter)
    assert refused > 40


def is_fair(text):
    try:
        verifier.verified(text)
    except (verifier.Unfair, verifier.CannotCheck):
        return False
    return True


def is_loaded(text):
    try:
        record.load(text, GAMES)
    except record.BadRecord:
        return False
    return True


def test_the_verifier_is_short_and_shares_only_the_rules():
    source = Path(verifier.__file__).read_text()
    tree = ast.parse(source)
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not imported & {"trivet.core.table", "trivet.core.record", "trivet.core.fair"}
    ours = {name for name in imported if name.startswith("trivet")}
    assert ours == {"trivet.catalogue", "trivet.core.game", "trivet.core.state"}
    assert len(source.splitlines()) < 180


# --- replay ---------------------------------------------------------------------------------------


def test_a_replay_shows_the_end_unless_told(trivet, finished):
    done = trivet("replay", str(finished))
    answers = len(re.findall(r"^\d+ ", finished.read_text(), re.M))
    assert f"After {answers} of {answers} answers." in done.out
    assert "Shares of the win: greedy 1, random 0." in done.out
    assert "After 0 of" in trivet("replay", str(finished), "--at", "0").out
    assert trivet("replay", str(finished), "--at", "999").code == 2


def test_a_replay_can_be_seen_with_other_eyes(trivet, finished):
    deck = re.search(r"A build (\w+)", finished.read_text())[1]
    built = "built of: " + " ".join(deck)
    for viewer, sees in (("A", True), ("b", False), ("public", False), ("open", True)):
        done = trivet("replay", str(finished), "--at", "3", "--as", viewer)
        assert (built in done.out) == sees, viewer
    assert trivet("replay", str(finished), "--as", "Z").code == 2


def test_a_game_that_goes_on_is_not_opened_unless_asked(trivet, kept):
    trivet("play", "sovereign", *SEED, lines=["build SSIIDAC"])
    assert "built of: S S I I D A C" not in trivet("replay", str(kept()[0])).out
    assert "built of: S S I I D A C" in trivet("replay", str(kept()[0]), "--as", "open").out


def test_the_transcript_has_every_answer_in_notation_and_words(trivet, finished):
    done = trivet("replay", str(finished), "--all")
    for line in re.findall(r"^\d+ . .*$", finished.read_text(), re.M):
        assert f"{line}  (" in done.out
    assert re.search(r"^    greedy placed an? \w+ on", done.out, re.M)
    assert done.out.count("+-------+-------+-------+") > 4 * 10


def test_the_transcript_of_a_seat_has_no_secrets_of_others(trivet, finished):
    """Not even that chance was asked: it would tell that the rival shuffled."""
    done = trivet("replay", str(finished), "--all", "--as", "A")
    assert re.search(r"^A build ", done.out, re.M)
    assert not re.search(r"^(\d+ )?[B*] ", done.out, re.M)
    assert not re.search(r"^\d+ [AB*] ", done.out, re.M)


# --- keeping and resuming -------------------------------------------------------------------------


def test_a_game_is_kept_after_every_answer_and_goes_on_where_it_was_left(trivet, kept):
    trivet("play", "sovereign", *SEED, lines=[*BEGINNING, "1", "1"])
    whole = kept()[-1].read_text()
    done = trivet("play", "sovereign", *SEED, lines=BEGINNING[:1])
    assert f"  trivet play --resume {kept()[-1]}\n" in done.out
    for answer in (*BEGINNING[1:], "1", "1"):
        done = trivet("play", "--resume", lines=[answer])
        assert done.code == 0
    assert len(kept()) == 2
    assert kept()[-1].read_text() == whole


def test_the_latest_unfinished_game_is_resumed(trivet, kept, highcard):
    highcard()
    trivet("play", "sovereign", *SEED)
    trivet("play", "highcard", *SEED)
    trivet("play", "sovereign", "--people", "0")
    assert "High Card" in trivet("play", "--resume").out
    assert "Sovereign" in trivet("play", "sovereign", "--resume").out
    assert "That game is over" in trivet("play", "--resume", str(kept()[-1])).err


def test_a_corrupt_save_is_refused_with_line_and_reason_and_left_alone(trivet, kept):
    trivet("play", "sovereign", *SEED, lines=BEGINNING)
    path = kept()[0]
    path.write_text(path.read_text().replace("2 B build ", "2 B build Z"))
    before = path.read_text()
    done = trivet("play", "--resume", lines=["1"])
    assert done.code == 2
    assert re.search(r", line 15: .*\[HOUSE-2\]$", done.err)
    assert path.read_text() == before
    assert kept() == [path]


def test_a_name_in_a_foreign_record_cannot_steer_the_terminal(trivet, kept):
    trivet("play", "sovereign", *SEED, lines=BEGINNING)
    changed(kept()[0], "^player A: .*", "player A: \x1b[31mEve")
    for words in (("replay", str(kept()[0])), ("play", "--resume")):
        done = trivet(*words)
        assert done.code == 2
        assert "line 6: player A: a name is one short line of printable text" in done.err
        assert "\x1b" not in done.out + done.err


def test_another_trivet_that_went_on_with_the_game_is_not_overwritten(tmp_path):
    path = tmp_path / "game.trivet"
    mine, theirs = Slot(path, ""), Slot(path, "one")
    mine.save("one")
    theirs.save("one, theirs")
    mine.save("one, mine")
    assert path.read_text() == "one, theirs"
    assert mine.path.name == "game-2.trivet"
    assert mine.path.read_text() == "one, mine"
    assert len(list(tmp_path.iterdir())) == 2


def test_games_are_kept_where_the_system_wants_them(trivet, monkeypatch, tmp_path):
    monkeypatch.delenv("TRIVET_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    trivet("play", "sovereign")
    assert list((tmp_path / ".local/share/trivet/games").glob("sovereign-*.trivet"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    trivet("play", "sovereign")
    assert list((tmp_path / "data/trivet/games").glob("sovereign-*.trivet"))


def test_a_home_that_cannot_be_used_is_named(trivet, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TRIVET_HOME", str(tmp_path / "file"))
    done = trivet("play", "sovereign")
    assert done.code == 2
    assert "set TRIVET_HOME to a folder" in done.err


def test_a_game_goes_on_when_it_cannot_be_saved_and_says_so(trivet, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("trivet.cli.terminal.saves.os.fsync", full)
    done = trivet("play", "sovereign", *SEED, lines=BEGINNING)
    assert done.code == 0
    assert "could not be saved: No space left on device." in done.out.replace("\n", " ")
    assert "You placed an Insight" in done.out
    assert "The game is kept" not in done.out
