"""Draw the sample pictures: ten cats and eleven dogs, a folder for each.

They stand in for photographs, so that the tool can be tried without anyone's pictures at hand.
What must hold:

- one script, one result: each picture has its own seed, and a second run gives the same bytes;
- a glance tells whether a picture was turned, mirrored or colour-swapped: sky or wall above the
  ground, sun or lamp at the left and a red ball at the right, grass green, sky blue;
- sizes, orientations and JPEG settings differ, and each file is between 30 kB and 120 kB.

Usage: python make.py [FOLDER]     (without FOLDER: beside this file)
"""

import sys
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from animals import POSES, animal
from brush import Place, blur, paint, ramp, shadow, solid
from PIL import Image
from scenes import SCENES

LEFT = -1  # the side of the sun or the lamp in every picture, so that a mirrored one shows
SCALE = 2  # paint this much larger and shrink at the end, which softens every edge


class Picture(NamedTuple):
    kind: str
    scene: str
    coat: str
    pose: str
    wide: int
    high: int
    x: float  # the head's middle and the feet, as parts of the width and of the height
    feet: float
    unit: float  # half the head's width, as a part of the height
    flip: int  # -1: the body lies to the left of the head
    tilt: float
    yaw: float
    collar: str
    quality: int
    chroma: str
    progressive: int

    @classmethod
    def parse(cls, row):
        kinds = cls.__annotations__.values()
        return cls(*(kind(word) for kind, word in zip(kinds, row.split(), strict=True)))


PICTURES = """
cat meadow  ginger    lie   640 427  .33   .86 .180  1    .15   .12 2a8a8a 88 4:2:0 0
cat parlour tabby     sit   640 480  .50   .90 .150  1    .05   .05 2f5fb3 88 4:2:0 0
cat study   siamese   bust  480 640  .53  1.22 .210 -1    .10   .08 b3342f 90 4:2:0 0
cat nursery tuxedo    sit   500 375  .58   .93 .160  1   -.00  -.10 c8452f 92 4:4:4 0
cat autumn  calico    stand 640 480  .28   .90 .150  1   -.08  -.12 7a3a9a 86 4:2:0 0
cat parlour grey      lie   512 384  .34   .84 .190  1    .18  -.10 d8a02f 90 4:2:2 0
cat meadow  silver    bust  600 600  .55  1.16 .190  1    .12   .10 c23a5a 87 4:2:0 1
cat study   ginger    stand 640 427  .30   .93 .155  1   -.10  -.08 2f5fb3 89 4:2:0 0
cat nursery snowy     sit   427 640  .50   .88 .120  1    .08  -.10 d0457a 90 4:2:0 0
cat beach   tabby     lie   640 480  .34   .84 .165  1   -.12  -.08 e07a2a 88 4:2:0 0
dog meadow  golden    sit   480 640  .50   .91 .135  1   -.10  -.06 2f5fb3 88 4:2:0 0
dog autumn  beagle    stand 640 480  .28   .90 .150  1    .00  -.10 b3342f 87 4:2:0 0
dog meadow  dalmatian lie   640 427  .34   .88 .185  1   -.10  -.10 c23a2a 86 4:2:0 0
dog parlour chocolate bust  500 375  .48  1.24 .220  1   -.12   .08 3a9a5a 92 4:4:4 0
dog beach   spaniel   stand 640 480  .28   .90 .145  1   -.08   .08 2a8a8a 88 4:2:0 0
dog snow    husky     sit   600 600  .46   .90 .140  1    .00   .10 c8302f 90 4:2:0 0
dog study   shepherd  sit   427 640  .48   .90 .125  1    .10   .08 d8a02f 89 4:2:2 0
dog meadow  setter    stand 640 400  .30   .92 .155  1   -.06   .10 5a3a9a 87 4:2:0 0
dog nursery golden    lie   512 384  .33   .86 .185  1    .18  -.10 b3342f 90 4:2:0 0
dog autumn  chocolate bust  480 640  .48  1.15 .190 -1   -.10   .10 e0a02a 88 4:2:0 0
dog beach   beagle    sit   640 480  .45   .91 .150  1    .12   .08 2f5fb3 89 4:2:0 0
"""


def defocus(canvas, horizon, sharp_from):
    """Blur what lies behind the animal, the more the farther."""
    rows = np.arange(len(canvas), dtype=np.float32)[:, None]
    soft = blur(canvas, 0.006 * len(canvas))
    paint(canvas, soft.astype(np.float32), ramp(sharp_from, horizon, rows))


def develop(canvas, rng, size):
    """Shrink to the final size and add what a camera adds: bloom, vignetting, grain."""
    photo = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    photo += 0.25 * np.clip(blur(photo, 0.03 * size[1]) - 140, 0, None)
    y, x = np.mgrid[-1 : 1 : size[1] * 1j, -1 : 1 : size[0] * 1j]
    photo *= (1 - 0.3 * ramp(0.7, 1.5, np.hypot(x, y)))[..., None]
    photo += 5 * blur(rng.standard_normal(x.shape).astype(np.float32), 0.7)[..., None]
    return np.clip(photo, 0, 255).astype(np.uint8)


def draw(picture, seed):
    rng, scene = np.random.default_rng(seed), SCENES[picture.scene]
    wide, high = SCALE * picture.wide, SCALE * picture.high
    canvas = np.zeros((high, wide, 3), np.uint8)
    light, unit, feet = scene.light(LEFT), picture.unit * high, picture.feet * high
    scene.draw(canvas, rng, light.side)
    defocus(canvas, scene.horizon * high, min(feet, high) - 0.06 * high)
    place = Place(picture.x * wide, feet - POSES[picture.pose][0] * unit, unit, picture.flip)
    animal(canvas, picture, place, light, rng)
    scene.front(canvas, rng, min(feet, 0.95 * high), 700)
    ball = Place(wide * (0.5 - 0.38 * light.side), 0.87 * high, 0.06 * high)
    shadow(canvas, ball, -0.3 * light.side, 0.85, 1.1, 0.3, 0.6, 0.2)
    solid(canvas, ball, [(0, 0, 1, 1, 0, 1)], "d8281e", light, 0.6)
    scene.front(canvas, rng, 0.95 * high, 300)
    return develop(canvas, rng, (picture.wide, picture.high))


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    made = {"cat": 0, "dog": 0}
    for seed, row in enumerate(PICTURES.strip().splitlines()):
        picture = Picture.parse(row)
        made[picture.kind] += 1
        path = folder / picture.kind / f"{picture.kind}_{made[picture.kind]:02d}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(draw(picture, seed)).save(
            path,
            quality=picture.quality,
            subsampling=picture.chroma,
            progressive=bool(picture.progressive),
        )


if __name__ == "__main__":
    main()
