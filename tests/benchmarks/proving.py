"""Proofs beside a bare loop, and mutants beside proofs."""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rulewright.proof.executor import RulesExecutor
from tests.benchmarks.million import million
from tests.benchmarks.timing import ROOT, Ratio, Timed, command, ratio


def a_million_cases(kind: str, processes: int) -> Callable[[], Ratio]:
    """From the call to the report, by so many processes that are at work already."""

    def run() -> Ratio:
        with tempfile.TemporaryDirectory() as folder, RulesExecutor(processes, start_delay=0.0) as executor:
            whole, bare = million(Path(folder), kind)
            whole(executor)
            return replace(ratio(lambda: whole(executor), bare, 7), processor=None)  # those at work are not told yet

    return run


def a_million_cases_cold() -> Ratio:
    """Starting the process of the rules code as well, which costs as much as half a million of so cheap calls."""
    with tempfile.TemporaryDirectory() as folder:
        whole, bare = million(Path(folder), "whole numbers")
        return ratio(lambda: whole(None), bare, 7)


def mutants() -> Ratio:
    """Everything proved in all three games altered and compared again; asked beside proving it once."""

    def check(*options: str) -> Timed:
        return command("-m", "rulewright.app.cli", "check", "--project", str(ROOT), *options)

    return ratio(check("--mutants"), check(), 3)
