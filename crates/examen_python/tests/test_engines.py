"""Engines that others built carry the verbs: Spark, Ray, Hugging Face datasets. Results are those of one process."""

import filecmp
import json
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, needs

import examen_code

EXAMPLES = ROOT / "crates/examen_python/examples"


def sorted_rows(rows):
    return sorted(rows, key=lambda row: (row["id"], row["query"] or "", row["start_line"] or 0, row["start_col"] or 0, str(row)))


@pytest.fixture(scope="session")
def corpus_file(tmp_path_factory, source):
    """Files with copies among them, as one Parquet file of several row groups."""
    needs("pyarrow")
    import pyarrow.parquet as pq

    files = sorted(source.rglob("*.py"))
    for number, file in enumerate(files[:6]):
        text = file.read_text()
        place = source / f"project{number % 5}" / f"copy_{number}.py"
        place.write_text(text if number % 2 else text + "\nadded = 1\n")
    table = examen_code.corpus(source).to_pyarrow().select(["id", "project", "path", "content", "duplicate"])
    assert {"exact", "near"} <= set(table["duplicate"].to_pylist())
    place = tmp_path_factory.mktemp("corpus") / "files.parquet"
    pq.write_table(table, place, row_group_size=8)
    return place


@pytest.fixture(scope="module")
def spark():
    needs("pyspark", "pandas")
    if not shutil.which("java"):
        pytest.skip("Spark needs java")
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.executorEnv.EXAMEN_THREADS", "1")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "10")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture(scope="module")
def recipes():
    sys.path.insert(0, str(EXAMPLES))
    yield
    sys.path.remove(str(EXAMPLES))


def test_spark_gives_what_one_process_gives(spark, recipes, corpus_file):
    pq = needs("pyarrow.parquet")
    import spark_recipes

    whole = pq.read_table(corpus_file)
    files = spark.read.parquet(str(corpus_file)).repartition(3)
    found = [row.asDict(recursive=True) for row in spark_recipes.over(files, examen_code.query).collect()]
    assert sorted_rows(found) == sorted_rows(examen_code.query(whole).rows())
    rewritten = spark_recipes.over(files, lambda table: examen_code.transform(table, language="python")).collect()
    ours = examen_code.transform(whole, language="python").rows()
    assert sorted(row["rewrite_id"] for row in rewritten) == sorted(row["rewrite_id"] for row in ours)
    embed = lambda table: examen_code.embed("random-encoder", table, layers=[1], max_length=16)  # noqa: E731
    features = {row["id"]: row["layer.1"] for row in spark_recipes.over(files, embed).collect()}
    for row in embed(whole):
        assert features[row["id"]] == pytest.approx(row["layer.1"], abs=1e-5)


def test_spark_says_what_went_wrong(spark, recipes):
    import spark_recipes
    from pyspark.errors import PythonException

    files = spark.createDataFrame([("a", "x = 1"), ("b", None)], "id string, content string")
    with pytest.raises(PythonException, match="the code is null"):
        spark_recipes.over(files, examen_code.query).collect()
    kept = spark_recipes.over(files, lambda table: examen_code.query(table, errors="rows")).collect()
    assert [row["skipped"] for row in kept if row["id"] == "b"] == ["the code is null"]


def test_spark_says_that_a_worker_was_killed(spark, recipes):
    import os
    import signal

    import spark_recipes
    from py4j.protocol import Py4JJavaError

    def killed(table):
        # The recipe asks for the schema with an empty table, in this process.
        if getattr(table, "num_rows", None) != 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return examen_code.query(table)

    files = spark.createDataFrame([("a", "import os")], "id string, content string")
    with pytest.raises(Py4JJavaError, match="worker exited unexpectedly"):
        spark_recipes.over(files, killed).collect()
    # Other workers go on.
    assert [row["query"] for row in spark_recipes.over(files, examen_code.query).collect()] == ["py/unused-import"]


CONNECT = """
import json, sys
from pyspark.sql import SparkSession
try:
    spark = SparkSession.builder.remote("local[2]").config("spark.ui.enabled", "false").getOrCreate()
except Exception as error:
    print(str(error).strip()[:200])
    sys.exit(77)
import examen_code, spark_recipes
files = spark.read.parquet(sys.argv[1]).repartition(3)
for row in spark_recipes.over(files, examen_code.query).collect():
    print(json.dumps(row.asDict(recursive=True)))
"""


def test_spark_connect_gives_what_one_process_gives(corpus_file):
    pq = needs("pyarrow.parquet")
    needs("pyspark", "pandas", "grpc")
    if not shutil.which("java"):
        pytest.skip("Spark needs java")
    call = [sys.executable, "-c", CONNECT, str(corpus_file)]
    ran = subprocess.run(call, capture_output=True, text=True, check=False, timeout=400)
    if ran.returncode == 77:
        pytest.skip(f"Spark Connect does not start: {ran.stdout.strip()}")
    assert ran.returncode == 0, ran.stderr[-2000:]
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    assert sorted_rows(found) == sorted_rows(examen_code.query(pq.read_table(corpus_file)).rows())


def test_spark_finds_copies_across_partitions(spark, recipes, corpus_file):
    pq = needs("pyarrow.parquet")
    import spark_recipes

    files = spark.read.parquet(str(corpus_file)).repartition(4)
    fingerprints = lambda table: examen_code.fingerprints(table, keep=["id", "project", "path"])  # noqa: E731
    dropped = {row["id"]: row["duplicate"] for row in spark_recipes.copies(spark_recipes.over(files, fingerprints)).collect()}
    table = pq.read_table(corpus_file)
    rows = zip(table["id"].to_pylist(), table["duplicate"].to_pylist(), strict=True)
    assert dropped == {name: kind for name, kind in rows if kind != "unique"}


def test_spark_builds_an_exam_in_parts(spark, recipes, tmp_path, source):
    import spark_recipes

    joined = spark_recipes.build_in_parts(spark, "names", str(source), str(tmp_path), 3, split_by="file")
    whole = examen_code.build("names", source, tmp_path / "one", split_by="file")
    for split in ("train", "validation", "test"):
        name = f"names/python/{split}.parquet"
        assert filecmp.cmp(tmp_path / "whole" / name, tmp_path / "one" / name, shallow=False), split
    assert joined.tasks == whole.tasks


def test_ray_gives_what_one_process_gives(recipes, corpus_file, tmp_path):
    ray = needs("ray.data") and needs("ray")
    pq = needs("pyarrow.parquet")
    import ray_recipes

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"EXAMEN_THREADS": "1"}})
    try:
        whole = pq.read_table(corpus_file)
        # Workers import the recipes by value.
        import ray.cloudpickle

        ray.cloudpickle.register_pickle_by_value(ray_recipes)
        dataset = ray.data.read_parquet(str(corpus_file))
        found = ray_recipes.findings(dataset).take_all()
        ours = examen_code.query(whole, errors="rows").rows()
        assert len(found) == len(ours)
        name = lambda row: (row["id"], row["query"], int(row["start_line"]), int(row["start_col"]), row["text"])  # noqa: E731
        assert sorted(map(name, found)) == sorted(map(name, ours))
        rewrites = dataset.map_batches(
            lambda table: examen_code.transform(table, language="python").to_pyarrow(), batch_format="pyarrow"
        )
        assert sorted(row["rewrite_id"] for row in rewrites.take_all()) == sorted(
            row["rewrite_id"] for row in examen_code.transform(whole, language="python")
        )
        actors = ray.data.ActorPoolStrategy(size=1)
        embedded = dataset.map_batches(
            ray_recipes.Encoder, fn_constructor_args=("random-encoder",), batch_format="pyarrow", batch_size=5, compute=actors
        )
        features = {row["id"]: row for row in embedded.take_all()}
        for row in examen_code.embed("random-encoder", whole, pool="mean", max_length=64):
            for name in [name for name in row if name.startswith("layer.")]:
                assert list(features[row["id"]][name]) == pytest.approx(row[name], abs=1e-5)
        # Of the rows of the table, not of a folder.
        ray_recipes.build_in_parts("names", str(corpus_file), str(tmp_path), 3, split_by="file")
        one = examen_code.build("names", corpus_file, tmp_path / "one", split_by="file")
        assert one.examples("names/python").rows()
        for split in ("train", "validation", "test"):
            name = f"names/python/{split}.parquet"
            assert filecmp.cmp(tmp_path / "whole" / name, tmp_path / "one" / name, shallow=False), split
    finally:
        ray.shutdown()


def test_datasets_opens_a_suite_with_a_configuration_for_each_task(tmp_path, exam, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path))
    datasets = needs("datasets")
    for task in exam.tasks:
        name = task.split("/")[1]
        opened = datasets.load_dataset(str(exam.folder), name, split="test", cache_dir=str(tmp_path))
        assert opened.to_list() == exam.examples(task).rows()
    opened = datasets.load_dataset(str(exam.folder), "python", split="train", cache_dir=str(tmp_path))
    small = opened.select(range(min(4, len(opened))))
    rows = examen_code.metrics(small.data.table, column="text", language="python", errors="rows").rows()
    assert rows


def test_first_steps_run(tmp_path, source):
    run_example("first_steps", tmp_path, source, tmp_path / "out")


def test_rewrites_and_measures_run(tmp_path, source):
    needs("polars")
    run_example("rewrites_and_measures", tmp_path, source)


def test_spark_recipes_run(tmp_path, corpus_file):
    needs("pyspark", "pandas")
    run_example("spark_recipes", tmp_path, corpus_file, tmp_path / "findings.parquet")


def test_ray_recipes_run(tmp_path, corpus_file):
    needs("ray")
    run_example("ray_recipes", tmp_path, corpus_file)


def run_example(name, tmp_path, *arguments):
    ran = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
        timeout=400,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.strip()
