"""The table in a terminal."""

import re

from games.trehgrannik.drawing import GAME, LAND, position
from trivet.core.dice import Dice
from trivet.core.ink import PLAIN, Ink
from trivet.core.walk import wander


def show(s, viewer, ink=PLAIN):
    return GAME.picture(s.view(viewer), ["Ann", "A very long name indeed"], ink)


def drawn():
    return position(
        LAND, hands=("RQ SS SS TH", "ML EL CL"), known=("", "CL", "", ""), market="RT RT IM IR EP",
        deck="SP DP", at=("d5", "e4", "e4", "e4"), coins=(12, 7, 0, 0),
        mats=("Leap Free", "Triple Rebate"), foreparts=("RD RD RD", "", "", ""),
        centres=("", "SD SD", "", ""), cargos=("BP BP IP", "BG", "", ""),
    )  # fmt: skip


def test_a_picture_shows_the_whole_table():
    assert show(drawn(), 0) == [
        "R S I land # Rift    a1S   a2S                   Turn 1, 2 cards in the deck",
        "      b1I   b2S   b3R   b4R   b5#                Market:",
        "   c1I   c2S   c3#   c4I   c5IA  c6S   c7R         IM Ice Melter",
        "      d1R   d2R   d3I   d4S   d5Sa* d6R   d7#      RT Rock Turbine x2",
        "   e1I   e2I   e3R   e4O * e5Ra  e6I   e7I         IR Ice Reactor",
        "f1S   f2S   f3#   f4S   f5I   f6Rb  f7R            EP External Protection",
        "   g1R   g2R   g3R   g4I   g5I   g6I   g7#",
        "            h1R   h2I   h3#   h4S   h5S",
        "* harvester    i1S   i2S   a module  A base",
        ">A Ann            12 coins +3  10 modules 5 bases left, at d5, hand 4",
        "   Leap 3/3 full, Free 0/5, cargo pur1 wht2",
        " B A very long na  7 coins +0  11 modules 6 bases left, at e4, hand 3",
        "   Triple 0/3, Rebate 2/5, cargo wht1; known CL",
        "Hand: RQ Rock Quarry, SS Sand Sifter x2, TH Transit Hub",
    ]


def test_a_spectator_sees_no_hand():
    assert not any(line.startswith("Hand") for line in show(drawn(), -2))
    assert any("known CL" in line for line in show(drawn(), -2))


def test_colours_change_nothing_but_the_colours():
    painted = show(drawn(), 0, Ink(has_colour=True, has_unicode=True))
    assert any("\x1b[" in line for line in painted)
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in painted]
    assert [line.rstrip() for line in plain] == [line.rstrip() for line in show(drawn(), 0)]


def test_a_long_market_is_written_by_letters():
    s = position(market="RT SC IR RD SD ID TH ML EL CL IP DP")
    lines = show(s, 0)
    assert lines[2].endswith("  RT SC IR RD SD ID TH ML EL CL")
    assert lines[3].endswith("  IP DP")


def test_a_long_hand_is_written_by_letters_and_cut_only_if_it_must_be():
    every = "RQ SS IM RT SC IR RD SD ID TH ML EL CL IP DP SP EP RP ST IJ BP BG BL BA BT BS"
    s = position(hands=(every, "RQ"), seats=4)
    names = ["Ann", "Bo", "Cy", "Di"]
    lines = GAME.picture(s.view(0), names, PLAIN)
    assert len(lines) == 18
    assert lines[-1].endswith("...")
    s = position(hands=(every, "RQ"), seats=3)
    text = " ".join(GAME.picture(s.view(0), names, PLAIN)[15:])
    assert all(code in text for code in every.split())


def test_pictures_fit_the_terminal_to_the_end_of_the_game():
    for seed in range(6):
        s = GAME.new(2 + seed % 3)
        while not s.is_over():
            lines = GAME.picture(s.view(0), ["A name that is too long"] * 4, PLAIN)
            assert len(lines) <= 18
            assert max(map(len, lines)) <= 80
            wander(s, 25, Dice(seed))
