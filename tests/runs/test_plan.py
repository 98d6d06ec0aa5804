"""Names of outputs: all different, whatever the sources are called."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ddcli.runs.plan import make_plan

stems = st.sampled_from(["a", "A", "b", "a-0", "a-1", "a.jpg", "a.png", "a.png~2", "ä", "a\u0308"])
extensions = st.sampled_from(["", ".jpg", ".JPG", ".jpeg", ".png"])
folders = st.sampled_from(["", "cat/", "dog/", "Cat/"])
keys = st.lists(
    st.builds(lambda folder, stem, ext: folder + stem + ext, folders, stems, extensions),
    unique=True,
    max_size=25,
)


@given(keys=keys, copies=st.integers(1, 3))
def test_no_two_outputs_are_alike_even_without_case(keys, copies):
    plan = make_plan(keys, copies, "jpg")
    names = [plan.output(i, copy) for i in range(len(keys)) for copy in range(copies)]
    assert len({name.casefold() for name in names}) == len(names)


@given(keys=keys)
def test_an_output_lies_where_its_source_lay(keys):
    plan = make_plan(keys, 1, "jpg")
    for index, key in enumerate(keys):
        assert plan.output(index, 0).rpartition("/")[0] == key.rpartition("/")[0]


@given(keys=keys, data=st.data())
def test_the_order_of_the_sources_does_not_matter(keys, data):
    shuffled = data.draw(st.permutations(keys))
    plan, other = make_plan(keys, 2, "jpg"), make_plan(shuffled, 2, "jpg")
    for index, key in enumerate(keys):
        assert plan.output(index, 1) == other.output(shuffled.index(key), 1)


def test_a_source_that_is_named_like_its_output_keeps_the_name():
    plan = make_plan(["c/a.bmp", "c/a.jpg", "c/b.png"], 1, "jpg")
    assert [plan.output(i, 0) for i in range(3)] == ["c/a.bmp.jpg", "c/a.jpg", "c/b.jpg"]


def test_copies_are_numbered():
    plan = make_plan(["c/a.jpg"], 3, "png")
    assert [plan.output(0, copy) for copy in range(3)] == ["c/a-0.png", "c/a-1.png", "c/a-2.png"]
