"""Every figure of the last chapter for which there is something to show."""

from regard.findings.transformers import TransformersFindings
from regard.results import LabResult
from regard.views.facts.transformers import by_text, objectives
from regard.views.figures.looks import look, looks
from regard.views.figures.objectives import by_objective, few
from regard.views.figures.picture import Picture


def transformer_pictures(result: LabResult, found: TransformersFindings, lang: str) -> list[Picture]:
    """The figures in the order of the page."""
    drawn = [by_objective(result, lang)] if objectives(result) else []
    drawn += [few(found, lang)] if found.labels else []
    for n, group in enumerate(by_text(found).values(), start=1):
        seen = [one for one in group if one.maps and one.rows and one.columns]
        if seen:
            drawn += [looks(seen, n, lang), *(look(one, n, k, lang) for k, one in enumerate(seen, start=1))]
    return drawn
