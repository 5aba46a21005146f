"""Folders of tiny published models, as a hub has them: config.json, model.safetensors, tokenizer.json."""

import json
from pathlib import Path

import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from torch import Tensor, nn

from regard.models.bart import Bart
from regard.models.bert import Bert
from regard.models.families.folder import save_published
from regard.models.gpt import GPT
from regard.models.llama import Llama

TEXTS = ["The film was not as good as the book .", "I did not like the film , but I liked the book ."]
ANSWER = torch.tensor([[2, 0, 7]])
SIZES = {"width": 12, "layers": 2, "heads": 3, "hidden": 17, "longest": 40}


def byte_pieces(specials: list[str], around: bool) -> Tokenizer:
    """Byte-level pieces, as GPT-2 and RoBERTa have them; `around`: each text stands between the first and the third."""
    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    inner.train_from_iterator(
        TEXTS,
        trainers.BpeTrainer(vocab_size=320, special_tokens=specials, initial_alphabet=alphabet, show_progress=False),
    )
    if around:
        begin, end = specials[0], specials[2]
        inner.post_processor = processors.RobertaProcessing((end, inner.token_to_id(end)), (begin, 0))
    return inner


def word_pieces() -> Tokenizer:
    """Lower-cased word pieces between [CLS] and [SEP], as BERT has them."""
    words = sorted({word.lower() for text in TEXTS for word in text.split()} - {"liked"})
    known = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words, "##d"]
    inner = Tokenizer(models.WordPiece({word: i for i, word in enumerate(known)}, unk_token="[UNK]"))
    inner.normalizer = Tokenizer.from_str(_LOWER).normalizer
    inner.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    inner.decoder = decoders.WordPiece()
    inner.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    inner.add_special_tokens([AddedToken(name, special=True) for name in known[:5]])
    return inner


_LOWER = json.dumps(
    {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "model": {"type": "WordLevel", "vocab": {}, "unk_token": ""},
    }
)


def made(kind: str, folder: Path, *, words: int = 0, **settings: object) -> nn.Module:
    """A model with random weights, written into a folder with its tokenizer; `words` 0 are those of the tokenizer."""
    torch.manual_seed(0)
    if kind == "bart":
        tokenizer = byte_pieces(["<s>", "<pad>", "</s>", "<unk>", "<mask>"], around=True)
        model: nn.Module = Bart(words or tokenizer.get_vocab_size(), begin=2, end=2, first=0, **SIZES | settings)
    elif kind == "gpt2":
        tokenizer = byte_pieces(["<|endoftext|>"], around=False)
        model = GPT(words or tokenizer.get_vocab_size(), end=0, **SIZES | settings)
    elif kind == "llama":
        tokenizer = byte_pieces(["<s>", "</s>", "<unk>"], around=False)
        tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 0)])
        model = Llama(words or tokenizer.get_vocab_size(), end=1, **SIZES | settings)
    else:
        tokenizer = word_pieces()
        model = Bert(words or tokenizer.get_vocab_size(), **SIZES | settings)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn_like(parameter))
    save_published(model.eval(), folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    return model


def logits(model: nn.Module, ids: Tensor) -> Tensor:
    """What a model says of a text; one that reads and says is given the beginning of an answer."""
    return model(ids, None, ANSWER) if isinstance(model, Bart) else model(ids)
