"""What long outputs are not to suffer for."""

from jaxtyping import Float, Int
from torch import Tensor


def length_penalty(length: Int[Tensor, "*_"], alpha: float) -> Float[Tensor, "*_"]:
    """lp(Y) = ((5 + |Y|) / 6)^α, with END in |Y|.  Wu et al. (2016), equation 14."""
    return ((5 + length.double()) / 6) ** alpha
