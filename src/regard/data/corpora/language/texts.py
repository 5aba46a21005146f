"""The texts of a labelled corpus as documents."""

from regard.data.documents import Documents, prose
from regard.data.examples import Corpus


def from_labelled(corpus: Corpus) -> Documents:
    """The parts of a labelled corpus as documents, without their labels."""
    return Documents(
        name=corpus.name,
        train=prose([example.text for example in corpus.train]),
        validation=prose([example.text for example in corpus.validation]),
        test=prose([example.text for example in corpus.test]),
        notes=corpus.notes,
    )
