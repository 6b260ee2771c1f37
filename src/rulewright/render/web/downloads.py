"""The files to download, each with its pages and its size: for paper, for screens, for online tables."""

from collections.abc import Iterator
from pathlib import PurePath

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.card import Card
from rulewright.model.on_screen import Online
from rulewright.model.text import Text
from rulewright.render.cards.blocks import page_names
from rulewright.render.cards.decks import decks_of
from rulewright.render.paths import (
    card_path,
    chart_path,
    deck_note_path,
    picture_paths,
    press_path,
    scaled_picture_path,
    screen_path,
)
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.sheets.page import HOW_TO_BIND, HOW_TO_PRINT
from rulewright.render.web.download_views import CardLinkView, Download, DownloadsView
from rulewright.render.web.site import Site
from rulewright.render.web.text import WebTypesetter


def card_links(site: Site, typesetter: WebTypesetter) -> Iterator[CardLinkView]:
    """Every card in the order of its file."""
    for card in site.book.game.cards:
        picture = site.files.thumbnail(card)
        href = site.places.href(Target("card", card.id))
        pdf = download("PDF", card_path(card), site.files)
        yield CardLinkView(typesetter.inline(card.title), href, thumbnail(card), picture.width, picture.height, pdf)


def thumbnail(card: Card) -> str:
    """The path of the small picture of a card in the web folder."""
    return f"card-{card.id}.png"


def print_downloads(site: Site, typesetter: WebTypesetter) -> Iterator[Download]:
    """The sheets on every paper, the rulebooks and their booklets; then the cards for print shops and for screens."""
    for sheet in site.book.game.sheets:
        for paper in sheet.papers:
            label = Markup("{}, {}").format(typesetter.inline(sheet.title), paper.name)
            yield download(label, f"cards/{sheet.file(paper)}", site.files, HOW_TO_PRINT[sheet.sides])
    for rulebook in site.book.game.rulebooks:
        title = typesetter.inline(rulebook.title)
        yield download(title, rulebook.file, site.files)
        if rulebook.booklet:
            label = Markup("{}, {} booklet").format(title, rulebook.booklet.paper.name)
            yield download(label, rulebook.booklet_file, site.files, HOW_TO_BIND)
    for title_, card, path in _of_finished_cards(site):
        label = Markup("{}: {}").format(typesetter.inline(title_), typesetter.inline(card.title))
        yield download(label, path, site.files)


def _of_finished_cards(site: Site) -> Iterator[tuple[Text, Card, str]]:
    """Every other PDF of a card, for print shops and screens: the title of its product file, the card, its path."""
    book = site.book
    for press in book.game.presses:
        yield from ((press.title, card, press_path(card)) for card in book.chosen(press.cards))
    for screen in book.game.screens:
        for card in book.chosen(screen.cards):
            yield from ((screen.title, card, screen_path(card, width)) for width in screen.widths)


def online_downloads(site: Site, typesetter: WebTypesetter) -> Iterator[DownloadsView]:
    """The chart and the pictures of every card, then the decks and how to use them."""
    for online in site.book.game.online:
        cards = site.book.chosen(online.cards)
        for card in cards:
            pictures = _wide_pictures(card, online, site)
            chart = _file("chart for VASSAL", chart_path(card), site)
            yield DownloadsView(typesetter.inline(card.title), (chart, *pictures))
        decks = (path for deck in decks_of(online, cards) for path in deck.files)
        files = [_file("how to use them", deck_note_path(online), site)]
        files += [_file(PurePath(path).stem, path, site) for path in decks]
        yield DownloadsView(Markup("{}, Tabletop Simulator").format(typesetter.inline(online.title)), tuple(files))


def _wide_pictures(card: Card, online: Online, site: Site) -> Iterator[Download]:
    pictures = zip(page_names(card), picture_paths(card, site.book.game), strict=True)
    for name, picture in pictures:
        for width in online.widths:
            label = ", ".join(filter(None, (name, f"{width} pixels")))
            yield _file(label, scaled_picture_path(picture, "online", width), site)


def _file(label: str, path: str, site: Site) -> Download:
    return Download(label, f"../{path}", rounded(site.files.size(path)))


def download(label: str | Markup, path: str, files: FinishedFiles, how_to_print: str = "") -> Download:
    """A PDF below build/GAME, as the pages of the web folder link it."""
    pages = files.page_count(path)
    details = f"{pages} {'page' if pages == 1 else 'pages'}, {rounded(files.size(path))}"
    return Download(label, f"../{path}", f"{details}; {how_to_print}" if how_to_print else details)


def rounded(size: int) -> str:
    """A size in two figures: `140 kB`, `1.2 MB`."""
    if size >= 1_000_000:
        return f"{size / 1_000_000:.1f} MB"
    kilobytes = max(1, round(size / 1000))
    return f"{round(kilobytes, -1) if kilobytes >= 100 else kilobytes} kB"
