"""What the Python package costs beside the program, on the same file: `benches/python_package.py FILES.parquet [ROWS]`.

Needs an installed package (or PYTHONPATH), pyarrow, and the program `examen` of the same build profile on the PATH or in the variable
EXAMEN. FILES.parquet has `path` and `content` (`examen corpus SOURCE --out FILES.parquet` writes it); its rows are repeated until there are
ROWS of them (100,000). With pyspark installed and `--spark`, local mode with one and with two workers is timed too.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.compute  # noqa: F401
import pyarrow.parquet as pq

CODE = """
import resource, sys
import pyarrow as pa, pyarrow.parquet as pq
import examen_code
batches = pq.ParquetFile(sys.argv[1]).iter_batches(512, columns=["path", "content"])
schema = pa.schema([("path", pa.string()), ("content", pa.string())])
found = examen_code.query(pa.RecordBatchReader.from_batches(schema, batches), errors="rows")
rows = sum(batch.num_rows for batch in pa.RecordBatchReader.from_stream(found))
print(rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def cpu_of(command, **options):
    """CPU seconds of a command and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, output.stdout


def repeated(source, rows, place):
    """The rows of a table over and over, `rows` of them, each with a path of its own."""
    table = pq.read_table(source, columns=["path", "content"])
    table = table.filter(pa.compute.is_valid(table["content"]))
    with pq.ParquetWriter(place, pa.schema([("path", pa.string()), ("content", pa.string())])) as writer:
        written = 0
        while written < rows:
            part = table.slice(0, min(table.num_rows, rows - written))
            paths = pa.array([f"{written + number}.py" for number in range(part.num_rows)])
            writer.write_table(pa.table({"path": paths, "content": part["content"].cast(pa.string())}))
            written += part.num_rows


def spark_seconds(place, workers):
    code = f"""
import time, sys
sys.path.insert(0, {str(Path(__file__).parent.parent / "crates/examen_python/examples")!r})
from pyspark.sql import SparkSession
import examen_code, spark_recipes
spark = (SparkSession.builder.master("local[{workers}]").config("spark.ui.enabled", "false")
    .config("spark.executorEnv.EXAMEN_THREADS", "1").config("spark.sql.files.maxPartitionBytes", "1m").getOrCreate())
files = spark.read.parquet({str(place)!r}).repartition(16).cache()
files.count()
verb = lambda table: examen_code.query(table, errors="rows", threads=1)
spark_recipes.over(files.limit(10), verb).count()
started = time.monotonic()
print(spark_recipes.over(files, verb).count(), time.monotonic() - started)
"""
    output = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    return float(output.split()[-1])


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    rows = int(words[1]) if len(words) > 1 else 100_000
    program = os.environ.get("EXAMEN") or shutil.which("examen")
    imports = [cpu_of([sys.executable, "-X", "importtime", "-c", "import examen_code"])[0] for _ in range(3)]
    bare = [cpu_of([sys.executable, "-c", "pass"])[0] for _ in range(3)]
    print(f"import: {1000 * (min(imports) - min(bare)):.0f} ms of CPU more than Python alone")
    with tempfile.TemporaryDirectory() as folder:
        for number in (rows // 10, rows):
            place = Path(folder) / f"{number}.parquet"
            repeated(words[0], number, place)
            started = time.monotonic()
            ours, printed = cpu_of([sys.executable, "-c", CODE, str(place)])
            took = time.monotonic() - started
            theirs, _ = cpu_of([program, "query", str(place), "--format", "jsonl", "--quiet"])
            found, memory = printed.split()
            print(
                f"{number} rows, {found} findings: package {ours:.1f} s of CPU ({took:.1f} s, at most {memory} MB), "
                f"program {theirs:.1f} s of CPU: {ours / theirs:.2f} times"
            )
        if "--spark" in sys.argv:
            one, two = (spark_seconds(place, workers) for workers in (1, 2))
            print(f"Spark, {rows} rows: {one:.1f} s with one worker, {two:.1f} s with two: {one / two:.2f} times as fast")


if __name__ == "__main__":
    main()
