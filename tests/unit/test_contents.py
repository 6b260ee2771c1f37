"""The contents beside a page: whole for a small game, the neighbours of long lists, all on the overview."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulewright.decode.games import decode
from rulewright.diagnostics import Faults
from rulewright.link import link
from rulewright.products import PRODUCTS
from rulewright.render.typesetting import places
from rulewright.render.typesetting.places import Places
from rulewright.render.web.contents import MOST_SIBLINGS, NEIGHBOURS, Contents
from rulewright.source.files import read


def contents(folder: Path, numbers: Sequence[str], *, words: int = 1) -> Contents:
    """Of rules with these numbers, whose ids are r and the number with hyphens."""
    text = "word " * words
    rules = "".join(f'  r{at.replace(".", "-")}: {{number: "{at}", title: R {at}, text: "{text}"}}\n' for at in numbers)
    file = folder / "content/many/game.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(f"game: {{title: Many, language: en}}\nrules:\n{rules}", "utf-8")
    faults = Faults()
    book = link(decode(read(folder, "many", faults), PRODUCTS, faults), faults)
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
    assert list(outline(made.beside("r1.html"))) == ["1 here", "  1.1", "    1.1.1", "  1.2", "2"]
    assert list(outline(made.beside("glossary.html"))) == ["1", "2"]
    assert list(outline(made.beside("index.html"))) == ["1", "  1.1", "    1.1.1", "  1.2", "2", "  2.1"]


def numbers(first: int, last: int, form: str = "{}") -> list[str]:
    return [form.format(at) for at in range(first, last + 1)]


def test_of_very_many_chapters_the_neighbours_show_and_a_link_to_the_others(tmp_path: Path) -> None:
    made = contents(tmp_path, numbers(1, 300))
    shown = made.beside("r100.html")
    near = [*numbers(100 - NEIGHBOURS, 99), "100 here", *numbers(101, 100 + NEIGHBOURS)]
    assert list(outline(shown)) == ["79 more", *near, "180 more"]
    assert shown.count('href="index.html#page-contents"') == 2
    assert list(outline(made.beside("index.html"))) == numbers(1, 300)
    assert list(outline(made.beside("glossary.html"))) == [*numbers(1, 1 + NEIGHBOURS), "279 more"]
    assert list(outline(made.beside("r1.html"))) == ["1 here", *numbers(2, 1 + NEIGHBOURS), "279 more"]


def test_a_list_of_moderate_length_shows_whole(tmp_path: Path) -> None:
    made = contents(tmp_path, numbers(1, MOST_SIBLINGS))
    assert len(list(outline(made.beside("r30.html")))) == MOST_SIBLINGS


def test_a_chapter_of_very_many_pages_opens_only_around_the_one_that_is_read(tmp_path: Path) -> None:
    made = contents(tmp_path, ["1", *numbers(1, 300, "1.{}"), "2"], words=places.LONGEST // 1_000)
    near = [*numbers(130, 149, "  1.{}"), "  1.150 here", *numbers(151, 170, "  1.{}")]
    assert list(outline(made.beside("r1-150.html"))) == ["1", "  129 more", *near, "  130 more", "2"]
    assert list(outline(made.beside("r1.html"))) == ["1 here", *numbers(1, 1 + NEIGHBOURS, "  1.{}"), "  279 more", "2"]
    assert list(outline(made.beside("r2.html"))) == ["1", "2 here"]


def test_a_page_of_very_many_short_rules_lists_them_all(tmp_path: Path) -> None:
    made = contents(tmp_path, ["1", *numbers(1, 300, "1.{}"), "2"])
    assert list(outline(made.beside("r1.html"))) == ["1 here", *numbers(1, 300, "  1.{}"), "2"]
