"""Where the files of a person are kept: in $TRIVET_HOME, or in their data folder (XDG)."""

import os
from pathlib import Path


def home() -> Path:
    own = os.environ.get("TRIVET_HOME")
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return (Path(own) if own else Path(data, "trivet")).expanduser().absolute()
