//! The verbs that take long or write, and what they are given.

use super::trial::{Place, run_to_end};
use crate::root;

/// A verb with its arguments, by words. Paths are relative to the folder of the trials; what is written lies in `disk/out`.
pub(super) struct Verb {
    pub(super) name: &'static str,
    pub(super) arguments: &'static str,
    /// Whether it writes files; the others have their data on standard output.
    pub(super) writes: bool,
}

const fn writing(name: &'static str, arguments: &'static str) -> Verb {
    Verb { name, arguments, writes: true }
}

const fn printing(name: &'static str, arguments: &'static str) -> Verb {
    Verb { name, arguments, writes: false }
}

/// All of them, sorted by name.
pub(super) const VERBS: &[Verb] = &[
    writing("build-captions", "build captions --from code --out disk/out --split-by function"),
    writing("build-names", "build names --from code --out disk/out --split-by file"),
    writing("build-native", "build queries --from code --out disk/out --split-by file --native"),
    writing("build-probes", "build probes --from code --out disk/out --split-by file"),
    writing("build-queries", "build queries --from code --out disk/out --split-by file"),
    writing("build-questions", "build questions --from code --out disk/out --split-by function"),
    writing("build-robustness", "build robustness --of names --from code --out disk/out --split-by file"),
    writing("compare", "compare bag.json majority.json --out disk/out/comparison.json --flips disk/out/flips.jsonl"),
    writing("corpus", "corpus code --out disk/out/corpus.parquet"),
    writing("embed-parquet", "embed --model random-encoder --data functions.jsonl --out disk/out/features.parquet"),
    writing("embed-safetensors", "embed --model random-encoder --data functions.jsonl --out disk/out/f.safetensors"),
    writing("merge", "merge shard-1 shard-2 --out disk/out"),
    printing("measures", "measures code --format jsonl"),
    printing("paths", "paths code --format code2seq"),
    writing("predict-bag", "predict --model bag-of-tokens --data exams/probes --out disk/out/bag.parquet"),
    writing(
        "predict-engine",
        "predict --model engine --data exams --from code --split all --out disk/out/engine.jsonl",
    ),
    writing("probe", "probe --model random-encoder --data exams/probes/JBL --out disk/out"),
    printing("query", "query code --format jsonl"),
    writing("ratings", "ratings sheets --hypotheses names.txt --references names.txt --out disk/out"),
    writing("report", "report bag.json --data exams/probes --predictions bag.parquet --out disk/out"),
    writing("run", "run small.toml --from few --out disk/out"),
    writing("score", "score --data exams/probes --predictions bag.parquet --out disk/out/result.json"),
    writing("train-encoder", "train encoder --from code --out disk/out --size tiny --steps 6 --vocabulary 400"),
    writing("train-spans", "train spans --data exams --out disk/out --size tiny --steps 6 --vocabulary 400"),
    printing("transform", "transform code --format jsonl"),
    writing("transform-write", "transform code --kind VN,LX,SD --write disk/out"),
];

/// What the verbs above read, made once: the command, and the file that its standard output becomes, if any.
const GIVEN: &[(&str, Option<&str>)] = &[
    ("build queries probes names --from code --out exams --split-by file", None),
    ("build queries --from code --out shard-1 --split-by file --shard 1/2", None),
    ("build queries --from code --out shard-2 --split-by file --shard 2/2", None),
    ("functions --data exams/probes/JBL", Some("functions.jsonl")),
    ("predict --model bag-of-tokens --data exams/probes --out bag.parquet", None),
    ("predict --model majority --data exams/probes --out majority.parquet", None),
    ("score --data exams/probes --predictions bag.parquet --out bag.json", None),
    ("score --data exams/probes --predictions majority.parquet --out majority.json", None),
    ("functions code", Some("names.txt")),
];

/// The projects of the built-in corpus that are the code of the trials.
const PROJECTS: [&str; 6] = [
    "java/calc-parser",
    "java/graph-algos",
    "java/text-tools",
    "python/lrucache",
    "python/textstats",
    "python/jobqueue",
];

/// The projects of the recipe, which does all of its stages for each trial.
const FEW: [&str; 2] = ["java/calc-parser", "python/lrucache"];

/// A recipe with a stage of each kind but training, which is a verb of its own.
const RECIPE: &str = r#"[corpus]
table = true
findings = true

[[exams]]
suite = "queries"
split_by = "file"
models = ["engine"]
split = "all"
limit = 3

[[exams]]
suite = "probes"
tasks = ["JBL", "LEN"]
split_by = "file"
models = ["bag-of-tokens"]
settings = { size = 100 }

[exams.probing]
models = ["random-encoder"]

[[exams]]
suite = "names"
split_by = "file"
models = ["majority"]
"#;

/// Makes what the verbs read.
pub(super) fn prepare(place: &Place) -> Result<(), String> {
    let few = FEW.map(|project| ("few", project));
    for (folder, project) in PROJECTS.map(|project| ("code", project)).into_iter().chain(few) {
        let from = root().join("corpus").join(project);
        crate::same_files::copy(&from, &place.folder.join(folder).join(project))?;
    }
    let recipe = place.folder.join("small.toml");
    std::fs::write(&recipe, RECIPE).map_err(|error| format!("{}: {error}", recipe.display()))?;
    for (arguments, output) in GIVEN {
        let done = run_to_end(place.command(arguments))?;
        if done.code != Some(0) {
            return Err(format!("examen {arguments}: {}", done.said));
        }
        if let Some(name) = output {
            let path = place.folder.join(name);
            std::fs::write(&path, &done.output).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}
