"""A draft is tried by one seat: it is certain, nobody hears of it, and nothing is stored."""

from server.tables import at_a_table, code
from trivet.server.wire.messages import Answer, Foresee, Why
from trivet.server.wire.outgoing import Because, Foreseen


def option(ask, begins):
    return next((one for one in ask.options if one.text.startswith(begins)), None)


async def to_a_site(page):
    """A draft that leads to the question of what is built: the answers, and that question."""
    for fee in [one.text for one in page.shown.ask.options if one.text.startswith("fee")]:
        first = await page.must(Foresee(text=fee, drafts=True))
        if not first.goes_on:
            continue
        for go in [one.text for one in first.ask.options]:
            then = await page.must(Foresee(text=go, after=[fee], drafts=True))
            if then.goes_on and then.ask.step == "build":
                return [fee, go], then
    raise AssertionError("there is nothing to build on")


def test_a_draft_is_what_then_happens_and_nobody_hears_of_it(tmp_path):
    async def test(rooms, ann, bob, cy):
        page, other = (ann, bob) if ann.shown.ask else (bob, ann)
        heard, count = len(other.texts), page.shown.count
        draft, drafted = await to_a_site(page)
        assert isinstance(drafted, Foreseen)
        assert drafted.scene is not None
        assert page.shown.count == count
        assert len(other.texts) == heard
        for at, text in enumerate(draft):
            await page.must(Answer(count=count + at, text=text))
        assert page.shown.ask == drafted.ask
        assert len(other.texts) > heard

    at_a_table(tmp_path, test, game="trehgrannik")


def test_a_draft_that_cannot_be_played_is_refused_with_a_reason(tmp_path):
    async def test(rooms, ann, bob, cy):
        page, other = (ann, bob) if ann.shown.ask else (bob, ann)
        for after in (["deck"], ["castle"], ["go a1"]):
            reply = await page.do(Foresee(text="deck", after=after))
            assert code(reply) == "no-draft", after
            assert reply.reason
        assert code(await other.do(Foresee(text="deck", after=["deck"]))) == "no-draft"
        assert page.shown.ask

    at_a_table(tmp_path, test, game="trehgrannik")


def test_a_card_touched_before_it_is_asked_for_stands_for_a_module(tmp_path):
    async def test(rooms, ann, bob, cy):
        page = ann if ann.shown.ask else bob
        draft, drafted = await to_a_site(page)
        assert option(drafted.ask, "module")
        through = await page.must(Foresee(text="module", after=draft, drafts=True))
        card = through.ask.options[0].touched[0]
        reply = await page.must(Why(thing=card, after=draft))
        assert isinstance(reply, Because)
        assert reply.through == "module"
        assert (await page.must(Why(thing="cell:e4", after=draft))).through == ""

    at_a_table(tmp_path, test, game="trehgrannik")
