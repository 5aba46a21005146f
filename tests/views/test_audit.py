"""An audit in words, tables, figures and as a page."""

import math
from dataclasses import replace

import pytest

from regard.findings.audit import Adversarial, Alike, Audit, Audited, Baseline, Erasing, Figure, Found, Needed
from regard.views.facts.audit import faithful_sheet, known_sheet, needed_sheet, sheets, stable_sheet
from regard.views.figures.audit import curves
from regard.views.report.audit import audit_page
from regard.views.report.audit_prose import adversary, faithful, headline, known, lines, needs, standing, subject

from .test_page import Reader


def figure(value: float, half: float = 0.05, n: int = 100) -> Figure:
    return Figure(value=value, interval=(value - half, value + half), n=n)


def method(name: str, beyond: float, **more) -> Audited:
    erased = Erasing(
        comprehensiveness=figure(0.2 + beyond),
        sufficiency=figure(0.4 + beyond),
        beyond=figure(beyond),
        beyond_sufficiency=figure(beyond),
        full=0.9,
        removed=[0.9 - beyond / 4, 0.8 - beyond / 4, 0.7 - beyond / 4, 0.6 - beyond / 4],
        kept=[0.5, 0.6, 0.7, 0.8],
    )
    return Audited(method=name, texts=100, erased={"left-out": erased, "hole": erased}, **more)


def found(first: float) -> Found:
    return Found(first=figure(first), precision=figure(first), average=figure(first), chance=0.07, slices={})


def alike(overlap: float) -> Alike:
    return Alike(overlap=figure(overlap), chance=0.1, correlation=0.3)


@pytest.fixture
def audit() -> Audit:
    return Audit(
        run="runs/<a>",
        model="attention",
        parameters=126_338,
        corpus="probe-shortcuts",
        split="test",
        texts=100,
        of=2000,
        seed=0,
        budget=400_000,
        shares=[0.05, 0.1, 0.2, 0.5],
        precision="float32",
        accuracy=figure(0.8),
        drops={"left-out": figure(0.3), "hole": figure(0.3)},
        met={"left-out": True, "hole": False},
        draws=3,
        methods=[
            method("attention", 0.3, found=found(0.7), randomised=alike(0.12), seeds=alike(0.5)),
            Audited(method="rollout", texts=0, why="this model has no layers <b>."),
            method("leave-one-out", 0.6, found=found(0.95), randomised=alike(0.9)),
            method("random", 0.0, found=found(0.07)),
        ],
        needed=[
            Needed(
                change="uniform",
                where="last",
                accuracy=figure(0.5),
                difference=figure(-0.3),
                changed=figure(0.4),
                distance=figure(0.3),
            )
        ],
        adversarial=Adversarial(divergence=figure(0.5), most=0.693, far=figure(0.8), alike=0.01),
        uniform=Baseline(run="runs/mean", model="mean", accuracy=figure(0.7), difference=figure(0.1), p=0.001),
        others=["runs/b"],
        seconds=12.0,
    )


@pytest.mark.parametrize(
    ("beyond", "said"),
    [(0.3, "names words that carry the answer"), (0.01, "cannot be told from chance"), (-0.3, "worse than chance")],
)
def test_the_first_sentence_follows_from_the_interval(audit, beyond, said):
    changed = replace(audit, methods=[method("attention", beyond), *audit.methods[1:]])
    assert said in headline(changed, "en")
    assert "without random words 0.20" in headline(changed, "en")


def test_a_model_without_attention_has_another_subject(audit):
    blind = replace(audit, methods=[replace(audit.methods[1], method="attention"), *audit.methods[2:]])
    one = subject(blind)
    assert one is not None
    assert one.method == "leave-one-out"


def test_sentences_say_what_the_figures_do(audit):
    told = " ".join(lines(audit, "en"))
    assert "most faithful way tried is `leave-one-out`" in told
    assert "The model needs its attention" in told
    assert "`leave-one-out`, in 95.0" in told
    assert "`leave-one-out` hardly change when the weights are shuffled" in told
    assert "learned attention is worth +10.0 points" in told
    idle = replace(audit, needed=[replace(audit.needed[0], changed=figure(0.01, 0.01))])
    assert "hardly needs its attention" in " ".join(lines(idle, "en"))
    assert "80.0" in adversary(audit, "en")


@pytest.mark.parametrize(
    ("changed", "difference", "said"),
    [
        (figure(0.4), figure(-0.3), "The model needs its attention: with equal weights 40.0"),
        (figure(0.9), figure(0.18), "are better without it: with equal weights 90.0"),
        (figure(0.9), figure(0.18, 0.24), "whether they are better for it cannot be told"),
        (figure(0.04), figure(-0.01), "Whether the model needs its attention, 100 texts cannot tell"),
        (figure(0.01, 0.01), figure(0.0), "hardly needs its attention"),
        (figure(0.5, 0.4, n=2), figure(-0.5, n=2), "Whether the model needs its attention, 2 texts cannot tell"),
    ],
)
def test_whether_attention_is_needed_follows_from_both_intervals(audit, changed, difference, said):
    one = replace(audit.needed[0], changed=changed, difference=difference)
    told = needs(replace(audit, needed=[one]), "en")
    assert said in told
    assert f"from {100 * (0.5 - difference.value):.1f}\u00a0% to 50.0" in told


@pytest.mark.parametrize("n", [1, 2, 9])
def test_few_texts_tell_nothing(audit, n):
    few = figure(0.3, n=n)
    methods = [
        replace(one, erased={way: replace(each, beyond=few) for way, each in one.erased.items()})
        for one in audit.methods
    ]
    changed = [replace(audit.needed[0], changed=few)]
    far = replace(audit.adversarial, far=few)
    small = replace(audit, texts=n, methods=methods, needed=changed, adversarial=far, drops={"left-out": figure(0.0)})
    told = " ".join(faithful(small, "en"))
    assert "too few to tell whether it names words that carry the answer; audit 10 or more" in told
    assert "most faithful" not in told
    assert "hardly depend" not in told
    assert adversary(small, "en") == ""


def test_a_control_is_never_what_an_audit_is_about(audit):
    blind = replace(audit, methods=[method("random", 0.0), method("uniform", 0.3)])
    assert headline(blind, "en") == ""
    assert "uniform" not in " ".join(faithful(blind, "en"))


def test_the_best_way_is_one_that_beats_chance(audit):
    luck = replace(audit, methods=[method("attention", 0.01), method("leave-one-out", 0.04)])
    assert "most faithful" not in " ".join(faithful(luck, "en"))


def test_a_figure_and_its_interval_stand_in_one_cell(audit):
    """Columns may be set one below the other; what belongs together is one of them."""
    for sheet in sheets(audit, "en"):
        assert "95\u00a0%" not in sheet.columns
    row = faithful_sheet(audit, "left-out", "en").rows[0]
    assert [cell.text for cell in row[2:4]] == ["0.50 (0.45 to 0.55)", "+0.30 (+0.25 to +0.35)"]
    assert needed_sheet(audit, "en").rows[1][4].text == "−30.0 (−35.0 to −25.0)"


def test_a_model_that_answers_all_texts_alike_is_told_first(audit):
    assert "hardly depend on the texts" in lines(replace(audit, drops={"left-out": figure(0.01)}), "en")[0]
    assert "hardly depend on the texts" not in " ".join(lines(audit, "en"))


@pytest.mark.parametrize(
    ("drop", "said"), [(0.01, "lose 0.010 only"), (-0.2, "surer of an empty text than of these, by 0.200")]
)
def test_where_there_is_nothing_to_divide_by_no_method_is_judged(audit, drop, said):
    flat = replace(audit, drops={"left-out": figure(drop)})
    told = " ".join(lines(flat, "en"))
    assert said in told
    assert "beyond random" not in told
    assert "carry the answer:" not in told + audit_page(flat, "en")


def test_what_could_not_be_measured_is_not_told_from_chance(audit):
    unknown = replace(figure(math.nan), interval=(math.nan, math.nan))
    one = method("attention", 0.0)
    erased = replace(one.erased["left-out"], comprehensiveness=unknown, beyond=unknown)
    bare = replace(audit, methods=[replace(one, erased={"left-out": erased})])
    assert headline(bare, "en") == ""
    row = faithful_sheet(bare, "left-out", "en").rows[0]
    assert [cell.text for cell in row[2:4]] == ["–"] * 2


def test_the_best_way_is_named_where_it_is_another(audit):
    assert "the best way" in known(audit, "en")
    alone = replace(audit, methods=[method("attention", 0.3, found=found(0.7))])
    assert "the best way" not in known(alone, "en")


def test_what_is_folklore_depends_on_what_was_measured(audit):
    told = " ".join(standing(audit, "en"))
    assert "planted words" in told
    assert "never met" in told
    assert "people marked" not in told
    other = replace(audit, corpus="eraser_movies", met={"left-out": True, "hole": True}, adversarial=None)
    told = " ".join(standing(other, "en"))
    assert "planted words" not in told
    assert "never met" not in told
    assert "people marked" in told
    assert "adversarial" not in told


def test_tables_have_a_row_for_each_method_that_was_tried(audit):
    sheet = faithful_sheet(audit, "left-out", "en")
    assert [row[0].value for row in sheet.rows] == ["attention", "leave-one-out", "random"]
    assert sheet.rows[0][2].value == pytest.approx(0.5)
    assert sheet.rows[2][3].value is None
    assert len(needed_sheet(audit, "fr").rows) == 2
    assert len(known_sheet(audit, "en").rows) == 3
    planted = replace(audit.methods[0].found, slices={"single": 1.0, "pair": 0.5})
    known = known_sheet(replace(audit, methods=[replace(audit.methods[0], found=planted)]), "en")
    assert (known.columns[-1], known.rows[0][-1].value) == ("single", 1.0)
    assert len(stable_sheet(audit, "en").columns) == len(stable_sheet(replace(audit, others=[]), "en").columns) + 2
    for lang in ("en", "fr"):
        for one in sheets(audit, lang):
            assert all(len(row) == len(one.columns) for row in one.rows)


def test_curves_are_drawn_with_their_control(audit):
    picture = curves(audit, "fr")
    assert picture is not None
    assert "leave-one-out" in picture.description
    assert [row[0].value for row in picture.sheet.rows] == ["attention", "leave-one-out", "random"]
    assert curves(replace(audit, methods=[]), "en") is None


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_is_whole_and_asks_no_network(audit, lang):
    page = audit_page(audit, lang)
    read = Reader(page)
    assert "http" not in page.replace("http://www.w3.org", "").replace("http-equiv", "")
    words = " ".join(read.words)
    assert "no layers <b>." in words
    assert "runs/<a>" in words
    assert "results.json" not in words, "an audit is one file"
    assert {a["href"] for a in read.of("a")} >= {"#faithful", "#needed", "#known", "#stable", "#evidence", "#run"}


def test_a_page_without_findings_is_still_a_page(audit):
    bare = replace(audit, methods=[], needed=[], adversarial=None, uniform=None)
    assert Reader(audit_page(bare, "en")).of("section")
