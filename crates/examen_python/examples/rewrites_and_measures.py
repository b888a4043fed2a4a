"""A table of functions with their measures, and the same functions written otherwise, in polars.

    python examples/rewrites_and_measures.py SOURCE
"""

import sys

import polars as pl

import examen_code


def main(source: str) -> None:
    files = examen_code.corpus(source).to_polars().filter(pl.col("status") == "ok")
    measures = examen_code.metrics(files, errors="rows").to_polars()
    print(measures.sort("CPX", descending=True).select("path", "function", "CPX", "LEN").head(5))
    rewrites = examen_code.transform(files, errors="rows").to_polars()
    print(rewrites.group_by("kind").len().sort("len", descending=True).head(5))


if __name__ == "__main__":
    main(*sys.argv[1:])
