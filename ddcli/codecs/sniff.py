"""What the bytes are. The content decides, never the file name."""

from __future__ import annotations

import re

from ddcli.errors import Failure, Reason

_SIGNATURES = (
    ("jpeg", re.compile(rb"\xff\xd8\xff")),
    ("png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("webp", re.compile(rb"RIFF....WEBP", re.DOTALL)),
    ("gif", re.compile(rb"GIF8[79]a")),
    ("bmp", re.compile(rb"BM.{4}\0{4}|BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0", re.DOTALL)),
    ("tiff", re.compile(rb"II\x2a\0|MM\0\x2a|II\x2b\0|MM\0\x2b")),
    ("jpeg2000", re.compile(rb"\0\0\0\x0cjP  \r\n\x87\n|\xff\x4f\xff\x51")),
    ("avif", re.compile(rb".{4}ftyp(avif|avis)", re.DOTALL)),
    ("heic", re.compile(rb".{4}ftyp(heic|heix|hevc|mif1|msf1)", re.DOTALL)),
    ("pnm", re.compile(rb"P[1-6][\s#]")),
)

_STRANGERS = (
    (re.compile(rb"version https://git-lfs"), "a Git LFS pointer: run `git lfs pull`"),
    (re.compile(rb"\s*(<!doctype html|<html)", re.IGNORECASE), "an HTML page, maybe of an error"),
    (re.compile(rb"\s*(<\?xml|<svg)"), "XML or SVG, which is no pixel format"),
    (
        re.compile(rb"PK\x03\x04|\x1f\x8b|Rar!|7z\xbc\xaf|BZh|\xfd7zXZ"),
        "an archive: unpack it first",
    ),
    (re.compile(rb"%PDF-"), "a PDF document"),
    (re.compile(rb".{4}ftyp|\x1aE\xdf\xa3|RIFF....AVI ", re.DOTALL), "a video"),
    (re.compile(rb"\x93NUMPY"), "a NumPy file"),
    (re.compile(rb"[\t\n\r\x20-\x7e]{1,64}\Z"), "text"),
)

_HEAD = 64  # bytes that tell every format


def sniff(encoded: bytes | memoryview) -> str | Failure:
    """The format's name, or the Failure of bytes that are no image.

    >>> sniff(b"\\xff\\xd8\\xff\\xe0...")
    'jpeg'
    >>> print(sniff(b"<html>"))
    not_image: looks like an HTML page, maybe of an error
    """
    head = bytes(encoded[:_HEAD])
    if not head:
        return Failure(Reason.EMPTY, "the file has no bytes: copy or download it again")
    for name, signature in _SIGNATURES:
        if signature.match(head):
            return name
    for signature, what in _STRANGERS:
        if signature.match(head):
            return Failure(Reason.NOT_IMAGE, f"looks like {what}")
    if not head.strip(b"\0"):
        return Failure(
            Reason.NOT_IMAGE, "only zeros, as an interrupted copy or download leaves them"
        )
    return Failure(Reason.NOT_IMAGE, "the first bytes are those of no image format")
