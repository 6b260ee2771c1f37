"""The answers of the rules code, kept for the tests that alter only what is printed."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from rulewright.proof.chunks import ask_calls
from rulewright.proof.executor import RulesExecutor

Question = tuple[object, ...]
ANSWERS: dict[Question, Any] = {}
"""A question holds the rules code itself and all arguments, so another code or domain is another question."""


class KnownAnswers(RulesExecutor):
    """Starts no process for what the rules code has answered before, in this test or another."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if fn is ask_calls:  # asks again on purpose
            return super().submit(fn, *args, **kwargs)
        question = (fn, args, *kwargs.items())
        if question not in ANSWERS:
            future = super().submit(fn, *args, **kwargs)
            future.add_done_callback(partial(_keep, question))
            return future
        known: Future[Any] = Future()
        known.set_result(ANSWERS[question])
        return known


def _keep(question: Question, future: Future[Any]) -> None:
    if not future.cancelled() and future.exception() is None:
        ANSWERS[question] = future.result()
