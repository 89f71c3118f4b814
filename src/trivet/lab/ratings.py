"""Ratings on the Elo scale from tables of any size: 100 points more win 64 of 100 duels.

At a table a player's expected share is its strength over the sum of all strengths there (the
Plackett-Luce model; Bradley-Terry with two seats).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from statistics import quantiles

from trivet.core.dice import Dice
from trivet.lab.arena import PlayedTable

POINTS = 400  # for ten times the strength
PRIOR = 0.5  # of a win and of a loss against an average player, so that strengths stay finite
ROUNDS = 400
RESAMPLES = 200


@dataclass(frozen=True)
class Rating:
    player: str
    points: float  # the mean of all players is 0
    low: float
    high: float
    tables: int


def ratings(blocks: Sequence[Sequence[PlayedTable]], seed: int = 0) -> list[Rating]:
    """Best first; 95 % intervals by bootstrap over the blocks."""
    players = sorted({player for block in blocks for table in block for player in table.players})
    points = _points(players, blocks)
    dice = Dice(seed)
    drawn: dict[str, list[float]] = {player: [] for player in players}
    for _ in range(RESAMPLES):
        sample = [blocks[dice.below(len(blocks))] for _ in blocks]
        for player, found in _points(players, sample).items():
            drawn[player].append(found)
    rated = []
    for player in players:
        cuts = quantiles(drawn[player], n=40)
        tables = sum(player in table.players for block in blocks for table in block)
        rated.append(Rating(player, points[player], cuts[0], cuts[-1], tables))
    return sorted(rated, key=lambda rating: -rating.points)


def _points(players: Sequence[str], blocks: Sequence[Sequence[PlayedTable]]) -> dict[str, float]:
    strength = _strength(players, blocks)
    logs = {player: POINTS * log10(strength[player]) for player in players}
    mean = sum(logs.values()) / len(logs)
    return {player: logs[player] - mean for player in players}


def _strength(players: Sequence[str], blocks: Sequence[Sequence[PlayedTable]]) -> dict[str, float]:
    """The most likely strengths, by Hunter's MM algorithm."""
    wins, line_ups = _counted(players, blocks)
    strength = dict.fromkeys(players, 1.0)
    for _ in range(ROUNDS):
        after = _stronger(strength, wins, line_ups)
        moved = max(abs(after[player] / strength[player] - 1) for player in players)
        strength = after
        if moved < 1e-6:
            break
    return strength


LineUps = dict[tuple[str, ...], int]  # tables by who sat at them


def _counted(
    players: Sequence[str], blocks: Sequence[Sequence[PlayedTable]]
) -> tuple[dict[str, float], LineUps]:
    """The wins of each player, and the tables by who sat there."""
    wins, line_ups = dict.fromkeys(players, PRIOR), LineUps()
    for table in (table for block in blocks for table in block):
        for player, share in zip(table.players, table.shares, strict=True):
            wins[player] += share
        line_up = tuple(sorted(table.players))
        line_ups[line_up] = line_ups.get(line_up, 0) + 1
    return wins, line_ups


def _stronger(
    strength: Mapping[str, float], wins: Mapping[str, float], line_ups: LineUps
) -> dict[str, float]:
    """The strengths by which wins would be as they are, if rivals had those of before."""
    chances = {player: 2 * PRIOR / (one + 1.0) for player, one in strength.items()}
    for line_up, tables in line_ups.items():
        total = sum(strength[player] for player in line_up)
        for player in line_up:
            chances[player] += tables / total
    return {player: wins[player] / chances[player] for player in strength}
