"""Which build of the rules runs: plain Python, or compiled by mypyc."""

from importlib.util import find_spec


def is_compiled() -> bool:
    """Whether the rules would be imported from a shared library; nothing is imported to tell."""
    spec = find_spec("trivet.core.state")
    return spec is not None and not (spec.origin or "").endswith(".py")


def build_words() -> str:
    return "compiled rules (mypyc)" if is_compiled() else "plain Python rules"
