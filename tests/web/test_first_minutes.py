"""The first minutes: what pieces do is read where they are chosen, and the first one lies soon."""

from trivet.catalogue import GAMES
from trivet.games.sovereign.topics import TOPICS


def test_the_first_piece_lies_after_four_clicks(visit):
    guest = visit()
    guest.play_now("Sovereign")
    page = guest.page
    page.locator('[data-play="Watchers"]').click()  # 1
    page.locator('[data-play="Shuffle"]').click()  # 2
    guest.wait(lambda: guest.shown["ask"] and guest.shown["ask"]["step"] == "place", "a piece")
    spot = page.locator('[data-zone="board"] [data-thing][aria-disabled="false"]').first
    spot.click()  # 3
    guest.wait(guest.has_picked, "a space is chosen")
    page.locator("[data-main]").click()  # 4
    guest.wait(
        lambda: any(" placed " in one["words"] for one in guest.shown["news"]), "it lies there"
    )
    assert guest.troubles == []


def test_a_deck_is_put_in_order_as_a_row(visit):
    """The order was asked for with the counters of the deck's making."""
    guest = visit()
    guest.play_quickly(GAMES["sovereign"])
    guest.settle()
    guest.page.locator('[data-play="Watchers"]').click()
    row = guest.page.locator(".order li")
    row.first.wait_for()
    assert row.count() == 7
    guest.wait(guest.has_picked, "the row as it lies is an answer")
    before = guest.main.inner_text()
    first = row.first.get_by_role("button").get_attribute("aria-label").split(",")[0]
    guest.page.get_by_role("button", name=f"{first}: one place later").click()
    assert row.nth(1).get_by_role("button").get_attribute("aria-label").startswith(first)
    row.nth(6).get_by_role("button").press("ArrowLeft")
    guest.wait(lambda: guest.main.inner_text() != before, "the button says the new order")
    guest.confirm()
    guest.settle()
    assert guest.shown["ask"]["step"] in ("place", "")
    assert guest.troubles == []


def test_every_type_is_described_and_counted_where_a_deck_is_built(visit):
    guest = visit()
    guest.play_now("Sovereign")
    page = guest.page
    rows = page.locator(".bench .kind")
    rows.first.wait_for()
    for topic in TOPICS[:7]:
        row = rows.filter(has=page.get_by_role("heading", name=topic.name))
        assert topic.text in row.inner_text()
        assert row.get_by_role("link").get_attribute("href").endswith(f"#{topic.rule}")
    count = page.locator("[data-count]")
    assert count.inner_text() == "0 of 7"
    page.get_by_role("button", name="One more Mask").click()
    guest.wait(lambda: count.inner_text() == "1 of 7", "it is counted")
    more = page.get_by_role("button", name="One more Mask, 1 so far, only one in a deck, SOV-3")
    assert more.get_attribute("aria-disabled") == "true"
    page.locator('[data-ready="Hunters"]').click()
    guest.wait(lambda: count.inner_text() == "7 of 7", "a ready deck fills it")
    page.get_by_role("button", name="One Mask less").click()
    guest.wait(lambda: count.inner_text() == "6 of 7", "and it can be changed")
    assert page.locator("[data-main]").inner_text() == "Choose 1 more"
    assert guest.troubles == []


def test_what_a_card_does_is_read_by_pointing_at_it(visit):
    guest = visit()
    guest.play_quickly(GAMES["trehgrannik"])
    guest.settle()
    card = guest.page.locator('[data-thing^="market:"]').first
    name = card.get_attribute("data-thing").removeprefix("market:")
    text = next(topic.text for topic in GAMES["trehgrannik"].topics if topic.name == name)
    card.hover()
    guest.page.locator("[data-topic]").first.wait_for()
    assert text in guest.page.locator(".lens").inner_text()  # beside the board
    assert guest.page.locator(".strip [data-topic]").count() == 0  # and not over it
