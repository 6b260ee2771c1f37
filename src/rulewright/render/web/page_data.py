"""What the scripts need in order to use the tables of a page and to go through its procedures: a file beside the page.

Most readers only read, so it is fetched when one first uses something (`open-use.js`). It holds

    mark         that with which the page names it
    tables       by their ids (`use`)
    procedures   by the ids of their rules (`use/procedures.py`)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from rulewright.render.web.data_script import data_script, mark_of
from rulewright.render.web.use.inputs import Json

MARK = 6


@dataclass(frozen=True, slots=True)
class PageData:
    """The data of one page, which may be none."""

    page: str
    tables: Mapping[str, Mapping[str, Json]]
    procedures: Mapping[str, Mapping[str, Json]]

    @property
    def address(self) -> str:
        """How the page names the file; empty if there is nothing to use."""
        return f"{data_file(self.page)}?{self._mark}" if self._is_any else ""

    @property
    def files(self) -> dict[str, str]:
        """The file by its name, if there is one."""
        return {data_file(self.page): data_script("use", {"mark": self._mark, **self._said})} if self._is_any else {}

    @property
    def _is_any(self) -> bool:
        return bool(self.tables or self.procedures)

    @property
    def _mark(self) -> str:
        return mark_of(self._said, MARK)

    @property
    def _said(self) -> Mapping[str, object]:
        return {"tables": self.tables, "procedures": self.procedures}


def data_file(page: str) -> str:
    """The name of the file with the data of a page."""
    return f"use-{PurePosixPath(page).stem}.js"
