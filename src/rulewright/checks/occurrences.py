"""Distinct ids for findings about the same words in one place."""

from collections import Counter

from rulewright.model.book import Target


class Occurrences:
    """Counts what findings are about: `rule fire: 6`, and the next time `rule fire: 6 (2)`."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def about(self, owner: Target, what: str) -> str:
        about = f"{owner.kind} {owner.id}: {what}"
        self._seen[about] += 1
        return about if self._seen[about] == 1 else f"{about} ({self._seen[about]})"
