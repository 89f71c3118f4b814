"""Looking at finished games: people take turns, and nobody fills the memory or the line."""

import asyncio
import gzip
import json
import zlib
from pathlib import Path

import pytest

from server.tables import a_server
from server.wires import cookie, fetch
from trivet.server.http.origins import DIST
from trivet.server.http.record_endpoints import finished_reply
from trivet.server.process.bounded_cache import OVERHEAD, BoundedCache, key_of
from trivet.server.records import archive
from trivet.server.records.analysis import MOST_WAITING, Analysis
from trivet.server.records.archive import Archive, Look, ReplayProcess
from trivet.server.records.record_links import packed
from trivet.server.table.room import Failing
from trivet.server.wire.api import Point


class Slow:
    """Replays one record after the other, when it is told to."""

    def __init__(self):
        self.begun, self.go_on = [], asyncio.Semaphore(0)

    async def run(self, make, text, rest):
        self.begun.append(text)
        await self.go_on.acquire()
        return b"{}"


def looking(who, number):
    return Look(who, f"{who} {number}", f"{who} {number}")


async def outcomes(tasks):
    found = await asyncio.gather(*tasks, return_exceptions=True)
    return [one.code if isinstance(one, Failing) else "shown" for one in found]


def test_one_stranger_with_many_connections_refuses_nobody_else():
    """Sixteen requests of anybody could wait; an honest player was refused 36 of 50 times."""

    async def run():
        slow = Slow()
        kept = Archive(slow)
        flood = [asyncio.create_task(kept.draws(looking("stranger", n))) for n in range(64)]
        await asyncio.sleep(0)
        honest = [asyncio.create_task(kept.draws(looking("ann", n))) for n in range(3)]
        await asyncio.sleep(0)
        for _ in range(100):
            slow.go_on.release()
            await asyncio.sleep(0)
        assert await outcomes(honest) == ["shown"] * 3
        refused = await outcomes(flood)
        assert refused.count("busy") == 64 - 1 - archive.MOST_WAITING + 3
        turns = [text.split()[0] for text in slow.begun[:7]]
        assert turns == ["stranger", "stranger", "ann", "stranger", "ann", "stranger", "ann"]

    asyncio.run(run())


def test_the_newest_of_whoever_has_most_is_refused():
    async def run():
        slow = Slow()
        kept = Archive(slow)
        people = [f"p{n}" for n in range(8)] + ["greedy"] * 10
        tasks = [asyncio.create_task(kept.draws(looking(who, n))) for n, who in enumerate(people)]
        await asyncio.sleep(0)
        for _ in range(100):
            slow.go_on.release()
            await asyncio.sleep(0)
        assert await outcomes(tasks) == ["shown"] * (archive.MOST_WAITING + 1) + ["busy"]

    asyncio.run(run())


class Store:
    async def chances(self, room):
        return None

    async def keep_chances(self, room, data):
        pass


class Unending:
    """An estimate that is never done."""

    def __init__(self):
        self.begun = []

    async def points(self, text):
        self.begun.append(text)
        yield Point(at=0, shares=[0.5, 0.5], error=0.1, games=1)
        await asyncio.Event().wait()


def test_chances_of_many_games_of_one_stranger_refuse_nobody_else():
    async def run():
        estimator = Unending()
        oracle = Analysis(Store(), estimator)
        await oracle.chances(looking("ann", 0))
        for number in range(MOST_WAITING):
            await oracle.chances(looking("stranger", number))
        with pytest.raises(Failing, match="Too many games"):
            await oracle.chances(looking("stranger", "one more"))
        assert not (await oracle.chances(looking("bob", 0))).is_done
        await asyncio.sleep(0)
        assert len(oracle._line) == MOST_WAITING
        await asyncio.sleep(0)
        await oracle.close()
        assert "bob 0" not in estimator.begun
        assert not oracle._tasks

    asyncio.run(run())


# --- what is kept ---------------------------------------------------------------------------------


def test_a_cache_counts_its_keys_and_forgets_what_was_used_least_lately():
    cache = BoundedCache(3 * (OVERHEAD + 10))
    for number in range(3):
        cache.put(key_of(number), b"x" * 10)
    assert cache.get(key_of(0)) is not None
    cache.put(key_of(3), b"x" * 10)
    assert [cache.get(key_of(n)) is None for n in range(4)] == [False, True, False, False]
    cache.put(key_of(3), b"x" * 20)
    assert cache.size == len(cache) * OVERHEAD + 30
    cache.clear()
    assert (cache.size, len(cache)) == (0, 0)
    for _ in range(1000):
        cache.put(key_of(_), b"")
    assert cache.size <= cache.most


def test_junk_in_links_is_not_kept():
    """Replies of 82 bytes were kept by names of 40 kB, in a bound that counted replies only."""

    async def run():
        kept = Archive(ReplayProcess())
        try:
            for number in range(5):
                name = packed(f"{number} is not a record" + "x" * 1000)
                verdict = await kept.verdict(Look("ann", name, f"{number} is not a record"))
                assert b'"is_fair":false' in verdict
                with pytest.raises(LookupError):
                    await kept.frames(Look("ann", name, "nonsense"), -3, 0, 60)
            assert len(kept.kept) == 0
            await kept.verdict(Look("ann", "a room", "nonsense"))
            assert kept.kept.size < 1000
        finally:
            await kept.close()

    asyncio.run(run())


def test_games_that_could_not_be_worked_out_are_remembered_by_a_short_key():
    class Failed:
        async def points(self, text):
            raise OSError("no")
            yield

    async def run():
        oracle = Analysis(Store(), Failed())
        look = Look("ann", "z." + "x" * 40_000, "")
        await oracle.chances(look)
        await asyncio.sleep(0.01)
        with pytest.raises(Failing, match="could not be worked out"):
            await oracle.chances(look)
        assert oracle._failed.size == OVERHEAD

    asyncio.run(run())


def test_long_replies_about_finished_games_are_compressed_and_short_ones_are_not():
    def long_one(text):
        return text.encode() * 1000

    made = archive.packed(long_one, "abc")
    assert gzip.decompress(made) == b"abc" * 1000 == archive.unpacked(made)
    assert finished_reply(made).is_packed
    assert archive.packed(str.encode, "abc") == b"abc"


# --- over the wire --------------------------------------------------------------------------------


def test_frames_and_records_are_compressed_for_those_who_take_it(server, resigned):
    text = next((Path(__file__).parents[1] / "goldens").glob("trifecta-*.trivet")).read_text()
    for path in (f"{resigned}/frames", packed(text)):
        address = f"/api/records/{path}"
        _, headers, plain = fetch(server, "GET", address)
        assert "content-encoding" not in headers
        packed_headers, packed_size, text = whole(server, address)
        assert packed_headers["content-encoding"] == "gzip"
        assert packed_headers["vary"] == "Accept-Encoding"
        assert text == plain
        assert packed_size < len(plain.encode())


def whole(address, path):
    """A compressed reply: headers, its length on the wire, and its text."""
    import http.client
    from urllib.parse import urlsplit

    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    found = connection.getresponse()
    data = found.read()
    connection.close()
    return dict(found.getheaders()), len(data), zlib.decompress(data, 31).decode()


@pytest.mark.skipif(not (DIST / "index.html").exists(), reason="the page has not been built")
def test_a_link_with_a_card_has_the_limits_of_a_request(tmp_path):
    """`/r/NAME` replayed games in the server's own process, as often as anybody wished."""
    with a_server(tmp_path, rate_of_address=0.01, burst_of_address=4.0) as (address, _):
        replies = [fetch(address, "GET", "/r/nothing") for _ in range(6)]
        assert [reply[0] for reply in replies] == [200] * 4 + [429] * 2
        assert json.loads(replies[-1][2])["code"] == "too-fast"
        assert fetch(address, "GET", "/healthz")[0] == 429


def test_pictures_and_better_answers_are_worked_out_in_another_process(server, resigned):
    mine = cookie(server)
    status, headers, body = fetch(server, "GET", f"/api/records/{resigned}/picture")
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert body.startswith("<svg")
    assert fetch(server, "GET", f"/api/records/{resigned}/picture?theme=red")[0] == 422
    assert fetch(server, "GET", f"/api/records/{resigned}/picture?at=99999")[0] == 422
    found = fetch(server, "GET", f"/api/records/{resigned}/better?before=0&at=3", Cookie=mine)
    assert found[0] == 200
