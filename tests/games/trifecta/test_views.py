"""Who sees what (TRF-17), what a seat may believe, and the picture."""

import re
from collections import Counter
from itertools import permutations

import pytest
from fairness import is_fair

from games.trifecta.drawing import (
    GAME,
    SEATS,
    asked,
    bag,
    hand,
    look,
    opt,
    play,
    play_round,
    position,
)
from trivet.core.dice import Dice
from trivet.core.ink import PLAIN, Ink
from trivet.core.seen import as_text
from trivet.core.state import CHANCE, EVERYONE, NOBODY
from trivet.core.walk import fault, wander
from trivet.games.trifecta.names import KIND, short
from trivet.games.trifecta.pieces import KINDS, card_name, cards
from trivet.games.trifecta.seen import RoundSeen

SHORT = {card_name(kind): short(kind) for kind in range(KINDS)}
THREE = "A Frs R G won B\nB Hbt G B\nC Pgc B R"


# --- TRF-17 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, 2, NOBODY, EVERYONE])
def test_trf_17_a_hand_is_hidden_from_the_others_but_not_how_many_cards_it_has(viewer):
    players = look(position(THREE), viewer).players
    assert [player.cards for player in players] == [3, 3, 3]
    hands = ["Frs R G", "Hbt G B", "Pgc R B"]
    for seat, player in enumerate(players):
        if viewer in (seat, EVERYONE):
            assert " ".join(SHORT[card] for card in player.hand) == hands[seat]
        else:
            assert player.hand is None


def test_trf_17_antes_bids_and_winners_stay_open_for_the_whole_stage():
    s = position("A Frs R G\nB Hbt G B\nC Pgc B R", number=4)
    play_round(s, "AC", "R", antes=["G", "B"], bids=["Frs+R", "R"])
    play_round(s, "B", "B", antes=["G"])
    play_round(s, "", "T")
    play(s, "* goal C")
    for viewer in (0, 1, 2, NOBODY):
        assert look(s, viewer).rounds[3:] == [
            RoundSeen(
                goal="Red",
                true=[0, 2],
                antes=["Green Single", None, "Blue Single"],
                bids=[["Filled Red Square", "Red Single"], None, ["Red Single"]],
                winner=0,
            ),
            RoundSeen(
                goal="Blue",
                true=[1],
                antes=[None, "Green Single", None],
                bids=[None, [], None],
                winner=1,
            ),
            RoundSeen("Triangle", [], [None] * 3, [None] * 3, winner=None),
        ]
        assert [player.goals for player in look(s, viewer).players] == [["Red"], ["Blue"], []]


@pytest.mark.parametrize("viewer", [0, 1, 2, NOBODY, EVERYONE])
def test_trf_11_and_17_nobody_ever_sees_a_goal_that_was_discarded_unseen(viewer):
    s = opt(position(THREE, number=3), "")
    play(s, "* goal R")
    table = look(s, viewer)
    assert table.rounds[2].goal is None
    assert table.unseen == [
        "Filled",
        "Partial",
        "Hollow",
        "Green",
        "Circle",
        "Square",
        "Triangle",
    ]


def test_trf_17_what_is_asked_and_of_whom_is_open():
    s = opt(play(position(THREE), "* goal T"), "AB")
    for viewer in (0, 1, 2, NOBODY):
        assert (look(s, viewer).now, s.view(viewer)["waiting"]) == ("ante", [0, 1])


def test_trf_17_how_the_game_stands_and_its_terms_are_open():
    s = position("A Frs won B\nB Hbt\nC out 1", number=5, stage=2, late_ante=True, stages=7)
    table = look(s, NOBODY)
    shown = [
        getattr(table, what)
        for what in ("stage", "stages", "late_ante", "needed", "round", "segment")
    ]
    assert shown == [2, 7, True, 0, 5, "Open"]
    assert [player.out for player in table.players] == [None, None, 1]


def test_trf_17_the_hands_stay_hidden_when_the_game_is_over():
    s = play_round(position("A Frs won B\nB Hbt", number=9, gone="FPHRGCS"), "", "T")
    assert (s.is_over(), look(s, 0).players[1].hand) == (True, None)


# --- what a seat may believe ----------------------------------------------------------------------


def deal_of(world, seats):
    """The hands of some players, and so what is left undealt."""
    return tuple(hand(world, seat) for seat in seats)


def all_deals(s, viewer, others):
    """Every deal that fits what a seat has seen, by brute force from its view, with its weight:
    in how many ways the single cards can lie."""
    table = look(s, viewer)
    seen = list(table.players[viewer].hand)
    for past in table.rounds:
        seen += [ante for ante in past.antes if ante]
        seen += [card for bid in past.bids for card in bid or ()]
    seen += [player.ante for player in table.players if player.ante]
    box = Counter(short(kind) for kind in range(27)) + Counter(3 * "FPHRGBCST")
    pool = list((box - Counter(SHORT[card] for card in seen)).elements())
    sizes = [table.players[SEATS.index(seat)].cards for seat in others]
    deals = Counter()
    for order in permutations(pool, sum(sizes)):
        rest, hands = list(order), []
        for size in sizes:
            kinds = sorted(KIND[card.lower()] for card in rest[:size])
            hands.append(" ".join(map(short, kinds)) or "-")
            rest = rest[size:]
        deals[tuple(hands)] += 1
    return deals


def worlds(s, viewer, count, what):
    return Counter(what(s.imagine(viewer, Dice(n * 7919))) for n in range(count))


SIX = """
    A Frs R
    B Hbt T
    C T
    D Pgc
    E -
    F -
""".replace("    ", "")
FIVE = "A Frs R\nB Hbt\nC T\nD -\nE -"


def test_trf_17_every_deal_that_fits_is_imagined_as_often_as_it_should_and_no_other():
    s = position(SIX, number=7)
    possible = all_deals(s, 0, "BCD")
    assert len(possible) == 7  # four cards, two of them alike: two for B, one each for C and D
    assert is_fair(worlds(s, 0, 3000, lambda world: deal_of(world, "BCD")), possible)


def test_trf_17_undealt_cards_may_be_in_any_hand():
    s = position(FIVE, number=7)
    possible = all_deals(s, 0, "BC")
    assert sum(possible.values()) == 11 * 10  # two cards out of the nine undealt and those two
    assert is_fair(worlds(s, 0, 4000, lambda world: deal_of(world, "BC")), possible)


def test_trf_17_a_shown_ante_is_not_imagined_in_a_hand():
    s = play(opt(play(position(FIVE, number=4), "* goal G"), "AB"), "A ante R")
    assert asked(s) == "A"  # B had only the card that it anted
    possible = all_deals(s, 0, "C")
    assert sum(possible.values()) == 10
    assert is_fair(worlds(s, 0, 1000, lambda world: deal_of(world, "C")), possible)


def test_trf_17_your_own_hand_is_the_same_in_every_world():
    s = position(SIX, number=7)
    assert set(worlds(s, 1, 40, lambda world: hand(world, "B"))) == {"Hbt T"}


def test_trf_17_while_the_cards_are_dealt_you_know_your_own():
    s = play(GAME.new(2), *(f"* deal {card}" for card in ("Frs", "R", "G")))
    assert set(worlds(s, 0, 20, lambda world: hand(world, "A"))) == {"Frs R G"}
    assert len(worlds(s, 1, 60, lambda world: hand(world, "A"))) > 50


def test_trf_11_a_goal_that_nobody_saw_may_still_come_in_every_world():
    s = opt(position(THREE, number=3), "")
    for n in range(10):
        assert len(s.imagine(0, Dice(n)).options(CHANCE)) == 8


def test_a_sealed_bid_is_imagined_anew_and_fits_the_imagined_hand():
    s = play(opt(play(position(SIX, number=7), "* goal T"), "ABC"), "B bid Hbt+T")
    bids = worlds(s, 0, 300, lambda world: (world.said[1] in world.options(1), world.said[1]))
    assert {fits for fits, _ in bids} == {True}
    assert len(bids) > 3
    assert len(worlds(s, 1, 20, lambda world: world.said[1])) == 1


def test_a_sealed_ante_is_imagined_anew_and_fits_the_imagined_hand():
    s = play(opt(play(position(SIX, number=4), "* goal T"), "AB"), "B ante T")
    antes = worlds(s, 0, 300, lambda world: (world.said[1] in world.options(1), world.said[1]))
    assert {fits for fits, _ in antes} == {True}
    assert {short(kind) for _, kind in antes} == {"Pgc", "Hbt", "T"}


def everything(s):
    return as_text([s.view(viewer) for viewer in (NOBODY, EVERYONE, *range(s.seats))])


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_looks_the_same_to_a_seat_is_imagined_alike(seats):
    for number in range(6):
        s = GAME.new(seats)
        wander(s, 9 * seats + 7 * number, Dice(number))
        for seat in range(seats):
            twin = s.imagine(seat, Dice(number))
            assert twin.view(seat) == s.view(seat)
            assert everything(twin.imagine(seat, Dice(5))) == everything(s.imagine(seat, Dice(5)))


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_card_is_lost_in_an_imagined_world(seats):
    s = GAME.new(seats)
    while not s.is_over():
        world = s.imagine(s.revealed % seats, Dice(s.revealed))
        assert world.audit() == ""
        assert fault(world, Dice(1), 20_000) == ""
        wander(s, 23, Dice(s.revealed))


# --- what comes to light --------------------------------------------------------------------------


def test_an_only_ante_and_an_only_bid_are_marked_as_coming_to_light():
    s = play(position("A Frs R\nB -\nC -", number=4), "* goal T")
    before = s.revealed
    play(s, "A true")  # nobody else could choose, so nothing was sealed
    assert s.revealed == before
    play(s, "A ante R")
    assert s.revealed > before


def test_an_only_card_that_is_anted_unasked_is_marked_as_coming_to_light():
    s = play(position("A Frs\nB -\nC -", number=4), "* goal T")
    before = s.revealed
    s.apply(0, 1)
    assert s.revealed > before


# --- the audit ------------------------------------------------------------------------------------


def spoilt(change):
    s = position("A Frs R G won B\nB Hbt G B", number=5, gone="R")
    assert s.audit() == ""
    change(s)
    return s.audit()


def lose(s):
    s.players[0].hand -= bag("Frs")


def swap(s):
    s.players[0].hand += bag("Hbt") - bag("Frs")


def steal(s):
    s.players[0].goals = 0


def forget(s):
    s.unseen ^= 1


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lose, "seat 0 has 8 cards in hand and on the table"),
        (swap, "these are not the cards of the deck"),
        (steal, "seat 0 does not have the goals it won"),
        (forget, "a goal is both seen and unseen, or neither"),
    ],
)
def test_trf_1_what_is_lost_or_doubled_is_noticed(change, complaint):
    assert spoilt(change) == complaint


# --- the picture ----------------------------------------------------------------------------------


def picture(s, viewer, names=("Ada", "Ben", "Cleo"), ink=PLAIN):
    return GAME.picture(s.view(viewer), names, ink)


def drawn():
    s = position("A Frs R G\nB Hbt G B\nC Pgc B R", number=4, gone="F")
    play_round(s, "AC", "R", antes=["G", "B"], bids=["Frs+R", "R"])
    play_round(s, "B", "B", antes=["G"])
    opt(play(s, "* goal T"), "BC")
    return play(s, "B ante B")


def test_a_position_as_a_picture():
    assert picture(drawn(), 1) == [
        "Stage 1 of at most 12, Open round 6 of 9: three goals to survive.",
        "                  Blind                Open                 Free",
        "                  1      2      3      4      5      6      7      8      9",
        "            cards Filled unseen unseen Red    Blue   Tri",
        "A Ada           0 +6     -      -      G+2*   -",
        "B Ben           1 +6     -      -      -      G*     B",
        "C Cleo          0 +6     -      -      B+1    -      Pgc",
        "",
        "                  Filled Partial Hollow Red  Green Blue Circle Square Triangle",
        "  goal            gone   ?       ?      A    ?     B    ?      ?      now",
        "  you match with  0      0       1      0    0     1    0      0      1",
        "  not seen yet    3      3       9      2    4     3    5      5      5",
        "",
        "Your hand: Hbt",
    ]


def test_a_spectator_sees_no_hand_and_no_count_of_matches():
    lines = picture(drawn(), NOBODY)
    assert lines[:9] == picture(drawn(), 1)[:9]
    assert not [line for line in lines if "hand" in line or "match" in line]


def test_a_picture_while_the_cards_are_dealt_and_when_the_game_is_over():
    assert picture(GAME.new(2), 0)[0] == "Stage 1 of at most 12: the cards are dealt."
    s = play_round(position("A Frs won B\nB Hbt\nC out 1", number=9, stage=2), "", "T")
    assert [line[:17] for line in picture(s, 0)[4:7]] == [
        "A Ada          #1", "B Ben          #2", "C Cleo        out",
    ]  # fmt: skip


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_picture_is_plain_ascii_and_fits_into_a_terminal(seats):
    names = ["A" * 40] * seats
    s = GAME.new(seats)
    while not s.is_over():
        for viewer in (0, NOBODY, EVERYONE):
            lines = picture(s, viewer, names)
            assert max(map(len, lines)) <= 80
            assert len(lines) <= 18
            assert all(line.isascii() and line == line.rstrip() for line in lines)
        wander(s, 11, Dice(seats))


def test_a_terminal_with_colours_shows_the_same():
    fine = picture(drawn(), 1, ink=Ink(has_colour=True, has_unicode=True))
    bare = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in fine]
    assert bare == picture(drawn(), 1)
    assert fine != bare


def test_cards_are_listed_in_one_order_whatever_order_they_came_in():
    one, other = GAME.new(2), GAME.new(2)
    hand_of_nine = ["R", "Frs", "G", "Hbt", "R", "T", "Pgc", "C", "R"]
    play(one, *(f"* deal {card}" for card in hand_of_nine))
    play(other, *(f"* deal {card}" for card in reversed(hand_of_nine)))
    assert look(one, 0) == look(other, 0)
    assert [SHORT[card] for card in look(one, 0).players[0].hand] == [
        short(kind) for kind in cards(bag(*hand_of_nine))
    ]
