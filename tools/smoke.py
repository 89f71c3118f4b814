"""Try an installed Trivet: rules, bots, rulebooks, page and a table.  smoke.py [--compiled]

Standard library and Trivet only.  Prints one line, or fails.
"""

import subprocess
import sys
import tempfile
from urllib.request import urlopen

import trivet
from trivet import art, rulebook
from trivet.client import Client
from trivet.core import state


def main(words: list[str]) -> None:
    is_compiled = not (state.__file__ or "").endswith(".py")
    if "--compiled" in words and not is_compiled:
        raise SystemExit("the rules are not compiled")
    for name in trivet.all_games():
        s, dice = trivet.new(name), trivet.Dice(1)
        while not s.is_over():
            s.apply(s.turn, s.sample(s.turn, dice))
        if not rulebook.read(name).rules or not art.faces(name):
            raise SystemExit(f"{name} has no rulebook or no drawings")
    served()
    build, games = "compiled" if is_compiled else "plain", len(trivet.all_games())
    print(f"trivet {trivet.__version__}, {build}: {games} games, page and table work")


def served() -> None:
    """Start a server, open its page, play a whole game against a bot."""
    command = [sys.executable, "-P", "-m", "trivet", "serve", "--port", "0", "--bot-delay", "0"]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = subprocess.Popen([*command, "--data", folder], stdout=subprocess.PIPE, text=True)
        try:
            line = server.stdout.readline() if server.stdout else ""
            address = line.split(" at ")[1].split()[0].rstrip("/")
            page = urlopen(f"{address}/").read().decode()
            if '<script type="module"' not in page:
                raise SystemExit("the page is missing")
            client = Client(address)
            with client.enter(client.open_room("sovereign", bots=["", "greedy"], start=True)) as it:
                while ask := it.question():
                    it.answer(ask.options[0].text)
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main(sys.argv[1:])
