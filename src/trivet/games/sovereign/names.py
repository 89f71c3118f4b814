"""What pieces, spaces and directions of Sovereign are called in writing."""

LETTERS = "SIRMDAC"  # by kind; a Scepter is C, as a Secret is S
ARROWS = "^>v<"  # where the north side points, by quarter turns
POINTS = ("north", "east", "south", "west")
TURNED = ("upright", "turned right", "turned around", "turned left")  # by quarter turns


def cell_name(cell: int) -> str:
    return "abc"[cell % 3] + "321"[cell // 3]


CELLS = {cell_name(cell): cell for cell in range(9)}
