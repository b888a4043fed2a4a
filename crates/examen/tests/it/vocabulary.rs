//! Words that were given up do not come back: `docs/vocabulary.md` has them, what is written in their place, and where they are
//! right in another sense.

use std::collections::BTreeSet;
use std::path::Path;

/// Names of files that have text of ours.
const TEXTS: [&str; 5] = ["rs", "md", "py", "toml", "tsv"];

/// Parts of paths that quote others, or this table: code to be read, output that was printed, questions of comments, the pages of
/// words.
const QUOTATIONS: [&str; 7] = [
    "/fixtures/",
    "/snapshots/",
    "/target/",
    "fuzz/seeds/",
    "docs/questions-sample.md",
    "docs/vocabulary.md",
    "it/vocabulary.rs",
];

/// A row of the first table.
struct GivenUp {
    /// As in [`words`].
    word: String,
    write: String,
}

/// A row of the second table.
struct OtherSense {
    words: Vec<String>,
    phrases: Vec<String>,
    files: Vec<String>,
}

#[test]
fn words_that_were_given_up_do_not_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/vocabulary.md")).unwrap();
    let (first, second) = page.split_once("## The same word in another sense").unwrap();
    let given_up: Vec<GivenUp> = rows::<2>(first).flat_map(given_up).collect();
    let other_senses: Vec<OtherSense> = rows::<4>(second).map(other_sense).collect();
    assert!(given_up.len() > 60 && !other_senses.is_empty(), "{} words", given_up.len());
    for word in other_senses.iter().flat_map(|sense| &sense.words) {
        assert!(
            given_up.iter().any(|it| it.word == *word),
            "the second table allows `{word}`, which the first does not have"
        );
    }

    let mut found = Vec::new();
    let mut needed = BTreeSet::new();
    let folders = ["crates", "docs", "xtask", "fuzz", "scripts", "benches"];
    let pages = ["README.md", "CONTRIBUTING.md", "architecture.md", "CHANGELOG.md", "Cargo.toml"];
    let files = folders.iter().flat_map(|folder| examen_test::files_below(&root.join(folder)));
    for path in files.chain(pages.map(|name| root.join(name))) {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let is_text = TEXTS.iter().any(|it| path.extension().is_some_and(|extension| extension == *it));
        if !is_text || QUOTATIONS.iter().any(|it| name.contains(it)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for (at, line) in text.lines().enumerate() {
            // The change log quotes what was renamed.
            let line = if name == "CHANGELOG.md" { line.split('`').step_by(2).collect() } else { line.to_owned() };
            let spaced = spaced(&line);
            let words = words(&spaced);
            for GivenUp { word, write } in given_up.iter().filter(|it| words.contains(&it.word)) {
                if !is_right(&spaced, &name, word, &other_senses, &mut needed) {
                    found.push(format!("{name}:{}: {} (not{word}but: {write})", at + 1, line.trim()));
                }
            }
        }
    }
    assert!(found.is_empty(), "words that were given up:\n{}", found.join("\n"));
    let all = other_senses.iter().flat_map(|sense| sense.phrases.iter().chain(&sense.files));
    let unneeded: Vec<&String> = all.filter(|it| !needed.contains(*it)).collect();
    assert!(unneeded.is_empty(), "no line needs these of the second table: {unneeded:?}");
}

/// The rows of tables with so many columns, without their headings.
fn rows<const COLUMNS: usize>(page: &str) -> impl Iterator<Item = [&str; COLUMNS]> {
    let lines =
        page.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|')).filter(|line| line.contains('`'));
    lines.map(|line| line.split('|').collect::<Vec<_>>().try_into().unwrap())
}

/// What a cell has in backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

fn given_up([write, not]: [&str; 2]) -> Vec<GivenUp> {
    quoted(not).map(|word| GivenUp { word: words(&spaced(word)), write: write.trim().to_owned() }).collect()
}

fn other_sense([words_cell, phrases, files, _]: [&str; 4]) -> OtherSense {
    OtherSense {
        words: quoted(words_cell).map(|word| words(&spaced(word))).collect(),
        phrases: quoted(phrases).map(str::to_owned).collect(),
        files: quoted(files).map(str::to_owned).collect(),
    }
}

/// A text in lower case, with identifiers taken apart.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    let mut before = ' ';
    for character in text.chars() {
        if character.is_uppercase() && before.is_lowercase() {
            spaced.push(' ');
        }
        spaced.extend(character.to_lowercase().map(|it| if it == '_' { ' ' } else { it }));
        before = character;
    }
    spaced
}

/// The words of a text with a space around each.
fn words(spaced: &str) -> String {
    let words: Vec<&str> = spaced.split(|it: char| !it.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" "))
}

/// Whether a word stands in a line, which is [`spaced`], in no other sense than in those that are listed; notes which rows tell.
fn is_right(line: &str, file: &str, word: &str, senses: &[OtherSense], needed: &mut BTreeSet<String>) -> bool {
    let senses: Vec<&OtherSense> = senses.iter().filter(|sense| sense.words.iter().any(|it| it == word)).collect();
    if let Some(part) = senses.iter().flat_map(|sense| &sense.files).find(|part| file.contains(*part)) {
        needed.insert(part.clone());
        return true;
    }
    let mut rest = line.to_owned();
    for phrase in senses.iter().flat_map(|sense| &sense.phrases).filter(|it| line.contains(*it)) {
        needed.insert(phrase.clone());
        rest = rest.replace(phrase, " - ");
    }
    !words(&rest).contains(word)
}
