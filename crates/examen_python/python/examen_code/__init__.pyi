from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Protocol, final

__version__: str

class _Table(Protocol):
    """Anything that is an Arrow stream: of pyarrow, polars, pandas, DuckDB and others."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

_Path = str | PathLike[str]
_Paths = _Path | Sequence[_Path]
_Names = str | Sequence[str]
_Code = str | Sequence[str] | Sequence[str | None] | _Table
_Progress = Callable[[int, int, str], object]
_Errors = Literal["raise", "rows"]
_Language = Literal["python", "java"]
_Split = Literal["test", "validation", "train", "all"]

class ExamenError(Exception):
    """What was asked for could not be done."""

@final
class Stream:
    """The rows of a result, made batch by batch when they are asked for; it is read once."""

    @property
    def columns(self) -> list[str]: ...
    def __iter__(self) -> Stream: ...
    def __next__(self) -> dict[str, Any]: ...
    def rows(self) -> list[dict[str, Any]]: ...
    def to_pyarrow(self) -> Any: ...
    def to_polars(self) -> Any: ...
    def to_pandas(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class Exam:
    """The examples of a folder, task by task."""

    @property
    def folder(self) -> Any: ...
    @property
    def tasks(self) -> list[str]: ...
    def manifest(self, task: str | None = None) -> dict[str, Any]: ...
    def examples(
        self,
        task: str | None = None,
        *,
        split: Literal["test", "validation", "train"] = "test",
        integers: Literal["as-written", "signed"] = "as-written",
    ) -> Stream: ...
    def prompt(self, example: Mapping[str, Any], task: str | None = None) -> dict[str, Any]: ...
    def read_reply(self, example: Mapping[str, Any], reply: str, task: str | None = None) -> dict[str, Any]: ...
    def score_one(self, example: Mapping[str, Any], output: Any, task: str | None = None) -> list[dict[str, Any]]: ...

@final
class Result:
    """The scores of all models at all tasks."""

    @property
    def rows(self) -> list[dict[str, Any]]: ...
    @property
    def examples(self) -> list[dict[str, Any]]: ...
    def value(self, metric: str, *, task: str | None = None, model: str | None = None) -> float: ...
    def write(self, out: _Path) -> None: ...

@final
class Comparison:
    """Two models compared by every measure that both have."""

    @property
    def models(self) -> tuple[str, str]: ...
    @property
    def rows(self) -> list[dict[str, Any]]: ...
    @property
    def flips(self) -> list[dict[str, Any]]: ...

def query(
    code: _Code,
    *,
    queries: _Names | None = None,
    edition: Literal["2022-03", "2021-08"] = "2022-03",
    python: Literal["2", "3", "auto"] = "3",
    negatives: bool = False,
    respect_noqa: bool = False,
    column: str | None = None,
    keep: _Names | None = None,
    errors: _Errors = "raise",
    threads: int | None = None,
) -> Stream: ...
def transform(
    code: _Code,
    *,
    kinds: _Names | None = None,
    strength: Literal["strict", "paper"] = "strict",
    place: Literal["single", "all"] = "single",
    seed: int = 0,
    apply: bool = False,
    refusals: bool = False,
    language: _Language | None = None,
    column: str | None = None,
    keep: _Names | None = None,
    errors: _Errors = "raise",
    threads: int | None = None,
) -> Stream: ...
def metrics(
    code: _Code,
    *,
    language: _Language | None = None,
    column: str | None = None,
    keep: _Names | None = None,
    errors: _Errors = "raise",
    threads: int | None = None,
) -> Stream: ...
def paths(
    code: _Code,
    *,
    style: Literal["code2seq", "code2vec"] = "code2seq",
    max_length: int | None = None,
    max_width: int | None = None,
    max_child_id: int | None = None,
    hashes: bool = True,
    language: _Language | None = None,
    column: str | None = None,
    keep: _Names | None = None,
    errors: _Errors = "raise",
    threads: int | None = None,
) -> Stream: ...
def questions(
    comments: _Code,
    *,
    mode: Literal["clean", "faithful"] = "clean",
    unused: bool = False,
    column: str | None = None,
    keep: _Names | None = None,
    errors: _Errors = "raise",
    threads: int | None = None,
) -> Stream: ...
def functions(
    code: _Code,
    *,
    language: _Language | None = None,
    column: str | None = None,
    keep: _Names | None = None,
    errors: _Errors = "raise",
    threads: int | None = None,
) -> Stream: ...
def fingerprints(
    code: _Code,
    *,
    near_duplicates: float | None = None,
    column: str | None = None,
    keep: _Names | None = None,
    errors: _Errors = "raise",
    threads: int | None = None,
) -> Stream: ...
def similarity(first: str, second: str) -> float: ...
def corpus(
    *sources: _Paths,
    languages: _Names | None = None,
    projects: Literal["auto", "argument", "children"] = "auto",
    content: bool = True,
    content_column: str | None = None,
    seed: int = 0,
    near_duplicates: float | None = None,
    hidden: bool = False,
    vendored: bool = False,
    gitignore: bool = True,
    max_file_bytes: int | None = None,
    threads: int | None = None,
) -> Stream: ...
def build(
    suite: str,
    source: _Paths | None,
    out: _Path,
    *,
    tasks: _Names | None = None,
    seed: int = 0,
    limit: int | None = None,
    shard: str | None = None,
    edition: str | None = None,
    split_by: Literal["auto", "project", "file", "function", "pair", "none"] = "auto",
    near_duplicates: float | None = None,
    languages: _Names | None = None,
    projects: Literal["auto", "argument", "children"] = "auto",
    content_column: str | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
    **settings: Any,
) -> Exam: ...
def merge(*folders: _Paths, out: _Path, threads: int | None = None, progress: _Progress | None = None) -> Exam: ...
def load(folder: _Path) -> Exam: ...
def predict(
    model: str,
    data: _Path | Exam,
    out: _Path,
    *,
    source: _Paths | None = None,
    split: _Split = "test",
    seed: int = 0,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> dict[str, Any]: ...
def score(
    data: _Path | Exam,
    predictions: _Paths | _Table | Sequence[Mapping[str, Any]],
    *,
    split: _Split = "test",
    out: _Path | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Result: ...
def score_one(
    data: _Path | Exam, example: Mapping[str, Any], output: Any, *, task: str | None = None
) -> list[dict[str, Any]]: ...
def compare(
    first: Result | _Path,
    second: Result | _Path | None = None,
    *,
    models: _Names | None = None,
    clusters: Literal["auto", "project", "example"] = "auto",
    correction: Literal["holm", "bh", "none"] = "holm",
    seed: int = 0,
    replicates: int = 2000,
) -> Comparison: ...
def metric(
    name: _Names,
    hypotheses: Sequence[str] | None = None,
    references: Sequence[str] | None = None,
    *,
    predictions: Sequence[str] | None = None,
    groups: Sequence[str] | None = None,
    paraphrases: _Path | None = None,
    seed: int = 0,
    replicates: int = 2000,
    each: bool = False,
    threads: int | None = None,
) -> Any: ...
def embed(
    model: str,
    texts: _Code,
    *,
    layers: Literal["all"] | Sequence[int] | None = None,
    pool: Literal["first", "mean", "last", "token"] | None = None,
    max_length: int | None = None,
    data_flow: bool = False,
    batch_size: int = 32,
    language: _Language | None = None,
    column: str | None = None,
    keep: _Names | None = None,
    threads: int | None = None,
) -> Stream: ...
def probe(
    model: _Names,
    data: _Paths | Exam,
    out: _Path,
    *,
    tasks: _Names | None = None,
    protocols: str = "standard",
    control: bool = True,
    pool: Literal["first", "mean", "last", "token"] | None = None,
    max_length: int | None = None,
    data_flow: bool = False,
    batch_size: int = 32,
    seed: int = 0,
    keep_features: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> list[dict[str, Any]]: ...
