"""What a server stores of its players and for how long, in words for them: a page of each server
with its own lifetimes, and docs/what-is-stored.md with the usual ones.

    python -m trivet.server.http.what_is_stored > docs/what-is-stored.md
"""

import re
from html import escape

from trivet.server.process.logs import FILE_SIZE, FILES
from trivet.server.rooms.sessions import DAY, YEAR
from trivet.server.store.lifetimes import USUAL, Lifetimes

TEXT = """
# What is stored

There are no passwords, and nobody needs an account. The server hands nothing on, counts no visits
and shows no advertisements. What it stores is what tables need.

## On the server

| what | for how long |
|---|---|
| Your name, and a random number that stands for you | as long as a table of yours; without one {guest} days |
| A hash of the cookie by which your browser is known | {session} days after your latest visit |
| If you keep your name: since when, the name in addresses, public halves of your passkeys, a hash of your recovery code | until you erase it, or do not come for {kept} days |
| If you are called when it is your turn: the address that your browser gave for it with its keys, or of your webhook, your quiet hours and time zone | until you remove it, or your browser does |
| Tables where you are to be called, since when | until you come, or the turn is over |
| A hash of the address of your calendar | until you make another one |
| A hash of a link to another device | 10 minutes |
| A keyed hash of the address from which a wrong recovery code came | an hour, or until the next one |
| Tables that never began: title, options, who sits there | {open} days after the latest change |
| Games in play: every answer, the dice, what each seat holds | until they end; without a clock {left} days after the latest answer |
| Finished games: names, every answer, dice, result, win chances | {finished} days after the end; step by step, as they were played, {log} days |
| Chat, with who wrote it | {chat} days after the end of the game |
| Bans and mutes, with the reason | until they end |
| Your network address | not at all, unless the host bans it, and then until the ban ends; limits need it in memory while you are here and for some minutes |
| A log of what the server did: times and faults, without names, addresses, answers or links | the latest {megabytes} MB |

## Who sees it

People who sit or watch at a table see its names, answers and chat. What a seat holds in secret is
sent to that seat alone until the game is over. A call goes, sealed, through the push service of
your browser's maker: it says which table waits. Then everybody with the link sees the whole game.

The host, who runs the server, can read all of it, hidden hands and chat included, and may keep
more: addresses in the log of a proxy, and backups, in which all stays until they are deleted.

## In your browser

The cookie that makes you the same person at your next visit; no other site gets it. Your settings,
the tables that you set up last, and numbers that check the dice of your games. Invitations, and
which lines of chat you hid, until the page is closed.

## How to get it, and how to get rid of it

Settings lists where you are logged in, and logs out. Then, or once you delete the data of this
site in your browser, the server does not know you any more; what it has goes at the times above.

Settings also gives you all that is stored about you, as a file, and erases you: your name, your
number and your chat are taken out of every table and game. Games stay, with “Somebody” in your
place. Copies of a game that others have made are out of reach. The host can do both for you.
"""  # noqa: E501
NOTE = (
    "*Settings* leads to this page on every server, at `/stored`, with the times of that server. "
    "Here are the usual ones."
)
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>What is stored</title>
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark }
body { font: 17px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse }
td { border-top: 1px solid; padding: .4rem .8rem .4rem 0; vertical-align: top }
</style>
"""
FOOT = '<p><a href="/">Back to lobby</a></p></html>\n'


def page(lifetimes: Lifetimes) -> str:
    """The page of a server, in HTML."""
    return HEAD + "\n".join(map(_in_html, _blocks(lifetimes))) + FOOT


def markdown(lifetimes: Lifetimes) -> str:
    """The same for the docs."""
    title, *others = _blocks(lifetimes)
    return "\n\n".join([title, NOTE, *others]) + "\n"


def _blocks(lifetimes: Lifetimes) -> list[str]:
    megabytes = FILE_SIZE * (FILES + 1) // 1_000_000
    filled = TEXT.format(**lifetimes._asdict(), session=YEAR // DAY, megabytes=megabytes)
    return filled.strip().split("\n\n")


def _in_html(block: str) -> str:
    text = escape(block)
    if heading := re.fullmatch("(#+) (.*)", text):
        level = len(heading[1])
        return f"<h{level}>{heading[2]}</h{level}>"
    if text.startswith("| "):
        _, _, *rows = text.splitlines()  # without the headings, which say nothing new
        cells = (row.strip("| ").split(" | ") for row in rows)
        return f"<table>{''.join(f'<tr><td>{what}<td>{long}' for what, long in cells)}</table>"
    return f"<p>{text}</p>"


if __name__ == "__main__":
    print(markdown(USUAL), end="")
