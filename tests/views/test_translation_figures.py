import math
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from regard.findings.translation import TranslationFindings
from regard.results import LabResult
from regard.views.figures.alignment_rates import rates
from regard.views.figures.canvas import artists
from regard.views.figures.lab import pictures
from regard.views.figures.ladders import accuracy, slices
from regard.views.figures.picture import Picture
from regard.views.figures.translated import matrices, translated_pictures
from regard.views.figures.translation import beams, lengths

from .translated import BANDS, bleus, chapter, translated


@pytest.fixture(scope="module")
def found() -> TranslationFindings:
    return translated()


@pytest.fixture(scope="module")
def result() -> LabResult:
    return chapter()


def written(picture: Picture) -> list[str]:
    return [artist.get_text() for artist in artists(picture.figure)]


def drawn(picture: Picture, panel: int = 0) -> list[list[float]]:
    return [[float(y) for y in line.get_ydata()] for line in picture.figure.axes[panel].lines[::2]]  # type: ignore[union-attr]


def test_all_figures_are_drawn_and_say_what_they_are_not(found: TranslationFindings, result: LabResult):
    for picture in translated_pictures(result, found, "fr"):
        root = ET.fromstring(picture.svg)
        assert root[0].text == picture.title
        assert picture.warning.startswith("Elle ne montre pas")
        assert picture.sheet.rows
        assert all(len(row) == len(picture.sheet.columns) for row in picture.sheet.rows)
        assert "style=" not in picture.svg


def test_letters_stay_on_the_paper(found: TranslationFindings, result: LabResult):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    for lang in ("en", "fr"):
        for picture in (lengths(found, lang), beams(found, lang), rates(result, found, lang)):
            canvas = FigureCanvasAgg(picture.figure)
            box = picture.figure.get_tightbbox(canvas.get_renderer())
            across, down = picture.figure.get_size_inches()
            assert min(box.x0, box.y0) >= -0.01, picture.name
            assert max(box.x1 - across, box.y1 - down) <= 0.01, picture.name


def test_a_line_per_model_over_the_lengths(found: TranslationFindings):
    shuffled = replace(found, lengths=found.lengths[::-1])
    picture = lengths(shuffled, "en")
    assert drawn(picture)[-1] == pytest.approx([91.3, 79.25, 67.2, 55.15, 43.1])
    assert {"5–9\nn = 812", "25–29\nn = 52", "rnn", "transformer"} <= set(written(picture))
    assert [row[2].value for row in picture.sheet.rows[:5]] == list(BANDS.values())
    holed = replace(found, lengths=[one for one in found.lengths if (one.model, one.n) != ("rnn", 320)])
    assert math.isnan(drawn(lengths(holed, "en"))[0][2])


def test_bleu_and_seconds_over_the_widths(found: TranslationFindings):
    picture = beams(found, "fr")
    assert drawn(picture)[0] == pytest.approx([79.25, 79.25, 79.85, 80.35, 80.25])
    assert drawn(picture, 1)[0] == pytest.approx([0.4, 0.55, 0.7, 1.15, 1.9])
    assert {"gloutonne", "faisceau 10"} <= set(written(picture))


def test_error_rates_beside_baseline_and_control(found: TranslationFindings, result: LabResult):
    picture = rates(result, found, "en")
    axes = picture.figure.axes[0]
    first = [float(line.get_xdata()[0]) for line in axes.lines if list(line.get_ydata()) == [0]]  # type: ignore[index, arg-type]
    assert first == pytest.approx([7.1, 46.0, 4.1, 45.0, 88.0])
    assert "bahdanau, 4.1\u00a0%" in picture.description
    unchosen = replace(found, alignments=[replace(found.alignments[0], best=None, best_interval=None)])
    assert "7.1" in written(rates(result, unchosen, "en"))


def test_matrices_have_names_of_their_own_and_known_links(found: TranslationFindings):
    twice = replace(found, sentences=[*found.sentences[:2], *found.sentences[:2]])
    names = [picture.name for picture in matrices(twice, "en")]
    assert names == ["aligned-1-1", "aligned-1-2", "aligned-2-1", "aligned-2-2"]
    right, *_, wrong, _ = matrices(replace(found, sentences=found.sentences[:5]), "en")
    assert "Boxes are links given with the corpus." in right.caption
    assert "dashed" not in right.caption
    assert "Boxes" not in wrong.caption
    assert wrong.title.startswith("luong-mlp: L")


def test_bleu_is_drawn_as_it_is(result: LabResult):
    picture = accuracy(result, "en")
    assert "BLEU on the test part" in written(picture)
    assert "67.2" in written(picture)
    low, high = picture.figure.axes[0].get_xlim()
    assert 40 < low < high < 110
    assert {"with attention", "without attention"} <= set(written(picture))
    unknown = replace(result, translation=None)
    assert "without attention" not in written(accuracy(unknown, "en"))
    parts = slices(result, "fr")
    assert not any(band.replace("-", "–").split()[0] in " ".join(written(parts)) for band in BANDS), (
        "lengths have a picture of their own"
    )
    bare = [replace(row, slices=bleus(row.model)) for row in result.rows]
    assert "slices" not in pictures(replace(result, rows=bare), "en")
    assert "hasard" not in " ".join(written(parts))
    assert "BLEU sur la partie de test" in written(parts)
    assert pictures(result, "en")["learning"].title == "Learning curves: BLEU"
