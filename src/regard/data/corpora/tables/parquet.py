"""Tables in parquet, whose cells have types. They become strings; null and NaN are empty cells."""

import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from regard.data.corpora.tables.rows import Row, Table, as_cell
from regard.errors import Mistake


def parquet(file: Path) -> Table:
    """The table in a parquet file, read a thousand rows at a time."""
    try:
        library: Any = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise Mistake(f'{file}: reading parquet needs pyarrow; run `pip install "regard[data]"`.') from error
    try:
        columns: tuple[str, ...] = tuple(library.ParquetFile(file).schema_arrow.names)
    except (ValueError, OSError) as error:
        raise Mistake(f"{file} is cut short or not a parquet file; copy it again.") from error

    def rows(names: Sequence[str]) -> Iterator[Row]:
        number = 0
        try:
            for batch in library.ParquetFile(file).iter_batches(batch_size=1024, columns=list(names)):
                for row in batch.to_pylist():
                    number += 1
                    yield number, tuple(as_cell(row[name], f"{file}, row {number}, {name!r}") for name in names)
        except OSError as error:
            raise Mistake(f"{file} is damaged after row {number}; copy it again.") from error

    return Table(file, columns, rows, unit="row")
