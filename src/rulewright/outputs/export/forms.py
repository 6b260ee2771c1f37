"""The formats of `rulewright export`, one line each, with what each format cannot express."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO, StringIO
from typing import Any

from rulewright.base.messages.catalogues import catalogue, spoken_day
from rulewright.base.messages.messages import Message, tell
from rulewright.book.book import EXAMPLE_PASSAGE, Book, Outline
from rulewright.book.grid import GridRow, Part, grid, placed
from rulewright.book.kinds import OTHER_KINDS, EntryKind
from rulewright.book.wording import details, figure_label, link_text, plain
from rulewright.entries.errata import Erratum
from rulewright.entries.examples import Example
from rulewright.entries.exemptions import Exemption
from rulewright.entries.figures import Figure
from rulewright.entries.procedures import ProcedureStep
from rulewright.entries.references import Bullet
from rulewright.entries.rules import Rule
from rulewright.entries.rulings import Ruling, in_force
from rulewright.entries.table import Layout, Table
from rulewright.entries.terms import Term
from rulewright.entries.text import Link, Text
from rulewright.html.figures import figure_alt
from rulewright.source.markup.links import LINK, target_and_shown

Words = Callable[[Text], str]
"""A function that writes a text in a format."""


def plain_words(book: Book) -> Words:
    """Return a function that writes texts without markup, for cells of spreadsheets."""
    return lambda text: plain(text, book)


def markdown_words(book: Book) -> Words:
    """Return a function that writes plain Markdown; a link to a thing of the game becomes its shown text."""

    def shown(match: re.Match[str], text: Text) -> str:
        link = Link(*target_and_shown(match), text.span)
        return link_text(link, book.resolve(link), book)

    return lambda text: LINK.sub(lambda match: shown(match, text), text.source).strip()


# Printed tables as rows of words, one for each column


@dataclass(frozen=True, slots=True)
class TableRows:
    """The rows of a table; `headings` are empty texts if the table prints none."""

    headings: tuple[str, ...]
    body: tuple[tuple[str, ...], ...]


def rows_of(table: Table, words: Words) -> TableRows:
    printed = grid(table)
    body = list(_filled(printed.body, words))
    head = list(_filled(printed.head, words))
    width = max(map(len, (*head, *body)), default=0)
    headings, *rows = [(*row, *[""] * (width - len(row))) for row in (*(head or [()]), *body)]
    return TableRows(headings, tuple(rows))


def _filled(rows: Iterable[GridRow], words: Words) -> Iterator[tuple[str, ...]]:
    """Yield the texts of each row, repeating a cell in every row that it spans."""
    reaching: dict[int, tuple[str, int]] = {}
    for cells in placed([row.cells for row in rows]):
        for cell, first in cells:
            for column in range(first, first + cell.columns):
                reaching[column] = ("; ".join(_part(part, words) for part in cell.parts), cell.rows)
        yield tuple(
            reaching[column][0] if column in reaching else "" for column in range(max(reaching, default=-1) + 1)
        )
        reaching = {column: (text, left - 1) for column, (text, left) in reaching.items() if left > 1}


def _part(part: Part, words: Words) -> str:
    conditions = ", ".join(words(each) for each in part.conditions)
    return f"{words(part.text)} ({conditions})" if conditions else words(part.text)


# The whole book as one text of Markdown, for pull requests, translators and other programs

DEEPEST = 6
"""The deepest level of headings in Markdown."""
PARAGRAPHS = re.compile(r"\n[ \t]*\n")
BAR = re.compile(r"(?<!\\)\|")


def markdown_files(book: Book) -> Mapping[str, bytes]:
    return {f"{book.game.id}.md": ("\n\n".join(filter(None, _BookWriter(book).blocks())) + "\n").encode()}


def table_markdown(table: Table, words: Words) -> str:
    """Return a Markdown table, with bars between its cells."""
    rows = rows_of(table, words)
    lines = [rows.headings, ("---",) * len(rows.headings), *rows.body]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    return BAR.sub(r"\\|", " ".join(text.split()))


class _BookWriter:
    """A writer of the blocks of a book in order; each is a paragraph, a heading, a list or a table."""

    def __init__(self, book: Book) -> None:
        self.book, self.game, self.words = book, book.game, markdown_words(book)
        self.language = catalogue(book.game.language)

    def say(self, message: Message) -> str:
        return self.language.said(message)

    def blocks(self) -> Iterator[str]:
        yield f"# {self.game.title}"
        yield "\n\n".join(each for each in (self.game.subtitle, self.game.edition) if each)
        for top in self.book.outline:
            yield from self._rule(top, 2)
        yield from self._section(tell("Further tables"), self._further())
        yield from self._section(tell("Quick references"), self._references())
        yield from self._section(tell("Glossary"), map(self._term, self.game.terms))
        yield from self._section(tell("Rulings"), map(self._ruling, in_force(self.game.rulings)))
        yield from self._section(tell("Errata"), map(self._erratum, self.game.errata))
        for kind in OTHER_KINDS:
            yield from self._section(kind.title, self._others(kind))

    def _rule(self, outline: Outline, level: int) -> Iterator[str]:
        rule = outline.rule
        if not rule.external:
            yield f"{'#' * min(level, DEEPEST)} {' '.join(filter(None, (rule.number, self.words(rule.title))))}"
            yield from self._body(rule)
        for below in outline.below:
            yield from self._rule(below, level + 1)

    def _body(self, rule: Rule) -> Iterator[str]:
        if rule.text is not None:
            yield self._passage(rule.text, rule.id)
        yield "\n".join(self._exceptions(rule.exceptions, 0))
        if rule.incomplete is not None:
            yield self.words(rule.incomplete)
        for table in self.book.tables_of.get(rule.id, ()):
            yield from self._table(table)
        for figure in self.book.figure_order.at_the_end_of.get(rule.id, ()):
            yield self._figure(figure)
        if rule.procedure is not None:
            yield f"**{self.words(rule.procedure.title or rule.title)}**"
            yield "\n".join(f"{at}. {self._procedure_step(step)}" for at, step in enumerate(rule.procedure.steps, 1))
        for example in self.book.examples_of.get(rule.id, ()):
            yield from self._example(example)
        yield from (_quoted(self.words(note)) for note in rule.notes)
        for question in rule.questions:
            yield _quoted(self.say(tell("Open question: {question}", question=self.words(question))))

    def _procedure_step(self, step: ProcedureStep) -> str:
        """Return a step with its table, its dice, and the condition on which the procedure ends."""
        dice = step.roll.name if step.roll is not None else ""
        head = " ".join(filter(None, (self.words(step.title) if step.title is not None else "", dice)))
        table = self.words(step.table) if step.table is not None else ""
        parts = [": ".join(filter(None, (head, table))), self.words(step.text) if step.text is not None else ""]
        ends = "; ".join(self.words(text) for _, text in step.stop)
        said = ". ".join(part.rstrip(".") for part in parts if part)
        return f"{said}. {self.say(tell('May end here: {ends}', ends=ends))}" if ends else said

    def _exceptions(self, exceptions: Iterable[Exemption], depth: int) -> Iterator[str]:
        for each in exceptions:
            yield f"{'  ' * depth}- {self.words(each.text)}"
            yield from self._exceptions(each.exceptions, depth + 1)

    def _table(self, table: Table) -> Iterator[str]:
        if not table.in_rule:
            yield f"**{self.words(table.title)}**"
        yield table_markdown(table, self.words)
        if table.note is not None:
            yield self.words(table.note)

    def _passage(self, text: Text, name: str) -> str:
        """Return a passage with the figures that it places."""
        order = self.book.figure_order
        placed = {f"[[figure:{each.id}]]": each for each in order.figures if order.placed_by(each) == name}
        if not placed:
            return self.words(text)
        parts = PARAGRAPHS.split(text.source)
        return "\n\n".join(
            self._figure(placed[part.strip()]) if part.strip() in placed else self.words(Text(part)) for part in parts
        )

    def _figure(self, figure: Figure) -> str:
        """Return a picture by its path or a diagram by its description, with number and caption."""
        label, title = figure_label(figure.id, self.book), self.words(figure.title)
        caption = "" if figure.caption is None else self.words(figure.caption)
        alt = figure_alt(figure, self.game.language)
        shown = f"![{alt}]({figure.picture})" if figure.picture else _quoted(alt)
        return f"{shown}\n\n**{label} {title}** {caption}".strip()

    def _example(self, example: Example) -> Iterator[str]:
        passage = self._passage(example.text, f"{EXAMPLE_PASSAGE}{example.id}")
        yield _quoted(f"**{self.words(example.title)}** {passage}")
        steps = (
            " ".join((self.words(step.text), self.words(step.result) if step.result else "")) for step in example.steps
        )
        yield _quoted("\n".join(f"{at}. {text.strip()}" for at, text in enumerate(steps, 1)))

    def _section(self, title: Message, blocks: Iterable[str]) -> Iterator[str]:
        """Yield blocks below a heading; nothing if there are none."""
        for at, block in enumerate(blocks):
            yield f"## {self.say(title)}" if not at else ""
            yield block

    def _further(self) -> Iterator[str]:
        """Yield the tables that belong to no rule."""
        for table in self.game.tables:
            if self.book.rule_of(table.rule) is None:
                yield f"### {self.words(table.title)}"
                yield table_markdown(table, self.words)
                yield self.words(table.note) if table.note is not None else ""

    def _references(self) -> Iterator[str]:
        for reference in self.game.references:
            yield f"### {self.words(reference.title)}"
            yield "\n".join(self._items(reference.items, 0))

    def _items(self, items: Iterable[Bullet], depth: int) -> Iterator[str]:
        for item in items:
            yield f"{'  ' * depth}- {self.words(item.text)}"
            yield from self._items(item.items, depth + 1)

    def _term(self, term: Term) -> str:
        name = f"{term.name} ({term.abbreviation})" if term.abbreviation else term.name
        text = term.text or term.unexplained
        return f"{name}\n: {self.words(text)}" if text is not None else f"**{name}**"

    def _ruling(self, ruling: Ruling) -> str:
        day = f", {spoken_day(ruling.date, self.game.language)}" if ruling.date else ""
        return f"**{self.words(ruling.question)}**\n{self.words(ruling.answer)} ({ruling.by}{day})"

    def _erratum(self, erratum: Erratum) -> str:
        printed, now = self.words(erratum.printed), self.words(erratum.now)
        return f"- ~~{printed}~~ {now} ({self.words(erratum.why)})"

    def _others(self, kind: EntryKind) -> Iterator[str]:
        """Yield the entries of a kind that nothing else here names: title, other values, sentences."""
        for entry in self.game.other_entries(kind):
            title, *texts = entry.prose()
            yield f"### {self.words(title)}"
            yield "\n".join(f"- {self.say(name)}: {self.words(value)}" for name, value in details(entry))
            yield from map(self.words, texts)


def _quoted(text: str) -> str:
    """Return a quotation of Markdown, each line of which begins with `>`; an empty text stays empty."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


# Lists to roll on as Datasworn, the JSON of oracles that players' tools for solo games read
#
# Only what the format can say: things to roll for on one kind of dice, with up to three columns. Of moves and assets it
# asks for more than rules say, so rules are not in it.

VERSION = "0.1.0"
"""The version of the Datasworn format."""
COLUMNS = ("text", "text2", "text3")
NOTHING: dict[str, object] = {"condition_meters": {}, "impacts": {}, "stats": {}, "special_tracks": {}, "tags": {}}
"""Parts of a ruleset that stay empty: they are specific to one family of games."""


def fits(table: Table) -> bool:
    """Return whether Datasworn can express the table."""
    roll = table.axes[0].domain.roll if table.axes else None
    plain_dice = roll is not None and roll.bonus == (0, 0) and len(roll.dice) == 1
    return table.layout is Layout.LIST and plain_dice and len(table.columns) <= len(COLUMNS)


def datasworn_files(book: Book) -> Mapping[str, bytes]:
    """Return a Datasworn ruleset with one collection of oracles, which has all roll tables that fit."""
    game, tables = book.game, [table for table in book.game.tables if fits(table)]
    name = _key(game.id)
    contents = {_key(table.id): _oracle(table, f"{name}/{name}/{_key(table.id)}", book) for table in tables}
    collection = {
        "_id": f"oracle_collection:{name}/{name}",
        "type": "oracle_collection",
        "name": game.title,
        "oracle_type": "tables",
        "contents": contents,
    }
    whole = {
        "_id": name,
        "datasworn_version": VERSION,
        "type": "ruleset",
        "title": game.title,
        "authors": [{"name": author} for author in game.authors],
        "date": "1970-01-01",
        "license": None,
        "url": game.address,
        "rules": NOTHING,
        "oracles": {name: collection},
    }
    return {f"{game.id}.json": (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()}


def _key(name: str) -> str:
    """Return an id without hyphens, which Datasworn does not allow."""
    return name.replace("-", "_")


def _oracle(table: Table, path: str, book: Book) -> dict[str, Any]:
    rows = rows_of(table, markdown_words(book))
    intervals = [interval for row in table.rows for interval in row.keys[0].keys.intervals]
    texts = [line for row, line in zip(table.rows, rows.body, strict=True) for _ in row.keys[0].keys.intervals]
    labels = {"roll": rows.headings[0] or "Roll"}
    labels |= {name: label or "Result" for name, label in zip(COLUMNS, rows.headings[1:], strict=False)}
    return {
        "_id": f"oracle_rollable:{path}",
        "type": "oracle_rollable",
        "name": plain(table.title, book),
        "oracle_type": f"table_{COLUMNS[len(rows.headings) - 2]}",
        "dice": _dice(table),
        "column_labels": labels,
        "rows": [
            {"_id": f"oracle_rollable.row:{path}.{at}", "roll": {"min": low, "max": high}}
            | dict(zip(COLUMNS, line[1:], strict=False))
            for at, ((low, high), line) in enumerate(zip(intervals, texts, strict=True))
        ],
    }


def _dice(table: Table) -> str:
    roll = table.axes[0].domain.roll
    assert roll is not None
    die = roll.dice[0]
    return f"{die.count}d{die.faces}"


# Tables as spreadsheets

LONGEST = 31
"""The most characters in the name of a sheet."""
NOT_IN_NAMES = re.compile(r"[\\[\]:*?/\\\\]")
FIGURES = re.compile(r"0|[1-9]\d{0,14}")
AS_TEXT = "@"
"""The number format of text cells, which spreadsheets do not turn into dates."""


def csv_files(book: Book) -> Mapping[str, bytes]:
    """Return a CSV file for each table, named by its id, with the byte order mark that tells spreadsheets UTF-8."""
    return {f"{table.id}.csv": _csv(table, book) for table in book.game.tables}


def _csv(table: Table, book: Book) -> bytes:
    written, rows = StringIO(), rows_of(table, plain_words(book))
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(_headed(rows))
    writer.writerows(rows.body)
    return written.getvalue().encode("utf-8-sig")


def _headed(rows: TableRows) -> tuple[str, ...]:
    """Return a header line, also for a table without headings, because readers take the first line as one."""
    return rows.headings if any(rows.headings) else tuple(f"Column {at}" for at in range(1, len(rows.headings) + 1))


def workbook(book: Book) -> Mapping[str, bytes]:
    """Return a workbook with a sheet for each table, named by its title."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    if not book.game.tables:
        return {}  # a workbook needs a sheet
    made = Workbook()
    made.remove(made.active)
    for table in book.game.tables:
        sheet = made.create_sheet(_name(table, book, made.sheetnames))
        rows = rows_of(table, plain_words(book))
        for down, row in enumerate((_headed(rows), *rows.body), 1):
            for across, text in enumerate(row, 1):
                cell = sheet.cell(down, across)
                figures = FIGURES.fullmatch(text) is not None and down > 1
                cell.value, cell.number_format = (int(text), "0") if figures else (text, AS_TEXT)
                cell.data_type = "n" if figures else "s"  # a text that begins with = is no formula
                if down == 1:
                    cell.font = Font(bold=True)
        sheet.freeze_panes = "A2"
    written = BytesIO()
    made.save(written)
    return {f"{book.game.id}.xlsx": written.getvalue()}


def _name(table: Table, book: Book, taken: list[str]) -> str:
    """Return the table's title as a valid sheet name, or its id if the name is in `taken`."""
    title = NOT_IN_NAMES.sub(" ", plain_words(book)(table.title)).strip(" '")[:LONGEST].strip() or table.id
    same = {name.casefold() for name in taken}
    return table.id[:LONGEST] if title.casefold() in same else title


FORMS: Mapping[str, Callable[[Book], Mapping[str, bytes]]] = {
    "markdown": markdown_files,
    "csv": csv_files,
    "xlsx": workbook,
    "datasworn": datasworn_files,
}


def tables_in(form: str, book: Book) -> Iterator[Table]:
    """Yield the tables that a format can express."""
    return (table for table in book.game.tables if form != "datasworn" or fits(table))


def left_out(form: str, book: Book) -> Iterator[str]:
    """Yield a line for each kind of thing that the format cannot express."""
    if form == "datasworn":
        tables = [table.id for table in book.game.tables if not fits(table)]
        if tables:
            yield (f"not in Datasworn, which has oracles only: the rules, and the tables {', '.join(tables)}")
        else:
            yield "not in Datasworn, which has oracles only: the rules"
    elif form != "markdown":
        yield from _beside_tables(book)


def _beside_tables(book: Book) -> Iterator[str]:
    """Yield a line for each kind of thing that has no cells in a spreadsheet."""
    if book.game.rules:
        yield (
            "tables only: {n} rule is not in it"
            if len(book.game.rules) == 1
            else "tables only: {n} rules are not in it"
        ).format(n=len(book.game.rules))
    noted = [table.id for table in book.game.tables if table.note is not None]
    if noted:
        yield f"cells only: the notes are not in it of the tables {', '.join(noted)}"
