"""What a server keeps: in one SQLite file, or in PostgreSQL for several servers."""
