"""Files to take away: cards, sheets and rulebooks, each with how long and how large it is."""

from collections.abc import Iterator

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.card import Card
from rulewright.render.prints import Prints, card_file
from rulewright.render.published_views import CardLinkView, Download
from rulewright.render.sheet import HOW_TO_BIND, HOW_TO_PRINT
from rulewright.render.web.site import Site
from rulewright.render.web.text import WebTypesetter


def card_links(site: Site, typesetter: WebTypesetter) -> Iterator[CardLinkView]:
    """Every card in the order of its file."""
    for card in site.book.game.cards:
        picture = site.prints.thumbnail(card)
        href = site.places.href(Target("card", card.id))
        pdf = download("PDF", card_file(card), site.prints)
        yield CardLinkView(typesetter.inline(card.title), href, thumbnail(card), picture.width, picture.height, pdf)


def thumbnail(card: Card) -> str:
    """Where the small picture of a card lies in the web folder."""
    return f"card-{card.id}.png"


def printed(site: Site, typesetter: WebTypesetter) -> Iterator[Download]:
    """The sheets on every paper, the rulebooks, and their booklets."""
    for sheet in site.book.game.sheets:
        for paper in sheet.papers:
            label = Markup("{}, {}").format(typesetter.inline(sheet.title), paper.name)
            yield download(label, f"cards/{sheet.file(paper)}", site.prints, HOW_TO_PRINT[sheet.sides])
    for rulebook in site.book.game.rulebooks:
        title = typesetter.inline(rulebook.title)
        yield download(title, rulebook.file, site.prints)
        if rulebook.booklet:
            label = Markup("{}, {} booklet").format(title, rulebook.booklet.paper.name)
            yield download(label, rulebook.booklet_file, site.prints, HOW_TO_BIND)


def download(label: str | Markup, path: str, prints: Prints, how_to_print: str = "") -> Download:
    """A PDF below build/GAME, as the pages of the web folder link it."""
    pages = prints.pages(path)
    told = f"{pages} {'page' if pages == 1 else 'pages'}, {rounded(prints.size(path))}"
    return Download(label, f"../{path}", f"{told}; {how_to_print}" if how_to_print else told)


def rounded(size: int) -> str:
    """Bytes as a reader takes them: two figures are enough, `140 kB`, `1.2 MB`."""
    if size >= 1_000_000:
        return f"{size / 1_000_000:.1f} MB"
    kilobytes = max(1, round(size / 1000))
    return f"{round(kilobytes, -1) if kilobytes >= 100 else kilobytes} kB"
