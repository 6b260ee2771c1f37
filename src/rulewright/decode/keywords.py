"""Words by which readers look for a thing that has another name in the rules."""

from rulewright.language.entry import key
from rulewright.language.kinds import WORDS

KEYWORDS = key(
    WORDS,
    "What readers may call it when they search, with commas between; it prints nowhere",
    "keywords: hand to hand, melee",
)
