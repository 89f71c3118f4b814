"""How a game of Trehgrannik ended, its score sheet, the positions worth seeing, and its options."""

import pytest

from games.trehgrannik.drawing import CODEC, GAME, play, position
from trivet.core.dice import Dice
from trivet.core.outcome import sheet_of
from trivet.core.state import CHANCE, EVERYONE, Event, EventListener
from trivet.core.walk import playout
from trivet.games.trehgrannik.names import HEX
from trivet.games.trehgrannik.pieces import COINS
from trivet.games.trehgrannik.questions import ENDINGS
from trivet.games.trehgrannik.state import WHY_OVER

WHO = ["Ann", "Bo", "Cy", "Di"]
PLACES = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   R   R   R   R
    R   RB  Ra  O   Rb  R   R
  R   R   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
"""


class Keeper(EventListener):
    def __init__(self):
        self.events, self.seen = [], []

    def on_event(self, event):
        self.events.append(event)

    def on_moment(self, what, s):
        self.seen.append((what, s.copy()))

    def sheet(self, seats=2):
        return sheet_of(CODEC.news_rows, seats, self.events)

    def rows(self):
        return [(row.part, row.rule, row.by_seat) for row in self.sheet().rows]


# --- how it ended ---------------------------------------------------------------------------------


def said(s, listener):
    """Ending, rule, places and headline of a game that is over."""
    outcome = GAME.outcome(s)
    assert outcome.shares == tuple(s.scores())
    headline = CODEC.headline(outcome, listener.sheet(s.seats), WHO[: s.seats])
    return outcome.ending, outcome.rule, outcome.places, headline


def nearly_over(listener, **more):
    """A can pay a fee and build with the other card; then B can go back to the pad."""
    setting = {"hands": ("RQ RQ", "SS"), "at": ("e4", "e3", "e4", "e4")} | more
    return position(PLACES, listener=listener, **setting)


def test_trg_50_the_outcome_after_the_last_turns():
    listener = Keeper()
    s = nearly_over(listener, spare=((1, 0), (3, 3)))
    play(s, "fee RQ", "go d4", "lay RQ", "cargo", "fee SS", "go e4")
    assert said(s, listener) == (
        "built up", "TRG-50", (1, 2),
        "The last turns were taken: Ann won with 5 points to 0.",
    )  # fmt: skip


def test_trg_51_the_outcome_when_everybody_has_passed():
    listener = Keeper()
    s = position(hands=("", ""), cargos=("RQ", "TH TH", "", ""), listener=listener)
    assert said(s, listener) == (
        "all passed", "TRG-51", (2, 1), "Everybody passed: Bo won with 2 points to 1."
    )  # fmt: skip


def test_trg_51_the_outcome_when_nothing_was_built_for_long():
    listener = Keeper()
    s = nearly_over(listener, cargos=("RQ", "", "", ""))
    s.quiet = 99
    play(s, "fee RQ", "go e3")
    assert said(s, listener) == (
        "no projects", "TRG-51", (1, 2),
        "Nothing was built for a hundred turns: Ann won with 1 point to 0.",
    )  # fmt: skip


def test_trg_51_the_outcome_of_a_game_that_took_too_long():
    listener = Keeper()
    s = nearly_over(listener)
    s.turns = 299
    play(s, "fee RQ", "go d4", "module", "lay RQ", "cargo")
    assert said(s, listener) == (
        "too long", "TRG-51", (1, 2),
        "Three hundred turns were taken: Ann won with 5 points to 0.",
    )  # fmt: skip


def test_trg_53_the_outcome_of_a_shared_win():
    listener = Keeper()
    s = position(seats=3, hands=("", "", ""), cargos=("RQ", "TH", "", ""), listener=listener)
    assert said(s, listener) == (
        "shared", "TRG-53", (1, 1, 3), "Ann and Bo had 1 point each and shared the win."
    )  # fmt: skip


def test_there_is_no_outcome_before_the_end():
    assert GAME.outcome(position(PLACES)) is None


def test_every_way_to_end_has_a_row():
    assert set(ENDINGS) == {*WHY_OVER[1:], "shared"}


# --- the score sheet ------------------------------------------------------------------------------


def test_trg_31_the_sheet_has_a_line_for_each_type_of_card():
    listener = Keeper()
    s = position(
        PLACES, hands=("RQ SS ML BA IP", "RQ RP IM"), coins=(2, 2, 0, 0), listener=listener
    )
    play(s, "fee RQ", "go d3", "base", "lay ML", "lay BA", "double ML", "cargo", "cargo")
    assert listener.rows() == [
        ("Laboratories", "TRG-31", (2, 0)),
        ("Blocks", "TRG-31", (2, 0)),
    ]


def test_trg_23_a_toll_is_booked_for_both():
    listener = Keeper()
    s = position(PLACES, hands=("RQ SS", "RQ"), coins=(2, 2, 0, 0), listener=listener)
    play(s, "fee RQ", "go e5")
    assert listener.rows() == [("tolls", "TRG-23", (-1, 1))]


def test_trg_37_what_a_system_takes_is_booked_for_both():
    listener = Keeper()
    s = position(PLACES, hands=("RQ RP", "RQ"), coins=(2, 2, 0, 0), listener=listener)
    play(s, "fee RQ", "go d4", "module", "lay RP", "cargo")
    assert listener.rows() == [
        ("taken by Systems", "TRG-37", (0, -1)),
        ("Systems", "TRG-37", (1, 0)),
    ]


def test_trg_52_the_cargo_is_booked_at_the_end():
    listener = Keeper()
    s = nearly_over(listener, cargos=("", "TH TH", "", ""))
    s.turns = 299
    assert s.points() == [0, 0]
    play(s, "fee RQ", "go d4", "module", "lay RQ", "cargo")
    assert listener.rows() == [("Production", "TRG-31", (4, 0)), ("cargo", "TRG-52", (1, 2))]
    assert s.points() == [5, 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sheet_of_a_whole_game_adds_up_to_coins_and_cargo(seats):
    listener = Keeper()
    s = GAME.new(seats, {"purse": [[0, 3, 7, 20]]}, listener)
    playout(s, Dice(seats))
    sheet = listener.sheet(seats)
    final = [side.coins + s.cargo_points(seat) for seat, side in enumerate(s.sides)]
    assert list(sheet.total) == final == s.points()
    assert {"purse", "Production", "tolls"} <= {row.part for row in sheet.parts()}


# --- moments --------------------------------------------------------------------------------------


def test_trg_26_a_project_is_seen_with_its_cards_before_they_are_put_away():
    listener = Keeper()
    s = position(PLACES, hands=("RQ SS ML BA IP", "RQ RP IM"), listener=listener)
    play(s, "fee RQ", "go d3", "base", "lay ML", "lay BA", "double ML", "cargo", "cargo")
    [(what, seen)] = listener.seen
    assert what == "project"
    table = seen.view(1)["table"]
    assert table.board[HEX["d3"]].project == "base"
    assert table.move.laid == ["Medical Laboratory", "Laboratory Block"]
    assert table.move.doubled == ["Medical Laboratory"]
    assert table.players[0].coins == 4
    assert table.players[0].cargo == []
    assert s.view(1)["table"].move.laid == []


def test_a_turn_without_a_project_has_no_moment():
    listener = Keeper()
    play(position(PLACES, hands=("RQ SS", "RQ"), listener=listener), "fee RQ", "go e3")
    assert listener.seen == []


# --- what is read ---------------------------------------------------------------------------------


def test_what_others_read_while_they_wait():
    s = position(
        hands=("RQ SS ML BA TH", "RQ"), market="RT CL ML EL", deck="EP EP",
        mats=("Leap Rebate", "Lone Free"), foreparts=("RD RD RD", "", "", ""),
        centres=("SD SD SD ID ID", "", "", ""),
    )  # fmt: skip
    waited = []
    for answer in (
        "leap", "fee RQ", "deck", "* draw EP", "go e5", "base", "lay ML", "lay BA", "double ML",
        "forepart", "cargo", "take CL",
    ):  # fmt: skip
        if s.turn != CHANCE:
            waited.append(CODEC.wait(s, WHO))
        play(s, answer)
    assert waited == [
        "Ann begins a turn.",
        "Ann pays the fee of a leap.",
        "Ann takes a card for the fee.",
        "Ann moves the harvester.",
        "Ann chooses what to build on e5.",
        "Ann chooses a card to build on e5.",
        "Ann chooses a card to build on e5.",
        "Ann decides what the Laboratory Block does.",
        "Ann puts away a Medical Laboratory.",
        "Ann puts away a Laboratory Block.",
        "Bo begins a turn.",
    ]
    assert CODEC.wait(s, WHO) == "Bo takes more cards."


def told(what, *data, you=0):
    return CODEC.news(Event(what, EVERYONE, (*data, 0, 0, 0, 0)[:4]), WHO, you)


def test_the_player_is_told_in_the_second_person():
    built = told("built", 0, 24, 1, 1 + (2 << 6))
    assert built == "You built a base with Rock Quarry and Sand Sifter."
    assert told("toll", 1, 0, 2) == "Bo paid you a toll of 2."
    assert told("robbed", 1, 0, 2) == "Bo took 2 from you."
    assert told("doubled", 0, 20, 3) == "The Production Block doubled that: you earned 3 more."
    assert told("passed", 0) == "You showed the hand, and passed."
    assert told("shown", 2) == "An Ice Melter came to the market."


def test_a_turn_is_told_in_one_line():
    listener = Keeper()
    s = position(PLACES, hands=("RQ SS ML BA IP", "RQ RP IM"), listener=listener)
    play(s, "fee RQ", "go d3", "base", "lay ML", "lay BA", "double ML", "cargo", "cargo")
    assert CODEC.line(listener.events, WHO, you=1) == (
        "Ann moved to d3 and built a base with Medical Laboratory and Laboratory Block."
    )


def test_added_cards_are_told_in_one_line():
    listener = Keeper()
    s = position(hands=("RQ", "RQ"), market="RT CL ML EL", deck="EP EP EP", listener=listener)
    play(s, "take RT", "* market EP", "deck", "* draw EP")
    assert CODEC.line(listener.events, WHO, you=0) == (
        "You took a Rock Turbine from the market and a card from the deck."
    )


# --- options --------------------------------------------------------------------------------------


def dealt(**options):
    """A game whose set-up is over, and what was agreed before it."""
    s = GAME.new(2, options)
    while s.turn == CHANCE:
        s.apply(CHANCE, s.sample(CHANCE, Dice(1)))
    return s, s.view(0)["options"]


def test_what_is_usual_is_not_told():
    s, agreed = dealt()
    assert agreed == {}
    assert GAME.options_of(s) == {option.name: option.default for option in GAME.options}


def test_trg_12_the_option_no_systems_takes_the_systems_out_of_the_deck():
    s, agreed = dealt(no_systems=True)
    assert agreed == {"no_systems": True}
    assert s.terms.cards.size == 76


def test_trg_45_the_option_coins_changes_what_cards_pay():
    coins = [list(row) for row in COINS]
    coins[0][0] = 5  # a Rock Quarry
    s, agreed = dealt(coins=coins)
    assert agreed == {"coins": coins}
    usual, _ = dealt()
    assert s.income(0, 0, HEX["d4"]) == 5 * usual.income(0, 0, HEX["d4"]) > 0


def test_trg_7_the_option_parts_changes_the_ground():
    parts = [[2] * 7] * 6
    s, agreed = dealt(parts=parts)
    assert agreed == {"parts": parts}
    grounds = [hexagon.ground for hexagon in s.view(0)["table"].board]
    assert grounds.count("Ice") == 6 * 7 + 2


def test_trg_13_the_option_purse_gives_later_players_coins():
    s, agreed = dealt(purse=[[0, 4, 0, 0]])
    assert agreed == {"purse": [[0, 4, 0, 0]]}
    assert [s.sides[s.starter].coins, s.sides[1 - s.starter].coins] == [0, 4]
    assert s.points() == [side.coins for side in s.sides]
