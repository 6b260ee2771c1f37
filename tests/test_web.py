"""The web rulebook as files: every link leads somewhere, ids are unique, nothing comes from elsewhere."""

import gzip
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tinyhtml5.parser import HTMLParser as StrictParser

from rulewright.entries.text import Target
from rulewright.html.environment import asset
from rulewright.html.places import Places
from tests.conftest import GAME, GAMES, ROOT, Project, built

NU_CHECKER = shutil.which("vnu")
VOID = {"meta", "link", "img", "br", "hr", "input", "rect", "circle", "path"}


class Page(HTMLParser):
    """A page's tags in order, with what they must have in common: closed, unique, linked."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.findings: list[str] = []
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
            self.findings.append(f"</{tag}> at {self.getpos()}")

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
        "web/index.html",
        "web/glossary.html",
        "web/errata.html",
        "web/concealment.html",
        "web/hidden.html",
        "report.html",
    } <= {name for name in files if name.endswith(".html")}


def test_every_page_is_html_without_a_parse_error(files: Mapping[str, bytes]) -> None:
    """By the standard's own parser: a paragraph in a paragraph, a link in a link or a cell out of its row is an error."""
    for name, data in files.items():
        if name.startswith("web/") and name.endswith(".html"):
            parser = StrictParser()
            parser.parse(data.decode())
            assert parser.errors == [], name


@pytest.mark.skipif(NU_CHECKER is None, reason="the Nu HTML checker (vnu) is not installed")
def test_the_nu_checker_finds_no_error(files: Mapping[str, bytes], tmp_path: Path) -> None:
    for name, data in files.items():
        if name.startswith("web/") and name.endswith(".html"):
            (tmp_path / name.removeprefix("web/")).write_bytes(data)
    checked = subprocess.run([str(NU_CHECKER), "--errors-only", tmp_path], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_every_tag_is_closed_and_every_id_is_unique(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert (page.findings, page.open) == ([], []), name
        assert len(page.ids) == len(set(page.ids)), name


ALL_GAMES = "../../index.html"
"""The only link out of the folder, from each page of web/; `tests/browser/test_library.py` follows it."""


@pytest.mark.parametrize("game", GAMES)
def test_every_internal_link_and_anchor_resolves(game: str) -> None:
    files, pages = built(game), read(game)
    in_site = [page for name, page in pages.items() if name.startswith("web/") and "masthead" in str(page.tags)]
    assert in_site
    assert all(ALL_GAMES in {str(link["href"]) for link in page.all("a")} for page in in_site)
    for name, page in pages.items():
        folder = name.rpartition("/")[0]
        for link in [*page.all("a"), *page.all("link")]:
            path, _, anchor = str(link["href"]).partition("#")
            if path == ALL_GAMES and folder == "web":
                continue
            target = name if not path else re.sub(r"[^/]+/\.\./", "", f"{folder}/{path}".strip("/"))
            assert target in files, f"{name}: {link['href']}"
            assert not anchor or anchor in pages[target].ids, f"{name}: {link['href']}"


def test_everything_that_describes_is_on_the_page(pages: dict[str, Page]) -> None:
    """What a link shows is carried by the page, or is a table or a figure that stands on it."""
    for name, page in pages.items():
        described = {str(a["aria-describedby"]) for _, a in page.tags if a.get("aria-describedby")}
        headers = {part for _, a in page.tags for part in str(a.get("headers") or "").split()}
        assert described | headers <= set(page.ids), name
        shown = {str(a["data-shows"]) for _, a in page.tags if a.get("data-shows")}
        there = {f"define-{each}" for each in page.ids if each.startswith(("table-", "figure-"))}
        assert shown <= {*page.ids, *there}, name


def script_of(template: str) -> str:
    """A pattern for the one script that a page holds itself; the game's title is all that it may differ in."""
    script = f"<script>{asset(ROOT, template).rstrip()}</script>"
    return re.escape(script).replace(re.escape("{{ game.title | tojson }}"), '"[^"<>]*"')


OWN_SCRIPTS = {
    "404.html": script_of("publication/404.js.j2"),
    "report.html": re.escape(f"<script>{asset(ROOT, 'report/report.js').rstrip()}</script>"),
}
"""A host sends 404.html from any depth: it can name no script beside it. The report is one file, to be sent on."""


def test_nothing_is_loaded_from_elsewhere_and_no_script_stands_in_the_page(files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        if name.endswith((".html", ".css", ".js")):
            text = data.decode().replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?:|[\"'(]//", text), name
            if name in OWN_SCRIPTS:
                text, found = re.subn(OWN_SCRIPTS[name], "", text)
                assert found == 1, name
            assert not re.search(r"<script(?![^>]*\b(src=|type=\"application/json\"))", text), name


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
    assert {str(th.get("scope")) for th in page.all("th")} == {"col", "row"}
    assert [td["colspan"] for td in page.all("td") if "colspan" in td] == ["2"]


def test_the_page_says_what_is_proved() -> None:
    files = built(GAME)
    assert re.search(
        r"Proved for all \d+ cases by <a [^>]+>sighting_distance\(\)</a>\.", files["web/concealment.html"].decode()
    )
    assert re.search(r"\d+ table cells compared with the rules code: \d+ derived, ", files["web/index.html"].decode())


def test_the_page_says_for_which_numbers_it_is_proved() -> None:
    """Of an input without an end only a part can be tried."""
    page = built(GAME)["web/assault.html"].decode()
    tried = re.search(r"Proved for all [\d,]+ cases with ([^<]+) by <a [^>]+>assault_drm\(\)</a>\.", page)
    assert tried is not None
    assert "Attackers&#39; Assault Value less the defenders&#39; −12 to 12" in tried[1]


def test_pages_are_small(files: Mapping[str, bytes]) -> None:
    web = {name: len(data) for name, data in files.items() if name.startswith("web/")}
    fonts = web.pop("web/fonts.css")
    index = [web.pop(name) for name in list(web) if name.startswith("web/search-index")]  # not loaded with a page
    web.pop("web/preview.png")  # for messengers
    assert max(web.values()) < 100_000
    pages = [data for name, data in files.items() if name.startswith("web/") and name.endswith(".html")]
    assert max(len(gzip.compress(page)) for page in pages) < 20_000  # as hosts send them
    assert max(index) < 15_000
    assert sum(index) < sum(web.values()) / 2
    assert fonts < 130_000


def test_a_rule_called_search_does_not_take_the_page_of_the_search(small: Project) -> None:
    small.write(
        "content/small/more.yaml", 'rules:\n  search:\n    number: "2"\n    title: Searching a hex\n    text: Look.\n'
    )
    files = small.rendered()
    assert "<title>Search · A small game</title>" in files["web/search.html"].decode()
    assert "Searching a hex" in files["web/rule-search.html"].decode()


NASTY = r"""\<script>alert(1)\</script> & "quotes" [x] (javascript:alert(1)) \<img src=x onerror=alert(1)> http://example.org"""


def test_the_source_cannot_inject_markup(small: Project) -> None:
    quoted = NASTY.replace("'", "''")
    small.write("content/small/terms.yaml", f"terms:\n  Nasty:\n    text: '{quoted}'\n    rule: hits\n")
    small.replace(
        "content/small/game.yaml", "text: Roll as", f"text: |\n      {NASTY} [[Nasty|< b>x]]\n\n      Roll as"
    )
    small.replace("content/small/game.yaml", "{open: In the open", "{open: '\\<i>In the open\\</i>'")
    assert small.run("build").status == 0
    text = small.read("build/small/web/hits.html")
    page = Page(text)
    assert page.findings == []
    assert not re.search(r"<(script(?![^>]*(src=|type=\"application/json\"))|img|b>|i>)", text)
    assert "javascript:" not in "".join(str(a.get("href")) for a in page.all("a"))
    assert "&lt;script&gt;" in text


def test_a_quoted_cell_leads_to_the_value_it_quotes(small: Project) -> None:
    small.replace("content/small/game.yaml", "as [[table:hits]] tells", "[[cell:hits(wood, rifle)]] in a wood")
    small.replace("content/small/game.yaml", "Score to hit", "Score to hit (a mortar [[cell:hits(any, mortar)]])")
    small.replace("content/small/game.yaml", "title: Hits", "title: Hits on [[cell:hits(open, rifle)]]")
    files = small.rendered()
    page = files["web/hits.html"].decode()
    assert (
        'Roll <a class="cell" href="hits.html#table-hits-cell-2" data-shows="define-table-hits">5</a> in a wood.'
        in page
    )
    assert '<span class="part" id="table-hits-cell-2">5</span>' in page
    assert (
        'Score to hit (a mortar <a class="cell" href="hits.html#table-hits-cell-1" data-shows="define-table-hits">4</a>)'
        in page
    )
    assert '>Hits on <a class="cell" href="hits.html#table-hits-cell-0" data-shows="define-table-hits">3</a></' in page
    assert "<title>1 Hits on 3" in page
    assert not Page(page).findings
    assert len(Page(page).ids) == len(set(Page(page).ids))


def test_a_quoted_cell_merged_with_its_neighbours_leads_to_its_table(small: Project) -> None:
    outputs = """
  losses:
    title: Losses
    rule: hits
    rows: cover
    outputs: {score: {title: Score, values: {numbers: 1..6}, merged: yes}}
    cells: {open: {score: 3}, wood: {score: 3}}
"""
    small.write("content/small/more.yaml", "tables:" + outputs)
    small.replace("content/small/game.yaml", "as [[table:hits]] tells", "[[cell:losses(wood, score)]]")
    page = small.rendered()["web/hits.html"].decode()
    assert '<a class="cell" href="hits.html#table-losses" data-shows="define-table-losses">3</a>' in page
    assert Page(page).ids.count("table-losses") == 1


RENUMBERED = """
rules:
  losses:
    number: "1.4"
    title: Losses
    text: "See [[table:hits]]; a [[Hit]] is one."
    former-numbers: ["1.3", "1"]
    former-ids: casualties
    notes: [Losses were light., "As in [[rule:hits]]."]
terms: {Hit: {abbreviation: XH, also: [Hits, Score], text: A blow., rule: hits}}
errata:
  from-five: {where: rule:losses, class: slip, printed: five, now: six, why: A slip.}
  from-one: {where: table:hits, class: slip, printed: "1", now: "3", why: A slip.}
"""


@pytest.fixture
def renumbered(small: Project) -> dict[str, str]:
    """The texts of the web folder of a small game."""
    small.replace("content/small/game.yaml", "language: en", "language: en, readers: editors")
    small.write("content/small/more.yaml", RENUMBERED)
    files = small.rendered()
    texts = {name: data for name, data in files.items() if name.startswith("web/") and not name.endswith(".png")}
    return {name.removeprefix("web/"): data.decode() for name, data in texts.items()}


def test_a_rule_is_found_by_the_numbers_and_ids_it_had(renumbered: dict[str, str]) -> None:
    """But a number that another rule has today is that rule's."""
    page = Page(renumbered["hits.html"])
    assert {"losses", "1.4", "1.3", "casualties"} <= set(page.ids)
    assert page.ids.count("1") == 1
    assert [a["id"] for a in page.all("a", **{"class": "number"})] == ["1", "1.4"]
    assert 'content="0; url=hits.html#losses"' in renumbered["casualties.html"]
    assert re.search(r'<li id="1.3">.*now 1.4 Losses', renumbered["go.html"])


def test_the_addresses_lead_to_every_rule_and_term(renumbered: dict[str, str]) -> None:
    found = json.loads(renumbered["addresses.js"].partition("detail: ")[2].rpartition(" }));")[0])
    assert found == {
        "hits.html#hits": ["hits", "1"],
        "hits.html#losses": ["losses", "1.4", "1.3", "casualties"],
        "glossary.html#hit": ["term:hit"],
    }


def test_design_notes_stand_apart(renumbered: dict[str, str]) -> None:
    notes = re.search(r'<aside class="notes".*?</aside>', renumbered["hits.html"], re.DOTALL)
    assert notes is not None
    assert "Design note</span> Losses were light." in notes[0]
    assert 'As in <a class="rule" href="hits.html#hits"' in notes[0]


def test_what_was_corrected_says_so_and_leads_to_the_erratum(renumbered: dict[str, str]) -> None:
    rule = renumbered["hits.html"]
    for id_, words in (("from-five", "<del>five</del> <ins>six</ins>"), ("from-one", "<del>1</del> <ins>3</ins>")):
        assert f'<a class="label" href="errata.html#{id_}">Corrected</a> {words}' in rule
    assert re.findall(r'<h2><a class="(\w+)" href="([^"]+)"', renumbered["errata.html"]) == [
        ("table", "hits.html#table-hits"),
        ("rule", "hits.html#losses"),
    ]


def test_who_cites_is_told_kind_by_kind(renumbered: dict[str, str]) -> None:
    kinds = re.findall(r'Cited by <span class="kind">([^<]+)</span></dt><dd>(.*?)</dd>', renumbered["hits.html"])
    told = {(kind, label) for kind, links in kinds for label in re.findall(r">([^<]+)</a>", links)}
    assert told == {("rules", "1.4 Losses"), ("glossary", "Hit"), ("cards", "Hits")}


def test_abbreviations_and_other_names_are_entries_that_lead_to_their_term(renumbered: dict[str, str]) -> None:
    """A plural stands where its term stands, and needs no entry."""
    entries = re.findall(
        r'<div class="entry see" id="([^"]+)">\s*<dt><span class="name">(\w+)', renumbered["glossary.html"]
    )
    assert entries == [("also-hit-score", "Score"), ("also-hit-xh", "XH")]
    letters = re.findall(r'<a href="glossary.html#letter-(\w)">', renumbered["glossary.html"])
    assert letters == ["H", "S", "X"]


def test_the_code_of_each_proof_is_one_click_away(renumbered: dict[str, str]) -> None:
    assert 'cases by <a class="code" href="code.html#score">score()</a>.' in renumbered["hits.html"]
    code = renumbered["code.html"]
    assert '<span class="word">def</span> <a' not in code  # its own name is no link
    assert "Trees stop bullets, not bombs (rule 1)." in code
    assert 'Proves <a href="hits.html#table-hits">Score to hit</a>' in code


def test_without_a_proof_there_is_no_code_to_show(small: Project) -> None:
    files = small.rendered(prove=False)
    assert "web/code.html" not in files
    assert b"code.html" not in files["web/hits.html"] + files["web/index.html"]


def test_a_long_glossary_is_divided_by_letters(small: Project) -> None:
    terms = "".join(
        f"  {letter}{at}: {{text: '{'word ' * 100}', rule: hits}}\n" for letter in "ABCDEF" for at in range(30)
    )
    small.write("content/small/more.yaml", f"terms:\n{terms}")
    files = small.made("web/*.html").files
    pages = {name: data.decode() for name, data in files.items() if name.startswith("web/glossary")}
    assert len(pages) > 1
    for name, text in pages.items():
        assert len(text) < 100_000
        for other in re.findall(r'<a href="(glossary[^"#]*)#letter-(\w)">', text):
            assert f'id="letter-{other[1]}"' in pages[f"web/{other[0]}"], name


def test_tables_without_a_rule_have_a_page_to_which_links_lead(small: Project) -> None:
    small.replace(
        "content/small/game.yaml", "tables:\n", "tables:\n  gear: {title: Gear, rows: 1d2, list: [Rope, Lamp]}\n"
    )
    small.replace("content/small/game.yaml", "as [[table:hits]] tells", "as [[table:gear]] and [[table:hits]] tell")
    files = small.rendered(prove=False)
    assert 'href="tables.html#table-gear"' in files["web/hits.html"].decode()
    page = files["web/tables.html"].decode()
    assert 'id="table-gear"' in page
    assert not Page(page).findings
    assert 'href="tables.html">' in files["web/index.html"].decode()


def test_very_many_tables_without_a_rule_have_several_pages(small: Project) -> None:
    things = ", ".join(f"{roll}: Thing {roll}" for roll in range(1, 101))
    tables = "".join(f"  gear-{at}: {{title: Gear {at}, rows: 1d100, list: {{{things}}}}}\n" for at in range(6))
    small.replace("content/small/game.yaml", "tables:\n", f"tables:\n{tables}")
    book = small.examined(prove=False).book
    assert book is not None
    pages = {name: [table.id for table in tables] for name, tables in Places(book).further_table_pages.items()}
    assert pages == {"tables.html": ["gear-0", "gear-1", "gear-2", "gear-3"], "tables-2.html": ["gear-4", "gear-5"]}
    assert Places(book).href(Target("table", "gear-5")) == "tables-2.html#table-gear-5"
    page = small.pages("tables-2.html")["tables-2.html"]
    assert "<h1>Further tables: Part 2</h1>" in page
    assert '<a href="tables.html">Part 1</a>' in page
    assert not Page(page).findings


def test_there_is_no_page_of_further_tables_where_every_table_has_its_rule(small: Project) -> None:
    assert "web/tables.html" not in small.rendered(prove=False)
