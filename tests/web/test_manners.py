"""What the browser table owes its players, for every game: small here, in full by a campaign."""

import os

import pytest

from trivet.catalogue import GAMES
from trivet.core.state import NOBODY
from trivet.core.table import Table

pytest.importorskip("playwright", reason="playwright is not installed")
from campaigns import barriers, manners, secrets, strangers

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
one_game = pytest.mark.parametrize("game", list(GAMES.values())[:1], ids=list(GAMES)[:1])
pytestmark = pytest.mark.timeout(240)
SOME = 6  # answers of a long game
IS_QUICK = bool(os.environ.get("TRIVET_QUICK"))


@every_game
def test_a_game_by_touching_what_is_offered(visit, game):
    manners.plays_by_touching(visit, game, SOME if IS_QUICK else manners.LONGEST_GAME)


@every_game
def test_a_game_by_keyboard_alone(visit, game):
    manners.plays_by_keyboard(visit, game, SOME)


@every_game
def test_a_game_by_roles_and_names_alone(visit, game):
    manners.plays_by_names(visit, game, SOME)


@every_game
def test_what_is_not_offered_says_why_not(visit, game):
    manners.says_why_not(visit, game, SOME)


@every_game
def test_confirming_several_times_is_one_move(visit, game):
    manners.confirms_once(visit, game)


@every_game
def test_what_was_touched_and_forgotten_was_never_seen(visit, game):
    manners.forgets_unseen(visit, game)


@one_game
def test_two_click_on_one_seat_at_once(visit, game):
    manners.seats_one_of_two(visit, game)


@one_game
def test_offline_while_choosing_the_move_arrives_once(visit, game):
    manners.sends_when_back(visit, game)


@one_game
def test_a_killed_server_comes_back_without_a_reload(visit, game, server):
    manners.outlives_the_server(visit, game, server)


@every_game
def test_nobody_is_sent_what_is_hidden_from_them(visit, game):
    secrets.keeps_secrets(visit, game, SOME)


def test_what_another_seat_was_sent_is_found_to_be_a_leak(visit):
    """The check can fail: a watcher who got a player's frames."""
    game = GAMES["sovereign"]
    table = Table(game, 2, bytes(32), "table")
    table.play_text(0, "build SSIIDAC")
    view = table.state.view(0)
    shown = {"is": "shown", "is_open": False, "open": None, "view": view, "scene": None}
    shown |= {"ask": None, "news": [], "moments": []}
    assert secrets.leaks(table, ["A", "B"], 0, [shown]) == []
    assert secrets.leaks(table, ["A", "B"], 1, [shown])
    assert secrets.leaks(table, ["A", "B"], NOBODY, [shown])
    moment = {**shown, "view": None, "moments": [{"view": view, "scene": None}]}
    assert secrets.leaks(table, ["A", "B"], 1, [moment])


@one_game
def test_hostile_strings_are_only_text(visit, game):
    texts = strangers.hostile_texts()
    assert len(texts) == strangers.MANY
    strangers.shows_literally(visit, game, texts[::5])


@pytest.mark.long
@pytest.mark.parametrize("width", barriers.SIZES)
def test_no_barrier_on_any_page(visit, width):
    if not barriers.AXE.exists():
        pytest.skip("axe is not installed: tools/ready.py page")
    number = list(barriers.SIZES).index(width)
    barriers.has_no_barriers(visit, list(GAMES.values())[number], width)


@pytest.mark.long
@pytest.mark.parametrize("game", list(GAMES.values())[2:], ids=list(GAMES)[2:])
def test_no_barrier_on_the_tables_of_the_other_games(visit, game):
    if not barriers.AXE.exists():
        pytest.skip("axe is not installed: tools/ready.py page")
    barriers.tables_have_no_barriers(visit, game)
