"""A game's folder as it is published: pictures of its cards, what it tells about itself, and what is at its top."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from rulewright.base.findings import Span
from rulewright.entries.web_look import WebLook
from rulewright.outputs.publication import initials, offline_files, worker_script
from rulewright.outputs.web.cards import card_look, to_scale
from rulewright.outputs.web.contents import LONGEST, shortened
from rulewright.pdf.finished_files import rounded
from rulewright.pdf.page_images import pictures
from tests.conftest import CARDS, GAME, GAMES, ROOT, Project, built, examined
from tests.test_web import Page

ADDRESS = "https://example.org/skirmish/"
SITE_MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@pytest.mark.parametrize(("game", "card"), CARDS)
def test_every_page_of_a_card_is_a_picture_of_300_dots_an_inch(game: str, card: str) -> None:
    book = examined(game).book
    assert book is not None
    layout = book.cards[card]
    for page in range(1, len(layout.pages) + 1):
        name = f"cards/{card}.png" if page == 1 else f"cards/{card}-{page}.png"
        picture = Image.open(BytesIO(built(game)[name]))
        wanted = [float(side.value) / 25.4 * 300 for side in (layout.size.width, layout.size.height)]
        assert [abs(got - side) < 2 for got, side in zip(picture.size, wanted, strict=True)] == [True, True], name
        assert [round(dots) for dots in picture.info["dpi"]] == [300, 300]
    assert f"cards/{card}-{len(layout.pages) + 1}.png" not in built(game)


def test_a_picture_is_the_same_each_time() -> None:
    pdf = built(GAME)["cards/fire.pdf"]
    assert next(pictures(pdf)).png == next(pictures(pdf)).png == built(GAME)["cards/fire.png"]


@pytest.mark.parametrize("game", GAMES)
def test_every_page_tells_what_it_is_and_shows_the_preview(game: str) -> None:
    files = built(game)
    descriptions = set()
    pages = [name for name in files if name.startswith("web/") and name.endswith(".html")]
    for name in pages:
        told = {
            tag.get("property") or tag.get("name"): tag.get("content") for tag in Page(files[name].decode()).all("meta")
        }
        assert told["description"] == told["og:description"]
        assert 10 < len(str(told["description"])) <= LONGEST, name
        assert f"web/{told['og:image']}" in files
        descriptions.add(told["description"])
    assert len(descriptions) == len(pages), "each page has a description of its own"
    assert Image.open(BytesIO(files["web/preview.png"])).size == (1200, 630)


def test_the_description_of_a_chapter_is_how_its_rules_begin() -> None:
    text = built(GAME)["web/hidden.html"].decode()
    book = examined(GAME).book
    assert book is not None
    rule = book.rules["hidden"].text
    assert rule is not None
    told = re.search(r'name="description" content="([^"]+)"', text)
    assert told is not None
    assert told[1].split()[:3] == rule.words.split()[:3]


def test_an_address_makes_whole_links_a_site_map_and_robots(small: Project) -> None:
    small.replace("content/small/game.yaml", "language: en}", "language: en, address: 'https://example.org/skirmish'}")
    assert small.run("build").status == 0
    locations = [each.text for each in ET.fromstring(small.read("build/small/sitemap.xml")).iter(f"{SITE_MAP}loc")]
    built_pages = {path.name for path in (small.root / "build/small/web").glob("*.html")}
    assert set(locations) == {f"{ADDRESS}web/{name}" for name in built_pages}
    page = Page(small.read("build/small/web/hits.html"))
    assert [str(link["href"]) for link in page.all("link", rel="canonical")] == [f"{ADDRESS}web/hits.html"]
    told = {tag.get("property"): tag.get("content") for tag in page.all("meta")}
    assert (told["og:url"], told["og:image"]) == (f"{ADDRESS}web/hits.html", f"{ADDRESS}web/preview.png")
    assert not (small.root / "build/small/robots.txt").exists(), "robots look for it at the top of a host only"
    assert f'<base href="{ADDRESS}">' in small.read("build/small/404.html")


def test_the_entrance_has_the_preview_of_the_pages(small: Project) -> None:
    """It is at the address that people share, and messengers follow no refresh."""
    small.replace("content/small/game.yaml", "language: en}", "language: en, address: 'https://example.org/skirmish'}")
    assert small.run("build").status == 0
    told = [
        {tag.get("property") or tag.get("name"): tag.get("content") for tag in Page(small.read(name)).all("meta")}
        for name in ("build/small/index.html", "build/small/web/index.html")
    ]
    for name in ("og:title", "og:image", "og:url", "og:image:width", "twitter:card"):
        assert told[0][name] == told[1][name], name
    assert told[0]["og:description"]


def test_without_an_address_the_entrance_shows_the_preview_beside_it(small: Project) -> None:
    assert small.run("build").status == 0
    picture = Page(small.read("build/small/index.html")).all("meta", property="og:image")[0]["content"]
    assert (small.root / "build/small" / str(picture)).exists()


def test_a_site_map_has_the_day_that_the_environment_tells(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it has none, so that the same source is the same bytes on each day."""
    small.replace("content/small/game.yaml", "language: en}", "language: en, address: 'https://example.org/skirmish'}")
    for epoch, days in (("", set()), ("1700000000", {"2023-11-14"})):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
        assert small.run("build").status == 0
        site_map = ET.fromstring(small.read("build/small/sitemap.xml"))
        assert {each.text for each in site_map.iter(f"{SITE_MAP}lastmod")} == days
        assert len([*site_map.iter(f"{SITE_MAP}lastmod")]) in (0, len([*site_map.iter(f"{SITE_MAP}loc")]))


def test_hosts_are_told_to_send_all_files_as_they_are(small: Project) -> None:
    assert small.run("build").status == 0
    assert (small.root / "build/small/.nojekyll").read_bytes() == b""


def test_things_lead_to_their_lines_of_the_source(small: Project) -> None:
    """For those who study: in play the link is hidden with all else that is for editors."""
    address = "https://forge.example/me/edit/{file}?at=1&x=2#L{line}"
    small.replace("content/small/game.yaml", "language: en}", f'language: en, web: {{edit: "{address}"}}}}')
    with (small.root / "content/small/game.yaml").open("a") as source:
        source.write("terms:\n  wood: {text: A place with trees.}\n")
    assert small.run("build").status == 0
    lines = (small.root / "content/small/game.yaml").read_text().splitlines()
    of_rule, of_table, of_term = lines.index("  hits:") + 1, len(lines) - lines[::-1].index("  hits:"), len(lines)
    for page, wanted in (("hits", [of_rule, of_table]), ("glossary", [of_term])):
        links = Page(small.read(f"build/small/web/{page}.html")).all("a", **{"class": "edit"})
        file = "https://forge.example/me/edit/content/small/game.yaml?at=1&x=2"
        assert [link["href"] for link in links] == [f"{file}#L{line}" for line in wanted]
        assert {link["data-for"] for link in links} == {"editors"}
        assert all(str(link["aria-label"]).startswith("Edit ") for link in links)


def test_a_file_of_any_name_is_quoted_in_the_address_of_its_line() -> None:
    assert WebLook(edit="https://x.example/{file}#{line}").edit_address(Span("content/my game/à&b.yaml", 7)) == (
        "https://x.example/content/my%20game/%C3%A0%26b.yaml#7"
    )
    assert (
        WebLook().edit_address(Span("content/x.yaml", 7))
        == WebLook(edit="https://x.example/{file}").edit_address(Span(""))
        == ""
    )


def test_robots_are_told_where_the_game_has_a_host_for_itself(small: Project) -> None:
    small.replace("content/small/game.yaml", "language: en}", "language: en, address: 'https://skirmish.example'}")
    assert small.run("build").status == 0
    assert "Sitemap: https://skirmish.example/sitemap.xml\n" in small.read("build/small/robots.txt")


def test_without_an_address_there_is_no_site_map(small: Project) -> None:
    assert small.run("build").status == 0
    assert not (small.root / "build/small/sitemap.xml").exists()
    assert "canonical" not in small.read("build/small/web/hits.html")


RUNS = re.compile(r"<(script|style)(?![^>]* (?:src=|type=\"application/json\"))[^>]*>(.*?)</\1>", re.DOTALL)
"""What stands in a page and would run or dress it."""
FOREIGN = re.compile(
    r'<(?:script|img|iframe|object|embed|source)[^>]* (?:src|data)="(?:https?:|//)|<[a-z][^>]* on[a-z]+="'
)


def digests(page: str) -> dict[str, set[str]]:
    found = {"script": set[str](), "style": set[str]()}
    for kind, text in RUNS.findall(page):
        found[kind].add(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'")
    return found


def allowed(policy: str) -> dict[str, set[str]]:
    """The digests that a policy names, by kind."""
    parts = {name: sources for name, _, sources in (each.strip().partition(" ") for each in policy.split(";"))}
    assert parts["default-src"] == "'none'"
    sources = {kind: parts[f"{kind}-src"].split() for kind in ("script", "style")}
    assert all(each[0] == "'self'" for each in sources.values())
    return {kind: {*each[1:]} for kind, each in sources.items()}


@pytest.mark.parametrize("game", GAMES)
def test_every_page_runs_only_what_its_policy_names(game: str) -> None:
    """Pages of the web run nothing that stands in them; the page for missing addresses and the report what is ours."""
    files = built(game)
    pages = [name for name in files if name.endswith(".html") and not name.startswith("online/")]
    for name in pages:
        page = files[name].decode()
        policy = Page(page).all("meta", **{"http-equiv": "Content-Security-Policy"})
        assert len(policy) == 1, name
        assert allowed(str(policy[0]["content"])) == digests(page), name
        assert not FOREIGN.search(page), name
        if name.startswith("web/") or name == "index.html":
            assert digests(page) == {"script": set(), "style": set()}, name
    assert {"404.html", "report.html", "index.html", "web/index.html"} <= {*pages}


def test_hosts_are_told_the_same_policy(small: Project) -> None:
    small.replace("content/small/game.yaml", "language: en}", "language: en, address: 'https://example.org/skirmish'}")
    assert small.run("build").status == 0
    sent, path = dict[str, dict[str, str]](), ""
    for line in small.read("build/small/_headers").splitlines():
        name, _, value = line.strip().partition(": ")
        if line.startswith("/"):
            path = line
        elif not line.startswith("#"):
            sent.setdefault(path, {})[name] = value
    assert sent["/skirmish/*"]["X-Content-Type-Options"] == "nosniff"
    policy = sent["/skirmish/web/*"]["Content-Security-Policy"]
    of_pages = [digests(small.read(f"build/small/{name}")) for name in ("404.html", "report.html")]
    assert allowed(policy) == {kind: set().union(*(each[kind] for each in of_pages)) for kind in ("script", "style")}
    assert {kind: len(each) for kind, each in allowed(policy).items()} == {"script": 2, "style": 2}
    assert policy.endswith("; frame-ancestors 'self'")
    others = {path for path, headers in sent.items() if headers.get("Content-Security-Policy") == policy}
    assert others == {f"/skirmish/{name}" for name in ("", "index.html", "404.html", "report.html", "web/*")}


def test_the_worker_and_its_listing_know_every_file_by_its_content() -> None:
    book = examined(GAME).book
    assert book is not None
    made_after = ("sw.js", "offline.json", "report.html", "report.json")
    files = {name: data for name, data in built(GAME).items() if name not in made_after}
    script = worker_script(offline_files(files, book.game), book.game, ROOT)
    assert script == built(GAME)["sw.js"].decode()
    found = re.search(r"const EDITION = (\{.*?\n\});", script, re.DOTALL)
    assert found is not None
    edition, listing = json.loads(found[1]), json.loads(built(GAME)["offline.json"])
    assert edition["version"] == listing["version"]
    listed = listing["files"]
    assert edition["size"] == sum(len(files[name]) for name in listed)
    assert listed["web/hidden.html"] == [
        sha256(files["web/hidden.html"]).hexdigest()[:16],
        len(files["web/hidden.html"]),
    ]
    assert {*edition["prepared"]} <= {*listed}
    assert {name for name in files if name.startswith("web/")} - {*listed} == {"web/preview.png"}
    assert "cards/fire.pdf" in listed
    assert not {"cards/fire.png", "rulebook.pdf", "rules.json", "_headers", ".nojekyll"} & {*listed}
    for name in ("web/hidden.html", "cards/fire.pdf", "web/rulewright.css"):
        assert worker_script(offline_files({**files, name: b"changed"}, book.game), book.game, ROOT) != script, name


def test_the_worker_is_short_however_many_pages_there_are() -> None:
    """Browsers fetch it at each visit."""
    book = examined(GAME).book
    assert book is not None
    many = {f"web/page-{number}.html": b"" for number in range(5_000)}
    assert len(worker_script(offline_files(many, book.game), book.game, ROOT)) < 9_000


def test_a_game_without_cards_and_colours_has_its_pictures_too(small: Project) -> None:
    (small.root / "cards/small/hits.yaml").unlink()
    files = small.rendered()
    assert Image.open(BytesIO(files["web/preview.png"])).size == (1200, 630)
    icons = json.loads(files["manifest.webmanifest"])["icons"]
    for icon in icons:
        side = Image.open(BytesIO(files[icon["src"]])).width
        assert icon["sizes"] == f"{side}x{side}"
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    assert not [name for name in files if name.startswith("web/card-")]


def test_a_whole_sheet_has_a_page_for_each_side() -> None:
    files = built("iron-cross")
    first, second = files["web/card-quick-reference.html"].decode(), files["web/card-quick-reference-2.html"].decode()
    assert 'href="card-quick-reference-2.html"' in first
    assert "<h1>Quick reference, side 2 of 2</h1>" in second


@pytest.mark.parametrize(
    ("title", "letters"),
    [("The Last Hundred Yards", "LHY"), ("Iron Cross House Rules", "ICH"), ("A", "A"), ("Über 1914!", "Ü1"), ("…", "")],
)
def test_icons_have_the_initials(title: str, letters: str) -> None:
    assert initials(title) == letters


@pytest.mark.parametrize(
    ("size", "words"),
    [(80, "1 kB"), (33_203, "33 kB"), (143_238, "140 kB"), (996_000, "1000 kB"), (1_240_000, "1.2 MB")],
)
def test_sizes_are_told_in_two_figures(size: int, words: str) -> None:
    assert rounded(size) == words


def test_long_descriptions_end_at_a_word() -> None:
    long = "Fire, " * 60
    assert shortened(long) == "Fire, " * 25 + "Fire …"
    assert shortened("  Few\nwords ") == "Few words"
    assert len(shortened("x" * 400)) <= LONGEST


def test_the_look_of_the_print_is_made_to_scale_and_kept_within_the_card() -> None:
    look = card_look(
        "@page { margin: 2mm } html { color: #000 } ul, li ul { margin: -2.5mm 0 7.2pt } body { margin: 0 }", ()
    )
    assert look.startswith(
        ".face { color: #000 }\n"
        ".face ul, .face li ul "
        "{ margin: calc(-2.5 * var(--mm) * var(--scale, 1) * var(--above, 1)) 0 "
        "calc(2.54 * var(--mm) * var(--scale, 1) * var(--above, 1)) }\n"
    )
    assert "@page" not in look
    assert "body" not in look


def test_only_lengths_are_made_to_scale() -> None:
    assert to_scale("color: #0mm; width: 10%; border: .3mm") == "color: #0mm; width: 10%; border: calc(0.3 * var(--mm))"


def test_spacing_goes_with_the_type_of_a_card_and_the_weight_of_lines_does_not() -> None:
    assert to_scale("margin: .3mm; border-top: 1mm solid; border-radius: 2mm") == (
        "margin: calc(0.3 * var(--mm) * var(--scale, 1) * var(--above, 1)) calc(0.3 * var(--mm) * var(--scale, 1)); border-top: calc(1 * var(--mm)) solid; "
        "border-radius: calc(2 * var(--mm) * var(--scale, 1))"
    )
