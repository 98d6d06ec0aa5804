"""Golden values of `resize`, `crop`, `flip` and `brightness_contrast`, observed on DALI.

Source: outputs of nvidia-dali-cuda120 2.4.0, CPU operators, called here with small seeded inputs.
Run it where DALI is installed (`make golden`); it writes dali.json beside itself.
"""

from __future__ import annotations

import json
import operator
from pathlib import Path

import numpy as np
import nvidia.dali.experimental.dynamic as ndd
import nvidia.dali.types as types

INTERPOLATIONS = {
    "nn": types.INTERP_NN,
    "linear": types.INTERP_LINEAR,
    "cubic": types.INTERP_CUBIC,
    "lanczos3": types.INTERP_LANCZOS3,
    "triangular": types.INTERP_TRIANGULAR,
    "gaussian": types.INTERP_GAUSSIAN,
}
rng = np.random.default_rng(20_240)


def main() -> None:
    golden = {
        "source": "observed outputs of nvidia-dali-cuda120 2.4.0, CPU operators",
        "resize_sizes": [resize_size(number) for number in range(300)],
        "resize_pixels": [resize_pixels(number) for number in range(72)],
        "crop_anchors": [crop_anchor(number) for number in range(200)],
        "crop_padded": [crop_padded() for _ in range(20)],
        "flip": [flip(number) for number in range(8)],
        "brightness_contrast": [brightness_contrast(number) for number in range(60)],
        "operators": operator_cases(),
        "values": [values(number) for number in range(30)],
        "promotion": promotion(),
        "arithmetic": [arithmetic(number) for number in range(120)],
    }
    text = json.dumps(golden, separators=(",", ":"))
    Path(__file__).with_name("dali.json").write_text(text + "\n")


def run(operator, image, **arguments):
    with ndd.EvalMode.sync_full:
        result = operator(ndd.as_tensor(image, layout="HWC"), **arguments)
    return np.asarray(result)


def picture(low=3, high=13):
    height, width = rng.integers(low, high, 2)
    return rng.integers(0, 256, (height, width, rng.choice([1, 3])), dtype=np.uint8)


def case(image, output, **arguments):
    return {"input": image.tolist(), **arguments, "output": output.tolist()}


def resize_size(number):
    height, width, a, b = (int(each) for each in rng.integers(1, 300, 4))
    fraction = round(float(rng.uniform(1, 300)), 3)
    arguments = [
        {"resize_x": a},
        {"resize_y": fraction},
        {"resize_x": a, "resize_y": b},
        {"size": [0, a]},
        {"size": [a, b]},
        {"resize_shorter": a},
        {"resize_longer": fraction},
        {"size": [a, b], "mode": "not_larger"},
        {"size": [a, b], "mode": "not_smaller"},
        {"resize_x": a, "mode": "stretch"},
        {"resize_shorter": a, "max_size": b},
        {"size": [a, b], "mode": "not_smaller", "max_size": fraction},
    ][number % 12]
    output = run(ndd.resize, np.zeros((height, width, 1), np.uint8), **arguments)
    return {"size": [height, width], "arguments": arguments, "result": output.shape[:2]}


def resize_pixels(number):
    name = list(INTERPOLATIONS)[number % 6]
    image = picture(4, 14)
    height, width = (int(each) for each in rng.integers(2, 20, 2))
    antialias = number % 4 != 3
    interp = INTERPOLATIONS[name]
    size = [height, width] if number % 3 else [0, width]
    output = run(ndd.resize, image, size=size, interp_type=interp, antialias=antialias)
    return case(image, output, size=size, interp_type=name, antialias=antialias)


def crop_anchor(number):
    height, width = (int(each) for each in rng.integers(2, 60, 2))
    window = [int(rng.integers(1, height + 1)), int(rng.integers(1, width + 1))]
    x, y = (round(float(each), 4) for each in rng.uniform(0, 1, 2))
    if number % 5 == 0:
        x, y = 0.5, 0.5
    arguments = {"crop": window, "crop_pos_x": x, "crop_pos_y": y}
    arguments["rounding"] = "truncate" if number % 4 == 3 else "round"
    places = np.stack(np.mgrid[0:height, 0:width], axis=-1).astype(np.uint8)
    output = run(ndd.crop, places, **arguments)
    return {"size": [height, width], "arguments": arguments, "start": output[0, 0].tolist()}


def crop_padded():
    image = picture()
    window = [int(each) for each in rng.integers(2, 20, 2)]
    position = round(float(rng.uniform(0, 1)), 3)
    policy = str(rng.choice(["pad", "trim_to_shape"]))
    arguments = {"crop": window, "crop_pos_x": position, "out_of_bounds_policy": policy}
    output = run(ndd.crop, image, fill_values=7.0, **arguments)
    return case(image, output, arguments={**arguments, "fill_values": 7.0})


def flip(number):
    image = picture()
    horizontal, vertical = number % 2, number // 2 % 2
    output = run(ndd.flip, image, horizontal=horizontal, vertical=vertical)
    return case(image, output, horizontal=horizontal, vertical=vertical)


def brightness_contrast(number):
    image = picture(2, 6)
    floating = number % 4 == 3
    if floating:
        image = (image / 255).astype(np.float32)
    names = ["brightness", "contrast", "brightness_shift"][: 1 + number % 3]
    arguments = {name: round(float(rng.uniform(-0.2, 2)), 3) for name in names}
    if number % 5 == 4:
        arguments["contrast_center"] = 0.25 if floating else 90.0
    output = run(ndd.brightness_contrast, image, **arguments)
    return case(image, output, dtype=str(image.dtype), arguments=arguments)


def operator_cases():
    """Random arguments for operators that need no special form: input, arguments, output."""
    cases = []
    for number in range(12):
        a, b, c, d = (round(float(each), 3) for each in rng.uniform(0.3, 1.7, 4))
        angle = round(float(rng.uniform(-180, 180)), 2)
        calls = {
            "brightness": {"brightness": a, "brightness_shift": b / 10},
            "contrast": {"contrast": a},
            "hue": {"hue": angle},
            "saturation": {"saturation": a},
            "hsv": {"hue": angle, "saturation": a, "value": b},
            "color_twist": {"hue": angle, "saturation": a, "brightness": b, "contrast": c},
            "gaussian_blur": [{"sigma": a}, {"window_size": 5}, {"sigma": [a, b]}][number % 3],
            "warp_affine": {
                "matrix": [[a, b - 1, c], [1 - c, d, a]],
                "inverse_map": number % 2 == 0,
                "size": [5 + number % 3, 9],
                "fill_value": 7.0,
            },
            "crop_mirror_normalize": {
                "crop": [3, 4], "mirror": number % 2, "mean": [90.0, 100.0, 110.0],
                "std": [50.0 * a, 60.0, 70.0], "scale": b, "shift": c, "crop_pos_x": a / 2,
                "output_layout": "CHW" if number % 3 else "HWC", "pad_output": number % 4 == 3,
            },
            "equalize": {},
            "erase": erase_arguments(number, a, b, c, d),
            "resize_crop_mirror": {
                "resize_shorter": 5 + number % 4, "crop": [4, 3], "crop_pos_x": a / 2,
                "mirror": number % 2,
            },
            "color_space_conversion": dict(zip(("image_type", "output_type"), SPACES[number])),
        }  # fmt: skip
        cases += [operator_case(name, arguments, number) for name, arguments in calls.items()]
    return cases


def erase_arguments(number, a, b, c, d):
    corner, extent = [a * 2, b * 2], [c * 2, d * 2]
    if number % 4 == 1:
        return {"anchor": [a / 3, b / 3], "shape": [c / 3, d / 3], "normalized": True}
    if number % 4 == 2:
        return {"anchor": corner, "shape": extent, "centered_anchor": True, "axis_names": "WH"}
    if number % 4 == 3:
        return {"anchor": [*corner, 4.0, 5.0], "shape": [*extent, 9.0, 1.0], "fill_value": [9.0]}
    return {"anchor": corner, "shape": extent, "fill_value": [1.0, 2.0, 3.0]}


SPACES = [("RGB", "YCbCr"), ("YCbCr", "RGB"), ("RGB", "GRAY"), ("RGB", "BGR"), ("GRAY", "RGB")]
SPACES += [
    ("BGR", "YCbCr"),
    ("YCbCr", "BGR"),
    ("BGR", "GRAY"),
    ("GRAY", "YCbCr"),
    ("YCbCr", "GRAY"),
]
SPACES += [("BGR", "RGB"), ("GRAY", "BGR")]


def operator_case(name, arguments, number):
    gray = arguments.get("image_type") == "GRAY"
    image = rng.integers(0, 256, (6, 7, 1 if gray else 3), dtype=np.uint8)
    only_bytes = ("color_space_conversion", "crop_mirror_normalize", "equalize")
    if number % 4 == 1 and name not in only_bytes:
        image = (image / 255).astype(np.float32)
    given = {
        key: getattr(types, value) if key.endswith("_type") else value
        for key, value in arguments.items()
    }
    if name == "warp_affine":
        given["matrix"] = ndd.as_tensor(np.array(given["matrix"], np.float32))
    output = run(getattr(ndd, name), image, **given)
    facts = {"name": name, "arguments": arguments, "type": str(image.dtype)}
    return {
        **facts,
        "input": rounded(image),
        "output": rounded(output),
        "result": str(output.dtype),
    }


def rounded(array):
    return np.round(array.astype(np.float64), 6).tolist()


def values(number):
    """lookup_table, normalize and one_hot."""
    image = rng.integers(0, 9, (3, 4, 3), dtype=np.uint8)
    name, arguments = [
        ("lookup_table", {"keys": [1, 3, 7], "values": [0.5, -2.0, 9.0], "default_value": 4.0}),
        ("normalize", {}),
        ("normalize", {"axes": [0, 1], "scale": 20.0, "shift": 100.0}),
        ("normalize", {"axis_names": "WC", "epsilon": 0.5, "ddof": 1}),
        ("one_hot", {"num_classes": 6, "axis": number % 4 - 1, "on_value": 2.0}),
    ][number % 5]
    output = run(getattr(ndd, name), image, **arguments)
    facts = {"name": name, "arguments": arguments, "type": "uint8"}
    return {
        **facts,
        "input": rounded(image),
        "output": rounded(output),
        "result": str(output.dtype),
    }


DTYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"]
DTYPES += ["float32", "float64"]
BINARY = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "&": operator.and_,
    "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
SCALARS = {"int": 2, "float": 2.5}


def promotion():
    """The element type of each operation on each pair of types; None where DALI refuses."""
    ones = {name: ndd.as_tensor(np.ones(2, name)) for name in DTYPES} | SCALARS
    return {
        symbol: {
            f"{a} {b}": result_type(function, ones[a], ones[b])
            for a in ones
            for b in ones
            if not (a in SCALARS and b in SCALARS)
        }
        for symbol, function in BINARY.items()
    }


def result_type(function, a, b):
    try:
        return str(np.asarray(function(a, b)).dtype)
    except RuntimeError:
        return None


def arithmetic(number):
    symbol = list(BINARY)[number % len(BINARY)]
    kinds = [str(each) for each in rng.choice(["uint8", "int16", "int32", "float32"], 2)]
    if symbol in ("&", "|", "^", "<<", ">>"):
        kinds = [each if each != "float32" else "int8" for each in kinds]
    low = 0 if symbol in ("**", "<<", ">>") else -20
    a = rng.integers(0 if kinds[0] == "uint8" else low, 20, (2, 3)).astype(kinds[0])
    b = rng.integers(1, 5, (3,) if number % 3 else (2, 1)).astype(kinds[1])
    output = np.asarray(BINARY[symbol](ndd.as_tensor(a), ndd.as_tensor(b)))
    operands = {"a": a.tolist(), "b": b.tolist(), "types": kinds}
    return {"symbol": symbol, **operands, "result": output.tolist(), "type": str(output.dtype)}


if __name__ == "__main__":
    main()
