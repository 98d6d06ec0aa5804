"""Draws the sample pictures: 10 cats and 11 dogs, lit from the upper left.

What must hold: the same files, byte for byte, at every run; and one sees at a glance whether a
picture is upright, turned, mirrored or has its colours swapped. So the sky or the lamp is above,
the light comes from the left, a red ball lies at the right, and a golden tag hangs from the collar.

    python make.py [FOLDER]
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

SIZES = [(640, 480), (640, 427), (480, 640), (500, 375), (427, 640), (600, 600), (512, 384)]
SUBSAMPLINGS = ["4:2:0", "4:2:0", "4:4:4", "4:2:0", "4:2:2"]
SUPERSAMPLING = 2  # edges are drawn twice as fine and then averaged
LIGHT = np.array([-0.55, -0.6, 0.58], np.float32)  # towards the light: left, up, to the viewer
FUR = {
    "cat": [(0.83, 0.52, 0.24), (0.55, 0.52, 0.50), (0.32, 0.27, 0.25), (0.86, 0.78, 0.66)],
    "dog": [(0.62, 0.40, 0.22), (0.88, 0.72, 0.46), (0.36, 0.24, 0.17), (0.80, 0.77, 0.74)],
}


@dataclass
class Scene:
    """A picture in the making: RGB from 0 to 1, the coordinates of its pixels, and its chance."""

    pixels: np.ndarray
    x: np.ndarray
    y: np.ndarray
    rng: np.random.Generator

    @property
    def shape(self) -> tuple[int, int]:
        return self.pixels.shape[0], self.pixels.shape[1]

    def blend(self, mask: np.ndarray, color: np.ndarray) -> None:
        """Lays a colour, one for all or one a pixel, over the picture where the mask says so."""
        self.pixels += mask[..., None] * (color - self.pixels)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for kind, count in (("cat", 10), ("dog", 11)):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for number in range(1, count + 1):
            place = number + (3 if kind == "dog" else 0)
            picture = draw(kind, place, SIZES[place % len(SIZES)])
            target = folder / kind / f"{kind}_{number:02d}.jpg"
            target.write_bytes(encode(picture, place))


def draw(kind: str, seed: int, size: tuple[int, int]) -> np.ndarray:
    scene = empty_scene(size, np.random.default_rng([seed, len(kind), ord(kind[0])]))
    if seed % 3 == 2:
        paint_room(scene)
    else:
        paint_meadow(scene)
    scene.pixels = cv2.GaussianBlur(scene.pixels, (0, 0), 5)  # out of focus
    paint_ball(scene)
    paint_animal(scene, kind, seed)
    return developed(scene)


def empty_scene(size: tuple[int, int], rng: np.random.Generator) -> Scene:
    width, height = (side * SUPERSAMPLING for side in size)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    return Scene(np.zeros((height, width, 3), np.float32), x, y, rng)


def encode(picture: np.ndarray, seed: int) -> bytes:
    stream = io.BytesIO()
    subsampling = SUBSAMPLINGS[seed % len(SUBSAMPLINGS)]
    Image.fromarray(picture).save(
        stream, "JPEG", quality=90, subsampling=subsampling, progressive=seed == 4
    )
    return stream.getvalue()


def developed(scene: Scene) -> np.ndarray:
    """The scene as a camera gives it: averaged to its size, darker corners, grain, 8 bits."""
    height, width = scene.shape
    size = (width // SUPERSAMPLING, height // SUPERSAMPLING)
    pixels = cv2.resize(scene.pixels, size, interpolation=cv2.INTER_AREA)
    y, x = np.mgrid[-1 : 1 : size[1] * 1j, -1 : 1 : size[0] * 1j]
    pixels *= (1 - 0.16 * (x * x + y * y))[..., None]
    pixels += scene.rng.normal(0, 0.014, (size[1], size[0], 1))
    return (np.clip(pixels, 0, 1) ** 0.92 * 255 + 0.5).astype(np.uint8)


# Textures


def clouds(scene: Scene, coarsest: int, stretch: float = 1.0) -> np.ndarray:
    """Smooth noise from 0 to 1 in five octaves; `coarsest` blobs fit into the picture's width."""
    height, width = scene.shape
    total = np.zeros((height, width), np.float32)
    for octave in range(5):
        columns = coarsest << octave
        rows = max(2, round(columns * height / width * stretch))
        grid = scene.rng.random((rows, columns), dtype=np.float32)
        total += cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC) / (2 << octave)
    return np.clip((total - 0.25) / 0.5, 0, 1)


def strands(scene: Scene, angle: np.ndarray, length: int) -> np.ndarray:
    """Noise smeared along the directions `angle` (radians): fur or grass, about 0, deviation 1."""
    grain = cv2.GaussianBlur(scene.rng.normal(0, 1, scene.shape).astype(np.float32), (0, 0), 1.1)
    total = np.zeros_like(grain)
    cos, sin = np.cos(angle) * 2, np.sin(angle) * 2
    for step in range(-length // 2, length // 2 + 1):
        total += cv2.remap(
            grain,
            scene.x + step * cos,
            scene.y + step * sin,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
    return total / total.std()


# Solids


def soft(distance: np.ndarray, width: float = 1.5) -> np.ndarray:
    """A mask that is 1 where `distance`, in pixels, is negative, with a soft edge."""
    return np.clip(0.5 - distance / (2 * width), 0, 1)


def ellipsoid(
    scene: Scene, center: tuple[float, float], radii: tuple[float, float], turn: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """The mask of an ellipsoid and how bright the light makes each of its pixels."""
    cos, sin = np.cos(turn), np.sin(turn)
    dx, dy = scene.x - center[0], scene.y - center[1]
    u, v = (cos * dx + sin * dy) / radii[0], (cos * dy - sin * dx) / radii[1]
    radius = np.sqrt(u * u + v * v)
    depth = np.sqrt(np.clip(1 - radius * radius, 0, 1))
    facing = (cos * u - sin * v) * LIGHT[0] + (sin * u + cos * v) * LIGHT[1] + depth * LIGHT[2]
    return soft((radius - 1) * min(radii)), 0.42 + 0.7 * np.clip(facing, 0, 1)


def polygon(scene: Scene, points: list[tuple[float, float]], blur: float) -> np.ndarray:
    mask = np.zeros(scene.shape, np.uint8)
    cv2.fillPoly(mask, [np.array(points, np.int32)], 255, cv2.LINE_AA)
    return cv2.GaussianBlur(mask, (0, 0), blur).astype(np.float32) / 255


def shadow(scene: Scene, center: tuple[float, float], radii: tuple[float, float]) -> None:
    mask, _ = ellipsoid(scene, center, radii)
    scene.pixels *= 1 - 0.55 * cv2.GaussianBlur(mask, (0, 0), radii[1] / 3)[..., None]


# Surroundings


def paint_meadow(scene: Scene) -> None:
    height, width = scene.shape
    horizon = height * scene.rng.uniform(0.42, 0.55)
    up = (scene.y / horizon)[..., None]
    scene.pixels[:] = (
        np.float32([0.25, 0.50, 0.88]) * (1 - up) + np.float32([0.78, 0.88, 0.97]) * up
    )
    scene.blend(0.75 * clouds(scene, 3, stretch=2.5) ** 2, np.float32([1, 1, 1]))
    sun = np.hypot(scene.x - width * 0.14, scene.y - height * 0.12) / width
    scene.blend(np.exp(-((sun / 0.045) ** 4)), np.float32([1.0, 0.97, 0.78]))
    scene.pixels += (0.45 * np.exp(-sun / 0.10))[..., None] * np.float32([1.0, 0.85, 0.5])
    hills = horizon - height * 0.10 * clouds(scene, 2)[int(height * 0.3)] ** 1.3
    trees = hills + height * 0.012 * strands(scene, np.zeros_like(scene.x), 3)
    scene.blend(soft(trees - scene.y, 3), np.float32([0.16, 0.33, 0.20]))
    paint_grass(scene, horizon)


def paint_grass(scene: Scene, horizon: float) -> None:
    near = np.clip((scene.y - horizon) / (scene.shape[0] - horizon), 0, 1)
    blades = strands(scene, np.full_like(scene.x, np.pi / 2) + 0.5 * clouds(scene, 6) - 0.25, 26)
    light = (0.62 + 0.32 * clouds(scene, 4) + 0.16 * blades * (0.25 + near))[..., None]
    scene.blend(soft(horizon - scene.y, 4), light * np.float32([0.38, 0.62, 0.20]))


def paint_room(scene: Scene) -> None:
    height, width = scene.shape
    skirting = height * scene.rng.uniform(0.60, 0.68)
    wall = np.float32([[0.55, 0.68, 0.72], [0.78, 0.70, 0.58], [0.62, 0.56, 0.70]])[
        scene.rng.integers(3)
    ]
    stripes = 0.95 + 0.05 * np.sign(np.sin(scene.x / width * 70))
    scene.pixels[:] = (stripes * (0.82 + 0.12 * clouds(scene, 8)))[..., None] * wall
    planks = 0.85 + 0.10 * np.sin(
        np.floor((scene.x - width / 2) / (scene.y - skirting + 90) * 9) * 7
    )
    wood = planks * (0.75 + 0.35 * clouds(scene, 3, stretch=9))
    scene.blend(soft(skirting - scene.y), wood[..., None] * np.float32([0.62, 0.40, 0.24]))
    scene.blend(soft(abs(scene.y - skirting) - height * 0.012), np.float32([0.92, 0.90, 0.86]))
    glow = np.hypot(scene.x - width * 0.15, scene.y - height * 0.17) / width
    scene.pixels *= (0.62 + 0.75 * np.exp(-glow / 0.40))[..., None]
    paint_lamp(scene, width * 0.15, height * 0.17, width * 0.10)


def paint_lamp(scene: Scene, x: float, y: float, size: float) -> None:
    pole = soft(abs(scene.x - x) - size * 0.05) * soft(y - scene.y)
    scene.blend(pole, np.float32([0.2, 0.18, 0.16]))
    shade = [(x - size * 0.4, y - size * 0.6), (x + size * 0.4, y - size * 0.6)]
    shade += [(x + size, y + size * 0.6), (x - size, y + size * 0.6)]
    scene.blend(polygon(scene, shade, 3), np.float32([1.0, 0.90, 0.62]))


def paint_ball(scene: Scene) -> None:
    height, width = scene.shape
    radius = min(height, width) * 0.075
    center = (width * 0.88, height * 0.88)
    shadow(scene, (center[0] + radius * 0.3, center[1] + radius), (radius * 1.2, radius * 0.35))
    mask, light = ellipsoid(scene, center, (radius, radius))
    band = soft(abs(scene.y - center[1] + 0.3 * (scene.x - center[0])) - radius * 0.16)[..., None]
    color = np.float32([0.86, 0.12, 0.10]) * (1 - band) + np.float32([0.95, 0.95, 0.92]) * band
    scene.blend(mask, light[..., None] * color)
    spot = np.hypot(scene.x - center[0] + radius * 0.4, scene.y - center[1] + radius * 0.45)
    scene.blend(0.8 * np.exp(-((spot / (radius * 0.16)) ** 2)), np.float32([1, 1, 1]))


# Animals


@dataclass
class Head:
    """Where the head is, how large, and its tilt; coordinates on it are in units of its radius."""

    x: float
    y: float
    radius: float
    tilt: float

    def at(self, u: float, v: float) -> tuple[float, float]:
        cos, sin = np.cos(self.tilt), np.sin(self.tilt)
        return (
            self.x + self.radius * (cos * u - sin * v),
            self.y + self.radius * (sin * u + cos * v),
        )

    def length(self, *units: float) -> tuple[float, ...]:
        return tuple(self.radius * unit for unit in units)


def paint_animal(scene: Scene, kind: str, seed: int) -> None:
    height, width = scene.shape
    rng = scene.rng
    radius = min(height, width) * rng.uniform(0.20, 0.25)
    head = Head(width * rng.uniform(0.40, 0.58), height * rng.uniform(0.40, 0.46), radius, 0)
    head.tilt = rng.uniform(-0.16, 0.16)
    color = np.float32(FUR[kind][seed % 4]) * rng.uniform(0.9, 1.08)
    away = np.arctan2(scene.y - head.y - radius * 0.3, scene.x - head.x)
    fur = strands(scene, away + 0.25 * (clouds(scene, 5) - 0.5), 18)
    coat = (1 + 0.10 * fur + 0.14 * (clouds(scene, 5) - 0.5))[..., None]
    if kind == "cat":
        coat = coat * tabby(scene, head)[..., None]
    paint_body(scene, head, coat * color)
    (paint_cat if kind == "cat" else paint_dog)(scene, head, coat * color)


def tabby(scene: Scene, head: Head) -> np.ndarray:
    """Darker stripes that run outwards on the head and across the body."""
    dx, dy = (scene.x - head.x) / head.radius, (scene.y - head.y) / head.radius
    wave = np.sin(9 * np.arctan2(dy + 0.2, dx) + 2.5 * np.hypot(dx, dy) + 3 * clouds(scene, 4))
    return 1 - 0.34 * np.clip(wave - 0.25, 0, 1) * np.clip(np.hypot(dx, dy) * 1.5 - 0.45, 0, 1)


def paint_body(scene: Scene, head: Head, coat: np.ndarray) -> None:
    bottom = scene.shape[0]
    shadow(scene, (head.x, bottom - head.radius * 0.1), head.length(1.9, 0.35))
    parts = [(0.0, 1.9, 1.08, 1.45, 0.0), (-0.52, 2.75, 0.36, 0.85, 0.06)]
    parts += [(0.52, 2.75, 0.36, 0.85, -0.06)]
    for u, v, across, down, turn in parts:
        mask, light = ellipsoid(
            scene,
            (head.x + u * head.radius, head.y + v * head.radius),
            head.length(across, down),
            turn,
        )
        scene.blend(mask, light[..., None] * coat)
    chest, light = ellipsoid(scene, (head.x, head.y + 1.75 * head.radius), head.length(0.5, 0.85))
    chest = 0.7 * cv2.GaussianBlur(chest, (0, 0), head.radius * 0.08)
    scene.blend(chest, light[..., None] * (0.55 + 0.4 * coat / coat.max()))
    paint_collar(scene, head)


def paint_collar(scene: Scene, head: Head) -> None:
    """A blue collar with a golden tag at the viewer's right."""
    center = (head.x, head.y + head.radius * 0.72)
    ring, light = ellipsoid(scene, center, head.length(0.80, 0.42))
    inner, _ = ellipsoid(
        scene, (center[0], center[1] - head.radius * 0.13), head.length(0.82, 0.40)
    )
    band = ring * (1 - inner)
    scene.blend(band, light[..., None] * np.float32([0.10, 0.28, 0.72]))
    tag = (head.x + head.radius * 0.30, head.y + head.radius * 1.22)
    mask, light = ellipsoid(scene, tag, head.length(0.13, 0.15))
    scene.blend(mask, light[..., None] * np.float32([1.0, 0.80, 0.22]))


def paint_skull(scene: Scene, head: Head, coat: np.ndarray, radii: tuple[float, float]) -> None:
    """The head's ball, with an edge of hair that sticks out."""
    ragged = head.radius * 0.02 * strands(scene, np.zeros_like(scene.x), 2)
    moved = Scene(scene.pixels, scene.x + ragged, scene.y + ragged, scene.rng)
    mask, light = ellipsoid(moved, (head.x, head.y), head.length(*radii), head.tilt)
    scene.blend(mask, light[..., None] * coat)


def paint_cat(scene: Scene, head: Head, coat: np.ndarray) -> None:
    for side in (-1, 1):
        outer = [
            head.at(side * 0.92, -0.30),
            head.at(side * 0.86, -1.32),
            head.at(side * 0.18, -0.85),
        ]
        inner = [
            head.at(side * 0.80, -0.50),
            head.at(side * 0.79, -1.12),
            head.at(side * 0.36, -0.82),
        ]
        scene.blend(polygon(scene, outer, 4), (0.95 - 0.12 * side) * coat)
        scene.blend(polygon(scene, inner, 6), np.float32([0.90, 0.62, 0.58]))
    paint_skull(scene, head, coat, (1.04, 0.90))
    pale = 0.45 * coat + np.float32([0.50, 0.48, 0.45])
    for side in (-1, 1):
        mask, light = ellipsoid(scene, head.at(side * 0.20, 0.42), head.length(0.27, 0.22))
        scene.blend(0.9 * cv2.GaussianBlur(mask, (0, 0), 4), light[..., None] * pale)
    for side in (-1, 1):
        paint_eye(scene, head, head.at(side * 0.42, -0.08), (0.21, 0.18), slit=True)
    nose = [head.at(-0.11, 0.24), head.at(0.11, 0.24), head.at(0.0, 0.36)]
    scene.blend(polygon(scene, nose, 3), np.float32([0.86, 0.48, 0.48]))
    paint_mouth(scene, head, 0.36, 0.50, 0.20)
    paint_whiskers(scene, head)


def paint_dog(scene: Scene, head: Head, coat: np.ndarray) -> None:
    paint_skull(scene, head, coat, (0.90, 0.98))
    for side in (-1, 1):
        mask, light = ellipsoid(
            scene, head.at(side * 0.95, 0.02), head.length(0.30, 0.78), head.tilt - side * 0.28
        )
        scene.blend(mask, (light * (0.9 - 0.1 * side))[..., None] * coat * 0.62)
    tongue, light = ellipsoid(scene, head.at(0.06, 0.92), head.length(0.17, 0.30), head.tilt)
    scene.blend(tongue, light[..., None] * np.float32([0.95, 0.45, 0.50]))
    pale = 0.55 * coat + np.float32([0.38, 0.35, 0.31])
    mask, light = ellipsoid(scene, head.at(0.0, 0.44), head.length(0.50, 0.42), head.tilt)
    scene.blend(cv2.GaussianBlur(mask, (0, 0), 5), light[..., None] * pale)
    for side in (-1, 1):
        paint_eye(scene, head, head.at(side * 0.38, -0.18), (0.14, 0.14), slit=False)
    mask, light = ellipsoid(scene, head.at(0.0, 0.24), head.length(0.22, 0.16), head.tilt)
    scene.blend(mask, light[..., None] * np.float32([0.12, 0.10, 0.10]))
    spot = np.hypot(scene.x - head.at(-0.07, 0.18)[0], scene.y - head.at(-0.07, 0.18)[1])
    scene.blend(0.7 * np.exp(-((spot / (head.radius * 0.05)) ** 2)), np.float32([1, 1, 1]))
    paint_mouth(scene, head, 0.40, 0.66, 0.26)


def paint_eye(
    scene: Scene, head: Head, center: tuple[float, float], size: tuple[float, float], slit: bool
) -> None:
    rim, _ = ellipsoid(scene, center, head.length(size[0] * 1.18, size[1] * 1.18), head.tilt)
    scene.blend(0.85 * rim, np.float32([0.13, 0.10, 0.09]))
    iris, light = ellipsoid(scene, center, head.length(*size), head.tilt)
    color = np.float32([0.55, 0.72, 0.22]) if slit else np.float32([0.36, 0.20, 0.10])
    scene.blend(iris, light[..., None] * color * 1.15)
    pupil = (size[0] * 0.30, size[1] * 0.88) if slit else (size[0] * 0.58, size[1] * 0.58)
    mask, _ = ellipsoid(scene, center, head.length(*pupil), head.tilt)
    scene.blend(mask, np.float32([0.03, 0.03, 0.03]))
    glint = np.hypot(
        scene.x - center[0] + head.radius * 0.06, scene.y - center[1] + head.radius * 0.06
    )
    scene.blend(np.exp(-((glint / (head.radius * 0.04)) ** 2)), np.float32([1, 1, 1]))


def paint_mouth(scene: Scene, head: Head, top: float, corner: float, reach: float) -> None:
    lines = np.zeros(scene.shape, np.uint8)
    middle = head.at(0.0, corner - 0.03)
    for points in (
        [head.at(0.0, top), middle],
        *(
            [
                middle,
                head.at(side * reach * 0.6, corner + 0.05),
                head.at(side * reach, corner - 0.04),
            ]
            for side in (-1, 1)
        ),
    ):
        line = np.array(points, np.int32)
        cv2.polylines(lines, [line], False, 255, max(2, round(head.radius / 45)), cv2.LINE_AA)
    mask = cv2.GaussianBlur(lines, (0, 0), 1.2).astype(np.float32) / 255
    scene.blend(0.8 * mask, np.float32([0.20, 0.12, 0.10]))


def paint_whiskers(scene: Scene, head: Head) -> None:
    lines = np.zeros(scene.shape, np.uint8)
    for side in (-1, 1):
        for number in range(4):
            start = head.at(side * 0.28, 0.36 + 0.05 * number)
            end = head.at(side * 1.35, 0.18 + 0.17 * number + scene.rng.uniform(-0.05, 0.05))
            bend = head.at(side * 0.8, 0.24 + 0.12 * number)
            cv2.polylines(
                lines, [np.array([start, bend, end], np.int32)], False, 255, 2, cv2.LINE_AA
            )
    scene.blend(0.8 * lines.astype(np.float32) / 255, np.float32([0.97, 0.96, 0.93]))


if __name__ == "__main__":
    main()
