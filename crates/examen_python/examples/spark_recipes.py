"""Examen on Spark: a verb over every partition, exams in parts, and copies across partitions.

    python examples/spark_recipes.py FILES.parquet OUT

FILES.parquet has `id`, `project`, `path` and `content`. Nothing here is of ours but the verbs: `mapInArrow` carries Arrow batches to
Python workers, and every verb makes one batch of one batch.
"""

import sys

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.window import Window

import examen_code


def over(files: DataFrame, verb) -> DataFrame:
    """A verb (`examen_code.query`, or a function of a table that calls one) over every partition."""
    schema = to_arrow_schema(files.schema)
    result = from_arrow_schema(pa.schema(verb(schema.empty_table())))

    def work(batches):
        # One stream for a partition: a model that a verb loads is loaded once.
        whole = pa.RecordBatchReader.from_batches(schema, (batch.cast(schema) for batch in batches))
        yield from pa.RecordBatchReader.from_stream(verb(whole))

    return files.mapInArrow(work, result)


def build_in_parts(spark: SparkSession, suite: str, source: str, out: str, parts: int, **settings) -> examen_code.Exam:
    """An exam, its parts built by the workers; the bytes are those of one build. `source` and `out` are on a disk that all see."""

    def build(part):
        folder = f"{out}/parts/{part}"
        examen_code.build(suite, source, folder, shard=f"{part}/{parts}", threads=1, **settings)
        return folder

    folders = spark.sparkContext.parallelize(range(1, parts + 1), parts).map(build).collect()
    return examen_code.merge(*folders, out=f"{out}/whole")


def copies(fingerprints: DataFrame, threshold: float = 0.7) -> DataFrame:
    """The files to drop: `id` and `duplicate` (exact, near), by the rule of one pass over all files in the order of project and path.

    `fingerprints` has project, path and id beside what `examen_code.fingerprints` or `examen corpus --fingerprints` gives.
    """
    order = F.struct("project", "path", "id")
    first = Window.partitionBy("content_hash").orderBy(order)
    numbered = fingerprints.withColumn("copy", F.row_number().over(first))
    exact = numbered.where("copy > 1").select("id", F.lit("exact").alias("duplicate"))
    keys = numbered.where("copy = 1 and not is_tiny").select(
        "id", order.alias("place"), "signature", F.explode("bands").alias("band")
    )
    # The only shuffle that grows with the corpus: by band. What shares no band is never compared.
    similarity = F.udf(examen_code.similarity, "float")
    pairs = (
        keys.alias("a")
        .join(keys.alias("b"), "band")
        .where("a.place < b.place")
        .select(F.col("a.id").alias("earlier"), F.col("b.id").alias("later"), "a.signature", F.col("b.signature").alias("other"))
        .distinct()
        .where(similarity("signature", "other") >= threshold)
        .select("earlier", "later")
        .localCheckpoint()
    )
    # A file is dropped if it is near an earlier one that stays. In each round, those stay that nothing undecided comes before.
    near = None
    while not pairs.isEmpty():
        later = pairs.select(F.col("later").alias("id")).distinct()
        stay = pairs.select(F.col("earlier").alias("id")).distinct().join(later, "id", "left_anti")
        dropped = pairs.join(stay, pairs.earlier == stay.id).select(F.col("later").alias("id")).distinct().localCheckpoint()
        near = dropped if near is None else near.union(dropped)
        gone = dropped.select(F.col("id").alias("gone"))
        pairs = (
            pairs.join(gone, pairs.later == gone.gone, "left_anti")
            .join(gone, pairs.earlier == gone.gone, "left_anti")
            .localCheckpoint()
        )
    return exact if near is None else exact.union(near.select("id", F.lit("near").alias("duplicate")))


def main(path: str, out: str) -> None:
    spark = (
        SparkSession.builder.master("local[2]")
        # A worker for each core, so that each has one thread; and batches of bytes, because files are not rows of numbers.
        .config("spark.executorEnv.EXAMEN_THREADS", "1")
        .config("spark.sql.execution.arrow.maxBytesPerBatch", str(8 << 20))
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    files = spark.read.parquet(path)
    dropped = copies(over(files, lambda table: examen_code.fingerprints(table, keep=["id", "project", "path"])))
    kept = files.join(dropped, "id", "left_anti")
    findings = over(kept, lambda table: examen_code.query(table, errors="rows"))
    findings.write.mode("overwrite").parquet(out)
    print(f"{kept.count()} of {files.count()} files, {spark.read.parquet(out).count()} findings")


if __name__ == "__main__":
    main(*sys.argv[1:])
