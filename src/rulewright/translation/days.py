"""Days as a language writes them: 1 May 2024, 1. Mai 2024."""

from datetime import date

from rulewright.translation.catalogues import is_english


def spoken_day(day: date, language: str) -> str:
    if not is_english(language):
        from babel import Locale, UnknownLocaleError
        from babel.dates import format_date

        try:
            return format_date(day, "long", Locale.parse(language, sep="-"))
        except (UnknownLocaleError, ValueError):
            return day.isoformat()
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
