"""What a parameter's name hints at, for inputs that must be guessed; what it means is then found by trying."""

import re

MASK = re.compile(r"mask|masque|pad|remplissage|valid(?!.*len)|visible|is_(real|word|token|text|content)s?$|^keep$")
LENGTHS = re.compile(r"len|longueur|sizes$|tailles$|counts?$")
ASKS = re.compile(
    r"^(q|query|queries|requetes?|question|tgt|target|targets|cible|dec|decoder.*|state|etat|s|hidden|h_dec|x_dec|y|x_q)$"
)
ASKED = re.compile(
    r"^(k|v|keys?|values?|cles?|valeurs?|memory|memoire|context|contexte|ctx|enc|enc_.*|encoder.*|src|source|sources"
    r"|passage|document|x_enc|x_kv|kv)$"
)
SOURCE = re.compile(r"^(src|sources?|memory|memoire|enc|enc_.*|encoder.*)$")
TARGET = re.compile(r"^(tgt|targets?|cible|dec|dec_.*|decoder.*)$")
STATE = re.compile(
    r"^(q|query|requete|state|etat|s|hidden|h|h_t|s_t|h_prev|s_prev|dec_h|decoder_state|decoder_hidden|dec_hidden|dec_state"
    r"|prev_hidden|prev_state|last_hidden)$"
)
OTHER = re.compile(r"type|segment|label|position|return|output|need|weights|causal|cache|past|head")
PREFIX = re.compile(r"pr[eé]fixe?")
CAUSAL = re.compile(
    r"causal|gpt|autoregress|language_?model|decoder_?only|(^|_)lm$|LM$|next_?(word|token)", re.IGNORECASE
)
SAID_CAUSAL = re.compile(r"\bcausale?(ly)?\b|\bauto-?regressi(ve|f)", re.IGNORECASE)
SAID_MASKED = re.compile(r"masked (multi-?head )?(self-?)attention|auto-?attention masquée", re.IGNORECASE)
SAID_UNSURELY = re.compile(
    r"\bnon\b|\bnot?\b|\bpas\b|without|sans|option|\bif\b|\bsi\b|when|\bor\b|\bou\b|\bcan\b|\bmay\b|both|bidirec|support|given"
    r"|pr[eé]fix",
    re.IGNORECASE,
)

IDS = re.compile(r"(^|_)(ids?|idx|tokens?|words?)$")
PLACES = re.compile(r"(^|[._])pos(_|\.|$|emb|enc|ition)")
WORDS = re.compile(r"embed|emb$|word|token|vocab")
KEEPS = re.compile(r"^(encoder_|decoder_)?attention_mask$|^is_(real|word|token|text|content)s?$")
HIDES = re.compile(r"key_padding_mask$")
AT_ONCE = re.compile(r"non_?(auto|causal)|acausal|mask_?predict|diffusion|levenshtein|insertion", re.IGNORECASE)
MASKED = re.compile(rf"bert|masked|mlm|denois|prefix|^bi|auto_?encod|cross|{AT_ONCE.pattern}", re.IGNORECASE)
BOTH_WAYS = re.compile(rf"bert|mask|mlm|denois|bidirect|encoder|tagg|{AT_ONCE.pattern}", re.IGNORECASE)

_PARTS = re.compile(r"[^a-z]+")
_ROLES = {
    "query": {"q", "query", "queries", "wq", "qw", "requete", "requetes"},
    "key": {"k", "key", "keys", "wk", "kw", "cle", "cles"},
    "value": {"v", "value", "values", "wv", "vw", "valeur", "valeurs"},
}


def said(name: str) -> str:
    """The word of a name that says what it is: of `hidden.0` hidden, of `batch.mask` mask."""
    return next((word for word in reversed(name.split(".")) if not word.isdigit()), name)


def claim(name: str) -> str | None:
    """Whether a name says query, key or value, and only one of them."""
    parts = set(_PARTS.split(name.lower()))
    said = [role for role, words in _ROLES.items() if parts & words]
    return said[0] if len(said) == 1 else None
