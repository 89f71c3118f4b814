"""What the pieces of Sovereign do, in one sentence each."""

from trivet.core.words.topics import Topic

ONE = "only one in a deck"  # SOV-3
TOPICS = (
    Topic("Secret", "Captured only by a rank above its own highest side.", "SOV-20"),
    Topic(
        "Insight",
        "When placed, look at your rival's next piece; leave it on top or put it at the bottom.",
        "SOV-21",
    ),
    Topic("Reflection", "Placed beside a piece of yours, it copies that piece's ranks.", "SOV-22"),
    Topic(
        "Mask",
        "When placed, you may capture one piece beside it, whatever the ranks; "
        "not a Secret, Reflection or Scepter.",
        "SOV-23",
        ONE,
    ),
    Topic("Discovery", "When placed, it captures a rival Secret beside it at once.", "SOV-24"),
    Topic(
        "Aura",
        "When placed, one piece of yours beside it gets +1 on every side "
        "until your next turn is over.",
        "SOV-25",
        ONE,
    ),
    Topic("Scepter", "Captured only on its lowest side; no ability touches it.", "SOV-26", ONE),
    Topic(
        "quadrant",
        "Four spaces of a corner, all yours: every piece there gets +1 on every side.",
        "SOV-30",
    ),
)
DOES = {topic.name: topic.text for topic in TOPICS}
