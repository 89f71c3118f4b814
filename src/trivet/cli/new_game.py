"""`trivet new-game`: writes a whole small game, to be made into another one."""

import argparse
import keyword
import re
import sys
from pathlib import Path

from trivet.cli.arguments import TRIVET, BadInput

TEMPLATE = Path(__file__).parents[1] / "scaffold"
SUFFIX = ".txt"  # of all its files: they are not modules of trivet


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="a word of lower-case letters, as 'liars'")
    parser.add_argument("--title", help="as printed (default: from the name)")
    parser.add_argument("--prefix", help="of its rules' numbers (default: from the name)")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="where to (default: ./NAME)")


def run(args: argparse.Namespace) -> int:
    words = wording(args.name, args.title, args.prefix)
    folder = args.folder or Path(args.name)
    if folder.exists() and any(folder.iterdir() if folder.is_dir() else [folder]):
        raise BadInput(f"There is something at {folder} already; nothing was written.")
    write(folder, words)
    place = f"{folder / args.name / 'game.py'}:{words['NewGame']}"
    print(f"A whole small game is in {folder}. Make it yours, beginning with rules.md.")
    print(f"  {TRIVET} lab check {place}")
    print(f"  {TRIVET} play {place}")
    print(f"  {TRIVET} serve --open --game {place}")
    return 0


def wording(name: str, title: str | None, prefix: str | None) -> dict[str, str]:
    """What is written instead of the words of the template, longest first."""
    expect_module_name(name)
    title = title or " ".join(word.capitalize() for word in name.split("_") if word)
    if not re.fullmatch("[A-Za-z][A-Za-z0-9' -]{1,40}", title):
        raise BadInput(f"'{title}' is not a title: use letters, digits and blanks.")
    prefix = (prefix or re.sub("[^a-z]", "", name)[:3]).upper()
    if not re.fullmatch("[A-Z]{2,5}", prefix) or prefix == "HOUSE":
        raise BadInput(f"'{prefix}' is not a prefix: use two to five letters.")
    stem = "".join(word.capitalize() for word in name.split("_"))
    return {
        "NewStrategy": f"{stem}Strategy",
        "NewState": f"{stem}State",
        "New Game": title,
        "NewGame": f"{stem}Game",
        "newgame": name,
        '"NEW"': f'"{prefix}"',
        "NEW-": f"{prefix}-",
        "new_": f"{prefix.lower()}_",
    }


def expect_module_name(name: str) -> None:
    if not re.fullmatch("[a-z][a-z0-9_]{1,30}", name) or keyword.iskeyword(name):
        raise BadInput(f"'{name}' is not a name: use lower-case letters, digits and _.")
    if name in sys.stdlib_module_names or name in ("trivet", "tests"):
        raise BadInput(f"'{name}' is the name of a Python module already; take another one.")


def write(folder: Path, words: dict[str, str]) -> None:
    for source in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        path = folder / reworded(str(source.relative_to(TEMPLATE)), words).removesuffix(SUFFIX)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(reworded(source.read_text(encoding="utf-8"), words), encoding="utf-8")


def reworded(text: str, words: dict[str, str]) -> str:
    every = re.compile("|".join(map(re.escape, words)))
    return every.sub(lambda found: words[found[0]], text)
