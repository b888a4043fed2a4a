"""Examen on Ray: verbs over batches, an encoder that each actor loads once, and exams in parts.

    python examples/ray_recipes.py FILES.parquet
"""

import sys

import ray

import examen_code


def findings(dataset: ray.data.Dataset) -> ray.data.Dataset:
    """The queries over every batch; a worker has one core, so one thread."""
    return dataset.map_batches(
        lambda table: examen_code.query(table, errors="rows", threads=1).to_pyarrow(),
        batch_format="pyarrow",
        batch_size=512,
    )


class Encoder:
    """Features of the last layer. An actor calls it batch by batch."""

    def __init__(self, model: str) -> None:
        self.model = model

    def __call__(self, table):
        return examen_code.embed(self.model, table, pool="mean", max_length=64, threads=1).to_pyarrow()


def build_in_parts(suite: str, source: str, out: str, parts: int, **settings) -> examen_code.Exam:
    """An exam, each part a task; the bytes are those of one build. `source` and `out` are on a disk that all see."""

    @ray.remote
    def build(part: int) -> str:
        folder = f"{out}/parts/{part}"
        examen_code.build(suite, source, folder, shard=f"{part}/{parts}", threads=1, **settings)
        return folder

    folders = ray.get([build.remote(part) for part in range(1, parts + 1)])
    return examen_code.merge(*folders, out=f"{out}/whole")


def main(files: str) -> None:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    dataset = ray.data.read_parquet(files)
    print(findings(dataset).count(), "findings")
    features = dataset.map_batches(
        Encoder,
        fn_constructor_args=("random-encoder",),
        batch_format="pyarrow",
        batch_size=64,
        compute=ray.data.ActorPoolStrategy(size=1),
    )
    print(features.count(), "texts with features")


if __name__ == "__main__":
    main(*sys.argv[1:])
