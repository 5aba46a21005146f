import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from regard.results import LabResult
from regard.views.figures.canvas import SIZE, artists
from regard.views.figures.curves import entropy, learning, loss
from regard.views.figures.explained import explained
from regard.views.figures.lab import pictures
from regard.views.figures.ladders import accuracy
from regard.views.figures.picture import Picture, save

from .fabricated import disliked, one_row, square

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {"accuracy", "differences", "slices", "rationale", "entropy", "sweep", "loss", "learning"}


@pytest.fixture(scope="module")
def drawn(result: LabResult) -> dict[str, Picture]:
    return pictures(replace(result, rows=result.rows[:6]), "fr")


def test_every_figure_is_drawn_and_named_for_screen_readers(drawn: dict[str, Picture]):
    assert set(drawn) == NAMES
    for name, picture in drawn.items():
        root = ET.fromstring(picture.svg)
        title, description = root[0], root[1]
        assert (title.tag, title.text) == (f"{SVG}title", picture.title)
        assert (description.tag, description.text) == (f"{SVG}desc", picture.description)
        assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
        assert root.get("role") == "img"
        assert picture.caption
        assert picture.warning
        assert picture.sheet.rows
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        assert all(str(i).startswith(f"{name}-") for i in ids)


def test_figures_carry_no_style_no_date_and_nothing_from_elsewhere(drawn: dict[str, Picture]):
    for picture in drawn.values():
        assert "style=" not in picture.svg
        assert "<style" not in picture.svg
        assert "metadata" not in picture.svg
        assert "<text" not in picture.svg
        assert "http" not in picture.svg.replace("http://www.w3.org/", "")
        assert len(picture.svg) < 200_000


def test_references_inside_a_figure_lead_somewhere(drawn: dict[str, Picture]):
    for picture in drawn.values():
        root = ET.fromstring(picture.svg)
        ids = {element.get("id") for element in root.iter()}
        for element in root.iter():
            link = element.get("{http://www.w3.org/1999/xlink}href")
            assert link is None or link.removeprefix("#") in ids
            clip = element.get("clip-path")
            assert clip is None or clip.removeprefix("url(#").removesuffix(")") in ids


def test_letters_are_nine_points_at_least_and_stay_on_the_paper(drawn: dict[str, Picture]):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    for picture in [*drawn.values(), explained(disliked(), "en"), explained(square(5), "fr")]:
        box = picture.figure.get_tightbbox(FigureCanvasAgg(picture.figure).get_renderer())
        width, height = picture.figure.get_size_inches()
        assert box.x0 >= -0.01, picture.name
        assert box.y0 >= -0.01, picture.name
        assert box.x1 <= width + 0.01, picture.name
        assert box.y1 <= height + 0.01, picture.name
        assert all(artist.get_fontsize() >= SIZE for artist in artists(picture.figure))


@pytest.mark.parametrize("draw", [accuracy, entropy])
def test_the_same_values_give_the_same_bytes(result: LabResult, draw: Callable[[LabResult, str], Picture]):
    few = replace(result, rows=result.rows[:3])
    assert draw(few, "en").svg == draw(few, "en").svg


def test_someone_elses_settings_change_nothing():
    import matplotlib as mpl

    quiet = explained(disliked(), "en").svg
    with mpl.rc_context({"font.size": 20, "patch.force_edgecolor": True, "svg.fonttype": "none"}):
        assert explained(disliked(), "en").svg == quiet
        assert mpl.rcParams["font.size"] == 20


def test_nothing_global_is_touched():
    program = "import regard.views.figures.lab, regard.views.record, sys; print('matplotlib.pyplot' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout.strip() == "False"


def test_only_what_was_measured_is_drawn(result: LabResult):
    bare = [replace(row, slices={}, rationale=None, epochs=[]) for row in result.rows]
    assert set(pictures(replace(result, rows=bare, sweep=[], comparisons=[]), "en")) == {"accuracy"}
    assert pictures(replace(result, rows=[], sweep=[], comparisons=[]), "en") == {}


def test_one_model_one_seed_one_epoch_and_numbers_that_are_none(result: LabResult):
    row = result.rows[1]
    first = replace(row.epochs[0][0], train_loss=float("nan"), validation_loss=float("inf"))
    alone = replace(row, seeds=[0], per_seed=[row.value], epochs=[[first]], slices={"long": 0.0})
    drawn = pictures(replace(result, rows=[alone], comparisons=[], sweep=result.sweep[:1]), "en")
    assert set(drawn) == NAMES - {"differences"}
    for picture in drawn.values():
        assert ET.fromstring(picture.svg) is not None


def written(picture: Picture) -> list[str]:
    return [artist.get_text() for artist in artists(picture.figure)]


@pytest.mark.parametrize("epochs", [1, 2, 8])
def test_epochs_are_whole_numbers(result: LabResult, epochs: int):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    short = [replace(row, epochs=[seed[:epochs] for seed in row.epochs]) for row in result.rows[:2]]
    for draw in (loss, learning, entropy):
        figure = draw(replace(result, rows=short), "fr").figure
        FigureCanvasAgg(figure).draw()
        for axes in figure.axes:
            low, high = axes.get_xlim()
            ticks = [tick for tick in axes.get_xticks() if low <= tick <= high]
            assert ticks
            assert all(float(tick).is_integer() and 1 <= tick <= epochs for tick in ticks), draw


def test_numbers_beside_the_curves_are_those_of_their_places(result: LabResult):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    first = replace(result.rows[0].epochs[0][0], train_loss=0.2, validation_loss=0.25, validation=0.92)
    rows = [replace(result.rows[0], epochs=[[first, replace(first, epoch=2, validation=0.925)]])]
    for draw in (loss, learning):
        figure = draw(replace(result, rows=rows), "fr").figure
        FigureCanvasAgg(figure).draw()
        axes = figure.axes[0]
        for tick in axes.yaxis.get_major_ticks():
            assert float(tick.label1.get_text().replace(",", ".")) == pytest.approx(tick.get_loc())


def test_one_seed_has_no_mean_of_seeds(result: LabResult):
    once = replace(result, rows=[replace(row, seeds=[0], epochs=row.epochs[:1]) for row in result.rows[:3]])
    for draw in (loss, learning):
        assert {"validation, moyenne des graines", "une graine"} <= set(written(draw(result, "fr")))
        told = written(draw(once, "fr"))
        assert "validation" in told
        assert not [words for words in told if "graine" in words]


STRANGE = "<b>&\"'$x_1^$ مرحبا 😀 影 \x01"


def test_strange_names_are_drawn_as_text(result: LabResult):
    rows = [
        replace(row, model=f"{STRANGE}{i}", slices={STRANGE: 0.5, "a" * 90: 0.7}) for i, row in enumerate(result.rows)
    ]
    for picture in pictures(replace(result, rows=rows), "en").values():
        root = ET.fromstring(picture.svg)
        if "<text" in picture.svg:
            assert root.find(f".//{SVG}b") is None


def test_letters_the_font_lacks_stay_text():
    assert "<text" not in explained(disliked(), "en").svg
    assert "影" in explained(one_row(["影", "x"], [0.5, 0.5]), "en").svg


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_saved_figures_are_the_same_each_time(tmp_path: Path, suffix: str):
    files = [save(explained(disliked(), "en"), tmp_path / f"{i}.{suffix}") for i in range(2)]
    assert files[0].read_bytes() == files[1].read_bytes()
    if suffix == "svg":
        assert ET.parse(files[0]).getroot().tag == f"{SVG}svg"


def test_explanations_of_all_shapes(tmp_path: Path):
    long = one_row([f"word{i}" for i in range(120)], [1 / 120] * 120)
    both = replace(disliked(), maps=[*disliked().maps, *square(6).maps])
    for explanation in (long, both, square(1), square(60), replace(disliked(), maps=[]), one_row(["one"], [1.0])):
        picture = explained(explanation, "en")
        assert ET.fromstring(picture.svg)[0].text == "What the model looked at"


def test_a_text_from_right_to_left_is_set_from_the_right():
    picture = explained(one_row(["مرحبا", "عالم"], [0.9, 0.1]), "en")
    places = {
        artist.get_text(): artist.get_position()[0] for artist in artists(picture.figure) if artist.get_fontsize() == 11
    }
    assert places["مرحبا"] > places["عالم"] > 3


def test_threads_may_draw_at_the_same_time():
    expected, found = explained(disliked(), "en").svg, list[str]()
    threads = [threading.Thread(target=lambda: found.append(explained(disliked(), "en").svg)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 3
