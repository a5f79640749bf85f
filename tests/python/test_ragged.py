"""Ragged arrays: each function against plain loops over the segments, and no input that harms."""

from __future__ import annotations

import doctest
import itertools
import sys
import threading
import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from chupai import ParseError, ragged
from chupai.ragged import (
    segment_argmax,
    segment_log_softmax,
    segment_sample,
    segment_softmax,
    to_mask,
    to_padded,
)
from support import IMPROBABLE, chi_square_p

Scalar = TypeVar("Scalar", bound=np.generic)
Float: TypeAlias = type[np.float32] | type[np.float64]
Logits: TypeAlias = npt.NDArray[np.float32 | np.float64]
Ragged: TypeAlias = tuple[Logits, npt.NDArray[np.int32]]

INF = np.inf
FLOATS = (np.float32, np.float64)
INTEGERS = tuple(np.dtype(f"{kind}{size}") for kind in "iu" for size in (1, 2, 4, 8))
SOFTMAXES = (segment_softmax, segment_log_softmax)
CALLS: dict[str, Callable[[Any, Any], npt.NDArray[Any]]] = {
    "sample": lambda values, offsets: segment_sample(values, offsets, 1),
    "argmax": segment_argmax,
    "softmax": segment_softmax,
    "log_softmax": segment_log_softmax,
    "padded": to_padded,
    "mask": lambda values, offsets: to_mask(np.asarray(values).astype(int), offsets, 9),
}


# --------------------------------------------------------------------------- what is expected, segment by segment


def offsets_of(lengths: npt.ArrayLike) -> npt.NDArray[np.int32]:
    return np.concatenate(([0], np.cumsum(np.asarray(lengths, int)))).astype(np.int32)


def cut(values: npt.NDArray[Scalar], offsets: npt.ArrayLike) -> list[npt.NDArray[Scalar]]:
    return [values[start:end] for start, end in itertools.pairwise(np.asarray(offsets).tolist())]


def joined(parts: list[npt.NDArray[Scalar]], dtype: type[Scalar]) -> npt.NDArray[Scalar]:
    return np.concatenate([np.zeros(0, dtype), *parts])


def slow_log_softmax(logits: npt.ArrayLike, offsets: npt.ArrayLike) -> npt.NDArray[np.longdouble]:
    """In the longest floats there are."""
    parts = []
    for x in cut(np.asarray(logits, np.longdouble), offsets):
        if len(x):
            x = x - x.max()
            parts.append(x - np.log(np.exp(x).sum()))
    return joined(parts, np.longdouble)


MASK = 2**64 - 1


def mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def fraction(seed: int, segment: int) -> float:
    """The documented word of a segment: the first of its stream of choices (purpose 3), as 0..1."""
    golden = 0x9E3779B97F4A7C15
    name = mix(seed + golden & MASK)
    name = mix((name ^ segment) + golden & MASK)
    name = mix((name ^ 3) + golden & MASK)
    gamma = mix(name + golden & MASK) | 1
    return (mix(name + gamma & MASK) >> 11) / 2**53


# --------------------------------------------------------------------------- ragged arrays of all kinds

lengths = st.lists(st.one_of(st.integers(0, 4), st.integers(0, 40)), max_size=20)
edges = st.sampled_from(
    [[0], [1], [0] * 3, [1023], [1024], [1025], [1000, 24], [1000, 25], [1, 1024, 1], [3000, 0, 5, 2000, 7], [1] * 1500]
)


@st.composite
def ragged_logits(draw: st.DrawFn, infinite: bool = True) -> Ragged:
    """Logits and offsets; a number at least in every segment that is not empty."""
    offsets = offsets_of(draw(st.one_of(lengths, lengths, edges)))
    dtype = draw(st.sampled_from(FLOATS))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    spread = draw(st.sampled_from([0, 1, 10, 100, 1e4]))
    logits = (rng.normal(draw(st.sampled_from([0, -50, 1e4])), 1, offsets[-1]) * spread).astype(dtype)
    if infinite and draw(st.booleans()):
        logits[rng.random(len(logits)) < 0.4] = -INF
        for start, end in itertools.pairwise(offsets.tolist()):
            if end > start and logits[start:end].max() == -INF:
                logits[rng.integers(start, end)] = dtype(spread)
    return logits, offsets


# --------------------------------------------------------------------------- softmax


def double_error(offsets: npt.NDArray[np.int32]) -> float:
    """What the documentation allows float64."""
    return 1e-15 + 3e-17 * max(np.diff(offsets), default=0)


@given(ragged_logits())
def test_softmax(case: Ragged) -> None:
    logits, offsets = case
    with np.errstate(under="ignore"):
        want = np.exp(slow_log_softmax(logits, offsets))
    found = segment_softmax(logits, offsets)
    assert found.dtype == logits.dtype
    rtol, atol = (4e-7, 2e-38) if logits.dtype == np.float32 else (double_error(offsets), 1e-307)
    assert_allclose(found.astype(np.longdouble), want, rtol=rtol, atol=atol)
    for part in cut(found, offsets):
        if len(part):
            assert_allclose(part.astype(np.longdouble).sum(), 1, rtol=rtol)


@given(ragged_logits())
def test_log_softmax(case: Ragged) -> None:
    logits, offsets = case
    found = segment_log_softmax(logits, offsets)
    assert found.dtype == logits.dtype
    want = slow_log_softmax(logits, offsets)
    rtol, atol = (1e-7, 2e-7) if logits.dtype == np.float32 else (4e-16, double_error(offsets))
    assert_allclose(found.astype(np.longdouble), want, rtol=rtol, atol=atol)


@pytest.mark.parametrize(("dtype", "least", "error"), [(np.float32, -87, 3e-7), (np.float64, -708, 1e-15)])
def test_the_exponential(dtype: Float, least: int, error: float) -> None:
    """Of two logits 0 and x, x has the probability exp(x) where that is small."""
    x: Logits = np.linspace(least, -45, 100_000).astype(dtype)
    top: Logits = np.linspace(0, 3000, len(x)).astype(dtype)
    for base in (np.zeros_like(x), top):
        pairs = np.stack([base, base + x], axis=1)
        gap = pairs[:, 1].astype(np.longdouble) - pairs[:, 0]
        pairs, gap = pairs[gap >= least], gap[gap >= least]
        found = segment_softmax(pairs.ravel(), np.arange(0, pairs.size + 1, 2))[1::2]
        assert_allclose(found.astype(np.longdouble), np.exp(gap) / (1 + np.exp(gap)), rtol=error)


@pytest.mark.parametrize("dtype", FLOATS)
def test_softmax_at_the_ends(dtype: Float) -> None:
    most = np.finfo(dtype).max
    cases = {
        (0, 0): [0.5, 0.5],
        (most, most): [0.5, 0.5],
        (-most, -most, -most, -most): [0.25] * 4,
        (most, -most): [1, 0],
        (-most, most, 0): [0, 1, 0],
        (0, -INF): [1, 0],
        (-INF, -most): [0, 1],
        (-0.0, 0.0, -0.0, 0.0): [0.25] * 4,
        (-1e4,): [1],
    }
    for logits, want in cases.items():
        row = np.array(logits, dtype)
        assert segment_softmax(row, [0, len(row)]).tolist() == want
        logs = segment_log_softmax(row, [0, len(row)])
        sure = np.array(want) > 0
        assert_allclose(logs[sure], np.log(np.array(want)[sure]), rtol=1e-6)
        assert (logs[~sure] < -1e4).all()


def test_log_softmax_of_the_improbable() -> None:
    logits = np.array([0, -200, -1e30, -INF], np.float32)
    assert segment_log_softmax(logits, [0, 4]).tolist() == logits.tolist()
    assert segment_softmax(logits, [0, 4]).tolist() == [1, 0, 0, 0]


# --------------------------------------------------------------------------- samples


@given(ragged_logits(), st.integers(0, 2**64 - 1))
def test_a_sample_is_where_the_sums_pass_the_word(case: Ragged, seed: int) -> None:
    logits, offsets = case
    found = segment_sample(logits, offsets, seed)
    assert found.dtype == np.int32
    with np.errstate(under="ignore"):
        p = np.exp(slow_log_softmax(logits, offsets))
    for i, part in enumerate(cut(p, offsets)):
        if not len(part):
            assert found[i] == -1
            continue
        at = found[i]
        assert 0 <= at < len(part)
        assert part[at] > 0
        sums = np.concatenate(([0], np.cumsum(part)))
        assert sums[at] - 1e-6 <= fraction(seed, i) <= sums[at + 1] + 1e-6


@given(ragged_logits(), st.integers(0, 2**64 - 1))
def test_a_segment_is_drawn_by_itself(case: Ragged, seed: int) -> None:
    logits, offsets = case
    found = segment_sample(logits, offsets, seed)
    for i, part in list(enumerate(cut(logits, offsets)))[:30]:
        alone = np.array([0] * (i + 1) + [len(part)], np.int32)
        assert segment_sample(part, alone, seed)[i] == found[i]
    some = slice(0, offsets[len(offsets) // 2])
    fewer = segment_sample(logits[some], offsets[: len(offsets) // 2 + 1], seed)
    assert_array_equal(fewer, found[: len(fewer)])


def test_samples_stay_as_they_are() -> None:
    """The same on every platform and in every version; the numbers are from sums and exponentials of Python's."""
    logits = (np.arange(40, dtype=np.float32) * 7 % 11) / 4
    offsets = [0, 3, 3, 10, 11, 25, 40]
    want = [[1, -1, 0, 0, 3, 7], [2, -1, 2, 0, 3, 7], [1, -1, 3, 0, 3, 12]]
    assert [segment_sample(logits, offsets, seed).tolist() for seed in range(3)] == want
    assert [segment_sample(logits.astype(float), offsets, seed).tolist() for seed in range(3)] == want


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    "logits",
    [
        [0.0, 0.0],
        [0.3, -1.0, 2.0, -INF, 0.0],
        [-INF, 5.0, -INF, 4.0, -INF],
        np.linspace(-3, 3, 37),
        np.log(np.arange(1, 200)),
        [1000.0, 1001.0, 990.0],
    ],
)
def test_samples_have_their_probabilities(logits: list[float] | npt.NDArray[np.float64], dtype: Float) -> None:
    n = 100_000
    row = np.asarray(logits, dtype)
    found = segment_sample(np.tile(row, n), np.arange(n + 1) * len(row), seed=5)
    weights = dict(enumerate(np.exp(row.astype(float) - row.max()).tolist()))
    assert chi_square_p(Counter(found.tolist()), weights) > IMPROBABLE


def test_seeds_and_segments_are_independent() -> None:
    n = 50_000
    offsets = np.arange(n + 1) * 2
    a, b = (segment_sample(np.zeros(2 * n), offsets, seed) for seed in (1, 2))
    for pairs in (zip(a, b, strict=True), itertools.pairwise(a)):
        cells = Counter((int(x), int(y)) for x, y in pairs)
        assert chi_square_p(cells, dict.fromkeys(itertools.product((0, 1), repeat=2), 1.0)) > IMPROBABLE


# --------------------------------------------------------------------------- argmax


@given(lengths, st.sampled_from([*INTEGERS, np.dtype(bool), *map(np.dtype, ("f2", "f4", "f8"))]), st.data())
def test_argmax(sizes: list[int], dtype: np.dtype[Any], data: st.DataObject) -> None:
    offsets = offsets_of(sizes)
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    if dtype.kind in "iu" and data.draw(st.booleans()):
        limits = np.iinfo(dtype)
        values = rng.integers(limits.min, limits.max, offsets[-1], dtype=dtype, endpoint=True)
    else:  # many equal
        values = rng.integers(0, 3, offsets[-1]).astype(dtype)
    if dtype.kind == "f" and data.draw(st.booleans()):
        values[rng.random(len(values)) < 0.3] = data.draw(st.sampled_from([INF, -INF, -0.0]))
    found = segment_argmax(values, offsets)
    assert found.dtype == np.int32
    assert found.tolist() == [int(part.argmax()) if len(part) else -1 for part in cut(values, offsets)]


@given(edges)
def test_argmax_of_long_segments(sizes: list[int]) -> None:
    offsets = offsets_of(sizes)
    values = np.random.default_rng(len(sizes)).normal(size=offsets[-1]).astype(np.float32)
    want = [int(part.argmax()) if len(part) else -1 for part in cut(values, offsets)]
    assert segment_argmax(values, offsets).tolist() == want


# --------------------------------------------------------------------------- rectangles

PADDABLE = {
    "?": (True, False),
    "i1": (-128, 127),
    "u2": (0, 65535),
    "i4": (-1, 7),
    "i8": (-(2**63), 2**63 - 1),
    "u8": (0, 2**64 - 1),
    ">i4": (-5, 258),
    "f2": (0.1, np.nan),
    "f4": (-INF, 3),
    "f8": (1e300, np.float32(2)),
    "c8": (1j, 2),
    "M8[s]": (np.datetime64("NaT", "s"), np.datetime64("2020-02-02")),
    "S4": (b"", b"ab"),
    "i2,i2": ((1, 2), 0),
}


@given(lengths, st.sampled_from(sorted(PADDABLE)), st.data())
def test_to_padded(sizes: list[int], dtype: str, data: st.DataObject) -> None:
    offsets = offsets_of(sizes)
    columns = data.draw(st.sampled_from([None, 0, 1, 3]))
    shape = (int(offsets[-1]),) if columns is None else (int(offsets[-1]), columns)
    raw = np.random.default_rng(len(sizes)).integers(0, 2, (*shape, np.dtype(dtype).itemsize), dtype=np.uint8)
    values = np.ascontiguousarray(raw).view(dtype)[..., 0] if raw.size else np.zeros(shape, dtype)
    longest = max(sizes, default=0)
    length = data.draw(st.sampled_from([None, longest, longest + 3]))
    fill = data.draw(st.sampled_from(PADDABLE[dtype]))
    found = to_padded(values, offsets, fill=fill, length=length)
    want = np.empty((len(sizes), longest if length is None else length, *shape[1:]), dtype)
    want[...] = np.array(fill, dtype)
    for row, part in zip(want, cut(values, offsets), strict=True):
        row[: len(part)] = part
    assert (found.dtype, found.shape) == (want.dtype, want.shape)
    assert found.tobytes() == want.tobytes()


def test_to_padded_fills_with_0_unless_told() -> None:
    assert to_padded([5, 6, 7], [0, 1, 3]).tolist() == [[5, 0], [6, 7]]
    assert to_padded([[5, 6]], [0, 0, 1], length=2).tolist() == [[[0, 0], [0, 0]], [[5, 6], [0, 0]]]


@given(lengths, st.sampled_from(INTEGERS), st.sampled_from([1, 2, 100]))
def test_to_mask(sizes: list[int], dtype: np.dtype[Any], size: int) -> None:
    offsets = offsets_of(sizes)
    ids = np.random.default_rng(len(sizes)).integers(0, size, offsets[-1]).astype(dtype)
    found = to_mask(ids, offsets, size)
    want = np.zeros((len(sizes), size), bool)
    for row, part in zip(want, cut(ids, offsets), strict=True):
        row[part] = True
    assert found.dtype == bool
    assert_array_equal(found, want)


# --------------------------------------------------------------------------- nothing in, and arrays of all makes


@pytest.mark.parametrize("name", CALLS)
def test_no_segments(name: str) -> None:
    assert len(CALLS[name](np.zeros(0), np.zeros(1, np.int32))) == 0
    assert len(CALLS[name]([], [0])) == 0


def test_empty_segments() -> None:
    offsets = np.zeros(4, np.int32)
    assert segment_sample([], offsets, 0).tolist() == [-1] * 3
    assert segment_argmax([], offsets).tolist() == [-1] * 3
    assert segment_softmax(np.zeros(0, np.float32), offsets).dtype == np.float32
    assert to_padded([], offsets).shape == (3, 0)
    assert to_padded(np.zeros((0, 4)), offsets, length=2).shape == (3, 2, 4)
    assert to_mask([], offsets, 0).shape == (3, 0)
    assert not to_mask([], offsets, 5).any()


def unaligned(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    raw = np.zeros(array.nbytes + 1, np.uint8)[1:]
    moved = raw.view(array.dtype)
    moved[:] = array
    return moved


def read_only(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    array = array.copy()
    array.flags.writeable = False
    return array


MAKES: dict[str, Callable[[npt.NDArray[Any]], Any]] = {
    "list": lambda array: array.tolist(),
    "strided": lambda array: np.repeat(array, 3)[::3],
    "reversed": lambda array: array[::-1].copy()[::-1],
    "swapped": lambda array: array.astype(array.dtype.newbyteorder()),
    "unaligned": unaligned,
    "read-only": read_only,
    "matrix row": lambda array: np.stack([array, array], axis=1)[:, 0],
    "masked": np.ma.array,
}


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("name", CALLS)
def test_arrays_of_all_makes(name: str, make: str) -> None:
    values = np.arange(20) * 7 % 9 / 1.0
    offsets = np.array([0, 3, 3, 10, 20], np.int32)
    kept = values.copy(), offsets.copy()
    want = CALLS[name](values, offsets)
    given_values, given_offsets = MAKES[make](values), MAKES[make](offsets)
    assert_array_equal(CALLS[name](given_values, offsets), want)
    assert_array_equal(CALLS[name](values, given_offsets), want)
    assert_array_equal(values, kept[0])
    assert_array_equal(offsets, kept[1])
    assert_array_equal(given_values, kept[0])


@pytest.mark.parametrize("dtype", INTEGERS)
def test_offsets_and_seeds_of_any_integers(dtype: np.dtype[Any]) -> None:
    offsets = np.array([0, 2, 5], dtype)
    want = segment_sample(np.zeros(5), [0, 2, 5], 3)
    assert_array_equal(segment_sample(np.zeros(5), offsets, dtype.type(3)), want)


@pytest.mark.parametrize("dtype", ["f2", *INTEGERS])
def test_other_logits_become_float64(dtype: npt.DTypeLike) -> None:
    logits = np.array([1, 2, 3, 5], dtype)
    for softmax in SOFTMAXES:
        found = softmax(logits, [0, 4])
        assert found.dtype == np.float64
        assert_array_equal(found, softmax(logits.astype(float), [0, 4]))
    assert_array_equal(segment_sample(logits, [0, 4], 1), segment_sample(logits.astype(float), [0, 4], 1))


# --------------------------------------------------------------------------- bad input


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize(
    ("offsets", "error", "message"),
    [
        ([1, 3], ParseError, r"offsets\[0\] = 1"),
        ([-1, 3], ParseError, r"offsets\[0\] = -1"),
        ([0, 2], ParseError, r"offsets\[1\] = 2: .*len\(\w+\) = 3"),
        ([0], ParseError, r"offsets\[0\] = 0: .*= 3"),
        ([0, 4], ParseError, r"offsets\[1\] = 4: .*= 3"),
        ([0, 3, 2, 3], ParseError, r"offsets\[2\] = 2 is less than offsets\[1\] = 3"),
        ([0, -1, 3], ParseError, r"offsets\[1\] = -1"),
        ([0, 2**62, 3], ParseError, r"offsets\[2\] = 3 is less"),
        (np.array([0, 2**63 + 3], np.uint64), ParseError, r"offsets\[1\]"),
        (np.array([0, 2**64 - 1], np.uint64), ParseError, r"offsets\[1\]"),
        ([], ParseError, "none"),
        ([[0, 3]], ParseError, r"one dimension: found int64 of shape \(1, 2\)"),
        (3, ParseError, "one dimension"),
        ([0.0, 3.0], TypeError, r"integer dtype: found float64 of shape \(2,\)"),
        ([False, True], TypeError, "bool"),
        (["0", "3"], TypeError, "integer dtype"),
        (None, TypeError, "object"),
        (np.zeros(0), TypeError, "float64"),
    ],
)
def test_bad_offsets(name: str, offsets: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        CALLS[name](np.zeros(3), offsets)


@pytest.mark.parametrize("name", ["sample", "softmax", "log_softmax"])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("logits", "offsets", "message"),
    [
        ([0, 1, np.nan, np.nan], [0, 1, 1, 4], r"logits\[2\], position 1 of segment 2, is nan"),
        ([0, 1, -np.nan, 5], [0, 1, 1, 4], r"logits\[2\], position 1 of segment 2, is nan"),
        ([INF, 1], [0, 0, 1, 2], r"logits\[0\], position 0 of segment 1, is inf"),
        ([1, -INF, -INF, np.nan], [0, 1, 3, 4], r"segment 1, logits\[1:3\], is all -inf"),
        ([np.nan, -INF], [0, 1, 2], r"logits\[0\]"),
        ([-INF, np.nan, -INF], [0, 2, 3], r"logits\[1\]"),
        ([-INF], [0, 1], "segment 0"),
        ([0] * 3000 + [-INF] * 2000, [0, 3000, 5000], r"segment 1, logits\[3000:5000\]"),
        ([0] * 5000 + [np.nan], [*range(0, 5001, 10), 5001], r"logits\[5000\], position 0 of segment 500"),
    ],
)
def test_bad_logits(name: str, dtype: Float, logits: list[float], offsets: list[int], message: str) -> None:
    with pytest.raises(ParseError, match=message):
        CALLS[name](np.array(logits, dtype), offsets)


@pytest.mark.parametrize("name", ["sample", "softmax", "log_softmax"])
@pytest.mark.parametrize(
    ("logits", "error"),
    [
        (np.zeros(3, complex), TypeError),
        (np.zeros(3, object), TypeError),
        (np.zeros(3, bool), TypeError),
        (np.zeros(3, "M8[s]"), TypeError),
        (["a", "b", "c"], TypeError),
        (None, TypeError),
        (1.0, ParseError),
        (np.zeros((3, 1)), ParseError),
        ([[1.0], [1.0, 2.0]], ValueError),
    ],
)
def test_logits_of_other_kinds(name: str, logits: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        CALLS[name](logits, [0, 3])


def test_long_doubles_are_refused() -> None:
    if np.dtype(np.longdouble).itemsize > 8:
        with pytest.raises(TypeError, match=r"longdouble|float1"):
            segment_softmax(np.zeros(3, np.longdouble), [0, 3])


def test_bad_argmax() -> None:
    for dtype in ("f2", "f4", "f8"):
        with pytest.raises(ParseError, match=r"values\[2\], position 0 of segment 1, is nan"):
            segment_argmax(np.array([1, 2, np.nan, np.nan], dtype), [0, 2, 4])
    others: list[Any] = [np.zeros(2, object), np.zeros(2, complex), ["a", "b"], None]
    for values in others:
        with pytest.raises(TypeError, match="values must be"):
            segment_argmax(values, [0, 2])
    with pytest.raises(ParseError, match="one dimension"):
        segment_argmax(np.zeros((2, 2)), [0, 2])


@pytest.mark.parametrize(
    ("seed", "error"), [(-1, ParseError), (2**64, ParseError), (1.0, TypeError), ("1", TypeError), (None, TypeError)]
)
def test_bad_seeds(seed: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="seed"):
        segment_sample([0.0], [0, 1], seed)


@pytest.mark.parametrize(
    ("dtype", "options", "error", "message"),
    [
        ("i4", {"length": 2}, ParseError, "length = 2 is too short: the longest segment has 3"),
        ("i4", {"length": -1}, ParseError, "length = -1"),
        ("i4", {"length": 2**40}, ParseError, "length"),
        ("i4", {"length": 3.0}, TypeError, "length"),
        ("i1", {"fill": 128}, ParseError, r"fill = 128 .*-128\.\.127"),
        ("u1", {"fill": -1}, ParseError, r"fill = -1 .*0\.\.255"),
        ("u8", {"fill": 2**64}, ParseError, "fill"),
        ("i8", {"fill": 2**63}, ParseError, "fill"),
        ("i4", {"fill": 0.5}, TypeError, "fill"),
        ("i4", {"fill": None}, TypeError, "fill"),
        ("?", {"fill": 2}, ParseError, "fill = 2"),
        ("?", {"fill": "x"}, TypeError, "fill"),
        ("f4", {"fill": 1e39}, ParseError, r"fill = 1e\+39 .*float32"),
        ("f2", {"fill": 70000}, ParseError, "float16"),
        ("f8", {"fill": 10**400}, ParseError, "fill"),
        ("f8", {"fill": "x"}, TypeError, "fill must be a number, not 'x'"),
        ("f8", {"fill": 1j}, TypeError, "fill"),
        ("c16", {}, TypeError, "complex128"),
        ("O", {}, TypeError, "object"),
        ("i4,i2", {}, TypeError, "1, 2, 4 or 8 bytes"),
        ("c8", {"fill": [1, 2]}, TypeError, "fill must be one value"),
        ("M8[s]", {"fill": "soon"}, ValueError, "soon"),
    ],
)
def test_bad_padding(dtype: str, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        to_padded(np.zeros(4, dtype), [0, 3, 4], **options)


@pytest.mark.parametrize("shape", [(), (4, 1, 1)])
def test_padding_of_other_shapes(shape: tuple[int, ...]) -> None:
    with pytest.raises(ParseError, match="one or two dimensions"):
        to_padded(np.zeros(shape), [0, 3, 4])


@pytest.mark.parametrize("dtype", ["i1", "i4", "i8", "u8"])
def test_bad_ids(dtype: str) -> None:
    ids = np.array([0, 4, 5, 6], dtype)
    with pytest.raises(ParseError, match=r"ids\[2\] = 5, position 1 of segment 2, is out of range: allowed are 0\.\.4"):
        to_mask(ids, [0, 1, 1, 4], 5)
    with pytest.raises(ParseError, match=r"ids\[0\] = 0.*none"):
        to_mask(ids, [0, 4], 0)
    with pytest.raises(ParseError, match=r"ids\[0\]"):
        to_mask(~ids, [0, 4], 7)  # below 0, or very large


def test_bad_masks() -> None:
    for ids in ([0.0], [True], ["0"], np.zeros(1, object), np.zeros(0)):
        with pytest.raises(TypeError, match="ids must be of an integer dtype"):
            to_mask(ids, [0, len(ids)], 3)
    with pytest.raises(ParseError, match="one dimension"):
        to_mask([[0]], [0, 1], 3)
    sizes: list[tuple[Any, type[Exception]]] = [
        (-1, ParseError),
        (2**40, ParseError),
        (1.0, TypeError),
        (None, TypeError),
    ]
    for size, error in sizes:
        with pytest.raises(error, match="size"):
            to_mask([0], [0, 1], size)


def test_too_much_to_write() -> None:
    """More than there is memory."""
    zeros = np.broadcast_to(np.zeros(1, np.int8), 2**20)
    with pytest.raises((MemoryError, ValueError)):
        to_padded(zeros, np.array([0] + [2**20] * 2**20), length=2**31)
    with pytest.raises((MemoryError, ValueError)):
        to_mask([], np.zeros(2**20, int), 2**31)
    with pytest.raises((MemoryError, ValueError)):
        to_padded(np.zeros((0, 2**40)), [0, 0], length=2**31)


anything = st.one_of(
    st.none(),
    st.integers(-3, 2**70),
    st.floats(),
    st.text(max_size=3),
    st.binary(max_size=3),
    st.lists(st.one_of(st.integers(-2, 6), st.floats(), st.none(), st.text(max_size=1)), max_size=6),
    st.lists(st.integers(-1, 6), max_size=6).map(sorted),
    st.builds(
        lambda values, dtype: np.array(values).astype(dtype),
        st.lists(st.integers(0, 5), max_size=6),
        st.sampled_from("?bBhHiIlLefdgFDGOSUV"),
    ),
)


@given(st.sampled_from(ragged.__all__), st.lists(anything, min_size=2, max_size=4))
def test_any_arguments(name: str, arguments: list[Any]) -> None:
    try:
        result = getattr(ragged, name)(*arguments)
    except (TypeError, ValueError):
        return
    assert isinstance(result, np.ndarray)


# --------------------------------------------------------------------------- threads


def test_from_many_threads() -> None:
    rng = np.random.default_rng(1)
    offsets = offsets_of(rng.integers(0, 60, 2000))
    logits = rng.normal(size=offsets[-1]).astype(np.float32)
    want = {name: call(abs(logits), offsets) for name, call in CALLS.items()}
    wrong = []

    def work() -> None:
        for name, call in CALLS.items():
            for _ in range(5):
                if not np.array_equal(call(abs(logits), offsets), want[name]):
                    wrong.append(name)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_while_others_write_to_the_arrays(name: str, dtype: Float) -> None:
    """Results then mean nothing, but positions stay within their segments, and nothing crashes."""
    rng = np.random.default_rng(2)
    sizes = rng.integers(0, 40, 3000)
    kept = offsets_of(sizes)
    offsets = kept.copy()
    values = np.zeros(kept[-1], dtype if name != "mask" else np.int64)
    call = CALLS[name] if name != "mask" else lambda ids, of: to_mask(ids, of, 9)
    odd: list[float] = [0, 1, 8, -1, 10**9] if values.dtype.kind == "i" else [0, 1, -INF, np.nan, INF, 1e30]
    done = threading.Event()

    def writer() -> None:
        dice = np.random.default_rng(3)
        while not done.is_set():
            values[:] = dice.choice(odd, len(values)) if dice.random() < 0.5 else 1
            offsets[dice.integers(len(offsets))] = dice.integers(-(2**31), 2**31)
            offsets[:] = kept

    pause = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    thread = threading.Thread(target=writer)
    thread.start()
    try:
        for _ in range(100):
            try:
                found = call(values, offsets)
            except ParseError:
                continue
            if found.dtype == np.int32 and name != "padded":
                assert (found >= -1).all()
                assert (found < np.maximum(sizes, 1)).all()
                assert_array_equal(found == -1, sizes == 0)
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(pause)


class Meddler:
    """A number that changes an array's shape and dtype when asked what it is."""

    def __init__(self, array: npt.NDArray[Any], number: int) -> None:
        self.array, self.number = array, number

    def __index__(self) -> int:
        with warnings.catch_warnings(action="ignore"):
            self.array.shape = (1, self.array.size)
            setattr(self.array, "dtype", np.int8)  # noqa: B010, the checkers hold it read-only
        with pytest.raises(ValueError):
            self.array.resize(0)
        return self.number


@pytest.mark.parametrize(
    "call",
    [
        lambda values, offsets, number: to_padded(values, offsets, length=number(4)),
        lambda values, offsets, number: to_padded(values, offsets, fill=number(7)),
        lambda values, offsets, number: to_mask(values[:, 0], offsets, number(3)),
        lambda values, offsets, number: segment_sample(values[:, 0], offsets, number(3)),
    ],
)
def test_arguments_that_change_the_others(call: Callable[..., npt.NDArray[Any]]) -> None:
    values = np.arange(64).reshape(64, 1) % 3
    offsets = [0, 4, 4, *range(7, 65, 3)]
    want = call(values, offsets, int)
    assert_array_equal(call(values, offsets, lambda number: Meddler(values, number)), want)
    assert values.shape == (1, 512)


# --------------------------------------------------------------------------- what is said


@pytest.mark.thread_unsafe(reason="an example's output is the process's")
@pytest.mark.parametrize("name", ragged.__all__)
def test_docstrings(name: str) -> None:
    text = getattr(ragged, name).__doc__
    assert ">>>" in text
    assert "offsets" in text
    report: list[str] = []
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert doctest.DocTestRunner().run(example, out=report.append).failed == 0, "".join(report)
