"""`rulewright explain`: what a finding means, why it is one, and examples of both kinds."""

import sys

from rulewright.catalogue import FINDINGS, STAGES
from rulewright.manual import page
from rulewright.model.names import did_you_mean


def explain(names: list[str]) -> int:
    """Prints the manual's page of each finding, or the list of all findings."""
    if not names:
        sys.stdout.write(_contents())
        return 0
    unknown = [name for name in names if name.partition("/")[0] not in STAGES]
    for name in unknown:
        hint = did_you_mean(name, STAGES, "rulewright explain lists them all")
        print(f"rulewright: there is no finding {name!r}: {hint}", file=sys.stderr)
    pages = [found for name in names if (found := page(name.partition("/")[0])) is not None]
    sys.stdout.write("\n\n".join(found.text + "\n" for found in pages))
    return 2 if unknown else 0


def _contents() -> str:
    widest = max(map(len, STAGES))
    parts = []
    for stage, names in FINDINGS.items():
        lines = [f"  {name:{widest}}  {found.summary if (found := page(name)) else ''}".rstrip() for name in names]
        parts.append("\n".join([stage.value, *lines]))
    return "\n\n".join(parts) + "\n"
