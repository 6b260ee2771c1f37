"""Reading back what was printed, and comparing it with what was to be printed."""

from collections.abc import Iterator, Mapping

from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book
from rulewright.readback.matching import joined, matched
from rulewright.readback.prints import prints, tables_of_references, tables_of_rules, tables_on
from rulewright.readback.reading import read_pages
from rulewright.readback.reads_back_differently import Place, table_findings
from rulewright.readback.stated import CARD, RULEBOOK, WEB, WEB_REFERENCE, stated_table
from rulewright.readback.tables import tables_of
from rulewright.readback.web_tables import lists_in, tables_in


def read_back(book: Book, files: Mapping[str, bytes]) -> Iterator[Diagnostic]:
    for each in prints(book, files):
        pages = list(read_pages(files[each.path]))
        if each.sheet: continue
        read = [t for p in pages for t in tables_of(p)]
        if each.card:
            stated = [stated_table(t, book, CARD) for t in tables_on(each.card, book)]
        else:
            read = joined([t for t in read if not t.listed]) + [t for t in read if t.listed]
            stated = [stated_table(t, book, RULEBOOK) for t in book.game.tables]
        yield from table_findings(Place(each.name, each.about), matched(stated, read))
    web = [(n, d) for n, d in files.items() if n.endswith(".html") and n.startswith("web/")]
    read = [t for n, d in web for t in (*tables_in(d, n), *lists_in(d, n))]
    stated = [stated_table(t, book, WEB) for t in tables_of_rules(book)]
    stated += [stated_table(t, book, WEB_REFERENCE) for t in tables_of_references(book)]
    yield from table_findings(Place("the web rulebook", "web"), matched(stated, read))
