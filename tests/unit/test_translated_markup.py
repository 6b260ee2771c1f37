"""Messages with markup among their values: what authors wrote stays escaped in every language."""

import pytest
from markupsafe import Markup

from rulewright.base.messages.catalogues import catalogue, translated
from rulewright.base.messages.messages import tell, tell_number
from rulewright.source.markup.grammar import passage


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_values_are_escaped_beside_markup(language: str) -> None:
    cases = tell_number("all {n:,} cases with {ranges}", "all {n:,} cases with {ranges}", 5, ranges="a < b")
    made = translated(tell("{cases} by {function}", cases=cases, function=Markup("<a>f()</a>")), catalogue(language))
    assert isinstance(made, Markup)
    assert "a &lt; b" in made
    assert "<a>f()</a>" in made


@pytest.mark.parametrize(
    ("language", "heading"), [("", "Note"), ("en", "Note"), ("de", "Hinweis"), ("fr-CA", "Remarque")]
)
def test_a_box_is_headed_in_the_language_of_its_text(language: str, heading: str) -> None:
    tokens, _ = passage("> [!NOTE]\n> Mind the step.", language)
    assert [each.content for each in tokens if each.content] == [heading, "Mind the step."]
