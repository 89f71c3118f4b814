"""Which build of the rules runs: plain Python, or compiled by mypyc."""

from importlib.util import find_spec


def is_compiled() -> bool:
    """Whether an import of the rules finds a shared library; nothing heavy is loaded to know."""
    spec = find_spec("trivet.core.state")
    return spec is not None and not (spec.origin or "").endswith(".py")


def build_words() -> str:
    return "compiled rules (mypyc)" if is_compiled() else "plain Python rules"
