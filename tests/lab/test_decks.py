"""The double oracle: values of a match, races, and the solver of a symmetric game."""

import pytest

from trivet.cli.main import main
from trivet.lab.decks import (
    Oracle,
    PlanFound,
    Rounds,
    beginning,
    deck_names,
    match_value,
    orders,
    race,
    shipped,
    solve,
    with_tails,
)


def test_a_match_is_even_between_equals_and_follows_from_both_roles():
    for p in (0.5, 0.75, 0.9):
        assert match_value(p, 1 - p) == pytest.approx(0.5)
    assert match_value(0.8, 0.3) > match_value(0.75, 0.3) > match_value(0.75, 0.25)
    assert match_value(1.0, 1.0) == 1.0
    assert match_value(0.0, 0.0) == 0.0


def test_the_solver_mixes_rock_paper_scissors_and_leaves_out_what_is_dominated():
    even = [[0.5, 0.0, 1.0, 0.9], [1.0, 0.5, 0.0, 0.9], [0.0, 1.0, 0.5, 0.9]]
    shares = [*even, [0.1, 0.1, 0.1, 0.5]]
    found = solve(shares)
    assert found[:3] == pytest.approx([1 / 3] * 3, abs=0.02)
    assert found[3] < 0.01


def test_a_race_keeps_the_best():
    speeds = {("A", ""): 0.2, ("B", ""): 0.9, ("C", ""): 0.5}
    assert race(list(speeds), lambda one, _: speeds[one], [(2, 4), (1, 8)]) == [(0.9, ("B", ""))]


def test_orders_name_pieces_of_the_deck():
    assert len(deck_names()) == 575
    assert ("SSSII", "") in orders("SSSSIIR", 5)
    assert ("SSSII", "IS") in with_tails(("SSSII", ""))
    assert with_tails(("", "")) == [("", "")]


def test_rounds_are_won_by_the_better_deck():
    rounds = Rounds("lore", 3)
    good, bad = ("RRMDDAC", ("RRMAC", "AM")), ("SSSSSSS", ("", ""))
    assert rounds.mean(good, bad, 30) > 0.7
    assert rounds.mean(bad, bad, 30) < rounds.mean(good, bad, 30)
    assert rounds.played == 90


def test_a_mix_is_over_the_plans_found():
    oracle = Oracle(Rounds("lore", 1), 4, [plan for plan, _ in shipped()][:3])
    mix = oracle.mix()
    assert {plan for plan, _ in mix} <= set(oracle.plans)
    assert sum(weight for _, weight in mix) == pytest.approx(1.0)
    assert 0.0 <= oracle.starters(mix) <= 1.0


def test_a_plan_is_written_as_the_table_has_it():
    plan = PlanFound("SSSSIIR", ("SSSII", "IS"), ("SSII", ""))
    assert plan.as_source(0.25) == (
        '    Plan("SSSSIIR", Order("SSSII", "IS"), Order("SSII", ""), 0.250),'
    )


@pytest.mark.long
def test_the_command_finds_a_reply_and_keeps_it(tmp_path, capsys):
    file = tmp_path / "decks.json"
    words = ["lab", "decks", "--among=SSSSIIR,IIRRMAC", "--seconds=1", "--effort=1", "--pair=2",
             "--fresh=4", f"--file={file}"]  # fmt: skip
    assert main(words) == 0
    assert "the starter wins" in capsys.readouterr().out
    assert main(["lab", "decks", "--among=XYZ", f"--file={file}"]) == 2
    file.write_text("{}")
    assert main([*words, "--seconds=1"]) == 2
    assert "not a file of plans" in capsys.readouterr().err


@pytest.mark.long
def test_a_table_made_anew_by_steps_is_the_same_again(tmp_path, capsys):
    """The mixture is one command away: plans found by lore, weighed by a level."""
    words = ["lab", "decks", "--anew", "--among=SSSSIIR,IIRRMAC", "--steps=2", "--effort=1",
             "--pair=2", "--fresh=4", "--judge=greedy", "--seed=3"]  # fmt: skip
    printed = []
    for number in range(2):
        assert main([*words, f"--file={tmp_path / f'{number}.json'}"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert "rounds by lore" in printed[0]
    assert "rounds by greedy" in printed[0]
    assert printed[0].count("Plan(") >= 4
    assert main([*words, "--judge=genius"]) == 2
    assert "genius" in capsys.readouterr().err


def test_a_search_that_begins_anew_owes_nothing_to_the_shipped_plans():
    assert not {plan for plan, _ in shipped()} & set(beginning())
    assert all(plan.deck in deck_names() for plan in beginning())
