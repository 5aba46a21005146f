"""Published families by name, written out. Each file holds the correspondence of one, and imports nothing foreign."""

from regard.models.families.albert import ALBERT
from regard.models.families.bart import BART
from regard.models.families.bert import BERT
from regard.models.families.bloom import BLOOM
from regard.models.families.family import Family
from regard.models.families.gpt2 import GPT2
from regard.models.families.llama import LLAMA
from regard.models.families.marian import MARIAN
from regard.models.families.roberta import ROBERTA

FAMILIES: dict[str, Family] = {
    "gpt2": GPT2,
    "bloom": BLOOM,
    "llama": LLAMA,
    "bert": BERT,
    "roberta": ROBERTA,
    "albert": ALBERT,
    "bart": BART,
    "marian": MARIAN,
}
"""Name to family."""
