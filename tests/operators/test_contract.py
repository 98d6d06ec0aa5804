"""What holds for every operator, whichever there are: the table is the registry itself."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import ddcli as ndd
from ddcli.errors import OperatorError
from ddcli.operators.catalogue import DISTRIBUTIONS, IMAGE_OPERATORS, OPERATORS
from ddcli.runs.config import parse_config, plain
from ddcli.runs.document import Document
from ddcli.types import DType
from tests.assertions import assert_pixels
from tests.images import noise

# Arguments that make each operator do something, constant and by sample, for pictures of any size.
# An operator that is missing here fails the first test.
CONSTANT = {
    "brightness": {"brightness": 1.3, "brightness_shift": 0.05},
    "brightness_contrast": {"brightness": 1.3, "contrast": 0.8, "brightness_shift": 0.05},
    "color_space_conversion": {"image_type": "rgb", "output_type": "ycbcr"},
    "color_twist": {"hue": 30.0, "saturation": 0.7, "brightness": 1.1, "contrast": 0.9},
    "contrast": {"contrast": 0.8, "contrast_center": 0.3},
    "crop": {"crop": (2, 3), "crop_pos_x": 0.3, "out_of_bounds_policy": "pad"},
    "crop_mirror_normalize": {
        "crop": (2, 3),
        "mean": 3.0,
        "std": 2.0,
        "out_of_bounds_policy": "pad",
    },
    "equalize": {},
    "erase": {"anchor": [0.2, 0.3], "shape": [0.5, 0.4], "normalized": True, "fill_value": 7.0},
    "flip": {"horizontal": True, "vertical": True},
    "gaussian_blur": {"sigma": 0.8},
    "hsv": {"hue": 40.0, "saturation": 1.2, "value": 0.9},
    "hue": {"hue": -70.0},
    "jpeg_compression_distortion": {"quality": 30},
    "resize": {"size": (5, 7)},
    "resize_crop_mirror": {"size": (6, 8), "crop": (4, 5), "mirror": True},
    "rotate": {"angle": 33.0, "fill_value": 3},
    "saturation": {"saturation": 0.4},
    "warp_affine": {"matrix": (0.9, 0.1, 1.0, -0.1, 1.1, 0.5), "fill_value": 3},
}
PER_SAMPLE = {
    "brightness": {"brightness": [0.5, 1.0, 1.5]},
    "brightness_contrast": {"brightness": [0.5, 1.0, 1.5]},
    "color_space_conversion": {"image_type": "rgb", "output_type": "bgr"},
    "color_twist": {"hue": [0.0, 90.0, 180.0], "contrast": [1.0, 0.5, 0.2]},
    "contrast": {"contrast": [0.5, 1.0, 1.5]},
    "crop": {"crop": [[1, 1], [2, 3], [3, 1]], "out_of_bounds_policy": "pad"},
    "crop_mirror_normalize": {"crop": (2, 2), "mirror": [0, 1, 0]},
    "equalize": {},
    "erase": {"anchor": [[1.0, 1.0], [2.0, 0.0], [0.0, 3.0]], "shape": [[2.0, 2.0]] * 3},
    "flip": {"horizontal": [0, 1, 1], "vertical": [1, 0, 1]},
    "gaussian_blur": {"sigma": [0.5, 1.0, 2.0]},
    "hsv": {"hue": [0.0, 10.0, 20.0], "value": [1.0, 0.9, 0.8]},
    "hue": {"hue": [-90.0, 0.0, 90.0]},
    "jpeg_compression_distortion": {"quality": [10, 50, 90]},
    "resize": {"size": [[4, 4], [9, 2], [3, 7]]},
    "resize_crop_mirror": {"size": (6, 8), "crop": [[1, 1], [2, 3], [6, 8]], "mirror": [0, 1, 0]},
    "rotate": {"angle": [-10.0, 45.0, 90.0]},
    "saturation": {"saturation": [0.0, 0.5, 1.5]},
    "warp_affine": {"matrix": [[1.0, 0.0, 1.0, 0.0, 1.0, float(n)] for n in range(3)]},
}
# What is not so for every operator: the channels and types that it takes, the type and layout that
# it gives.
THREE_CHANNELS = {"color_space_conversion", "color_twist", "hsv", "hue", "saturation"}
THREE_CHANNELS |= {"jpeg_compression_distortion"}
ONLY_UINT8 = {"color_space_conversion", "equalize", "jpeg_compression_distortion"}
RESULT_TYPE = {"crop_mirror_normalize": np.float32, "hsv": np.uint8}
RESULT_LAYOUT = {"crop_mirror_normalize": "CHW"}
SIZES = [(7, 9), (12, 5), (8, 8)]
DTYPES = [np.uint8, np.uint16, np.float32]
every_operator = pytest.mark.parametrize("name", IMAGE_OPERATORS)


def pictures(channels: int = 3, dtype=np.uint8):
    made = [noise(*size, channels, dtype, seed=n) for n, size in enumerate(SIZES)]
    return ndd.as_batch(made, layout="HWC")


def varied(name):
    return {
        key: ndd.as_batch(value) if isinstance(value, list) else value
        for key, value in PER_SAMPLE[name].items()
    }


def test_every_operator_is_in_the_tables_of_this_suite():
    assert set(CONSTANT) == set(PER_SAMPLE) == set(IMAGE_OPERATORS)


@every_operator
@pytest.mark.parametrize("channels", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("dtype", DTYPES)
def test_type_layout_channels_and_batch_size_are_as_declared(name, channels, dtype):
    if (name in THREE_CHANNELS and channels != 3) or (name in ONLY_UINT8 and dtype != np.uint8):
        with pytest.raises(OperatorError, match=r"takes|channels"):
            np.asarray(IMAGE_OPERATORS[name](noise(4, 4, channels, dtype), **CONSTANT[name]))
        return
    layout = RESULT_LAYOUT.get(name, "HWC")
    for arguments in (CONSTANT[name], varied(name)):
        result = IMAGE_OPERATORS[name](pictures(channels, dtype), **arguments)
        assert result.dtype == RESULT_TYPE.get(name, dtype)
        assert result.layout == layout
        assert [shape[layout.index("C")] for shape in result.shape] == [channels] * len(SIZES)


@every_operator
def test_a_batch_equals_its_samples_one_by_one(name):
    whole = IMAGE_OPERATORS[name](pictures(), **varied(name))
    for number, each in enumerate(pictures()):
        own = {k: v[number] if isinstance(v, list) else v for k, v in PER_SAMPLE[name].items()}
        assert_pixels(IMAGE_OPERATORS[name](each, **own), whole.select(number), what=name)


@every_operator
def test_the_input_is_left_as_it_was(name):
    batch = pictures()
    before = [np.asarray(each).copy() for each in batch]
    IMAGE_OPERATORS[name](batch, **CONSTANT[name]).evaluate()
    for each, kept in zip(batch, before):
        assert_pixels(each, kept)


@every_operator
def test_the_result_does_not_share_memory_with_the_input(name):
    picture = noise(8, 8)
    result = np.asarray(IMAGE_OPERATORS[name](picture, **CONSTANT[name]))
    assert not np.shares_memory(result, picture)


@every_operator
def test_threads_do_not_change_pixels(name):
    batch = ndd.as_batch([noise(9, 11, seed=n) for n in range(40)], layout="HWC")
    results = []
    for threads in (1, 8):
        with ndd.EvalContext(num_threads=threads):
            made = IMAGE_OPERATORS[name](batch, **CONSTANT[name])
            results.append([np.asarray(each) for each in made])
    for one, many in zip(*results):
        assert_pixels(many, one, what=name)


@every_operator
@pytest.mark.parametrize("size", [(1, 1), (1, 6), (5, 1)])
def test_tiny_pictures_work(name, size):
    assert IMAGE_OPERATORS[name](noise(*size), **CONSTANT[name]).ndim == 3


@every_operator
def test_pictures_that_do_not_lie_in_order_in_memory_work(name):
    wide = noise(8, 12)
    turned = wide.transpose(1, 0, 2)[::-1, ::2]
    expected = IMAGE_OPERATORS[name](np.ascontiguousarray(turned), **CONSTANT[name])
    assert_pixels(IMAGE_OPERATORS[name](turned, **CONSTANT[name]), expected)


@every_operator
def test_two_dimensions_are_refused_with_the_layout(name):
    with pytest.raises(OperatorError, match="HWC"):
        np.asarray(IMAGE_OPERATORS[name](np.zeros((4, 4), np.uint8), **CONSTANT[name]))
    planar = ndd.as_batch([np.zeros((3, 4, 4), np.uint8)], layout="CHW")
    with pytest.raises(ValueError, match="HWC, not CHW"):
        IMAGE_OPERATORS[name](planar, **CONSTANT[name])


@every_operator
def test_an_unknown_argument_is_a_type_error_with_the_nearest_name(name):
    argument = next(iter(CONSTANT[name]), None)
    if argument is None:
        assert not IMAGE_OPERATORS[name].arguments
        return
    with pytest.raises(TypeError, match=f"did you mean '{argument}'"):
        IMAGE_OPERATORS[name](noise(4, 4), **{argument + "x": 1})


@every_operator
def test_a_value_of_the_wrong_type_names_operator_and_argument(name):
    argument = next(iter(CONSTANT[name]), None)
    if argument is None:
        return
    with pytest.raises(ValueError, match=rf"{name}\(\): {argument}"):
        IMAGE_OPERATORS[name](noise(4, 4), **{**CONSTANT[name], argument: "nonsense"})


@every_operator
def test_a_batch_of_arguments_of_another_size_is_refused(name):
    varying = [(k, v) for k, v in PER_SAMPLE[name].items() if isinstance(v, list)]
    if not varying:
        assert not any(each.per_sample for each in IMAGE_OPERATORS[name].arguments.values())
        return
    argument, values = varying[0]
    with pytest.raises(ValueError, match="inconsistent batch sizes"):
        IMAGE_OPERATORS[name](pictures(), **{**CONSTANT[name], argument: ndd.as_batch(values[:2])})


@every_operator
def test_one_picture_and_a_batch_of_arguments_give_a_batch(name):
    arguments = varied(name)
    if any(isinstance(each, ndd.Batch) for each in arguments.values()):
        result = IMAGE_OPERATORS[name](noise(6, 6), **arguments)
        assert isinstance(result, ndd.Batch)
        assert result.batch_size == 3
    assert isinstance(IMAGE_OPERATORS[name](noise(6, 6), batch_size=2, **CONSTANT[name]), ndd.Batch)


@every_operator
def test_a_config_takes_it_and_gives_it_back(name):
    data = {"schema_version": 1, "augment": [{name: plain(CONSTANT[name])}]}
    config = parse_config(Document(data, "test"))
    again = parse_config(Document(config.to_data(), "test"))
    assert again == config
    step = config.augment[0]
    assert_pixels(
        step.operator(noise(6, 6), **step.arguments),
        IMAGE_OPERATORS[name](noise(6, 6), **CONSTANT[name]),
    )


@pytest.mark.parametrize("declared", [*OPERATORS.values(), *DISTRIBUTIONS.values()])
def test_everything_is_documented(declared):
    if declared.name.startswith(("tests.", "io.file._")):
        return
    text = inspect.getdoc(declared.function)
    assert len(text.split("\n")[0]) <= 100
    assert ">>>" in text, "an example"
    for argument in declared.arguments.values():
        assert argument.doc.endswith("."), argument.name


def test_dtype_may_be_changed_where_it_is_an_argument():
    result = ndd.brightness_contrast(noise(4, 4), dtype=DType.FLOAT)
    assert result.dtype == DType.FLOAT
