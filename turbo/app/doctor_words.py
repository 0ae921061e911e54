"""The doctor's words in every language: what was looked at, and what to do about it."""

from turbo.app.doctor import HealthFinding
from turbo.i18n.catalogue import SentenceTable
from turbo.i18n.languages import Language

STATES, CHECKS, ADVICE = (
    SentenceTable("checkup.state."),
    SentenceTable("checkup.check."),
    SentenceTable("checkup.advice."),
)


def document(finding: HealthFinding, language: Language) -> dict[str, str]:
    """A finding as programs take it."""
    return {
        "check": finding.check,
        "name": CHECKS[finding.check][language],
        "state": str(finding.state),
        "found": finding.found,
        "advice": ADVICE[finding.advice][language] if finding.advice else "",
    }


def line(finding: HealthFinding, language: Language = Language.ENGLISH) -> str:
    """A finding in one line, with what to do about it.

    >>> from turbo.app.doctor import HealthState
    >>> line(HealthFinding("temperature", HealthState.BAD, "84 °C", "hot"))
    'BAD        temperature: 84 °C: too hot: more air, or a cooler'
    """
    state, told = STATES[finding.state][language], document(finding, language)
    words = [told["name"], told["found"], told["advice"]]
    # 'not there' is the longest of them in English: what was looked at stands in a column.
    return f"{state:<10} {': '.join(word for word in words if word)}"
