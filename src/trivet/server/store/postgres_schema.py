"""The migrations of the PostgreSQL store; the first server that needs one applies it.

A migration that has been released is never changed; a new one is added below it.  It should only
add: servers of the version before go on beside the new ones while they are upgraded one by one.  If
it does more, raise OLDEST: servers that do not know this schema store nothing any more.
"""

FIRST = """
CREATE TABLE servers (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, address TEXT NOT NULL,
    until TIMESTAMPTZ NOT NULL
);
CREATE TABLE people (id TEXT COLLATE "C" PRIMARY KEY, name TEXT NOT NULL, since BIGINT NOT NULL);
CREATE INDEX old_people ON people (since);
CREATE TABLE sessions (
    token BYTEA PRIMARY KEY, person TEXT COLLATE "C" NOT NULL REFERENCES people,
    issued BIGINT NOT NULL, until BIGINT NOT NULL, replaces BYTEA NOT NULL DEFAULT ''
);
CREATE INDEX old_sessions ON sessions (until);
CREATE INDEX sessions_of ON sessions (person, issued);
CREATE TABLE rooms (
    id TEXT COLLATE "C" PRIMARY KEY, owner BIGINT, epoch BIGINT NOT NULL, phase TEXT NOT NULL,
    is_public BOOLEAN NOT NULL, is_timed BOOLEAN NOT NULL, changed BIGINT NOT NULL,
    head BYTEA NOT NULL
) WITH (fillfactor = 70);
-- No index on `changed`: it moves with every answer, and every index would have to be written.
CREATE INDEX open_rooms ON rooms (id) WHERE phase = 'open' AND is_public;
CREATE INDEX timed_rooms ON rooms (id) WHERE phase = 'playing' AND is_timed;
CREATE INDEX owned_rooms ON rooms (owner) WHERE owner IS NOT NULL;
CREATE TABLE members (
    person TEXT COLLATE "C" NOT NULL, room TEXT COLLATE "C" NOT NULL, PRIMARY KEY (person, room)
);
CREATE INDEX members_of ON members (room);
CREATE TABLE log (
    room TEXT COLLATE "C" NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER NOT NULL,
    choice BIGINT NOT NULL, said TEXT NOT NULL, PRIMARY KEY (room, n)
);
CREATE TABLE lines (
    room TEXT COLLATE "C" NOT NULL, n INTEGER NOT NULL, channel TEXT NOT NULL, name TEXT NOT NULL,
    seat INTEGER, text TEXT NOT NULL, at BIGINT NOT NULL,
    person TEXT COLLATE "C" NOT NULL DEFAULT '', PRIMARY KEY (room, n)
);
CREATE INDEX lines_of ON lines (person) WHERE person != '';
CREATE TABLE records (room TEXT COLLATE "C" PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE chances (room TEXT COLLATE "C" PRIMARY KEY, data BYTEA NOT NULL);
CREATE TABLE sanctions (
    who TEXT NOT NULL, kind TEXT NOT NULL, until BIGINT NOT NULL, reason TEXT NOT NULL,
    since BIGINT NOT NULL, PRIMARY KEY (who, kind)
)
"""

# Since when the clocks of a room run without a server, when the first of them runs out, and until
# when any server has run, in milliseconds of the database's clock.  A row is good for the epoch
# under which the room was parked: a server of the version before knows nothing of it.
DUE = """
CREATE TABLE due (
    room TEXT COLLATE "C" PRIMARY KEY, epoch BIGINT NOT NULL, since BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE TABLE alive (id INTEGER PRIMARY KEY, at BIGINT NOT NULL)
"""

# People who keep their name, and the ways back to it: store/people.py.
KEEPING = """
ALTER TABLE people ADD COLUMN kept BIGINT NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN shape TEXT;
ALTER TABLE people ADD COLUMN handle TEXT;
ALTER TABLE people ADD COLUMN handle_since BIGINT NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN is_bot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN user_key BYTEA;
CREATE UNIQUE INDEX kept_names ON people (shape) WHERE shape IS NOT NULL;
CREATE UNIQUE INDEX handles ON people (handle) WHERE handle IS NOT NULL;
CREATE TABLE keys (
    id BYTEA PRIMARY KEY, person TEXT COLLATE "C" NOT NULL, known BYTEA NOT NULL,
    made BIGINT NOT NULL, used BIGINT NOT NULL
);
CREATE INDEX keys_of ON keys (person);
CREATE TABLE tickets (
    token BYTEA PRIMARY KEY, what TEXT NOT NULL, person TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL, data BYTEA NOT NULL
);
CREATE INDEX tickets_of ON tickets (person, what);
CREATE INDEX old_tickets ON tickets (until);
CREATE TABLE wrong (address BYTEA NOT NULL, at BIGINT NOT NULL);
CREATE INDEX wrong_of ON wrong (address, at);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value BYTEA NOT NULL)
"""

# Whose turn it is while they are away, and how they are called: store/turns.py.
TURNS = """
CREATE TABLE ways (
    id BYTEA PRIMARY KEY, person TEXT COLLATE "C" NOT NULL, kind TEXT NOT NULL,
    place TEXT NOT NULL,
    data TEXT NOT NULL, fails INTEGER NOT NULL DEFAULT 0, next BIGINT NOT NULL DEFAULT 0,
    day BIGINT NOT NULL DEFAULT 0, sent INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX ways_of ON ways (person);
CREATE TABLE turns (
    room TEXT COLLATE "C" NOT NULL, person TEXT COLLATE "C" NOT NULL,
    acts INTEGER NOT NULL, since BIGINT NOT NULL, last BIGINT NOT NULL,
    told INTEGER NOT NULL DEFAULT 0, taken BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (room, person)
);
CREATE INDEX turns_of ON turns (person);
CREATE INDEX due_turns ON turns (since) WHERE told < 2;
ALTER TABLE people ADD COLUMN zone TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN quiet_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN quiet_to INTEGER NOT NULL DEFAULT 0
"""

MIGRATIONS = (FIRST, DUE, KEEPING, TURNS)
OLDEST = 1  # the first schema with which a server can go on using the newest one
