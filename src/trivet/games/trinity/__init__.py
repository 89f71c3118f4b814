"""Trinity: tycoons build Landmarks in a city of 64 spaces, and take over each other's."""
