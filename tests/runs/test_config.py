"""Configs: what is taken, and how what is wrong is named."""

from __future__ import annotations

import pytest

from ddcli.errors import ConfigError
from ddcli.operators.catalogue import IMAGE_OPERATORS
from ddcli.runs.augment import resolved_yaml
from ddcli.runs.config import Config, Random, load_config, parse_config, shipped_configs
from ddcli.runs.document import parse_yaml

FULL = """\
schema_version: 1
reader:  {random_shuffle: true, initial_fill: 21}
decode:  {device: cpu}
augment:
  - rotate: {angle: {uniform: {range: [-10, 10]}}, fill_value: 0}
  - flip:   {horizontal: {coin_flip: {probability: 0.5}}}
output:  {format: jpeg, quality: 95, copies: 2}
run:     {seed: 42, batch_size: 64}
"""


def parsed(text: str) -> Config:
    return parse_config(parse_yaml(text, "run.yaml"))


def test_the_specified_example_is_taken():
    config = parsed(FULL)
    assert config.reader.random_shuffle
    assert config.reader.initial_fill == 21
    assert config.decode == {"device": "cpu"}
    assert [step.operator.name for step in config.augment] == ["rotate", "flip"]
    angle = config.augment[0].arguments["angle"]
    assert isinstance(angle, Random)
    assert angle.parameters == {"range": (-10.0, 10.0)}
    assert (config.output.copies, config.run.seed) == (2, 42)


def test_an_operator_without_arguments_may_be_a_bare_name():
    for step in ("flip", "flip:", "{flip: {}}"):
        config = parsed(f"schema_version: 1\naugment:\n  - {step}\n")
        assert config.augment[0].operator is IMAGE_OPERATORS["flip"]


WRONG = [
    ("augmnt: []", "run.yaml:2: augmnt: unknown key 'augmnt'; did you mean 'augment'?"),
    ("augment:\n - rotat: {angle: 1}", "run.yaml:3: augment.0.rotat: unknown operator 'rotat';"
     " did you mean 'rotate'?"),
    ("augment:\n - rotate:\n     angel: 1", "run.yaml:4: augment.0.rotate.angel: unknown key"
     " 'angel'; did you mean 'angle'?"),
    ("augment:\n - rotate: {fill_value: 0}", "run.yaml:3: augment.0.rotate: needs angle"),
    ("augment:\n - rotate: {angle: steep}", "run.yaml:3: augment.0.rotate.angle: input should be"
     " a valid number, unable to parse string as a number, not 'steep'"),
    ("augment:\n - rotate: {angle: {unifrom: {}}}", "run.yaml:3: augment.0.rotate.angle.unifrom:"
     " unknown distribution 'unifrom'; did you mean 'uniform'?"),
    ("augment:\n - rotate: {angle: {uniform: {range: [9, 1]}}}", "range must be (low, high)"),
    ("augment:\n - rotate: {angle: {uniform: {range: [9]}}}", "rotate.angle.uniform.range"),
    ("augment:\n - flip: {horizontal: {choice: {a: [a, b]}}}", "augment.0.flip.horizontal"),
    ("augment:\n - rotate: {angle: 1, keep_size: {coin_flip: }}", "takes no distribution"),
    ("augment: rotate", "augment: must be a list"),
    ("augment:\n - [rotate]", "augment.0: must be one operator"),
    ("output: {quality: 0}", "run.yaml:2: output.quality: input should be greater than or equal"),
    ("output: {format: gif}", "output.format"),
    ("output: {copies: many}", "output.copies"),
    ("run: {seed: -1}", "run.seed"),
    ("run: [1]", "run: must be a mapping"),
    ("decode: {device: gpu}", "run.yaml:2: decode.device: device 'gpu' is not available"),
    ("decode: {device: tpu}", "run.yaml:2: decode.device: device must be one of"),
    ("run: {seed: 1}\nrun: {seed: 2}", "run.yaml:3: run: this key is here twice"),
    ("run: {seed: ]", "run.yaml:2: not valid YAML"),
    ("run: !!python/object/apply:os.system [id]", "not valid YAML"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_mistake_is_named_with_file_line_and_key(text, message):
    with pytest.raises(ConfigError) as caught:
        parsed("schema_version: 1\n" + text + "\n")
    assert message in str(caught.value)
    assert str(caught.value).startswith("run.yaml:")


@pytest.mark.parametrize(
    "text", ["", "[]", "schema_version: 2", "augment: []", "schema_version: x"]
)
def test_a_config_says_its_version(text):
    with pytest.raises(ConfigError, match="schema_version"):
        parsed(text)


def test_flags_override_the_file_and_are_checked_alike():
    config = parsed(FULL).with_flags({"run": {"seed": 7}, "output": {"format": "png"}})
    assert (config.run.seed, config.run.batch_size) == (7, 64)
    assert (config.output.format, config.output.copies) == ("png", 2)
    with pytest.raises(ConfigError, match=r"command line: output\.format"):
        config.with_flags({"output": {"format": "gif"}})


def test_op_expressions_come_after_the_files_operators():
    config = parsed(FULL).with_ops(["resize(resize_shorter=64)", "flip"])
    assert [s.operator.name for s in config.augment] == ["rotate", "flip", "resize", "flip"]


def test_unnamed_arguments_take_the_declared_order():
    (step,) = Config().with_ops(["rotate(uniform(-10, 10), 5)"]).augment
    assert step.arguments["angle"].parameters == {"range": (-10.0, 10.0)}
    assert step.arguments["fill_value"] == 5
    (step,) = Config().with_ops(["rotate(angle=normal(0, 5))"]).augment
    assert step.arguments["angle"].parameters == {"mean": 0, "stddev": 5}
    (step,) = Config().with_ops(["rotate(angle=choice([0, 90]))"]).augment
    assert step.arguments["angle"].parameters == {"a": [0, 90]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rotat(angle=1)", "did you mean 'rotate'"),
        ("rotate(angel=1)", "did you mean 'angle'"),
        ("rotate(angle=1, angle=2)", "given twice"),
        ("rotate(1, angle=2)", "given twice"),
        ("flip(1, 2, 3)", "at most 2"),
        ("rotate(angle=__import__('os').system('id'))", "can't call"),
        ("rotate(angle=1 + 1)", "no number, word, list or distribution"),
        ("rotate(**{})", r"\*\* is not allowed"),
        ("rotate.angle", "is not an operator"),
        ("rotate(", "can't be read"),
        ("1", "is not an operator"),
    ],
)
def test_a_wrong_expression_says_what_is_wrong(text, message):
    with pytest.raises(ConfigError, match=message):
        Config().with_ops([text])


@pytest.mark.parametrize("name", shipped_configs())
def test_shipped_configs_are_valid_and_go_through_yaml_and_back(name):
    config = load_config(name)
    assert config.augment
    assert parse_config(parse_yaml(resolved_yaml(config), "again")) == config


def test_a_name_that_is_neither_file_nor_shipped_is_explained():
    with pytest.raises(ConfigError, match="did you mean 'rotate'"):
        load_config("rotte")
    with pytest.raises(ConfigError, match="can't be read: No such file"):
        load_config("no/such/file.yaml")


def test_the_resolved_config_leaves_out_what_changes_no_byte():
    text = resolved_yaml(parsed(FULL))
    for name in ("batch_size", "random_shuffle", "threads", "initial_fill", "on_error"):
        assert f"{name}:" not in text
    assert "seed: 42" in text
