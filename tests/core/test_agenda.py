"""How a state goes through its agenda."""

import pytest

from trivet.core.state import NOBODY, State, Step, only, plan


class Diary(State):
    """Writes down what happens: what begins, and who answered what."""

    def __init__(self):
        super().__init__(3)
        self.lines = []

    def copy(self):
        twin = Diary()
        self.share(twin)
        twin.lines = self.lines[:]
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

    def then(self, s, seat, choice):
        s.lines.append(f"{'ABC'[seat]}{choice}")
        if choice:
            s.ask(seat + 1)
        else:
            s.next(self.plan)


class Vote(Step):
    """Asks some seats, each in secret."""

    what = "vote"

    def __init__(self, *seats):
        self.seats = sum(map(only, seats))

    def begin(self, s):
        return self.seats

    def options(self, s, seat):
        return [0, 1, 2]

    def together(self, s, said):
        s.lines.append(f"together {said}")


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


# --- several seats are asked ----------------------------------------------------------------------


def voted(s, **answers):
    for seat, answer in answers.items():
        s.apply("ABC".index(seat), answer)
    return s


def test_answers_of_several_come_together_by_seat():
    s = voted(begun(Vote(0, 1, 2)), C=2, A=0, B=1)
    assert s.lines == ["together [0, 1, 2]"]
    assert s.turn == NOBODY


def test_nothing_happens_before_the_last_answer():
    s = voted(begun(Vote(0, 1, 2)), C=2, A=1)
    assert s.lines == []
    assert [s.has_sealed(seat) for seat in range(3)] == [True, False, True]


def test_a_step_that_asks_few_or_many_need_not_count_them():
    s = voted(begun(Vote(0, 1), Vote(1)), A=1, B=2)
    s.apply(1, 1)
    assert s.lines == ["together [1, 2, 0]", "together [1, 1, 0]"]  # what A said is old


def test_something_comes_to_light_when_several_have_answered():
    s = voted(begun(Vote(0, 1), Vote(1)), A=1)
    before = s.revealed
    s.apply(1, 2)
    after = s.revealed
    s.apply(1, 1)  # asked alone: nobody had to wait for it
    assert (before, after, s.revealed) == (0, 1, 1)


def test_a_twin_keeps_secrets_of_its_own():
    s = voted(begun(Vote(0, 1, 2)), A=1)
    twin = s.copy()
    voted(twin, B=2, C=2)
    voted(s, B=0, C=0)
    assert (s.lines, twin.lines) == (["together [1, 0, 0]"], ["together [1, 2, 2]"])


def test_a_twin_does_not_know_what_was_said_before():
    s = voted(begun(Vote(0, 1), Ask("next")), A=1, B=2)
    assert s.copy().said == []


def test_two_states_never_share_an_agenda():
    one, other = begun(Ask("one", [Ask("then")])), begun(Ask("two"))
    one.next(plan(Ask("later"), Ask("latest")))
    assert answered(other, 0) == ["two", "A0"]
    assert other.turn == NOBODY


def test_a_step_for_one_that_asks_several_says_what_is_missing():
    class Both(Ask):
        def begin(self, s):
            return only(0) | only(1)

    s = begun(Both("both"))
    s.apply(0, 0)
    with pytest.raises(NotImplementedError, match="after 'both' is answered by several"):
        s.apply(1, 0)
