"""Archives are unpacked so that nothing lands outside of the folder."""

import tarfile
from pathlib import Path


def unpack(archive: tarfile.TarFile, folder: Path) -> None:
    if hasattr(tarfile, "data_filter"):  # Python 3.11.0 to 3.11.3 have no filters
        archive.extractall(folder, filter="data")
        return
    for member in archive:
        _check(member, folder)
        member.mode &= 0o755
        archive.extract(member, folder)


def _check(member: tarfile.TarInfo, folder: Path) -> None:
    """Refuse what leads out of the folder, and what is neither a file, a folder nor a link."""
    if not (member.isfile() or member.isdir() or member.issym() or member.islnk()):
        raise tarfile.ExtractError(f"{member.name} is not a file")
    top = folder.resolve()
    ends = [top / member.name]
    if member.issym():
        ends.append((top / member.name).parent / member.linkname)
    elif member.islnk():
        ends.append(top / member.linkname)
    if not all(end.resolve().is_relative_to(top) for end in ends):
        raise tarfile.ExtractError(f"{member.name} leads out of the folder")
