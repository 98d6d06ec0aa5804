"""Cats and dogs: their coats, their poses and their heads.

In an animal's own coordinates the middle of the head is (0, 0) and half its width is 1.
"""

from typing import NamedTuple

import numpy as np
from brush import both, disc, furry, line, mix, noise, ramp, rgb, shadow, solid, strokes, tube


class Coat(NamedTuple):
    base: str
    second: str  # the pattern and the ears
    white: str  # the muzzle, the chest and the paws
    pattern: str
    eyes: str = "7a4a22"
    hair: float = 0.15

    def second_weight(self, x, y, grain):
        r = np.hypot(x, y - 0.3)
        if self.pattern == "tabby":
            phase = np.where((np.abs(x) < 0.5) & (y < 0), 15 * x + 1.57, 11 * r) + 0.8 * grain
            return ramp(0.1, 0.8, np.sin(phase)) * ramp(0.35, 0.6, r) * 0.85
        if self.pattern == "points":
            return np.maximum(ramp(0.8, 0.25, r), ramp(2.3, 3.2, y))
        if self.pattern == "patches":
            return ramp(0.1, 0.25, grain)
        if self.pattern == "spots":
            return ramp(0.85, 1.0, grain)
        if self.pattern == "saddle":
            return ramp(
                0.25, -0.15, y - 0.9 * (np.hypot(x, y) > 1.1) + 0.12 * grain - 0.2 * np.abs(x)
            )
        return np.zeros_like(x)

    def head(self, x, y, rng):
        return self.colour(x, y, rng, y - 0.55, 0.5, 0.42, self.pattern in ("saddle", "patches"))

    def body(self, x, y, rng):
        return self.colour(x, y, rng, y - 1.35, 0.6, 0.95, False)

    def ears(self, x, y, rng):
        return np.broadcast_to(rgb(self.second), (*x.shape, 3))

    def colour(self, x, y, rng, down, wide, high, blaze):
        cell = (0.3 if self.pattern == "spots" else 0.6) * x.shape[1] / np.ptp(x)
        grain = noise(rng, x.shape, (cell, cell), 2)
        pale = ramp(1.0, 0.5, np.hypot(x / wide, down / high) + 0.08 * grain)
        pale = np.maximum(pale, ramp(3.0, 3.2, y + 0.05 * grain))
        pale = np.maximum(pale, blaze * ramp(0.2, 0.08, np.abs(x) + 0.03 * grain))
        coloured = mix(rgb(self.base), rgb(self.second), self.second_weight(x, y, grain))
        return mix(coloured, rgb(self.white), pale)


COATS = {
    "tabby": Coat("b08d62", "4a3421", "efe3cf", "tabby", "8fb04a"),
    "ginger": Coat("e0944a", "b65f20", "fbead2", "tabby", "c98f2a"),
    "silver": Coat("b9bcc0", "45474d", "eceef0", "tabby", "7fb35a"),
    "siamese": Coat("e8dcc4", "4a352a", "5a4234", "points", "5fa3e0"),
    "tuxedo": Coat("302f34", "26252a", "f2efe8", "plain", "b5b83e"),
    "calico": Coat("f0e8dc", "c9742f", "f6f1e8", "patches", "9aa845"),
    "grey": Coat("858c9a", "6d7482", "99a0ad", "plain", "dba034"),
    "snowy": Coat("f2eee6", "e6dfd4", "f8f5f0", "plain", "64aee6", 0.2),
    "golden": Coat("d6a25a", "b9803c", "ecc88c", "plain", hair=0.2),
    "beagle": Coat("b9783e", "33241c", "f4ede0", "saddle"),
    "dalmatian": Coat("f3f1ec", "2a282c", "f6f4f0", "spots", hair=0.1),
    "chocolate": Coat("7a4b2e", "5a351f", "8f5c3a", "plain", "a8702c", 0.11),
    "shepherd": Coat("c08a50", "2a2320", "d0a470", "saddle", hair=0.18),
    "spaniel": Coat("f4efe6", "8a4a24", "f7f2ea", "patches", hair=0.2),
    "setter": Coat("a8552c", "8a3f1e", "c07848", "plain", hair=0.22),
    "husky": Coat("dfe2e6", "545a64", "f4f5f6", "saddle", "5fa0dc", 0.18),
}

HIND = both((0.8, 2.85, 0.5, 0.62, -0.2, 0.6), (0.88, 3.33, 0.4, 0.2, 0, 0.4))
FORE = both((0.31, 2.5, 0.26, 0.95, 0.03, 0.4), (0.33, 3.36, 0.3, 0.21, 0, 0.35))
LYING = [(1.5, 1.0, 1.8, 0.85, 0, 0.8), (2.5, 1.1, 0.95, 0.92, 0, 0.9), (0.1, 1, 0.8, 0.9, 0, 0.7)]
FLANK = [
    (1.75, 1.25, 1.6, 0.66, 0, 0.8),
    (0.5, 1, 0.68, 0.95, -0.3, 0.7),
    (2.85, 1.3, 0.66, 0.72, 0, 0.7),
]
NEAR = [
    (0.42, 2.2, 0.25, 0.95, 0, 0.4),
    (0.34, 3.02, 0.29, 0.19, 0, 0.3),
    (3.08, 3.02, 0.29, 0.19, 0, 0.3),
]
NEAR += [(3.05, 1.9, 0.42, 0.7, -0.2, 0.5), (3.18, 2.6, 0.19, 0.5, 0.1, 0.3)]
POSES = {  # name: (how far down the feet are, the parts from back to front)
    "sit": (
        3.45,
        tube((0.7, 3.2), (2.2, 3.5), (1.9, 2.3), 0.2, 0.13),
        [(0, 1.3, 0.78, 0.8, 0, 0.7), (0, 2.45, 0.95, 1.05, 0, 0.8)],
        HIND,
        FORE,
    ),
    "lie": (
        1.95,
        LYING,
        [(2.3, 1.75, 0.85, 0.25, 0, 0.4), (0.55, 1.72, 0.55, 0.24, 0.3, 0.4)],
        [(-0.45, 1.72, 0.8, 0.24, -0.12, 0.4), (0.15, 1.85, 0.34, 0.2, 0, 0.4)],
        tube((3.2, 1.5), (3.9, 2.0), (2.3, 1.95), 0.2, 0.12),
    ),
    "stand": (
        3.1,
        tube((3.3, 0.95), (4.2, 0.7), (4.0, -0.5), 0.2, 0.1),
        [(1.05, 2.2, 0.2, 0.8, 0, 0.3), (2.5, 2.2, 0.2, 0.8, 0, 0.3)],
        FLANK,
        NEAR,
    ),
    "bust": (3.6, [(0, 1.4, 0.95, 0.9, 0, 0.8), (0, 2.8, 1.5, 1.6, 0, 1.0)]),
}


def eye(canvas, place, light, x, y, size, iris, cat):
    turn, pointed = -0.25 * np.sign(x), 0.35 if cat else 0.1
    disc(canvas, place, x, y, size * 1.3, size * 1.08, rgb("1c120d"), pointed, turn)
    for k in range(6):  # the iris grows brighter towards its lower half
        tone, small = np.clip(rgb(iris) * (0.55 + 0.12 * k), 0, 255), size * (1 - 0.1 * k)
        disc(canvas, place, x, y + 0.03 * k * size, small * 1.08, small * 0.92, tone, pointed, turn)
    disc(
        canvas,
        place,
        x,
        y,
        size * (0.34 if cat else 0.6),
        size * (0.78 if cat else 0.6),
        rgb("080706"),
    )
    gleam = light.side * place.flip * size
    disc(canvas, place, x + 0.34 * gleam, y - 0.34 * size, size * 0.2, size * 0.18, rgb("ffffff"))
    disc(canvas, place, x - 0.36 * gleam, y + 0.36 * size, size * 0.12, size * 0.09, rgb("b9c4d0"))


def whiskers(canvas, place, rng):
    for k in (-1, 1):
        roots = place.to_canvas(
            np.stack([k * rng.uniform(0.2, 0.36, 6), rng.uniform(0.42, 0.55, 6)], -1)
        )
        tips = place.to_canvas(
            np.stack([k * rng.uniform(0.95, 1.45, 6), np.linspace(0.15, 0.9, 6)], -1)
        )
        x, y = (tips - roots).T
        thin = np.full(6, 0.012 * place.unit + 1)
        strokes(canvas, roots, np.arctan2(y, x), np.hypot(x, y), thin, np.full((6, 3), 235))


def cat_head(canvas, place, coat, light, rng):
    fur = coat.hair
    for k in (-1, 1):
        outer = tube((0.52 * k, -0.45), (0.68 * k, -0.8), (0.82 * k, -1.3), 0.46, 0.05)
        inner = tube((0.56 * k, -0.5), (0.68 * k, -0.8), (0.78 * k, -1.13), 0.28, 0.02)
        furry(canvas, place, outer, coat.ears, light, rng, fur * 0.7)
        furry(canvas, place, inner, lambda x, y, rng: rgb("d9a196"), light, rng, fur * 0.6)
    skull = [(0, -0.05, 0.98, 0.82, 0, 0.7), *both((0.5, 0.3, 0.54, 0.42, 0.2, 0.5))]
    furry(canvas, place, skull, coat.head, light, rng, fur)
    pads = both((0.17, 0.46, 0.25, 0.2, 0.2, 0.26))
    furry(canvas, place, [(0, 0.63, 0.26, 0.2, 0, 0.2)], coat.head, light, rng, fur * 0.5)
    furry(
        canvas,
        place,
        [(0, 0.1, 0.2, 0.42, 0, 0.2), *pads],
        coat.head,
        light,
        rng,
        fur * 0.5,
        (0, 0.1),
    )
    nose = [(0, 0.31, 0.12, 0.07, 0, 0.1), (0, 0.36, 0.06, 0.07, 0, 0.1)]
    solid(canvas, place, nose, "d2807c", light, 0.4)
    line(canvas, place, [(0, 0.4), (0, 0.55)], "4a2a26")
    for k in (-1, 1):
        eye(canvas, place, light, 0.41 * k, -0.06, 0.19, coat.eyes, cat=True)
        smile = [(0, 0.55), (0.09 * k, 0.61), (0.2 * k, 0.61), (0.27 * k, 0.55)]
        line(canvas, place, smile, "4a2a26")
    whiskers(canvas, place, rng)


def dog_head(canvas, place, coat, light, rng):
    fur = coat.hair
    skull = [(0, -0.2, 0.8, 0.75, 0, 0.7), (0, 0.82, 0.27, 0.22, 0, 0.3)]
    furry(canvas, place, skull + both((0.4, 0.2, 0.48, 0.48, 0, 0.5)), coat.head, light, rng, fur)
    disc(canvas, place, 0, 0.74, 0.28, 0.22, rgb("2a1010"))
    tongue = [(0.03, 0.8, 0.17, 0.2, 0, 0.12), (0.05, 0.98, 0.155, 0.2, 0, 0.12)]
    solid(canvas, place, tongue, "e0707c", light, 0.35)
    line(canvas, place, [(0.03, 0.72), (0.05, 1.06)], "a83f4e")
    shadow(canvas, place, 0, 0.4, 0.38, 0.4, 0.2)
    muzzle = [(0, 0.28, 0.33, 0.44, 0, 0.45), *both((0.19, 0.5, 0.27, 0.25, 0.2, 0.42))]
    furry(canvas, place, muzzle, coat.head, light, rng, fur * 0.5, (0, 0.1))
    line(canvas, place, [(0, 0.34), (0, 0.66)], "2a1812")
    for k in (-1, 1):
        eye(canvas, place, light, 0.36 * k, -0.17, 0.13, coat.eyes, cat=False)
        shadow(canvas, place, 0.85 * k, 0.05, 0.25, 0.5, 0.35)
        ear = tube((0.68 * k, -0.62), (1.12 * k, -0.45), (0.98 * k, 0.42), 0.2, 0.3)
        furry(canvas, place, ear, coat.ears, light, rng, fur, (0.5 * k, -1.2))
        disc(canvas, place, 0.31 * k, -0.42, 0.1, 0.035, rgb(coat.second) * 0.6, 0, 0.25 * k)
    nose = [(0, 0.2, 0.19, 0.13, 0, 0.2), (0, 0.28, 0.1, 0.09, 0, 0.15)]
    solid(canvas, place, nose, "2f2928", light, 0.6)
    for k in (-1, 1):
        disc(canvas, place, 0.095 * k, 0.23, 0.045, 0.03, rgb("050404"), 0, 0.4 * k)


def collar(canvas, place, code, light):
    t = np.linspace(0.1, np.pi - 0.1, 60)
    band = [(0.66 * np.cos(a), 0.66 + 0.45 * np.sin(a), 0.1, 0.1, 0, 0.12) for a in t]
    solid(canvas, place, band, code, light)
    solid(canvas, place, [(0.26, 1.22, 0.13, 0.13, 0, 0.13)], "e8b93c", light, 0.6)


def animal(canvas, picture, place, light, rng):
    feet, *parts = POSES[picture.pose]
    coat, away = COATS[picture.coat], -light.side * place.flip
    x, _, rx, *_ = np.concatenate(parts).T
    left, right = (x - rx).min(), (x + rx).max()
    shadow(canvas, place, (left + right + away) / 2, feet - 0.08, 0.42 * (right - left), 0.22, 0.62)
    for part in parts:
        furry(canvas, place, part, coat.body, light, rng, coat.hair * 1.2, (0, -0.4))
        shadow(canvas, place, 0.1 * away, 0.45, 0.75, 0.75, 0.25, 0.2)
    collar(canvas, place, picture.collar, light)
    shadow(canvas, place, 0, 0.3, 0.6, 0.55, 0.3)
    head = place._replace(tilt=picture.tilt, yaw=picture.yaw)
    (cat_head if picture.kind == "cat" else dog_head)(canvas, head, coat, light, rng)
