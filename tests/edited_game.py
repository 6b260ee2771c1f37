"""A small game that is edited at random, as its author would in a year; each edit says how much it means."""

import json
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from rulewright.book.book import Book
from rulewright.editions.data import book_data
from rulewright.editions.edition import Edition, edition_of
from rulewright.editions.versions import Level
from rulewright.pipeline.stages import read_game

GAME = "edited"
NOUNS = ("barge", "heron", "miller", "orchard", "paddle", "quarry", "raft", "sluice", "tinker", "weir", "yoke", "anvil")
COUNTS = ("two", "three", "four", "five", "six", "seven")
START = {
    "game": {"title": "Marsh", "language": "en"},
    "domains": {"fish": {"trout": "Trout", "eel": "Eel"}, "water": {"clear": "Clear", "muddy": "Muddy"}},
    "facts": {"turns": {"value": 3, "rule": "ferry"}, "wagons": {"value": 2, "rule": "ferry"}},
    "terms": {"Raft": {"text": "A boat of logs.", "rule": "ferry"}},
    "rules": {
        "ferry": {
            "number": "1",
            "title": "Ferry",
            "text": "A [[Raft]] needs [[fact:turns]] turns. See [[rule:catching]].",
        },
        "catching": {"number": "2", "title": "Fishing", "text": "Throw a net and look at [[table:catch]]."},
    },
    "tables": {
        "catch": {
            "title": "Catch",
            "rule": "catching",
            "rows": "fish",
            "columns": "water",
            "cells": {"trout": [4, 6], "eel": [3, 2]},
        }
    },
    "references": {
        "marsh": {
            "title": "Marsh",
            "rule": "ferry",
            "items": ["a raft carries [[fact:wagons]] wagons", "a net is thrown once"],
        }
    },
}
CARD = {
    "title": "Catch",
    "size": "105 × 148 mm",
    "blocks": [{"table": "catch"}, {"bullets": "marsh"}, {"note": "A note."}],
}


@dataclass
class EditedGame:
    """Its files as data. Names and numbers are never used twice, as in a game whose addresses are kept."""

    random: Random
    content: dict[str, Any] = field(default_factory=lambda: deepcopy(START))
    card: dict[str, Any] = field(default_factory=lambda: deepcopy(CARD))
    fresh: "count[int]" = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        for _ in range(4):
            self.add_rule()

    def write(self, project: Path) -> None:
        for path, data in ((f"content/{GAME}/all.yaml", self.content), (f"cards/{GAME}/catch.yaml", self.card)):
            (project / path).parent.mkdir(parents=True, exist_ok=True)
            (project / path).write_text(json.dumps(data, ensure_ascii=False), "utf-8")

    def book(self, project: Path) -> Book:
        self.write(project)
        read = read_game(project, GAME)
        assert read.book is not None, [f"{each.span}: {each.message}" for each in read.findings.items]
        return read.book

    def now(self, project: Path) -> Edition:
        return edition_of(book_data(self.book(project)))

    def edit(self) -> Level:
        """One edit, chosen at random; what it means for a reader."""
        edits = (
            self.add_rule,
            self.remove_rule,
            self.rename_rule,
            self.rename_in_silence,
            self.renumber,
            self.renumber_in_silence,
            self.reword,
            self.turn,
            self.title,
            self.note,
            self.cell,
            self.fact,
            self.term,
            self.bullet,
            self.card_note,
            self.card_size,
            self.remove_term,
        )
        return self.random.choice(edits)()

    @property
    def rules(self) -> dict[str, Any]:
        rules: dict[str, Any] = self.content["rules"]
        return rules

    def _rule(self) -> str:
        """A rule that no text links to by its id."""
        return self.random.choice([id_ for id_ in self.rules if id_.startswith("rule-")])

    def _words(self, many: int) -> str:
        return " ".join(self.random.choices(NOUNS, k=many))

    def add_rule(self) -> Level:
        id_, number = f"rule-{next(self.fresh)}", f"{next(self.fresh) + 10}"
        text = f"The {self._words(6)} carries {self.random.choice(COUNTS)} {self._words(6)}."
        self.rules[id_] = {"number": number, "title": f"Of {self._words(2)}", "text": text}
        return Level.MINOR

    def remove_rule(self) -> Level:
        if len(self.rules) < 5:
            return self.add_rule()
        del self.rules[self._rule()]
        return Level.MAJOR

    def _renamed(self, *, told: bool) -> None:
        old = self._rule()
        rule = self.rules.pop(old)
        former = [*rule.get("former-ids", ()), old] if told else rule.get("former-ids", [])
        self.rules[f"rule-{next(self.fresh)}"] = rule | ({"former-ids": former} if former else {})

    def rename_rule(self) -> Level:
        self._renamed(told=True)
        return Level.PATCH

    def rename_in_silence(self) -> Level:
        self._renamed(told=False)
        return Level.MAJOR

    def _renumbered(self, *, told: bool) -> None:
        rule = self.rules[self._rule()]
        if told:
            rule["former-numbers"] = [*rule.get("former-numbers", ()), rule["number"]]
        rule["number"] = f"{next(self.fresh) + 10}"

    def renumber(self) -> Level:
        self._renumbered(told=True)
        return Level.PATCH

    def renumber_in_silence(self) -> Level:
        self._renumbered(told=False)
        return Level.MAJOR

    def reword(self) -> Level:
        """One noun of twelve: no value, no condition."""
        rule = self.rules[self._rule()]
        first, *rest = rule["text"].split(" ")
        rest[0] = self.random.choice([noun for noun in NOUNS if noun != rest[0]])
        rule["text"] = " ".join((first, *rest))
        return Level.PATCH

    def turn(self) -> Level:
        """Another number, or a denial."""
        rule = self.rules[self._rule()]
        old = next((each for each in COUNTS if f" {each} " in rule["text"]), None)
        if old is None or self.random.random() < 0.3:
            rule["text"] += " It is not so at night."
        else:
            other = self.random.choice([each for each in COUNTS if each != old])
            rule["text"] = rule["text"].replace(f" {old} ", f" {other} ")
        return Level.MINOR

    def title(self) -> Level:
        self.rules[self._rule()]["title"] = f"About {self._words(2)} {next(self.fresh)}"
        return Level.PATCH

    def note(self) -> Level:
        self.rules[self._rule()]["notes"] = [f"Why {self._words(5)} {next(self.fresh)}"]
        return Level.PATCH

    def cell(self) -> Level:
        row = self.content["tables"]["catch"]["cells"][self.random.choice(("trout", "eel"))]
        at = self.random.randrange(2)
        row[at] = row[at] + 1
        return Level.MINOR

    def fact(self) -> Level:
        self.content["facts"][self.random.choice(("turns", "wagons"))]["value"] += 1
        return Level.MINOR

    def term(self) -> Level:
        self.content["terms"][f"Thing {next(self.fresh)}"] = {"text": f"A {self._words(4)}.", "rule": "ferry"}
        return Level.MINOR

    def remove_term(self) -> Level:
        """A term goes: its address in the glossary dies."""
        names = [name for name in self.content["terms"] if name != "Raft"]
        if not names:
            return self.term()
        del self.content["terms"][self.random.choice(names)]
        return Level.MAJOR

    def bullet(self) -> Level:
        self.content["references"]["marsh"]["items"].append(f"only {self._words(3)}")
        return Level.MINOR

    def card_note(self) -> Level:
        self.card["blocks"][-1] = {"note": f"A {self._words(3)} {next(self.fresh)}."}
        return Level.PATCH

    def card_size(self) -> Level:
        self.card["size"] = f"{100 + next(self.fresh)} × 148 mm"
        return Level.PATCH
