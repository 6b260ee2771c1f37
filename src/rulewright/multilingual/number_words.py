"""Words that say a number, in the languages in which the tool knows them: `two` is `deux` and `zwei`.

One is left out, for it is an article too; so are `neuf`, which is also new, and `Elf`, which is also a creature.
"""

from collections.abc import Mapping
from functools import cache

from rulewright.translation.catalogues import spoken

NUMBER_WORDS: Mapping[str, str] = {
    "en": "two/twice/both three/thrice four five six seven eight nine ten eleven twelve",
    "fr": "deux trois quatre cinq six sept huit - dix onze douze",
    "de": "zwei/zweimal/beide/beiden/beider/beides drei/dreimal vier/viermal fünf/fünfmal sechs/sechsmal "
    "sieben/siebenmal acht/achtmal neun/neunmal zehn/zehnmal - zwölf/zwölfmal",
}
"""Number words from two on, with the words for that many times, and for two together."""


@cache
def number_words(language: str, other: str) -> Mapping[str, str]:
    """The words of a language for the numbers that both languages have words for, each with its figures."""
    mine, theirs = (NUMBER_WORDS.get(spoken(each) or "", "").split() for each in (language, other))
    both = zip(mine, theirs, strict=False)
    return {word: str(at) for at, (own, its) in enumerate(both, 2) if "-" not in (own, its) for word in own.split("/")}
