"""The end of a game as each reader is told it; also of tables that were stored before."""

import pytest
from msgspec.structs import replace

from tests.server.tables import A, B, at_a_table
from trivet.catalogue import GAMES
from trivet.server.http import operator
from trivet.server.http.operator import Operator
from trivet.server.store.erasing import without_person
from trivet.server.table.results import result_for, result_of_head
from trivet.server.table.room import Person
from trivet.server.wire.messages import Resign
from trivet.server.wire.outgoing import Result

ANN, ANNA = Person("a" * 22, "Ann"), Person("b" * 22, "Anna")
WON = Result(reason="played", scores=[0, 1], places=[2, 1], ending="two rounds", rule="SOV-42")
SOVEREIGN = GAMES["sovereign"]


def test_ann_is_not_told_that_youa_won(tmp_path):
    """The page had put "you" wherever it found the letters of one's own name."""

    async def test(rooms, ann, anna, cy):
        await ann.must(Resign())
        assert ann.room.result.headline == "You resigned: Anna won."
        assert anna.room.result.headline == "Ann resigned: you won."
        assert cy.room.result.headline == "Ann resigned: Anna won."
        told = {page.room.result.words for page in (ann, anna, cy)}
        assert told == {"Ann resigned: Anna won."}
        for who, headline in ((ANN, "You resigned: Anna won."), (ANNA, "Ann resigned: you won.")):
            listed = (await rooms.lobby(who)).mine[0].result
            assert (listed.headline, listed.sheet) == (headline, [])
        kept = await rooms.store.load(ann.room.id)
        assert kept.head.result.headline == ""

    at_a_table(tmp_path, test, people=(ANN, ANNA))


@pytest.mark.parametrize("names", [["Ann", "Anna"], ["N", "o"], ["you", "won"], ["1", "אבג"]])
def test_each_reader_is_told_the_end(names):
    told = [result_for(WON, SOVEREIGN, names, you).headline for you in (0, 1, -1)]
    rest = "won two rounds and became the Sovereign."
    assert told == [f"{names[1]} {rest}", f"You {rest}", f"{names[1]} {rest}"]


def test_a_table_stored_before_endings_had_names_keeps_its_sentence():
    old = Result(reason="played", scores=[0, 1], words="Anna won two rounds.")
    told = result_for(old, SOVEREIGN, ["Ann", "Anna"], 0)
    assert (told.words, told.headline) == ("Anna won two rounds.", "Anna won two rounds.")


@pytest.mark.parametrize(
    ("old", "headline"),
    [
        (Result(reason="played", scores=[0, 1]), "You won the game."),
        (Result(reason="played", scores=[0.5, 0.5]), "Both won as many rounds: the win is shared."),
        (Result(reason="time", scores=[0, 1], seats=[0]), "Ann ran out of time: you won."),
    ],
)
def test_a_table_stored_without_a_sentence_has_one(old, headline):
    assert result_for(old, SOVEREIGN, ["Ann", "Ben"], 1).headline == headline


def test_a_game_that_is_no_longer_here_has_its_sentence_as_stored():
    stored = replace(WON, words="Anna won two rounds and became the Sovereign.")
    assert result_for(stored, None, ["Ann", "Anna"], 1).headline == stored.words
    assert result_for(replace(WON, words=""), None, ["Ann", "Anna"], 1).headline == (
        "You won the game."
    )


def test_an_erased_winner_is_not_named_in_the_end(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Resign())
        head = (await rooms.store.load(ann.room.id)).head
        told = result_of_head(without_person(head, B.id), GAMES, 0)
        assert (told.words, told.headline) == (
            "Ann resigned: Somebody won.",
            "You resigned: Somebody won.",
        )
        about = await Operator(rooms).carry_out(operator.ShowRoom(ann.room.id))
        assert about["result"] == "Ann resigned: Bob won."

    at_a_table(tmp_path, test, people=(A, B))
