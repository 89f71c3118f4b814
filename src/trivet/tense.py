"""The sentences of news, which are in the past tense, told of what is still to come."""

import re

VERBS = {
    "began": "begin", "bid": "bid", "built": "build", "came": "come", "captured": "capture",
    "chose": "choose", "claimed": "claim", "committed": "commit", "counted": "count",
    "became": "become", "declared": "declare", "discarded": "discard", "doubled": "double",
    "drew": "draw", "earned": "earn", "ended": "end", "finished": "finish", "founded": "found",
    "gave": "give", "got": "get", "had": "have", "kept": "keep", "laid": "lay", "left": "leave",
    "let": "let",
    "looked": "look", "lost": "lose", "made": "make", "moved": "move", "paid": "pay",
    "passed": "pass", "picked": "pick", "placed": "place", "played": "play", "put": "put",
    "saw": "see", "scored": "score", "set": "set", "shared": "share", "showed": "show",
    "shuffled": "shuffle", "skipped": "skip", "sold": "sell", "spent": "spend",
    "stayed": "stay", "survived": "survive", "took": "take", "turned": "turn", "used": "use",
    "was": "be", "went": "go", "were": "be", "won": "win",
}  # fmt: skip
PARTS = re.compile(r"(?<=[.;:]) ")
WORDS = re.compile(r"(?<![\w(])[a-z]+\b")
NO_VERB = ("who ", "is ")
GOES_ON = ("and ", ", ")  # before a further verb of the same subject


def ahead(line: str) -> str:
    """The line in the future tense: "You will move to e6 and build a module."."""
    return " ".join(map(_part, PARTS.split(line)))


def _part(part: str) -> str:
    said, at, first = "", 0, ""
    for found in WORDS.finditer(part):
        word, before = found[0], part[: found.start()]
        if word not in VERBS or before.endswith(NO_VERB):
            continue
        will = not first or VERBS[word] == "be"
        if not will and (VERBS[first] == "be" or not before.endswith(GOES_ON)):
            continue  # a participle, or an adjective
        first = first or word
        said += part[at : found.start()] + ("will " if will else "") + VERBS[word]
        at = found.end()
    return said + part[at:]
