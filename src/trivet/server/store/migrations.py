"""The migrations of the SQLite store; opening an older store applies those it lacks.

A migration that has been released is never changed; a new one is added below it.
"""

FIRST = """
CREATE TABLE people (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, since INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE sessions (
    token BLOB PRIMARY KEY, person TEXT NOT NULL REFERENCES people, issued INTEGER NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE rooms (
    id TEXT PRIMARY KEY, phase TEXT NOT NULL, is_public INTEGER NOT NULL,
    is_timed INTEGER NOT NULL, changed INTEGER NOT NULL, head BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX open_rooms ON rooms (changed) WHERE phase = 'open' AND is_public;
CREATE INDEX timed_rooms ON rooms (id) WHERE phase = 'playing' AND is_timed;
CREATE TABLE members (
    person TEXT NOT NULL, room TEXT NOT NULL REFERENCES rooms, PRIMARY KEY (person, room)
) WITHOUT ROWID;
CREATE TABLE log (
    room TEXT NOT NULL REFERENCES rooms, n INTEGER NOT NULL, kind TEXT NOT NULL,
    seat INTEGER NOT NULL, choice INTEGER NOT NULL, said TEXT NOT NULL, PRIMARY KEY (room, n)
) WITHOUT ROWID;
CREATE TABLE lines (
    room TEXT NOT NULL REFERENCES rooms, n INTEGER NOT NULL, channel TEXT NOT NULL,
    name TEXT NOT NULL, seat INTEGER, text TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (room, n)
) WITHOUT ROWID;
CREATE TABLE records (
    room TEXT PRIMARY KEY REFERENCES rooms, text TEXT NOT NULL
) WITHOUT ROWID
"""

CHANCES = """
CREATE TABLE chances (
    room TEXT PRIMARY KEY REFERENCES records, data BLOB NOT NULL
) WITHOUT ROWID
"""

SUCCESSORS = """
ALTER TABLE sessions ADD COLUMN replaces BLOB NOT NULL DEFAULT x''
"""

LIFETIMES = """
CREATE INDEX old_sessions ON sessions (until);
CREATE INDEX sessions_of ON sessions (person, issued);
CREATE INDEX old_rooms ON rooms (phase, changed);
CREATE INDEX members_of ON members (room);
CREATE INDEX old_people ON people (since)
"""

MODERATION = """
ALTER TABLE lines ADD COLUMN person TEXT NOT NULL DEFAULT '';
CREATE INDEX lines_of ON lines (person) WHERE person != '';
CREATE TABLE sanctions (
    who TEXT NOT NULL, kind TEXT NOT NULL, until INTEGER NOT NULL, reason TEXT NOT NULL,
    since INTEGER NOT NULL, PRIMARY KEY (who, kind)
) WITHOUT ROWID
"""

# Milliseconds since 1970: since when the clocks of a room run without a server, and when the first
# of them runs out; and until when a server has run.
DUE = """
CREATE TABLE due (
    room TEXT PRIMARY KEY REFERENCES rooms, since INTEGER NOT NULL, at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE alive (id INTEGER PRIMARY KEY, at INTEGER NOT NULL)
"""

# People who keep their name, and the ways back to it: store/people.py.
KEEPING = """
ALTER TABLE people ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN shape TEXT;
ALTER TABLE people ADD COLUMN handle TEXT;
ALTER TABLE people ADD COLUMN handle_since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN is_bot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN user_key BLOB;
CREATE UNIQUE INDEX kept_names ON people (shape) WHERE shape IS NOT NULL;
CREATE UNIQUE INDEX handles ON people (handle) WHERE handle IS NOT NULL;
CREATE TABLE keys (
    id BLOB PRIMARY KEY, person TEXT NOT NULL, known BLOB NOT NULL, made INTEGER NOT NULL,
    used INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX keys_of ON keys (person);
CREATE TABLE tickets (
    token BLOB PRIMARY KEY, what TEXT NOT NULL, person TEXT NOT NULL, until INTEGER NOT NULL,
    data BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX tickets_of ON tickets (person, what);
CREATE INDEX old_tickets ON tickets (until);
CREATE TABLE wrong (address BLOB NOT NULL, at INTEGER NOT NULL);
CREATE INDEX wrong_of ON wrong (address, at);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID
"""

# Whose turn it is while they are away, and how they are called: store/turns.py.
TURNS = """
CREATE TABLE ways (
    id BLOB PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, place TEXT NOT NULL,
    data TEXT NOT NULL, fails INTEGER NOT NULL DEFAULT 0, next INTEGER NOT NULL DEFAULT 0,
    day INTEGER NOT NULL DEFAULT 0, sent INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX ways_of ON ways (person);
CREATE TABLE turns (
    room TEXT NOT NULL, person TEXT NOT NULL, acts INTEGER NOT NULL, since INTEGER NOT NULL,
    last INTEGER NOT NULL, told INTEGER NOT NULL DEFAULT 0, taken INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (room, person)
) WITHOUT ROWID;
CREATE INDEX turns_of ON turns (person);
CREATE INDEX due_turns ON turns (since) WHERE told < 2;
ALTER TABLE people ADD COLUMN zone TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN quiet_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN quiet_to INTEGER NOT NULL DEFAULT 0
"""

MIGRATIONS = (FIRST, CHANCES, SUCCESSORS, LIFETIMES, MODERATION, DUE, KEEPING, TURNS)
