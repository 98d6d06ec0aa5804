"""What a folder, names or a list are as samples: order, labels, and what is passed over."""

from __future__ import annotations

import os
import socket
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from ddcli.errors import ArgumentError, DatasetError
from ddcli.readers.discovery import Listing, list_files, list_folder, read_file_list

needs_permissions = pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")


def _make(root: Path, *names: str) -> Path:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return root


def _write_list(folder: Path, content: bytes) -> Path:
    path = folder / "list.txt"
    path.write_bytes(content)
    return path


# Classes and labels.


def test_sub_folders_are_classes_labelled_by_sorted_name(tmp_path):
    _make(tmp_path, "dog/b.jpg", "cat/z.png", "dog/a.jpg", "Cow/a.jpg")
    listing = list_folder(tmp_path)
    assert listing.classes == ["Cow", "cat", "dog"]
    assert listing.keys == ["Cow/a.jpg", "cat/z.png", "dog/a.jpg", "dog/b.jpg"]
    assert listing.labels == [0, 1, 2, 2]
    assert listing.paths == [str(tmp_path / key) for key in listing.keys]
    assert listing.root == str(tmp_path)
    assert listing.ignored == {}


def test_an_empty_class_folder_keeps_its_label(tmp_path):
    (tmp_path / "b_empty").mkdir()
    listing = list_folder(_make(tmp_path, "a/1.jpg", "c/1.jpg"))
    assert listing.classes == ["a", "b_empty", "c"]
    assert listing.labels == [0, 2]


def test_nested_folders_belong_to_the_class_at_the_top(tmp_path):
    listing = list_folder(_make(tmp_path, "a/2020/may/1.jpg", "b/1.jpg"))
    assert dict(zip(listing.keys, listing.labels, strict=True)) == {
        "a/2020/may/1.jpg": 0,
        "b/1.jpg": 1,
    }


def test_images_without_class_folders_are_one_class(tmp_path):
    listing = list_folder(_make(tmp_path, "b.jpg", "a.jpg"))
    assert (listing.keys, listing.labels, listing.classes) == (["a.jpg", "b.jpg"], [0, 0], [""])


def test_images_beside_class_folders_are_counted_not_listed(tmp_path):
    listing = list_folder(_make(tmp_path, "a/1.jpg", "x.jpg", "y.jpg"))
    assert listing.keys == ["a/1.jpg"]
    assert listing.ignored == {"outside the class folders": 2}


def test_clutter_folders_do_not_become_classes(tmp_path):
    listing = list_folder(_make(tmp_path, "1.jpg", ".git/x.jpg", "__MACOSX/1.jpg"))
    assert listing.classes == [""]
    assert listing.ignored == {"dotfile": 1, "__MACOSX": 1}


# Order.


def test_order_is_lexicographic_by_path_components(tmp_path):
    # "-" and "." sort before "/": as plain strings, the folder "b" would come after "b-1.jpg".
    names = ["c/b/1.jpg", "c/b-1.jpg", "c/b.jpg", "c/B.jpg", "c/a/z.jpg", "c/10.jpg", "c/9.jpg"]
    listing = list_folder(_make(tmp_path, *names))
    assert listing.keys == sorted(names, key=lambda name: name.split("/"))


def test_order_does_not_depend_on_the_order_of_creation(tmp_path):
    names = [f"c{number % 3}/{number:02}.jpg" for number in range(30)]
    forwards = list_folder(_make(tmp_path / "forwards", *names))
    backwards = list_folder(_make(tmp_path / "backwards", *reversed(names)))
    assert (forwards.keys, forwards.labels) == (backwards.keys, backwards.labels)


# Filters.


def test_default_filters_take_images_in_any_case_and_count_the_rest(tmp_path):
    images = ["1.JPG", "2.Jpeg", "3.png", "4.webp", "5.tif", "6.tiff", "7.bmp", "8.gif", "9.avif"]
    others = ["labels.csv", "a.npy", "a.jpg.txt", "noextension", "jpg"]
    listing = list_folder(_make(tmp_path, *(f"c/{name}" for name in images + others)))
    assert listing.keys == [f"c/{name}" for name in images]
    assert listing.ignored == {"no image extension": 5}


def test_file_filters_are_globs(tmp_path):
    _make(tmp_path, "c/train_1.dat", "c/train_22.dat", "c/TRAIN_3.DAT", "c/test_1.dat")
    listing = list_folder(tmp_path, file_filters=["train_?.dat", "nothing*"])
    assert listing.keys == ["c/TRAIN_3.DAT", "c/train_1.dat"]
    assert listing.ignored == {"not matched by file_filters": 2}


def test_filters_respect_case_when_asked(tmp_path):
    _make(tmp_path, "Cat/1.jpg", "Cat/2.JPG", "cat/1.jpg")
    filters = {"file_filters": ["*.jpg"], "dir_filters": ["Cat"]}
    assert list_folder(tmp_path, case_sensitive_filter=True, **filters).keys == ["Cat/1.jpg"]
    assert len(list_folder(tmp_path, **filters).keys) == 3


def test_dir_filters_choose_classes_which_are_numbered_without_gaps(tmp_path):
    _make(tmp_path, "a_no/1.jpg", "b_yes/deeper/1.jpg", "c_yes/1.jpg")
    listing = list_folder(tmp_path, dir_filters=["*_yes"])
    assert listing.classes == ["b_yes", "c_yes"]
    assert listing.keys == ["b_yes/deeper/1.jpg", "c_yes/1.jpg"]
    assert listing.labels == [0, 1]
    assert listing.ignored == {"not matched by dir_filters": 1}


# What is passed over.


def test_clutter_is_counted_at_every_depth(tmp_path):
    _make(tmp_path, "c/1.jpg", "c/.hidden.jpg", "c/Thumbs.db", "c/d/desktop.ini", "c/d/.x/1.jpg")
    listing = list_folder(tmp_path)
    assert listing.keys == ["c/1.jpg"]
    assert listing.ignored == {"dotfile": 2, "Thumbs.db": 1, "desktop.ini": 1}


def test_pipes_and_sockets_are_not_regular_files(tmp_path, monkeypatch):
    _make(tmp_path, "c/1.jpg")
    monkeypatch.chdir(tmp_path / "c")  # a socket's path may have about 100 bytes
    os.mkfifo("pipe.jpg")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.jpg")
        listing = list_folder(tmp_path)
    assert listing.keys == ["c/1.jpg"]
    assert listing.ignored == {"not a regular file": 2}


def test_a_folder_named_like_an_image_is_a_folder(tmp_path):
    listing = list_folder(_make(tmp_path, "c.jpg/d.png/1.jpg"))
    assert (listing.classes, listing.keys) == (["c.jpg"], ["c.jpg/d.png/1.jpg"])


def test_links_to_files_and_folders_are_followed(tmp_path):
    elsewhere = _make(tmp_path / "elsewhere", "1.jpg")
    root = _make(tmp_path / "root", "a/1.jpg")
    (root / "b").symlink_to(elsewhere)
    (root / "a" / "2.jpg").symlink_to(elsewhere / "1.jpg")
    assert list_folder(root).keys == ["a/1.jpg", "a/2.jpg", "b/1.jpg"]


def test_the_same_folder_linked_twice_is_no_loop(tmp_path):
    root = _make(tmp_path / "root", "a/x/1.jpg")
    (root / "a" / "y").symlink_to(root / "a" / "x")
    listing = list_folder(root)
    assert listing.keys == ["a/x/1.jpg", "a/y/1.jpg"]
    assert listing.ignored == {}


@pytest.mark.parametrize("target", [".", "..", "../.."])
def test_a_link_to_a_folder_around_it_is_not_followed(tmp_path, target):
    _make(tmp_path, "a/b/1.jpg", "a/b/z.jpg")
    (tmp_path / "a" / "b" / "loop").symlink_to(target)
    listing = list_folder(tmp_path)
    assert listing.keys == ["a/b/1.jpg", "a/b/z.jpg"]
    assert listing.ignored == {"symlink loop": 1}


def test_a_link_to_the_root_is_no_class_of_images(tmp_path):
    _make(tmp_path, "a/1.jpg")
    (tmp_path / "b").symlink_to(".")
    listing = list_folder(tmp_path)
    assert (listing.keys, listing.ignored) == (["a/1.jpg"], {"symlink loop": 1})


def test_a_broken_link_does_not_hide_the_files_beside_it(tmp_path):
    _make(tmp_path, "c/1.jpg", "c/z.jpg")
    (tmp_path / "c" / "gone.jpg").symlink_to("nowhere.jpg")
    (tmp_path / "c" / "self.jpg").symlink_to("self.jpg")
    listing = list_folder(tmp_path)
    assert listing.keys == ["c/1.jpg", "c/z.jpg"]
    assert listing.ignored == {"dangling symlink": 1, "symlink loop": 1}


@needs_permissions
def test_an_unreadable_folder_is_counted(tmp_path):
    _make(tmp_path, "a/1.jpg", "b/1.jpg", "b/closed/1.jpg")
    closed = tmp_path / "b" / "closed"
    closed.chmod(0)
    try:
        listing = list_folder(tmp_path)
    finally:
        closed.chmod(0o700)
    assert listing.keys == ["a/1.jpg", "b/1.jpg"]
    assert listing.ignored == {"unreadable folder": 1}


@needs_permissions
def test_a_link_through_a_closed_folder_does_not_hide_the_files_beside_it(tmp_path):
    closed = _make(tmp_path / "closed", "inside/1.jpg")
    root = _make(tmp_path / "root", "a/1.jpg", "a/z.jpg")
    (root / "a" / "link").symlink_to(closed / "inside")
    closed.chmod(0)
    try:
        listing = list_folder(root)
    finally:
        closed.chmod(0o700)
    assert listing.keys == ["a/1.jpg", "a/z.jpg"]
    assert listing.ignored == {"unreadable symlink": 1}


@needs_permissions
def test_an_unreadable_root_is_an_error(tmp_path):
    closed = _make(tmp_path / "closed", "a/1.jpg")
    closed.chmod(0)
    try:
        with pytest.raises(DatasetError, match=r"closed: the folder can't be read: Permission"):
            list_folder(closed)
    finally:
        closed.chmod(0o700)


# Odd names, and size.


@pytest.mark.parametrize(
    "name", [b"caf\xe9.jpg", b"new\nline.jpg", b"\x1b[31mred.jpg", b" .jpg", b"a\\b.jpg", b"*.jpg"]
)
def test_odd_names_are_listed_and_can_be_opened(tmp_path, name):
    folder = _make(tmp_path, "c/1.png") / "c"
    Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_bytes(b"content")
    listing = list_folder(tmp_path, file_filters=["*.jpg"])
    assert [os.fsencode(key) for key in listing.keys] == [b"c/" + name]
    assert Path(listing.paths[0]).read_bytes() == b"content"


def test_a_tree_may_be_deeper_than_pythons_stack(tmp_path):
    _make(tmp_path, "c/z.jpg")
    deep = str(tmp_path / "c")
    for _ in range(1200):
        deep += "/d"
        os.mkdir(deep)
    Path(deep, "1.jpg").touch()
    try:
        assert list_folder(tmp_path).keys == [f"c/{'d/' * 1200}1.jpg", "c/z.jpg"]
    finally:
        os.unlink(f"{deep}/1.jpg")
        os.removedirs(deep)  # pytest's own clean-up is recursive


def test_listing_costs_little_more_than_its_names(tmp_path):
    _make(tmp_path, *(f"class_{number % 4}/image_{number:06}.jpg" for number in range(4000)))
    list_folder(tmp_path)
    tracemalloc.start()
    listing = list_folder(tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    names = sum(name.__sizeof__() for name in [*listing.paths, *listing.keys])
    assert peak < 1.5 * names


# Errors of a folder.


@pytest.mark.parametrize("name", ["missing", "missing/deeper"])
def test_a_missing_folder_is_an_error_with_its_path(tmp_path, name):
    with pytest.raises(DatasetError, match=f"{name}: no such folder"):
        list_folder(tmp_path / name)


def test_a_file_is_not_a_folder(tmp_path):
    with pytest.raises(DatasetError, match=r"1\.jpg: not a folder"):
        list_folder(_make(tmp_path, "1.jpg") / "1.jpg")


def test_nothing_found_names_filters_and_what_was_passed_over(tmp_path):
    _make(tmp_path, "a/1.txt", "a/.x", "b/1.jpg")
    with pytest.raises(DatasetError) as caught:
        list_folder(tmp_path, file_filters=["*.dat"], dir_filters=["a*"])
    message = str(caught.value)
    assert message.startswith(f"{tmp_path}: no file that matches file_filters (*.dat)")
    assert "in the sub-folders that match dir_filters (a*)" in message
    assert "1 dotfile" in message
    assert "1 not matched by dir_filters" in message
    assert "1 not matched by file_filters" in message


def test_nothing_found_by_default_says_what_counts_as_an_image(tmp_path):
    with pytest.raises(DatasetError, match=r"no image \(jpg, jpeg, .*\) in this folder$"):
        list_folder(tmp_path)


# Names.


def test_files_keep_their_order_and_are_labelled_by_their_place():
    listing = list_files(["b.jpg", "a/c.jpg"], root="r")
    paths = [os.path.join("r", "b.jpg"), os.path.join("r", "a/c.jpg")]
    assert listing == Listing("r", paths, ["b.jpg", "a/c.jpg"], [0, 1], [], {})


def test_absolute_files_are_not_joined_to_the_root(tmp_path):
    assert list_files([tmp_path / "a.jpg"], root="r").paths == [str(tmp_path / "a.jpg")]


def test_files_take_given_labels_as_plain_ints():
    listing = list_files(["a", "b", "c"], np.array([5, 5, -1]))
    assert listing.labels == [5, 5, -1]
    assert {type(label) for label in listing.labels} == {int}


def test_no_files_is_an_error():
    with pytest.raises(DatasetError, match="the list of files is empty"):
        list_files([])


@pytest.mark.parametrize(
    ("files", "labels", "message"),
    [
        (["a", "b"], [1], "2 files, but 1 labels"),
        (["a", "b"], [1, 1.7], r"labels\[1\] must be a whole number, not 1.7"),
        (["a"], [2**31], r"labels\[0\] is 2147483648, which an int32 can't hold"),
        ("a.jpg", None, "must be a list of names, not the one name 'a.jpg'"),
        (Path("a.jpg"), None, "must be a list of names"),
    ],
)
def test_files_and_labels_that_do_not_fit_are_refused(files, labels, message):
    with pytest.raises(ArgumentError, match=message):
        list_files(files, labels)


# Lists.


@pytest.mark.parametrize(
    ("line", "name", "label"),
    [
        (b"a.jpg 3", "a.jpg", 3),
        (b"my cat  1.jpg 3", "my cat  1.jpg", 3),
        (b"a.jpg\t3", "a.jpg", 3),
        (b"  a.jpg   3  ", "a.jpg", 3),
        (b"a.jpg 3\r", "a.jpg", 3),
        (b"\xef\xbb\xbfa.jpg 3", "a.jpg", 3),
        (b"caf\xe9.jpg 3", "caf\udce9.jpg", 3),
        (b"sub/7 8 -3", "sub/7 8", -3),
    ],
)
def test_a_list_line_is_a_name_and_a_label(tmp_path, line, name, label):
    listing = read_file_list(_write_list(tmp_path, line + b"\n"))
    assert (listing.keys, listing.labels, listing.classes) == ([name], [label], [])


def test_names_of_a_list_are_relative_to_its_folder_or_the_root(tmp_path):
    path = _write_list(tmp_path, b"a.jpg 0\n\n  \n/abs/b.jpg 1")
    assert read_file_list(path).paths == [str(tmp_path / "a.jpg"), "/abs/b.jpg"]
    assert read_file_list(path, root="/r").paths == ["/r/a.jpg", "/abs/b.jpg"]


@pytest.mark.parametrize(
    "line",
    [
        *(b"a.jpg", b"7", b"a.jpg x", b"a.jpg 1.5", b"a.jpg 2147483648", b"a.jpg " + b"9" * 5000),
        *(b"a\0.jpg 1", "a.jpg \u0663".encode()),
    ],
)
def test_a_bad_list_line_is_named_by_file_and_number(tmp_path, line):
    path = _write_list(tmp_path, b"good.jpg 1\n\n" + line + b"\n")
    with pytest.raises(DatasetError, match=r"list\.txt:3: expected 'name label', found") as caught:
        read_file_list(path)
    assert len(str(caught.value)) < 400 + len(str(path))


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_a_list_without_lines_is_an_error(tmp_path, content):
    with pytest.raises(DatasetError, match=r"list\.txt: the file list is empty"):
        read_file_list(_write_list(tmp_path, content))


def test_a_list_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(DatasetError, match="can't be read: No such file"):
        read_file_list(tmp_path / "missing.txt")
    with pytest.raises(DatasetError, match="can't be read: Is a directory"):
        read_file_list(tmp_path)
