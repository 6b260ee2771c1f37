"""Make pictures of cards: with bleed for print on demand, for screens, for VASSAL and for Tabletop Simulator."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from rulewright.book.book import Book
from rulewright.book.wording import page_names, plain
from rulewright.entries.card import Card, Setting
from rulewright.entries.card_pictures import Images, Online, Screen
from rulewright.entries.marks import Mark
from rulewright.entries.product import CARD_STYLE
from rulewright.entries.themes import standard_theme
from rulewright.html.environment import asset
from rulewright.html.paths import (
    card_path,
    chart_path,
    deck_note_path,
    picture_paths,
    saved_object_path,
    scaled_picture_path,
    scaled_picture_paths,
    screen_path,
)
from rulewright.imposition.decks import Deck, DeckCard, decks_of, single_cards
from rulewright.outputs.cards.chart import PictureFile, chart_html, mark_files, mark_page, picture_page
from rulewright.outputs.cards.paper import Variant
from rulewright.outputs.cards.printer import CardPrinter, PrintedCard
from rulewright.outputs.cards.themes import themed
from rulewright.outputs.products.run import (
    OutputFile,
    PrintRun,
    Rendered,
    fixed_values,
    picture_of,
    text_file,
    with_values,
)
from rulewright.outputs.products.side_pictures import SidePicture, side_pictures
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pdf.page_images import page_image, page_picture, png_picture

# Pictures and PDFs of single cards


def image_files(run: PrintRun, images: Images, cards: FinishedFiles) -> Iterator[OutputFile]:
    """Yield a picture with bleed of each side; the card keeps the setting of its own PDF."""
    printer = CardPrinter(run.book, run.project, run.created, run.printers)
    variant = Variant(bleed=images.bleed.value, standard="")
    for picture in side_pictures(run.book.chosen(images.cards)):
        card = picture.card
        setting = cards.setting(card)
        values = with_values(partial(printer.inputs, card, variant, setting), f"{picture.page} {images.dpi}")
        make = partial(_picture_with_bleed, images, picture, partial(printer.print, card, variant, setting=setting))
        yield OutputFile(images.path(picture.name), values, make, printer.style(card, variant))


def _picture_with_bleed(images: Images, picture: SidePicture, print_: Callable[[], PrintedCard]) -> Rendered:
    size = picture.card.size
    width, height = images.pixels(size.width), images.pixels(size.height)
    image = page_image(print_().pdf, picture.page, width)
    if image.height != height:  # the pixels of the two sides are rounded apart
        image = image.resize((width, height))
    return png_picture(image, dpi=(images.dpi, images.dpi)).png, ()


def screen_files(run: PrintRun, screen: Screen, cards: FinishedFiles) -> Iterator[OutputFile]:
    """Yield the PDFs for a screen; the card keeps the setting of its own PDF."""
    printer = CardPrinter(run.book, run.project, run.created, run.printers)
    for card in run.book.chosen(screen.cards):
        setting = cards.setting(card)
        for width in screen.widths:
            values = with_values(partial(printer.inputs, card, setting=setting), str(width))
            make = partial(_scaled, printer, card, width, setting)
            yield OutputFile(screen_path(card, width), values, make, printer.style(card))


def _scaled(printer: CardPrinter, card: Card, width: int, setting: Setting | None) -> Rendered:
    return printer.print_scaled(card, width, setting), ()


def scaled_picture_files(
    run: PrintRun, request: Screen | Online, finished: Mapping[str, bytes], folder: str
) -> Iterator[OutputFile]:
    """Yield a picture of every page of the finished cards, in each width in pixels."""
    for card, width in product(run.book.chosen(request.cards), request.widths):
        pdf = finished[card_path(card)]
        for page, path in enumerate(scaled_picture_paths(card, run.book.game, folder, width)):
            yield OutputFile(path, fixed_values(pdf, f"{page} {width}"), picture_of(page_picture, pdf, page, width))


# Charts for VASSAL


def chart_files(run: PrintRun) -> Iterator[OutputFile]:
    """Yield all charts, then their marks and pictures, each once. A picture has its largest size on any chart."""
    all_marks, all_pictures = dict[str, Mark](), dict[str, PictureFile]()
    book = run.book
    for card in (card for online in book.game.requests(Online) for card in book.chosen(online.cards)):
        html, marks, pictures = chart_html(card, book, run.project)
        all_marks |= {mark.id: mark for mark in marks}
        for picture in pictures:
            if picture.file not in all_pictures or all_pictures[picture.file].width < picture.width:
                all_pictures[picture.file] = picture
        yield text_file(chart_path(card), html)
    files = mark_files(book.game.marks)
    beside = [(files[id_], *mark_page(mark)) for id_, mark in all_marks.items()]
    beside += [(each.file, picture_page(each), each.width) for each in all_pictures.values()]
    style = themed(asset(run.project, CARD_STYLE), standard_theme())
    for file, page, width in beside:
        make = partial(_picture_of_html, run, style, page, width)
        yield OutputFile(f"online/{file}", fixed_values(page, style, str(width)), make, style)


def _picture_of_html(run: PrintRun, style: str, page: str, width: int) -> Rendered:
    pdf = run.printers[style].print(page, standard="").pdf
    return page_picture(pdf, 0, width, clear=True).png, ()


# Decks for Tabletop Simulator


def deck_files(run: PrintRun, online: Online, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """Yield the pictures of each deck, and the note on how to use them; `cards` are the finished ones."""
    chosen = run.book.chosen(online.cards)
    decks, singles = decks_of(online, chosen), single_cards(chosen)
    pdfs = [cards[card_path(card)] for card in chosen]
    for deck in decks:
        for path, backs in zip(deck.files, (False, True), strict=True):
            yield OutputFile(path, fixed_values(repr(deck), *pdfs), partial(_side, deck, cards, backs))
    yield text_file(deck_note_path(online), deck_text(online, decks, singles, run.book))
    yield text_file(saved_object_path(online), saved_object(online, decks, singles, run.book))


def _side(deck: Deck, cards: Mapping[str, bytes], backs: bool) -> Rendered:
    """Return one side of all cards of a deck as a PNG; a card without that side is white."""
    from PIL import Image

    grid = Image.new("RGB", (deck.columns * deck.width, deck.rows * deck.height), "white")
    for at, card in enumerate(deck.cards):
        page = card.back if backs else card.front
        if page is not None:
            image = page_image(cards[card_path(card.card)], page, deck.width).crop((0, 0, deck.width, deck.height))
            grid.paste(image, (at % deck.columns * deck.width, at // deck.columns * deck.height))
    return png_picture(grid).png, ()


# A saved object for Tabletop Simulator

PLACEHOLDER = "ADDRESS-OF-THE-FOLDER/"
"""The text that stands for a missing address; the note tells users to replace it."""
FACE_DOWN = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
APART = 4.0
"""The distance between decks on the table, in inches."""


def saved_object(online: Online, decks: Sequence[Deck], singles: Sequence[DeckCard], book: Book) -> str:
    """Return the saved object as JSON text."""
    objects = [_object_deck(online, deck, at, book) for at, deck in enumerate(decks)]
    for at, card in enumerate(singles, len(decks)):
        objects += [_single(online, card, at, book)] * card.card.count
    saved = {"SaveName": plain(online.title, book), "ObjectStates": objects}
    return json.dumps(saved, indent=1, ensure_ascii=False) + "\n"


def card_name(card: DeckCard, book: Book) -> str:
    """Return the title of a card, with its page if the card has more than two."""
    title, names = plain(card.card.title, book), page_names(card.card)
    return f"{title}, {names[card.front]}" if len(names) > 2 else title


def _object_deck(online: Online, deck: Deck, at: int, book: Book) -> dict[str, Any]:
    face, back = (file.rpartition("/")[2] for file in deck.files)
    pictures = _pictures(online, face, back, deck.columns, deck.rows)
    ids = [100 * (at + 1) + place for place, card in enumerate(deck.cards) for _ in range(card.card.count)]
    wide = deck.width > deck.height
    cards = [_object_card(id_, card_name(deck.cards[id_ % 100], book), wide=wide) for id_ in ids]
    return {
        "Name": "DeckCustom",
        "Transform": {"posX": at * APART, "posY": 1.0, "posZ": 0.0, **FACE_DOWN},
        "Nickname": deck.name,
        "SidewaysCard": wide,
        "DeckIDs": ids,
        "CustomDeck": {str(at + 1): pictures},
        "ContainedObjects": cards,
    }


def _single(online: Online, card: DeckCard, at: int, book: Book) -> dict[str, Any]:
    """Return a card outside all decks, with its own pictures; without a back, both sides show the face."""
    files = list(_files(card, max(online.widths), book))
    pictures = _pictures(online, files[card.front], files[card.front if card.back is None else card.back], 1, 1)
    size = card.card.size
    one = _object_card(100 * (at + 1), card_name(card, book), wide=size.width.value > size.height.value)
    place = {"posX": at * APART, "posY": 1.0, "posZ": 0.0, **FACE_DOWN}
    return {**one, "Name": "CardCustom", "Transform": place, "CustomDeck": {str(at + 1): pictures}}


def _files(card: DeckCard, width: int, book: Book) -> Iterator[str]:
    return (scaled_picture_path(each, "", width).lstrip("/") for each in picture_paths(card.card, book.game))


def _pictures(online: Online, face: str, back: str, columns: int, rows: int) -> dict[str, Any]:
    address = online.address or PLACEHOLDER
    return {
        "FaceURL": address + face,
        "BackURL": address + back,
        "NumWidth": columns,
        "NumHeight": rows,
        "BackIsHidden": True,
        "UniqueBack": columns * rows > 1,
        "Type": 0,
    }


def _object_card(id_: int, name: str, *, wide: bool) -> dict[str, Any]:
    place = {"posX": 0.0, "posY": 0.0, "posZ": 0.0, **FACE_DOWN}
    return {"Name": "Card", "Transform": place, "Nickname": name, "CardID": id_, "SidewaysCard": wide}


# A text that says what to type into the dialogs of Tabletop Simulator, for decks and for single cards

DECK = "In the game: Objects, Components, Cards, Custom Deck."
CARD = "In the game: Objects, Components, Custom, Card."
SAVED = (
    "All of it at once: upload the pictures, put {file} into the folder Saves/Saved Objects, and in the game: Objects, "
    "Saved Objects."
)
REPLACE = f" Before, replace {PLACEHOLDER} in that file by the address of the folder that the pictures are in."


def deck_text(online: Online, decks: Sequence[Deck], singles: Sequence[DeckCard], book: Book) -> str:
    """Return the whole note: each deck with a list of its cards, then the single cards."""
    parts = [f"{plain(online.title, book)}: for Tabletop Simulator"]
    saved = SAVED.format(file=saved_object_path(online).rpartition("/")[2])
    parts.append(saved if online.address else saved + REPLACE)
    if decks:
        parts += [DECK, *(part for deck in decks for part in _deck(deck, book))]
    if singles:
        parts += [CARD, *(_card(card, max(online.widths), book) for card in singles)]
    return "\n\n".join(parts) + "\n"


def _deck(deck: Deck, book: Book) -> Iterable[str]:
    faces, backs = (file.rpartition("/")[2] for file in deck.files)
    yield "\n".join(
        (
            f"Face: {faces}",
            "Unique Backs: on",
            f"Back: {backs}",
            f"Width: {deck.columns}",
            f"Height: {deck.rows}",
            f"Number: {len(deck.cards)}",
            _sideways(wide=deck.width > deck.height),
            "Back is Hidden: on",
        )
    )
    yield "\n".join(f"{number}. {_named(card, book)}" for number, card in enumerate(deck.cards, 1))


def _card(card: DeckCard, width: int, book: Book) -> str:
    """Describe a single card by its pictures; without a back, both sides show the face."""
    files, size = list(_files(card, width, book)), card.card.size
    back = card.front if card.back is None else card.back
    sideways = _sideways(wide=size.width.value > size.height.value)
    return "\n".join((_named(card, book), f"Face: {files[card.front]}", f"Back: {files[back]}", sideways))


def _named(card: DeckCard, book: Book) -> str:
    """Return the name of a card and the number of its copies."""
    return f"{card_name(card, book)} (× {card.card.count})" if card.card.count > 1 else card_name(card, book)


def _sideways(*, wide: bool) -> str:
    return f"Sideways: {'on' if wide else 'off'}"
