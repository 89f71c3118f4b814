"""What the tiles, stacks and Events of Trinity are for."""

from trivet.core.words.topics import Topic
from trivet.games.trinity.events.rows import TABLE

MAKES = "Housing with a Commerce and an Industry of yours beside it becomes a Landmark."
TOPICS = (
    *(Topic(card.name, f"{card.when} Event: {card.text}", card.rule) for card in TABLE),
    Topic("Housing", f"The ground of a Landmark. {MAKES}", "TRI-20"),
    Topic("Commerce", f"Goes beside Housing. {MAKES}", "TRI-20"),
    Topic("Industry", f"Goes beside Housing. {MAKES}", "TRI-20"),
    Topic(
        "Landmark",
        "Counts at the end: most Landmarks win. It earns an Event when it is built and one more "
        "tile every turn. It can become a Headquarters of three Agents.",
        "TRI-20",
    ),
    Topic(
        "Agent",
        "Moves one space a turn. On a property of yours it secures it; together Agents take over "
        "a rival's property, as many as it is high.",
        "TRI-30",
    ),
    Topic("Headquarters", "A stack of Agents on a space of its own.", "TRI-25"),
)
