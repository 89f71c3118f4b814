"""Calls by a webhook of Discord, or of a host that the operator names."""

import json
from collections.abc import Collection
from urllib.parse import urlsplit

from trivet.server.process import outgoing

HOSTS = frozenset({"discord.com", "discordapp.com"})
PATH = "/api/webhooks/"


def why_not(address: str, own: Collection[str] = ()) -> str:
    """Why this webhook is not called; empty if it is."""
    if reason := outgoing.why_not(address, HOSTS, own):
        return reason
    where = urlsplit(address)
    if f"{where.scheme}://{where.netloc}" not in own and not where.path.startswith(PATH):
        return "This is not the address of a webhook."
    return ""


def send(address: str, words: str, link: str, own: Collection[str] = ()) -> int:
    """Say it there; the status of the reply."""
    body = json.dumps({"content": f"{words} {link}", "allowed_mentions": {"parse": []}})
    return outgoing.post(address, body.encode(), {"Content-Type": "application/json"}, own)
