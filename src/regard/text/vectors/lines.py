"""Lines of word vectors made into numbers: fast where all is well, exact about the line where not."""

import numpy as np
from numpy.typing import NDArray

from regard.errors import Mistake

Matrix = NDArray[np.float32]

_LARGEST = float(np.finfo(np.float32).max)


class Table:
    """A file's lines, in order. The first one settles how many numbers each must have."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dimension = 0
        self._done = 0

    def parse(self, lines: list[bytes]) -> tuple[list[str], Matrix]:
        """The words of the next lines and their vectors."""
        if self._done == 0:
            lines = self._begin(lines)
        if not lines:
            return [], np.zeros((0, self.dimension), np.float32)
        lines = [line.rstrip(b"\r ") for line in lines]
        words: list[bytes] = []
        numbers: list[bytes] = []
        for place, line in enumerate(lines):
            word, _, rest = line.partition(b" ")
            if rest.count(b" ") != self.dimension - 1 or not word:
                self._check(line, place)
                word = line.rsplit(b" ", self.dimension)[0]
                rest = line[len(word) + 1 :]
            words.append(word)
            numbers.append(rest)
        try:
            values = np.fromstring(b" ".join(numbers).decode("ascii"), dtype=np.float32, sep=" ")
            spelled = b"\n".join(words).decode("utf-8").split("\n")
            sound = values.size == len(lines) * self.dimension and bool(np.isfinite(values).all())
        except ValueError:
            sound, spelled, values = False, [], np.zeros(0, np.float32)
        if not sound:
            for place, line in enumerate(lines):
                self._check(line, place)
        self._done += len(lines)
        return spelled, values.reshape(len(lines), self.dimension)

    def _begin(self, lines: list[bytes]) -> list[bytes]:
        """Learn the dimension from the first line, and pass over a word2vec header (how many words, how long)."""
        fields = lines[0].rstrip(b"\r ").split(b" ")
        self.dimension = len(fields) - 1
        if len(fields) == 2 and all(field.isdigit() for field in fields):
            self.dimension, self._done = int(fields[1]), 1
            return lines[1:]
        if self.dimension == 0:
            raise self._wrong(0, "has no numbers after its word")
        return lines

    def _check(self, line: bytes, place: int) -> None:
        """Raise what is wrong with a line, if anything is."""
        word, *numbers = line.rsplit(b" ", self.dimension)
        if not word:
            raise self._wrong(place, "is empty" if not numbers else "has no word before its numbers")
        for number in numbers:
            if not _is_number(number):
                raise self._wrong(place, f"has {number.decode(errors='replace')!r} where a number should be")
        more = [field for field in word.split(b" ")[1:] if _is_number(field)]
        if len(numbers) != self.dimension or more:
            found = len(numbers) + len(more)
            raise self._wrong(place, f"has {found} numbers where the first line has {self.dimension}")
        try:
            word.decode("utf-8")
        except UnicodeDecodeError:
            raise self._wrong(place, "has a word that is not UTF-8") from None

    def _wrong(self, place: int, what: str) -> Mistake:
        return Mistake(
            f"{self.name}, line {self._done + place + 1} {what}; it should be a word and its numbers, one blank apart."
        )


def _is_number(field: bytes) -> bool:
    try:
        return abs(float(field)) <= _LARGEST and b"_" not in field
    except ValueError:
        return False
