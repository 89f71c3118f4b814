"""The page of a balance report is filled from named parts, and text in it is escaped."""

import re

import pytest

from trivet.lab.balance import page
from trivet.lab.balance.template import Html, Parts, WrongSlots, joined

FILE = """<!-- Not a part. -->
<template id="name">
<p>$who</p>
</template>

<template id="prose">
<div class="wide">
  <p>A line that goes on
    in the <b>next</b>: $what.</p>
  $rest
</div>
</template>
"""


@pytest.fixture
def parts(tmp_path):
    (tmp_path / "parts.html").write_text(FILE)
    return Parts(tmp_path / "parts.html")


def test_text_is_escaped_and_html_is_not(parts):
    assert parts("name", who="<Ann & Bob>") == "<p>&lt;Ann &amp; Bob&gt;</p>"
    assert parts("name", who=Html("<b>Ann</b>")) == "<p><b>Ann</b></p>"
    assert joined(["a < b", Html("<br>")], ", ") == "a &lt; b, <br>"


def test_wrapped_prose_stays_apart_and_indented_tags_come_together(parts):
    filled = parts("prose", what=3, rest=parts("name", who="Ann"))
    assert filled == (
        '<div class="wide"><p>A line that goes on in the <b>next</b>: 3.</p><p>Ann</p></div>'
    )


@pytest.mark.parametrize("slots", [{}, {"who": "Ann", "whom": "Bob"}])
def test_a_part_with_other_slots_than_it_has_is_refused(parts, slots):
    with pytest.raises(WrongSlots, match="name has"):
        parts("name", **slots)


def test_every_part_of_the_page_is_used():
    text = (page.HERE / "page.html").read_text()
    asked = re.findall(r'PARTS\(\s*"(\w+)"', (page.HERE / "page.py").read_text())
    assert sorted(set(asked)) == sorted(re.findall(r'<template id="(\w+)">', text))
