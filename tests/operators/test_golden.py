"""Operators beside golden values of DALI 2.4 (tests/golden/, remade by `make golden`)."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import ddcli as ndd
from ddcli.backends.resample import by_taps, rounded_into
from ddcli.engine.primitives import Resample
from ddcli.operators.geometry import rotated_canvas
from ddcli.types import InterpType
from tests.assertions import assert_pixels
from tests.images import noise

GOLDEN = Path(__file__).parents[1] / "golden"
ROTATE = json.loads((GOLDEN / "rotate.json").read_text())
DALI = json.loads((GOLDEN / "dali.json").read_text())


def arrays(case, dtype=np.uint8):
    return np.array(case["input"], dtype), np.array(case["output"], dtype)


def test_rotate_canvas_is_dalis():
    for height, width, angle, rows, columns in ROTATE["canvas_h_w_angle_outh_outw"]:
        assert rotated_canvas((height, width), angle) == (rows, columns), (height, width, angle)


def test_rotate_pixels_are_within_one_level():
    for number, case in enumerate(ROTATE["rotate"]):
        pixels, expected = arrays(case)
        options = {key: case[key] for key in ("size", "keep_size") if case.get(key)}
        if case["fill"] is not None:
            options["fill_value"] = case["fill"]
        interp = {"linear": "linear", "nearest": "nn"}[case["interp"]]
        result = ndd.rotate(pixels, angle=case["angle"], interp_type=interp, **options)
        assert_pixels(result, expected, 0 if interp == "nn" else 1, f"case {number}")


def test_resize_sizes_are_dalis():
    for case in DALI["resize_sizes"]:
        picture = np.zeros((*case["size"], 1), np.uint8)
        assert list(ndd.resize(picture, **case["arguments"]).shape[:2]) == case["result"], case


RESIZE = [(number, case) for number, case in enumerate(DALI["resize_pixels"])]


@pytest.mark.parametrize(
    ("interp_type", "tolerance"),
    [("linear", 1), ("triangular", 1), ("cubic", 1), ("lanczos3", 1), ("gaussian", 4)],
)
def test_resize_pixels_are_close_to_dalis(interp_type, tolerance):
    for number, case in RESIZE:
        if case["interp_type"] == interp_type:
            pixels, expected = arrays(case)
            options = {key: case[key] for key in ("size", "interp_type", "antialias")}
            assert_pixels(ndd.resize(pixels, **options), expected, tolerance, f"case {number}")


def test_nearest_neighbours_are_dalis_except_on_the_edge_between_two():
    for number, case in RESIZE:
        if case["interp_type"] != "nn":
            continue
        pixels, expected = arrays(case)
        result = np.asarray(ndd.resize(pixels, size=case["size"], interp_type="nn"))
        ties = [
            np.isclose((n / 2 + (np.arange(m) + 0.5 - m / 2) * n / (w or m)) % 1, 0, atol=1e-6)
            for n, m, w in zip(pixels.shape, expected.shape, exact_size(case))
        ]
        clear = ~ties[0][:, None] & ~ties[1]
        np.testing.assert_array_equal(result[clear], expected[clear], f"case {number}")


def exact_size(case):
    height, width, _ = np.array(case["input"]).shape
    wished_height, wished_width = case["size"]
    return wished_height or height * wished_width / width, wished_width


@pytest.mark.parametrize("interp_type", ["linear", "cubic", "lanczos3"])
@pytest.mark.parametrize("size", [(5, 60), (60, 5), (33, 21), (1, 1), (90, 90)])
def test_the_library_and_the_definition_of_a_filter_agree(interp_type, size):
    pixels = noise(31, 43)
    step = Resample(size, InterpType(interp_type), (0.0, 0.0, 31.0, 43.0))
    expected = np.empty((*size, 3), np.uint8)
    rounded_into(expected, by_taps(pixels, step))
    assert_pixels(ndd.resize(pixels, size=size, interp_type=interp_type), expected, 1)


def test_crop_windows_start_where_dalis_do():
    for case in DALI["crop_anchors"]:
        height, width = case["size"]
        places = np.stack(np.mgrid[0:height, 0:width], axis=-1).astype(np.uint8)
        cut = np.asarray(ndd.crop(places, **case["arguments"]))
        assert cut[0, 0].tolist() == case["start"], case
        assert list(cut.shape[:2]) == case["arguments"]["crop"]


def test_crop_fills_and_trims_as_dali_does():
    for case in DALI["crop_padded"]:
        pixels, expected = arrays(case)
        assert_pixels(ndd.crop(pixels, **case["arguments"]), expected)


def test_flip_is_dalis():
    for case in DALI["flip"]:
        pixels, expected = arrays(case)
        options = {key: case[key] for key in ("horizontal", "vertical")}
        assert_pixels(ndd.flip(pixels, **options), expected)


@pytest.mark.parametrize("name", sorted({case["name"] for case in DALI["operators"]}))
def test_operators_are_within_a_level_of_dalis(name):
    for number, case in enumerate(each for each in DALI["operators"] if each["name"] == name):
        pixels = np.array(case["input"], case["type"])
        expected = np.array(case["output"], case["result"])
        arguments = dict(case["arguments"])
        for key in ("image_type", "output_type"):
            if key in arguments:
                arguments[key] = getattr(ndd.types, arguments[key])
        tolerance = 1 if case["result"] == "uint8" else 2e-5 * max(1, np.abs(expected).max())
        result = getattr(ndd, name)(pixels, **arguments)
        assert_pixels(result, expected, tolerance, f"{name} {number} {arguments}")


def test_brightness_contrast_is_dalis():
    for case in DALI["brightness_contrast"]:
        pixels, expected = arrays(case, case["dtype"])
        tolerance = 0 if case["dtype"] == "uint8" else 1e-5
        assert_pixels(ndd.brightness_contrast(pixels, **case["arguments"]), expected, tolerance)
