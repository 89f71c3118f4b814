"""A link can carry a whole record."""

import json

import pytest

from server.wires import fetch
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.table import Table
from trivet.server.records.record_links import LONGEST, MARK, BadLink, packed, unpacked


def a_record():
    game = GAMES["sovereign"]
    table = Table(game, 2, b"s" * 32, "table")
    table.roll()
    while not table.state.is_over():
        seat = table.state.turn
        table.play(seat, next(iter(table.state.options(seat))))
    return record.write(table, ["Ann", "Bob"])


def test_a_record_comes_back_from_its_link():
    text = a_record()
    assert unpacked(packed(text)) == text
    assert len(packed(text)) < 4000


@pytest.mark.parametrize("name", [
    "z.", "z.%%%", "z.AAAA", packed("x" * 100)[:-6], packed("x" * (LONGEST + 1)), "z.é",
])  # fmt: skip
def test_a_damaged_link_is_refused_in_words(name):
    with pytest.raises(BadLink, match="link"):
        unpacked(name)


def test_a_server_shows_a_game_that_it_has_not_stored(server):
    name = packed(a_record())
    status, _, text = fetch(server, "GET", f"/api/records/{name}/frames?viewer=open&from=0&count=1")
    assert status == 200
    assert json.loads(text)["players"] == ["Ann", "Bob"]
    assert json.loads(fetch(server, "GET", f"/api/records/{name}/verdict")[2])["is_checked"]
    assert fetch(server, "GET", f"/api/records/{MARK}nonsense")[0] == 422
