"""Asking the search what the tests want to know, as a reader does and without a page."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from rulewright.render.web.search_entries import SearchEntry
from rulewright.render.web.search_index import search_index
from tests.conftest import ROOT

SEARCH = """async () => {
  const part = (name, what) => new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = name;
    script.onload = () => resolve(script[what]);
    document.head.append(script);
  });
  window.search = (await part("search-engine.js", "search"))(await part("search-index.js", "index"));
}"""
ANSWER = """([query, count]) => {
  const found = search(query);
  const words = (pieces) => pieces.map(([text]) => text).join("");
  const told = (hit) => ({...hit, title: words(hit.title), snippet: words(hit.snippet), answer: hit.answer.map(words)});
  const kinds = [...new Set(found.hits(found.total).map((hit) => hit.kind))];
  const groups = kinds.map((kind) => [kind, found.hits(count, kind).map(told)]);
  return {how: found.how, total: found.total, groups, best: found.hits(count).map(told)};
}"""


def engine_of(page: Page, web: Path) -> None:
    """Puts the engine of a built rulebook to work on a page of its own folder."""
    page.goto((web / "search.html").as_uri())
    page.evaluate(SEARCH)


def engine_for(page: Page, folder: Path, entries: Sequence[SearchEntry], language: str = "en") -> None:
    """The same for entries of the test's own."""
    shutil.copy(ROOT / "templates" / "web" / "search-engine.js", folder)
    (folder / "search-index.js").write_text(search_index(entries, language), "utf-8")
    (folder / "search.html").write_text("<!DOCTYPE html><meta charset=utf-8><title>Search</title>", "utf-8")
    engine_of(page, folder)


def answer(page: Page, query: str, count: int = 10_000) -> dict[str, Any]:
    """How it was found, how much in all, and the groups as (kind, hits)."""
    found: dict[str, Any] = page.evaluate(ANSWER, [query, count])
    return found


def titles(page: Page, query: str, kind: str) -> list[str]:
    """Number and title of what is found of one kind, in order."""
    groups = dict(answer(page, query)["groups"])
    return [f"{hit['number']} {hit['title']}".strip() for hit in groups.get(kind, [])]


def open_search(page: Page, query: str) -> Locator:
    """Opens the dialog by its key and types; the options once they are there."""
    page.keyboard.press("/")
    page.get_by_role("combobox").fill(query)
    page.get_by_role("status").filter(has_text="result").wait_for(timeout=5000)
    return page.get_by_role("option")
