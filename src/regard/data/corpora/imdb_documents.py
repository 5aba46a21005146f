"""IMDB to pretrain on: the training reviews and those without a label, never a text of the test part."""

from pathlib import Path

from regard.data.corpora.imdb import imdb, unlabelled
from regard.data.documents import Documents, Prose, prose


def imdb_documents(place: str | Path, *, seed: int = 0) -> Documents:
    """The training part and the unlabelled reviews to learn from, the validation part to choose on.

    The parts are those of the labelled corpus with the same seed, so that a model that is tuned on its labels has not
    read what it is chosen on. Reviews whose text also stands in the validation or the test part are left out.
    """
    corpus = imdb(place, seed=seed)
    tested, chosen = ({example.text for example in part} for part in (corpus.test, corpus.validation))
    labelled, others = [example.text for example in corpus.train], list(unlabelled(place))
    texts = labelled + others
    learned = [text for text in texts if text not in tested and text not in chosen]
    return Documents(
        name="imdb",
        train=prose(learned),
        validation=prose([example.text for example in corpus.validation]),
        test=Prose(),
        notes=(
            f"to learn from: {len(labelled):,} training reviews and {len(others):,} without a label, but for "
            f"{sum(text in tested for text in texts):,} whose text stands in the test part and "
            f"{sum(text in chosen for text in texts):,} whose text stands in the validation part.",
            "there is no test part: its texts are for the labels alone.",
            *(note for note in corpus.notes if note.startswith(("incomplete", "validation"))),
        ),
    )
