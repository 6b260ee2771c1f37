"""Findings and proofs as a JUnit report, for services that show test results.

A game is a test suite. Each finding, and each statement of the proof, such as a cell of a table, is a test case in it.
"""

from xml.etree import ElementTree as ET

from rulewright.base.findings import Finding, Severity, Waived
from rulewright.base.visible import visible, visible_lines
from rulewright.outputs.formats.results import Result, Results
from rulewright.proof.report import State, Statement

DECLARATION = "<?xml version='1.0' encoding='utf-8'?>"


def results_junit(results: Results) -> str:
    """Return a report: proved statements pass, unproved and searched ones are skipped, errors that are not waived fail.

    Statements without a proof (`State.STATED`) are left out.
    """
    root = ET.Element("testsuites", name="rulewright")
    for game, result in results.items():
        root.append(_suite(game, result))
    ET.indent(root)
    for element in root.iter():
        element.text = visible_lines(element.text or "")
        element.attrib.update({name: visible(text) for name, text in element.items()})
    return f"{DECLARATION}\n{ET.tostring(root, encoding='unicode')}\n"


def _suite(game: str, result: Result) -> ET.Element:
    not_shown = (State.FAILED, State.STATED)  # each failed one is a finding too
    statements = [each for each in result.proof.statements if each.state not in not_shown]
    cases = [*map(_statement, statements), *map(_finding, result.findings), *map(_waived, result.waived)]
    suite = ET.Element(
        "testsuite",
        name=game,
        tests=str(len(cases)),
        failures=str(sum(case.find("failure") is not None for case in cases)),
        skipped=str(sum(case.find("skipped") is not None for case in cases)),
    )
    suite.extend(cases)
    return suite


def _statement(statement: Statement) -> ET.Element:
    name = f"{statement.kind} {statement.text} at {statement.span}"
    case = ET.Element("testcase", classname=f"{statement.owner.kind}.{statement.owner.id}", name=name)
    if statement.state is State.UNPROVED:
        ET.SubElement(case, "skipped", message=statement.reason)
    elif statement.state is State.SEARCHED:
        ET.SubElement(case, "skipped", message=f"searched, not proved: {statement.cases:,} cases agree")
    return case


def _finding(finding: Finding) -> ET.Element:
    case = ET.Element("testcase", classname=finding.name, name=f"{finding.span}: {finding.message}")
    text = "\n".join(part for part in (str(finding.span), finding.message, finding.hint, finding.example) if part)
    if finding.severity is Severity.ERROR:
        ET.SubElement(case, "failure", message=finding.message, type=finding.name).text = text
    else:
        ET.SubElement(case, "system-out").text = text
    return case


def _waived(waived: Waived) -> ET.Element:
    finding = waived.finding
    case = ET.Element("testcase", classname=finding.name, name=f"{finding.span}: {finding.message}")
    ET.SubElement(case, "skipped", message=f"waived: {waived.reason}")
    return case
