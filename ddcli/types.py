"""The enumerations that users pass: pixel types, colour spaces, interpolation.

The names are those of `nvidia.dali.types`, so that notebook code runs with only its import changed.
Nothing here imports NumPy: the command line's help pages read these names.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal


class DType(Enum):
    """The type of a sample's elements; its value is the NumPy name.

    It is made from a NumPy dtype, a NumPy scalar class, a NumPy name or the short name; anything
    else, such as text or objects, is a ValueError.

    >>> str(DType.UINT8), DType("float32"), DType("u8"), DType.UINT8 == "uint8"
    ('u8', DType.FLOAT, DType.UINT8, True)
    """

    UINT8 = "uint8"
    UINT16 = "uint16"
    UINT32 = "uint32"
    UINT64 = "uint64"
    INT8 = "int8"
    INT16 = "int16"
    INT32 = "int32"
    INT64 = "int64"
    FLOAT16 = "float16"
    FLOAT = "float32"
    FLOAT64 = "float64"
    BOOL = "bool"

    @classmethod
    def _missing_(cls, value: object) -> DType | None:
        name = getattr(value, "name", None) or getattr(value, "__name__", value)
        for member in cls:
            if name in (member.value, member.name, member.name.lower(), str(member)):
                return member
        return None

    @property
    def bits(self) -> int:
        """The size of an element in bits; 8 for a bool."""
        digits = "".join(each for each in self.value if each.isdecimal())
        return int(digits) if digits else 8

    @property
    def bytes(self) -> int:
        """The size of an element in bytes."""
        return self.bits // 8

    def __str__(self) -> str:
        for prefix in ("uint", "int", "float"):
            if self.value.startswith(prefix):
                return prefix[0] + self.value[len(prefix) :]
        return self.value

    def __repr__(self) -> str:
        return f"DType.{self.name}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, DType):
            return self is other
        try:
            return DType(other) is self
        except ValueError:
            return False

    def __hash__(self) -> int:
        return hash(self.value)


def dtype(kind: object) -> DType:
    """The element type that a NumPy dtype, a name or a DType stands for. Raises ValueError.

    >>> dtype("int32")
    DType.INT32
    """
    return DType(kind)


class ImageType(Enum):
    """The colour space that a decoder is asked for. `ANY_DATA` keeps what the file has."""

    RGB = "rgb"
    BGR = "bgr"
    GRAY = "gray"
    YCbCr = "ycbcr"
    ANY_DATA = "any_data"


class InterpType(Enum):
    """How pixels between pixels are computed."""

    NN = "nn"
    LINEAR = "linear"
    CUBIC = "cubic"
    LANCZOS3 = "lanczos3"
    TRIANGULAR = "triangular"
    GAUSSIAN = "gaussian"


ImageFormat = Literal["jpeg", "png", "webp", "npy"]
"""What encoders write."""


DALIDataType = DType
DALIImageType = ImageType
DALIInterpType = InterpType

UINT8, UINT16, UINT32, UINT64 = DType.UINT8, DType.UINT16, DType.UINT32, DType.UINT64
INT8, INT16, INT32, INT64 = DType.INT8, DType.INT16, DType.INT32, DType.INT64
FLOAT16, FLOAT, FLOAT64, BOOL = DType.FLOAT16, DType.FLOAT, DType.FLOAT64, DType.BOOL

RGB, BGR, GRAY = ImageType.RGB, ImageType.BGR, ImageType.GRAY
YCbCr, ANY_DATA = ImageType.YCbCr, ImageType.ANY_DATA

INTERP_NN, INTERP_LINEAR, INTERP_CUBIC = InterpType.NN, InterpType.LINEAR, InterpType.CUBIC
INTERP_LANCZOS3, INTERP_TRIANGULAR = InterpType.LANCZOS3, InterpType.TRIANGULAR
INTERP_GAUSSIAN = InterpType.GAUSSIAN
