"""A draft is tried by one seat: it is certain, nobody hears of it, and nothing is stored."""

from server.tables import at_a_table, code
from trivet.server.wire.messages import Answer, Foresee, Why
from trivet.server.wire.outgoing import Because, Foreseen, Refused, Shown


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


def test_a_turn_is_given_in_one_message_and_shown_once(tmp_path):
    async def test(rooms, ann, bob, cy):
        page, other = (ann, bob) if ann.shown.ask else (bob, ann)
        draft, drafted = await to_a_site(page)
        turn, count = [*draft, drafted.ask.options[0].text], page.shown.count
        shown = sum(isinstance(one, Shown) for one in other.notices)
        took = await page.must(Answer(count=count, texts=turn))
        assert took.count == count + len(turn)
        assert sum(isinstance(one, Shown) for one in other.notices) == shown + 1
        again = await page.must(Answer(count=count, texts=turn))
        assert (type(again), again.count) == (type(took), took.count)
        assert code(await page.do(Answer(count=count, texts=turn[1:]))) == "Stale"
        stored = await rooms.store.load(page.room.id)
        assert [row.said for row in stored.rows if row.said] == turn

    at_a_table(tmp_path, test, game="trehgrannik")


def test_of_a_turn_all_answers_are_taken_or_none(tmp_path):
    async def test(rooms, ann, bob, cy):
        page, other = (ann, bob) if ann.shown.ask else (bob, ann)
        draft, _ = await to_a_site(page)
        heard, count = len(other.texts), page.shown.count
        refused = await page.do(Answer(count=count, texts=[*draft, "castle"]))
        assert refused.rule
        assert code(await page.do(Answer(count=count, texts=["castle", *draft]))) == "no-draft"
        assert (page.shown.count, len(other.texts)) == (count, heard)
        assert (await page.must(Answer(count=count, texts=draft))).count == count + len(draft)

    at_a_table(tmp_path, test, game="trehgrannik")


def test_nothing_that_comes_to_light_can_be_tried_and_taken_back(tmp_path):
    """What is drawn between two answers of one message would be known before they are given."""

    async def test(rooms, ann, bob, cy):
        page = ann if ann.shown.ask else bob
        count, first = page.shown.count, page.shown.ask.options
        looks = [one.text for one in first if not await goes_on(page, one.text)]
        for text in looks:
            reply = await page.do(Answer(count=count, texts=[text, "castle"]))
            assert code(reply) == "no-draft", text
        assert looks
        assert page.shown.count == count

    at_a_table(tmp_path, test, game="trehgrannik")


async def goes_on(page, text):
    return (await page.must(Foresee(text=text))).goes_on


def test_several_ways_to_answer_are_foreseen_in_one_reply(tmp_path):
    async def test(rooms, ann, bob, cy):
        page = ann if ann.shown.ask else bob
        fees = [one.text for one in page.shown.ask.options if one.text.startswith("fee")]
        reply = await page.must(Foresee(texts=[*fees, "castle"], drafts=True))
        *foreseen, refused = reply.previews
        assert [one.text for one in foreseen] == fees
        assert isinstance(refused, Refused)
        alone = [await page.must(Foresee(text=text, drafts=text == fees[0])) for text in fees]
        assert foreseen == alone
        assert foreseen[0].ask or not foreseen[0].goes_on

    at_a_table(tmp_path, test, game="trehgrannik")
