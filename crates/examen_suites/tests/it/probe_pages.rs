//! The pages in `docs/probes` are those of the list of tasks; `EXAMEN_UPDATE=1` rewrites them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use examen_suites::probes::{Edition, Origin, TASKS, Task};
use examen_syntax::Language;

const INDEX: &str = "README.md";

#[test]
fn committed_pages_are_up_to_date() {
    let is_update = std::env::var_os("EXAMEN_UPDATE").is_some_and(|value| value == "1");
    std::fs::create_dir_all(folder()).unwrap();
    for (name, text) in pages() {
        let path = folder().join(&name);
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        if committed != text && is_update {
            std::fs::write(&path, text).unwrap();
        } else {
            assert!(committed == text, "docs/probes/{name} is out of date; run the tests with EXAMEN_UPDATE=1");
        }
    }
}

#[test]
fn no_page_is_without_its_task() {
    let pages = pages();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(pages.contains_key(&name), "no task for docs/probes/{name}");
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/probes")
}

/// All pages by the names of their files.
fn pages() -> BTreeMap<String, String> {
    let of_tasks = TASKS.iter().map(|task| (format!("{}.md", task.code), page(task)));
    of_tasks.chain([(INDEX.to_owned(), index())]).collect()
}

fn page(task: &Task) -> String {
    let Task { code, name, description, published, .. } = task;
    let (category, origin) = (task.category.name(), task.origin.about());
    let languages = [(Language::Java, "Java"), (Language::Python, "Python")].map(|(language, title)| {
        let classes = classes(task, language, Edition::Paper);
        let definition = task.definition(language);
        let folder = task.folder(language);
        format!("## {title}\n\n`probes/{folder}`, classes {classes}.\n\n{}\n\n", sentence(&definition))
    });
    let published = if published.is_empty() {
        String::new()
    } else {
        let classes = classes(task, Language::Java, Edition::Published);
        format!("## As published\n\n{published} Classes {classes}: `--edition published`.\n\n")
    };
    format!(
        "\
# {code}: {name}

Category: {category}. Origin: {origin}.

{description}

{}{published}\
```sh
examen build probes --from src/ --out exams --task {code}
```

Cases: [its fixture](../../crates/examen_suites/fixtures/probes/{code}.md).
",
        languages.concat()
    )
}

fn classes(task: &Task, language: Language, edition: Edition) -> String {
    let classes = task.classes_of(language, edition).iter().map(|class| format!("`{class}`"));
    classes.collect::<Vec<_>>().join(" ")
}

/// Definitions begin with a small letter where they come from a table.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.is_empty() || text.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

fn index() -> String {
    let mut text = "\
# Probing tasks

What do the frozen layers of an encoder know of a function? Each task gives a model's vector of a text a class to tell. The fifteen of the paper are
made unless `--task` names others; `--task all` makes all. [The suite](../probes-suite.md) says how examples are chosen and scored.
"
    .to_owned();
    let parts = [
        (Origin::Paper, "The paper's fifteen"),
        (Origin::Discarded, "Tried by the paper's authors and left out"),
        (Origin::Further, "Ideas of the paper's appendix B"),
    ];
    for (origin, title) in parts {
        write!(text, "\n## {title}\n\n| task | asks | category | classes |\n|---|---|---|---|\n").unwrap();
        for task in TASKS.iter().filter(|task| task.origin == origin) {
            let Task { code, name, .. } = task;
            let count = task.classes_of(Language::Java, Edition::Paper).len();
            writeln!(text, "| [{code}]({code}.md) | {name} | {} | {count} |", task.category.name()).unwrap();
        }
    }
    text
}
