"""A preview is for the seat that is asked, and for nobody else."""

from server.tables import BUILD, at_a_table, code
from trivet.server.wire.messages import Answer, Foresee
from trivet.server.wire.outgoing import Foreseen


async def begin(ann, bob):
    """Up to the first piece; who is asked, and the other."""
    for page in (ann, bob):
        await page.must(Answer(count=0, text=BUILD))
    for page in (ann, bob):
        await page.must(Answer(count=1, text="shuffle"))
    return (ann, bob) if ann.shown.ask else (bob, ann)


def test_only_the_seat_that_is_asked_foresees(tmp_path):
    async def test(rooms, ann, bob, cy):
        asked, other = await begin(ann, bob)
        reply = await asked.must(Foresee(text="b2>"))
        assert isinstance(reply, Foreseen)
        assert reply.text == "b2>"
        assert code(await other.do(Foresee(text="b2>"))) == "Refused"
        assert code(await cy.do(Foresee(text="b2>"))) == "not-seated"
        assert asked.shown.ask  # nothing was answered

    at_a_table(tmp_path, test)


def test_what_is_not_allowed_is_refused_and_not_foreseen(tmp_path):
    async def test(rooms, ann, bob, cy):
        asked, other = await begin(ann, bob)
        await asked.must(Answer(count=2, text="b2>"))
        if asked.shown.ask:  # it was an Insight
            await asked.must(Answer(count=3, text="keep"))
        assert (await other.do(Foresee(text="b2>"))).rule == "SOV-9"
        assert (await other.do(Foresee(text="castle"))).rule.startswith("HOUSE-")

    at_a_table(tmp_path, test)


def test_a_sealed_answer_leads_to_nothing_certain(tmp_path):
    async def test(rooms, ann, bob, cy):
        assert (await ann.do(Foresee(text=BUILD))).words == ""
        await bob.must(Answer(count=0, text=BUILD))
        assert (await ann.do(Foresee(text=BUILD))).words == ""

    at_a_table(tmp_path, test)
