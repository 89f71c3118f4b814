"""`trivet play --json`: one event a line, good enough for a script to play a whole game."""

import json
import subprocess
import sys

import pytest

from trivet.cli.main import main

KEYS = {  # as documented in docs/terminal.md
    "table": {"game", "rules", "options", "players", "table", "commitment", "file"},
    "view": {"seat", "view"},
    "news": {"seat", "what", "data", "words"},
    "ask": {"seat", "number", "step", "ask", "how", "complete", "choices"},
    "refusal": {"seat", "choice", "rule", "reason"},
    "result": {
        "scores",
        "winners",
        "places",
        "ending",
        "rule",
        "words",
        "sheet",
        "total",
        "answers",
        "seed",
        "file",
    },
    "left": {"file"},
}


class Script:
    """Plays through the pipe, always the last choice offered."""

    def __init__(self, *words):
        command = [sys.executable, "-P", "-m", "trivet", "play", *words, "--json"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def play(self):
        events = []
        for line in self.process.stdout:
            events.append(json.loads(line))
            if events[-1]["event"] == "ask":
                self.process.stdin.write(events[-1]["choices"][-1]["choice"] + "\n")
                self.process.stdin.flush()
        _, err = self.process.communicate(timeout=60)
        return events, self.process.returncode, err


def events_of(done):
    return [json.loads(line) for line in done.out.splitlines()]


def test_a_script_plays_a_whole_game(trivet):
    events, code, err = Script("sovereign", "--seed", "5").play()
    assert code == 0
    assert err == ""
    assert events[0]["event"] == "table"
    assert events[-1]["event"] == "result"
    assert sum(events[-1]["scores"]) == 1.0
    for event in events:
        assert set(event) == KEYS[event["event"]] | {"event"}
    assert trivet("verify", events[-1]["file"]).code == 0


def test_every_question_comes_with_the_view_and_its_choices(trivet, highcard):
    highcard()
    table, *_, view, ask, left = events_of(trivet("play", "highcard", "--json"))
    assert [player["bot"] for player in table["players"]] == [False, True]
    assert view["view"]["waiting"] == [0]
    assert ask["number"] == 1
    assert ask["complete"] is True
    assert ask["choices"] == [
        {"choice": "hide", "words": "Hide your card"},
        {"choice": "show", "words": "Show your card"},
    ]
    assert left["event"] == "left"


def test_a_vast_question_offers_examples(trivet):
    *_, ask, _ = events_of(trivet("play", "sovereign", "--json"))
    assert ask["complete"] is False
    assert 10 < len(ask["choices"]) <= 24


@pytest.mark.parametrize("line", ["show", "SHOW", '{"choice": "show"}', ' {"choice":"Show"} '])
def test_answers_are_notation_or_an_object(trivet, highcard, line):
    highcard()
    events = events_of(trivet("play", "highcard", "--json", lines=[line]))
    assert "shown" in [event.get("what") for event in events]
    assert "refusal" not in [event["event"] for event in events]


@pytest.mark.parametrize(
    "line", ["", "dance", "{", '{"choice": 7}', '{"choice"}', "[1]", '{"a": 1}', "{" * 9999, "\0"]
)
def test_what_cannot_be_an_answer_is_refused_and_asked_again(trivet, highcard, line):
    highcard()
    events = events_of(trivet("play", "highcard", "--json", lines=[line, "hide"]))
    refusal = next(event for event in events if event["event"] == "refusal")
    assert refusal["rule"] == "HOUSE-2"
    assert len(refusal["choice"]) <= 80
    assert "hidden" in [event.get("what") for event in events]


def test_a_rule_that_objects_is_named(trivet):
    lines = ["build SSIIDAC", "shuffle", "c1^"]
    events = events_of(
        trivet("play", "sovereign", "--seed", "af", "--bot", "greedy", "--json", lines=lines)
    )
    assert events[-2] == {
        "event": "refusal", "seat": 0, "choice": "c1^", "rule": "SOV-9",
        "reason": "That space is occupied.",
    }  # fmt: skip


def test_news_is_told_once_and_each_person_only_hears_their_own(trivet, highcard):
    highcard()
    words = ("play", "highcard", "--pass-and-play", "--seed", "1", "--json")
    events = events_of(trivet(*words, lines=["hide", "hide", "keep", "keep"]))
    dealt = [event for event in events if event.get("what") == "dealt"]
    assert [(event["seat"], event["data"][0]) for event in dealt] == [(0, 0), (1, 1)]
    assert events[-1]["event"] == "result"


def test_nothing_counts_the_answers_of_chance(trivet):
    """How many there were would tell whether the rival's deck was shuffled."""
    lines = ["build SSIIDAC", "shuffle", "1"]
    events = events_of(
        trivet("play", "sovereign", "--seed", "af", "--bot", "greedy", "--json", lines=lines)
    )
    assert [event["number"] for event in events if event["event"] == "ask"] == [1, 2, 3]
    assert not any("answers" in event for event in events)


def test_a_spectator_hears_what_is_public(trivet, highcard):
    highcard()
    events = events_of(trivet("play", "highcard", "--people", "0", "--json"))
    assert {event["seat"] for event in events if event["event"] == "news"} == {None}
    assert "dealt" not in [event.get("what") for event in events]


def test_the_end_of_the_answers_keeps_the_game(trivet, highcard, kept):
    highcard()
    words = ["play", "highcard", "--json"]
    done = trivet(*words, lines=["hide"])
    assert done.code == 0
    assert events_of(done)[-1] == {"event": "left", "file": str(kept()[0])}
    events = events_of(trivet("play", "--resume", "--json", lines=["keep"]))
    assert events[-1]["event"] == "result"


def test_ctrl_c_keeps_the_game_and_leaves_with_130(monkeypatch, capsys, kept):
    class Interrupted:
        def readline(self, _):
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    assert main(["play", "sovereign", "--json"]) == 130
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["file"] == str(kept()[0])
