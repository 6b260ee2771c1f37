"""The plan of a site: as a plain reading of the promise has it, and the same object as long as nothing of it changes."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.app.preview.snapshot import SourcePlaces
from rulewright.base.findings import Findings, Span
from rulewright.book.book import Book, Outline
from rulewright.book.layers.reading import read_layers
from rulewright.entries.rules import Rule
from rulewright.entries.text import Text
from rulewright.html.places import LONGEST, Places, chapter_plan, places_of
from rulewright.pipeline.stages import linked_book
from rulewright.source.files import Sources

NOWHERE = Span("rules.yaml")


@st.composite
def chapters(draw: Callable[..., int], levels: int = 3) -> tuple[Outline, ...]:
    """Chapters of rules with sections and sidebars, some of them too long for a page."""
    numbers = iter(range(10_000))

    def grow(level: int) -> Outline:
        id_, length = f"r{next(numbers)}", draw(st.sampled_from((0, 10, LONGEST // 3, LONGEST)))
        sidebar = level > 0 and draw(st.integers(0, 3)) == 0
        text = Text("x" * length, (), NOWHERE)
        rule = Rule(id=id_, text=text, sidebar=sidebar)
        below = [grow(level + 1) for _ in range(draw(st.integers(0, 3)))] if level < levels else []
        return Outline(rule, tuple(below))

    return tuple(grow(0) for _ in range(draw(st.integers(1, 3))))


def length(outline: Outline) -> int:
    return sum(len(each.rule.text.source) for each in outline.walk() if each.rule.text)


def pages(outline: Outline, above: str = "") -> Iterator[tuple[str, str, list[str]]]:
    """The rule that heads each page, that above it, and all rules that it prints."""
    if not outline.sections or length(outline) <= LONGEST:
        yield outline.rule.id, above, [each.rule.id for each in outline.walk()]
        return
    own = [each.rule.id for below in outline.below if below.rule.sidebar for each in below.walk()]
    yield outline.rule.id, above, [outline.rule.id, *own]
    for section in outline.sections:
        yield from pages(section, outline.rule.id)


@given(chapters())
def test_it_says_where_each_rule_is_and_what_is_around_it(chapters: tuple[Outline, ...]) -> None:
    plans = [chapter_plan(each, frozenset()) for each in chapters]
    wanted = [page for chapter in chapters for page in pages(chapter)]
    made = [page for plan in plans for page in plan.pages]
    assert [page.outline.rule.id for page in made] == [rule for rule, _, _ in wanted]
    assert [[each.rule.id for each in page.outline.walk()] for page in made] == [all_ for _, _, all_ in wanted]
    for page in made:
        own = [rule for rule, above, _ in wanted if above == page.outline.rule.id]
        assert [each.rule.id for each in page.sections] == own
    page_of = {id_: page for plan in plans for id_, page in plan.page_of.items()}
    assert page_of == {id_: f"{rule}.html" for rule, _, all_ in wanted for id_ in all_}
    for plan, chapter in zip(plans, chapters, strict=True):
        assert plan.above[chapter.rule.id] == ()
        for outline in chapter.walk():
            assert [plan.places[each.rule.id] for each in outline.sections] == [*range(len(outline.sections))]
            assert plan.sizes[outline.rule.id] == sum(1 for _ in outline.walk()) - 1
            for below in outline.below:
                assert plan.above[below.rule.id] == (*plan.above[outline.rule.id], outline.rule.id)


LONG = "All of it. " * 900
"""Two such texts are too long for a page, and one is as long as a text may be."""


RULES = """\
game: {title: Edited, language: en}
rules:
  one:
    number: "1"
    title: One
    text: All of it.
  two:
    number: "1.1"
    title: Two, see [[1]]
    text: "See [[1]]. LONG"
  three:
    number: "2"
    title: Three
    text: Nothing.
""".replace("LONG", LONG.strip())


class Edited:
    """A game that is read again after each edit, as the preview does."""

    def __init__(self, project: Path) -> None:
        self.file, self.project = project / "content/edited/game.yaml", project
        self.file.parent.mkdir(parents=True)
        self.sources: Sources | None = None
        self.text = RULES

    def read(self, old: str = "", new: str = "") -> Book:
        assert old in self.text
        self.text = self.text.replace(old, new, 1) if old else self.text
        self.file.write_text(self.text, "utf-8")
        findings = Findings()
        self.sources = read_layers(self.project, "edited", findings, in_parts=True)
        book = linked_book(self.sources, findings)
        assert book is not None
        assert findings.items == []
        return book


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    return Edited(tmp_path)


def test_an_edit_of_a_text_leaves_the_plans_of_other_chapters_as_they_are(edited: Edited) -> None:
    before = places_of(edited.read()).rule_pages
    after = places_of(edited.read("Nothing.", "Something.")).rule_pages
    assert [one is other for one, other in zip(before, after, strict=True)] == [True, False]


@pytest.mark.parametrize(
    ("old", "new", "page"),
    [
        ('"1.1"', '"2.1"', "three.html"),
        ("All of it.", LONG, "two.html"),
        ("  two:", "  second:", "one.html"),
    ],
    ids=["a rule moves", "a chapter gets too long", "a rule gets another id"],
)
def test_what_changes_the_plan_makes_another(old: str, new: str, page: str, edited: Edited) -> None:
    before = places_of(edited.read())
    assert before.pages["two"] == "one.html"
    book = edited.read(old, new)
    after = places_of(book)
    assert after.pages["second" if "second" in book.rules else "two"] == page
    assert after.rule_pages == Places(replace(book)).rule_pages


def test_the_list_of_all_that_can_be_shown_is_another_when_a_name_or_a_page_is(edited: Edited) -> None:
    places = SourcePlaces(edited.read())
    listed, contents = places.contents_digest, places.contents
    assert ("rule", "1.1 Two, see 1", "web/one.html#two") in contents
    texts = SourcePlaces(edited.read("Nothing.", "Something."))
    assert (texts.contents_digest, texts.contents) == (listed, contents)
    for old, new, entry in (
        ("title: Three", "title: Third", ("rule", "2 Third", "web/three.html#three")),
        ('number: "2"', 'number: "3"', ("rule", "3 Third", "web/three.html#three")),
        ("All of it.", LONG, ("rule", "1.1 Two, see 1", "web/two.html#two")),
        ("see [[1]]", "see [[3]]", ("rule", "1.1 Two, see 3", "web/two.html#two")),
    ):
        now = SourcePlaces(edited.read(old, new))
        assert entry in now.contents
        assert now.contents_digest != listed
        listed = now.contents_digest
