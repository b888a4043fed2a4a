//! Recipes: their keys and errors, the committed ones, what flags make of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use examen_runner::{Overrides, Recipe};

use crate::documents::root;
use crate::{command, examen, shown, text};

/// The tables and figures of the papers that have a recipe.
const PAPERS: [(&str, &[&str]); 5] = [
    (
        "codequeries",
        &["table-2", "table-3", "table-4", "table-5", "table-8", "table-9", "figure-4", "figure-5", "figure-6"],
    ),
    ("inspect", &["table-2", "table-3", "table-4", "figure-2"]),
    ("codecaption", &["table-1", "table-2", "table-3"]),
    (
        "generalizability",
        &[
            "table-1", "table-2", "table-3", "table-4", "table-5", "table-6", "table-7", "table-8", "figure-3",
            "figure-4", "figure-5",
        ],
    ),
    ("codeqa", &["table-3", "table-4", "table-5", "table-6", "table-7", "table-8", "table-9"]),
];

/// Recipes that set nothing beside ours: the tour, and charts of which the program has no published values.
const WITHOUT_VALUES: [&str; 6] = [
    "tour",
    "codequeries-figure-4",
    "codequeries-figure-5",
    "codequeries-figure-6",
    "generalizability-figure-5",
    "inspect-figure-2",
];

/// All recipes of the repository.
fn recipes() -> Vec<PathBuf> {
    let mut all = vec![root().join("recipes/tour.toml")];
    all.extend(examen_test::files(&root().join("recipes/paper")));
    all
}

fn parse(text: &str) -> Result<Recipe, String> {
    Recipe::parse(Path::new("mine.toml"), text.to_owned()).map_err(|error| error.to_string())
}

#[test]
fn every_table_and_figure_has_a_recipe_and_no_other_is_there() {
    let wanted: BTreeSet<String> =
        PAPERS.iter().flat_map(|(paper, parts)| parts.iter().map(move |part| format!("{paper}-{part}.toml"))).collect();
    let found: BTreeSet<String> = examen_test::files(&root().join("recipes/paper"))
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(found, wanted);
}

#[test]
fn published_values_are_where_recipes_say() {
    for path in recipes() {
        let recipe = Recipe::read(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert_eq!(
            recipe.published.iter().all(|published| published.file.is_none()),
            WITHOUT_VALUES.contains(&name.as_str()),
            "{name}"
        );
        for published in &recipe.published {
            let (Some(file), Some(place)) = (&published.file, &published.place) else {
                assert!(published.file.is_none() && published.place.is_none(), "{}", path.display());
                continue;
            };
            let values = std::fs::read_to_string(root().join(file)).unwrap();
            assert!(values.contains(place.as_str()), "{}: {file} does not have {place:?}", path.display());
        }
    }
}

#[test]
fn a_recipe_with_all_its_defaults_is_the_same_recipe() {
    for path in recipes() {
        let recipe = Recipe::read(&path).unwrap();
        let resolved = recipe.to_toml().unwrap();
        assert_eq!(parse(&resolved).as_ref(), Ok(&recipe), "{}: {resolved}", path.display());
    }
}

/// A dry run builds the exams' settings and the graph of stages, looks for the code, and writes nothing.
#[test]
fn every_recipe_has_a_plan() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for path in recipes() {
        let output = examen(&["run", shown(&path), "--dry-run", "--out", shown(&out)]);
        let printed = text(&output.stdout);
        assert!(output.status.success(), "{}: {}", path.display(), text(&output.stderr));
        assert!(printed.contains("| report") && printed.contains("to do: about"), "{printed}");
        assert!(!out.exists(), "{} has written something", path.display());
    }
}

#[test]
fn the_schema_is_committed() {
    let schema = serde_json::to_string_pretty(&Recipe::schema()).unwrap() + "\n";
    examen_test::check_text(&root().join("docs/schemas/recipe.json"), &schema);
}

#[test]
fn what_is_wrong_has_a_line_and_what_was_meant() {
    let table = [
        ("exms = []\n", "mine.toml, line 1: there is no key `exms` here (did you mean `exams`?)"),
        (
            "[[exams]]\nsuite = \"names\"\nmodls = []\n",
            "mine.toml, line 3: there is no key `modls` here (did you mean `models`?)",
        ),
        (
            "seed = 1\n\n[[exams]]\nsuite = \"quieries\"\n",
            "mine.toml, line 4: there is no suite `quieries` (did you mean `queries`?)",
        ),
        (
            "[[exams]]\nsuite = \"queries\"\nsettings = { tokenzer = \"python\" }\n",
            "mine.toml, line 3: there is no key `tokenzer` here (did you mean `tokenizer`?)",
        ),
        (
            "[[exams]]\nsuite = \"queries\"\n\n[exams.settings]\nrounds = 2\n",
            "mine.toml, line 5: `rounds` is no setting of the suite queries",
        ),
        (
            "[[exams]]\nsuite = \"queries\"\ntasks = [\"idael\"]\n",
            "mine.toml, line 3: there is no task `idael` in the suite queries (did you mean `ideal`?)",
        ),
        (
            "[[exams]]\nsuite = \"probes\"\nsplit = \"tset\"\n",
            "mine.toml, line 3: there is no `tset` here (did you mean `test`?)",
        ),
        (
            "[[exams]]\nsuite = \"names\"\nmetrics = [\"accurracy\"]\n",
            "mine.toml, line 3: there is no metric `accurracy` (did you mean `accuracy`?)",
        ),
        (
            "[[exams]]\nsuite = \"names\"\nmodels = [\"majority\"]\nonly = { engine = [\"java\"] }\n",
            "mine.toml, line 4: `engine` is not among the models",
        ),
        ("[[exams]]\nsuite = \"names\"\n[[exams]]\nsuite = \"names\"\n", "two exams are called `names`"),
        (
            "[[trainings]]\nname = \"s\"\nkind = \"spans\"\ndata = [\"quries\"]\n[[exams]]\nsuite = \"queries\"\n",
            "mine.toml, line 4: there is no exam `quries` (did you mean `queries`?)",
        ),
        (
            "[[trainings]]\nname = \"v\"\nkind = \"code2vec\"\ndata = [\"names\"]\nsettings = { vocabulary = 9 }\n[[exams]]\nsuite = \"names\"\n",
            "mine.toml, line 5: `vocabulary` is no setting of a training of code2vec; there are accumulate",
        ),
        (
            "[[trainings]]\nname = \"v\"\nkind = \"code2vec\"\ndata = [\"names\"]\nfrom = \"e\"\n[[exams]]\nsuite = \"names\"\n",
            "mine.toml, line 5: v: a training of code2vec starts from random weights",
        ),
        ("seed = \"one\"\n", "mine.toml, line 1: invalid type"),
        ("seed = \n", "mine.toml, line 1"),
        ("seed = 1\n", "there is nothing to do"),
    ];
    for (recipe, wanted) in table {
        let said = parse(recipe).map(|recipe| format!("{recipe:?}")).unwrap_err();
        assert!(said.contains(wanted), "{recipe}: {said}\nwanted: {wanted}");
    }
}

#[test]
fn flags_have_the_last_word() {
    let recipe =
        "seed = 3\n\n[[exams]]\nsuite = \"probes\"\nsettings = { size = 50 }\n\n[[exams]]\nsuite = \"names\"\n";
    let mut recipe = parse(recipe).unwrap();
    let nothing = recipe.clone();
    recipe.apply(&Overrides::default()).unwrap();
    assert_eq!(recipe, nothing);
    let mut given = Overrides { seed: Some(5), tasks: vec!["CPX".to_owned()], ..Overrides::default() };
    given.settings.0.insert("size".to_owned(), examen_runner::SettingValue::Whole(20));
    recipe.apply(&given).unwrap();
    assert_eq!(recipe.seed, 5);
    assert_eq!(recipe.exams.len(), 1, "names has no task CPX");
    assert_eq!(recipe.exams[0].settings.flags(), ["--size", "20"]);
}

/// Four kinds of models that learn to name functions, each with settings of its own.
const NAMERS: &str = "
[[trainings]]
name = \"parts\"
kind = \"code2seq\"
data = [\"names\"]
settings = { steps = 2, width = 8, batch_tokens = 256, evaluations = 1 }

[[trainings]]
name = \"wholes\"
kind = \"code2vec\"
data = [\"names\"]
settings = { steps = 2, width = 8, batch_tokens = 256, evaluations = 1 }

[[trainings]]
name = \"writer\"
kind = \"generator\"
data = [\"names\"]
settings = { steps = 2, size = \"tiny\", vocabulary = 300, batch_tokens = 256, decoder_layers = 1, beam = 1, evaluations = 1 }

[[trainings]]
name = \"sequences\"
kind = \"seq2seq\"
data = [\"names\"]
settings = { steps = 2, size = \"tiny\", vocabulary = 300, batch_tokens = 256, decoder_layers = 1, beam = 1, min_count = 1, no_copy = true, evaluations = 1 }

[[exams]]
suite = \"names\"
tasks = [\"python\"]
limit = 10
models = [\"parts\", \"wholes\", \"writer\", \"sequences\", \"n-gram\", \"majority\"]
";

#[test]
fn what_a_recipe_trains_answers_its_exams() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("namers.toml"), NAMERS).unwrap();
    let output = command(&["run", "namers.toml", "--out", "out"]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let out = folder.path().join("out");
    for name in ["parts", "wholes", "writer", "sequences"] {
        assert!(out.join(format!("models/{name}/model.safetensors")).is_file(), "{name}");
        assert!(out.join(format!("names-{name}.parquet")).is_file(), "{name}");
    }
    let scores = std::fs::read_to_string(out.join("names.json")).unwrap();
    let scores: serde_json::Value = serde_json::from_str(&scores).unwrap();
    for name in ["parts", "wholes", "writer", "sequences"] {
        let answered = |row: &&serde_json::Value| row["model"] == name && row["metric"] == "answered";
        let row = scores["rows"].as_array().unwrap().iter().find(answered).unwrap();
        assert_eq!(row["value"], 1.0, "{name} answers all");
    }
    assert!(out.join("report/training.html").is_file());
}

#[test]
fn a_training_without_a_start_or_an_example_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let code = "def twice(value):\n    result = value + value\n    return result\n";
    std::fs::write(folder.path().join("a.py"), code).unwrap();
    let recipe = |from: &str| {
        format!(
            "[[trainings]]\nname = \"spans\"\nkind = \"spans\"\ndata = [\"queries\"]\n{from}settings = {{ steps = 1 }}\n\n\
             [[exams]]\nsuite = \"queries\"\nmodels = [\"spans\"]\n\n[[exams]]\nsuite = \"names\"\nmodels = [\"majority\"]\n"
        )
    };
    let run = |recipe: String| {
        std::fs::write(folder.path().join("mine.toml"), recipe).unwrap();
        let words = ["run", "mine.toml", "--from", "a.py", "--out", "out", "--split-by", "none"];
        command(&words).current_dir(folder.path()).output().unwrap()
    };
    let output = run(recipe("from = \"encodr\"\n"));
    let wanted = "error: training spans: starts from encodr, which is neither a training of this recipe nor the directory of a model\n";
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(2), wanted));
    assert!(!folder.path().join("out").exists());
    // The exam of the other suite is worth something alone.
    let output = run(recipe(""));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("queries     nothing to score: "), "{}", text(&output.stdout));
}

/// A run with a recipe, a variable of the environment and a flag; returns the recipe as it was run.
fn resolved(folder: &Path, environment: Option<&str>, flags: &[&str]) -> Recipe {
    std::fs::write(folder.join("mine.toml"), "seed = 3\n\n[[exams]]\nsuite = \"names\"\nmodels = [\"majority\"]\n")
        .unwrap();
    let mut run = command(&[&["run", "mine.toml", "--only", "build-names", "--out", "out"], flags].concat());
    if let Some(seed) = environment {
        run.env("EXAMEN_SEED", seed);
    }
    let output = run.current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    Recipe::read(&folder.join("out/run.toml")).unwrap()
}

#[test]
fn a_flag_counts_more_than_the_environment_and_that_more_than_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(resolved(folder.path(), None, &[]).seed, 3);
    assert_eq!(resolved(folder.path(), Some("4"), &[]).seed, 4);
    assert_eq!(resolved(folder.path(), Some("4"), &["--seed", "5"]).seed, 5);
}
