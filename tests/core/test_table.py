"""A table: answers, refusals, taking back, replaying, and who hears what."""

from types import FunctionType

import pytest

from core.tables import GAME, SEED, at_the_mask, new_table, play, played, ready
from trivet.core.fair import commitment
from trivet.core.game import Game
from trivet.core.options import BadOption
from trivet.core.state import CHANCE, EVERYONE, NOBODY, State, Step, everyone, plan
from trivet.core.table import IllegalAnswer, LoadedDice, LogEntry, Table

BUILD = ("A build SSSSMSS", "B build ISSSSSS")


def everything(table):
    """All that can be seen of a table."""
    views = [table.state.view(viewer) for viewer in (0, 1, NOBODY, EVERYONE)]
    return views, table.log[:], table.news[:], table.dice.draws


def refusal(table, answer):
    """Rule and reason of a refusal, after which nothing has changed."""
    before = everything(table)
    with pytest.raises(IllegalAnswer) as refused:
        play(table, answer)
    assert everything(table) == before
    return tuple(refused.value.objection)


# --- playing --------------------------------------------------------------------------------------


def test_a_new_table_stands_before_its_first_answer():
    table = new_table()
    assert (table.log, table.news, table.dice.draws) == ([], [], 0)
    assert table.state.step.what == "build"


def test_an_answer_is_logged_and_taken():
    table = play(new_table(), "A build SSSSMSS")
    assert len(table.log) == 1
    assert table.state.has_sealed(0)


@pytest.mark.parametrize("lot", ["A", "B"])
def test_chance_answers_by_itself_and_is_logged_too(lot):
    table = play(new_table(lot), *BUILD)
    assert table.log[2:] == [LogEntry(CHANCE, "AB".index(lot))]
    assert (table.state.step.what, table.dice.draws) == ("arrange", 1)


def test_news_tell_whose_answer_they_follow_from():
    table = play(ready(), "A Sb2^")
    told = [(news.event.what, news.by) for news in table.news]
    assert ("built", EVERYONE) in told  # both built at once
    assert ("placed", 0) in told
    assert table.news[-1].by == 0  # and what B drew by chance still belongs to A's turn


def test_house_1_nobody_answers_for_chance():
    table = new_table()
    table.replay([(0, 0), (1, 0)])  # chance is to say who starts
    with pytest.raises(IllegalAnswer) as refused:
        table.play(CHANCE, 0)
    assert tuple(refused.value.objection) == ("HOUSE-1", "Chance answers by itself.")


def test_chance_that_was_not_asked_yet_can_be_rolled():
    table = new_table()
    table.replay([(0, 0), (1, 0)])
    assert table.state.turn == CHANCE
    table.roll()
    assert [answer.seat for answer in table.log] == [0, 1, CHANCE]


@pytest.mark.parametrize("seat", [-7, NOBODY, CHANCE, 1, 2, 99])
def test_house_1_who_is_not_asked_is_refused(seat):
    table = ready()
    before = everything(table)
    with pytest.raises(IllegalAnswer) as refused:
        table.play(seat, 0)
    expected = ("HOUSE-1", "It is not your turn.")
    assert tuple(refused.value.objection) == expected
    assert tuple(table.read(seat, "Sb2^")) == expected
    assert tuple(table.why(seat, "Sb2^")) == expected
    assert everything(table) == before


def test_house_1_who_has_answered_a_sealed_question_is_refused():
    table = play(new_table(), "A build SSSSMSS")
    expected = ("HOUSE-1", "It is not your turn.")
    assert refusal(table, "A build SSSSSSS") == expected


def test_house_1_after_the_end_everyone_is_refused():
    table = played()
    assert {table.why(seat, "Sb2^").rule for seat in (0, 1)} == {"HOUSE-1"}


def test_what_cannot_be_read_is_refused():
    assert refusal(ready(), "A castle")[0] == "HOUSE-2"


def test_what_the_rules_forbid_is_refused():
    table = play(ready(), "A Sb2^")
    assert refusal(table, "B Ib2^") == ("SOV-9", "That space is occupied.")


def test_a_refusal_says_its_reason_and_its_rule():
    table = play(ready(), "A Sb2^")
    with pytest.raises(IllegalAnswer, match=r"^That space is occupied\. \[SOV-9\]$"):
        play(table, "B Ib2^")


def test_a_refused_choice_does_not_draw():
    table = play(new_table(), "A build SSSSMSS")
    with pytest.raises(IllegalAnswer):
        table.play(1, 10**6)
    assert (len(table.log), table.dice.draws) == (1, 0)


def test_one_can_ask_before_one_answers():
    table = play(ready(), "A Sb2^")
    assert table.why(1, "Ib2^").rule == "SOV-9"
    assert table.why(1, "nonsense").rule == "HOUSE-2"
    assert table.why(1, "Ia1^") is None
    assert table.read(1, "Ib2^") == 16


# --- setting up -----------------------------------------------------------------------------------


def test_the_commitment_is_to_the_seed_and_the_name():
    table = played()
    assert table.commitment == commitment(SEED, table.name)


def test_the_options_are_settled():
    table = new_table(options={"play_on": True})
    assert (table.options["play_on"], table.options["alternate"]) == (True, False)
    assert table.state.terms.play_on


def test_a_wrong_option_is_refused():
    with pytest.raises(BadOption, match="there is no option 'fast'"):
        new_table(options={"fast": True})


def test_salt_changes_the_draws():
    logs = {str(played(salt=salt).log) for salt in ("", "pepper", "sugar")}
    assert len(logs) == 3


# --- taking back ----------------------------------------------------------------------------------


def taken_back(table, seat):
    """Rule and reason why not; None if it was taken back."""
    objection = table.why_no_undo(seat)
    if objection is None:
        table.undo(seat)
        return None
    before = everything(table)
    with pytest.raises(IllegalAnswer) as refused:
        table.undo(seat)
    assert everything(table) == before
    assert refused.value.objection == objection
    return tuple(objection)


@pytest.mark.parametrize("seat", [0, 1])
def test_house_3_who_has_not_answered_has_nothing_to_take_back(seat):
    expected = ("HOUSE-3", "You have not answered anything yet.")
    assert taken_back(new_table(), seat) == expected


def test_house_3_what_the_rival_answered_is_not_yours_to_take_back():
    table = play(new_table(), "A build SSSSMSS")
    assert taken_back(table, 1)[0] == "HOUSE-3"


@pytest.mark.parametrize("seat", [0, 1])
def test_house_4_a_sealed_answer_can_be_taken_back_while_the_others_think(seat):
    table = play(new_table(), f"{'AB'[seat]} build ISSSSSS")
    assert taken_back(table, seat) is None
    assert everything(table) == everything(new_table())


def test_house_4_after_taking_back_another_answer_can_be_given():
    table = play(new_table(), "A build SSSSSSS")
    table.undo(0)
    play(table, *BUILD)
    assert everything(table) == everything(play(new_table(), *BUILD))


def test_house_4_while_the_rival_has_sealed_an_older_answer_stays_given():
    table = play(new_table(), *BUILD, "B order ISSSSSS")
    assert taken_back(table, 0) == ("HOUSE-4", "The game has gone on since your answer.")


@pytest.mark.parametrize("seat", [0, 1])
def test_house_4_when_all_have_answered_it_is_too_late(seat):
    table = play(new_table(), *BUILD)
    assert taken_back(table, seat) == ("HOUSE-4", "The game has gone on since your answer.")


def test_house_4_what_chance_answered_is_never_taken_back():
    table = play(new_table(), *BUILD, "A shuffle")
    table.undo(0)
    assert table.log[-1].seat == CHANCE
    assert taken_back(table, 0) == ("HOUSE-4", "The game has gone on since your answer.")


def test_house_4_what_brought_something_to_light_is_not_taken_back():
    table = play(ready(), "A Sa3^")  # B has drawn and looked
    expected = ("HOUSE-4", "Something came to light through your answer.")
    assert taken_back(table, 0) == expected


def test_house_4_a_placement_shows_the_piece():
    table = play(ready("MSSSSSS", "ISSSSSS"), "A Ma3^", "B Ia2^")  # B has looked at the top
    assert table.state.step.what == "bury"
    assert taken_back(table, 1)[1] == "Something came to light through your answer."


def test_house_4_private_news_is_something_that_came_to_light():
    table = play(ready(), "A Sa3^", "B Ic1^", "B keep")  # A has drawn and looked
    assert taken_back(table, 1)[1] == "Something came to light through your answer."


def test_house_4_once_the_rival_has_answered_it_is_too_late():
    table = play(ready(), "A Sa3^", "B Ic1^")
    assert taken_back(table, 0) == ("HOUSE-4", "The game has gone on since your answer.")


def test_house_4_what_brought_nothing_to_light_can_be_taken_back():
    table = at_the_mask()
    before = everything(table)
    play(table, "A mask c1")
    assert table.state.step.what == "arrange"
    assert taken_back(table, 0) is None
    assert everything(table) == before


def test_house_4_it_can_be_taken_back_only_until_somebody_goes_on():
    table = play(at_the_mask(), "A mask c1", "B shuffle")
    assert taken_back(table, 0) == ("HOUSE-4", "The game has gone on since your answer.")
    assert taken_back(table, 1) is None
    assert taken_back(table, 0) is None


def test_house_4_only_the_latest_answer_can_be_taken_back():
    table = play(at_the_mask(), "A mask c1")
    table.undo(0)
    expected = ("HOUSE-4", "Something came to light through your answer.")
    assert taken_back(table, 0) == expected  # that was the placement of the Mask


def test_taking_back_gives_the_dice_back():
    straight = play(new_table(), *BUILD, "A shuffle", "B shuffle")
    table = play(new_table(), *BUILD)
    for _ in range(3):
        play(table, "A shuffle")
        table.undo(0)
    play(table, "A shuffle", "B shuffle")
    assert everything(table) == everything(straight)


# --- three at a table -----------------------------------------------------------------------------


@pytest.fixture
def three():
    """Three seats vote in secret, twice.  Compiled classes cannot be subclassed in a test."""
    if not isinstance(Step.begin, FunctionType):
        pytest.skip("the rules are compiled")

    class Vote(Step):
        def begin(self, s):
            return everyone(3)

        def options(self, s, seat):
            return [0, 1]

        def together(self, s, said):
            s.votes.append(said)

    class Voting(Game):
        fewest = most = 3

        def begin(self, seats, options):
            s = State(seats)
            s.next(plan(Vote(), Vote()))
            s.votes = []
            return s

    return Table(Voting(), 3, SEED, "table")


def test_house_4_another_sealed_answer_stays_when_one_is_taken_back(three):
    three.play(0, 1)
    three.play(1, 1)
    three.undo(0)
    assert (three.log, three.state.turn) == ([LogEntry(1, 1)], 0)
    assert [three.state.has_sealed(seat) for seat in range(3)] == [False, True, False]


def test_house_4_the_order_of_sealed_answers_does_not_matter(three):
    for seat in (2, 0, 1):
        three.play(seat, seat % 2)
    assert three.state.votes == [[0, 1, 0]]


def test_house_4_the_last_sealed_answer_reveals_them_all(three):
    for seat in range(3):
        three.play(seat, 1)
    assert {three.why_no_undo(seat).rule for seat in range(3)} == {"HOUSE-4"}


# --- replaying ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_replaying_a_log_gives_the_same_table(seed):
    table = played(seed)
    twin = Table(GAME, 2, SEED, table.name)
    twin.replay(table.log)
    assert everything(twin) == everything(table)


def test_a_log_can_be_replayed_in_parts():
    table = played()
    twin = Table(GAME, 2, SEED, table.name)
    twin.replay(table.log[:20])
    assert everything(twin) == everything(played(answers=len(twin.log)))
    twin.replay(table.log[20:])
    assert everything(twin) == everything(table)


def test_after_a_replay_play_goes_on_as_before():
    table, twin = played(answers=12), new_table()
    twin.replay(table.log)
    for other in (table, twin):
        while not other.state.is_over():
            other.play(other.state.turn, other.state.options(other.state.turn)[-1])
    assert everything(twin) == everything(table)


@pytest.mark.parametrize(("lot", "says", "gives"), [("A", 1, "lot A"), ("B", 0, "lot B")])
def test_a_log_with_loaded_dice_is_refused(lot, says, gives):
    table = new_table(lot)
    with pytest.raises(LoadedDice, match=gives):
        table.replay([(0, 0), (1, 0), (CHANCE, says)])


def test_a_log_with_a_forbidden_answer_is_refused():
    table = new_table()
    with pytest.raises(IllegalAnswer, match=r"\[SOV-3\]"):
        table.replay([(0, 0), (1, 575)])
    assert len(table.log) == 1


@pytest.mark.parametrize("wrong", [(1, 0), (2, 0), (CHANCE, 5), (NOBODY, 0)])
def test_a_log_with_an_answer_that_was_not_asked_for_is_refused(wrong):
    table = new_table()
    with pytest.raises(IllegalAnswer):
        table.replay([(1, 0), wrong])


# --- news -----------------------------------------------------------------------------------------


def told(table, viewer, since=0):
    return [(news.after, news.event.what) for news in table.news_for(viewer, since)]


def test_everyone_is_told_what_is_public():
    table = play(new_table(), *BUILD)
    for viewer in (0, 1, NOBODY, EVERYONE):
        assert told(table, viewer) == [(2, "built"), (3, "round")]


def test_news_for_one_seat_is_told_to_that_seat():
    table = play(ready(), "A Sa3^", "B Ic1^")
    private = {
        viewer: [news.event.what for news in table.news_for(viewer) if news.event.to >= 0]
        for viewer in (0, 1, NOBODY, EVERYONE)
    }
    assert private == {
        0: ["drawn"], 1: ["drawn", "seen"], NOBODY: [], EVERYONE: ["drawn", "drawn", "seen"],
    }  # fmt: skip


def test_news_can_be_asked_for_from_an_answer_on():
    table = play(ready(), "A Sa3^")
    assert told(table, NOBODY, since=5) == [(5, "arranged"), (6, "placed")]
    assert told(table, NOBODY, since=6) == [(6, "placed")]
    assert told(table, NOBODY, since=7) == []


def test_news_that_was_taken_back_is_gone():
    table = play(at_the_mask(), "A mask c1")
    assert told(table, NOBODY)[-3:] == [(16, "taken"), (16, "won"), (16, "round")]
    table.undo(0)
    assert told(table, NOBODY)[-1] == (15, "placed")
