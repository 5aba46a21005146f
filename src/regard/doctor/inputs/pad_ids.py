"""Which token number stands for padding, by what a module keeps and compares."""

from torch import Tensor, nn

from regard.doctor.adapters.documents import OfDocuments
from regard.doctor.subject import Subject
from regard.doctor.trace.trace import Trace


def pad_of(subject: Subject) -> int | None:
    """The id that its embedding keeps at zero, or that the module compares its tokens with."""
    kept = [part.padding_idx for part in _embeddings(subject) if part.padding_idx is not None]
    return kept[0] if kept else compared_with(subject)


def compared_with(subject: Subject) -> int | None:
    """The id that the module compares its tokens with, to tell padding."""
    trace = Trace()
    subject.result(subject.case(), trace=trace)
    size = max((part.num_embeddings for part in _embeddings(subject)), default=0)
    dims = 3 if isinstance(subject.module, OfDocuments) else 2
    for call in trace.named("eq", "ne", "__eq__", "__ne__", "gt"):
        first, second = call.given[0], call.given[1]
        if (
            isinstance(first, Tensor)
            and not first.is_floating_point()
            and isinstance(second, int)
            and first.ndim == dims
        ):
            within = 0 <= second < (1 if call.name == "gt" else size)
            return second if within else None
    return None


def _embeddings(subject: Subject) -> list[nn.Embedding]:
    return [part for part in subject.module.modules() if isinstance(part, nn.Embedding)]
