"""The parts of a recipe: what to learn from, how it is cut into tokens, what the model is for."""

import math
from dataclasses import dataclass
from typing import Literal

from regard.training.settings import at_least

Kind = Literal["classify", "translate", "language", "instruct", "prefer"]


@dataclass(frozen=True, kw_only=True)
class CorpusPart:
    """What to learn from."""

    name: str = "probe-reviews"
    """A corpus of `regard data list`, or the path of a table."""
    text: str = ""
    """Column of the texts, for a table; empty to find it."""
    label: str = ""
    """Column of the labels, for a table; empty to find it."""
    labels: int = 0
    """Labels: learn from this many texts of the training part alone, as many of each class, always the same; the texts
    of a smaller number are among those of a larger one. No more are used to choose by. 0 takes all."""
    held: bool = True
    """Labels: hold the validation part back, to choose by. If not, it is learned from as well, and chooses nothing."""
    boundary: Literal["file", "paragraph", "line"] = "file"
    """Language: what a document is in a text file of one's own."""
    classes: tuple[str, ...] = ()
    """Names of the classes; filled in when the corpus is read."""
    source: str = ""
    """Sentence pairs: language, column or file ending of the sources; empty to find it."""
    target: str = ""
    """Sentence pairs: language, column, file ending or file of the targets; empty to find it."""
    languages: tuple[str, ...] = ()
    """Sentence pairs: languages of the sources and of the targets; filled in when the corpus is read."""

    def __post_init__(self) -> None:
        at_least(self, labels=0)


@dataclass(frozen=True, kw_only=True)
class StartPart:
    """Where the weights come from before the first step."""

    run: str = ""
    """Folder of the run of a language model whose weights are taken; empty for random ones."""
    weights: str = ""
    """Checksum of those weights; filled in when the run is read."""
    random: bool = False
    """Take the model and the tokenizer of that run, but not its weights: what it would be to start from nothing."""


@dataclass(frozen=True, kw_only=True)
class TeachersPart:
    """Who says what labels texts without one would have, so that a classifier can learn from them as well."""

    runs: tuple[str, ...] = ()
    """Folders of runs that give the same labels; the mean of what they say is learned. None for labels alone."""
    weights: tuple[str, ...] = ()
    """Checksums of their weights; filled in when they are read."""
    texts: str = ""
    """Texts without labels, as for --task language, one a line in a file of texts; empty for those of the corpus."""
    repeats: int = 3
    """How often a text with a label comes for each time that one without comes."""

    def __post_init__(self) -> None:
        at_least(self, repeats=0)


@dataclass(frozen=True, kw_only=True)
class TextPart:
    """How texts are cut into tokens."""

    tokens: Literal["words", "pieces", "characters"] = "words"
    """Whole words, pieces of words (byte-pair encoding, no unknown word), or single characters."""
    size: int = 50_000
    """Largest size of the vocabulary."""
    lower: bool = False
    """Pieces: capitals become small letters, so that a word is the same one wherever it stands; words do so anyway
    where labels are given."""
    least: int = 2
    """A word or character seen less often in the training part is unknown."""
    longest: int = 0
    """Longer texts keep their first third and last two thirds of this many tokens; 0 keeps all. Sentence pairs with
    a longer side are not learned from; there 0 is 1,024, or what the model has places for. Language: tokens of a row
    that a model reads; 0 for as many as it has places."""
    joint: bool = False
    """Sentence pairs: one vocabulary for both languages."""

    def __post_init__(self) -> None:
        at_least(self, size=1, least=1, longest=0)
        if self.lower and self.tokens != "pieces":
            raise ValueError(f"lower is for pieces, and tokens is {self.tokens!r}")


@dataclass(frozen=True, kw_only=True)
class VectorsPart:
    """Where the word vectors of a classifier come from; a translator's are as wide as its `model.width`."""

    source: Literal["learned", "glove"] = "learned"
    """Learned from nothing, or GloVe (its words only; the others start small and random)."""
    width: int = 64
    """Size of a vector; for GloVe one of the sizes at hand."""
    tuned: bool = True
    """Whether training changes them; frozen GloVe is `source = "glove", tuned = false`."""

    def __post_init__(self) -> None:
        at_least(self, width=1)


@dataclass(frozen=True, kw_only=True)
class TaskPart:
    """What the model is for."""

    kind: Kind = "classify"
    """A label for a text, a sentence for a sentence, the words of a text themselves, the answer to a prompt, or which
    answer is preferred."""
    entropy_weight: float = 0.0
    """λ of loss = CE + λ·H: positive concentrates the attention, negative spreads it (row P5)."""
    smoothing: float = 0.0
    """Label smoothing."""
    rdrop: float = 0.0
    """Labels, translation: α of R-Drop, by which two passes with other dropout must agree; 0 makes one pass."""
    blanked: float = 0.0
    """Labels: with R-Drop, share of the words that the second pass does not see."""
    rows: Literal["documents", "blocks"] = "documents"
    """Next word: each document by itself, or blocks of the running text from random places."""
    masked: float = 0.15
    """Masked word: share of the words to be filled in. Denoising: share of the words that are missing."""
    hidden: float = 0.8
    """Masked word: share of these that is read as a blank."""
    replaced: float = 0.1
    """Masked word: share of these that is read as any other word; what is left is read as it is."""
    static: bool = False
    """Masked word: a text has the same blanks every tenth time (BERT), not new ones each time (RoBERTa)."""
    whole_words: bool = False
    """Masked word: all pieces of a word are blanked, or none."""
    stretch: float = 3.0
    """Denoising: mean length of a missing stretch, in tokens."""
    shuffled: bool = True
    """Denoising: sentences come in random order."""
    answers: Literal["wanted", "both"] = "wanted"
    """Instructions: of preferences, the chosen answers are learned, or both, to learn what answers are like."""
    objective: Literal["dpo", "reward"] = "dpo"
    """Preferences: a language model that gives such answers, or a number for an answer."""
    beta: float = 0.1
    """Preferences: β of DPO, how dearly it leaves its reference; the larger, the closer it stays."""
    imitation: float = 0.0
    """Preferences: α of −log p of the chosen answers, a word, which is added to the loss of DPO; 0 adds nothing."""

    @property
    def speaks(self) -> bool:
        """Whether what is trained is a language model and nothing else, which can be asked and be started from."""
        return self.kind in ("language", "instruct") or (self.kind == "prefer" and self.objective == "dpo")

    @property
    def rates(self) -> bool:
        """Whether what is trained gives an answer a number, and says nothing."""
        return self.kind == "prefer" and self.objective == "reward"

    def __post_init__(self) -> None:
        if not math.isfinite(self.entropy_weight):
            raise ValueError(f"entropy_weight is {self.entropy_weight}, and must be a number")
        if not 0 <= self.smoothing < 1:
            raise ValueError(f"smoothing is {self.smoothing}, and must be at least 0 and below 1")
        for name in ("masked", "hidden", "replaced", "blanked"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is {getattr(self, name)}, and must be between 0 and 1")
        if self.masked == 0:
            raise ValueError(f"masked is {self.masked}, and must be above 0")
        if self.hidden + self.replaced > 1:
            raise ValueError(f"hidden and replaced are {self.hidden + self.replaced} together, and must be at most 1")
        if not 0 < self.stretch < math.inf:
            raise ValueError(f"stretch is {self.stretch}, and must be above 0")
        if not 0 < self.beta < math.inf:
            raise ValueError(f"beta is {self.beta}, and must be above 0")
        at_least(self, rdrop=0, imitation=0)
