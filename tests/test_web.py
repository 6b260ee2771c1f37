"""The web rulebook as files: every link leads somewhere, ids are unique, nothing comes from elsewhere."""

import re
from collections.abc import Mapping
from functools import cache
from html.parser import HTMLParser

import pytest

from rulewright.pipeline import examine, render
from rulewright.proof.process import Limits
from tests.conftest import GAME, GAMES, Project, built

VOID = {"meta", "link", "img", "br", "hr", "input", "rect", "circle", "path"}


class Page(HTMLParser):
    """A page's tags in order, with what they must have in common: closed, unique, linked."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.faults: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        return [
            found
            for name, found in self.tags
            if name == tag and all(value in (found.get(key) or "").split() for key, value in wanted.items())
        ]

    @property
    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.tags if attributes.get("id")]


@cache
def read(game: str) -> dict[str, Page]:
    return {name: Page(data.decode()) for name, data in built(game).items() if name.endswith(".html")}


@pytest.fixture(params=GAMES)
def files(request: pytest.FixtureRequest) -> Mapping[str, bytes]:
    """Every output of each game."""
    return built(request.param)


@pytest.fixture(params=GAMES)
def pages(request: pytest.FixtureRequest) -> dict[str, Page]:
    """Every page of each game."""
    return read(request.param)


def test_every_page_is_there() -> None:
    files = built(GAME)
    assert {
        "web/index.html", "web/glossary.html", "web/errata.html", "web/concealment.html", "web/hidden.html", "report.html",
    } <= {name for name in files if name.endswith(".html")}  # fmt: skip


def test_every_tag_is_closed_and_every_id_is_unique(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert (page.faults, page.open) == ([], []), name
        assert len(page.ids) == len(set(page.ids)), name


@pytest.mark.parametrize("game", GAMES)
def test_every_internal_link_and_anchor_resolves(game: str) -> None:
    files, pages = built(game), read(game)
    for name, page in pages.items():
        folder = name.rpartition("/")[0]
        for link in [*page.all("a"), *page.all("link")]:
            path, _, anchor = str(link["href"]).partition("#")
            target = name if not path else re.sub(r"[^/]+/\.\./", "", f"{folder}/{path}".strip("/"))
            assert target in files, f"{name}: {link['href']}"
            assert not anchor or anchor in pages[target].ids, f"{name}: {link['href']}"


def test_everything_that_describes_is_on_the_page(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        described = {str(a["aria-describedby"]) for _, a in page.tags if a.get("aria-describedby")}
        headers = {part for _, a in page.tags for part in str(a.get("headers") or "").split()}
        assert described | headers <= set(page.ids), name


def test_nothing_is_loaded_from_elsewhere_and_no_script_stands_in_the_page(files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        if name.endswith((".html", ".css", ".js")):
            text = data.decode().replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?:|[\"'(]//", text), name
            # A host sends 404.html from any depth: it can name no script beside it. The report is one file, to be sent on.
            assert name in ("404.html", "report.html") or not re.search(r"<script(?![^>]*\bsrc=)", text), name


def test_rules_have_permalinks_numbers_and_who_cites_them() -> None:
    files, pages = built(GAME), read(GAME)
    page = pages["web/hidden.html"]
    assert {"hidden", "hidden-revealed", "hidden-call", "hidden-entered", "hidden-resolution"} <= set(page.ids)
    assert {"#hidden-call", "#hidden"} <= {str(a["href"]) for a in page.all("a")}
    text = files["web/hidden.html"].decode()
    assert "20.9.2.a" in text
    assert "Cited by" in text


def test_tables_are_tables_with_captions_and_scopes() -> None:
    page = read(GAME)["web/concealment.html"]
    assert len(page.all("table")) == len(page.all("caption")) == 1
    assert len(page.all("th", scope="col")) == 3
    assert {str(th.get("scope")) for th in page.all("th")} == {"col", "row", "rowgroup"}
    assert [td["colspan"] for td in page.all("td") if "colspan" in td] == ["2"]


def test_the_page_says_what_is_proved() -> None:
    files = built(GAME)
    assert re.search(r"Proved for all \d+ cases by sighting_distance\(\)", files["web/concealment.html"].decode())
    assert re.search(r"(\d+) of \1 table cells proved", files["web/index.html"].decode())


def test_pages_are_small(files: Mapping[str, bytes]) -> None:
    """Pictures of cards too; that for messengers is loaded by no page."""
    assert {name for name, data in files.items() if name.startswith("web/") and len(data) >= 100_000} <= {"web/preview.png"}


NASTY = (
    """<script>alert(1)</script> & "quotes" [x](javascript:alert(1)) <img src=x onerror=alert(1)> http://example.org"""
)


def test_the_source_cannot_inject_markup(small: Project) -> None:
    quoted = NASTY.replace("'", "''")
    small.write("content/small/terms.yaml", f"terms:\n  Nasty:\n    text: '{quoted}'\n    rule: hits\n")
    small.replace(
        "content/small/game.yaml", "text: Roll as", f"text: |\n      {NASTY} [[Nasty|<b>x</b>]]\n\n      Roll as"
    )
    small.replace("content/small/game.yaml", "{open: In the open", "{open: '<i>In the open</i>'")
    assert small.run("build").status == 0
    text = small.read("build/small/web/hits.html")
    page = Page(text)
    assert page.faults == []
    assert not re.search(r"<(script(?![^>]*src=)|img|b>|i>)", text)
    assert "javascript:" not in "".join(str(a.get("href")) for a in page.all("a"))
    assert "&lt;script&gt;" in text


def test_a_quoted_cell_leads_to_the_value_it_quotes(small: Project) -> None:
    small.replace("content/small/game.yaml", "as [[table:hits]] tells", "[[cell:hits(wood, rifle)]] in a wood")
    small.replace("content/small/game.yaml", "Score to hit", "Score to hit (a mortar [[cell:hits(any, mortar)]])")
    small.replace("content/small/game.yaml", "title: Hits", "title: Hits on [[cell:hits(open, rifle)]]")
    files = render(examine(small.root, "small", Limits()), small.root, "")
    page = files["web/hits.html"].decode()
    assert 'Roll <a class="cell" href="hits.html#table-hits-cell-2">5</a> in a wood.' in page
    assert '<span class="part" id="table-hits-cell-2">5</span>' in page
    assert 'Score to hit (a mortar <a class="cell" href="hits.html#table-hits-cell-1">4</a>)' in page
    assert '>Hits on <a class="cell" href="hits.html#table-hits-cell-0">3</a></' in page
    assert "<title>1 Hits on 3" in page
    assert not Page(page).faults
    assert len(Page(page).ids) == len(set(Page(page).ids))


def test_a_quoted_cell_merged_with_its_neighbours_leads_to_its_table(small: Project) -> None:
    outputs = """
  losses:
    title: Losses
    rule: hits
    rows: cover
    outputs: {score: {title: Score, gives: {numbers: 1..6}, merged: yes}}
    cells: {open: {score: 3}, wood: {score: 3}}
"""
    small.write("content/small/more.yaml", "tables:" + outputs)
    small.replace("content/small/game.yaml", "as [[table:hits]] tells", "[[cell:losses(wood, score)]]")
    page = render(examine(small.root, "small", Limits()), small.root, "")["web/hits.html"].decode()
    assert '<a class="cell" href="hits.html#table-losses">3</a>' in page
    assert Page(page).ids.count("table-losses") == 1
