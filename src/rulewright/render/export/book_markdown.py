"""The whole book as one text of Markdown, for pull requests, translators and other programs."""

import re
from collections.abc import Iterable, Iterator, Mapping

from rulewright.model.about import in_force
from rulewright.model.book import EXAMPLE_PASSAGE, Book, Outline
from rulewright.model.example import Example
from rulewright.model.expression import Item
from rulewright.model.figure import Figure
from rulewright.model.game import Exemption, Rule
from rulewright.model.procedure import ProcedureStep
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.render.export.rows import rows_of
from rulewright.render.export.words_of_texts import Words, markdown_words
from rulewright.render.typesetting.figures import figure_alt
from rulewright.translation.catalogues import catalogue, spoken_day
from rulewright.translation.messages import Message, in_language, tell
from rulewright.wording import figure_label

DEEPEST = 6
"""Levels of headings that Markdown has."""
PARAGRAPHS = re.compile(r"\n[ \t]*\n")
BAR = re.compile(r"(?<!\\)\|")


def markdown_files(book: Book) -> Mapping[str, bytes]:
    return {f"{book.game.id}.md": ("\n\n".join(filter(None, _BookWriter(book).blocks())) + "\n").encode()}


def table_markdown(table: Table, words: Words) -> str:
    """A table with bars between its cells."""
    rows = rows_of(table, words)
    lines = [rows.headings, ("---",) * len(rows.headings), *rows.body]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    return BAR.sub(r"\\|", " ".join(text.split()))


class _BookWriter:
    """The blocks of a book in its order; each is a paragraph, a heading, a list or a table."""

    def __init__(self, book: Book) -> None:
        self.book, self.game, self.words = book, book.game, markdown_words(book)
        self.language = catalogue(book.game.language)

    def say(self, message: Message) -> str:
        return in_language(message, self.language)

    def blocks(self) -> Iterator[str]:
        yield f"# {self.game.title}"
        yield "\n\n".join(each for each in (self.game.subtitle, self.game.edition) if each)
        for top in self.book.outline:
            yield from self._rule(top, 2)
        yield from self._further()
        yield from self._references()
        yield from self._glossary()
        yield from self._rulings()
        yield from self._errata()

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
        yield from (f"> {self.words(note)}" for note in rule.notes)
        for question in rule.questions:
            yield f"> {self.say(tell('Open question: {question}', question=self.words(question)))}"

    def _procedure_step(self, step: ProcedureStep) -> str:
        """A step with its table, its dice, and where the procedure may end."""
        dice = step.roll.written if step.roll is not None else ""
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
        """A passage with the figures that it places."""
        order = self.book.figure_order
        placed = {f"[[figure:{each.id}]]": each for each in order.figures if order.placed_by(each) == name}
        if not placed:
            return self.words(text)
        parts = PARAGRAPHS.split(text.source)
        return "\n\n".join(
            self._figure(placed[part.strip()]) if part.strip() in placed else self.words(Text(part)) for part in parts
        )

    def _figure(self, figure: Figure) -> str:
        """A picture by its path, a diagram by its words, with number and caption."""
        label, title = figure_label(figure.id, self.book), self.words(figure.title)
        caption = "" if figure.caption is None else self.words(figure.caption)
        alt = figure_alt(figure, self.game.language)
        shown = f"![{alt}]({figure.picture})" if figure.picture else f"> {alt}"
        return f"{shown}\n\n**{label} {title}** {caption}".strip()

    def _example(self, example: Example) -> Iterator[str]:
        yield f"> **{self.words(example.title)}** {self._passage(example.text, f'{EXAMPLE_PASSAGE}{example.id}')}"
        steps = (
            " ".join((self.words(step.text), self.words(step.result) if step.result else "")) for step in example.steps
        )
        yield "\n".join(f"> {at}. {text.strip()}" for at, text in enumerate(steps, 1))

    def _further(self) -> Iterator[str]:
        """Tables that belong to no rule."""
        alone = [table for table in self.game.tables if self.book.rule_of(table.rule) is None]
        for at, table in enumerate(alone):
            yield f"## {self.say(tell('Further tables'))}" if not at else ""
            yield f"### {self.words(table.title)}"
            yield table_markdown(table, self.words)
            yield self.words(table.note) if table.note is not None else ""

    def _references(self) -> Iterator[str]:
        for at, reference in enumerate(self.game.references):
            yield f"## {self.say(tell('Quick references'))}" if not at else ""
            yield f"### {self.words(reference.title)}"
            yield "\n".join(self._items(reference.items, 0))

    def _items(self, items: Iterable[Item], depth: int) -> Iterator[str]:
        for item in items:
            yield f"{'  ' * depth}- {self.words(item.text)}"
            yield from self._items(item.items, depth + 1)

    def _glossary(self) -> Iterator[str]:
        for at, term in enumerate(self.game.terms):
            yield f"## {self.say(tell('Glossary'))}" if not at else ""
            name = f"{term.name} ({term.abbreviation})" if term.abbreviation else term.name
            text = term.text or term.unexplained
            yield f"{name}\n: {self.words(text)}" if text is not None else f"**{name}**"

    def _rulings(self) -> Iterator[str]:
        for at, ruling in enumerate(in_force(self.game.rulings)):
            yield f"## {self.say(tell('Rulings'))}" if not at else ""
            day = f", {spoken_day(ruling.date, self.game.language)}" if ruling.date else ""
            yield f"**{self.words(ruling.question)}**\n{self.words(ruling.answer)} ({ruling.by}{day})"

    def _errata(self) -> Iterator[str]:
        for at, erratum in enumerate(self.game.errata):
            yield f"## {self.say(tell('Errata'))}" if not at else ""
            printed, now = self.words(erratum.printed), self.words(erratum.now)
            yield f"- ~~{printed}~~ {now} ({self.words(erratum.why)})"
