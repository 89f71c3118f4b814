"""Records: written, read back, and refused with the line and the reason when anything is wrong."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.tables import GAME, GAMES, SEED, at_the_mask, new_table, play, played, ready
from trivet.core.record import BadRecord, clean, load, write
from trivet.core.table import Table

NAMES = ["Calm Otter", "greedy"]
TABLE = played(salt="pepper")
TEXT = write(TABLE, NAMES)
LINES = TEXT.split("\n")[:-1]
HEAD = ["", "game", "rules", "seats", "options", "player A", "player B", "table", "salt"]
HEAD += ["commitment", "seed"]  # by line
ANSWERS = LINES[12:-2]
MASK = write(at_the_mask(), NAMES)  # not finished: A is asked what its Mask captures
EARLY = write(play(ready(), "A Sa3^"), NAMES)  # its eighteenth line is A's placement


def refusal(text):
    """Line and reason."""
    with pytest.raises(BadRecord) as refused:
        load(text, GAMES)
    assert str(refused.value) == f"line {refused.value.line}: {refused.value.reason}"
    return refused.value.line, refused.value.reason


def joined(lines):
    return "\n".join([*lines, ""])


def changed(number, line, text=TEXT):
    """The record with another line at this number, counted from 1."""
    lines = text.split("\n")[:-1]
    return joined([*lines[: number - 1], line, *lines[number:]])


def sealed(text):
    """The record with a digest that fits, as a forger would write it."""
    lines = text.split("\n")[:-2]
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    return joined([*lines, f"digest: {digest}"])


# --- writing --------------------------------------------------------------------------------------


def test_a_record_in_full():
    lines = write(play(ready(), "A Sa3^", "B Ic1>"), NAMES).split("\n")
    table = new_table()
    options = {
        "alternate": False,
        "play_on": False,
        "ranks": table.options["ranks"],
        "third_by_lot": False,
    }
    assert lines[:-2] == [
        "Trivet record 1",
        "game: sovereign",
        "rules: 1",
        "seats: 2",
        f"options: {json.dumps(options)}",
        "player A: Calm Otter",
        "player B: greedy",
        f"table: {table.name}",
        "salt: -",
        f"commitment: {table.commitment}",
        f"seed: {SEED.hex()}",
        "",
        "1 A build SSSSSSM",
        "2 B build SSSSSSI",
        "3 * lot A",
        "4 A order SSSSMSS",
        "5 B order ISSSSSS",
        "6 A Sa3^",
        "7 B Ic1>",
    ]


def test_the_digest_is_the_hash_of_the_lines_above():
    above = "\n".join(LINES[:-1])
    assert LINES[-1] == f"digest: {hashlib.sha256(above.encode()).hexdigest()}"


def test_a_finished_game_has_its_result():
    scores = TABLE.state.scores()
    assert LINES[-2] == f"result: {scores[0]:g} {scores[1]:g}"


def test_a_game_that_goes_on_has_no_result():
    assert "result" not in MASK


def test_salt_stands_in_the_record():
    assert LINES[8] == "salt: pepper"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ada", "Ada"),
        ("  two   words ", "two words"),
        ("a\nresult: 1 0", "aresult: 1 0"),
        ("\x1b[31mred", "[31mred"),
        ("", "?"),
        ("\t\r\n", "?"),
        ("x" * 41, "x" * 40),
        ("x" * 39 + " y", "x" * 39),
        ("Żółw 龟", "Żółw 龟"),
        ("\ud800", "?"),
    ],
)
def test_a_name_is_one_short_line_of_printable_text(name, expected):
    assert clean(name) == expected


@given(st.text())
def test_a_clean_name_stays_as_it_is(name):
    assert clean(clean(name)) == clean(name)
    assert 0 < len(clean(name)) <= 40


# --- there and back -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("answers", [0, 1, 2, 5, 17, 10**6])
def test_a_record_is_read_back_as_it_was_written(seed, answers):
    table = played(seed, answers)
    text = write(table, NAMES)
    twin, players, _ = load(text, GAMES)
    assert (twin.log, twin.news, players) == (table.log, table.news, NAMES)
    assert write(twin, players) == text


def test_a_table_that_was_read_back_can_be_played_on():
    table = load(MASK, GAMES).table
    play(table, "A mask c1")
    assert table.state.step.what == "arrange"


def test_options_are_read_back():
    table = new_table(options={"play_on": True, "ranks": [[1, 2, 3, 4]] * 7})
    assert load(write(table, NAMES), GAMES)[0].options == table.options


@pytest.mark.parametrize("bots", [["", "greedy"], ["greedy, master", ""], ["a", "b"], ["", ""]])
def test_a_seat_where_bots_answered_says_so(bots):
    text = write(TABLE, NAMES, bots)
    lines = [f"bot {seat}: {levels}" for seat, levels in zip("AB", bots) if levels]
    assert text.split("\n")[7 : 7 + len(lines)] == lines
    assert load(text, GAMES).bots == bots
    assert load(TEXT, GAMES).bots == ["", ""]


@pytest.mark.parametrize("line", ["bot B: a\tb", "bot A: x", "bot C: x", "bot B:"])
def test_a_line_about_bots_stands_in_its_place(line):
    lines = write(TABLE, NAMES, ["", "greedy"]).split("\n")[:-1]
    lines[8 if line == "bot A: x" else 7 : 8] = [line]
    assert refusal(sealed(joined(lines)))[0] in (8, 9)


@pytest.mark.parametrize("line", ["table: a b", "table: ", "salt: a b", "salt: \u00a0", "salt: "])
def test_table_and_salt_are_one_word_each(line):
    number = 8 if line.startswith("table") else 9
    assert refusal(changed(number, line))[0] == number
    assert "one word" in refusal(changed(number, line))[1]


@given(st.lists(st.text(), min_size=2, max_size=2))
def test_any_names_can_be_read_back(names):
    assert load(write(new_table(), names), GAMES).players == [clean(name) for name in names]


# --- a damaged head -------------------------------------------------------------------------------


def test_another_first_line_is_refused():
    expected = (1, "a record begins with 'Trivet record 1'")
    assert refusal(changed(1, "Trivet record 2")) == expected
    assert refusal(changed(1, "trivet record 1")) == expected
    assert refusal("\n" + TEXT) == expected
    assert refusal("\ufeff" + TEXT) == expected


@pytest.mark.parametrize("number", range(2, 12))
def test_a_missing_line_of_the_head_is_refused(number):
    text = joined([*LINES[: number - 1], *LINES[number:]])
    key, found = HEAD[number - 1], LINES[number][:60]
    assert refusal(text) == (number, f"expected '{key}: ...', got '{found}'")


@pytest.mark.parametrize("number", range(2, 11))
def test_lines_of_the_head_in_another_order_are_refused(number):
    lines = LINES[:]
    lines[number - 1 : number + 1] = [LINES[number], LINES[number - 1]]
    key, found = HEAD[number - 1], LINES[number][:60]
    assert refusal(joined(lines)) == (number, f"expected '{key}: ...', got '{found}'")


@pytest.mark.parametrize("number", range(2, 12))
@pytest.mark.parametrize("damage", ["{0}:{1}", "{0} : {1}", " {0}: {1}", "X{0}: {1}", ""])
def test_a_damaged_line_of_the_head_is_refused(number, damage):
    key, value = LINES[number - 1].split(": ", 1)
    line = damage.format(key, value)
    assert refusal(changed(number, line)) == (
        number,
        f"expected '{key}: ...', got '{line[:60]}'",
    )


@pytest.mark.parametrize(
    ("number", "line", "reason"),
    [
        (2, "game: go", "there is no game 'go' here; there are: sovereign"),
        (2, "game: ", "there is no game '' here; there are: sovereign"),
        (2, "game: Sovereign", "there is no game 'Sovereign' here; there are: sovereign"),
        (3, "rules: 2", "rules 2 of Sovereign; this Trivet plays rules 1"),
        (3, "rules: 0", "rules 0 of Sovereign; this Trivet plays rules 1"),
        (3, "rules: one", "rules: expected a whole number, got 'one'"),
        (3, "rules: -1", "rules: expected a whole number, got '-1'"),
        (3, "rules: 1.0", "rules: expected a whole number, got '1.0'"),
        (3, "rules: \u0661", "rules: expected a whole number, got '\u0661'"),
        (3, "rules: 9999999", "rules: expected a whole number, got '9999999'"),
        (4, "seats: 3", "Sovereign is not played with 3 seats"),
        (4, "seats: 0", "Sovereign is not played with 0 seats"),
        (4, "seats: two", "seats: expected a whole number, got 'two'"),
        (5, "options: {", "options: not valid JSON"),
        (5, "options: ", "options: not valid JSON"),
        pytest.param(5, "options: " + "[" * 100_000, "options: not valid JSON", id="deep"),
        (5, "options: []", "options: expected an object in braces"),
        (5, "options: null", "options: expected an object in braces"),
        (
            5,
            'options: {"fast": true}',
            "there is no option 'fast'; this game has: ranks, alternate, third_by_lot, play_on",
        ),
        (
            5,
            'options: {"play_on": 1}',
            "option 'play_on': expected true or false, got 1 [SOV-42]",
        ),
        (8, "table: elsewhere", "the commitment does not fit the seed and the table"),
        (10, f"commitment: {'0' * 64}", "the commitment does not fit the seed and the table"),
        (10, "commitment: ", "the commitment does not fit the seed and the table"),
        (11, f"seed: {'0' * 64}", "the commitment does not fit the seed and the table"),
        (11, "seed: 00", "seed: expected 64 hexadecimal digits"),
        (11, f"seed: {SEED.hex().upper()}", "seed: expected 64 hexadecimal digits"),
        (11, f"seed: {SEED.hex()}00", "seed: expected 64 hexadecimal digits"),
        (11, f"seed: {'g' * 64}", "seed: expected 64 hexadecimal digits"),
        (12, " ", "expected an empty line between head and answers"),
        (12, ANSWERS[0], "expected an empty line between head and answers"),
    ],
)
def test_a_wrong_value_in_the_head_is_refused(number, line, reason):
    where = 10 if "commitment does not" in reason else number
    assert refusal(changed(number, line)) == (where, reason)


def test_another_salt_gives_other_dice():
    line, reason = refusal(changed(9, "salt: -"))
    found = next(number for number, line in enumerate(LINES, 1) if " * " in line)
    assert line >= found
    assert reason.startswith("chance says '")


@pytest.mark.parametrize("number", [6, 7])
def test_another_name_does_not_fit_the_digest(number):
    expected = "the digest does not fit the lines above: the record was changed"
    assert refusal(changed(number, LINES[number - 1] + "x")) == (len(LINES), expected)


# --- damaged answers ------------------------------------------------------------------------------


def test_the_answer_of_another_seat_is_refused():
    expected = (18, "nothing is asked of B here [HOUSE-1]")
    assert refusal(changed(18, "6 B Sa3^", EARLY)) == expected


def test_an_answer_of_chance_that_was_not_asked_for_is_refused():
    expected = (18, "nothing is asked of * here [HOUSE-1]")
    assert refusal(changed(18, "6 * top S", EARLY)) == expected


@pytest.mark.parametrize("mark", ["C", "AB", "a", "**", "1", "*A"])
def test_a_seat_that_does_not_exist_is_refused(mark):
    expected = (18, f"expected a seat, one of * A B, got '{mark}'")
    assert refusal(changed(18, f"6 {mark} Sa3^", EARLY)) == expected


@pytest.mark.parametrize("number", [0, 5, 7, 999_999_999])
def test_an_answer_out_of_number_is_refused(number):
    expected = (18, f"expected answer 6, got {number}")
    assert refusal(changed(18, f"{number} A Sa3^", EARLY)) == expected


@pytest.mark.parametrize("line", ["", "6", "6 A", "6 A ", "A Sa3^", "6  A Sa3^", "six A Sa3^"])
def test_a_line_that_is_no_answer_is_refused(line):
    expected = (18, f"expected an answer ('12 A ...'), got '{line}'")
    assert refusal(changed(18, line, EARLY)) == expected


def test_of_a_long_line_the_beginning_is_shown():
    expected = (18, f"expected an answer ('12 A ...'), got '{'x' * 60}'")
    assert refusal(changed(18, "x" * 100, EARLY)) == expected


def test_an_answer_that_the_rules_forbid_is_refused():
    text = write(play(ready(), "A Sa3^", "B Ic1>"), NAMES)
    expected = (19, "That space is occupied. [SOV-9]")
    assert refusal(changed(19, "7 B Ia3^", text)) == expected


def test_an_answer_that_cannot_be_read_is_refused():
    line, reason = refusal(changed(18, "6 A castle", EARLY))
    assert line == 18
    assert reason.startswith("That cannot be read here.")
    assert reason.endswith("[HOUSE-2]")


@pytest.mark.parametrize("notation", ["sa3^", "a3^", "Sa3n", "SA3^", "Sa3^ ", " Sa3^"])
def test_an_answer_that_is_written_in_another_way_is_refused(notation):
    expected = (18, f"'{notation}' is not how this answer is written")
    assert refusal(changed(18, f"6 A {notation}", EARLY)) == expected


def test_loaded_dice_are_refused():
    expected = (15, "chance says 'lot B', but the seed gives 'lot A'")
    assert refusal(changed(15, "3 * lot B", EARLY)) == expected


def test_a_missing_answer_is_refused():
    lines = EARLY.split("\n")[:-1]
    expected = (17, "expected answer 5, got 6")
    assert refusal(joined([*lines[:16], *lines[17:]])) == expected


def test_an_answer_given_twice_is_refused():
    lines = EARLY.split("\n")[:-1]
    expected = (18, "expected answer 6, got 5")
    assert refusal(joined([*lines[:17], *lines[16:]])) == expected


def test_an_answer_after_the_end_is_refused():
    text = joined([*LINES[:-2], f"{len(ANSWERS) + 1} A shuffle", *LINES[-2:]])
    assert refusal(text) == (len(LINES) - 1, "nothing is asked of A here [HOUSE-1]")


# --- a damaged end --------------------------------------------------------------------------------


@pytest.mark.parametrize("result", ["0 1", "1 0", "0.5 0.5", "1", "", "1 0 0", "1.0 0.0"])
def test_a_wrong_result_is_refused(result):
    right = LINES[-2].removeprefix("result: ")
    if result != right:
        expected = (len(LINES) - 1, "the result does not follow from the answers")
        assert refusal(sealed(changed(len(LINES) - 1, f"result: {result}"))) == expected


def test_a_missing_result_is_refused():
    expected = f"expected 'result: ...', got '{LINES[-1][:60]}'"
    assert refusal(joined([*LINES[:-2], LINES[-1]])) == (len(LINES) - 1, expected)


def test_a_result_before_the_end_is_refused():
    lines = EARLY.split("\n")[:-1]
    text = sealed(joined([*lines[:-1], "result: 1 0", lines[-1]]))
    expected = (len(lines), "there is a result, but the game is not over")
    assert refusal(text) == expected


@pytest.mark.parametrize("digest", ["", "0" * 64, LINES[-1][8:-1], LINES[-1][8:].upper()])
def test_a_wrong_digest_is_refused(digest):
    expected = "the digest does not fit the lines above: the record was changed"
    assert refusal(changed(len(LINES), f"digest: {digest}")) == (len(LINES), expected)


@pytest.mark.parametrize("more", ["\n", "x\n", f"{LINES[-1]}\n", "\n\n\n"])
def test_text_after_the_digest_is_refused(more):
    assert refusal(TEXT + more) == (len(LINES) + 1, "nothing may follow the digest")


@pytest.mark.parametrize("lines", range(len(EARLY.split("\n")) - 1))
def test_a_record_that_breaks_off_is_refused(lines):
    text = joined(EARLY.split("\n")[:lines]) if lines else ""
    assert refusal(text) == (lines + 1, "the record breaks off here")


def test_an_empty_file_is_refused():
    assert refusal("") == (1, "the record breaks off here")
    assert refusal("\n") == (1, "a record begins with 'Trivet record 1'")


@pytest.mark.parametrize("text", ["\0\1\2", "\x89PNG\r\n\x1a\n", "{}", TEXT.replace("\n", "\r\n")])
def test_what_is_no_record_is_refused(text):
    assert refusal(text) == (1, "a record begins with 'Trivet record 1'")


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_garbage_is_refused(garbage):
    refusal(garbage)
    refusal(f"Trivet record 1\n{garbage}")


# --- any change at all ----------------------------------------------------------------------------


@given(st.data())
def test_a_record_in_which_any_character_is_changed_is_refused(data):
    place = data.draw(st.integers(0, len(EARLY) - 1))
    other = data.draw(st.characters(codec="utf-8") | st.sampled_from("\n\r 0aA:"))
    if other != EARLY[place]:
        refusal(EARLY[:place] + other + EARLY[place + 1 :])


@given(st.integers(0, len(EARLY)), st.characters(codec="utf-8") | st.sampled_from("\n\r 0aA:"))
def test_a_record_into_which_any_character_is_put_is_refused(place, more):
    refusal(EARLY[:place] + more + EARLY[place:])


@pytest.mark.parametrize("text", [EARLY, MASK], ids=["early", "mask"])
def test_a_record_out_of_which_any_character_is_taken_is_refused(text):
    for place in range(len(text)):
        refusal(text[:place] + text[place + 1 :])


def test_a_last_line_without_its_end_is_refused():
    expected = "the record breaks off before the end of this line"
    assert refusal(TEXT[:-1]) == (len(LINES), expected)


@given(st.integers(0, len(TEXT) - 1))
def test_a_record_of_which_the_end_is_missing_is_refused(length):
    refusal(TEXT[:length])


# --- what has happened ----------------------------------------------------------------------------


def test_a_number_too_long_for_python_is_refused():
    long = '{"ranks": ' + "9" * 5000 + "}"  # json raised a plain ValueError
    assert refusal(changed(5, f"options: {long}")) == (5, "options: not valid JSON")


@pytest.mark.parametrize("number", [1, 2, 6, 8, 9, 13])
def test_half_a_character_is_refused(number):
    text = changed(number, LINES[number - 1] + "\udc80")  # as from a file that is not UTF-8
    assert refusal(text) == (number, "not UTF-8 text")


@pytest.mark.parametrize("name", ["\x1b[2Jgone", "two  blanks", "x" * 41, ""])
def test_a_name_that_no_record_would_have_is_refused(name):
    text = sealed(changed(6, f"player A: {name}"))
    assert refusal(text) == (6, "player A: a name is one short line of printable text")


def test_a_complaint_about_a_record_cannot_steer_a_terminal():
    _, reason = refusal(changed(2, "game: \x1b[2J"))
    assert reason == "there is no game '?[2J' here; there are: sovereign"


def test_a_table_of_another_game_is_refused():
    other = Table(GAME, 2, SEED, "table-0")
    with pytest.raises(BadRecord, match="line 2: there is no game 'sovereign' here; there are: "):
        load(write(other, NAMES), {})
