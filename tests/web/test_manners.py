"""What the browser table owes its players, for every game: small here, in full by a campaign."""

import pytest

from trivet.catalogue import GAMES

manners = pytest.importorskip("trivet.campaigns.manners", reason="playwright is not installed")

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
one_game = pytest.mark.parametrize("game", list(GAMES.values())[:1], ids=list(GAMES)[:1])
pytestmark = pytest.mark.timeout(240)
SOME = 6  # answers of a long game


@every_game
def test_a_game_by_touching_what_is_offered(visit, game):
    manners.plays_by_touching(visit, game)


@every_game
def test_a_game_by_keyboard_alone(visit, game):
    manners.plays_by_keyboard(visit, game, SOME)


@every_game
def test_a_game_by_roles_and_names_alone(visit, game):
    manners.plays_by_names(visit, game, SOME)


@every_game
def test_what_is_not_offered_says_why_not(visit, game):
    manners.says_why_not(visit, game)


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
