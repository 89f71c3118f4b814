"""What compiles the rules for a page is found where it is, and nothing else is taken for it."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

SITE = Path(__file__).parents[2] / "tools/site"


@pytest.fixture
def toolchain(tmp_path, monkeypatch):
    """tools/site/toolchain.py, with folders of its own, on a machine without Python's headers."""
    spec = importlib.util.spec_from_file_location("site_toolchain", SITE / "toolchain.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, place in {"TOOLS": "", "INCLUDE": "include", "ZIG": "zig", "STAMP": "stamp"}.items():
        monkeypatch.setattr(module, name, tmp_path / "tools" / place)
    monkeypatch.setattr(module, "said", lambda *command, **more: "")
    monkeypatch.delenv("TRIVET_PYTHON_HEADERS", raising=False)
    monkeypatch.setattr(
        module, "settings_of_page", lambda: {"VERSION": "3.14", "SIZEOF_LONG": 4, "HAVE_X": 0}
    )
    return module


def headers(folder, minor, inner="pycore_object.h"):
    (folder / "internal").mkdir(parents=True)
    level = f"#define PY_MAJOR_VERSION\t3\n#define PY_MINOR_VERSION\t{minor}\n"
    (folder / "patchlevel.h").write_text(level)
    (folder / "pyconfig.h").write_text("#define SIZEOF_LONG 8\n")
    (folder / "internal" / inner).touch()
    return folder


def test_headers_of_another_version_are_refused(toolchain, tmp_path):
    assert toolchain.of_version(headers(tmp_path / "right", 14), "3.14") == tmp_path / "right"
    assert toolchain.of_version(headers(tmp_path / "older", 13), "3.14") is None
    assert toolchain.of_version(headers(tmp_path / "part", 14, "other.h"), "3.14") is None
    assert toolchain.of_version(tmp_path / "nowhere", "3.14") is None


def test_headers_get_the_settings_of_the_page_s_python(toolchain, tmp_path, monkeypatch):
    monkeypatch.setenv("TRIVET_PYTHON_HEADERS", str(headers(tmp_path / "mine", 14)))
    monkeypatch.setattr(toolchain, "add_zig", lambda: None)
    monkeypatch.setattr(toolchain, "wanted", lambda: "these")
    toolchain.fetch()
    assert (toolchain.INCLUDE / "pyconfig.h").read_text() == "#define SIZEOF_LONG 4\n"
    assert toolchain.STAMP.read_text() == "these"


def test_without_headers_it_is_said_and_nothing_is_ready(toolchain):
    with pytest.raises(toolchain.NoToolchain, match="no C headers of Python"):
        toolchain.fetch()
    assert not toolchain.is_ready()


def test_a_site_of_plain_rules_can_be_asked_for():
    words = (sys.executable, "-P", SITE / "toolchain.py")
    env = {"TRIVET_PURE": "1", "PATH": ""}
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 77
    assert "plain rules" in done.stderr
