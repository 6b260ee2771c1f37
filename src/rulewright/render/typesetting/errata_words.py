"""The words for the classes of errata and for what is ours, the same in the web, the rulebook and the report."""

from rulewright.model.game import ErratumClass
from rulewright.translation.messages import Message, tell, tell_number

CLASSES = {
    ErratumClass.SLIP: tell("Slip"),
    ErratumClass.CLARIFICATION: tell("Clarification"),
    ErratumClass.RULING: tell("Ruling"),
}
MEANING = {
    ErratumClass.SLIP: tell("the form was wrong: a misspelling, a wrong word or sign"),
    ErratumClass.CLARIFICATION: tell("the same in clearer words, so that nobody misreads it"),
    ErratumClass.RULING: tell(
        "the source says nothing, or contradicts itself, so we decide; cards mark it with a sign"
    ),
}


def counted(class_: ErratumClass, count: int) -> Message:
    """`2 rulings`."""
    match class_:
        case ErratumClass.SLIP:
            return tell_number("{n} slip", "{n} slips", count)
        case ErratumClass.CLARIFICATION:
            return tell_number("{n} clarification", "{n} clarifications", count)
        case ErratumClass.RULING:
            return tell_number("{n} ruling", "{n} rulings", count)


OURS = tell("What is ours")
OURS_MEANS = tell("No document says this: definitions, readings and reasons that the authors of this source added.")
