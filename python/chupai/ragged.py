"""Ragged arrays: segments of any length in one flat array, such as the legal moves of a batch of games.

Segment i is `flat[offsets[i]:offsets[i + 1]]`. Samples, largest values and probabilities are made without padding;
`to_padded` and `to_mask` make rectangles for what needs them.
"""

from chupai._core import (
    segment_argmax,
    segment_log_softmax,
    segment_sample,
    segment_softmax,
    to_mask,
    to_padded,
)

__all__ = [
    "segment_argmax",
    "segment_log_softmax",
    "segment_sample",
    "segment_softmax",
    "to_mask",
    "to_padded",
]
