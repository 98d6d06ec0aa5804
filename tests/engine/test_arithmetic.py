"""Arithmetic, comparison and bitwise operators: DALI's types and values."""

from __future__ import annotations

import json
import operator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ddcli as ndd
from ddcli.errors import ArgumentError, OperatorError
from ddcli.types import DType
from tests.conftest import ROOT

DALI = json.loads((ROOT / "tests" / "golden" / "dali.json").read_text())
OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "&": operator.and_,
    "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


@pytest.mark.parametrize("symbol", OPERATORS)
def test_element_types_are_promoted_as_dali_does(symbol):
    scalars = {"int": 2, "float": 2.5}
    for pair, expected in DALI["promotion"][symbol].items():
        a, b = (
            scalars[name] if name in scalars else ndd.as_tensor(np.ones(2, name))
            for name in pair.split()
        )
        result = OPERATORS[symbol](a, b)
        if expected is None:
            assert result.failure is not None, pair
        else:
            assert result.dtype == DType(expected), pair


def test_values_are_dalis():
    for case in DALI["arithmetic"]:
        a, b = (np.array(case[name], kind) for name, kind in zip("ab", case["types"]))
        result = np.asarray(OPERATORS[case["symbol"]](ndd.as_tensor(a), ndd.as_tensor(b)))
        assert str(result.dtype) == case["type"]
        np.testing.assert_allclose(result, np.array(case["result"]), rtol=1e-6, err_msg=str(case))


def test_unary_operators():
    numbers = ndd.as_tensor(np.array([1, 200], np.uint8))
    assert np.asarray(-numbers).tolist() == [255, 56]
    assert np.asarray(~numbers).tolist() == [254, 55]
    assert np.asarray(abs(ndd.as_tensor([-3, 4]))).tolist() == [3, 4]
    assert +numbers is numbers
    for refused in (lambda: -ndd.as_tensor(True), lambda: ~ndd.as_tensor(1.0)):
        with pytest.raises(OperatorError):
            np.asarray(refused())


def test_tensors_batches_scalars_and_arrays_go_together():
    batch = ndd.as_batch([[1, 2], [3, 4]])
    tensor = ndd.as_tensor([10, 20])
    for result, expected in [
        (batch + tensor, [[11, 22], [13, 24]]),
        (tensor - batch, [[9, 18], [7, 16]]),
        (batch * 2, [[2, 4], [6, 8]]),
        (2**batch, [[2, 4], [8, 16]]),
        (batch + batch, [[2, 4], [6, 8]]),
        (np.array([1, 1], np.int32) + batch, [[2, 3], [4, 5]]),
        (operator.add(batch, [1, 0]), [[2, 2], [4, 4]]),
        (batch > 2, [[False, False], [True, True]]),
    ]:
        assert isinstance(result, ndd.Batch)
        assert [np.asarray(each).tolist() for each in result] == expected
    assert isinstance(tensor + 1, ndd.Tensor)


def test_each_sample_broadcasts_on_its_own():
    pictures = ndd.as_batch(
        [np.ones((2, 3, 3), np.uint8), np.ones((1, 5, 3), np.uint8)], layout="HWC"
    )
    scaled = pictures * ndd.as_tensor(np.array([1, 2, 3], np.float32), layout="C")
    assert scaled.layout == "HWC"
    assert scaled.shape == [(2, 3, 3), (1, 5, 3)]
    wrong = pictures + ndd.as_batch([np.ones((2, 1, 1)), np.ones((2, 2, 1))])
    assert set(wrong.failures) == {1}
    assert "can't broadcast" in wrong.failures[1].message


def test_layouts_must_match_at_their_end():
    a = ndd.as_tensor(np.zeros((2, 3)), layout="HW")
    assert (a + ndd.as_tensor(np.zeros(3), layout="W")).layout == "HW"
    for error in (ArgumentError, ValueError, RuntimeError):
        with pytest.raises(error, match="do not match"):
            a + ndd.as_tensor(np.zeros((2, 3)), layout="CH")


def test_batches_of_different_sizes_do_not_go_together():
    with pytest.raises(ValueError, match="inconsistent batch size"):
        ndd.as_batch([1, 2]) + ndd.as_batch([1, 2, 3])


@pytest.mark.parametrize("other", [None, "text", object()])
def test_what_is_no_number_is_refused(other):
    with pytest.raises(ValueError, match="not the data of a tensor"):
        ndd.as_tensor(1) + other


def test_comparing_gives_tensors_so_there_is_no_hash():
    with pytest.raises(TypeError, match="unhashable"):
        hash(ndd.as_tensor(1))


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=6), st.integers(1, 9))
def test_division_and_remainder_belong_together(numbers, divisor):
    x = ndd.as_tensor(np.array(numbers, np.int32))
    again = (x // divisor) * divisor + x % divisor
    assert np.asarray(again == x).all()
    assert np.asarray(x // divisor).tolist() == [int(n / divisor) for n in numbers]


def test_dividing_by_zero_is_no_error():
    x = ndd.as_tensor([1, 2])
    assert np.isinf(np.asarray(x / 0)).all()
    assert (x // 0).failure is None
    assert (x % 0).failure is None


def test_a_slice_may_have_a_place_of_its_own_in_each_sample():
    batch = ndd.as_batch([[1, 2, 3], [4, 5, 6]])
    start = ndd.as_batch([0, 1])
    assert [np.asarray(each).tolist() for each in batch.slice[start:]] == [[1, 2, 3], [5, 6]]
    assert [np.asarray(each).tolist() for each in batch.slice[start : start + 2]] == [
        [1, 2],
        [5, 6],
    ]
    assert [each.item() for each in batch.slice[start]] == [1, 5]
    assert [np.asarray(e).tolist() for e in batch.slice[:: ndd.as_tensor(2)]] == [[1, 3], [4, 6]]
    failed = batch.slice[ndd.as_batch([0, 7])]
    assert set(failed.failures) == {1}
    with pytest.raises(RuntimeError, match="out of bounds"):
        np.asarray(failed.select(1))
    assert ndd.as_tensor([1, 2, 3])[ndd.as_tensor(1)].item() == 2


def test_a_batch_becomes_a_tensor_padded_if_need_be():
    batch = ndd.as_batch([np.ones((2, 3)), np.ones((1, 4))], layout="HW")
    with pytest.raises(ValueError, match="differ in shape"):
        ndd.as_tensor(batch)
    padded = ndd.as_tensor(batch, pad=True)
    assert (padded.shape, padded.layout) == ((2, 2, 4), "NHW")
    assert np.asarray(padded).sum() == 10


def test_an_empty_batch_has_the_type_that_it_was_given():
    with pytest.raises(ValueError, match="dtype"):
        ndd.as_batch([])
    empty = ndd.as_batch([], dtype=ndd.types.UINT8)
    assert (empty.batch_size, str(empty.dtype), empty.shape) == (0, "u8", [])


def test_pytorch_shares_memory_where_it_is_installed():
    torch = pytest.importorskip("torch")
    pixels = np.ones((2, 3), np.float32)
    assert torch.equal(ndd.as_tensor(pixels).torch(), torch.from_numpy(pixels))
    assert ndd.as_batch([pixels, pixels]).torch().shape == (2, 2, 3)
    assert ndd.as_tensor(torch.ones(3)).shape == (3,)
