"""`trivet mcp`: serves the games to a language model, on standard input and output."""

import argparse

from trivet.cli.arguments import BadInput


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "A client starts this command by itself: name it in the client's settings."


def run(args: argparse.Namespace) -> int:
    try:
        from trivet.adapters.mcp import server
    except ModuleNotFoundError as missing:
        if missing.name and missing.name.startswith("trivet"):
            raise
        raise BadInput("This needs the MCP SDK: pip install 'trivet[mcp]'.") from None
    server().run()
    return 0
