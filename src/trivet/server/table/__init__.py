"""One table: its room, its mailbox, and what each viewer is shown."""
