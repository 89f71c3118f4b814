"""`trivet --completion SHELL`: a script by which a shell completes commands, options and games.

It is made from the argument parsers, so that it knows what they know.
"""

import argparse
import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from trivet.bots.levels import LEVELS
from trivet.catalogue import GAMES

BY_METAVAR = {"GAME": tuple(GAMES), "LEVEL": LEVELS, "LEVEL,...": LEVELS, "LEVEL[,LEVEL]": LEVELS}


class Word(NamedTuple):
    """A word that can be typed, and what it means."""

    text: str
    help: str


class Flag(NamedTuple):
    """An option of a command, under all of its names."""

    names: tuple[str, ...]
    help: str
    values: tuple[str, ...]
    takes_value: bool


class Place(NamedTuple):
    """Where one can be on the command line: after `trivet`, or after `trivet lab bench`."""

    path: str
    words: list[Word]
    flags: list[Flag]


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    places = list(places_of("trivet", parser))
    return "\n".join(WRITERS[shell](places)) + "\n"


def places_of(path: str, parser: argparse.ArgumentParser) -> Iterator[Place]:
    """This command and all below it, each with what can be typed there."""
    if hasattr(parser, "filled"):  # its arguments are added when they are wanted
        parser = parser.filled()
    words, flags, below = list[Word](), list[Flag](), dict[str, argparse.ArgumentParser]()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            words += [Word(one.dest, one.help or "") for one in action._choices_actions]
            below |= {word.text: action.choices[word.text] for word in words}
        elif action.option_strings:
            takes = action.nargs != 0
            flags.append(Flag(tuple(action.option_strings), _help(action), _values(action), takes))
        else:
            words += [Word(value, "") for value in _values(action)]
    yield Place(path, words, flags)
    for name, command in below.items():
        yield from places_of(f"{path} {name}", command)


def _values(action: argparse.Action) -> tuple[str, ...]:
    if action.choices is not None:
        return tuple(str(choice) for choice in action.choices)
    return BY_METAVAR.get(action.metavar if isinstance(action.metavar, str) else "", ())


def _help(action: argparse.Action) -> str:
    return (action.help or "") % {"default": action.default, "prog": "trivet"}


# --- bash -----------------------------------------------------------------------------------------


def bash(places: Sequence[Place]) -> Iterator[str]:
    yield "# bash completion of trivet: source this file, or put it into"
    yield "# ~/.local/share/bash-completion/completions/trivet"
    yield "_trivet() {"
    yield '    local word words="" at=trivet current=${COMP_WORDS[COMP_CWORD]}'
    yield "    COMPREPLY=()"
    yield '    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do'
    yield from _walk(places, "        ")
    yield "    done"
    yield '    case "$at ${COMP_WORDS[COMP_CWORD-1]}" in'
    for places_named, values in _options_with_values(places):
        patterns = "|".join(shlex.quote(one) for one in places_named)
        yield f"        {patterns}) words={shlex.quote(' '.join(values))} ;;"
    yield '        *) case "$at" in'
    for place in places:
        names = [name for flag in place.flags for name in flag.names]
        texts = [word.text for word in place.words]
        yield f"            {shlex.quote(place.path)})"
        yield f"                words={shlex.quote(' '.join(texts))}"
        yield f"                [[ $current != -* ]] || words={shlex.quote(' '.join(names))} ;;"
    yield "        esac ;;"
    yield "    esac"
    yield '    COMPREPLY=($(compgen -W "$words" -- "$current"))'  # no word has blanks
    yield "}"
    yield "complete -o default -F _trivet trivet"


def _walk(places: Sequence[Place], indent: str) -> Iterator[str]:
    """The case by which a shell goes from one place to the next, word by word."""
    paths = "|".join(shlex.quote(place.path) for place in places[1:])
    yield f'{indent}case "$at $word" in'
    yield f'{indent}    {paths}) at="$at $word" ;;'
    yield f"{indent}esac"


def _options_with_values(
    places: Sequence[Place],
) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    """What is typed before a value, "trivet play --bot", with the values if they are known."""
    for place in places:
        for flag in place.flags:
            if flag.takes_value:
                yield [f"{place.path} {name}" for name in flag.names], flag.values


# --- zsh ------------------------------------------------------------------------------------------


def zsh(places: Sequence[Place]) -> Iterator[str]:
    yield "#compdef trivet"
    yield "# zsh completion of trivet: put this file as _trivet into a folder of $fpath"
    yield "_trivet() {"
    yield "    local word at=trivet"
    yield "    local -a found"
    yield '    for word in "${(@)words[2,CURRENT-1]}"; do'
    yield from _walk(places, "        ")
    yield "    done"
    yield '    case "$at ${words[CURRENT-1]}" in'
    for places_named, values in _options_with_values(places):
        patterns = "|".join(shlex.quote(one) for one in places_named)
        if values:
            yield f"        {patterns}) compadd -- {shlex.join(values)}; return ;;"
        else:
            yield f"        {patterns}) _files; return ;;"
    yield "    esac"
    yield '    case "$at" in'
    for place in places:
        flags = [Word(name, flag.help) for flag in place.flags for name in flag.names]
        yield f"        {shlex.quote(place.path)})"
        yield f"            found=({' '.join(map(_described, place.words))})"
        yield f"            [[ $PREFIX != -* ]] || found=({' '.join(map(_described, flags))}) ;;"
    yield "    esac"
    yield "    if (( $#found )); then _describe trivet found; else _files; fi"
    yield "}"
    yield 'if [[ $funcstack[1] == _trivet ]]; then _trivet "$@"; else compdef _trivet trivet; fi'


def _described(word: Word) -> str:
    text = word.text.replace(":", "\\:")
    return shlex.quote(f"{text}:{word.help}" if word.help else text)


# --- fish -----------------------------------------------------------------------------------------


def fish(places: Sequence[Place]) -> Iterator[str]:
    yield "# fish completion of trivet: put this file into ~/.config/fish/completions/trivet.fish"
    yield "function __trivet_at"
    yield "    set -l at trivet"
    yield "    for word in (commandline -opc)[2..-1]"
    yield '        switch "$at $word"'
    yield f"            case {shlex.join(place.path for place in places[1:])}"
    yield '                set at "$at $word"'
    yield "        end"
    yield "    end"
    yield '    test "$at" = "$argv[1]"'
    yield "end"
    for place in places:
        start = f"complete -c trivet -n '__trivet_at \"{place.path}\"'"
        for word in place.words:
            yield f"{start} -f -a {shlex.quote(word.text)} -d {_fish(word.help)}"
        for flag in place.flags:
            names = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                for name in flag.names
            )
            takes = ""
            if flag.takes_value:
                takes = f" -x -a {_fish(' '.join(flag.values))}" if flag.values else " -r"
            yield f"{start} {names}{takes} -d {_fish(flag.help)}"


def _fish(text: str) -> str:
    """A string in single quotes, as fish reads them."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


WRITERS: dict[str, Callable[[Sequence[Place]], Iterator[str]]] = {
    "bash": bash,
    "zsh": zsh,
    "fish": fish,
}
