"""Mathematics, reductions and constants, beside NumPy and with DALI's element types."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ddcli as ndd
from ddcli.errors import OperatorError
from tests.assertions import assert_pixels
from tests.conftest import ROOT

NUMPY_NAMES = {
    "abs": "absolute", "acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh",
    "atan": "arctan", "atanh": "arctanh",
}  # fmt: skip
REAL = ["sqrt", "cbrt", "exp", "log", "log2", "log10", "floor", "ceil", "fabs", "sin", "cos", "tan"]
REAL += ["asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"]


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("dtype", ["uint8", "int32", "float32", "float64"])
def test_real_functions_are_numpys_in_dalis_types(name, dtype):
    values = np.array([0, 1, 3]).astype(dtype)
    result = getattr(ndd.math, name)(ndd.as_tensor(values))
    kind = "float64" if dtype == "float64" else "float32"
    with np.errstate(all="ignore"):
        expected = getattr(np, NUMPY_NAMES.get(name, name))(values.astype(kind))
    assert str(np.asarray(result).dtype) == kind
    np.testing.assert_allclose(result, expected, rtol=1e-6)


def test_functions_of_two_promote_and_broadcast():
    pictures = ndd.as_batch([np.full((2, 2, 3), 100, np.uint8)] * 2, layout="HWC")
    brighter = ndd.math.max(pictures, ndd.as_batch([50, 150]))
    assert (str(brighter.dtype), brighter.layout) == ("i32", "HWC")
    assert [int(np.asarray(each).max()) for each in brighter] == [100, 150]
    assert np.asarray(ndd.math.clamp(np.array([-5, 5, 50]), 0, 9)).tolist() == [0, 5, 9]
    assert np.asarray(ndd.math.pow(np.array([2, 3], np.uint8), 2)).tolist() == [4, 9]
    assert ndd.math.fpow(2, 0.5).item() == pytest.approx(2**0.5)
    assert ndd.math.rsqrt(16).item() == 0.25
    assert ndd.math.atan2(1, 2.0).item() == pytest.approx(np.arctan2(1, 2))


DATA = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
AXES = [({}, None), ({"axes": [0, 1]}, (0, 1)), ({"axes": 2}, 2), ({"axis_names": "WC"}, (1, 2))]


@pytest.mark.parametrize("name", ["sum", "mean", "min", "max", "rms", "mean_square"])
@pytest.mark.parametrize(("arguments", "axis"), AXES)
@pytest.mark.parametrize("keep", [False, True])
def test_reductions_are_numpys(name, arguments, axis, keep):
    data = ndd.as_tensor(DATA, layout="HWC")
    result = getattr(ndd.reductions, name)(data, keep_dims=keep, **arguments)
    squares = np.mean(DATA.astype(np.float64) ** 2, axis=axis, keepdims=keep)
    special = {"mean_square": squares, "rms": np.sqrt(squares)}
    expected = special.get(name)
    if expected is None:
        expected = getattr(np, name)(DATA, axis=axis, keepdims=keep)
    np.testing.assert_allclose(result, expected, rtol=1e-6)
    types = {"sum": "u64", "min": "u8", "max": "u8"}
    assert str(result.dtype) == types.get(name, "f32")
    left = {None: None, (0, 1): "C", 2: "HW", (1, 2): "H"}[axis]
    assert result.layout == ("HWC" if keep else left)


def test_reductions_say_what_is_wrong():
    with pytest.raises(OperatorError):
        np.asarray(ndd.reductions.sum([1, 2], axes=[3]))
    with pytest.raises(ValueError, match="no axis 'Q'"):
        ndd.reductions.sum(ndd.as_tensor(DATA, layout="HWC"), axis_names="Q")
    with pytest.raises(ValueError, match="combined"):
        ndd.reductions.sum(ndd.as_tensor(DATA, layout="HWC"), axis_names="H", axes=[0])


@given(st.lists(st.integers(0, 255), min_size=1, max_size=50))
def test_the_mean_lies_between_the_extremes(values):
    data = np.array(values, np.uint8)
    low, middle, high = (
        getattr(ndd.reductions, name)(data).item() for name in ("min", "mean", "max")
    )
    assert low <= middle + 1e-4
    assert middle <= high + 1e-4


VALUES = json.loads((ROOT / "tests" / "golden" / "dali.json").read_text())["values"]


@pytest.mark.parametrize("name", sorted({case["name"] for case in VALUES}))
def test_values_are_dalis(name):
    for case in VALUES:
        if case["name"] == name:
            data = ndd.as_tensor(np.array(case["input"], case["type"]), layout="HWC")
            result = getattr(ndd, name)(data, **case["arguments"])
            expected = np.array(case["output"], case["result"])
            assert_pixels(result, expected, 1e-4 * np.abs(expected).max(), str(case["arguments"]))


@pytest.mark.parametrize(
    "call",
    [
        lambda: ndd.lookup_table(1.5, keys=[1], values=[2]),
        lambda: ndd.lookup_table(1, keys=[1], values=[2, 3]),
        lambda: ndd.lookup_table(1, keys=[-1], values=[2]),
        lambda: ndd.one_hot(1.5, num_classes=2),
        lambda: ndd.normalize([1, 2], axes=[4]),
    ],
)
def test_values_that_make_no_sense_fail_the_sample(call):
    with pytest.raises(OperatorError):
        np.asarray(call())


def test_values_outside_of_a_table_get_the_default():
    found = ndd.lookup_table(np.array([-1, 0, 99]), keys=[0], values=[7], default_value=1)
    assert np.asarray(found).tolist() == [1, 7, 1]
    assert np.asarray(ndd.one_hot(9, num_classes=2)).tolist() == [0, 0]
    assert np.asarray(ndd.normalize(np.full(3, 5), shift=2.0)).tolist() == [2, 2, 2]


def test_constants_have_shapes_types_and_layouts():
    assert (str(ndd.zeros(shape=[2]).dtype), ndd.zeros(shape=[2]).shape) == ("i32", (2,))
    batch = ndd.ones(shape=[2], dtype=ndd.float32, batch_size=2)
    assert (batch.shape, str(batch.dtype)) == ([(2,), (2,)], "f32")
    assert np.asarray(ndd.full(3, shape=[2])).tolist() == [3, 3]
    assert ndd.full([1.5, 2.5]).shape == (2,)
    with pytest.raises(ValueError, match="full"):
        ndd.full([1, 2, 3], shape=[2])
    like = ndd.full_like(ndd.as_tensor(DATA, layout="HWC"), 9)
    assert (like.layout, str(like.dtype), np.asarray(like).min()) == ("HWC", "u8", 9)
    assert ndd.zeros_like(ndd.as_batch([DATA, DATA[:1]])).shape == [(2, 4, 3), (1, 4, 3)]
    assert str(ndd.ones_like(ndd.as_tensor(DATA), dtype="float32").dtype) == "f32"
