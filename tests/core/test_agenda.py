"""How a state goes through its agenda."""

import pytest

from trivet.core.game import NOBODY, State, Step, only, plan


class Diary(State):
    """Writes down what happens: what begins, and who answered what."""

    def __init__(self):
        super().__init__(3, [], [0] * 4)
        self.lines = []

    def copy(self):
        twin = Diary()
        twin.todo, twin.said, twin.lines = self.todo[:], self.said[:], self.lines[:]
        self.share(twin)
        return twin


class Ask(Step):
    """Asks seat 0.  The answer is how often the question goes round to the next seat."""

    def __init__(self, what, then=()):
        self.what, self.plan = what, plan(*then)

    def begin(self, s):
        s.lines.append(self.what)
        return only(0)

    def options(self, s, seat):
        return [0, 1, 2]

    def then(self, s, said):
        s.lines.append(f"{'ABC'[s.turn]}{said[s.turn]}")
        if said[s.turn]:
            s.ask(s.turn + 1)
        else:
            s.next(self.plan)


def begun(*steps):
    s = Diary()
    s.next(plan(*steps))
    s.settle()
    return s


def answered(s, *answers):
    for answer in answers:
        s.apply(s.turn, answer)
    return s.lines


def test_a_plan_is_gone_through_in_reading_order():
    s = begun(Ask("one"), Ask("two"), Ask("three"))
    assert answered(s, 0, 0, 0) == ["one", "A0", "two", "A0", "three", "A0"]
    assert s.turn == NOBODY


def test_steps_added_come_before_those_already_there():
    s = begun(Ask("one", [Ask("then"), Ask("there")]), Ask("two"))
    assert answered(s, 0, 0, 0, 0) == ["one", "A0", "then", "A0", "there", "A0", "two", "A0"]


def test_a_question_goes_round_without_beginning_anew():
    s = begun(Ask("one", [Ask("then")]), Ask("two"))
    assert answered(s, 1, 1, 0, 0) == ["one", "A1", "B1", "C0", "then", "A0", "two"]


def test_only_the_seat_that_is_asked_owes_an_answer():
    s = begun(Ask("one"))
    answered(s, 1)
    assert [s.is_waiting_for(seat) for seat in range(3)] == [False, True, False]
    assert s.objection(0, 0).rule == "HOUSE-1"
    assert s.objection(1, 0) is None


@pytest.mark.parametrize("answers", range(4))
def test_a_twin_goes_on_with_the_same_agenda(answers):
    s = begun(Ask("one", [Ask("then"), Ask("there")]), Ask("two"))
    answered(s, *[0] * answers)
    twin = s.copy()
    rest = [0] * (4 - answers)
    assert answered(twin, *rest) == answered(s, *rest)
    assert twin.turn == s.turn == NOBODY


def test_nothing_is_left_to_do_once_a_game_is_finished():
    s = begun(Ask("one"), Ask("two"), Ask("three"))
    s.finish()
    assert answered(s, 0) == ["one", "A0"]
    assert s.turn == NOBODY
