"""What lies behind the animals: the open air and a room, each lit from one side."""

from typing import NamedTuple

import cv2
import numpy as np
from brush import Light, Place, line, mix, noise, paint, ramp, rgb, strokes


class Outdoors(NamedTuple):
    sky: tuple[str, str]
    far: tuple[str, str]
    ground: tuple[str, str]
    hilly: float = 0.035
    grassy: bool = True
    horizon = 0.52

    def light(self, side):
        return Light(side, "f2e2c6", "7f8ea3")

    def draw(self, canvas, rng, side):
        high, wide = canvas.shape[:2]
        horizon = self.horizon * high
        y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
        canvas[:] = mix(rgb(self.sky[0]), rgb(self.sky[1]), np.clip(y / horizon, 0, 1))
        away = np.hypot(x - wide * (0.5 + 0.38 * side), y - 0.13 * high) / high
        paint(
            canvas, rgb("fffbe4"), np.clip(0.8 * np.exp(-away * 6) + ramp(0.07, 0.04, away), 0, 1)
        )
        for lift, haze in ((0.16, 0.5), (0.09, 0.0)):
            self.hills(canvas, rng, y, horizon, lift, haze)
        soil = 0.5 + 0.25 * noise(rng, (high, wide), (high / 16, wide / 5), 7)
        paint(canvas, mix(rgb(self.ground[0]), rgb(self.ground[1]), soil), ramp(-4, 4, y - horizon))
        self.front(canvas, rng, horizon, 9000)

    def hills(self, canvas, rng, y, horizon, lift, haze):
        high, wide = y.shape
        edge = horizon - high * (lift + self.hilly * noise(rng, (1, wide), (1, wide / 4), 6))
        leaves = 0.3 + 0.3 * noise(rng, y.shape, [high / 14] * 2, 5) + 0.4 * ramp(horizon, edge, y)
        colour = mix(rgb(self.far[0]), rgb(self.far[1]), np.clip(leaves, 0, 1.2))
        paint(canvas, colour + (rgb(self.sky[1]) - colour) * haze, ramp(-3, 3, y - edge))

    def front(self, canvas, rng, top, count):
        """Grass from the row `top` down to the picture's lower edge."""
        if not self.grassy:
            return
        high, wide = canvas.shape[:2]
        rows = top + np.sort(rng.random(count)) ** 1.5 * (1.06 * high - top)
        columns = rng.uniform(0, wide, count)
        patch = noise(rng, (high, wide), (high / 14, wide / 5), 3)
        patch = patch[rows.astype(int).clip(0, high - 1), columns.astype(int)]
        tone = np.clip(0.5 + 0.3 * patch + rng.normal(0, 0.2, count), 0, 1.2)
        colours = mix(rgb(self.ground[0]), rgb(self.ground[1]), tone) * rng.uniform(
            0.7, 1.15, (count, 1)
        )
        size = high * (0.06 + (rows / high - self.horizon) / (1 - self.horizon))
        angles, lengths = rng.normal(-np.pi / 2, 0.32, count), size * rng.uniform(0.06, 0.14, count)
        strokes(canvas, np.stack([columns, rows], -1), angles, lengths, size * 0.01 + 1, colours)


class Indoors(NamedTuple):
    wall: str
    floor: str
    rug: str
    horizon = 0.6

    def light(self, side):
        return Light(side, "f5d6a6", "8c8276")

    def draw(self, canvas, rng, side):
        high, wide = canvas.shape[:2]
        y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
        lamp = Place(wide * (0.5 + 0.36 * side), 0.2 * high, high)
        glow = np.exp(-((np.hypot(x - lamp.cx, y - lamp.cy) / (0.62 * high)) ** 1.5))[..., None]
        stripes = 0.68 + 0.05 * (np.sin(x / high * 55) > 0.5)[..., None]
        canvas[:] = np.clip(rgb(self.wall) * (stripes + 0.4 * glow), 0, 255)
        self.window(canvas, rng, int(wide * (0.5 - 0.3 * side)), int(0.23 * high), int(0.15 * high))
        paint(canvas, rgb("efe8dc") * (0.7 + 0.3 * glow), (y > 0.555 * high) * 1.0)
        floor = self.boards(rng, high, wide) * (0.75 + 0.5 * glow)
        paint(canvas, floor, (y > self.horizon * high) * 1.0)
        line(canvas, lamp, [(0, 0), (0, self.horizon - 0.17)], "4a3626", 0.012)
        shade = lamp.to_canvas([(-0.06, -0.1), (0.06, -0.1), (0.11, 0.08), (-0.11, 0.08)])
        cv2.fillConvexPoly(canvas, shade.astype(np.int32), (255, 226, 150), cv2.LINE_AA)
        paint(canvas, rgb("fff6d8"), 0.5 * glow[..., 0] ** 8)

    def window(self, canvas, rng, cx, cy, half):
        frame, bar = (244, 240, 232), half // 14
        top, low, left, right = cy - half, cy + half, cx - int(half * 0.8), cx + int(half * 0.8)
        cv2.rectangle(
            canvas, (left - 2 * bar, top - 2 * bar), (right + 2 * bar, low + 2 * bar), frame, -1
        )
        pane = canvas[top:low, left:right]
        down = np.linspace(0, 1, len(pane), dtype=np.float32)[:, None]
        green = ramp(0.62, 0.68, down + 0.05 * noise(rng, pane.shape[:2], [half / 2] * 2))
        pane[:] = mix(mix(rgb("5c9fe8"), rgb("dcecf8"), down), rgb("5c8a44"), green)
        cv2.rectangle(canvas, (cx - bar // 2, top), (cx + bar // 2, low), frame, -1)
        cv2.rectangle(canvas, (left, cy - bar // 2), (right, cy + bar // 2), frame, -1)

    def boards(self, rng, high, wide):
        """The floor, first drawn flat and then laid down in perspective."""
        side, count = 1200, 15
        tone = np.repeat(rng.uniform(0.75, 1.1, count), side // count)
        tone = tone * np.where(np.arange(side) % (side // count) < 4, 0.45, 1.0)
        tone = tone + 0.09 * noise(rng, (side, side), (side / 3, side / 90))
        v, u = np.mgrid[0:side, 0:side].astype(np.float32) / side
        r = np.hypot((u - 0.5) / 0.2, (v - 0.62) / 0.34)
        weave = 1 + 0.1 * noise(rng, (side, side), (7, 7), 2) - 0.25 * (np.abs(r - 0.86) < 0.03)
        flat = mix(
            rgb(self.floor) * tone[..., None], rgb(self.rug) * weave[..., None], ramp(1.01, 0.99, r)
        )
        ends = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
        seen = [(-0.2, self.horizon), (1.2, self.horizon), (2.1, 1.02), (-1.1, 1.02)]
        turn = cv2.getPerspectiveTransform(
            ends, np.array(seen, np.float32) * np.float32((wide, high))
        )
        return cv2.warpPerspective(
            flat.astype(np.float32), turn, (wide, high), flags=cv2.INTER_AREA
        )

    def front(self, canvas, rng, top, count):
        """Nothing stands before the animal."""


SCENES = {
    "meadow": Outdoors(("2f76d2", "cfe3f2"), ("25431f", "7aa044"), ("3a6a1f", "8ab840")),
    "autumn": Outdoors(("4a8ad8", "e4e6e0"), ("6e3414", "e09a30"), ("667a28", "b4a648")),
    "beach": Outdoors(("3a86d6", "d6ecf6"), ("1f6a9c", "5fb0cc"), ("c2a470", "f0dcb0"), 0.0, False),
    "snow": Outdoors(("3f80d4", "dde8f2"), ("2c453a", "a9bdb8"), ("d3dcea", "fafbfd"), 0.04, False),
    "parlour": Indoors("dcc8a2", "a8733f", "8f3a3a"),
    "study": Indoors("94b0a4", "8a5a34", "d9cdb4"),
    "nursery": Indoors("b4c0d8", "b98a58", "4a6a8c"),
}
