"""The words for the classes of errata and for what is ours, the same in the web, the rulebook and the report."""

from rulewright.model.game import ErratumClass

CLASSES = {
    ErratumClass.SLIP: "Slip",
    ErratumClass.CLARIFICATION: "Clarification",
    ErratumClass.RULING: "Ruling",
}
MEANING = {
    ErratumClass.SLIP: "the form was wrong: a misspelling, a wrong word or sign",
    ErratumClass.CLARIFICATION: "other words say the same, so that nobody reads it otherwise",
    ErratumClass.RULING: "the source is silent, or says two things, and we decide; cards mark it with a sign",
}
OURS = "What is ours"
OURS_MEANS = "No document says this: definitions, readings and reasons that the authors of this source added."
