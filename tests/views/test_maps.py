"""Many maps at once: what is packed can be unpacked, files hold the same numbers, unreadable drawings are refused."""

import csv
import io
import json
import zlib
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.text import Text
from rich.console import Console

from regard.errors import Mistake
from regard.explain.explanation import Explanation, Map
from regard.explain.rows import Rows
from regard.views.maps import written
from regard.views.maps.facts import are_many
from regard.views.maps.overview import pooled
from regard.views.maps.packed import ALWAYS, Packed, pack
from regard.views.maps.page import maps_page
from regard.views.record import as_csv, as_json, picture_of, save_explanation
from regard.views.terminal import Shown

WORDS = ["I", "did", "not", "like", "</script><b>it</b>", "at", "all", "&", "“so”", "."]


def grid(rows: int, columns: int, seed: int, *, causal: bool = False, sharp: float = 3.0) -> np.ndarray:
    scores = np.random.default_rng(seed).standard_normal((rows, columns)) * sharp
    if causal:
        scores = np.where(np.tri(rows, columns, dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(1, keepdims=True))
    return (weights / weights.sum(1, keepdims=True)).astype(np.float32)


def words(n: int) -> list[str]:
    return [WORDS[i % len(WORDS)] for i in range(n)]


def many(n: int = 12, layers: int = 2, heads: int = 4, *, causal: bool = False) -> Explanation:
    maps = [
        Map(name=f"layers.{i // heads}.{i % heads}", rows=words(n), columns=words(n), weights=Rows(each))
        for i in range(layers * heads)
        for each in [grid(n, n, i, causal=causal)]
    ]
    return Explanation(
        method="attention",
        target="negative",
        text=" ".join(words(n)),
        label="neg",
        probability=0.9,
        maps=maps,
        spans=[],
    )


def unpacked(packed: Packed, shapes: list[tuple[int, int]]) -> list[np.ndarray]:
    """What a reader of the page sees, written again from the description of the format."""
    streams = {name: zlib.decompress(b64decode(text)) for name, text in packed.streams().items()}
    counts, scales = (np.frombuffer(streams[name], "<u2") for name in ("counts", "scales"))
    values = iter(np.frombuffer(streams["values"], "<u2" if packed.levels > 255 else np.uint8).tolist())
    gaps, row, found = iter(streams["gaps"]), 0, []
    for (down, across), causal in zip(shapes, packed.causal, strict=True):
        shown = np.zeros((down, across))
        for i in range(down):
            places = i + 1 if causal else across
            shown[i, :places] = scales[2 * row + 1] / 65535 / max(places - counts[row], 1)
            j = -1
            for _ in range(counts[row]):
                gap = next(gaps)
                total = gap
                while gap == 255:
                    gap = next(gaps)
                    total += gap
                j += total + 1
                shown[i, j] = scales[2 * row] / 65535 * (next(values) / packed.levels) ** 2
            row += 1
        found.append(shown)
    assert next(gaps, None) is None
    assert next(values, None) is None
    return found


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("budget", [10**9, 9000, 1])
def test_what_is_unpacked_differs_by_no_more_than_is_said(causal: bool, budget: int):
    grids = [grid(600, 600, 1, causal=causal, sharp=1.0), grid(600, 600, 2, causal=causal)]
    maps = [Map(name=str(i), rows=words(600), columns=words(600), weights=Rows(each)) for i, each in enumerate(grids)]
    packed = pack(maps, budget)
    shown = unpacked(packed, [each.shape for each in grids])
    error = max(float(np.abs(one - true).max()) for one, true in zip(shown, grids, strict=True))
    assert error == pytest.approx(packed.error, abs=1e-6)
    assert packed.error < 0.005 or budget < 10**9
    assert packed.causal == [causal] * 2
    assert packed.kept <= max(budget, 2 * 600 * ALWAYS)
    assert packed.weights == 2 * 600 * 600
    if causal:
        assert all(not np.triu(one, 1).any() for one in shown), "nobody is shown to look at what comes after"
    assert all(np.allclose(one.sum(1), 1, atol=0.02) for one in shown), "nothing is lost: the rest is shown as its mean"


def test_every_row_keeps_its_largest_weights():
    flat = np.full((4, 300), 1 / 300, dtype=np.float32)
    flat[:, 7] += 0.001
    sharp = grid(4, 300, 0, sharp=6.0)
    maps = [Map(name=str(i), rows=words(4), columns=words(300), weights=Rows(w)) for i, w in enumerate((flat, sharp))]
    shown = unpacked(pack(maps, 4 * ALWAYS), [(4, 300)] * 2)
    assert (shown[0].argmax(1) == 7).all()
    assert (shown[1].argmax(1) == sharp.argmax(1)).all()


def test_a_short_text_keeps_every_weight():
    packed = pack(many().maps)
    assert (packed.kept, packed.levels) == (packed.weights, 65535)
    assert packed.error < 2e-5
    empty = pack([Map(name="x", rows=["a", "b"], columns=["a", "b"], weights=Rows(np.zeros((2, 2))))])
    assert (empty.kept, empty.error, empty.share) == (0, 0.0, 1.0)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_page_carries_its_words_as_text_and_asks_no_network(lang: str):
    page = maps_page(many(), lang)
    assert "<b>it</b>" not in page
    assert "http" not in page.replace("http-equiv", "")
    told = json.loads(page.split('id="told">')[1].split("</script>")[0])
    assert told["sides"] == [words(12)]
    assert [one["label"] for one in told["maps"]][5] == ("layers.1, head 1" if lang == "en" else "layers.1, tête 1")
    assert ("rounding" if lang == "en" else "arrondi") in page
    assert page.count("<canvas") == 8 + 1


def test_the_page_says_what_packing_loses():
    said = maps_page(many(60, 1, 6), "en", budget=100)
    assert "keeps 2,880 of 21,600 weights" in said
    assert "differs from the model’s own by more than" in said


def test_many_maps_and_long_texts_share_a_page(tmp_path: Path):
    assert are_many(many())
    assert not are_many(many(12, 1, 2))
    assert are_many(many(120, 1, 1))
    page = save_explanation(many(), tmp_path / "x.html", "en").read_text(encoding="utf-8")
    assert 'id="explorer"' in page
    few = save_explanation(many(12, 1, 2), tmp_path / "y.html", "en").read_text(encoding="utf-8")
    assert 'id="explorer"' not in few


def test_large_maps_are_written_as_small_ones_are(monkeypatch: pytest.MonkeyPatch):
    told = many(9, 1, 2, causal=True)
    slow = json.loads(as_json(told)), list(csv.reader(io.StringIO(as_csv(told))))
    monkeypatch.setattr(written, "LARGE", 1)
    fast = json.loads(as_json(told)), list(csv.reader(io.StringIO(as_csv(told))))
    assert fast[0] == slow[0]
    assert [row[:-1] for row in fast[1]] == [row[:-1] for row in slow[1]]
    assert [float(row[-1]) for row in fast[1][1:]] == [float(row[-1]) for row in slow[1][1:]]
    monkeypatch.setattr(written, "LONGEST", 3)
    assert list(csv.reader(io.StringIO(as_csv(told)))) == fast[1]


def test_what_is_no_number_is_not_written_as_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(written, "LARGE", 1)
    one = Map(name="x", rows=["a"], columns=["a", "b"], weights=Rows(np.array([[np.nan, 0.5]])))
    told = Explanation(method="m", target="t", text="a b", label="l", probability=1.0, maps=[one], spans=[])
    with pytest.raises(ValueError, match="x: value 0 is nan"):
        as_json(told)
    with pytest.raises(ValueError, match="x: value 0 is nan"):
        as_csv(told)


def test_the_table_of_numbers_has_no_needless_zeros():
    found = written.looked_up(np.array([0.0, 1.0, 0.5, 0.1234564, 0.000001, 0.1])).tolist()
    assert found == [b"0.0", b"1.0", b"0.5", b"0.123456", b"0.000001", b"0.1"]


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_many_maps_are_drawn_as_an_overview(tmp_path: Path, kind: str):
    made = save_explanation(many(20, 2, 3), tmp_path / f"x.{kind}", "fr")
    assert made.stat().st_size > 2000
    if kind == "svg":
        assert made.read_text(encoding="utf-8").count("<image") == 6


def test_rows_of_weights_are_drawn_over_the_maps():
    told = many()
    pool = Map(name="pool", rows=["text"], columns=words(12), weights=Rows(grid(1, 12, 99)))
    told = replace(told, maps=[*told.maps, pool])
    written = [part.get_text() for part in picture_of(told, "en").figure.findobj(Text)]
    assert {"pool", "Words with most weight", "layers.0"} <= set(written)


def test_a_dot_is_the_largest_weight_of_its_block():
    one = Map(name="x", rows=words(10), columns=words(7), weights=Rows(grid(10, 7, 3)))
    small = pooled(one, 3)
    assert small.shape == (3, 3)
    assert small.max() == grid(10, 7, 3).max()
    assert small[2, 2] == grid(10, 7, 3)[6:, 4:].max()
    assert pooled(one, 50).shape == (10, 7)


def test_a_drawing_without_a_dot_for_each_word_is_refused(tmp_path: Path):
    wide = Map(name="x", rows=words(2), columns=words(2500), weights=Rows(grid(2, 2500, 0)))
    told = Explanation(method="m", target="t", text="a", label="l", probability=1.0, maps=[wide], spans=[])
    with pytest.raises(Mistake, match=r"2,500 words.*\.html"):
        save_explanation(told, tmp_path / "x.png", "en")
    assert save_explanation(told, tmp_path / "x.html", "en").is_file()


def test_a_terminal_shows_the_heaviest_pair_of_each_map_when_there_are_many():
    kept = io.StringIO()
    Console(file=kept, width=100).print(Shown(many(40, 2, 3), "en"))
    lines = kept.getvalue().splitlines()
    assert len(lines) < 20
    assert any("6 maps of up to 40 words" in line for line in lines)
    assert sum(line.startswith("layers.") for line in lines) == 6
