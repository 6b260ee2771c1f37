"""What can be found of the recorded editions of a game."""

from rulewright.findings import FindingKind, Severity

DAMAGED = FindingKind("damaged-edition", waivable=False)
TOO_SMALL = FindingKind("version-too-small", Severity.WARNING)
NEXT = FindingKind("next-edition", Severity.NOTE)
DEAD = FindingKind("dead-id", Severity.WARNING)
KINDS = (DAMAGED, TOO_SMALL, NEXT, DEAD)
