"""Lines for whoever looks after the server."""

import json
import logging

from trivet.server.process import logs


def test_a_log_does_not_grow_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "FILE_SIZE", 2000)
    file = tmp_path / "server.log"
    loggers = [logging.getLogger(name) for name in ("trivet", "uvicorn")]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    logs.set_up(file)
    try:
        for number in range(300):
            logs.answers.info("took", extra={"about": {"ms": number}})
    finally:
        loggers[0].handlers[0].close()
        for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["server.log", *(f"server.log.{n}" for n in (1, 2, 3))]
    assert all(path.stat().st_size < 2200 for path in files)
    lines = [json.loads(line) for path in files for line in path.read_text().splitlines()]
    numbers = sorted(line["ms"] for line in lines)
    assert numbers == list(range(numbers[0], 300))  # none is missing between two files
    assert file.stat().st_mode & 0o777 == 0o600
