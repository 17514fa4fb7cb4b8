"""From a network to the files that `onym.tagger` reads: an ONNX graph with whole numbers."""

from __future__ import annotations

import tempfile
from pathlib import Path

import torch
from torch import Tensor, nn

from tagger.network import LABELS, Network

KEPT = ("O", "PER", "LOC")


class Shipped(nn.Module):
    """A network whose pieces are bytes, and which gives the odds of a person and of a place."""

    scale: Tensor
    bytes_: Tensor

    def __init__(self, network: Network, heat: float) -> None:
        super().__init__()
        self.network = network
        self.heat = heat
        weight = network.piece.weight.detach()
        scale = weight.abs().amax(1, keepdim=True) / 127
        self.register_buffer("scale", scale)
        self.register_buffer("bytes_", torch.round(weight / scale).to(torch.int8))

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """The probability of each of LABELS."""
        x = self.bytes_[ids].float() * self.scale[ids]
        if self.network.widen is not None:
            x = self.network.widen(x)
        return torch.softmax(self.network.rest(x, kinds, mask) / self.heat, -1)


def export(network: Network, heat: float, path: Path) -> None:
    """Write a graph with weights of eight bits, one scale a column."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    example = torch.zeros(2, 5, dtype=torch.int64)
    axes = {0: "texts", 1: "pieces"}
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            Shipped(network.eval(), heat).eval(),
            (example, example, torch.ones(2, 5)),
            str(whole),
            input_names=["ids", "kinds", "mask"],
            output_names=["odds"],
            dynamic_axes={"ids": axes, "kinds": axes, "mask": axes, "odds": axes},
            opset_version=17,
            dynamo=False,
        )
        quantize_dynamic(
            whole,
            path,
            op_types_to_quantize=["MatMul"],
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
        )
    onnx.checker.check_model(str(path))
    assert len(LABELS) == 7
