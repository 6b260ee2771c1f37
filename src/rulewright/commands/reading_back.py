"""Whether what was exported imports again to the same tables: it is imported, as its reader would."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.boundary import Failure
from rulewright.decode.games import decode
from rulewright.findings import Findings
from rulewright.importing.draft import Draft
from rulewright.importing.readers import read_all
from rulewright.importing.sources import SourceFile
from rulewright.importing.writing import draft_files
from rulewright.link import link
from rulewright.model.book import Book
from rulewright.model.table import Table
from rulewright.products import PRODUCTS
from rulewright.render.export.rows import TableRows, rows_of
from rulewright.render.export.words_of_texts import plain_words
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.tree import parse


def changed(tables: Iterable[Table], book: Book, files: Mapping[str, bytes]) -> Iterator[Table]:
    """The tables that an import of the files would not print with the same words in the same cells."""
    try:
        back = Counter(_printed(_imported(files)))
    except Failure:
        back = Counter()
    for table in tables:
        rows = rows_of(table, plain_words(book))
        if not back[rows]:
            yield table
        back[rows] -= 1


def _printed(book: Book) -> Iterator[TableRows]:
    return (rows_of(table, plain_words(book)) for table in book.game.tables)


def _imported(files: Mapping[str, bytes]) -> Book:
    with TemporaryDirectory() as folder:
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        return _book(read_all([SourceFile(Path(folder) / name, name) for name in files]))


def _book(draft: Draft) -> Book:
    """The game of a draft, as far as it can be read."""
    faults = Findings()
    texts = {path: file.content for path, file in draft_files(draft, "draft").items() if path.startswith("content/")}
    trees = [parse(text, path, faults) for path, text in texts.items() if isinstance(text, str)]
    content = tuple(tree for tree in trees if isinstance(tree, Tree))
    return link(decode(Sources("draft", content, (), None, "rules.py", {}, {}, {}), PRODUCTS, faults), faults)
