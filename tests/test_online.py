"""Cards on screens: pictures of a chosen width, decks for Tabletop Simulator and charts for VASSAL."""

import json
from collections import Counter
from decimal import Decimal
from html.parser import HTMLParser
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader

from rulewright.base.store import Store
from rulewright.book.card_contents import tables_on
from rulewright.entries.card import Card
from rulewright.entries.paper import Millimetres, Size
from rulewright.entries.text import Text
from rulewright.imposition.decks import LARGEST_SIDE, decks, single_cards
from rulewright.outputs.cards.chart import chart_html, mark_files
from rulewright.readback.read_back import read_back
from tests.conftest import CARDS, GAME, ROOT, SMALL_CARD, Project, examined

ONLINE = "kind: online\ntitle: For online tables\nwidths: [300, 500]\n"
TWO_SIDES = SMALL_CARD + "  - page\n  - table: hits\n"


def built(project: Project, name: str, text: str) -> Project:
    project.write(f"cards/small/{name}.yaml", text)
    said = project.run("build", "--no-prove")
    assert said.status == 0, said.out
    return project


def data(project: Project, path: str) -> bytes:
    return (project.root / "build/small" / path).read_bytes()


def image(project: Project, path: str) -> Image.Image:
    return Image.open(BytesIO(data(project, path)))


def names(project: Project, folder: str) -> list[str]:
    return sorted(path.name for path in (project.root / "build/small" / folder).iterdir())


def test_a_card_is_as_wide_as_the_screen(small: Project) -> None:
    small.write("cards/small/hits.yaml", TWO_SIDES.replace("60 × 60", "60 × 40"))
    built(small, "screen", "kind: screen\ntitle: For the tablet\nwidth: [1920, 800]\n")
    wide = [f"hits-{end}" for end in ("1920.pdf", "1920.png", "800.pdf", "800.png")]
    assert names(small, "screen") == sorted([*wide, "hits-2-1920.png", "hits-2-800.png"])
    for width, height in ((1920, 1280), (800, 534)):
        assert image(small, f"screen/hits-{width}.png").size == (width, height)
        pages = PdfReader(BytesIO(data(small, f"screen/hits-{width}.pdf"))).pages
        assert [float(page.mediabox.width) * 96 / 72 for page in pages] == [pytest.approx(width)] * 2
        assert float(pages[0].mediabox.height) * 96 / 72 == pytest.approx(width * 40 / 60)


def test_the_pdf_for_a_screen_is_the_card_and_can_be_read_aloud(small: Project) -> None:
    built(small, "screen", "kind: screen\ntitle: For the tablet\nwidth: 800\n")
    card, screen = (PdfReader(BytesIO(data(small, path))) for path in ("cards/hits.pdf", "screen/hits-800.pdf"))
    assert screen.pages[0].extract_text().split() == card.pages[0].extract_text().split()
    assert screen.trailer["/Root"]["/MarkInfo"]["/Marked"]  # type: ignore[index]
    # What is half-way on the one is half-way on the other.
    small_frame, large_frame = (ink_box(small, path) for path in ("cards/hits.png", "screen/hits-800.png"))
    assert large_frame == pytest.approx(small_frame, abs=0.004)


def ink_box(project: Project, path: str) -> list[float]:
    """Where a picture has ink, as shares of its width."""
    found = image(project, path).convert("L").point(lambda shade: 255 if shade < 128 else 0)
    box = found.getbbox()
    assert box is not None
    return [side / found.width for side in box]


def test_pictures_for_online_tables_have_the_widths_that_were_asked(small: Project) -> None:
    small.write("cards/small/hits.yaml", TWO_SIDES)
    built(small, "online", ONLINE)
    for width in (300, 500):
        for page in ("", "-2"):
            assert image(small, f"online/hits{page}-{width}.png").size == (width, width)


def test_cards_of_one_size_are_a_deck(small: Project) -> None:
    for name in ("one", "two"):
        small.write(f"cards/small/{name}.yaml", TWO_SIDES)
    small.write("cards/small/broad.yaml", SMALL_CARD.replace("60 × 60", "80 × 60"))
    built(small, "online", ONLINE)
    faces, backs = image(small, "online/online-faces.png"), image(small, "online/online-backs.png")
    assert faces.size == backs.size == (1000, 1000)
    blank = Image.new("RGB", (500, 500), "white").tobytes()
    shown = {
        (at, side): grid.crop((at % 2 * 500, at // 2 * 500, at % 2 * 500 + 500, at // 2 * 500 + 500)).tobytes()
        for side, grid in (("face", faces), ("back", backs))
        for at in range(4)
    }
    for at, card in enumerate(("hits", "one", "two")):  # in the order of their files
        assert shown[at, "face"] == image(small, f"online/{card}-500.png").tobytes()
    assert shown[0, "back"] == blank  # it has one side
    assert shown[1, "back"] == image(small, "online/one-2-500.png").tobytes()
    assert shown[3, "face"] == shown[3, "back"] == blank
    assert (
        data(small, "online/online.txt").decode()
        == """\
For online tables: for Tabletop Simulator

All of it at once: upload the pictures, put online-tabletop-simulator.json into the folder Saves/Saved Objects, and in the game: Objects, Saved Objects. Before, replace ADDRESS-OF-THE-FOLDER/ in that file by the address of the folder that the pictures are in.

In the game: Objects, Components, Cards, Custom Deck.

Face: online-faces.png
Unique Backs: on
Back: online-backs.png
Width: 2
Height: 2
Number: 3
Sideways: off
Back is Hidden: on

1. Hits
2. Hits
3. Hits

In the game: Objects, Components, Custom, Card.

Hits
Face: broad-500.png
Back: broad-500.png
Sideways: on
"""
    )


def test_the_saved_object_has_as_many_of_each_card_as_the_game(small: Project) -> None:
    for name, count in (("one", 3), ("two", 1)):
        small.write(f"cards/small/{name}.yaml", f"count: {count}\n{TWO_SIDES}")
    small.write("cards/small/broad.yaml", "count: 2\n" + SMALL_CARD.replace("60 × 60", "80 × 60"))
    built(small, "online", ONLINE + "address: https://example.org/cards\n")
    deck, *broad = json.loads(data(small, "online/online-tabletop-simulator.json"))["ObjectStates"]
    assert (deck["Name"], deck["DeckIDs"], deck["SidewaysCard"]) == ("DeckCustom", [100, 101, 101, 101, 102], False)
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["Hits"] * 5
    (pictures,) = deck["CustomDeck"].values()
    assert pictures["FaceURL"] == "https://example.org/cards/online-faces.png"
    assert (pictures["NumWidth"], pictures["NumHeight"], pictures["UniqueBack"]) == (2, 2, True)
    assert [each["Name"] for each in broad] == ["CardCustom"] * 2
    (own,) = broad[0]["CustomDeck"].values()
    assert own["FaceURL"].rpartition("/")[2] in names(small, "online")
    note = data(small, "online/online.txt").decode()
    assert "2. Hits (× 3)" in note
    assert "ADDRESS-OF" not in note


SIDES = st.integers(30, 300)


@given(
    width=SIDES,
    height=SIDES,
    pages=st.lists(st.integers(1, 5), min_size=1, max_size=150),
    pixels=st.integers(100, 8192),
)
def test_every_card_is_in_one_deck_and_every_deck_within_the_limits(
    width: int, height: int, pages: list[int], pixels: int
) -> None:
    size = Size(Millimetres(Decimal(width)), Millimetres(Decimal(height)))
    cards = [Card(id=f"c{at}", title=Text("c"), size=size, pages=((),) * count) for at, count in enumerate(pages)]
    found = decks("deck", cards, pixels)
    leaves = [leaf for deck in found for leaf in deck.cards] + list(single_cards(cards))
    shown = Counter((leaf.card.id, page) for leaf in leaves for page in (leaf.front, leaf.back) if page is not None)
    assert shown == Counter((card.id, page) for card in cards for page in range(len(card.pages)))
    for deck in found:
        assert 2 <= deck.columns <= 10
        assert 2 <= deck.rows <= 7
        assert len(deck.cards) <= min(69, deck.columns * deck.rows)
        assert deck.width <= pixels
        assert deck.columns * deck.width <= LARGEST_SIDE
        assert deck.rows * deck.height <= LARGEST_SIDE
        assert deck.height / deck.width == pytest.approx(height / width, abs=1 / deck.width)
    assert len({deck.name for deck in found}) == len(found)


ATTRIBUTES = {
    "html": (),
    "body": ("bgcolor", "text"),
    "p": ("align",),
    "hr": ("noshade", "size"),
    "br": (),
    "ul": (),
    "li": (),
    "b": (),
    "i": (),
    "em": (),
    "strong": (),
    "small": (),
    "code": (),
    "font": ("color", "size"),
    "img": ("src", "alt", "height", "border", "align"),
    "table": ("border", "cellspacing", "cellpadding", "width", "align", "bgcolor"),
    "tr": ("valign",),
    "td": ("bgcolor", "align", "rowspan", "colspan", "width"),
    "th": ("bgcolor", "align", "rowspan", "colspan"),
}
"""What Java's viewer knows of HTML 3.2, as far as charts use it."""
ALONE = ("hr", "br", "img")


class Plain(HTMLParser):
    """Reads a chart as strictly as may be: what is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.open: list[str] = []
        self.findings: list[str] = []
        self.pictures: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.findings += [f"<{tag}>"] if tag not in ATTRIBUTES else []
        self.findings += [f"<{tag} {name}>" for name, _ in attrs if name not in ATTRIBUTES.get(tag, ())]
        self.pictures += [value or "" for name, value in attrs if name == "src"]
        self.open += [] if tag in ALONE else [tag]

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.findings.append(f"</{tag}>")

    def handle_entityref(self, name: str) -> None:
        self.findings += [] if name in ("lt", "gt", "amp", "quot") else [f"&{name};"]


@pytest.mark.parametrize(("game", "card"), CARDS)
def test_a_chart_is_html_that_the_viewer_knows(game: str, card: str) -> None:
    book = examined(game).book
    assert book is not None
    html, marks, _ = chart_html(book.cards[card], book, ROOT)
    assert html.isascii()
    parser = Plain()
    parser.feed(html)
    parser.close()
    assert parser.findings == []
    assert parser.open == []
    assert "style" not in html
    assert set(parser.pictures) == {mark_files(book.game.marks)[mark.id] for mark in marks}


@pytest.mark.parametrize(("game", "card"), CARDS)
def test_the_tables_of_a_chart_read_as_they_are_stated(game: str, card: str) -> None:
    """What a build looks for: the text of every cell, its spans, whether it is a heading, and the names of marks."""
    book = examined(game).book
    assert book is not None
    assert list(tables_on(book.cards[card], book)) or card in ("fire", "reaction")
    chart = chart_html(book.cards[card], book, ROOT)[0].encode()
    assert read_back(book, {f"online/{card}.html": chart}, ROOT, Store()) == []


@pytest.mark.parametrize(
    ("written", "instead", "message"),
    [
        (
            ">3</td>",
            ">6</td>",
            "prints '6' at 'combat unit × others × ≤' in the table 'hidden-sighted', the source says '3'",
        ),
        (' rowspan="2"', "", "prints 'non-vehicular in daylight' over 1 × 1 places"),
        ('alt="Japanese"', 'alt="Russian"', "gives screen readers 'Russian, Russian' for the marks"),
        ("<th ", "<td ", "tags 'Action' as no heading"),
    ],
)
def test_what_differs_in_a_chart_is_found(written: str, instead: str, message: str) -> None:
    book = examined(GAME).book
    assert book is not None
    html, *_ = chart_html(book.cards["concealment"], book, ROOT)
    assert written in html
    files = {"online/concealment.html": html.replace(written, instead, 1).encode()}
    (found,) = read_back(book, files, ROOT, Store())
    assert found.name == "reads-back-differently"
    assert found.message.startswith(f"the chart of the card 'concealment' {message}")


def test_the_pictures_of_marks_lie_beside_the_charts_and_are_clear_around(small: Project) -> None:
    marks = "game: {title: S, language: en, marks: {j: {badge: J, colour: '#aa2222', legend: Japan}, 'a b': {sign: '*', colour: '#aa2222', legend: star}, a-b: {sign: '+', colour: '#aa2222', legend: plus}}}"
    small.replace("content/small/game.yaml", "game: {title: A small game, language: en}", marks)
    small.replace(
        "content/small/game.yaml",
        "title: Score to hit",
        'title: Score to hit\n    note: "[[mark:j]] [[mark:a b]] [[mark:a-b]]"',
    )
    built(small, "online", ONLINE)
    html = data(small, "online/hits.html").decode()
    for name, width in (("mark-j", 16), ("mark-a-b", 8), ("mark-a-b-2", 8)):
        assert f'src="{name}.png"' in html
        found = image(small, f"online/{name}.png")
        assert found.size == (width, 16)
        assert found.mode == "RGBA"
        alpha = found.getchannel("A")
        assert alpha.getpixel((0, 0)) == 0  # rounded, or empty
        assert max(alpha.tobytes()) > 200
    red, green, blue, _ = image(small, "online/mark-j.png").getpixel((2, 8))  # type: ignore[misc]
    assert (red, green, blue) == (0xAA, 0x22, 0x22)


def test_text_that_looks_like_html_is_text(small: Project) -> None:
    small.replace("content/small/game.yaml", "wood: In a wood", 'wood: "\\\\<b onclick=x>&copy; – wood"')
    built(small, "online", ONLINE)
    html = data(small, "online/hits.html").decode()
    assert "&lt;b onclick=x&gt;&#169; &#8211; wood" in html


def test_the_front_page_leads_to_all_of_it(small: Project) -> None:
    built(small, "screen", "kind: screen\ntitle: For the tablet\nwidth: 800\n")
    built(small, "online", ONLINE)
    page = small.read("build/small/web/index.html")
    for path in ("screen/hits-800.pdf", "online/hits.html", "online/hits-300.png", "online/online.txt"):
        assert f'href="../{path}"' in page
        assert (small.root / "build/small" / path).is_file()


MISUSE = [
    ("screen", "width: wide", "'wide' is not a width of a picture"),
    ("screen", "width: 99", "'99' is not a width of a picture"),
    ("screen", "width: 8193", "'8193' is not a width of a picture"),
    ("screen", "width: 1920px", "'1920px' is not a width of a picture"),
    ("screen", "width: [800, 0800]", "the width 800 is given twice"),
    ("screen", "width: []", "screen 'screen' has nothing under 'width'"),
    ("screen", "wide: 800", "screen 'screen' has no key 'wide'"),
    ("online", "widths: {500: 1}", "'widths' is a list, not"),
    ("online", "cards: hit", "there is no card 'hit'"),
]


@pytest.mark.parametrize(("kind", "line", "message"), MISUSE)
def test_misuse_is_told_at_its_line(small: Project, kind: str, line: str, message: str) -> None:
    other = "" if line.startswith("width") else "widths: 500\n"
    small.write(f"cards/small/{kind}.yaml", f"kind: {kind}\ntitle: Cards\n{line}\n{other}")
    said = small.run("check", "--no-prove")
    assert said.status == 1
    found = [each for each in said.out.splitlines() if f"{kind}.yaml:3:" in each and message in each]
    assert found, said.out


def test_a_width_has_to_be_told(small: Project) -> None:
    small.write("cards/small/screen.yaml", "kind: screen\ntitle: For the tablet\n")
    assert "screen 'screen' needs 'width'" in small.run("check", "--no-prove").out
