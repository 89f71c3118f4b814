"""Codes, masks, observations and tables: the same in every game, and never from hidden things."""

import pickle
import subprocess
import sys

import pytest

pytest.importorskip("librt")  # comes with mypy

from code_duties import CODE_DUTIES, masks_are_the_options, merged_views
from code_duties import observations_follow_from_views as honest

from trivet.catalogue import GAMES
from trivet.core.codes import NO_WORD, Codes, Field, allowed, observed
from trivet.core.dice import Dice
from trivet.core.hashed import HashedCodes
from trivet.core.state import CHANCE
from trivet.core.tables import NotAllowed, Tables, random_codes
from trivet.core.walk import wander
from trivet.games.trifecta.game import TrifectaGame
from trivet.lab.duties import Broken

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
POSITIONS = [(seed, seed * 37 % 260) for seed in range(24)]


class Hashed(TrifectaGame):
    """A game without codes of its own."""

    def coded(self, seats):
        return HashedCodes(self, seats)


class Changed(Codes):
    """Trifecta's codes with a fault."""

    def __init__(self, seats):
        self.true = TrifectaGame().codes(seats)
        fields = (*self.true.layout, Field("more", (1,), "for a leak"))
        super().__init__(seats, self.true.spans, fields)

    def allow(self, s, seat, word, out, at):
        self.true.allow(s, seat, word, out, at)

    def say(self, s, seat, word, code):
        return self.true.say(s, seat, word, code)

    def spell(self, s, seat, choice):
        return self.true.spell(s, seat, choice)

    def observe(self, s, seat, word, out, at):
        self.true.observe(s, seat, word, out, at)


class Leak(Changed):
    def observe(self, s, seat, word, out, at):
        super().observe(s, seat, word, out, at)
        out[at + self.width - 1] = s.players[(seat + 1) % s.seats].hand & 255


class Gap(Changed):
    """Forgets that nothing at all can be bid."""

    def allow(self, s, seat, word, out, at):
        super().allow(s, seat, word, out, at)
        if s.step.what == "bid" and word == NO_WORD:
            out[at + self.count - 1] = 0


class Blind(Changed):
    def observe(self, s, seat, word, out, at):
        pass


def with_codes(kind):
    class Planted(TrifectaGame):
        def coded(self, seats):
            return kind(seats)

    return Planted()


@every_game
@pytest.mark.parametrize("duty", CODE_DUTIES, ids=lambda duty: duty.__name__)
def test_codes_keep_their(duty, game):
    for seed, depth in POSITIONS:
        duty(game, seed, depth)


@pytest.mark.parametrize("duty", CODE_DUTIES, ids=lambda duty: duty.__name__)
def test_the_default_codes_keep_their(duty):
    for seed, depth in POSITIONS[:8]:
        duty(Hashed(), seed, depth)


def broken(duty, game):
    found = 0
    for seed, depth in POSITIONS:
        try:
            duty(game, seed, depth)
        except Broken:
            found += 1
    return found


def test_a_planted_leak_a_gap_and_blindness_are_found():
    assert not broken(honest, with_codes(Changed))
    assert broken(honest, with_codes(Leak)) > 4
    assert broken(masks_are_the_options, with_codes(Gap))
    assert merged_views(with_codes(Blind), range(1))[1] > 20


@every_game
def test_an_observation_shows_about_as_much_as_the_view(game):
    views, merged = merged_views(game, range(2))
    assert views > 50
    assert merged <= views * 0.01


@every_game
def test_every_question_has_its_span(game):
    codes = game.codes(game.most)
    for seed in range(3):
        s, dice = game.new(game.most), Dice(seed)
        while not s.is_over():
            if s.turn != CHANCE:
                what = "act" if s.step.what == "develop" else s.step.what  # they share theirs
                assert s.step.code == codes.firsts[what]
            s.apply(s.turn, s.sample(s.turn, dice))
    assert codes.meaning(codes.count - 1)[0] == list(codes.spans)[-1]
    with pytest.raises(ValueError, match="codes are 0 to"):
        codes.meaning(codes.count)


@every_game
def test_codes_can_be_pickled(game):
    codes = pickle.loads(pickle.dumps(game.codes()))
    assert (codes.count, codes.width, codes.seats) == (
        game.codes().count, game.codes().width, game.fewest)  # fmt: skip


# --- many tables ----------------------------------------------------------------------------------


def played(game, tables, seed, steps, only=0):
    """What is shown at one of the tables, step by step."""
    many = Tables(game.new(game.fewest), game.codes(), tables, seed)
    width, count, found = int(many.codes.width), int(many.codes.count), []
    for number in range(steps):
        rows = many.mask()
        said = []
        for table in range(tables):  # what is chosen at a table depends on this table alone
            may = [code for code in range(count) if rows[table * count + code]]
            said.append(may[(number * 7 + len(may)) % len(may)])
        many.step(b"".join(code.to_bytes(4, "little") for code in said))
        found.append((
            many.seen()[only * width : (only + 1) * width],
            many.mask()[only * count : (only + 1) * count],
            many.turn()[only], many.over()[only],
            many.scores()[only * 4 * game.fewest : (only + 1) * 4 * game.fewest],
        ))  # fmt: skip
    return found


@every_game
def test_a_table_does_not_depend_on_how_many_there_are(game):
    assert played(game, 1, 11, 40) == played(game, 3, 9, 40, only=2)


@every_game
def test_tables_show_what_a_state_shows_and_begin_anew(game):
    many, dice, ended = Tables(game.new(game.fewest), game.codes(), 2, 1), Dice(1), 0
    for number in range(1500):
        many.step(random_codes(many.mask(), 2, dice))
        ended += sum(many.over())
        if number % 100 == 0 or sum(many.over()):
            for table, s in enumerate(many.states):
                seat, word = many.turn()[table], many.words[table]
                at = table * many.codes.width
                seen = many.seen()[at : at + many.codes.width]
                assert seat == s.turn
                assert seen == observed(many.codes, s, seat, word)
        if ended > 3:
            break
    assert ended


def test_a_code_that_is_not_allowed_changes_no_table():
    game = GAMES["tritarea"]
    many = Tables(game.new(4), game.codes(), 2, 1)
    before = many.seen(), many.mask()
    good = random_codes(many.mask(), 2, Dice(1))
    for bad in (good[:4] + (191).to_bytes(4, "little"), good[:4] + b"\xff" * 4, good[:4]):
        with pytest.raises(NotAllowed):
            many.step(bad)
        assert (many.seen(), many.mask()) == before
    with pytest.raises(ValueError, match="for 2 seats"):
        Tables(game.new(4), GAMES["trifecta"].codes(2), 1, 1)


def test_spelling_is_private_and_costs_no_turn():
    """Nobody else sees anything of a bid before it is whole."""
    game = GAMES["trifecta"]
    codes, s, dice = game.codes(3), game.new(3), Dice(3)
    while not (s.step.what == "bid" and len(s.options(s.turn)) > 1):
        wander(s, 1, dice)
    seat, others = s.turn, [other for other in range(3) if other != s.turn]
    before = [observed(codes, s, other, NO_WORD) for other in others]
    first = next(c for c, may in enumerate(allowed(codes, s, seat, NO_WORD)[:-1]) if may)
    word = codes.say(s, seat, NO_WORD, first)
    assert word != NO_WORD
    assert s.turn == seat
    assert [observed(codes, s, other, NO_WORD) for other in others] == before


WITHOUT_LIBRT = """
import sys
sys.modules["librt"] = None
import trivet
from trivet.core.walk import playout
playout(trivet.new("trinity"), trivet.Dice(1))
for game in trivet.all_games().values():
    try:
        game.codes()
    except ModuleNotFoundError as missing:
        print(missing)
"""


def test_without_librt_all_games_are_played_and_codes_say_what_is_missing():
    """An install without the extra has everything else."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_LIBRT], capture_output=True, text=True, check=False
    )
    assert not done.stderr
    assert done.stdout.count("pip install 'trivet[research]'") == len(GAMES)
