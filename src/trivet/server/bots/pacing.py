"""The pace of bots at tables, and the number of processes in which they think."""

import os
from typing import NamedTuple


class BotPacing(NamedTuple):
    """The pace of bots; times are in seconds."""

    delay: float = 0.7  # between a question and its answer at least, so that people can follow
    opening: float = 0.2  # the same until a person has answered: a newcomer wants to begin
    further: float = 0.35  # the same for further answers of one turn
    patience: float = 10.0  # a longer thought is given up
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))  # for levels that may think for long
    quick: int = 1  # workers for all others; 0: there is one line for all


DEFAULT_PACING = BotPacing()
