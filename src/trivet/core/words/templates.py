"""Templates: sentences, notation and touches with marks for values.

{cell}       the notation of a value
{piece.a}    one of its forms: "an Aura"
a blank      in notation: written; a player may leave it out
( ... )      in notation: written without the brackets; a player may leave it out
[ ... ]      in sentences and touches: left out when a field in it is empty
_            in touches: a blank within one thing, as in "hand:Rock_Quarry"
<did|will>   in news: what is said afterwards, and what is said before it happens
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from trivet.core.words.values import Value


class Cases(NamedTuple):
    """Several templates, and a function that picks one; each is translated separately."""

    pick: Callable[..., str]
    templates: Mapping[str, str]


Template = str | Cases


def chosen(template: Template, *about: Any) -> str:
    return template if isinstance(template, str) else template.templates[template.pick(*about)]


@cache
def _clauses(template: str) -> list[tuple[str, list[str]]]:
    """The parts of a template in order; a part in brackets comes with the fields it needs."""
    parts = re.split(r"\[([^\]]*)\]", template)
    return [
        (part, re.findall(r"\{([\w.]+)", part) if n % 2 else []) for n, part in enumerate(parts)
    ]


def _is_there(field: str, found: Mapping[str, Value]) -> bool:
    name, _, form = field.partition(".")
    return bool(found[name]) and bool(getattr(found[name], form) if form else True)


def filled(template: str, found: Mapping[str, Value]) -> str:
    """The template with its values; a part in brackets is dropped if a field in it is empty."""
    if "[" not in template:
        return template.format_map(found)
    parts = [part for part, needs in _clauses(template) if all(_is_there(f, found) for f in needs)]
    return "".join(parts).format_map(found)


def in_tense(template: Template, tense: str) -> Template:
    """The template with one side of each mark "<placed|will place>": PAST or FUTURE."""
    if isinstance(template, str):
        return TENSES.sub(tense, template)
    return Cases(
        template.pick, {case: TENSES.sub(tense, text) for case, text in template.templates.items()}
    )


def without_asides(template: Template) -> Template:
    """The template without its parentheses."""
    if isinstance(template, str):
        return ASIDE.sub("", template)
    return Cases(
        template.pick,
        {case: str(without_asides(text)) for case, text in template.templates.items()},
    )


TENSES, PAST, FUTURE = re.compile(r"<([^<>|]*)\|([^<>|]*)>"), r"\1", r"\2"
ASIDE = re.compile(r"\[ \([^()\[\]]*\)\]| \([^()]*\)")  # what a short line leaves out
FIRST_FIELD = re.compile(r"\{(\w+)")


@cache
def fields_of(template: str) -> frozenset[str]:
    """The fields that a template names."""
    return frozenset(re.findall(r"\{(\w+)", template))


@cache
def first_field(template: str) -> str:
    """The field that a template begins with; empty if it begins otherwise."""
    match = FIRST_FIELD.match(template)
    return match[1] if match else ""


def texts(key: str, template: Template) -> Iterator[tuple[str, str]]:
    """Every sentence of a template with its key, for a translation."""
    if isinstance(template, str):
        if template:
            yield key, template
        return
    for case, text in template.templates.items():
        yield f"{key}.{case}", text
