"""Exams for models of code: built from your code, predicted by models, scored, compared.

Tables go in and come out as Arrow streams: whatever has ``__arrow_c_stream__`` (pyarrow, polars, pandas, DuckDB) is a table, a string
or a list of strings is one too, and a result is a :class:`Stream` that all of them read. Nothing is made before it is asked for.

>>> import examen_code
>>> [row["query"] for row in examen_code.query("import os\\n")]
['py/unused-import']
"""

from examen_code._native import (
    Comparison,
    Exam,
    ExamenError,
    Result,
    Stream,
    __version__,
    build,
    compare,
    corpus,
    embed,
    fingerprints,
    functions,
    load,
    merge,
    metric,
    metrics,
    paths,
    predict,
    probe,
    query,
    questions,
    score,
    score_one,
    similarity,
    transform,
)

__all__ = [
    "Comparison",
    "Exam",
    "ExamenError",
    "Result",
    "Stream",
    "__version__",
    "build",
    "compare",
    "corpus",
    "embed",
    "fingerprints",
    "functions",
    "load",
    "merge",
    "metric",
    "metrics",
    "paths",
    "predict",
    "probe",
    "query",
    "questions",
    "score",
    "score_one",
    "similarity",
    "transform",
]
