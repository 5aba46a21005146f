"""What the verbs share."""

import io
import json
import sys

import pytest

from regard.cli.common import emit, one_line, texts_from, typed
from regard.errors import Mistake


class Stream(io.TextIOWrapper):
    """Standard input with these bytes."""

    def __init__(self, content: bytes = b"", terminal: bool = False) -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8")
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_texts_are_the_arguments_as_they_are():
    assert texts_from(["one\ntwo", "", " "], None) == ["one\ntwo", "", " "]


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\r\n\r\n two \r\n", ["one", " two "]),
        (b"\xef\xbb\xbfone", ["one"]),
        ("a\u2028b\x85c\x0bd\n".encode(), ["a\u2028b\x85c\x0bd"]),
    ],
)
def test_texts_are_lines_of_a_file_or_of_standard_input(monkeypatch, tmp_path, content, texts):
    (tmp_path / "texts.txt").write_bytes(content)
    assert texts_from([], tmp_path / "texts.txt") == texts
    monkeypatch.setattr(sys, "stdin", Stream(content))
    assert texts_from([], None) == texts


def test_empty_lines_are_kept_where_they_count(monkeypatch):
    for content, texts in (
        (b"one\n\ntwo\n", ["one", "", "two"]),
        (b"\none\n\n", ["", "one", ""]),
        (b"one\r\n \r\ntwo", ["one", " ", "two"]),
    ):
        monkeypatch.setattr(sys, "stdin", Stream(content))
        assert texts_from([], None, every=True) == texts


def test_a_text_on_one_line_keeps_its_letters():
    assert one_line("a\tb\u2028c\x1b[0m\nd é 中 \u200d") == "a b c [0m d é 中 \u200d"


def test_texts_that_are_none(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdin", Stream(terminal=True))
    with pytest.raises(Mistake, match="give a text, a --file, or texts on standard input"):
        texts_from([], None)
    monkeypatch.setattr(sys, "stdin", Stream(b" \n"))
    with pytest.raises(Mistake, match="standard input contains no text"):
        texts_from([], None)
    with pytest.raises(Mistake, match="not both"):
        texts_from(["one"], tmp_path)
    with pytest.raises(Mistake, match="cannot be read"):
        texts_from([], tmp_path)
    with pytest.raises(Mistake, match="one of the texts is not UTF-8"):
        texts_from(["fine", "caf\udce9"], None)


def test_json_is_one_line_of_readable_letters(capsys):
    value = {"text": "déjà\nvu", "weights": [0.1, 1e-9]}
    emit(value)
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert "déjà" in out
    assert json.loads(out) == value


def test_the_command_can_be_given_again(monkeypatch):
    words = ["/usr/bin/regard", "lab", "pooling", "--corpus", "my table.csv", "--json", "--debug"]
    monkeypatch.setattr(sys, "argv", words)
    assert typed() == "regard lab pooling --corpus 'my table.csv'"
