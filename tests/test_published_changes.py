"""What each edition changed, on the web: a page for each, a line beside what changed, a feed."""

import json
import re
from datetime import datetime
from xml.etree import ElementTree

import pytest

from rulewright.outputs.web.changes import _grid
from tests.atom import findings
from tests.conftest import Project

FIRST = """\
game: {title: Marsh, language: en, address: "https://example.org/marsh/"}
domains: {weather: [fair, foul], beast: [ox, mule]}
rules:
  ferry: {number: "1", title: Ferry, text: "A raft needs [[fact:turns]] turns on the river."}
  net: {number: "2", title: Nets, text: "A [[net]] is thrown once in a turn."}
tables:
  loads: {title: Loads, rule: ferry, values: 1..9, rows: weather, columns: beast, cells: {fair: [4, 3], foul: [2, 1]}}
facts: {turns: {value: 3, rule: ferry}}
terms: {net: {rule: net, text: What catches fish.}}
references: {aid: {title: Aid, rule: ferry, items: [Look at the river.]}}
"""
SECOND = FIRST.replace("fair: [4, 3]", "fair: [5, 3]").replace("title: Nets", "title: Nets and lines")
THIRD = (
    SECOND.replace("is thrown once in a turn", "is thrown once in each turn")
    .replace("  net: {number", "  nets: {former-ids: net, number")
    .replace("rule: net,", "rule: nets,")
    + "  # grows\n"
).replace("facts:", "examples: {crossing: {title: Crossing, rule: ferry, text: Two oxen cross.}}\nfacts:")


def published(project: Project, *editions: str) -> dict[str, str]:
    """The web pages after these editions, and the source is the last of them."""
    for number, source in enumerate(editions):
        project.write("content/marsh/marsh.yaml", source)
        said = project.run("edition", f"1.{number}")
        assert said.status == 0, said.err
    files = project.rendered("marsh", prove=False)
    return {name.removeprefix("web/"): data.decode() for name, data in files.items() if name.endswith(("ml", ".js"))}


@pytest.fixture
def web(project: Project) -> dict[str, str]:
    return published(project, FIRST, SECOND, THIRD)


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def history(page: str, start: str) -> str:
    """The line of the editions that changed the thing which begins there."""
    found = re.search(r'<p class="history">.*?</p>', page[page.index(start) :], re.DOTALL)
    assert found is not None
    return found[0]


def test_each_edition_has_a_page_of_what_it_changed(web: dict[str, str]) -> None:
    assert sorted(name for name in web if "changes" in name) == [
        "changes-1.1.html",
        "changes-1.2.html",
        "changes.html",
        "changes.xml",
    ]
    second = words(web["changes-1.1.html"].partition("<main")[2])
    assert "What changed in edition 1.1" in second
    assert "Loads: fair · ox changed a rule or a value value struck out: 4 → new: 5" in second
    assert "2 Nets and lines" in second
    assert "the next edition" not in second


def test_names_lead_to_what_is_there_now(web: dict[str, str]) -> None:
    assert '<a href="ferry.html#table-loads">Loads: fair · ox</a>' in web["changes-1.1.html"]
    place = re.findall(r'<a href="([^"]*)">2 Nets and lines</a>', web["changes-1.1.html"] + web["changes-1.2.html"])
    assert len(place) == 2
    assert len({*place}) == 1  # though it was called net in edition 1.1


def test_the_list_has_the_latest_first(web: dict[str, str]) -> None:
    numbers = re.findall(r'<a href="changes-1\.\d\.html">(Edition [\d.]+)</a>', web["changes.html"])
    assert numbers == ["Edition 1.2", "Edition 1.1"]
    assert 'href="changes.html"' in web["ferry.html"].partition('<footer class="imprint"')[2]


def test_a_thing_tells_its_editions_though_its_id_is_another(web: dict[str, str]) -> None:
    rule = history(next(page for page in web.values() if 'id="nets"' in page), 'id="nets"')
    assert words(rule) == "Changed in edition 1.2 (renamed, reworded) ; in edition 1.1 (changed)"
    assert 'href="changes-1.2.html#rule-nets"' in rule
    assert 'href="changes-1.1.html#rule-net"' in rule
    assert rule.count('data-for="editors"') == 1
    table = history(next(page for page in web.values() if 'id="table-loads"' in page), 'id="table-loads"')
    assert words(table) == "Changed in edition 1.1 (changed)"
    assert "changes-1.1.html#cell-loads" in table


def test_anchors_of_changes_are_there(web: dict[str, str]) -> None:
    for page in web.values():
        for file, anchor in re.findall(r'href="(changes-[\d.]+\.html)#([^"]+)"', page):
            assert f'id="{anchor}"' in web[file]


def test_the_feed_has_what_atom_asks_for(web: dict[str, str]) -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.fromstring(web["changes.xml"])
    assert feed.tag == f"{atom}feed"
    entries = feed.findall(f"{atom}entry")
    assert [each.findtext(f"{atom}title") for each in entries] == ["Edition 1.2", "Edition 1.1"]
    assert feed.findtext(f"{atom}author/{atom}name") == "Marsh"
    for each in (feed, *entries):
        assert each.findtext(f"{atom}id", "").startswith("https://example.org/marsh/web/changes")
        assert datetime.fromisoformat(each.findtext(f"{atom}updated", "")).tzinfo is not None
        assert each.find(f"{atom}link[@rel='alternate']") is not None
    assert len({each.findtext(f"{atom}id") for each in entries}) == 2
    assert '<link rel="alternate" type="application/atom+xml"' in web["glossary.html"]


def test_the_feed_keeps_all_rules_of_atom(web: dict[str, str]) -> None:
    assert findings(web["changes.xml"]) == []


@pytest.mark.parametrize(
    ("sound", "wrong", "fault"),
    [
        ("<id>https://example.org/marsh/web/changes-1.2.html</id>", "", "entry: 0 times id"),
        (
            "changes-1.2.html</id>",
            "changes-1.1.html</id>",
            "two entries are https://example.org/marsh/web/changes-1.1.html",
        ),
        ("T00:00:00Z</updated>", "</updated>", "is no moment"),
        ("<summary>", "<summary><b/>", "summary: no plain text"),
        ("<author><name>Marsh</name></author>", "", "an entry has no author"),
        ('rel="self"', 'rel="via"', "the feed does not say where it is"),
        (
            'rel="alternate" type="text/html" href="https://example.org',
            'rel="alternate" type="text/html" href="',
            "link: without an absolute address",
        ),
        ("<entry>", "<entry><pubDate>today</pubDate>", "entry: pubDate is no element of it"),
        ("<entry>", '<entry lang="en">', "entry: ['lang'] are no attributes of it"),
    ],
)
def test_what_is_wrong_with_a_feed_is_found(sound: str, wrong: str, fault: str, web: dict[str, str]) -> None:
    assert sound in web["changes.xml"]
    assert any(fault in each for each in findings(web["changes.xml"].replace(sound, wrong)))


def test_a_reader_of_feeds_takes_the_feed_without_a_doubt(web: dict[str, str]) -> None:
    """By feedparser, which tells of all that it has to mend or to guess."""
    feedparser = pytest.importorskip("feedparser")
    read = feedparser.parse(web["changes.xml"])
    assert (read.bozo, read.version) == (False, "atom10")
    assert read.feed.title == "Marsh: What changed"
    assert [each.title for each in read.entries] == ["Edition 1.2", "Edition 1.1"]
    assert all(each.id and each.updated_parsed and each.summary and each.link == each.id for each in read.entries)


def test_each_edition_can_be_read_as_it_was(web: dict[str, str]) -> None:
    first, last = web["edition-1.0.html"], web["edition-1.2.html"]
    text = words(first.partition("<main")[2])
    assert "The latest edition is 1.2" in text
    assert "2 Nets A net is thrown once in a turn." in text
    assert "A raft needs 3 turns on the river." in text
    assert "Loads ox mule fair 4 3 foul 2 1" in text
    assert "net What catches fish." in text
    assert '<meta name="robots" content="noindex">' in first
    assert "fair 5 3" in words(last)
    assert "noindex" not in last
    assert "edition-" not in web["sitemap.xml"]


def test_a_table_as_it_was_is_not_taken_for_one_too_many(project: Project) -> None:
    """In the rulebook a table of two columns prints as in the page of an edition."""
    wide, narrow = ", columns: beast, cells: {fair: [4, 3], foul: [2, 1]}", ", cells: {fair: 4, foul: 2}"
    first = FIRST.replace(wide, narrow)
    published(project, first, first.replace("title: Nets", "title: Nets and lines"))
    said = project.run("build")
    assert said.status == 0, said.err + said.out


def test_a_rule_of_an_edition_has_a_place_by_each_of_its_ids(web: dict[str, str]) -> None:
    for name, ids in (("edition-1.0.html", {"net", "nets"}), ("edition-1.2.html", {"nets"})):
        assert {*re.findall(r'id="rule-(nets?)"', web[name])} == ids
    now = re.findall(r'<p class="now"><a href="([^"]*)">2 Nets now</a>', web["edition-1.0.html"])
    file, _, anchor = now[0].partition("#")
    assert f'id="{anchor or "nets"}"' in web[file]


def test_pages_of_rules_lead_to_the_same_place_in_earlier_editions(web: dict[str, str]) -> None:
    links = re.findall(r'href="(edition-[\d.]+html)#(rule-\w+)"', web["nets.html"])
    assert links == [("edition-1.1.html", "rule-nets"), ("edition-1.0.html", "rule-nets")]


def test_a_rule_that_is_gone_says_so(project: Project) -> None:
    without = "".join(line for line in FIRST.splitlines(keepends=True) if "net:" not in line)
    web = published(project, FIRST, without)
    assert "This rule is gone." in web["edition-1.0.html"]


def test_rules_with_the_names_of_these_pages_have_others(project: Project) -> None:
    named = FIRST.replace("  net: {", "  changes: {").replace("rule: net,", "rule: changes,")
    web = published(project, named, named.replace("fair: [4, 3]", "fair: [5, 3]"))
    assert "<h1>What changed</h1>" in web["changes.html"]
    assert "Nets" in web["rule-changes.html"]


def test_one_edition_changed_nothing(project: Project) -> None:
    web = published(project, FIRST)
    assert [name for name in web if "changes" in name] == []
    assert not any('class="history"' in page or "changes.html" in page for page in web.values())


def test_without_an_address_there_is_no_feed(project: Project) -> None:
    web = published(project, *(each.replace(', address: "https://example.org/marsh/"', "") for each in (FIRST, SECOND)))
    assert "changes.html" in web
    assert "changes.xml" not in web
    assert "atom+xml" not in web["glossary.html"]


def test_the_names_of_things_are_only_words(project: Project) -> None:
    web = published(project, FIRST, SECOND.replace("title: Nets and lines", "title: 'Nets & \\<b>lines'"))
    assert "<b>lines" not in web["changes-1.1.html"] + web["changes.xml"]
    ElementTree.fromstring(web["changes.xml"])


def test_a_new_edition_makes_the_pages_again(project: Project) -> None:
    published(project, FIRST)
    assert project.run("build").status == 0
    assert not (project.root / "build/marsh/web/changes.html").exists()
    project.write("content/marsh/marsh.yaml", SECOND)
    assert project.run("edition", "1.1").status == 0
    assert project.run("build").status == 0
    assert (project.root / "build/marsh/web/changes-1.1.html").exists()


def test_an_edition_needs_a_day(project: Project) -> None:
    published(project, FIRST)
    file = project.root / "content/marsh/editions/1.0.json"
    date = json.loads(file.read_text("utf-8"))["recorded"]["date"]
    file.write_text(file.read_text("utf-8").replace(date, "yesterday"), "utf-8")
    said = project.run("check")
    assert said.status == 1
    assert "the recorded edition has 'yesterday' instead of a date such as 2026-05-31" in said.out + said.err


def test_a_large_edition_has_a_page_for_each_chapter(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first page has the contents, with the place of each rule by each of its ids; the pages of rules lead on."""
    monkeypatch.setattr("rulewright.outputs.web.history.ONE_PAGE", 100)
    web = published(project, FIRST, SECOND, THIRD)
    first, ferry, nets, glossary = (web[f"edition-1.0{part}.html"] for part in ("", "-1", "-2", "-3"))
    assert '<a id="rule-ferry" href="edition-1.0-1.html#rule-ferry">1 Ferry</a>' in first
    assert '<span class="former" id="rule-nets"></span><a id="rule-net" href="edition-1.0-2.html#rule-net">' in first
    assert "A raft needs 3 turns" not in words(first)
    assert '<section id="rule-ferry">' in ferry
    assert "A raft needs 3 turns" in words(ferry)
    assert "thrown once in a turn" in words(nets)
    assert "What catches fish." in glossary
    assert '<a href="edition-1.0.html">Edition 1.0</a>' in ferry
    assert 'href="edition-1.0-2.html#rule-nets">1.0</a>' in web["nets.html"]


def test_a_table_of_an_edition_is_a_grid_where_it_was_one() -> None:
    lines = [("open · rifle", "3"), ("open · mortar", "4"), ("wood · rifle", "5"), ("wood · mortar", "4")]
    assert _grid(lines) == (("rifle", "mortar"), (("open", ("3", "4")), ("wood", ("5", "4"))))
    for other in (lines[:3], [*lines, ("far", "6")], [("open", "3"), ("wood", "5")], lines[:2], []):
        assert _grid(other) is None
