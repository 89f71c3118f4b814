"""A table as text, and as tools of the Model Context Protocol: honest, and with reasons."""

import asyncio

import pytest

import trivet
from trivet import Dice
from trivet.adapters.text import TextTable, rule_text
from trivet.catalogue import GAMES
from trivet.cli.main import main

every_game = pytest.mark.parametrize("name", GAMES)


def chosen(table, dice):
    """A random allowed answer in notation."""
    s = table.table.state
    return table.game.codec.write(s, table.seat, s.sample(table.seat, dice))


@every_game
def test_a_whole_game_is_played_in_text(name):
    table, dice = TextTable(name, rival="random", seed=3), Dice(1)
    shown = table.shown()
    for _ in range(400):
        if table.is_over:
            break
        assert "You are Player A." in shown
        shown = table.answer(chosen(table, dice))
        assert "Not allowed" not in shown
    assert table.refused == 0
    if table.is_over:
        assert f"Your share of the win: {table.share:g}." in shown


@every_game
def test_the_text_follows_from_the_seats_view(name):
    """Two tables that the seat cannot tell apart read alike."""
    table = TextTable(name, rival="random", seed=5)
    truth = table.table.state
    shown = "\n".join([*table._picture(), *table._question()])
    for seed in range(4):
        table.table.state = truth.imagine(0, Dice(seed))
        assert "\n".join([*table._picture(), *table._question()]) == shown


def test_what_is_not_allowed_is_explained_with_its_rule_and_changes_nothing():
    table = TextTable("sovereign", rival="random", seed=1)
    before = table.shown()
    said = table.answer("seven Masks")
    assert said.startswith("Not allowed: ")
    said = table.answer("build MMMMMMM")
    assert "[SOV-3]" in said
    assert rule_text("sovereign", "SOV-3") in said
    assert table.refused == 2
    assert before.endswith(table.shown().splitlines()[-1])


def test_answers_are_listed_if_they_are_few():
    table = TextTable("trifecta", rival="random", seed=1)
    assert table.options() == ["false", "true"]
    assert "Allowed: false, true" in table.shown()


# --- tools ----------------------------------------------------------------------------------------


@pytest.fixture
def tools():
    return pytest.importorskip("trivet.adapters.mcp", reason="the MCP SDK is not installed").Tools()


def test_a_model_plays_a_game_by_tools(tools):
    assert "trifecta (Trifecta), 2 to 6 players" in tools.list_games()
    assert "TRF-12" in tools.read_rules("trifecta")
    assert "bid" in tools.read_rules("trifecta", "TRF-12")
    missing = "TRF-" + "99"  # written so that no test takes it for a citation
    assert f"There is no rule {missing}" in tools.read_rules("trifecta", missing)
    name, _, shown = tools.open_table("trifecta", 3, "random", 1, 7, {"stages": 1}).partition("\n")
    assert "You are Player B." in shown
    dice = Dice(2)
    while not tools.tables[name].is_over:
        tools.answer(name, chosen(tools.tables[name], dice))
    assert "Your share of the win" in tools.look(name)
    assert "It is not your turn" in tools.answer(name, "true")


@pytest.mark.parametrize(("wish", "said"), [
    ({"game": "whist"}, "there is no game 'whist'"),
    ({"game": "trifecta", "seats": 9}, "not 9"),
    ({"game": "trifecta", "rival": "grandmaster"}, "there is no bot"),
    ({"game": "trifecta", "seat": 4}, "seats are 0 to 1"),
    ({"game": "trifecta", "options": {"cards": 1}}, "there is no option"),
    ({"game": "trifecta", "seed": -1}, "No table was opened"),
])  # fmt: skip
def test_a_bad_wish_of_a_model_is_a_sentence(tools, wish, said):
    assert said in tools.open_table(**wish)
    assert "open are: none" in tools.look("table-1")


def test_a_client_of_the_protocol_finds_and_calls_the_tools():
    mcp = pytest.importorskip("mcp", reason="the MCP SDK is not installed")
    from trivet.adapters.mcp import server

    async def played():
        async with mcp.Client(server()) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            opened = await client.call_tool("open_table", {"game": "trifecta", "rival": "random"})
            said = await client.call_tool("answer", {"table": "table-1", "answer": "maybe"})
            return names, opened.content[0].text, said.content[0].text

    names, opened, said = asyncio.run(played())
    assert names == {"list_games", "read_rules", "open_table", "look", "answer"}
    assert opened.startswith("table-1")
    assert said.startswith("Not allowed: That cannot be read here.")


def test_without_the_sdk_the_command_says_what_to_install(monkeypatch, capsys):
    import sys

    monkeypatch.delitem(sys.modules, "trivet.adapters.mcp", raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    assert main(["mcp"]) == 2
    assert "pip install 'trivet[mcp]'" in capsys.readouterr().err
    assert trivet.all_games()
