"""The report as one page that needs nothing else: no script, no font, no request."""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from statistics import fmean, median

from trivet.lab.balance import estimates as est
from trivet.lab.balance import findings as bars
from trivet.lab.balance import plots
from trivet.lab.balance.estimates import PLACES, Change, Estimate
from trivet.lab.balance.item_worth import SHUFFLES, ItemWorth, plain
from trivet.lab.balance.level_figures import LevelFigures
from trivet.lab.balance.plots import Mark
from trivet.lab.balance.report import Report, record_name
from trivet.lab.balance.usage import HARDLY, OFFERED
from trivet.lab.balance.variants import BY_CHANCES, options_words
from trivet.lab.balance.win_curves import AHEAD, DECIDED, EARLY, openness

STYLE = Path(__file__).with_name("page.css")
MOST_ROWS = 40  # of a table or a plot
MOST_ENDS = 8
DEALT_LABELS = 225.0  # width


def page(report: Report) -> str:
    title = f"{report.game.title}, {report.seats} players: how does it play?"
    data = json.dumps(_short(report), separators=(",", ":")).replace("</", "<\\/")
    parts = "".join(part for part in _sections(report) if part)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE.read_text()}</style></head><body><main>"
        f"<h1>{escape(title)}</h1>{_lead(report)}{_tiles(report.main)}"
        f'<div class="grid">{parts}</div>'
        f'<script type="application/json" id="figures">{data}</script></main></body></html>\n'
    )


def _short(report: Report) -> dict[str, object]:
    """The figures that the page holds as data; `balance.json` has all of them."""
    whole = report.data()
    levels = [
        {name: value for name, value in level.items() if name not in ("used", "dealt", "unsaid")}
        for level in whole["levels"]
    ]
    return {**whole, "levels": levels}


def _lead(report: Report) -> str:
    played = " and ".join(f"{len(one.summaries):,} of {one.name}" for one in report.levels)
    options = options_words(report.game, report.setting.options) or "the usual options"
    again = f" Again with <code>{escape(report.command)}</code>." if report.command else ""
    return (
        f'<p class="lead">Games between bots of one level: {escape(played)}. '
        f"Rules {report.game.version}, {escape(options)}, seed {report.setting.seed}.{again}</p>"
    )


def _tiles(level: LevelFigures) -> str:
    known = not level.standing.is_weak
    first = (
        (f"{level.order[0].value:.0%}", f"of the win to the first to move (even: {level.par:.0%})")
        if level.has_turns
        else (f"{level.ties.value:.0%}", "of the wins are shared")
    )
    answers = f"{median(level.answers):.0f}"
    length = (
        (f"{median(level.turns):.0f}", f"turns, {answers} answers (median)")
        if level.has_turns
        else (answers, "answers (median)")
    )
    tiles = [
        first,
        length,
        (f"{median(level.branching):.0f}", "answers to choose from (median)"),
        (f"{level.decided:.0%}" if known else "?", "of a game before it is decided (median)"),
        (f"{level.lead_changes.value:.1f}" if known else "?", "changes of the lead"),
        (f"{level.comebacks.value:.0%}" if known else "?", "won from below half of par"),
    ]
    shown = "".join(f'<div class="tile"><b>{a}</b><span>{b}</span></div>' for a, b in tiles)
    return f'<div class="tiles">{shown}</div>'


def _sections(report: Report) -> list[str]:
    main = report.main
    return [
        _findings(report),
        _who_wins(report),
        _how_it_stood(main),
        _how_long(main),
        _what_to_decide(main),
        _side_by_side(report),
        _dealt(main),
        _variants(main),
        _booked(main),
        _used(main),
        _dead(main),
        _meaning(main),
    ]


def _section(title: str, why: str, body: str, kind: str = "") -> str:
    return (
        f'<section class="{kind}"><h2>{escape(title)}</h2><p class="why">{why}</p>{body}</section>'
    )


def _games(level: LevelFigures, shows: Sequence[int]) -> str:
    """Links to records."""
    links = [f'<a href="games/{record_name(level, n)}">game {n}</a>' for n in shows]
    return f' <span class="games">{", ".join(links)}</span>' if links else ""


def _scroll(name: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that scrolls by itself, also by keyboard; cells are HTML."""
    heads = "".join(f'<th scope="col">{one}</th>' for one in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(name)}"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


# --- sections -------------------------------------------------------------------------------------


def _findings(report: Report) -> str:
    by_name = {level.name: level for level in report.levels}
    rows = []
    for one in report.findings():
        where = ""
        if len(report.levels) > 1:
            every = len(one.levels) == len(report.levels)
            said = "at both levels" if every else f"only with {one.levels[0]}"
            where = f' <span class="where">({escape(said)})</span>'
        rows.append(
            f'<li><span class="tag {one.weight}">{one.weight}</span>{escape(one.words)}{where}'
            f"{_games(by_name[one.level], one.shows)}</li>"
        )
    why = "The gravest first. What “serious” and “look” mean is said at the end."
    return _section("What stands out", why, f'<ul class="found">{"".join(rows)}</ul>', "wide")


def _who_wins(report: Report) -> str:
    marks, chairs = [], []
    several = len(report.levels) > 1
    for place in range(report.seats):
        for level in report.levels:
            one = level.order[place]
            label = f"{PLACES[place]}, {level.name}" if several else PLACES[place]
            tone = "" if not one.warning else "up" if one.value > level.par else "down"
            marks.append(Mark(label, one.value, one.half, tone))
            chair = level.chairs[place]
            label = f"seat {'ABCDEFGH'[place]}{f', {level.name}' if several else ''}"
            chairs.append(Mark(label, chair.value, chair.half, "ghost"))
    even, par = "even", report.main.par
    drawn = plots.estimates(marks, "Share of the win by place in turns", par, even, labels=130)
    other = plots.estimates(chairs, "Share of the win by seat", par, even, labels=130)
    if not report.main.has_turns:
        why = "Share of the win in per cent by seat, with a 95 % interval. Nobody moves first."
        return _section("Who wins", why, other + _openers(report))
    why = "Share of the win in per cent, by place in the order of turns, with a 95 % interval."
    more = _more("By seat instead: it must be even, apart from the order of turns", other)
    return _section("Who wins", why, drawn + _openers(report) + more)


def _openers(report: Report) -> str:
    """Who begins a round, in a game that tells it."""
    known = any(not level.guessed.is_weak for level in report.levels)
    rows = []
    for level in report.levels:
        for one in level.openers:
            row = [f"{one.number}, {escape(level.name)}", f"{one.share.n:,}", _share(one.share)]
            beyond = "–" if level.guessed.is_weak else _points(one.beyond)
            rows.append([*row, beyond] if known else row)
    if not rows:
        return ""
    why = "Share of the seat that begins a round, which may be the one that is ahead or behind."
    heads = ["round", "games", "share"]
    if known:
        why += " <b>Beyond</b>: that share less its chance once the round has begun, in points."
        heads.append("beyond")
    table = _scroll("Who begins a round", heads, rows)
    return f'<p class="why">{why}</p>{table}'


def _how_it_stood(level: LevelFigures) -> str:
    marks = [] if level.standing.is_weak else [(level.decided, "half are decided")]
    drawn = plots.band(
        openness(level.standing.curves),
        "Chance of the seat that won, over a game",
        level.par,
        marks,
    )
    by = f"{len(level.standing.curves)} games, chances by rollouts. " if level.rolled else ""
    weak = (
        "<b>These chances know little</b>: read them with care. " if level.standing.is_weak else ""
    )
    why = f"The chance of the seat that won: mean, and where half of all games lie. {by}{weak}"
    return _section("How it stood", why, drawn)


def _how_long(level: LevelFigures) -> str:
    marks = [(median(level.answers), "median"), (est.quantile(level.answers, 0.95), "19 of 20")]
    drawn = plots.histogram(level.answers, "Answers in a game", marks)
    rows = []
    for name, games in list(level.endings.items())[:MOST_ENDS]:
        rule = level.game.codec.endings[name].rule
        part = len(games) / len(level.summaries)
        rows.append((f"{name} {rule}".strip(), part, f"{part:.1%}"))
    ends = plots.bars(rows, "How games end", 200)
    links = ", ".join(
        f'<a href="games/{record_name(level, n)}">{escape(name)}</a>'
        for name, games in list(level.endings.items())[:MOST_ENDS]
        for n in level.example(games)
    )
    seen = f'<p class="games">A game of each: {links}</p>'
    return _section(
        "How long, and how it ends",
        "Answers in a game, without those of chance.",
        f'{drawn}<p class="why">Endings</p>{ends}{seen}',
    )


def _what_to_decide(level: LevelFigures) -> str:
    some = level.branching[:: max(1, len(level.branching) // 20000)]
    marks = [(median(some), "median"), (est.quantile(some, 0.95), "19 of 20")]
    drawn = plots.histogram(some, "Allowed answers to a question", marks)
    why = f"How many answers a question allows; {level.forced:.0%} allow only one."
    bars = ""
    if level.barred:
        costs = [Mark(name, one.value, one.half) for name, one in level.barred.items()]
        bars = (
            '<p class="why">What a seat gains if it alone may not answer this</p>'
            + plots.estimates(
                costs, "Worth of going without an answer", 0.0, "no change", labels=170
            )
        )
    return _section("What there is to decide", why, drawn + bars)


def _side_by_side(report: Report) -> str:
    if len(report.levels) < 2:
        return ""
    names = ["figure", *(escape(level.name) for level in report.levels)]
    places = range(report.seats if report.main.has_turns else 0)
    rows = [
        [f"share of the {PLACES[place]}", *(_share(one.order[place]) for one in report.levels)]
        for place in places
    ]
    rows += [
        ["answers (median)", *(f"{median(one.answers):.0f}" for one in report.levels)],
        *(
            [["turns (median)", *(f"{median(one.turns):.0f}" for one in report.levels)]]
            if report.main.has_turns
            else []
        ),
        ["only one answer", *(f"{one.forced:.1%}" for one in report.levels)],
        ["shared wins", *(_share(one.ties) for one in report.levels)],
        ["winner ahead by", *(_share(one.margin) for one in report.levels)],
        ["decided (median)", *(_known(one, f"{one.decided:.0%}") for one in report.levels)],
        ["comebacks", *(_known(one, _share(one.comebacks)) for one in report.levels)],
        ["answers never given", *(str(len(one.dead)) for one in report.levels)],
    ]
    if any(one.luck for one in report.levels):
        rows.append(["luck: decided by the dice", *(_share(one.luck) for one in report.levels)])
    if any(one.skill for one in report.levels):
        other = next(one.other_level for one in report.levels if one.skill)
        rows.append(
            [
                f"skill: points of a seat that plays {escape(other)}",
                *(_points(one.skill) for one in report.levels),
            ]
        )
    why = "What only one level shows may be a habit of those bots."
    return _section("The levels side by side", why, _scroll("Levels", names, rows), "wide")


def _share(one: Estimate | None) -> str:
    return "–" if one is None else f"{100 * one.value:.1f} ± {100 * one.half:.1f} %"


def _points(one: Estimate | None) -> str:
    return "–" if one is None else _signed(f"{100 * one.value:+.1f} ± {100 * one.half:.1f}")


def _signed(number: str) -> str:
    """With a minus that is as wide as a plus."""
    return number.replace("-", "−")


def _known(level: LevelFigures, text: str) -> str:
    return "?" if level.standing.is_weak else text


def _dealt(level: LevelFigures) -> str:
    if not level.dealt:
        return ""
    shown = sorted(level.dealt, key=lambda one: -one.errors)[:MOST_ROWS]
    marks = [_thing(one) for one in sorted(shown, key=lambda one: -one.gain)]
    span = min(m.value - m.half for m in marks), max(m.value + m.half for m in marks)
    half = len(marks) if len(marks) < 9 else (len(marks) + 1) // 2
    title = "Worth of what was dealt"
    drawn = [
        plots.estimates(part, title, 0.0, "nothing", labels=DEALT_LABELS, span=span)
        for part in (marks[:half], marks[half:])
        if part
    ]
    pair = "".join(f"<div>{one}</div>" for one in drawn)
    sure = [one for one in shown if one.is_sure]
    seen = ", ".join(
        f"{escape(plain(one.name))}{_games(level, level.example(one.shows))}"
        for one in sure[:MOST_ENDS]
    )
    links = f'<p class="games">A game of each that is sure: {seen}</p>' if seen else ""
    why = (
        "The win share of the seats that were dealt something, minus that of the seats that were "
        "not, at the same place in the order of turns, in points. It was dealt by chance, so the "
        f"effect is causal. Hollow: less than {level.bar:.1f} standard errors, which may be luck. "
        f"When what was dealt is shuffled among the seats ({SHUFFLES} times), even the best of all "
        "things stays below that bar in 95 of 100 cases."
    )
    return _section("What one begins with", why, f'<div class="pair">{pair}</div>{links}', "wide")


def _thing(one: ItemWorth) -> Mark:
    tone = "ghost" if not one.is_sure else "up" if one.gain > 0 else "down"
    said = _signed(f"{100 * one.gain:+.1f} ± {100 * one.half:.1f}")
    note = f"{plain(one.name)}: {said} points; {one.rate:.0%} of the seats had it"
    label = plots.thing_label(plain(one.name), DEALT_LABELS)
    return Mark(label, one.gain, one.half, tone, note, said)


def _variants(level: LevelFigures) -> str:
    if not level.compared:
        return ""
    heads = ["figure", "usual"]
    for number, one in enumerate(level.compared, 1):
        links = ", ".join(
            f'<a href="games/{record_name(level, n)}">game {n}</a> and '
            f'<a href="games/{record_name(level, n, number)}">with it</a>'
            for n in one.shows
        )
        seen = f'<br><span class="games">{links}</span>' if links else ""
        options = options_words(level.game, one.options)
        what = one.words if one.words == options else f"{one.words}: {options}"
        heads.append(f"{escape(what)}<br>{len(one.summaries):,} pairs{seen}")
    rows = []
    for row, first in enumerate(level.compared[0].changes):
        if _is_told(level, first):
            changed = [_change(one.changes[row]) for one in level.compared]
            rows.append([escape(first.name), _amount(first.name, first.before), *changed])
    shares = [c.saved for one in level.compared for c in one.changes if _is_share(c)]
    saved = f" Pairing saved {fmean(shares):.1f} times the games for shares."
    why = (
        "The same deals for every variant: what is left is the difference of the rules. Bold: the "
        f"95 % interval does not hold nought.{saved if level.has_turns else ''}"
    )
    table = _scroll("Variants", heads, rows)
    return _section("Variants", why, _places_by_variant(level) + table, "wide")


def _is_share(one: Change) -> bool:
    return one.name.startswith("share of")


def _is_told(level: LevelFigures, one: Change) -> bool:
    """Whether a figure means something: not by turns without turns, nor by chances that know
    little."""
    if one.name in BY_CHANCES:
        return not level.guessed.is_weak
    return level.has_turns or not (_is_share(one) or one.name == "turns")


def _places_by_variant(level: LevelFigures) -> str:
    """A plot for each place in the order of turns, if there is one."""
    if not level.has_turns:
        return ""
    orders = [est.order(one.summaries) for one in level.compared]
    every = [*level.order, *(one for order in orders for one in order)]
    span = min(one.low for one in every), max(one.high for one in every)
    body = []
    for place in range(level.seats):
        usual = level.order[place]
        marks = [Mark("usual", usual.value, usual.half, "ghost")]
        for one, order in zip(level.compared, orders, strict=True):
            marks.append(Mark(one.words, order[place].value, order[place].half))
        title = f"Share of the {PLACES[place]} by variant"
        drawn = plots.estimates(marks, title, level.par, "even", labels=190, span=span)
        body.append(f'<div><p class="why">{PLACES[place]} to move</p>{drawn}</div>')
    return f'<div class="pair">{"".join(body)}</div>'


def _change(one: Change) -> str:
    said = _signed(f"{_amount(one.name, one.gain, '+')} ± {_amount(one.name, one.half)}")
    any_time = f"± {_amount(one.name, one.always)} at any time"
    kind = "sure" if one.is_sure else ""
    return f'<span class="{kind}" title="{any_time}">{said}</span>'


def _amount(name: str, value: float, sign: str = "") -> str:
    if name in ("answers", "turns", "changes of the lead"):
        return f"{value:{sign}.1f}"
    return f"{100 * value:{sign}.1f}"


def _booked(level: LevelFigures) -> str:
    if not level.booked:
        return ""
    rows = [
        [
            escape(one.thing) if one.thing else f"<b>{escape(one.part)}</b>",
            f"{one.times:.1f}",
            f"{one.points.value:.2f} ± {one.points.half:.2f}",
            f"{one.times * one.points.value:.1f}",
        ]
        for one in level.booked
    ]
    why = "What the score sheet is made of, all seats together: how often in a game, and how much."
    table = _scroll("Points", ["part", "times", "each", "in a game"], rows)
    return _section("What brings points", why, table)


def _used(level: LevelFigures) -> str:
    rows = []
    for one in sorted(level.used, key=lambda one: -one.rate)[:MOST_ROWS]:
        beyond = "–"
        if one.beyond is not None:
            beyond = _bold(one.beyond, one.beyond_half)
        rows.append(
            [
                f"{escape(one.name)}{_games(level, level.example(one.shows))}",
                f"{one.rate:.0%}",
                _signed(f"{100 * one.gain:+.0f} ± {100 * one.half:.0f}"),
                beyond,
            ]
        )
    if not rows:
        return ""
    weak = " <b>The chances know little here.</b>" if level.guessed.is_weak else ""
    why = (
        "Answers by kind: how many seats gave it at least once. <b>Gain</b>: the win share of "
        "those seats minus that of the others, which is a correlation and not an effect. "
        f"<b>Beyond</b>: their win share minus the chance that they had just before.{weak}"
    )
    table = _scroll("Answers", ["answer", "seats", "gain", "beyond"], rows)
    return _section("What bots do, and how it goes", why, table)


def _bold(value: float, half: float) -> str:
    kind = "sure" if abs(value) > half else ""
    return f'<span class="{kind}">{_signed(f"{100 * value:+.0f}")} ± {100 * half:.0f}</span>'


def _dead(level: LevelFigures) -> str:
    rows = [[escape(row.name), f"{row.offered:,}", f"{row.given:,}"] for row in level.hardly]
    table = _scroll("Answers hardly given", ["answer", "offered", "given"], rows[:MOST_ROWS])
    lines = [
        ("Events that random play brings about and these games never", level.never),
        ("Rules that random play is asked about and these games never", level.unasked),
        ("Endings of the rulebook that never came", level.missing_ends),
        ("News of random play that was never told here", [plain(one) for one in level.unsaid]),
    ]
    said = "".join(
        f"<p>{escape(what)}: {escape(', '.join(names[:MOST_ROWS])) or 'none'}.</p>"
        for what, names in lines
    )
    why = (
        f"Answers that were offered beside others {OFFERED} times or more, and given in fewer "
        f"than {HARDLY:.0%} of these cases. Each is a dead card, a dead rule, or something that "
        f"{escape(level.name)} bots do not understand."
    )
    return _section("What never happens", why, (table if rows else "") + said, "wide")


def _meaning(level: LevelFigures) -> str:
    told = level.standing
    return _section(
        "What the words mean",
        "An interval holds the truth 19 times in 20. Games are independent of each other and the "
        "seats of one game are not, so all errors are counted by game.",
        f"<p><b>Decided</b>: from then on the winner's chance stays at {DECIDED:.0%} or more. "
        f"<b>Change of the lead</b>: another seat is ahead by more than {AHEAD:.0%}. "
        "<b>Comeback</b>: the winner was below half of par after the first "
        f"{EARLY:.0%} of the game. <b>Chance</b>: the game's own estimate between two turns, or "
        "that of rollouts, corrected by how the other half of these games ended (surprise at the "
        f"winner: {told.before:.2f} bits uncorrected, {told.after:.2f} corrected, "
        f"{told.nothing:.2f} for knowing nothing). <b>Luck</b>: the part of the variance of the "
        "win that lies between deals, when some of them are played four times with the same dice "
        "of chance. <b>Skill</b>: what a seat gains if it alone plays at another level, for each "
        "seat in turn. <b>Variant</b>: what was tried, not a fault. <b>Answers</b> are named by "
        "the step that asks and by what is touched; <code>--bar</code> takes these names.</p>"
        + _scroll("From where on a finding counts", ["finding", "serious", "look"], _thresholds())
        + "<p>With two levels, a finding is serious if it is serious at both.</p>",
        "wide",
    )


def _thresholds() -> list[list[str]]:
    """From where on a finding is serious, and from where on it is worth a look."""
    return [
        ["a place in the order of turns is surely off par by", "a quarter", "a tenth"],
        ["a seat is off par by", f"{bars.CHAIR:g} intervals", "–"],
        [
            "something that is dealt is above the bar, and worth more than",
            f"{100 * bars.VERY_STRONG:.0f} points",
            f"{100 * bars.STRONG:.0f} points",
        ],
        [
            f"kinds of answer that were offered {OFFERED} times and never given",
            f"more than {bars.MANY_DEAD}",
            "any",
        ],
        ["events, rules or endings that never come", "–", "any"],
        [
            "an answer is worth more than the chance just before it, by",
            "–",
            f"{100 * bars.BEYOND:.0f} points",
        ],
        ["half of the games are decided before", "–", f"{bars.OPEN_UNTIL:.0%} of their answers"],
        ["comebacks", "–", f"fewer than {bars.COMEBACKS:.0%}"],
        ["questions that allow only one answer", "–", f"{bars.FORCED:.0%}"],
        ["shared wins", "–", f"more than {bars.SHARED:.0%}"],
        ["one game in twenty is longer than", "–", f"{bars.LONG_TAIL:g} medians"],
    ]


def _more(title: str, body: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{body}</details>"
