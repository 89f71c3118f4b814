"""A game at the keyboard, seen through what is written."""

import re

import pytest

from trivet.catalogue import GAMES
from trivet.cli.rules import topics_named
from trivet.cli.terminal.menu import Menu
from trivet.core import record
from trivet.core.dice import Dice
from trivet.core.table import Table

BUILD, SHUFFLE = "build SSIIDAC", "shuffle"
BEGINNING = [BUILD, SHUFFLE]  # of a game of Sovereign
SEED = ("--seed", "af")
GREEDY = (*SEED, "--bot", "greedy")  # the bot begins; then A draws an Insight


def after(done, typed, letter="A"):
    """What was written between the n-th typed line and the next prompt."""
    written = done.out.split(f"{letter}> ")[typed]
    return written.partition("\n")[2] if typed else written


def ranks_and_paths_aside(text):
    return [line for line in text.splitlines() if not line.startswith("  trivet ")]


# --- the table, the news, the question ------------------------------------------------------------


def test_the_first_screen_says_who_plays_and_what_to_do(trivet):
    done = trivet("play", "sovereign", *GREEDY)
    assert "Players: A Guest, B Basil (Easy bot).\nOptions: none, the usual rules.\n" in done.out
    assert "Choose seven pieces for your secret deck" in done.out
    assert "Type 'build' and seven letters" in done.out


def test_news_since_the_last_answer_is_told_once_and_to_you(trivet):
    done = trivet("play", "sovereign", *GREEDY, lines=[*BEGINNING, "1", "keep"])
    assert "- Basil placed a Scepter on c1 (turned left)." in after(done, 2)
    assert "- You placed an Insight on a3" in after(done, 3)
    assert "Scepter" not in after(done, 3)
    assert "Round 1 began; Basil had the first turn." in after(done, 1)
    assert "Round 1 began" not in after(done, 2) + after(done, 3) + after(done, 4)


def test_choices_have_a_number_notation_and_words(trivet):
    done = trivet("play", "sovereign", *GREEDY, lines=[*BEGINNING, "1"])
    assert "  1 keep  Leave on top\n  2 bury  Put at the bottom\n" in after(done, 3)


def test_many_choices_stand_in_columns_and_a_part_of_one_lists_those_that_fit(trivet):
    done = trivet("play", "sovereign", *GREEDY, lines=[*BEGINNING, "b2", "list", "list zebra"])
    assert "   1 Ia3^   2 Ia3>   3 Ia3v   4 Ia3<   5 Ib3^" in after(done, 2)
    assert after(done, 3).splitlines() == [
        "  17 Ib2^  Place the Insight on b2, upright (6 points north)",
        "  18 Ib2>  Place the Insight on b2, turned right (6 points east)",
        "  19 Ib2v  Place the Insight on b2, turned around (6 points south)",
        "  20 Ib2<  Place the Insight on b2, turned left (6 points west)",
    ]
    assert "lines more: press Enter)" in after(done, 4)
    assert after(done, 5) == "No choice fits that.\n"


def test_enter_turns_the_page(trivet):
    done = trivet("play", "sovereign", *GREEDY, lines=[*BEGINNING, "list", *[""] * 12])
    pages = "".join(after(done, typed) for typed in range(3, 12))
    assert [int(n) for n in re.findall(r"^ *(\d+) I", pages, re.M)][:32] == list(range(1, 33))


def test_a_vast_question_lists_what_begins_as_typed(trivet):
    done = trivet("play", "sovereign", *GREEDY, lines=["order", "list", "list build SSSSSS"])
    assert "That cannot be read here." in after(done, 1)
    assert after(done, 2).startswith("  build DDDDDAC  Build 5 Discover")
    assert after(done, 2).endswith("(570 lines more: press Enter)\n")
    assert {line[:14] for line in after(done, 3).splitlines()[:-1]} == {"  build SSSSSS"}


def test_a_number_or_notation_in_any_case_is_an_answer(trivet):
    for answer in ("17", "Ib2^", "ib2^", "b2^", "b2n"):
        done = trivet("play", "sovereign", *GREEDY, lines=[*BEGINNING, answer])
        assert "- You placed an Insight on b2" in after(done, 3)


def test_where_notation_is_a_number_choices_are_not_numbered(trivet, highcard):
    highcard(
        replaced='either(hide="Hide your card", show="Show your card")',
        by='either(**{"2": "Hide your card", "1": "Show your card"})',
    )
    done = trivet("play", "highcard", *GREEDY, lines=["1"])
    assert "  2  Hide your card\n  1  Show your card\n" in after(done, 0)
    assert "You showed the" in after(done, 1)


def test_the_only_answer_is_given_by_enter(trivet, highcard):
    highcard(replaced="return [HIDE, SHOW]", by="return [HIDE]")
    done = trivet("play", "highcard", *GREEDY, lines=[""])
    assert "There is only this answer: press Enter." in after(done, 0)
    assert "You showed nothing." in after(done, 1)


# --- what else can be typed -----------------------------------------------------------------------


def test_a_refusal_is_a_sentence_and_a_rule(trivet):
    done = trivet("play", "sovereign", *GREEDY, lines=[*BEGINNING, "c1^", "c1", "zz", "99"])
    assert after(done, 3) == "That space is occupied. [SOV-9]\n"
    assert after(done, 4) == "That space is occupied. [SOV-9]\n"
    assert after(done, 5).endswith("[HOUSE-2]\n")
    assert after(done, 6) == "The choices are numbered from 1 to 32. [HOUSE-2]\n"


def test_why_gives_the_rule_and_what_is_allowed(trivet):
    lines = [*BEGINNING, "why c1", "why b2^", "why", "1", "why mask"]
    done = trivet("play", "sovereign", *GREEDY, lines=lines)
    assert after(done, 3).startswith("That space is occupied. [SOV-9]\nAllowed: Ia3^, Ia3>")
    assert after(done, 4).startswith("17 Ib2^ is allowed: Place the Insight on b2")
    assert "why CHOICE" in after(done, 5)
    assert after(done, 7).endswith("Allowed: keep, bury.\n")


def test_why_in_a_vast_question_says_how_to_answer(trivet):
    done = trivet("play", "sovereign", *GREEDY, lines=["why build MMSSSSS"])
    assert "only one Mask. [SOV-3]" in after(done, 1)
    assert "Type 'build' and seven letters" in after(done, 1)


def test_a_hint_is_an_allowed_answer_with_its_words(trivet):
    done = trivet("play", "sovereign", *GREEDY, lines=["hint", *BEGINNING, "hint"])
    assert re.match(r"Thinking ...\nSuggested moves:\n  build [A-Z]{7}: Build ", after(done, 1))
    assert re.match(
        r"Thinking ...\nSuggested moves:\n  \d+ I\w\d[\^>v<]: Place the", after(done, 4)
    )


def test_a_hint_says_what_else_there_is_and_why(trivet):
    done = trivet("play", "sovereign", *GREEDY, lines=[*BEGINNING, "hint"])
    said = after(done, 3)
    assert len(re.findall(r"^  \d+ I\w\d[\^>v<]: ", said, re.MULTILINE)) == 3
    words = " ".join(said.split())
    assert len(re.findall(r"Wins about \d+ % of simulated games \((next best|the)", words)) == 3
    assert len(re.findall(r"Shows \d|Captures the", words)) >= 3


def test_a_hint_does_not_change_what_comes(trivet):
    plain = trivet("play", "sovereign", *GREEDY, lines=[*BEGINNING, "1", "keep"])
    asked = trivet("play", "sovereign", *GREEDY, lines=[*BEGINNING, "hint", "1", "hint", "keep"])
    assert after(plain, 4) == after(asked, 6)


def test_rules_are_shown_in_short_by_number_by_chapter_and_by_word(trivet):
    lines = ["rules", "rules 9", "rules house-2", "rules pieces", "rules aura", "rules zebra"]
    done = trivet("play", "sovereign", *GREEDY, lines=lines)
    assert "1. Secretly build a deck of seven pieces" in after(done, 1)
    assert "There is more: The pieces, Setting up" in after(done, 1)
    assert after(done, 2).startswith("SOV-9  Your turn\n")
    assert after(done, 3).startswith("HOUSE-2  ")
    assert "Scepter    | C " in after(done, 4)
    assert "SOV-25  Abilities" in after(done, 5)
    assert after(done, 6) == "Neither a card nor the rulebook mentions 'zebra'.\n"


def test_the_log_tells_all_that_this_seat_was_told(trivet):
    done = trivet(
        "play", "sovereign", *GREEDY, lines=["log", *BEGINNING, "log", "log all", "look", "help"]
    )
    assert after(done, 1) == "- Nothing has happened yet.\n"
    assert after(done, 4).splitlines() == [
        "- Both players built their decks. Round 1 began; Basil had the first turn.",
        "- Basil placed a Scepter on c1 (turned left).",
    ]
    assert after(done, 5).splitlines() == [
        "- Both players built their decks.",
        "- Round 1 began; Basil had the first turn.",
        "- Both players set their decks.",
        "- Basil placed a Scepter on c1 (turned left).",
        "- You drew an Insight.",
    ]
    assert "in hand: Insight (N 6, E 4, S 3, W 3)" in after(done, 6)
    assert "  undo  " in after(done, 7)


def test_undo_takes_back_what_showed_nothing(trivet, highcard):
    highcard()
    lines = ["hide", "undo", "show", "undo"]
    done = trivet("play", "highcard", "--seat", "B", *GREEDY, lines=lines)
    assert "Keep your card, or swap it?" in after(done, 1, "B")
    assert "Show your card?" in after(done, 2, "B")
    assert "- You showed the" in after(done, 3, "B")
    assert after(done, 4, "B") == "Something came to light through your answer. [HOUSE-4]\n"


def test_undo_stops_where_something_came_to_light(trivet):
    done = trivet("play", "sovereign", *GREEDY, lines=["undo", *BEGINNING, "undo"])
    assert after(done, 1) == "You have not answered anything yet. [HOUSE-3]\n"
    assert "[HOUSE-4]" in after(done, 4)


def test_save_tells_the_file_or_makes_a_copy_and_overwrites_nothing(trivet, kept, tmp_path):
    copy = tmp_path / "copy.trivet"
    lines = [BUILD, "save", f"save {copy}", f"save {copy}", f"save {tmp_path}/no/where"]
    done = trivet("play", "sovereign", *GREEDY, lines=lines)
    assert after(done, 2) == f"The game is kept in {kept()[0]}\n"
    assert after(done, 3) == f"A copy is kept in {copy}.\n"
    assert "nothing was overwritten." in after(done, 4)
    assert "could not be saved" in after(done, 5).replace("\n", " ")
    assert copy.read_text() == kept()[0].read_text()


# --- who plays ------------------------------------------------------------------------------------


def players(path):
    return re.findall(r"^player .: (.*)$", path.read_text(), re.M)


@pytest.mark.parametrize(
    ("words", "seated"),
    [
        ("", ["Guest", "steady"]),
        ("--seats 3 --bot random", ["Guest", "random", "random"]),
        ("--bots random,greedy,random", ["Guest", "random", "greedy", "random"]),
        ("--seats 3 --seat C --name Ann", ["steady", "steady", "Ann"]),
        ("--seats 3 --people 2 --seat c --name Ann", ["Guest", "steady", "Ann"]),
        ("--name Ann --name Bob --name Cy", ["Ann", "Bob", "Cy"]),
        ("--seats 3 --pass-and-play", ["Guest", "Guest", "Guest"]),
        ("--people 0 --bots random,greedy", ["random", "greedy"]),
    ],
)
def test_people_and_bots_sit_where_they_were_put(trivet, highcard, kept, words, seated):
    highcard()
    trivet("play", "highcard", *words.split())
    assert players(kept()[0]) == seated


def test_names_are_cleaned_of_what_a_terminal_would_obey(trivet, kept):
    done = trivet("play", "sovereign", "--name", "\x1b[31mEve\x07\n  II")
    assert "\x1b" not in done.out
    assert "\x07" not in done.out
    assert players(kept()[0]) == ["[31mEve II", "steady"]


def test_players_of_one_name_are_told_apart(trivet, highcard):
    highcard()
    done = trivet("play", "highcard", "--seats", "4", "--name", "Basil")
    named = "A Basil A, B Basil B (Normal bot), C Clio (Normal bot), D Dora (Normal bot)."
    assert f"Players: {named}" in " ".join(done.out.split())


def test_a_level_that_is_no_better_is_played_by_the_lower_one_and_that_is_said(trivet, kept):
    done = trivet("play", "trinity", "--seats", "4", "--bot", "Hard")
    said = " ".join(done.out.split())
    assert "B Basil (Normal bot)" in said
    assert said.count("With 4 players sharp (Hard) plays like steady (Normal).") == 1
    assert players(kept()[0])[1:] == ["steady"] * 3


def test_options_reach_the_game(trivet, kept):
    trivet("play", "sovereign", "--option", "play_on=true")
    assert '"play_on": true' in kept()[0].read_text()


def test_bots_play_by_themselves_when_nobody_sits_down(trivet, kept):
    done = trivet("play", "sovereign", "--people", "0", "--bots", "greedy,random", *SEED)
    assert done.code == 0
    assert re.search(r"^(Ada|Basil) won .* and became the Sovereign\. \[SOV-42\]$", done.out, re.M)
    assert "\nresult: " in kept()[0].read_text()


def test_the_same_seed_and_answers_give_the_same_game(trivet, kept):
    for _ in range(2):
        trivet("play", "sovereign", *GREEDY, lines=[*BEGINNING, "1", "keep", "1", "1"])
    first, second = kept()
    assert first.read_text() == second.read_text()
    trivet("play", "sovereign", "--seed", "78", lines=[*BEGINNING])
    assert kept()[2].read_text() != second.read_text()


def test_without_a_seed_every_game_is_another_one(trivet, kept):
    for _ in range(2):
        trivet("play", "sovereign", lines=[BUILD])
    seeds = {re.search("^seed: (.*)$", path.read_text(), re.M)[1] for path in kept()}
    assert len(seeds) == 2


# --- secrets --------------------------------------------------------------------------------------


def test_the_screen_is_wiped_between_two_people(trivet):
    """Nothing of A's deck is written between the wipe and A's own next turn."""
    lines = ["", "build MACSSSS", "", "build IIIIIII", ""]
    done = trivet("play", "sovereign", "--pass-and-play", *SEED, lines=lines)
    wipe = "\n" * 24
    first, second, third, *_ = done.out.split(wipe)
    assert "Hand over to A (Guest A), then press Enter." in first
    assert second.lstrip("\n").startswith("Hand over to B (Guest B), then press Enter.")
    assert "B> " in second
    types = r"S I R M D A C|SSIRRMA|^.*Type|^  [SIRMDAC] \w+ +\d \d \d \d"
    assert "M" not in re.sub(types, "", second, flags=re.M)
    assert "built of: S S S S M A C" in third
    assert "I I I" not in third


def test_a_single_person_is_never_asked_to_hand_over(trivet):
    assert "Hand over" not in trivet("play", "sovereign", lines=[BUILD]).out


def test_what_the_rival_holds_is_not_written(trivet, kept):
    done = trivet("play", "sovereign", *GREEDY, lines=BEGINNING)
    deck = re.search(r"^\d+ B (build \w+)$", kept()[0].read_text(), re.M)[1]
    assert deck not in done.out
    assert "built of: C\n" in after(done, 2)


# --- the form -------------------------------------------------------------------------------------

WHOLE = [*BEGINNING, "help", "rules", "hint", "why c1^", "list", "log", "1", "keep", *["1"] * 9]


def test_no_line_is_wider_than_the_terminal(trivet):
    done = trivet("play", "sovereign", *GREEDY, "--name", "W" * 60, lines=WHOLE)
    assert max(map(len, ranks_and_paths_aside(done.out))) <= 80


@pytest.mark.long
def test_in_ascii_nothing_else_is_written(trivet):
    done = trivet("play", "sovereign", *GREEDY, "--name", "Zoë – ×", lines=WHOLE)
    assert not done.out.isascii()
    done = trivet("play", "sovereign", *GREEDY, "--ascii", "--name", "Zoë – ×", lines=WHOLE)
    assert done.out.isascii()


def test_a_file_gets_no_colours(trivet):
    assert "\x1b" not in trivet("play", "sovereign", *GREEDY, lines=WHOLE).out


@pytest.mark.long
def test_no_garbage_brings_the_game_down(trivet, tmp_path, monkeypatch):
    """Whatever is typed: the game asks again."""
    monkeypatch.chdir(tmp_path)  # save makes files
    dice = Dice(11)
    words = ["why", "list", "rules", "save", "hint", "undo", "build", "b2", "\0", "-"]
    for opening in ([], BEGINNING, [*BEGINNING, "1"]):
        lines = [
            " ".join(
                words[dice.below(10)]
                if dice.below(2)
                else "".join(chr(dice.below(0x2FF)) for _ in range(dice.below(9)))
                for _ in range(1 + dice.below(3))
            ).replace("\n", " ")
            for _ in range(120)
        ]
        done = trivet("play", "sovereign", *GREEDY, lines=[*opening, *lines])
        assert done.code == 0
        assert done.out.count("A> ") > 100


@pytest.mark.long
def test_every_game_can_be_played_by_taking_hints(trivet, kept):
    for name in GAMES:
        lines = ["hint"]
        for _ in range(3):  # a few questions deep
            done = trivet("play", name, *GREEDY, lines=lines)
            hint = re.findall(r"moves:\s+(?:\d+ )?(.*?): ", done.out)[-1]
            lines[-1:] = [hint, "hint"]
        assert "[HOUSE" not in done.out
        record.load(kept()[-1].read_text(), GAMES)


# --- the whole story ------------------------------------------------------------------------------


def test_a_number_that_is_an_answer_is_not_the_number_of_a_line():
    """The line with number 6 sold five blocks."""
    table, dice = Table(GAMES["tritarea"], 4, bytes(32), "sale"), Dice(1)
    table.roll()
    while table.state.step.what != "sell":
        seat = table.state.turn
        table.play(seat, table.state.sample(seat, dice))
    menu = Menu(table, table.state.turn)
    assert not menu.has_numbers
    assert menu.read("3") == menu.read("sell 3")
    assert menu.words(menu.read("3")) == "Sell three blocks"


@pytest.mark.long
def test_the_end_is_not_cut_and_has_the_reason_and_the_sheet(trivet):
    """17 lines were left out at the end, and the terminal had gone."""
    game = ("play", "tritarea", "--bot", "random", *SEED)
    done = trivet(*game, lines=["1", "5"] * 400)
    ending = done.out[done.out.rindex("A> ") :]
    assert "more: type log" not in ending
    assert "Points after the round: " in ending
    reason = ending.index("[TTA-57]")
    assert re.search(r"^total( +-?\d+){4}$", ending[reason:], re.M)
    assert "tallest buildings" in ending[reason:]


def test_options_in_force_are_named_at_the_start(trivet):
    done = trivet("play", "sovereign", *GREEDY, "--option", "play_on=true")
    words = "All three rounds are played, even when two are won. [SOV-42]"
    assert f"Option play_on = true: {words}" in " ".join(done.out.split())


def test_a_level_may_be_given_by_its_name(trivet):
    done = trivet("play", "sovereign", "--bot", "Hard", *SEED)
    assert "B Basil (Hard bot)" in done.out


def test_every_card_event_tile_and_ability_can_be_looked_up(trivet):
    done = trivet("play", "trehgrannik", *GREEDY, lines=["rules rock quarry", "rules quarry"])
    assert after(done, 1).startswith("Rock Quarry  TRG-30\n  Production. Built anywhere: ")
    assert after(done, 2) == after(done, 1)
    for game, name in [("trinity", "red tape"), ("sovereign", "aura"), ("tritarea", "happiness")]:
        found = trivet("rules", game, *name.split())
        assert found.out.lower().startswith(name)
    for game in GAMES.values():
        for topic in game.topics:
            assert [topic] == topics_named(game.topics, topic.name)


def test_bots_resign_at_the_keyboard_only_with_the_flag(trivet, monkeypatch):
    monkeypatch.setattr(
        "trivet.cli.terminal.local_game.own_chance", lambda thought, level, mind: 0.0
    )
    lines = [*BEGINNING, *["1"] * 80]
    done = trivet("play", "sovereign", *GREEDY, "--concede", lines=lines)
    assert "Bots resign when the game is clearly decided.\n" in done.out
    assert "Basil resigned: you won. [HOUSE-5]" in done.out
    assert "resigned:" not in trivet("play", "sovereign", *GREEDY, lines=lines).out
