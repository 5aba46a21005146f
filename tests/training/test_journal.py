"""metrics.jsonl: a crash costs one line at most."""

from regard.training.journal import note, read

LINES = [
    {"epoch": 1, "validation": 0.1 + 0.2, "histogram": [1, 2]},
    {"epoch": 2, "note": "déjà vu \n \u2028 \x85 line ends inside", "entropy": None},
    {"epoch": 3, "words": "ende ä"},
]


def test_lines_come_back_as_they_were(tmp_path):
    file = tmp_path / "metrics.jsonl"
    for line in LINES:
        note(file, **line)
    assert read(file) == LINES
    assert file.read_bytes().count(b"\n") == len(LINES)


def test_without_a_file_there_are_no_lines(tmp_path):
    assert read(tmp_path / "absent") == []


def test_a_file_cut_anywhere_loses_only_what_was_cut(tmp_path):
    file = tmp_path / "metrics.jsonl"
    for line in LINES:
        note(file, **line)
    whole = file.read_bytes()
    for end in range(len(whole) + 1):
        file.write_bytes(whole[:end])
        assert read(file) == LINES[: whole[:end].count(b"\n")], f"cut at byte {end}"
