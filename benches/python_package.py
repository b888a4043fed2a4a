"""What the Python package costs beside the program, on the same file: `benches/python_package.py FILES.parquet [ROWS]`.

Needs an installed package (or PYTHONPATH), pyarrow, and the program `examen` of the same build profile on the PATH or in the variable
EXAMEN. FILES.parquet has `path` and `content` (`examen corpus SOURCE --out FILES.parquet` writes it, of files); its rows are repeated
until there are ROWS of them (1,000,000). Package and program take turns, `--rounds` times (3), and the least of each counts. With
`--spark` and pyspark, local mode with one and with two workers is timed too, in turn.
"""

import argparse
import multiprocessing
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# What readers of Parquet keep is not what is measured here: groups of rows are small, and pyarrow's are not read ahead of time
# (`pre_buffer` holds all of a file in memory that has been read).
GROUP_ROWS = 10_000

CODE = """
import sys
import pyarrow as pa, pyarrow.parquet as pq
import examen_code
batches = pq.ParquetFile(sys.argv[1], pre_buffer=False).iter_batches(512, columns=["path", "content"])
schema = pa.schema([("path", pa.string()), ("content", pa.string())])
found = examen_code.query(pa.RecordBatchReader.from_batches(schema, batches), errors="rows")
print(sum(batch.num_rows for batch in pa.RecordBatchReader.from_stream(found)))
"""

# The same batches again and again: what grows here is of the package alone.
AGAIN = """
import sys
import pyarrow as pa, pyarrow.parquet as pq
import examen_code
table = pq.read_table(sys.argv[1], columns=["path", "content"])
batches = (batch for _ in range(int(sys.argv[2])) for batch in table.to_batches(max_chunksize=512))
found = examen_code.query(pa.RecordBatchReader.from_batches(table.schema, batches), errors="rows")
print(sum(batch.num_rows for batch in pa.RecordBatchReader.from_stream(found)))
"""

READ = CODE.replace("found = ", "found = pa.RecordBatchReader.from_batches(schema, batches)  # ")


def cost_of(command):
    """CPU seconds of a command, seconds by the clock, the most memory it had in MB, and how many lines it printed, and the last."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    lines, last = 0, b""
    for line in process.stdout:
        lines, last = lines + 1, line
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command[:3]} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - started, usage.ru_maxrss / 1024, lines, last.decode().strip()


def repeated(source, rows, place):
    """The rows of a table over and over, `rows` of them, each with a path of its own."""
    import pyarrow as pa
    import pyarrow.compute
    import pyarrow.parquet as pq

    schema = pa.schema([("path", pa.string()), ("content", pa.string())])
    table = pq.read_table(source, columns=["path", "content"])
    table = table.filter(pa.compute.is_valid(table["content"]))
    with pq.ParquetWriter(place, schema) as writer:
        written = 0
        while written < rows:
            part = table.slice(0, min(table.num_rows, rows - written))
            paths = pa.array([f"{written + number}.py" for number in range(part.num_rows)])
            whole = pa.table({"path": paths, "content": part["content"].cast(pa.string())})
            writer.write_table(whole, row_group_size=GROUP_ROWS)
            written += part.num_rows


def in_a_process(work, *arguments):
    """Does work elsewhere: what a process has had at most is handed down to those that it starts."""
    process = multiprocessing.get_context("spawn").Process(target=work, args=arguments)
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit(process.exitcode)


def imports(rounds):
    """Milliseconds that `import examen_code` takes in new processes, by Python's own clock."""
    took = []
    for _ in range(rounds):
        ran = subprocess.run([sys.executable, "-X", "importtime", "-c", "import examen_code"], check=True, capture_output=True, text=True)
        [line] = [line for line in ran.stderr.splitlines() if re.search(r"\| +examen_code$", line)]
        took.append(int(line.split("|")[1]) / 1000)
    return took


def spark_seconds(place, workers):
    """Seconds by the clock, without the start of Spark and of its workers."""
    examples = str(Path(__file__).parent.parent / "crates/examen_python/examples")
    environment = os.environ | {
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(filter(None, [examples, os.environ.get("PYTHONPATH")])),
    }
    code = f"""
import time
from pyspark.sql import SparkSession
import examen_code, spark_recipes
spark = (SparkSession.builder.master("local[{workers}]").config("spark.ui.enabled", "false").config("spark.driver.memory", "3g")
    .config("spark.executorEnv.EXAMEN_THREADS", "1").config("spark.sql.files.maxPartitionBytes", "4m").getOrCreate())
files = spark.read.parquet({str(place)!r}).repartition(64).cache()
files.count()
verb = lambda table: examen_code.query(table, errors="rows", threads=1)
# Every worker has started and has seen code.
spark_recipes.over(files.where("hash(path) % 50 = 0"), verb).count()
started = time.monotonic()
print(spark_recipes.over(files, verb).count(), time.monotonic() - started)
"""
    ran = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    return float(ran.stdout.split()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files")
    parser.add_argument("rows", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--spark", action="store_true")
    parser.add_argument("--only-spark", action="store_true")
    arguments = parser.parse_args()
    program = os.environ.get("EXAMEN") or shutil.which("examen")
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.only_spark:
            took = imports(21)
            print(f"import of {len(took)} processes: least {min(took):.1f} ms, median {statistics.median(took):.1f}, most {max(took):.1f}")
            for number in (arguments.rows // 10, arguments.rows):
                beside(program, Path(folder) / f"{number}.parquet", number, arguments)
            small = Path(folder) / f"{arguments.rows // 10}.parquet"
            for times in (1, 10):
                memory = cost_of([sys.executable, "-c", AGAIN, str(small), str(times)])[2]
                print(f"{arguments.rows // 10} rows that are in memory, {times} times: at most {memory:.0f} MB")
        if arguments.spark or arguments.only_spark:
            place = Path(folder) / "spark.parquet"
            in_a_process(repeated, arguments.files, arguments.rows, place)
            rounds = []
            for _ in range(arguments.rounds):
                rounds.append((spark_seconds(place, 1), spark_seconds(place, 2)))
                print(f"  round: {rounds[-1][0]:.1f} s, {rounds[-1][1]:.1f} s; load {os.getloadavg()[0]:.1f}", flush=True)
            one, two = (min(column) for column in zip(*rounds, strict=True))
            print(f"Spark, {arguments.rows} rows: {one:.1f} s with one worker, {two:.1f} s with two: {one / two:.2f} times as fast")


def beside(program, place, number, arguments):
    """Package and program on the same rows, in turn."""
    in_a_process(repeated, arguments.files, number, place)
    calls = {
        "package": [sys.executable, "-c", CODE, str(place)],
        "reading alone": [sys.executable, "-c", READ, str(place)],
        "program": [program, "query", str(place), "--format", "jsonl", "--quiet"],
    }
    least = {}
    for _ in range(arguments.rounds):
        for name, call in calls.items():
            cost = cost_of(call)
            print(f"  {name}: {cost[0]:.1f} s of CPU; load {os.getloadavg()[0]:.1f}", flush=True)
            least[name] = min(least.get(name, cost), cost)
    print(f"{number} rows, {place.stat().st_size / 1e6:.0f} MB of Parquet")
    for name, (cpu, clock, memory, lines, last) in least.items():
        found = lines if name == "program" else last
        print(f"  {name}: {cpu:.1f} s of CPU, {clock:.1f} s by the clock, at most {memory:.0f} MB, {found} rows")
    print(f"  {least['package'][0] / least['program'][0]:.2f} times the CPU of the program")


if __name__ == "__main__":
    main()
