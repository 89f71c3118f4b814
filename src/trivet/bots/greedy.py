"""Takes the answer of the highest `worth`, averaged over a few imagined worlds."""

from typing import Final, final

from trivet.bots.bot import Bot, Thought, Weighed, best_first
from trivet.core.dice import Dice
from trivet.core.mind import Mind

WORLDS: Final = 4  # imagined for one answer


@final
class Greedy(Bot):
    def think(self, mind: Mind, dice: Dice) -> Thought:
        """The answer of the highest worth, summed over the worlds; ties are broken at random."""
        seat = mind.seat
        choices = self.strategy.worth_a_look(mind.imagine(dice), seat, dice)
        totals = [0.0] * len(choices)
        for _ in range(WORLDS):
            world = mind.imagine(dice)
            for place, choice in enumerate(choices):
                totals[place] += self.strategy.worth(world, seat, choice)
        best = max(totals)
        equal = [choice for place, choice in enumerate(choices) if totals[place] == best]
        weighed = [
            Weighed(choice, totals[place] / float(WORLDS), WORLDS)
            for place, choice in enumerate(choices)
        ]
        thought = Thought(equal[dice.below(len(equal))], best_first(weighed))
        thought.is_share = False
        return thought
