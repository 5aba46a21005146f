"""Defects, each a change of one or two lines of a correct module, and the check that must find it."""

from typing import NamedTuple


class Defect(NamedTuple):
    module: str
    check: str
    old: str
    new: str
    also: str = ""
    then: str = ""

    def in_source(self, source: str) -> str:
        assert self.old in source
        assert self.also in source
        broken = source.replace(self.old, self.new)
        return broken.replace(self.also, self.then) if self.also else broken


DEFECTS = [
    # Words pooled by a learned query.
    Defect("pooling", "padding-gets-weight", "scores = scores.masked_fill(~mask, -1e9)", "pass"),
    Defect("pooling", "padding-changes-result", "scores = scores.masked_fill(~mask, -1e9)", "pass"),
    Defect("pooling", "mask-inverted", "masked_fill(~mask", "masked_fill(mask"),
    Defect("pooling", "softmax-wrong-dimension", "softmax(scores, dim=1)", "softmax(scores, dim=0)"),
    Defect("pooling", "batch-rows-interact", "softmax(scores, dim=1)", "softmax(scores, dim=0)"),
    Defect(
        "pooling", "softmax-twice", "torch.softmax(scores, dim=1)", "torch.softmax(torch.softmax(scores, 1), dim=1)"
    ),
    Defect("pooling", "rows-do-not-sum-to-one", "torch.softmax(scores, dim=1)", "torch.exp(scores)"),
    Defect("pooling", "rows-do-not-sum-to-one", "torch.softmax(scores, dim=1)", "torch.sigmoid(scores)"),
    Defect("pooling", "nan-on-empty", "-1e9", "float('-inf')"),
    Defect("pooling", "dead-parameter", "x @ self.query", "x @ self.query.detach()"),
    Defect("pooling", "dead-parameter", "nn.Parameter(torch.randn(d))", "torch.randn(d)"),
    Defect(
        "pooling", "nondeterministic", "scores = x @ self.query", "scores = x @ self.query + torch.rand(x.shape[:2])"
    ),
    # Bahdanau's attention.
    Defect("additive", "softmax-wrong-dimension", "F.softmax(energy, dim=-1)", "F.softmax(energy, dim=0)"),
    Defect("additive", "mask-inverted", "mask == 0", "mask == 1"),
    Defect("additive", "padding-gets-weight", ".masked_fill(mask == 0, -1e10)", ""),
    Defect("additive", "nan-on-empty", "-1e10", "-float('inf')"),
    Defect("additive", "dead-parameter", "self.W(state)[:, None, :] + self.U", "self.U"),
    Defect(
        "additive",
        "rows-do-not-sum-to-one",
        "energy.squeeze(2).masked_fill(mask == 0, -1e10)\n        alpha = F.softmax(energy, dim=-1)",
        "energy.squeeze(2)\n        alpha = F.softmax(energy, dim=-1) * mask",
    ),
    Defect(
        "additive",
        "softmax-twice",
        "alpha = F.softmax(energy, dim=-1)",
        "alpha = F.softmax(F.softmax(energy, -1).masked_fill(mask == 0, -1e9), dim=-1)",
    ),
    # One head.
    Defect("single_head", "scale-missing", "s = s / math.sqrt(k.size(-1))", "pass"),
    Defect("single_head", "scale-wrong", "k.size(-1)", "k.size(1)"),
    Defect("single_head", "scale-wrong", "math.sqrt(k.size(-1))", "k.size(-1)"),
    Defect("single_head", "scale-wrong", "s / math.sqrt", "s * math.sqrt"),
    Defect("single_head", "softmax-wrong-dimension", "torch.softmax(s, dim=-1)", "torch.softmax(s, dim=1)"),
    Defect("single_head", "softmax-wrong-dimension", "torch.softmax(s, dim=-1)", "torch.softmax(s, dim=0)"),
    Defect("single_head", "softmax-twice", "return torch.matmul(a, v)", "return torch.matmul(torch.softmax(a, -1), v)"),
    Defect("single_head", "key-value-swapped", "self.attention(q, k, v)", "self.attention(q, v, k)"),
    Defect("single_head", "query-key-swapped", "self.attention(q, k, v)", "self.attention(k, q, v)"),
    Defect("single_head", "rows-do-not-sum-to-one", "a = torch.softmax(s, dim=-1)", "a = s"),
    Defect("single_head", "rows-do-not-sum-to-one", "a = torch.softmax(s, dim=-1)", "a = torch.relu(s)"),
    # Several heads.
    Defect("multi_head", "scale-missing", " * self.dh**-0.5", ""),
    Defect("multi_head", "scale-wrong", "self.dh**-0.5", "(self.dh * self.heads) ** -0.5"),
    Defect("multi_head", "padding-gets-weight", "if mask is not None:", "if mask is None:"),
    Defect("multi_head", "softmax-wrong-dimension", "scores.softmax(-1)", "scores.softmax(1)"),
    Defect("multi_head", "softmax-wrong-dimension", "scores.softmax(-1)", "scores.softmax(2)"),
    Defect(
        "multi_head",
        "dropout-in-eval",
        "self.drop(scores.softmax(-1))",
        "nn.functional.dropout(scores.softmax(-1), 0.1)",
    ),
    Defect("multi_head", "nan-on-empty", "torch.finfo(scores.dtype).min", "float('-inf')"),
    Defect(
        "multi_head",
        "batch-rows-interact",
        "reshape(b, n, 3, self.heads, self.dh).permute(2, 0, 3, 1, 4)",
        "reshape(n, b, 3, self.heads, self.dh).permute(2, 1, 3, 0, 4)",
    ),
    # An encoder of token numbers.
    Defect("encoder", "padding-changes-result", ", attn_mask=real[:, None, None, :]", ""),
    Defect("encoder", "padding-gets-weight", ", attn_mask=real[:, None, None, :]", ""),
    Defect("encoder", "mask-inverted", "attn_mask=real", "attn_mask=~real"),
    Defect("encoder", "mean-over-padding", "x.sum(1) / real.sum(1, keepdim=True).clamp(min=1)", "x.mean(1)"),
    Defect("encoder", "mean-over-padding", "real.sum(1, keepdim=True).clamp(min=1)", "x.size(1)"),
    Defect("encoder", "positions-unused", "x = x + self.pos(", "_ = x + self.pos("),
    Defect("encoder", "positions-unused", "torch.arange(ids.size(1))", "torch.zeros(ids.size(1)).long()"),
    Defect("encoder", "dead-parameter", "x = x + self.o(a)", "x = x + a"),
    Defect("encoder", "padding-changes-result", "torch.arange(ids.size(1))", "torch.arange(ids.size(1)).flip(0)"),
    Defect("encoder", "scale-wrong", "q, k, v, attn_mask", "q / 8**0.5, k, v, attn_mask"),
    Defect("encoder", "key-value-swapped", "attention(q, k, v", "attention(q, v, k"),
    # A causal decoder.
    Defect("decoder", "future-visible", "torch.tril(torch.ones(32, 32))", "torch.tril(torch.ones(32, 32), 1)"),
    Defect(
        "decoder",
        "future-visible",
        'att = att.masked_fill(~self.mask[:n, :n], float("-inf"))',
        "att = att * self.mask[:n, :n]",
    ),
    Defect("decoder", "present-hidden", "torch.tril(torch.ones(32, 32))", "torch.tril(torch.ones(32, 32), -1)"),
    Defect("decoder", "mask-inverted", "masked_fill(~self.mask", "masked_fill(self.mask"),
    Defect("decoder", "softmax-wrong-dimension", "torch.softmax(att, dim=-1)", "torch.softmax(att, dim=-2)"),
    Defect("decoder", "positions-unused", "x = x + waves", "y = x + waves"),
    Defect("decoder", "scale-wrong", "/ math.sqrt(size)", "/ math.sqrt(d)"),
    Defect("decoder", "future-visible", "x = x + block(norm(x))", "x = x + block(norm(x)) - x.mean(1, keepdim=True)"),
    Defect("decoder", "query-key-swapped", "q @ k.transpose(-2, -1)", "k @ q.transpose(-2, -1)"),
    # Cross-attention.
    Defect("cross", "key-value-swapped", "self.to_k(key), self.to_v(value)", "self.to_k(value), self.to_v(key)"),
    Defect("cross", "query-key-swapped", "torch.bmm(q, k.permute(0, 2, 1))", "torch.bmm(k, q.permute(0, 2, 1))"),
    Defect("cross", "scale-wrong", "dim**0.5", "dim"),
    Defect("cross", "padding-gets-weight", "self.scale + mask", "self.scale"),
    Defect("cross", "softmax-wrong-dimension", "softmax(scores, dim=2)", "softmax(scores, dim=1)"),
    Defect("cross", "mask-inverted", "self.scale + mask", "self.scale - 1e9 - mask"),
    # The mean of words.
    Defect("mean_words", "mean-over-padding", "total / count[:, None]", "vectors.mean(1)"),
    Defect("mean_words", "mean-over-padding", "total / count[:, None]", "total / ids.shape[1]"),
    Defect("mean_words", "padding-changes-result", "(vectors * keep[:, :, None])", "vectors"),
    Defect("mean_words", "nan-on-empty", "lengths.clamp(min=1).float()", "lengths.float()"),
    # A CLS vector.
    Defect("with_cls", "dead-parameter", "nn.Parameter(torch.randn(1, 1, d))", "torch.randn(1, 1, d)"),
    Defect("with_cls", "dead-parameter", "self.cls.expand", "self.cls.data.expand"),
    Defect("with_cls", "padding-gets-weight", "scores = scores.masked_fill(hide[:, None, :], -1e4)", "pass"),
    Defect("with_cls", "scale-missing", " / x.size(-1) ** 0.5", ""),
    Defect("with_cls", "key-value-swapped", "self.key(x).mT", "self.value(x).mT", "self.value(x))\n", "self.key(x))\n"),
    Defect("with_cls", "nondeterministic", "self.cls.expand(b, -1, -1)", "self.cls + torch.randn(b, 1, 14)"),
    # A softmax by hand.
    Defect("by_hand", "rows-do-not-sum-to-one", "a = e / (e.sum(dim=-1, keepdim=True) + 1e-9)", "a = e"),
    Defect("by_hand", "softmax-wrong-dimension", "e.sum(dim=-1, keepdim=True)", "e.sum(dim=-2, keepdim=True)"),
    Defect("by_hand", "mean-over-padding", "(h * m).sum(1) / m.sum(1).clamp(min=1)", "h.mean(dim=1)"),
    Defect("by_hand", "padding-gets-weight", " * mask[:, None, :]", ""),
    Defect("by_hand", "scale-missing", " / self.d**0.5", ""),
    Defect("by_hand", "query-key-swapped", "q @ k.transpose(1, 2)", "k @ q.transpose(1, 2)"),
    Defect("by_hand", "mask-inverted", "* mask[:, None, :]", "* (1 - mask[:, None, :])"),
    # Learned positions.
    Defect("positions", "positions-unused", "x = x + self.table[:, :n]", "x = x + self.table[:, :1]"),
    Defect("positions", "positions-unused", "x = x + self.table[:, :n]", "pass"),
    Defect("positions", "padding-changes-result", "self.table[:, :n]", "self.table[:, :n].flip(1)"),
    Defect("positions", "padding-gets-weight", "* -1e9", "* -1e-9"),
    Defect("positions", "mask-inverted", ">= lengths", "< lengths"),
    Defect("positions", "softmax-wrong-dimension", "softmax(scores, dim=2)", "softmax(scores, dim=1)"),
    # torch.nn's own layers.
    Defect("wrapper", "padding-gets-weight", ", src_key_padding_mask=padding", ""),
    Defect("wrapper", "mask-inverted", "src_key_padding_mask=padding", "src_key_padding_mask=~padding"),
    Defect("wrapper", "mean-over-padding", "(x * keep).sum(1) / keep.sum(1).clamp(min=1.0)", "x.mean(1)"),
    Defect("wrapper", "batch-rows-interact", ", batch_first=True", "", ", src_key_padding_mask=padding", ""),
    Defect("attention_layer", "dropout-in-eval", "training=self.training", "training=True"),
    Defect("attention_layer", "padding-gets-weight", ", key_padding_mask=src_key_padding_mask", ""),
    Defect("attention_layer", "dead-parameter", "self.norm(src + y)", "src + y"),
]
