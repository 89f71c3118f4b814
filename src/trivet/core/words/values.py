"""Texts with more to them: a value of a field with its forms, the caption of a moment, numbers."""

NUMBER_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
HOUSE_WORDS = {  # the small words of all games, by key
    "and": "and", "will": "will", "nobody": "nobody", "none": "none",
    "you": "you", "your": "your", "yours": "yours", "You": "You", "were": "were", "have": "have",
    "was": "was", "has": "has", "whose": "{name}'s",
    "times.2": "twice", "times.3": "three times", "times.4": "four times", "times": "{times} times",
    **{f"number.{number}": word for number, word in enumerate(NUMBER_WORDS)},
    "refusal.turn": "It is not your turn.",
    "refusal.answer": "That is not an answer to this question.",
}  # fmt: skip


def number_word(number: int) -> str:
    """ "no", "one", "two", as in "no tiles"; digits from 13 on."""
    is_small = 0 <= number < len(NUMBER_WORDS)
    return HOUSE_WORDS[f"number.{number}"] if is_small else str(number)


class Value(str):
    """One value of a field, as its notation; its other forms, for sentences, are attributes."""

    number: int
    touch: str  # the thing to touch for it, or several with blanks between them
    name: str

    def __new__(cls, text: str, number: int = 0, touch: str | None = None, **forms: str) -> "Value":
        value = super().__new__(cls, text)
        value.number, value.touch = number, text if touch is None else touch
        value.__dict__.update({"name": text, **forms})
        return value

    def __getattr__(self, form: str) -> str:
        raise AttributeError(f"'{self}' has no form '{form}'")

    def forms(self) -> dict[str, str]:
        """The forms that differ from the notation, by name."""
        kept = {form: text for form, text in vars(self).items() if form not in ("number", "touch")}
        return {form: text for form, text in kept.items() if text != str(self)}


class Caption(str):
    """What a moment is called.  `events` names those that say what it decided.

    What it scored is counted from the latest of the events in `since` on; if none is named, from
    the moment before.
    """

    events: tuple[str, ...]
    since: tuple[str, ...]

    def __new__(cls, text: str, *events: str, since: tuple[str, ...] = ()) -> "Caption":
        caption = super().__new__(cls, text)
        caption.events, caption.since = events, since
        return caption
