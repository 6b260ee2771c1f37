"""The contents beside a page: whole for a small game, the neighbours of long lists, all on the overview."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulewright.base.findings import Findings
from rulewright.book.link import link
from rulewright.book.reading import decode
from rulewright.html import places
from rulewright.html.places import Places
from rulewright.outputs.products import PRODUCTS
from rulewright.outputs.web.contents import LIST, MOST_SIBLINGS, NEIGHBOURS, Contents
from rulewright.source.files import read


def contents(folder: Path, numbers: Sequence[str], *, words: int = 1, title: str = "R") -> Contents:
    """Of rules with these numbers, whose ids are r and the number with hyphens."""
    text = "word " * words
    rules = "".join(
        f'  r{at.replace(".", "-")}: {{number: "{at}", title: {title} {at}, text: "{text}"}}\n' for at in numbers
    )
    file = folder / "content/many/game.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(f"game: {{title: Many, language: en}}\nrules:\n{rules}", "utf-8")
    findings = Findings()
    book = link(decode(read(folder, "many", findings), PRODUCTS, findings), findings)
    return Contents(book, Places(book), folder)


PART = re.compile(r"<(/?)ol>|<a ([^>]*)><span[^>]*>(.*?)</span> <span[^>]*>(.*?)</span></a>")


def outline(html: str) -> Iterator[str]:
    """The numbers, those below another one set in; the words that stand for others left out."""
    depth = -1
    for part in PART.finditer(html):
        ends, attributes, number, title = part.groups()
        if number is None:
            depth += -1 if ends else 1
        else:
            yield f"{'  ' * depth}{number if number != '…' else title}{' here' if 'aria-current' in attributes else ''}"


def test_beside_a_page_of_a_small_game_its_chapter_is_open_and_the_others_are_closed(tmp_path: Path) -> None:
    made = contents(tmp_path, ["1", "1.1", "1.1.1", "1.2", "2", "2.1"])
    assert list(outline(made.on_page("r1.html"))) == ["1 here", "  1.1", "    1.1.1", "  1.2", "2"]
    assert list(outline(made.on_page("glossary.html"))) == ["1", "2"]
    assert list(outline(made.on_page("index.html"))) == ["1", "  1.1", "    1.1.1", "  1.2", "2", "  2.1"]


def numbers(first: int, last: int, form: str = "{}") -> list[str]:
    return [form.format(at) for at in range(first, last + 1)]


def test_of_very_many_chapters_the_neighbours_show_and_a_link_to_the_others(tmp_path: Path) -> None:
    made = contents(tmp_path, numbers(1, 300))
    shown = made.on_page("r100.html")
    near = [*numbers(100 - NEIGHBOURS, 99), "100 here", *numbers(101, 100 + NEIGHBOURS)]
    assert list(outline(shown)) == ["79 more", *near, "180 more"]
    assert shown.count('href="index.html#page-contents"') == 2
    assert list(outline(made.on_page("index.html"))) == numbers(1, 300)
    assert list(outline(made.on_page("glossary.html"))) == [*numbers(1, 1 + NEIGHBOURS), "279 more"]
    assert list(outline(made.on_page("r1.html"))) == ["1 here", *numbers(2, 1 + NEIGHBOURS), "279 more"]


def test_a_list_of_moderate_length_shows_whole(tmp_path: Path) -> None:
    made = contents(tmp_path, numbers(1, MOST_SIBLINGS))
    assert len(list(outline(made.on_page("r30.html")))) == MOST_SIBLINGS


def test_a_chapter_of_very_many_pages_opens_only_around_the_one_that_is_read(tmp_path: Path) -> None:
    made = contents(tmp_path, ["1", *numbers(1, 300, "1.{}"), "2"], words=places.LONGEST // 1_000)
    near = [*numbers(130, 149, "  1.{}"), "  1.150 here", *numbers(151, 170, "  1.{}")]
    assert list(outline(made.on_page("r1-150.html"))) == ["1", "  129 more", *near, "  130 more", "2"]
    assert list(outline(made.on_page("r1.html"))) == [
        "1 here",
        *numbers(1, 1 + NEIGHBOURS, "  1.{}"),
        "  279 more",
        "2",
    ]
    assert list(outline(made.on_page("r2.html"))) == ["1", "2 here"]


def test_a_page_of_very_many_short_rules_lists_them_all(tmp_path: Path) -> None:
    made = contents(tmp_path, ["1", *numbers(1, 300, "1.{}"), "2"])
    assert list(outline(made.on_page("r1.html"))) == ["1 here", *numbers(1, 300, "  1.{}"), "2"]


MANY_CHAPTERS = ["1", "1.1", "1.1.1", "1.2", "2", "2.1", "3"]


def test_what_several_pages_share_of_the_contents_is_what_each_would_have_by_itself(tmp_path: Path) -> None:
    """The list around an open chapter is made once; a page that is asked for alone has the same."""
    many = [
        *numbers(1, 120),
        *(f"7.{at}" for at in range(1, 60)),
        *(f"7.{at}.{below}" for at in (3, 9) for below in (1, 2)),
    ]
    made = contents(tmp_path / "together", many, words=40)
    pages = [page.name for page in made.places.rule_pages]
    assert sum(page.startswith("r7") for page in pages) > 2
    together = {page: made.on_page(page) for page in pages}
    alone = {
        page: contents(tmp_path / page, many, words=40).on_page(page)
        for page in pages
        if page.startswith(("r7", "r8."))
    }
    assert {page: together[page] for page in alone} == alone


def test_a_project_with_its_own_list_of_contents_may_do_anything_with_what_is_below_a_line(tmp_path: Path) -> None:
    own = tmp_path / "templates" / LIST
    own.parent.mkdir(parents=True)
    own.write_text(
        "{% for entry in entries %}[{{ entry.number }}{{ entry.below | replace('.', '!') }}]{% endfor %}", "utf-8"
    )
    many = [*MANY_CHAPTERS, *(f"2.1.{at}" for at in range(1, 90))]
    made = contents(tmp_path, many, words=60)
    page = next(page.name for page in made.places.rule_pages if page.outline.rule.number == "2.1")
    assert "[2[2!1" in made.on_page(page)
