"""Word vectors that somebody else trained, such as GloVe."""

from regard.text.vectors.alignment import Vectors, VocabularyVectors
from regard.text.vectors.glove import find_vectors, glove_folder
from regard.text.vectors.loading import load_vectors

__all__ = ["Vectors", "VocabularyVectors", "find_vectors", "glove_folder", "load_vectors"]
