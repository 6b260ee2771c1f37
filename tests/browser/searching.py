"""Asking the search what the tests want to know, as a reader does and without a page."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from rulewright.book.book import Book
from rulewright.outputs.web.assets import ASSETS, web_asset
from rulewright.outputs.web.lists import glossary_pages
from rulewright.outputs.web.search_entries import SearchEntry
from rulewright.outputs.web.search_index import search_index, search_pages
from rulewright.outputs.web.site import Site
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.proof.report import ProofReport
from tests.conftest import ROOT

SCRIPTS = [f"search-{name}.js" for name in ("words", "parts", "hits", "seek", "engine")]
SEARCH = """async (scripts) => {
  const script = (src) => new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement("script"), {src});
    element.onload = () => resolve(element);
    element.onerror = () => reject(new Error(src));
    document.head.append(element);
  });
  const all = {...await script("search-index.js")};
  for (const name of scripts) Object.assign(all, {...await script(name)});
  const seek = all.seek(script, "", all, Promise.resolve(all));
  window.search = async (query, count = Infinity) => {
    let last = null;
    await seek({query, count}, (found) => { last = found; }, () => true);
    return last;
  };
  let spent = 0;
  const timed = (work) => (...given) => {
    const began = performance.now();
    try { return work(...given); } finally { spent += performance.now() - began; }
  };
  const watched = {...all, parts: (...given) => {
    const parts = all.parts(...given);
    return {...parts, receive: timed(parts.receive)};
  }, search: timed((...given) => {
    const answer = all.search(...given);
    return timed((query) => {
      const found = answer(query);
      return found && {...found, hits: timed(found.hits)};
    });
  })};
  const slowly = all.seek(script, "", watched, Promise.resolve(watched));
  window.computing = async (query, count) => {
    spent = 0;
    await slowly({query, count}, () => {}, () => true);
    return spent;
  };
}"""
"""As `search.js` does. `search` gives the last answer, for which all parts have come; `computing`, which has an index of its
own, the milliseconds that were spent on all answers to a query."""
ANSWER = """async ([query, count]) => {
  const found = await search(query);
  const words = (pieces) => pieces.map(([text]) => text).join("");
  const told = (hit) => ({...hit, title: words(hit.title), snippet: words(hit.snippet), answer: hit.answer.map(words)});
  const kinds = [...new Set(found.hits(found.total).map((hit) => hit.kind))];
  const groups = kinds.map((kind) => [kind, found.hits(count, kind).map(told)]);
  return {how: found.how, total: found.total, groups, best: found.hits(count).map(told)};
}"""


def engine_of(page: Page, web: Path) -> None:
    """Puts the engine of a built rulebook to work on a page of its own folder."""
    page.goto((web / "search.html").as_uri())
    page.evaluate(SEARCH, SCRIPTS)


def engine_for(page: Page, folder: Path, entries: Sequence[SearchEntry], language: str = "en") -> None:
    """The same for entries of the test's own."""
    for name in SCRIPTS:
        shutil.copy(ROOT / "templates" / "web" / name, folder)
    for name, text in search_index(entries, language).items():
        (folder / name).write_text(text, "utf-8")
    (folder / "search.html").write_text("<!DOCTYPE html><meta charset=utf-8><title>Search</title>", "utf-8")
    engine_of(page, folder)


def searched_site(book: Book, folder: Path) -> None:
    """The glossary and the page of results of a book, with all that the search loads."""
    site = Site(book, ProofReport(), ROOT, FinishedFiles({}))
    for name in ASSETS:
        (folder / name).write_text(web_asset(ROOT, name, book.game), "utf-8")
    for file in (next(glossary_pages(site)), *search_pages(site)):
        for name, text in file.texts().items():
            (folder / name).write_text(text, "utf-8")


def answer(page: Page, query: str, count: int = 10_000) -> dict[str, Any]:
    """How it was found, how much in all, and the groups as (kind, hits)."""
    found: dict[str, Any] = page.evaluate(ANSWER, [query, count])
    return found


def titles(page: Page, query: str, kind: str) -> list[str]:
    """Number and title of what is found of one kind, in order."""
    groups = dict(answer(page, query)["groups"])
    return [f"{hit['number']} {hit['title']}".strip() for hit in groups.get(kind, [])]


def open_search(page: Page, query: str) -> Locator:
    """Opens the dialog by its key and types; the options once they are all there."""
    page.keyboard.press("/")
    page.get_by_role("combobox").fill(query)
    page.get_by_role("status").filter(has_text="result").wait_for()
    page.locator('dialog .find-list[aria-busy="false"]').wait_for()
    return page.get_by_role("option")
