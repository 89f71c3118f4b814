"""The balance lab: planted faults are found, luck is not taken for one, and nothing depends on who
plays the games."""

import gzip
import json
import re
from pathlib import Path

import pytest

from trivet import outside
from trivet.bots.tuned import BadBot
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.dice import Dice
from trivet.core.options import BadOption
from trivet.core.state import EVERYONE, Event
from trivet.games.trehgrannik.pieces import CARDS
from trivet.lab.balance import balance, report
from trivet.lab.balance.estimates import anytime, chairs, change, luck, mean, order
from trivet.lab.balance.findings import CHAIR, findings
from trivet.lab.balance.game_summary import EventCounter, Setting, play, recorded
from trivet.lab.balance.item_worth import worth_dealt
from trivet.lab.balance.level_data import level_data
from trivet.lab.balance.plots import thing_label
from trivet.lab.balance.restricted import label
from trivet.lab.balance.runs import SummaryLedger, run
from trivet.lab.ledger import BadLedger
from trivet.lab.workers import in_processes, in_this_process

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
HIGH_CARD = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
BALANCED = GAMES["sovereign"].presets[0].options
DUEL = Setting("sovereign", ("greedy", "greedy"), 3)


@pytest.fixture
def little(monkeypatch):
    """Few games besides those that are asked for."""
    monkeypatch.setattr(report, "RANDOM_GAMES", 8)
    monkeypatch.setattr(report, "OTHER_GAMES", 2)
    monkeypatch.setattr(report, "ROLLED_GAMES", 4)


def high_card(folder, name, *changes):
    """The place of the game of docs/protocol.md, with some text of it replaced."""
    text = HIGH_CARD.replace('name = "highcard"', f'name = "{name}"')
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / f"{name}.py"
    path.write_text(text)
    return f"{path}:HighCardGame"


@pytest.fixture
def bring(tmp_path, monkeypatch):
    """Makes a High Card; the catalogue and later processes forget it afterwards."""
    monkeypatch.setenv(outside.VARIABLE, "")
    before = dict(GAMES)

    def made(name, *changes):
        return high_card(tmp_path, name, *changes)

    yield made
    for name in GAMES.keys() - before.keys():
        del GAMES[name]


def keys(found):
    return {one.key: one for one in found}


# --- planted faults -------------------------------------------------------------------------------

FAVOURED = (
    "return [1.0 if hand == max(self.hands) else 0.0 for hand in self.hands]",
    """better = [hand + 2 * (seat == 0) + 0.5 * seat for seat, hand in enumerate(self.hands)]
        return [1.0 if hand == max(better) else 0.0 for hand in better]""",
)
SHY = ("return s.hands[seat] - 6.0 if choice == SHOW", "return -9.0 if choice == SHOW")
NEVER = ('ENDINGS = {"highest"', 'ENDINGS = {"drawn": Ending("HC-4", "Drawn."), "highest"')


@pytest.mark.long
def test_a_favoured_seat_is_serious(bring, little):
    found = keys(balance(bring("favoured", FAVOURED), games=300).findings())
    assert found["chair"].weight == "serious"
    assert "Seat A" in found["chair"].words


@pytest.mark.long
def test_a_strong_card_is_serious_and_its_cause_is_told(bring, little):
    played = balance(bring("strong"), games=300).main
    best = played.dealt[0]
    assert best.name == "• got the 9."
    assert best.is_sure
    assert best.gain > 0.3
    found = keys(findings(played))
    assert found["dealt • got the 9."].weight == "serious"


@pytest.mark.long
def test_a_choice_that_nobody_takes_is_dead(bring, little):
    found = balance(bring("shy", SHY), games=300).main
    assert [row.name for row in found.dead] == ["show show"]
    assert "“show show”" in keys(findings(found))["dead"].words
    assert "shown" in found.never  # random play shows cards


def test_an_ending_that_never_comes_is_told(bring, little):
    found = keys(balance(bring("endless", NEVER), games=20).findings())
    assert "drawn" in found["ends"].words


@pytest.mark.long
def test_an_ending_that_needs_another_option_is_no_fault(little):
    found = balance("trinity", games=4, bot="random").main
    assert "passes" not in found.missing_ends
    assert "passes" not in found.endings


@pytest.mark.long
def test_what_is_barred_is_never_used_and_its_cost_is_told(bring, little):
    told = balance(bring("barred"), games=200, bar=["swap swap"]).main
    cost = told.barred["swap swap"]
    assert cost.value < -0.03
    one = Setting(told.setting.game, ("greedy!swap swap", "greedy"))
    given = [row for number in range(30) for row in play((one, number))["given"]]
    assert {who for what, who, _ in given if what == "swap swap"} == {1}


def test_luck_is_the_part_that_the_dice_decide(bring, little):
    fair = balance(bring("fair"), bot="random", games=50, luck=True).main.luck
    by_seat = {"shares": [1.0, 0.0]}, {"shares": [0.0, 1.0]}
    deals = [by_seat[n % 2] for n in range(20)]
    assert luck([deals, deals, deals]).value == 1.0
    coins = [[by_seat[(n * 7 + k * 3) // 2 % 2] for n in range(40)] for k in range(4)]
    assert luck(coins).value < 0.3
    assert fair is not None
    assert 0 <= fair.value <= 1


def test_a_run_with_too_few_deals_says_nothing_about_luck(bring, little):
    """It ended in a traceback when there was no time for three deals."""
    assert balance(bring("hurried"), bot="random", games=2, luck=True).main.luck is None


@pytest.mark.long
def test_skill_is_what_another_level_brings_a_seat(little):
    """One random seat among greedy ones loses, a greedy one among greedy ones is the same game."""
    level = balance("sovereign", bot="greedy", games=24, skill="random").main
    assert level.skill.value < -0.2
    assert level_data(level)["skill"]["random"]["n"] == 24
    assert balance("sovereign", bot="greedy", games=4, skill="greedy").main.skill is None
    with pytest.raises(BadBot):
        balance("sovereign", bot="greedy", games=4, skill="nobody")


@pytest.mark.long
def test_what_brings_points_is_counted_by_part_and_thing(little):
    """All that the score sheet gets is booked, with the card that earned it."""
    level = balance("trehgrannik", bot="greedy", games=6).main
    found = {(one.part, one.thing): one for one in level.booked}
    whole, cards = found["Production", ""], ("Rock Quarry", "Sand Sifter", "Ice Melter")
    times = sum(found["Production", card].times for card in cards)
    assert times == pytest.approx(whole.times)
    ends = [sum(one["points"]) for one in level.summaries]
    sums = [one.times * one.points.value for one in level.booked if not one.thing]
    assert sum(ends) / len(ends) == pytest.approx(sum(sums))
    assert {one["part"] for one in level_data(level)["booked"]} == {part for part, _ in found}


@pytest.mark.long
def test_who_begins_a_later_round_is_told(little):
    """TTA-11 makes the highest score the Lead of rounds 2 and 3; summaries did not tell who led."""
    level = balance("tritarea", bot="random", games=6).main
    told = [(one.number, one.share.n) for one in level.openers]
    assert told == [(1, 6), (2, 6), (3, 6)]
    for one in level.summaries:
        first, *_ = one["opened"]
        assert first[1] == one["order"][0]
    assert level_data(level)["openers"][2]["share"]["value"] == level.openers[2].share.value
    assert balance("trinity", bot="random", games=2).main.openers == []


def test_trg_45_the_income_of_a_block_is_what_it_added():
    listener, cards = EventCounter(GAMES["trehgrannik"].codec), [card.name for card in CARDS]
    reactor, block = cards.index("Ice Reactor"), cards.index("Generator Block")
    listener.on_event(Event("earned", EVERYONE, (0, reactor, 4, 0)))
    listener.on_event(Event("doubled", EVERYONE, (0, block, 4, 0)))
    listener.on_event(Event("earned", EVERYONE, (0, block, 2, 0)))
    assert listener.booked == {
        ("Generators", "Ice Reactor"): [1, 4], ("Blocks", "Generator Block"): [2, 6],
    }  # fmt: skip


@pytest.mark.long
def test_what_only_one_level_shows_is_worth_a_look_at_most(bring, little):
    both = balance(bring("twice", SHY), games=300, bot="random,greedy")
    found = keys(both.findings())["dead"]
    assert found.levels == ("greedy",)
    assert found.weight == "look"


# --- luck is not taken for a fault ----------------------------------------------------------------


def test_three_games_say_nothing_about_who_wins(bring, little):
    """Nobody in seat A won one of three games, and the page found fault with the seat."""
    assert not {"chair", "order 0"} & keys(balance(bring("few"), games=3).findings()).keys()


def fair_sheets(games, dice, seats=2):
    """Sheets of a game of pure luck, in which everybody is dealt three of eight things."""
    summaries = []
    for number in range(games):
        winner, first = dice.below(seats), dice.below(seats)
        things = {str(seat): [f"thing {dice.below(8)}" for _ in range(3)] for seat in range(seats)}
        summaries.append(
            {
                "n": number,
                "shares": [float(seat == winner) for seat in range(seats)],
                "order": [(first + place) % seats for place in range(seats)],
                "dealt": things,
            }
        )
    return summaries


@pytest.mark.long
def test_reports_of_a_fair_game_are_seldom_alarmed():
    dice, reports, held = Dice(11), 120, 0
    chair, sure = 0, 0
    for _ in range(reports):
        summaries = fair_sheets(80, dice)
        chair += any(abs(one.value - 0.5) > CHAIR * one.half for one in chairs(summaries))
        held += order(summaries)[0].low <= 0.5 <= order(summaries)[0].high
        sure += any(one.is_sure for one in worth_dealt(summaries)[0])
    assert chair <= 0.02 * reports
    assert sure <= 0.08 * reports  # 5 %, and what luck may add in so few reports
    assert held >= 0.92 * reports


def test_a_run_may_be_looked_at_again_and_again():
    """The usual interval would be left by luck in a quarter of all runs."""
    dice, trials = Dice(5), 200
    early, usual = 0, 0
    for _ in range(trials):
        gains = [float(dice.below(3)) - 1.0 for _ in range(600)]
        looks = [gains[:end] for end in range(50, 601, 50)]
        early += any(abs(mean(look).value) > anytime(look) for look in looks)
        usual += any(abs(mean(look).value) > mean(look).half for look in looks)
    assert early <= 0.05 * trials
    assert usual > 0.12 * trials


def test_pairing_needs_fewer_games():
    dice = Dice(2)
    luck = [dice.chance() for _ in range(300)]
    paired = change("share", luck, [one + 0.01 + 0.01 * dice.chance() for one in luck])
    assert paired.is_sure
    assert paired.saved > 10


# --- variants -------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_variant_with_the_usual_values_is_the_same_game(little):
    told = balance("trehgrannik", seats=3, games=3, bot="random", vary=[{"purse": [[0, 1, 2, 3]]}])
    assert [list(one.summaries) for one in told.compared] == [told.main.summaries]


@pytest.mark.long
def test_variants_have_the_same_deals(little):
    told = balance("trehgrannik", seats=2, games=4, bot="random", vary=[{"purse": [[9, 0, 0, 0]]}])
    (found,) = told.compared
    assert [one["dealt"] for one in found.summaries] == [
        one["dealt"] for one in told.main.summaries
    ]
    assert found.of("answers").before == level_data(told.main)["answers"]["mean"]


def test_a_run_stops_when_the_first_place_is_known(bring, little):
    told = balance(bring("stopping"), games=600, until=0.12)
    assert len(told.main.summaries) % 50 == 0
    assert len(told.main.summaries) < 600


# --- the same games for everybody -----------------------------------------------------------------


def test_one_process_or_two_the_sheets_are_the_same(tmp_path):
    alone = run([DUEL, DUEL.varied({"alternate": True})], 6, in_this_process)
    together = run([DUEL, DUEL.varied({"alternate": True})], 6, in_processes(2), tmp_path)
    assert json.dumps(alone) == json.dumps(together)


class Killed(Exception):
    pass


def killed_after(games):
    def do(work, jobs):
        for number, job in enumerate(jobs):
            if number == games:
                raise Killed
            yield work(job)

    return do


def test_after_a_kill_a_run_goes_on_where_it_was(tmp_path):
    whole = run([DUEL], 6, in_this_process)
    with pytest.raises(Killed):
        run([DUEL], 6, killed_after(4), tmp_path)
    ledger = SummaryLedger(DUEL, tmp_path)
    ledger.path.write_bytes(ledger.path.read_bytes()[:-60])  # in the middle of a line
    played = []

    def counting(work, jobs):
        for job in jobs:
            played.append(job[1])
            yield work(job)

    assert json.dumps(run([DUEL], 6, counting, tmp_path)) == json.dumps(whole)
    assert played == [3, 4, 5]
    assert run([DUEL], 6, killed_after(0), tmp_path) == whole  # nothing is played again


def test_the_ledger_of_something_else_is_refused(tmp_path):
    path = SummaryLedger(DUEL, tmp_path).path
    path.write_bytes(gzip.compress(b'{"kind":"something"}\n'))
    with pytest.raises(BadLedger, match="another setting"):
        SummaryLedger(DUEL, tmp_path)
    path.write_bytes(b"no gzip at all")
    with pytest.raises(BadLedger, match="not a ledger"):
        SummaryLedger(DUEL, tmp_path)


def test_a_ledger_is_of_one_game_one_bot_and_its_rules(tmp_path):
    other = Setting(DUEL.game, ("greedy", "random"), 3)
    assert SummaryLedger(DUEL, tmp_path).path != SummaryLedger(other, tmp_path).path
    assert {"rules", "thought", "code", "options"} <= DUEL.head().keys()


# --- the page -------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_game_makes_a_page_whose_records_are_true(game, tmp_path, little):
    told = balance(game, games=4, bot="random")
    told.save(tmp_path)
    text = (tmp_path / "balance.html").read_text()
    assert len(text) < 200_000
    links = set(re.findall(r'href="([^"]+)"', text))
    assert links
    for link in links:
        record.load((tmp_path / link).read_text(), GAMES)
    assert not re.search(r'src=|url\(|https?://|<link|<script(?! type="application/json")', text)
    assert json.loads((tmp_path / "balance.json").read_text()) == json.loads(
        json.dumps(told.data())
    )
    assert told._repr_html_() == text


def test_a_game_from_outside_makes_a_page_too(bring, little):
    told = balance(bring("paged"), games=40, bot="random,greedy", vary=[{}], until=0.4)
    text = told.html()
    assert "High Card" in text
    assert "only with" in text or "at both levels" in text


def test_any_game_of_a_report_can_be_shown():
    summary = play((DUEL, 4))
    shown = record.load(recorded(DUEL, 4), GAMES)
    assert shown.table.state.scores() == summary["shares"]
    assert shown.bots == ["greedy", "greedy"]


def test_an_answer_is_named_without_its_place():
    assert label("develop", ["cell:a1", "cell:a2", "tile:H"]) == "develop cell tile:H"
    assert label("build", ["hand:S", "hand:I", "hand:R", "hand:M"]) == "build hand"


@pytest.mark.parametrize(
    ("wish", "wrong"),
    [({"bot": "genius"}, BadBot), ({"vary": [{"nothing": 1}]}, BadOption)],
)
def test_a_bad_wish_is_refused_before_anything_is_played(wish, wrong):
    with pytest.raises(wrong):
        balance("sovereign", games=10**6, **wish)


def test_a_set_of_options_goes_by_its_name(little):
    """The page called Balanced by its numbers, which were too long for the plots."""
    told = balance("sovereign", games=2, bot="random", vary=[{"alternate": True}, BALANCED])
    assert [one.words for one in told.compared] == ["alternate true", "Balanced"]
    assert "Balanced: alternate true, third_by_lot true" in told.html()


def test_a_label_is_the_thing_and_loses_what_does_not_fit():
    """Three things were all called "… for the first turn"."""
    assert thing_label("drew the Event Red Tape", 190) == "Event Red Tape"
    assert thing_label("drew Commerce for the first turn", 225) == "Commerce for the first turn"
    assert thing_label("drew the Event Expedited Permits", 160) == "… Expedited Permits"
    assert thing_label("got the 9", 190) == "9"
    assert thing_label("all lower", 190) == "all lower"


def test_the_words_of_the_page_say_from_where_on_a_finding_counts(little):
    """They were one paragraph of pairs like "– / fewer than 10 % comebacks; – /"."""
    text = balance("sovereign", games=4, bot="random").html().partition("What the words mean")[2]
    text = text.partition("</section>")[0]
    rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", text)
    assert ("a place in the order of turns is surely off par by", "a quarter", "a tenth") in rows
    assert ("a seat is off par by", f"{CHAIR} intervals", "–") in rows
    assert ("comebacks", "–", "fewer than 10%") in rows
    assert " / " not in text


def test_a_game_without_turns_has_no_places(little):
    """The page of Trifecta told the share of the first to move, and there is none."""
    told = balance("trifecta", games=4, bot="random", vary=[{"stages": 3}])
    assert not told.main.has_turns
    text = told.html().partition("What the words mean")[0]
    assert "to move</p>" not in text
    assert "share of the" not in text.replace("share of those", "")
    assert "of the wins are shared" in text
    assert "turns (median)" not in text
    assert told.main.guessed.is_weak
    assert "comebacks" not in text.partition("<h2>Variants")[2].partition("</section>")[0]
    assert "answers instead of" in keys(told.findings())["variant stages 3"].words
