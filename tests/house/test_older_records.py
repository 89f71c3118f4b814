"""Records that were written before an option existed: they name all options there were, and what
they do not name has its earlier value (decision 72)."""

from pathlib import Path

import pytest

from trivet.catalogue import GAMES
from trivet.core.record import load
from trivet.server.store.contract import StoredRoom
from trivet.server.store.stored import Chair, RoomHead
from trivet.server.table.room import room_from_store
from trivet.verifier import verified

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_from_before_an_option_is_replayed_as_it_was_played(path):
    text = path.read_text()
    record = load(text, GAMES)
    game = record.table.game
    assert record.table.options.items() >= game.legacy_options.items()
    assert record.table.state.is_over()
    assert verified(text)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_without_the_earlier_values_it_would_not_be(path, monkeypatch):
    game = GAMES[path.stem.partition("-")[0]]
    monkeypatch.setattr(game, "legacy_options", {})
    with pytest.raises(ValueError, match=r"."):
        load(path.read_text(), GAMES)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_earlier_values_are_values_of_options(game):
    offered = {option.name: option for option in game.options}
    for name, value in game.legacy_options.items():
        assert offered[name].checked(value) == value


def test_a_stored_room_from_before_an_option_goes_on_as_it_began():
    game = GAMES["trehgrannik"]
    named = {"purse": [[0, 0, 0, 0]], "no_systems": True}  # a room of today names all of them
    head = RoomHead(
        id="old", game=game.name, rules=game.version, seed=bytes(32), host="",
        chairs=[Chair(bot="greedy") for _ in range(4)], options=named, opened=0,
    )  # fmt: skip
    room = room_from_store(game, StoredRoom(head, [], []), 0)
    assert room.table.options.items() >= {**game.legacy_options, **named}.items()
    assert room.table.state.terms.lone_is_base
