"""Names of other languages sort as their readers look for them."""

from rulewright.html.glossary import letter, sort_key


def in_order(language: str, *names: str) -> list[str]:
    return sorted(names, key=lambda name: sort_key(name, language))


def test_accents_count_only_between_names_of_the_same_letters() -> None:
    assert in_order("fr", "étape", "zone", "Œuvre", "ordre", "école", "elfe") == [
        "école",
        "elfe",
        "étape",
        "Œuvre",
        "ordre",
        "zone",
    ]
    assert in_order("de", "Zug", "Übung", "Uhr", "Straße", "Strasse", "Ärger", "Arm") == [
        "Ärger",
        "Arm",
        "Strasse",
        "Straße",
        "Übung",
        "Uhr",
        "Zug",
    ]


def test_a_name_stands_under_its_plain_letter() -> None:
    assert [letter(name, "fr") for name in ("école", "Œuvre", "“Élan”", "8 rue")] == ["E", "O", "E", "8"]
    assert letter("Überzahl", "de") == "U"


def test_english_sorts_by_letters_alone() -> None:
    assert in_order("en", "Anti-tank", "Antic", "an echo") == ["an echo", "Anti-tank", "Antic"]
