"""Quiet hours: when somebody may be called, by the clock on their own wall."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo


def zone_of(name: str) -> tzinfo | None:
    """A time zone by its name; None if there is no such zone here."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def after_quiet(at: int, zone: str, begins: int, ends: int) -> int:
    """The same moment, or the end of the quiet hours it lies in; both in seconds since 1970."""
    where = zone_of(zone) if zone else UTC
    if begins == ends or where is None:
        return at
    there = datetime.fromtimestamp(at, UTC).astimezone(where)
    is_late = there.hour >= begins
    is_quiet = begins <= there.hour < ends if begins < ends else is_late or there.hour < ends
    if not is_quiet:
        return at
    day = there.date() + timedelta(days=int(there.hour >= ends))
    return int(datetime(day.year, day.month, day.day, ends, tzinfo=where).timestamp())
