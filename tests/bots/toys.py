"""Toy games on the contract, small enough that everybody knows how they are played well."""

from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE, NOBODY, State, Step, everyone, only, plan
from trivet.core.strategy import Strategy


class NoLore(Strategy):
    def worth(self, s, seat, choice):
        return 0.0

    def value(self, s):
        return s.scores() if s.is_over() else [0.5, 0.5]


class Toy(State):
    """Two seats; `first` is the share of seat 0 in the end."""

    def __init__(self, setting):
        super().__init__(2)
        self.setting = setting
        self.hidden = None  # what seat 0 and seat 1 cannot see
        self.first = 0.0

    def copy(self):
        twin = Toy(self.setting)
        self.share(twin)
        twin.hidden, twin.first = self.hidden, self.first
        return twin

    def imagine(self, seat, dice):
        world = self.copy()
        if world.hidden is not None:
            world.hidden = dice.below(2)
        world.resample_sealed(seat, dice)
        return world

    def scores(self):
        return [0.0, 0.0] if self.turn != NOBODY else [self.first, 1 - self.first]


def begun(setting, *steps):
    s = Toy(setting)
    s.next(plan(*steps))
    s.settle()
    while s.turn == CHANCE:
        s.apply(CHANCE, s.sample(CHANCE, Dice(3)))
    return s


def mind_of(s, seat=0):
    return Mind(s, seat)


# --- both answer at the same time: the setting is a matrix of shares ------------------------------


class Meet(Step):
    what = "meet"

    def begin(self, s):
        return everyone(2)

    def options(self, s, seat):
        return list(range(len(s.setting) if seat == 0 else len(s.setting[0])))

    def together(self, s, said):
        s.first = s.setting[said[0]][said[1]]
        s.tell("met", said[0], said[1])


def matrix(shares):
    return begun(shares, Meet())


# --- a coin lies under a cup: guess it, or be content with the setting ----------------------------


class Hide(Step):
    what = "hide"

    def begin(self, s):
        return only(CHANCE)

    def options(self, s, seat):
        return [0, 1]

    def then(self, s, seat, choice):
        s.hidden = choice


class Play(Step):
    """0 to go on and guess, 1 to take what is offered."""

    what = "play"

    def begin(self, s):
        return only(0)

    def options(self, s, seat):
        return [0, 1]

    def then(self, s, seat, choice):
        s.tell("played", choice)
        if choice == 1:
            s.first = s.setting
            s.finish()


class Guess(Step):
    what = "guess"

    def begin(self, s):
        return only(0)

    def options(self, s, seat):
        return [0, 1]

    def then(self, s, seat, choice):
        s.first = float(choice == s.hidden)


def cup(offer):
    return begun(offer, Hide(), Play(), Guess())
