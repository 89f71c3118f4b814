"""Archives are unpacked on every Python, and nothing of them lands outside."""

import io
import tarfile

import pytest

from trivet.lab.archives import unpack

pytestmark = pytest.mark.filterwarnings("ignore:Python 3.14 will:DeprecationWarning")


@pytest.fixture(params=["filters", "no filters"])
def python(request, monkeypatch):
    """This Python; and one before 3.11.4, as Debian 12 has, which knows no filters."""
    if request.param == "no filters":
        monkeypatch.delattr(tarfile, "data_filter", raising=False)
        monkeypatch.delattr(tarfile.TarFile, "extractall")
    elif not hasattr(tarfile, "data_filter"):
        pytest.skip("this Python has no filters")


def archive(*members):
    """Of files with their text, or links with where they lead."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as file:
        for name, kind, content in members:
            info = tarfile.TarInfo(name)
            info.type, info.mode = kind, 0o4777
            if kind == tarfile.REGTYPE:
                info.size = len(content)
                file.addfile(info, io.BytesIO(content))
            else:
                info.linkname = content
                file.addfile(info)
    whole.seek(0)
    return tarfile.open(fileobj=whole)


@pytest.mark.usefixtures("python")
def test_files_and_links_are_unpacked(tmp_path):
    """Python 3.11.2 stopped here: `extractall` took no filter."""
    members = [
        ("a/b.txt", tarfile.REGTYPE, b"text"),
        ("a/c.txt", tarfile.SYMTYPE, "b.txt"),
        ("d.txt", tarfile.LNKTYPE, "a/b.txt"),
    ]
    with archive(*members) as file:
        unpack(file, tmp_path)
    for name in ("a/b.txt", "a/c.txt", "d.txt"):
        assert (tmp_path / name).read_bytes() == b"text"
    assert (tmp_path / "a/b.txt").stat().st_mode & 0o7022 == 0


@pytest.mark.usefixtures("python")
@pytest.mark.parametrize(
    "members",
    [
        [("../out", tarfile.REGTYPE, b"text")],
        [("out", tarfile.SYMTYPE, "/etc")],
        [("out", tarfile.SYMTYPE, ".."), ("out/x", tarfile.REGTYPE, b"text")],
        [("a", tarfile.LNKTYPE, "../other")],
        [("a", tarfile.FIFOTYPE, "")],
    ],
    ids=["a file", "an absolute link", "through a link", "a hard link", "a pipe"],
)
def test_what_leads_out_of_the_folder_is_refused(members, tmp_path):
    (tmp_path / "other").write_text("other")
    with archive(*members) as file, pytest.raises(tarfile.TarError):
        unpack(file, tmp_path / "folder")
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "x").exists()
