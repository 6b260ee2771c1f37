"""The contents beside a page: whole for a small game, the neighbours of long lists, all on the overview."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rulewright.decode.games import decode
from rulewright.diagnostics import Faults
from rulewright.link import link
from rulewright.products import PRODUCTS
from rulewright.render.typesetting import places
from rulewright.render.typesetting.places import Places
from rulewright.render.web.contents import MOST_SIBLINGS, NEIGHBOURS, Contents
from rulewright.render.web.views import ContentsEntryView
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
    return Contents(book, Places(book))


def outline(entries: Sequence[ContentsEntryView], depth: int = 0) -> Iterator[str]:
    for entry in entries:
        yield f"{'  ' * depth}{entry.number or entry.title}{' here' if entry.current else ''}"
        yield from outline(entry.below, depth + 1)


def test_beside_a_page_of_a_small_game_its_chapter_is_open_and_the_others_are_closed(tmp_path: Path) -> None:
    made = contents(tmp_path, ["1", "1.1", "1.1.1", "1.2", "2", "2.1"])
    assert list(outline(made.beside("r1.html"))) == ["1 here", "  1.1", "    1.1.1", "  1.2", "2"]
    assert list(outline(made.beside("glossary.html"))) == ["1", "2"]
    assert list(outline(made.beside("index.html"))) == ["1", "  1.1", "    1.1.1", "  1.2", "2", "  2.1"]


def test_of_very_many_chapters_the_neighbours_show_and_a_link_to_the_others(tmp_path: Path) -> None:
    made = contents(tmp_path, [str(at) for at in range(1, 301)])
    shown = made.beside("r100.html")
    assert [entry.number for entry in shown] == ["…", *map(str, range(100 - NEIGHBOURS, 101 + NEIGHBOURS)), "…"]
    assert [entry.number for entry in shown if entry.current] == ["100"]
    assert (str(shown[0].title), shown[0].href) == ("79 more", "index.html#page-contents")
    assert str(shown[-1].title) == "180 more"
    assert len(made.beside("index.html")) == 300
    assert len(made.beside("glossary.html")) == NEIGHBOURS + 2
    assert str(made.beside("r1.html")[-1].title) == "279 more"


def test_a_list_of_moderate_length_shows_whole(tmp_path: Path) -> None:
    made = contents(tmp_path, [str(at) for at in range(1, MOST_SIBLINGS + 1)])
    assert len(made.beside("r30.html")) == MOST_SIBLINGS


def test_a_chapter_of_very_many_pages_opens_only_around_the_one_that_is_read(tmp_path: Path) -> None:
    made = contents(tmp_path, ["1", *(f"1.{at}" for at in range(1, 301)), "2"], words=places.LONGEST // 1_000)
    [chapter, other] = made.beside("r1-150.html")
    assert [entry.number for entry in chapter.below] == ["…", *(f"1.{at}" for at in range(130, 171)), "…"]
    assert [entry.number for entry in chapter.below if entry.current] == ["1.150"]
    assert not other.below
    [chapter, other] = made.beside("r1.html")
    assert chapter.current
    assert len(chapter.below) == NEIGHBOURS + 2
    [chapter, other] = made.beside("r2.html")
    assert (chapter, other.current) == (replace(chapter, below=()), True)


def test_a_page_of_very_many_short_rules_lists_them_all(tmp_path: Path) -> None:
    made = contents(tmp_path, ["1", *(f"1.{at}" for at in range(1, 301)), "2"])
    assert len(made.beside("r1.html")[0].below) == 300
