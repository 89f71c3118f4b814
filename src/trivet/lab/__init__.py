"""The lab: games and bots are measured, trained and checked here."""
