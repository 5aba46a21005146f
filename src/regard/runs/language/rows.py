"""Documents as the rows that a language model learns from or is measured on, as its recipe asks for them."""

from torch import nn

from regard.data.blank_rows import BlankRows
from regard.data.loading import Texts
from regard.data.noise import Lexicon
from regard.data.noisy_rows import NoisyRows
from regard.data.sentence_pairs import Sentences
from regard.models.bart import Bart
from regard.models.masked import Masked
from regard.runs.language.build import longest_row, second_of
from regard.runs.recipe import Recipe
from regard.tasks.continue_text import Passages
from regard.text.tokenizer import Tokenizer
from regard.text.word_starts import WordStarts


def passages(made: Recipe, model: nn.Module, texts: Texts) -> Passages:
    """Documents whose words are said one after the other."""
    return Passages(texts, longest_row(made, model), running=made.task.rows == "blocks")


def blanks(
    made: Recipe,
    model: Masked,
    tokenizer: Tokenizer,
    texts: Texts,
    sentences: Sentences | None,
    *,
    tokens: int | None = None,
    seed: int = 0,
) -> BlankRows:
    """Documents with blanks as a recipe asks for them; where the model tells pairs apart, rows are pairs.

    To learn from, a batch has about so many `tokens`. Without, they are measured on: such a part may be too small to
    make pairs; then they are not measured.
    """
    second = second_of(made)
    if tokens is None and not _makes_pairs(sentences, 2 if second == "next" else 1):
        second = "none"
    unknown = () if tokenizer.unknown_id is None else (tokenizer.unknown_id,)
    return BlankRows(
        texts=texts,
        lexicon=Lexicon(tokenizer.size, tokenizer.mask_id, (*tokenizer.special_ids, *unknown)),
        front=tokenizer.begin_id,
        between=tokenizer.end_id,
        longest=longest_row(made, model),
        tokens=tokens,
        seed=seed,
        rate=made.task.masked,
        hidden=made.task.hidden,
        replaced=made.task.replaced,
        static=made.task.static,
        begins=WordStarts(tokenizer) if made.task.whole_words else None,
        second=second,
        sentences=sentences,
        by_length=made.training.by_length,
    )


def _makes_pairs(sentences: Sentences | None, documents: int) -> bool:
    """Whether there are so many documents, one of them with two sentences."""
    return sentences is not None and (sentences.counts > 0).sum() >= documents and int(sentences.counts.max()) > 1


def noises(
    made: Recipe,
    model: Bart,
    tokenizer: Tokenizer,
    texts: Texts,
    sentences: Sentences | None,
    *,
    tokens: int | None = None,
    seed: int = 0,
) -> NoisyRows:
    """Documents with noise as a recipe asks for it; to learn from, in batches of about so many `tokens`."""
    return NoisyRows(
        texts=texts,
        begin=tokenizer.begin_id,
        end=tokenizer.end_id,
        mask=tokenizer.mask_id,
        longest=longest_row(made, model),
        tokens=tokens,
        seed=seed,
        rate=made.task.masked,
        mean=made.task.stretch,
        sentences=sentences if made.task.shuffled else None,
        by_length=made.training.by_length,
    )
