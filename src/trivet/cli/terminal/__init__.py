"""A game at the keyboard: the table as text, menus, saved games."""
