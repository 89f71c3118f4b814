"""The report as one page that needs nothing else: no script, no font, no request.

What it says stands in page.html; here are the figures, tables and plots that fill it.
"""

import json
from collections.abc import Callable, Iterator, Sequence
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
from trivet.lab.balance.template import Html, Parts, joined
from trivet.lab.balance.usage import HARDLY, OFFERED
from trivet.lab.balance.variants import BY_CHANCES, Comparison, options_words
from trivet.lab.balance.win_curves import AHEAD, DECIDED, EARLY, openness

HERE = Path(__file__).parent
PARTS = Parts(HERE / "page.html")
MOST_ROWS = 40  # of a table or a plot
MOST_ENDS = 8
MOST_POINTS = 20_000  # of a histogram
ONE_COLUMN = 9  # things dealt, before they are shown in two
DEALT_LABELS = 225.0  # width
NONE = Html()


def page(report: Report) -> str:
    data = json.dumps(_short(report), separators=(",", ":")).replace("</", "<\\/")
    played = " and ".join(f"{len(one.summaries):,} of {one.name}" for one in report.levels)
    again = PARTS("again", command=report.command) if report.command else NONE
    filled = PARTS(
        "page",
        title=f"{report.game.title}, {report.seats} players: how does it play?",
        style=Html((HERE / "page.css").read_text()),
        played=played,
        rules=report.game.version,
        options=options_words(report.game, report.setting.options) or "the usual options",
        seed=report.setting.seed,
        again=_after_a_space(again),
        tiles=_tiles(report.main),
        sections=_sections(report),
        data=Html(data),
    )
    return f"{filled}\n"


def _short(report: Report) -> dict[str, object]:
    """The figures that the page holds as data; `balance.json` has all of them."""
    whole = report.data()
    levels = [
        {name: value for name, value in level.items() if name not in ("used", "dealt", "unsaid")}
        for level in whole["levels"]
    ]
    return {**whole, "levels": levels}


def _tiles(level: LevelFigures) -> Html:
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
        (_known(level, f"{level.decided:.0%}"), "of a game before it is decided (median)"),
        (_known(level, f"{level.lead_changes.value:.1f}"), "changes of the lead"),
        (_known(level, f"{level.comebacks.value:.0%}"), "won from below half of par"),
    ]
    return joined(PARTS("tile", value=value, meaning=meaning) for value, meaning in tiles)


def _sections(report: Report) -> Html:
    main = report.main
    return joined(
        [
            _findings(report),
            _who_wins(report),
            _how_it_stood(main),
            _how_long(main),
            _what_to_decide(main),
            _side_by_side(report),
            _dealt(main),
            _variants(main),
            _points_brought(main),
            _used(main),
            _what_never_happens(main),
            _meaning(main),
        ]
    )


# --- what stands out, and who wins ----------------------------------------------------------------


def _findings(report: Report) -> Html:
    by_name = {level.name: level for level in report.levels}
    rows = []
    for one in report.findings():
        where = NONE
        if len(report.levels) > 1:
            is_everywhere = len(one.levels) == len(report.levels)
            levels = "at both levels" if is_everywhere else f"only with {one.levels[0]}"
            where = PARTS("where", levels=levels)
        rows.append(
            PARTS(
                "finding",
                weight=one.weight,
                words=one.words,
                where=_after_a_space(where),
                games=_games(by_name[one.level], one.shows),
            )
        )
    return PARTS("findings", findings=joined(rows))


def _who_wins(report: Report) -> Html:
    several = len(report.levels) > 1
    by_place, by_seat = [], []
    for place in range(report.seats):
        for level in report.levels:
            of = f", {level.name}" if several else ""
            one, chair = level.order[place], level.chairs[place]
            tone = "" if not one.warning else "up" if one.value > level.par else "down"
            by_place.append(Mark(f"{PLACES[place]}{of}", one.value, one.half, tone))
            seat = f"seat {'ABCDEFGH'[place]}{of}"
            by_seat.append(Mark(seat, chair.value, chair.half, "ghost"))
    par, openers = report.main.par, _openers(report)
    seats = plots.estimates(by_seat, "Share of the win by seat", par, "even", labels=130)
    if not report.main.has_turns:
        return PARTS("who_wins_by_seat", seats=Html(seats), openers=openers)
    title = "Share of the win by place in turns"
    places = plots.estimates(by_place, title, par, "even", labels=130)
    return PARTS("who_wins_by_place", places=Html(places), openers=openers, seats=Html(seats))


def _openers(report: Report) -> Html:
    """Who begins a round, in a game that tells it."""
    known = any(not level.guessed.is_weak for level in report.levels)
    rows = []
    for level in report.levels:
        for one in level.openers:
            row = [f"{one.number}, {level.name}", f"{one.share.n:,}", _share(one.share)]
            beyond = "–" if level.guessed.is_weak else _points(one.beyond)
            rows.append([*row, beyond] if known else row)
    if not rows:
        return NONE
    heads = ["round", "games", "share", *(["beyond"] if known else [])]
    beyond_words = PARTS("openers_beyond") if known else NONE
    table = _table("Who begins a round", heads, rows)
    return PARTS("openers", beyond=_after_a_space(beyond_words), table=table)


# --- how it goes ----------------------------------------------------------------------------------


def _how_it_stood(level: LevelFigures) -> Html:
    standing = level.standing
    marks = [] if standing.is_weak else [(level.decided, "half are decided")]
    title = "Chance of the seat that won, over a game"
    plot = plots.band(openness(standing.curves), title, level.par, marks)
    rolled = f" {len(standing.curves)} games, chances by rollouts." if level.rolled else ""
    weak = PARTS("weak_chances") if standing.is_weak else NONE
    return PARTS("how_it_stood", rolled=rolled, weak=_after_a_space(weak), plot=Html(plot))


def _how_long(level: LevelFigures) -> Html:
    marks = [(median(level.answers), "median"), (est.quantile(level.answers, 0.95), "19 of 20")]
    plot = plots.histogram(level.answers, "Answers in a game", marks)
    commonest = list(level.endings.items())[:MOST_ENDS]
    rows = []
    for name, games in commonest:
        rule = level.game.codec.endings[name].rule
        part = len(games) / len(level.summaries)
        rows.append((f"{name} {rule}".strip(), part, f"{part:.1%}"))
    links = [_link(level, n, name) for name, games in commonest for n in level.example(games)]
    return PARTS(
        "how_long",
        plot=Html(plot),
        endings=Html(plots.bars(rows, "How games end", 200)),
        links=joined(links, ", "),
    )


def _what_to_decide(level: LevelFigures) -> Html:
    some = level.branching[:: max(1, len(level.branching) // MOST_POINTS)]
    marks = [(median(some), "median"), (est.quantile(some, 0.95), "19 of 20")]
    plot = plots.histogram(some, "Allowed answers to a question", marks)
    barred = NONE
    if level.barred:
        costs = [Mark(name, one.value, one.half) for name, one in level.barred.items()]
        title = "Worth of going without an answer"
        drawn = plots.estimates(costs, title, 0.0, "no change", labels=170)
        barred = PARTS("barred", plot=Html(drawn))
    return PARTS("what_to_decide", forced=f"{level.forced:.0%}", plot=Html(plot), barred=barred)


# --- two levels, and variants ---------------------------------------------------------------------


def _side_by_side(report: Report) -> Html:
    levels, has_turns = report.levels, report.main.has_turns
    if len(levels) < 2:
        return NONE
    places = range(report.seats if has_turns else 0)
    rows = [
        [f"share of the {PLACES[p]}", *(_share(one.order[p]) for one in levels)] for p in places
    ]
    for name, figure in SIDE_BY_SIDE.items():
        if has_turns or name != TURNS:
            rows.append([name, *map(figure, levels)])
    rows += _luck_and_skill(levels)
    heads = ["figure", *(level.name for level in levels)]
    return PARTS("side_by_side", table=_table("Levels", heads, rows))


def _luck_and_skill(levels: Sequence[LevelFigures]) -> Iterator[list[str]]:
    """Where they were asked for."""
    if any(one.luck for one in levels):
        yield ["luck: decided by the dice", *(_share(one.luck) for one in levels)]
    skilled = [one for one in levels if one.skill]
    if skilled:
        what = f"skill: points of a seat that plays {skilled[0].other_level}"
        yield [what, *(_points(one.skill) for one in levels)]


TURNS = "turns (median)"
SIDE_BY_SIDE: dict[str, Callable[[LevelFigures], str]] = {
    "answers (median)": lambda one: f"{median(one.answers):.0f}",
    TURNS: lambda one: f"{median(one.turns):.0f}",
    "only one answer": lambda one: f"{one.forced:.1%}",
    "shared wins": lambda one: _share(one.ties),
    "winner ahead by": lambda one: _share(one.margin),
    "decided (median)": lambda one: _known(one, f"{one.decided:.0%}"),
    "comebacks": lambda one: _known(one, _share(one.comebacks)),
    "answers never given": lambda one: str(len(one.dead)),
}


def _variants(level: LevelFigures) -> Html:
    if not level.compared:
        return NONE
    heads = ["figure", "usual"]
    heads += [_variant_head(level, number, one) for number, one in enumerate(level.compared, 1)]
    rows = []
    for row, first in enumerate(level.compared[0].changes):
        if _means_something(level, first):
            changed = [_change(one.changes[row]) for one in level.compared]
            rows.append([first.name, _amount(first.name, first.before), *changed])
    return PARTS(
        "variants",
        saved=_saved(level) if level.has_turns else "",
        places=_places_by_variant(level),
        table=_table("Variants", heads, rows),
    )


def _variant_head(level: LevelFigures, number: int, one: Comparison) -> Html:
    links = [
        PARTS(
            "variant_links",
            usual=_link(level, n, f"game {n}"),
            varied=_link(level, n, "with it", number),
        )
        for n in one.shows
    ]
    options = options_words(level.game, one.options)
    return PARTS(
        "variant_head",
        words=one.words if one.words == options else f"{one.words}: {options}",
        pairs=f"{len(one.summaries):,}",
        games=PARTS("variant_games", links=joined(links, ", ")) if links else NONE,
    )


def _saved(level: LevelFigures) -> str:
    shares = [c.saved for one in level.compared for c in one.changes if _is_share(c)]
    return f" Pairing saved {fmean(shares):.1f} times the games for shares."


def _is_share(one: Change) -> bool:
    return one.name.startswith("share of")


def _means_something(level: LevelFigures, one: Change) -> bool:
    """Whether a figure does: not by turns without turns, nor by chances that know little."""
    if one.name in BY_CHANCES:
        return not level.guessed.is_weak
    return level.has_turns or not (_is_share(one) or one.name == "turns")


def _places_by_variant(level: LevelFigures) -> Html:
    """A plot for each place in the order of turns, if there is one."""
    if not level.has_turns:
        return NONE
    orders = [est.order(one.summaries) for one in level.compared]
    every = [*level.order, *(one for order in orders for one in order)]
    span = min(one.low for one in every), max(one.high for one in every)
    parts = []
    for place in range(level.seats):
        usual = level.order[place]
        marks = [Mark("usual", usual.value, usual.half, "ghost")]
        for one, order in zip(level.compared, orders, strict=True):
            marks.append(Mark(one.words, order[place].value, order[place].half))
        title = f"Share of the {PLACES[place]} by variant"
        plot = plots.estimates(marks, title, level.par, "even", labels=190, span=span)
        parts.append(PARTS("variants_of_place", place=PLACES[place], plot=Html(plot)))
    return PARTS("pair", parts=joined(parts))


def _change(one: Change) -> Html:
    return PARTS(
        "change",
        kind="sure" if one.is_sure else "",
        always=_amount(one.name, one.always),
        text=_signed(f"{_amount(one.name, one.gain, '+')} ± {_amount(one.name, one.half)}"),
    )


def _amount(name: str, value: float, sign: str = "") -> str:
    if name in ("answers", "turns", "changes of the lead"):
        return f"{value:{sign}.1f}"
    return f"{100 * value:{sign}.1f}"


# --- what things are worth ------------------------------------------------------------------------


def _dealt(level: LevelFigures) -> Html:
    if not level.dealt:
        return NONE
    surest = sorted(level.dealt, key=lambda one: -one.errors)[:MOST_ROWS]
    marks = [_dealt_mark(one) for one in sorted(surest, key=lambda one: -one.gain)]
    sure = [one for one in surest if one.is_sure][:MOST_ENDS]
    links = [
        Html(joined([plain(one.name)]) + _games(level, level.example(one.shows))) for one in sure
    ]
    return PARTS(
        "dealt",
        bar=f"{level.bar:.1f}",
        shuffles=SHUFFLES,
        plots=_in_columns(marks, "Worth of what was dealt"),
        games=PARTS("dealt_games", links=joined(links, ", ")) if links else NONE,
    )


def _in_columns(marks: Sequence[Mark], title: str) -> Html:
    """One column or two, of the same span."""
    span = min(m.value - m.half for m in marks), max(m.value + m.half for m in marks)
    half = len(marks) if len(marks) < ONE_COLUMN else (len(marks) + 1) // 2
    halves = [
        plots.estimates(part, title, 0.0, "nothing", labels=DEALT_LABELS, span=span)
        for part in (marks[:half], marks[half:])
        if part
    ]
    return PARTS("pair", parts=joined(PARTS("half", part=Html(one)) for one in halves))


def _dealt_mark(one: ItemWorth) -> Mark:
    tone = "ghost" if not one.is_sure else "up" if one.gain > 0 else "down"
    gain = _signed(f"{100 * one.gain:+.1f} ± {100 * one.half:.1f}")
    note = f"{plain(one.name)}: {gain} points; {one.rate:.0%} of the seats had it"
    label = plots.thing_label(plain(one.name), DEALT_LABELS)
    return Mark(label, one.gain, one.half, tone, note, gain)


def _points_brought(level: LevelFigures) -> Html:
    if not level.booked:
        return NONE
    rows = [
        [
            one.thing or PARTS("bold", text=one.part),
            f"{one.times:.1f}",
            f"{one.points.value:.2f} ± {one.points.half:.2f}",
            f"{one.times * one.points.value:.1f}",
        ]
        for one in level.booked
    ]
    return PARTS("points", table=_table("Points", ["part", "times", "each", "in a game"], rows))


def _used(level: LevelFigures) -> Html:
    rows = []
    for one in sorted(level.used, key=lambda one: -one.rate)[:MOST_ROWS]:
        answer = Html(joined([one.name]) + _games(level, level.example(one.shows)))
        gain = _signed(f"{100 * one.gain:+.0f} ± {100 * one.half:.0f}")
        rows.append([answer, f"{one.rate:.0%}", gain, _beyond(one)])
    if not rows:
        return NONE
    weak = PARTS("chances_know_little") if level.guessed.is_weak else NONE
    table = _table("Answers", ["answer", "seats", "gain", "beyond"], rows)
    return PARTS("used", weak=_after_a_space(weak), table=table)


def _beyond(one: ItemWorth) -> str:
    if one.beyond is None:
        return "–"
    kind = "sure" if abs(one.beyond) > one.beyond_half else ""
    text = f"{_signed(f'{100 * one.beyond:+.0f}')} ± {100 * one.beyond_half:.0f}"
    return PARTS("sure", kind=kind, text=text)


# --- what never happens, and what words mean ------------------------------------------------------


def _what_never_happens(level: LevelFigures) -> Html:
    rows = [[row.name, f"{row.offered:,}", f"{row.given:,}"] for row in level.hardly[:MOST_ROWS]]
    heads = ["answer", "offered", "given"]
    return PARTS(
        "what_never_happens",
        offered=OFFERED,
        hardly=f"{HARDLY:.0%}",
        bots=level.name,
        table=_table("Answers hardly given", heads, rows) if rows else NONE,
        events=_listed(level.never),
        rules=_listed(level.unasked),
        endings=_listed(level.missing_ends),
        news=_listed([plain(one) for one in level.unsaid]),
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_ROWS]) or "none"


def _meaning(level: LevelFigures) -> Html:
    return PARTS(
        "meaning",
        decided=f"{DECIDED:.0%}",
        ahead=f"{AHEAD:.0%}",
        early=f"{EARLY:.0%}",
        before=f"{level.standing.before:.2f}",
        after=f"{level.standing.after:.2f}",
        nothing=f"{level.standing.nothing:.2f}",
        chair=f"{bars.CHAIR:g}",
        very_strong=f"{100 * bars.VERY_STRONG:.0f}",
        strong=f"{100 * bars.STRONG:.0f}",
        offered=OFFERED,
        many_dead=bars.MANY_DEAD,
        beyond=f"{100 * bars.BEYOND:.0f}",
        open_until=f"{bars.OPEN_UNTIL:.0%}",
        comebacks=f"{bars.COMEBACKS:.0%}",
        forced=f"{bars.FORCED:.0%}",
        shared=f"{bars.SHARED:.0%}",
        long_tail=f"{bars.LONG_TAIL:g}",
    )


# --- parts of several sections --------------------------------------------------------------------


def _table(name: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Html:
    """A table that scrolls by itself, also by keyboard."""
    return PARTS(
        "table",
        name=name,
        heads=joined(PARTS("head", cell=one) for one in heads),
        rows=joined(
            PARTS("row", cells=joined(PARTS("cell", cell=one) for one in row)) for row in rows
        ),
    )


def _games(level: LevelFigures, shows: Sequence[int]) -> Html:
    """Links to records, behind what they show."""
    if not shows:
        return NONE
    links = joined([_link(level, n, f"game {n}") for n in shows], ", ")
    return _after_a_space(PARTS("games", links=links))


def _link(level: LevelFigures, number: int, text: str, variant: int = 0) -> Html:
    return PARTS("link", file=record_name(level, number, variant), text=text)


def _after_a_space(part: Html) -> Html:
    return Html(f" {part}") if part else NONE


def _share(one: Estimate | None) -> str:
    return "–" if one is None else f"{100 * one.value:.1f} ± {100 * one.half:.1f} %"


def _points(one: Estimate | None) -> str:
    return "–" if one is None else _signed(f"{100 * one.value:+.1f} ± {100 * one.half:.1f}")


def _signed(number: str) -> str:
    """With a minus that is as wide as a plus."""
    return number.replace("-", "−")


def _known(level: LevelFigures, text: str) -> str:
    return "?" if level.standing.is_weak else text
