"""What stands out in the figures of one level of bots, and from where on it counts."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from trivet.lab.balance.estimates import PLACES, quantile
from trivet.lab.balance.item_worth import plain
from trivet.lab.balance.level_figures import LevelFigures
from trivet.lab.balance.usage import OFFERED
from trivet.lab.balance.variants import Comparison

SERIOUS, LOOK, FINE, VARIANT = "serious", "look", "fine", "variant"
WEIGHTS = (SERIOUS, LOOK, VARIANT, FINE)

# What is called serious, or worth a look; the page prints them.
LONG_TAIL = 1.6  # medians
FORCED = 0.25
SHARED = 0.05
OPEN_UNTIL = 0.6  # of a game
COMEBACKS = 0.1
STRONG, VERY_STRONG = 0.04, 0.1  # worth of a thing dealt
BEYOND = 0.05  # worth of a thing used
COSTLY = 0.05  # what it costs to go without
MANY_DEAD = 5
CHAIR = 1.6  # intervals

FEW_GAMES = 20  # fewer say nothing about who wins
MOST_PLACES = 2  # that are told to be off par
MOST_DEALT = 4
USUAL_BAR = 3.2  # standard errors, where nothing was dealt that could be shuffled


@dataclass(frozen=True)
class Finding:
    """Something that stands out."""

    key: str  # the same for the same finding at another level
    weight: str
    words: str
    shows: tuple[int, ...] = ()
    level: str = ""  # of the bots in these words
    levels: tuple[str, ...] = ()  # at which it holds


def findings(level: LevelFigures) -> Iterator[Finding]:
    """What stands out at one level, in the order of the page."""
    if len(level.summaries) >= FEW_GAMES:
        yield from _places(level)
        yield from _chairs(level)
        yield from _shared_wins(level)
    yield from _what_is_dead(level)
    yield from _what_is_dealt(level)
    yield from _what_is_used(level)
    yield from _skill(level)
    yield from _what_is_barred(level)
    yield from _when_it_is_decided(level)
    yield from _how_long(level)
    for one in level.compared:
        words = f"With {one.words} {_difference(level, one)}."
        yield Finding(f"variant {one.words}", VARIANT, words, one.shows)


# --- who wins -------------------------------------------------------------------------------------


def _places(level: LevelFigures) -> Iterator[Finding]:
    """Places in the order of turns; of two seats the shares add up, so that one says all."""
    if not level.has_turns:
        yield Finding("order", FINE, "All seats answer at the same time: nobody moves first.")
        return
    off = [(place, one) for place, one in enumerate(level.order) if one.warning]
    if not off:
        yield Finding("order", FINE, "No place in the order of turns is surely a tenth off par.")
    worst = sorted(off, key=lambda row: -abs(row[1].value - level.par))[:MOST_PLACES]
    for place, one in off[:1] if level.seats == 2 else worst:
        yield Finding(
            f"order {place}",
            SERIOUS if one.warning.startswith("far") else LOOK,
            f"The {PLACES[place]} to move has {_percent(one.value)} of the win "
            f"({_percent(one.low)} to {_percent(one.high)}); even would be {_percent(level.par)}.",
            tuple(s["n"] for s in level.summaries if s["shares"][s["order"][place]] == 1)[:1],
        )


def _chairs(level: LevelFigures) -> Iterator[Finding]:
    """Seats, which must not matter apart from the order of turns."""
    far = max(level.chairs, key=lambda one: abs(one.value - level.par) / max(one.half, 1e-9))
    if abs(far.value - level.par) <= CHAIR * far.half:
        apart = ", apart from the order of turns" if level.has_turns else ""
        yield Finding("chair", FINE, f"No seat is better than another{apart}.")
        return
    letter = "ABCDEFGH"[level.chairs.index(far)]
    is_fixed = len({tuple(one["order"]) for one in level.summaries}) == 1
    why = (
        "It has the same place in every game: the order of turns, a rule or a bot."
        if is_fixed
        else "Is a rule or a bot at fault?"
    )
    words = f"Seat {letter} has {_percent(far.value)} of the win, ± {_percent(far.half)}. {why}"
    yield Finding("chair", SERIOUS, words)


def _shared_wins(level: LevelFigures) -> Iterator[Finding]:
    if level.ties.value > SHARED:
        words = f"{_percent(level.ties.value)} of the wins are shared."
        yield Finding("ties", LOOK, words, level.ties.shows)


# --- what never happens ---------------------------------------------------------------------------


def _what_is_dead(level: LevelFigures) -> Iterator[Finding]:
    if level.dead:
        is_many = len(level.dead) > MANY_DEAD
        answers = ", ".join(f"“{row.name}”" for row in level.dead[:MANY_DEAD])
        kinds = f"{len(level.dead)} kind{'' if len(level.dead) == 1 else 's'} of answer"
        words = f"{kinds} offered {OFFERED} times or more and never given: {answers}"
        yield Finding("dead", SERIOUS if is_many else LOOK, words + (" …" if is_many else "."))
    for key, words, names in (
        ("never", "Events that random play brings about and these games never", level.never),
        ("unasked", "Rules that random play is asked about and these games never", level.unasked),
        ("ends", "Endings of the rulebook that never came", level.missing_ends),
    ):
        if names:
            yield Finding(key, LOOK, f"{words}: {', '.join(names)}.")


# --- what things are worth ------------------------------------------------------------------------


def _what_is_dealt(level: LevelFigures) -> Iterator[Finding]:
    strong = [one for one in level.dealt if one.is_sure and abs(one.gain) > STRONG]
    for one in sorted(strong, key=lambda one: -abs(one.gain))[:MOST_DEALT]:
        yield Finding(
            f"dealt {one.name}",
            SERIOUS if abs(one.gain) > VERY_STRONG else LOOK,
            f"A seat that {plain(one.name)} at the start {_gains(one.gain, one.half)} "
            "(by chance, so it is the cause).",
            level.example(one.shows),
        )


def _what_is_used(level: LevelFigures) -> Iterator[Finding]:
    """Answers that pay more than the chance just before them, where chances mean something."""
    if level.guessed.is_weak:
        return
    sure = level.bar or USUAL_BAR
    for one in level.used:
        gain = one.beyond or 0.0
        if abs(gain) > BEYOND and abs(gain) > sure / 1.96 * one.beyond_half:
            yield Finding(
                f"used {one.name}",
                LOOK,
                f"Who first answers “{one.name}” {_gains(gain, one.beyond_half)} "
                "beyond the chance just before.",
                level.example(one.shows),
            )


def _skill(level: LevelFigures) -> Iterator[Finding]:
    if level.skill and abs(level.skill.value) <= level.skill.half:
        words = f"It makes no sure difference whether one seat plays {level.other_level}."
        yield Finding("skill", LOOK, words)


def _what_is_barred(level: LevelFigures) -> Iterator[Finding]:
    for name, cost in level.barred.items():
        if abs(cost.value) > max(COSTLY, cost.half):
            words = f"A seat that may not answer “{name}” {_gains(cost.value, cost.half)}."
            yield Finding(f"barred {name}", LOOK, words, cost.shows)


# --- how it goes ----------------------------------------------------------------------------------


def _when_it_is_decided(level: LevelFigures) -> Iterator[Finding]:
    if level.standing.is_weak:
        yield Finding(
            "decided",
            FINE,
            "When games are decided is not known: the chances know little "
            f"({level.standing.after:.2f} of {level.standing.nothing:.2f} bits are left).",
        )
        return
    yield Finding(
        "decided",
        FINE if level.decided >= OPEN_UNTIL else LOOK,
        f"Half of all games are decided after {_percent(level.decided)} of their answers.",
    )
    yield Finding(
        "comebacks",
        FINE if level.comebacks.value >= COMEBACKS else LOOK,
        f"In {_percent(level.comebacks.value)} of the games the winner's chance had been "
        "below half of par.",
        level.comebacks.shows,
    )


def _how_long(level: LevelFigures) -> Iterator[Finding]:
    tail = quantile(level.answers, 0.95) / max(median(level.answers), 1)
    longest = sorted(level.summaries, key=lambda one: -one["answers"])[:2]
    yield Finding(
        "length",
        FINE if tail < LONG_TAIL else LOOK,
        f"One game in twenty is {tail:.1f} times as long as the median, or longer.",
        tuple(one["n"] for one in longest),
    )
    yield Finding(
        "forced",
        FINE if level.forced < FORCED else LOOK,
        f"{_percent(level.forced)} of the questions allow only one answer.",
    )


def _difference(level: LevelFigures, one: Comparison) -> str:
    """What a variant changes: the share of the first to move, or without turns the shared wins,
    or if these stay the length."""
    what = one.of("share of place 1" if level.has_turns else "shared wins")
    says = f"{_percent(what.after)} instead of {_percent(what.before)}"
    words, unit, scale = f"the first to move has {says}", "points", 100
    if not level.has_turns:
        words = f"{says} of the wins are shared"
        if not what.is_sure:
            what = one.of("answers")
            words = f"a game has {what.after:.0f} answers instead of {what.before:.0f}"
            unit, scale = "answers", 1
    gain = f"{scale * what.gain:+.1f} ± {scale * what.half:.1f}".replace("-", "−")
    return f"{words}: {gain} {unit}{'' if what.is_sure else ', which could be luck'}"


def _percent(part: float) -> str:
    return f"{100 * part:.0f}\u00a0%"  # not broken at the end of a line


def _gains(gain: float, half: float) -> str:
    verb = "gains" if gain > 0 else "costs"
    return f"{verb} {100 * abs(gain):.0f} ± {100 * half:.0f} points of share"
