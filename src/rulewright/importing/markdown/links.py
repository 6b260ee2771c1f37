"""Where the links of a source lead: from one file to another, and by the words of headings in wikis."""

from dataclasses import dataclass, field
from pathlib import PurePosixPath
from urllib.parse import unquote

from rulewright.importing.sources import SourceFile


@dataclass(slots=True)
class Links:
    """Where links lead: what our texts name, by a file and an anchor of it, and by the words of headings."""

    by_anchor: dict[tuple[str, str], str] = field(default_factory=dict)
    by_words: dict[str, str] = field(default_factory=dict)

    def target(self, file: SourceFile, address: str) -> str:
        """What a link within the files leads to, such as `rule:moving`; nothing where it leads nowhere."""
        path, _, anchor = unquote(address).partition("#")
        name = str(PurePosixPath(_joined(PurePosixPath(file.name).parent, path))) if path else file.name
        for each in (name, f"{name}.md", f"{name}/README.md", f"{name}/index.md"):
            if found := self.by_anchor.get((each, anchor.casefold())):
                return found
        return ""

    def page(self, file: SourceFile, page: str, heading: str) -> str:
        """What a link of a wiki leads to."""
        if heading:
            return self.by_words.get(heading.strip().casefold(), "")
        return self.by_words.get(page.strip().casefold(), "") or self.target(file, page.strip())


def _joined(folder: PurePosixPath, path: str) -> str:
    parts: list[str] = []
    for part in (folder / path).parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
