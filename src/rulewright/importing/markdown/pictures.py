"""The pictures of a rulebook: those in its folder are copied, and the words for others stay."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from markdown_it.token import Token

from rulewright.findings import Findings, Span
from rulewright.importing.draft import Ids, Picture, Remark, Unread
from rulewright.importing.sources import SourceFile
from rulewright.markup.links import is_address
from rulewright.source.nodes import Scalar
from rulewright.source.pictures import TYPES, read_pictures

FOLDER = "pictures"


@dataclass(slots=True)
class Pictures:
    """The pictures that the draft shows so far, by the files that they come from."""

    unread: list[Unread]
    remarks: list[Remark]
    kept: dict[Path, Picture] = field(default_factory=dict)
    ids: Ids = field(default_factory=Ids)

    def taken(self, token: Token, file: SourceFile, origin: Span) -> Token | None:
        """The token of a picture by its new name; None where it cannot be kept, which is told."""
        address = str(token.attrGet("src") or "")
        why = self._refused(address, file.path.parent)
        if why is not None:
            self.unread.append(Unread(origin, address, why))
            return None
        path = (file.path.parent / unquote(address)).resolve()
        if path not in self.kept:
            name = f"{FOLDER}/{self.ids.new(path.stem)}{path.suffix.lower()}"
            self.kept[path] = Picture(name, path, origin)
        return self._named(token, self.kept[path].name, path, origin)

    def _named(self, token: Token, name: str, path: Path, origin: Span) -> Token:
        """The picture with words for readers who do not see it."""
        words = " ".join(token.content.split())
        title = str(token.attrGet("title") or "").strip()
        if not words:
            words = title or path.stem.replace("-", " ").replace("_", " ")
            said = f"the picture {name} has no words for readers who do not see it: say what it shows"
            self.remarks.append(Remark(origin, said))
        attributes: dict[str, str | int | float] = {"src": name, "alt": ""}
        if title:
            attributes["title"] = title.replace('"', "”")
        return Token("image", "img", 0, attrs=attributes, content=words, children=[Token("text", "", 0, content=words)])

    def _refused(self, address: str, folder: Path) -> str | None:
        path = unquote(address)
        if is_address(address) or address.startswith(("//", "data:")):
            return "a picture of the web: save it beside the source to keep it"
        if Path(path).suffix.lower() not in TYPES:
            return "a picture must be PNG, JPEG or SVG"
        whole = (folder / path).resolve()
        if not whole.is_relative_to(folder.resolve()):
            return "a picture must be in the folder of its source"
        return next(_faults(whole), None)


def _faults(path: Path) -> Iterator[str]:
    """Why the tool would refuse a picture."""
    faults = Findings()
    read_pictures([Scalar(path.name, Span(path.name), path.name)], path.parent, path.parent, faults, {})
    yield from (each.message for each in faults.findings)
