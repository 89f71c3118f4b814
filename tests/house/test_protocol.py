"""The worked example of docs/protocol.md keeps all duties; a bug planted in it is caught by one."""

import re
from pathlib import Path

import pytest

from trivet.lab import duties

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLE = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]


PICTURE, TABLE = "    def picture(self, view", "    def table(self, s: HighCard"
PUBLIC_HAND = """    def public(self, s):
        return self.hidden(s, 0)

    def table(self, s, viewer, public=None):
        return self.hidden(s, viewer) if public is None else public

"""
STALE_SCENE = """    def scene(self, view, kept=None):
        from trivet.core.scenes.scene import Scene, SeatNote

        notes = (SeatNote(seat=0, lines=(str(view["table"]["discards"]),)),)
        made = Scene(zones=(), notes=notes)
        return made if kept is None else kept.part("all", lambda: made)

"""
PLANTED = {  # by the duty that finds it: what is written, and what is written instead
    "offered_is_what_nobody_objects_to": [
        ('Objection("HC-2", "Show your card or hide it.")', 'Objection("HC-2", "no")'),
        ('Objection("HC-3", "Keep', 'Objection("three", "Keep'),
        ('what = "show"', 'what = "show"\n\n    def allows(self, s, seat, choice):\n        return True'),
    ],
    "options_are_unique_and_never_empty": [
        ("return [HIDE, SHOW]", "return [HIDE, SHOW, SHOW]"),
    ],
    "a_sample_is_an_option": [
        ('what = "show"', 'what = "show"\n\n    def sample(self, s, seat, dice):\n        return 7'),
        ('what = "swap"', 'what = "swap"\n\n    def sample(self, s, seat, dice):\n        return 1'),
    ],
    "the_log_is_the_game": [
        ("s.deck ^= bit(card)\n", "s.deck ^= bit(card)\n        s.mover = next(LEAK) % 2\n"),
    ],
    "a_copy_lives_its_own_life": [
        ("self.hands[:]", "self.hands"),
        ("twin.discards = self.discards", "twin.discards = 0"),
    ],
    "a_view_is_ready_for_json": [
        ('"discards": [card + 1 for card in each(s.discards)]', '"discards": (s.discards,)'),
    ],
    "an_imagined_world_cannot_be_told_from_the_real_one": [
        ("if other != seat and self", "if self"),
        ("and not self.shown & only(other)", ""),
        ("            world.deck ^= bit(world.hands[other])\n", ""),
    ],
    "what_a_seat_imagines_follows_from_what_it_knows": [
        ("for other in hidden:\n            world.deck", "for other in hidden[1:]:\n            world.deck"),
        ("dice.below(size(world.deck))", "(dice.below(9) + self.hands[other]) % size(world.deck)"),
    ],
    "twins_show_the_same": [
        ('s.tell("hidden", seat)', 's.tell("hidden", seat, s.hands[seat])'),
    ],
    "another_past_shows_the_same": [
        ("if other != seat and self", "if other != seat and other != 1 and self"),
    ],
    "what_is_not_marked_reveals_nothing": [("            s.reveal()\n", "")],
    "sealed_answers_commute": [
        ("for seat in range(s.seats):\n            if said", "for seat in [s.turn]:\n            if said"),
    ],
    "a_sealed_answer_shows_to_nobody_else": [
        ('"shown": [', '"said": s.said,\n            "shown": ['),
    ],
    "games_end_and_keep_their_pieces": [
        ("        s.deck ^= bit(card)\n", ""),
        ("        s.mover += 1\n", ""),
        ("return [KEEP, SWAP]", "return [KEEP, SWAP] if s.hands[seat] < 4 else []"),
        ("1.0 if hand == max(self.hands)", "1.0 if hand > 4"),
    ],
    "what_is_written_can_be_read": [("Field(str(card + 1)", "Field(str(card // 2)")],
    "every_choice_has_words_and_a_way_to_touch_it": [
        ('wait="{seat} may swap a card."', 'wait=""'),
        ('ask="Show your card?"', 'ask=""'),
    ],
    "garbage_is_refused_with_a_reason": [("how=\"'keep' or 'swap'\"", 'how="{nothing}"')],
    "every_event_has_words": [('get> the {card}."', 'get> the {card}"')],
    "the_score_sheet_adds_up": [
        ('books=[Entry("hand", "HC-4", lambda seat, *_: {seat: 1})],', ""),
    ],
    "every_end_has_an_outcome": [
        ('return "highest"', 'return "lowest"'),
        ('"{winner} had the highest card."', '"{winner} had the highest card"'),
    ],
    "a_moment_is_a_sound_position": [
        ('MOMENTS = {"swaps"', 'MOMENTS = {"swap"'),
        ('                s.hands[seat] = NO_CARD\n', ""),
    ],
    "views_share_what_is_public": [(TABLE, PUBLIC_HAND + TABLE.replace("table", "hidden"))],
    "kept_parts_and_patches_make_the_same_scene": [(PICTURE, STALE_SCENE + PICTURE)],
    "a_picture_fits_the_terminal": [('{hands[seat]}"', '{hands[seat]!s:>80}"')],
}  # fmt: skip


def example(*, replaced: str = "", by: str = ""):
    assert replaced in EXAMPLE
    room: dict[str, object] = {"__name__": "example", "LEAK": iter(range(999_999))}
    exec(EXAMPLE.replace(replaced, by, 1) if replaced else EXAMPLE, room)  # noqa: S102
    return room["HighCardGame"]()


def is_broken(duty, game) -> bool:
    for seed in range(80):
        try:
            duty(game, seed, seed % 14)
        except duties.Broken:
            return True
    return False


@pytest.mark.parametrize("duty", duties.DUTIES, ids=lambda duty: duty.__name__)
def test_the_worked_example_keeps_its(duty):
    assert not is_broken(duty, example())


def test_there_is_a_planted_bug_for_every_duty():
    assert set(PLANTED) == {duty.__name__ for duty in duties.DUTIES}


@pytest.mark.parametrize(
    ("name", "replaced", "by"),
    [(name, *bug) for name, bugs in PLANTED.items() for bug in bugs],
)
def test_a_planted_bug_is_caught(name, replaced, by):
    assert is_broken(getattr(duties, name), example(replaced=replaced, by=by))
