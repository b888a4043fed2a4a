//! Words that were given up do not come back: `docs/vocabulary.md` has them, and what is written in their place.

use std::path::Path;

/// A place in which a word is quoted: the key of a hash, which is for good.
const QUOTED: &str = "examen 2026 chance of an example";

#[test]
fn words_that_were_given_up_do_not_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let given_up = given_up(&std::fs::read_to_string(root.join("docs/vocabulary.md")).unwrap());
    assert!(given_up.len() > 20, "the table has {} words", given_up.len());
    let mut found = Vec::new();
    for folder in ["crates", "docs", "xtask", "fuzz", "scripts", "benches"] {
        for path in examen_test::files_below(&root.join(folder)) {
            let shown = path.display().to_string();
            let is_text =
                ["rs", "md", "py"].iter().any(|it| path.extension().is_some_and(|extension| extension == *it));
            let is_quotation =
                ["fixtures", "snapshots", "vocabulary.md", "/target/"].iter().any(|it| shown.contains(it));
            if is_text && !is_quotation {
                check(&path, &given_up, &mut found);
            }
        }
    }
    for name in ["README.md", "CONTRIBUTING.md", "architecture.md"] {
        check(&root.join(name), &given_up, &mut found);
    }
    assert!(found.is_empty(), "words that were given up:\n{}", found.join("\n"));
}

/// The words in the second column of a table, with the first column of their row.
fn given_up(page: &str) -> Vec<(String, String)> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let quoted = |(write, not): (&str, &str)| {
        let words = not.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
        words.into_iter().map(|word| (word, write.to_owned())).collect::<Vec<_>>()
    };
    rows.flat_map(quoted).collect()
}

fn check(path: &Path, given_up: &[(String, String)], found: &mut Vec<String>) {
    let Ok(text) = std::fs::read_to_string(path) else { return };
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.contains(QUOTED)) {
        let lower = line.to_lowercase();
        let words: Vec<&str> = lower.split(|character: char| !character.is_alphabetic()).collect();
        let is_there = |word: &str| if word.contains(' ') { lower.contains(word) } else { words.contains(&word) };
        for (_, write) in given_up.iter().filter(|(word, _)| is_there(word)) {
            found.push(format!("{}:{}: {} (write: {write})", path.display(), at + 1, line.trim()));
        }
    }
}
