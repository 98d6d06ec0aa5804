"""Colours, noise, brush strokes and lit shapes: what the sample pictures are painted with.

A canvas is an RGB array of bytes. A shape is a union of bumps, each of them a tuple
(x, y, x radius, y radius, turn, height) in the coordinates of its `Place`.
"""

import math
from typing import NamedTuple

import cv2
import numpy as np


def rgb(code):
    return np.array([int(code[i : i + 2], 16) for i in (0, 2, 4)], np.float32)


def mix(under, over, weight):
    return under + (over - under) * np.asarray(weight, np.float32)[..., None]


def ramp(low, high, value):
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def blur(image, sigma):
    return cv2.GaussianBlur(image, (0, 0), sigma)


def noise(rng, shape, cell, octaves=4):
    """Smooth noise, mean 0 and deviation 1; `cell` is its coarsest grain: size or (high, wide)."""
    total = np.zeros(shape, np.float32)
    for fine in (2**k for k in range(octaves)):
        grid = rng.standard_normal(
            [int(n / c * fine) + 3 for n, c in zip(shape, cell, strict=True)]
        )
        total += (
            cv2.resize(grid.astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC) / fine
        )
    return (total - total.mean()) / total.std()


def paint(canvas, colour, weight, area=...):
    canvas[area] = np.clip(mix(canvas[area].astype(np.float32), colour, weight), 0, 255)


def strokes(canvas, roots, angles, lengths, widths, colours):
    """Tapered strokes, first to last: the one brush for fur, grass and whiskers."""
    along = np.stack([np.cos(angles), np.sin(angles)], -1)
    across = np.stack([-along[:, 1], along[:, 0]], -1) * np.reshape(widths, (-1, 1)) / 2
    tips = roots + along * np.reshape(lengths, (-1, 1))
    shapes = (np.stack([roots + across, tips, roots - across], 1) * 16).astype(np.int32)
    for shape, colour in zip(shapes, np.clip(colours, 0, 255).tolist(), strict=True):
        cv2.fillConvexPoly(canvas, shape, colour, cv2.LINE_AA, 4)


# ---- lit shapes: unions of bumps (x, y, x radius, y radius, turn, height) ----------------------


class Light(NamedTuple):
    side: int  # -1: from the left, 1: from the right
    sun: str
    ambient: str

    def on(self, height):
        """How much light of each colour falls on a height map (in pixels)."""
        gx, gy = cv2.Sobel(height, 5, 1, 0, scale=1 / 8), cv2.Sobel(height, 5, 0, 1, scale=1 / 8)
        size = np.sqrt(gx * gx + gy * gy + 1)
        direct = np.clip((-0.6 * self.side * gx + 0.5 * gy + 0.62) / size, 0, 1)
        sky = 0.7 + 0.3 * gy / size
        return (direct[..., None] * rgb(self.sun) + sky[..., None] * rgb(self.ambient)) / 255


class Place(NamedTuple):
    """Where a thing's own coordinates (x right, y down) lie on the canvas."""

    cx: float
    cy: float
    unit: float
    flip: int = 1
    tilt: float = 0.0
    yaw: float = 0.0  # shifts the middle of the unit disc sideways, as when a head turns

    def to_canvas(self, points):
        x, y = np.asarray(points, np.float64).T
        x = (x + self.yaw * np.clip(1 - x * x - y * y, 0, None)) * self.flip
        c, s = self.unit * math.cos(self.tilt), self.unit * math.sin(self.tilt)
        return np.stack([self.cx + c * x - s * y, self.cy + s * x + c * y], -1)

    def from_canvas(self, px, py):
        c, s = math.cos(self.tilt) / self.unit, math.sin(self.tilt) / self.unit
        dx, dy = px - self.cx, py - self.cy
        x, y = (c * dx + s * dy) * self.flip, c * dy - s * dx
        return x - self.yaw * np.clip(1 - x * x - y * y, 0, None), y


def both(*bumps):
    return [(x * k, y, rx, ry, turn * k, z) for x, y, rx, ry, turn, z in bumps for k in (-1, 1)]


def tube(start, bend, end, thick, thin):
    """Bumps along a curve: a tail or an ear."""
    t = np.linspace(0, 1, 20)[:, None]
    path = (1 - t) ** 2 * np.array(start) + 2 * t * (1 - t) * np.array(bend) + t * t * np.array(end)
    radii = thick + (thin - thick) * t[:, 0]
    return [(x, y, r, r, 0, r) for (x, y), r in zip(path, radii, strict=True)]


def relief(canvas, place, bumps):
    """The canvas area that the bumps take up; its own coordinates x, y; the height there."""
    bumps = np.array(bumps, np.float32)
    reach = bumps[:, 2:4].max(1)[:, None] + 0.1
    ways = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    corners = place.to_canvas(np.concatenate([bumps[:, :2] + reach * way for way in ways]))
    size = np.array(canvas.shape[1::-1])
    x0, y0 = np.clip(corners.min(0), 0, size - 3).astype(int)
    x1, y1 = np.clip(corners.max(0), (x0 + 3, y0 + 3), size).astype(int)
    x, y = place.from_canvas(*np.mgrid[y0:y1, x0:x1].astype(np.float32)[::-1])
    total = np.zeros_like(x)
    for bx, by, rx, ry, turn, z in bumps:
        c, s = np.cos(turn), np.sin(turn)
        u, v = ((x - bx) * c + (y - by) * s) / rx, ((y - by) * c - (x - bx) * s) / ry
        total += z**4 * np.clip(1 - u * u - v * v, 0, None) ** 2
    return np.s_[y0:y1, x0:x1], x, y, total**0.25


def solid(canvas, place, bumps, code, light, gloss=0.0):
    area, _, _, height = relief(canvas, place, bumps)
    shade = light.on(blur(height * place.unit, 1.5))
    bright = 255 * gloss * ramp(1.15, 1.45, shade.mean(-1))[..., None]
    paint(canvas, rgb(code) * shade + bright, ramp(0, 0.1, height), area)


def shadow(canvas, place, x, y, rx, ry, strength, softness=0.1):
    area, _, _, height = relief(canvas, place, [(x, y, rx * 1.4, ry * 1.4, 0, 1)])
    paint(
        canvas, rgb("0a0c14"), strength * blur(ramp(0.3, 0.8, height), softness * place.unit), area
    )


def furry(canvas, place, bumps, coat, light, rng, length, origin=(0, 0.3)):
    """A solid under hairs that run away from `origin`, the farthest first: each laps the next."""
    area, x, y, height = relief(canvas, place, bumps)
    clumps = noise(rng, x.shape, [0.14 * place.unit + 2] * 2, 3)
    base = coat(x, y, rng) * light.on(blur(height * place.unit, 0.06 * place.unit))
    base *= (1 + 0.06 * clumps)[..., None]
    paint(canvas, base, ramp(0, 0.12, height), area)
    spots = np.argwhere(height > 0.02)
    width, reach = 0.012 * place.unit + 1.1, length * place.unit
    count = int(6 * len(spots) / (reach * width))
    row, column = spots[rng.integers(len(spots), size=count)].T
    roots = np.stack([column + area[1].start, row + area[0].start], -1).astype(np.float64)
    away = roots - place.to_canvas([origin])
    angles = np.arctan2(*away.T[::-1]) + 0.3 * clumps[row, column] + rng.normal(0, 0.22, count)
    colours = base[row, column] * np.exp(rng.normal(0, 0.14, (count, 1)))
    order = np.argsort(-np.hypot(*away.T))
    sizes = reach * rng.uniform(0.45, 1.2, count), np.full(count, width)
    strokes(canvas, *(values[order] for values in (roots, angles, *sizes, colours)))


def disc(canvas, place, x, y, rx, ry, colour, pointed=0.0, turn=0.0):
    t = np.linspace(0, 2 * np.pi, 48)
    u, v = rx * np.cos(t), ry * np.sin(t) * np.abs(np.sin(t)) ** pointed
    c, s = math.cos(turn), math.sin(turn)
    points = place.to_canvas(np.stack([x + c * u - s * v, y + s * u + c * v], -1))
    cv2.fillPoly(canvas, [(points * 16).astype(np.int32)], list(map(float, colour)), cv2.LINE_AA, 4)


def line(canvas, place, points, code, width=0.025):
    shape = (place.to_canvas(points) * 16).astype(np.int32)
    thick = max(1, round(width * place.unit))
    cv2.polylines(canvas, [shape], False, rgb(code).tolist(), thick, cv2.LINE_AA, 4)
