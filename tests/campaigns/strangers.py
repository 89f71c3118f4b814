"""Hostile strings as names, lines of chat and titles of tables."""

from itertools import product
from typing import Any

from campaigns.manners import calm, owe
from campaigns.visitor import Visitor, Visits
from trivet.core.game import Game

MANY = 200
LISTED = 50  # tables in a lobby
REFUSED = "status of 422"  # the browser's message about a refused name
SPELLS = ("window.hit=1", "alert(1)", "document.title='hit'", "fetch('//x.test')")
WRAPS = (
    "<script>{}</script>", "<img src=x onerror={}>", "<svg/onload={}>", "'\"><svg onload={}>",
    "javascript:{}", "<a href=\"javascript:{}\">x</a>", "<iframe srcdoc='<script>{}</script>'>",
    "<body onload={}>", "<input autofocus onfocus={}>", "<details open ontoggle={}>",
    "</title><script>{}</script>", "</textarea><img src=x onerror={}>", "-->{}<!--",
    "<style>@import '{}'</style>", "<div style=\"background:url(javascript:{})\">",
    "${{{}}}", "{{{{{}}}}}", "{{{{constructor.constructor('{}')()}}}}", "`${{{}}}`", "#{{{}}}",
    "<math><mi xlink:href=\"data:x,{}\">", "<object data='data:text/html,{}'>",
    "<form action=javascript:{}><button>", "\\\"-{}-\\\"", "';{};//", "\");{};//",
    "{{@html {}}}", "<use href=\"data:image/svg+xml,{}#x\">", "<b onclick={}>bold</b>",
    "&lt;script&gt;{}&lt;/script&gt;", "%3Cscript%3E{}%3C/script%3E", "\\u003cscript\\u003e{}",
)  # fmt: skip
ODD = (
    "\u202egnp.exe", "a\u0000b", "\ud83d\ude00" * 6, "Z\u0300\u0301\u0302\u0303\u0304algo",
    "%00%0d%0aSet-Cookie:a=b", "../../etc/passwd", "'; DROP TABLE rooms; --", "%s%n%x", "NaN",
    "null", "undefined", "true", "0", "-1", "1e999", "[object Object]", "__proto__", "constructor",
    "\uff1cscript\uff1e", "\u2028line", "\u200bzero", "\ufeffbom", "سلام", "שלום", "A" * 500,
    "&amp;&lt;&#60;", "<", ">", "\"", "'", "`", "\\", "${}", "{}", "{{}}", "<!--", "]]>",
    "<![CDATA[",
)  # fmt: skip


def hostile_texts() -> list[str]:
    """MANY different hostile strings."""
    spelt = [wrap.format(spell) for spell, wrap in product(SPELLS, WRAPS)]
    made = list(dict.fromkeys([*ODD, *spelt]))
    doubled = [f"{one}{other}" for one, other in zip(spelt, spelt[7:], strict=False)]
    return list(dict.fromkeys([*made, *doubled]))[:MANY]


def shows_literally(visit: Visits, game: Game[Any], texts: list[str]) -> None:
    """The page shows what the server keeps of names, chat and titles literally, as text."""
    guest, stranger = visit(), visit()
    for one in (guest, stranger):
        one.page.add_init_script(WATCH)
    bots = ["", "", *["random"] * (game.fewest - 2)]
    address = guest.open_table(game=game.name, bots=bots, title=texts[0])
    guest.page.goto(address)
    guest.page.get_by_role("tab", name="Chat").click()
    stranger.page.goto(address)
    stranger.page.get_by_role("button", name="Sit here").click()
    stranger.page.get_by_role("button", name="I am ready").wait_for()
    _names(guest, stranger, texts)
    _lines(guest, stranger, texts)
    _titles(guest, stranger, game, texts)
    for one in (guest, stranger):
        owe(one.page.evaluate("window.hit === undefined"), "something ran")
        owe(one.page.evaluate("window.reports") == [], "the policy of the page was broken")
    stranger.troubles = [one for one in stranger.troubles if REFUSED not in one]
    calm(guest, stranger)


def _titles(guest: Visitor, stranger: Visitor, game: Game[Any], texts: list[str]) -> None:
    """Open tables with these titles, as many at a time as a lobby lists."""
    for first in range(0, len(texts), LISTED):
        for text in texts[first : first + LISTED]:
            stranger.open_table(game=game.name, title=text, sit=False)
        guest.page.goto("/")
        lobby = guest.page.request.get("/api/lobby").json()
        kept = [table["title"] for table in lobby["open"] if table["title"]]
        owe(kept, "no table has a title")
        for title in kept:
            guest.page.wait_for_function(CONTAINS, arg=["main", title])


def _names(guest: Visitor, stranger: Visitor, texts: list[str]) -> None:
    for text in texts:
        name = stranger.page.evaluate(RENAME, text)
        if name is not None:
            guest.page.wait_for_function(CONTAINS, arg=[".seats", name])


def _lines(guest: Visitor, stranger: Visitor, texts: list[str]) -> None:
    stranger.page.get_by_role("tab", name="Chat").click()
    line = stranger.page.get_by_label("Say something")
    said = 0
    for text in texts:
        line.fill(text)
        line.press("Enter")
    guest.wait(lambda: len(guest.lines) >= len(texts) // 2, "the lines arrive")
    for one in (guest, stranger):
        one.page.wait_for_timeout(200)
        for text in guest.lines:
            one.page.wait_for_function(CONTAINS, arg=["[role=log]", text])
        said += len(guest.lines)
    owe(said, "nothing was said")


WATCH = """window.reports = [];
addEventListener('securitypolicyviolation', one => window.reports.push(one.violatedDirective));"""
CONTAINS = "([where, text]) => document.querySelector(where)?.textContent.includes(text)"
RENAME = """async (name) => {
  const reply = await fetch('/api/me', {method: 'POST', body: JSON.stringify({name})});
  return reply.ok ? (await reply.json()).name : null;
}"""
