"""What a call's results look like, without their data."""

from __future__ import annotations

import numpy as np

from ddcli.engine.operator import bulk_operator


@bulk_operator()
def shapes(data: list[np.ndarray]) -> list[np.ndarray]:
    """The extents of each sample (1-D int64); a call of its own, so the data itself can be let go.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> np.asarray(ndd.shapes(np.zeros((4, 6, 3), np.uint8))).tolist()
    [4, 6, 3]
    """
    return [np.array(each.shape, np.int64) for each in data]
