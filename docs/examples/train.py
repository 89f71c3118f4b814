"""Learn a small game by self-play, then meet the bots.  Needs `pip install 'trivet[research]'`.

    python docs/examples/train.py                 # Trifecta with six cards, a minute
    python docs/examples/train.py --minutes 5 --game trifecta --options '{"stages": 1}'
    trivet arena trifecta --bots docs/examples/train.py:player,steady --seats 2 \\
        --option deck='[[0,2,3]]' --option hand=2 --option rounds='[[1,1,1]]' --option stages=1 \\
        --option last_tie=shared

A network with one hidden layer learns by proximal policy optimisation (PPO) from `Tables`: the
observation in, a chance for each code out.  Everything is NumPy.  It is a demonstration: on a small
game it comes near an equilibrium, on a whole game it needs far longer than minutes.
"""

import argparse
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import trivet
from trivet import CHANCE, Bot, Dice, Game, Mind, State
from trivet.core.codes import NO_WORD, Codes, allowed, observed
from trivet.core.tables import Tables

Array = Any  # of NumPy
Options = Mapping[str, Any]
SMALL = {
    "deck": [[0, 2, 3]], "hand": 2, "rounds": [[1, 1, 1]], "stages": 1, "last_tie": "shared",
}  # fmt: skip
NETWORK = Path("train.npz")  # where a trained network is kept
COUNT, STEPS, HIDDEN = 256, 64, 128  # tables, steps between two updates, hidden units


class Network:
    """One hidden layer: a logit for each code, and the share of the win it expects."""

    def __init__(self, codes: Codes, seed: int = 1) -> None:
        self.random = np.random.default_rng(seed)
        width, out = int(codes.width), int(codes.count) + 1
        self.weights = [
            self.random.normal(0, width**-0.5, (width, HIDDEN)).astype("f4"),
            np.zeros(HIDDEN, "f4"),
            self.random.normal(0, HIDDEN**-0.5, (HIDDEN, out)).astype("f4"),
            np.zeros(out, "f4"),
        ]
        self.means = [np.zeros_like(w) for w in self.weights]  # of Adam
        self.squares = [np.zeros_like(w) for w in self.weights]
        self.updates = 0

    def __call__(self, seen: Array, mask: Array) -> tuple[Array, Array, Array]:
        first, bias, second, end = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        out = hidden @ second + end
        logits = np.where(mask, out[:, :-1], -1e9)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        return odds / odds.sum(1, keepdims=True), out[:, -1], hidden

    def learn(
        self, seen: Array, mask: Array, said: Array, got: Array, before: Array, gain: Array,
        rate: float, entropy: float,
    ) -> None:  # fmt: skip
        """One step of PPO: a gain counts as long as the odds stay near those it was played with."""
        odds, value, hidden = self(seen, mask)
        rows = np.arange(len(said))
        ratio = odds[rows, said] / before
        is_far = ((gain > 0) & (ratio > 1.2)) | ((gain < 0) & (ratio < 0.8))
        push = np.where(is_far, 0, gain * ratio)
        logs = np.log(odds + 1e-9)
        pull = odds * push[:, None]
        pull[rows, said] -= push
        pull += entropy * odds * (logs - (odds * logs).sum(1, keepdims=True))
        out = np.concatenate([pull * mask, (value - got)[:, None]], 1).astype("f4") / len(said)
        back = (out @ self.weights[2].T) * (hidden > 0)
        self.updates += 1
        slopes = [seen.T @ back, back.sum(0), hidden.T @ out, out.sum(0)]
        for w, slope, m, v in zip(self.weights, slopes, self.means, self.squares, strict=True):
            m += 0.1 * (slope - m)
            v += 0.001 * (slope * slope - v)
            hat = m / (1 - 0.9**self.updates)
            w -= rate * hat / (np.sqrt(v / (1 - 0.999**self.updates)) + 1e-8)


def train(
    game: Game[Any],
    codes: Codes,
    options: Options,
    seconds: float,
    told: Callable[[str, Network], None],
) -> tuple[Network, int]:
    """Self-play on many tables; returns the network and how many games it has seen."""
    net = Network(codes)
    tables = Tables(game.new(codes.seats, options), codes, COUNT, 1)
    rows, began, games, next_line = np.arange(COUNT), time.perf_counter(), 0, 0.0

    def shown(data: bytes, kind: str = "u1") -> Array:
        return np.frombuffer(data, kind).reshape(COUNT, -1)

    while (gone := (time.perf_counter() - began) / seconds) < 1:
        log = []
        for _ in range(STEPS):
            seen = shown(tables.seen()).astype("f4")
            mask, turn = shown(tables.mask()).astype(bool), shown(tables.turn())[:, 0]
            odds, value, _ = net(seen, mask)
            said = (odds.cumsum(1) > net.random.random((COUNT, 1))).argmax(1)
            said = np.where(mask[rows, said], said, mask.argmax(1))  # rounding at the very end
            tables.step(said.astype("<i4").tobytes())
            over = shown(tables.over())[:, 0].astype(bool)
            games += int(over.sum())
            shares = shown(tables.scores(), "<f4")
            log.append((seen, mask, turn, said, odds[rows, said], value, over, shares))
        whole = returns(log)
        whole[-1] /= whole[-1].std() + 1e-6
        for _ in range(2):
            order = net.random.permutation(len(whole[0]))
            for part in np.array_split(order, max(1, len(order) // 4096)):
                seen, mask, said, got, before, gain = (one[part] for one in whole)
                rate, entropy = 1e-3 * (1 - gone) + 1e-4, 0.01 * (1 - gone) + 0.002
                net.learn(seen, mask, said, got, before, gain, rate, entropy)
        if gone >= next_line:
            next_line += 0.1
            paused = time.perf_counter()
            told(f"{gone:4.0%}  {games:8,} games", net)
            began += time.perf_counter() - paused
    return net, games


def returns(log: list[tuple[Array, ...]]) -> list[Array]:
    """Each seat's share of its own game, back from where the game ended."""
    end: Array = np.zeros((COUNT, log[0][-1].shape[1]))
    is_known: Array = np.zeros(COUNT, bool)
    rows, batch = np.arange(COUNT), []
    for seen, mask, turn, said, odds, value, over, shares in reversed(log):
        end = np.where(over[:, None], shares, end)
        is_known = is_known | over
        got = end[rows, turn].astype("f4")
        found = (seen, mask, said, got, odds, got - value)
        batch.append([one[is_known] for one in found])
    return [np.concatenate(parts) for parts in zip(*batch, strict=True)]


class Learnt(Bot):
    """A trained network as a bot: it is handed a mind, as any bot."""

    def __init__(self, game: Game[Any], net: Network) -> None:
        super().__init__(game.strategy)
        self.net, self.game = net, game

    def choose(self, mind: Mind, dice: Dice) -> int:
        """One whole answer, spelled if need be, in an imagined world that the seat cannot tell
        from the real one."""
        codes = self.game.codes(mind.world.seats)
        s, seat, word = mind.imagine(dice), mind.seat, NO_WORD
        while s.turn != seat:  # seats asked before this one
            s.apply(s.turn, s.sample(s.turn, dice))
        options = {tuple(codes.spell(s, seat, one)): one for one in s.options(seat)}
        said: list[int] = []
        while tuple(said) not in options:
            odds = odds_at(self.net, codes, s, seat, word)
            pick, code = dice.chance() * odds.sum(), -1
            while pick >= 0 and code + 1 < len(odds):
                code += 1
                pick -= odds[code]
            said.append(code)
            if tuple(said) not in options:
                word = codes.say(s, seat, word, code)
        return options[tuple(said)]


def odds_at(net: Network, codes: Codes, s: State, seat: int, word: int) -> Array:
    """The network's odds for each code, cubed: mostly what it likes best."""
    seen = np.frombuffer(observed(codes, s, seat, word), "u1")[None].astype("f4")
    mask = np.frombuffer(allowed(codes, s, seat, word), "u1")[None].astype(bool)
    odds = net(seen, mask)[0][0].astype("f8") ** 3
    return odds * mask[0]


def player(game: Game[Any], file: str = str(NETWORK)) -> Learnt:
    """For the arena: docs/examples/train.py:player+file=train.npz."""
    net = Network(game.codes(2))
    with np.load(file) as kept:
        net.weights = [kept[f"arr_{number}"] for number in range(4)]
    return Learnt(game, net)


def match(game: Game[Any], options: Options, bot: Bot, rival: Bot, games: int) -> float:
    """The share of the win of a bot, in alternating seats."""
    won, dice = 0.0, Dice(5)
    for number in range(games):
        s, me = game.new(2, options), number % 2
        while not s.is_over():
            if s.turn == CHANCE:
                s.apply(CHANCE, s.sample(CHANCE, dice))
            else:
                who = bot if s.turn == me else rival
                s.play(s.turn, who.choose(Mind(s, s.turn), dice))
        won += s.scores()[me]
    return won / games


def distance(game: Game[Any], options: Options) -> Callable[[Network], float] | None:
    """A function that measures how far a network is from an equilibrium (NashConv), if the game is
    small and OpenSpiel is there; else None."""
    from trivet.lab.theory import Solver, TooLarge, Tree

    try:
        tree = Tree(game.new(2, options), 150_000)
        solver = Solver(tree)
    except (TooLarge, ModuleNotFoundError):
        return None

    def measured(net: Network) -> float:
        codes = game.codes(2)
        odds: dict[str, dict[int, float]] = {}
        for name, (s, seat) in tree.examples.items():
            whole: dict[int, float] = {}
            for choice in s.options(seat):
                chance, word, at = 1.0, NO_WORD, s
                for code in codes.spell(s, seat, choice):
                    here = odds_at(net, codes, at, seat, word)
                    chance *= here[code] / here.sum()
                    after = at.copy()
                    word = codes.say(after, seat, word, code)
                whole[choice] = chance
            odds[name] = whole
        return solver.nash_conv(solver.of(odds))

    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="trifecta")
    parser.add_argument("--options", type=json.loads, default=SMALL, help="in JSON")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--matches", type=int, default=400, help="games against each level")
    parser.add_argument("--file", type=Path, default=NETWORK, help="where the network is kept")
    args = parser.parse_args()
    game = trivet.game(args.game)
    codes, away = game.codes(2), distance(game, args.options)

    def told(line: str, net: Network) -> None:
        print(f"{line}  NashConv {away(net):.3f}" if away else line, flush=True)

    net, games = train(game, codes, args.options, 60 * args.minutes, told)
    told(f"100%  {games:8,} games", net)
    np.savez(args.file, *net.weights)
    bot = Learnt(game, net)
    for level, part in (("random", 1), ("greedy", 1), ("steady", 4)):
        many = max(2, args.matches // part)
        share = match(game, args.options, bot, trivet.bot(level, args.game), many)
        print(f"against {level}: {share:.3f} of the win in {many} games", flush=True)


if __name__ == "__main__":
    main()
