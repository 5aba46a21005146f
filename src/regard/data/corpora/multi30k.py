"""Multi30k: captions of 31,000 pictures in English, French and German, raw text.

Desmond Elliott, Stella Frank, Khalil Sima'an and Lucia Specia: Multi30K: Multilingual English-German Image
Descriptions, 2016; French and the test sets of 2017: Elliott, Frank, Barrault, Bougares and Specia, WMT 2017;
the test set of 2018: Barrault et al., WMT 2018.
"""

from pathlib import Path

from regard.data.corpora.fetching import Download
from regard.data.corpora.line_files import aligned, present
from regard.data.examples import Pair, Pairs
from regard.data.lengths import by_length
from regard.errors import Mistake

LANGUAGES = ("en", "fr", "de")
SIZES = {
    "train": 29_000,
    "val": 1014,
    "test_2016_flickr": 1000,
    "test_2017_flickr": 1000,
    "test_2017_mscoco": 461,
    "test_2018_flickr": 1071,
}
"""Lines of each split, the test sets in the order in which papers report them."""

_PUBLISHED = """
train.en 568929 d79cfa999dd4c51d2cb42499b6796d5a882c3a8a961923c25a898c90f8bbd56f
train.fr 604242 622e75069e9f4c577425c4f277116ce66e63a2401c0a2312d90073cb12379a3c
train.de 637044 726e39b2fa9eb9ffb6dc763fb35a179f80fae06ffc5d28b6ace5faa883de28a6
val.en 21650 14f7d25ddd868909a9213e361768460edcacdd6ab9d1e77b92560dc10c10dc28
val.fr 23001 ca3106f1a72390591d25f6c45cb4cd39dec4cd3f123e099748a3ce5256c160e9
val.de 24681 f0cba2f995189cf5770f29a8a9a537a3ad3f51657ad873405082ff6863a5e75a
test_2016_flickr.en 21077 611d361c6334bc7246101d48097c13cf5c4413c5befc793cc629934359d532d9
test_2016_flickr.fr 22310 6d326e188d259fb1d04ac19eae3af956559b3a0b93d7635e56c90987c40c8b90
test_2016_flickr.de 22890 9204244e408ccb38d2a55cfcd344df15005fc42a07a6e55ca6c52b6ababb8cc8
test_2017_flickr.en 19138 76a444ee25172e72695cddb13ae4a3bda59430617be88e0bb46b60504f054074
test_2017_flickr.fr 20434 3ba671ceb2299f3304ffafefea7a833d08632fbaf0ba18546f8a2ec2391af496
test_2017_flickr.de 21471 a2c89666db00c495cd8513b9d708d5a3acc205d7de312ef2bf5fb7ebc1540aee
test_2017_mscoco.en 8844 aab300bfb4427697987e02cd0aacd44bfe8aa50456231b6474c08038bbed2b58
test_2017_mscoco.fr 9751 754f3072ba9f124569ba5258b32730fc1d214bbf8e0c6dfb2b74401676220db0
test_2017_mscoco.de 10230 799e4854c25d601cb6cb6be29eabe5667734c61ace2f495e03e429031a0bc338
test_2018_flickr.en 23514 ef4f4844037d4c5dea75c9a8ed5fd78905967a26f67c255e230cc9780032654d
test_2018_flickr.fr 25321 fb2b83fcceb937a4f7e3e93c1c51c22aba92f1e342391e6b5ba392b16a920501
test_2018_flickr.de 26461 ddd0130c7d97482dc5197a02141dae8dd79f20f03586c480d675c09a32daf608
"""
_RAW = "https://raw.githubusercontent.com/multi30k/dataset/master/data/task1/raw"
FILES = tuple(
    Download(url=f"{_RAW}/{name}.gz", size=int(size), sha256=sha256)
    for name, size, sha256 in (row.split() for row in _PUBLISHED.strip().split("\n"))
)
"""The files of its authors' repository."""


def locate(base: Path) -> Path | None:
    """The folder under `base` with the splits; None when there is none."""
    return next((folder for folder in (base / "multi30k", base) if present(folder, "train.en")), None)


def multi30k(folder: Path, source: str | None = None, target: str | None = None) -> Pairs:
    """The captions in two of the three languages, English to French unless told otherwise."""
    languages = source or "en", target or ("en" if source == "fr" else "fr")
    for language in languages:
        if language not in LANGUAGES:
            raise Mistake(f"multi30k is not in {language!r}; --source and --target may be en, fr and de.")
    if languages[0] == languages[1]:
        raise Mistake(f"--source and --target are both {languages[0]!r}; choose two of en, fr and de.")
    parts = {split: _split(folder, split, languages) for split in SIZES}
    short = [split for split, pairs in parts.items() if 0 < len(pairs) != SIZES[split]]
    tests = {split: pairs for split, pairs in parts.items() if split.startswith("test") and pairs}
    return Pairs(
        name="multi30k",
        languages=languages,
        train=parts["train"],
        validation=parts["val"],
        tests=dict(tests),
        notes=tuple(
            f"incomplete: {len(parts[split]):,} pairs in {split} here, {SIZES[split]:,} in the original."
            for split in short
        ),
    )


def _split(folder: Path, split: str, languages: tuple[str, str]) -> list[Pair]:
    """The pairs of one split; a test set that is not there has none."""
    files = [present(folder, f"{split}.{language}") for language in languages]
    for language, file in zip(languages, files, strict=True):
        if file is None and (split in ("train", "val") or any(files)):
            raise Mistake(
                f"{folder} has no {split}.{language} or {split}.{language}.gz; `regard data fetch multi30k` brings it."
            )
    first, second = files
    if first is None or second is None:
        return []
    return [Pair(said, meant, (by_length(said),)) for said, meant in aligned(first, second)]
