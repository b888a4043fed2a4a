//! Counts what questions come of the comments that CodeQA was made from, beside the published values:
//! `cargo run --release -p examen_english --example question_statistics -- FOLDER [--sample N] [--mode clean|faithful]`.
//!
//! A file in place of FOLDER holds one comment a line, with `\\n` for the ends of its lines. FOLDER holds `java/{valid,test}.token.nl` (TL-CodeSum) and `python/data_ps.descriptions.{valid,test}` (Barone and Sennrich).

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;

use examen_english::English;
use examen_english::questions::{Category, Made, Mode, Pair, QuestionType, pairs};

/// Table 6 of the paper, in percent, in the order of `QuestionType::ALL`.
const PUBLISHED: [f64; 8] = [67.24, 8.93, 5.85, 6.89, 1.02, 5.08, 2.86, 2.13];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |flag: &str| arguments.windows(2).find(|pair| pair[0] == flag).map(|pair| pair[1].clone());
    let folder = arguments.first().ok_or("name the folder of the comments")?;
    let sample: usize = value("--sample").map_or(Ok(0), |number| number.parse())?;
    let modes = match value("--mode").as_deref() {
        Some("clean") => vec![Mode::Clean],
        Some("faithful") => vec![Mode::Faithful],
        _ => vec![Mode::Faithful, Mode::Clean],
    };
    let english = English::embedded()?;
    let mut out = std::io::stdout().lock();
    let sets = if Path::new(folder).is_file() {
        let text = fs::read_to_string(folder)?;
        vec![("comments", text.lines().map(|line| line.replace("\\n", "\n")).collect(), "3.07 pairs a snippet")]
    } else {
        vec![
            ("Java", java(folder)?, "3.59 pairs a snippet, 65 %"),
            ("Python", python(folder)?, "2.58 pairs a snippet, 40 %"),
        ]
    };
    for mode in modes {
        let mut all: Vec<Pair> = Vec::new();
        for (name, comments, published) in &sets {
            let made: Vec<Made> = comments.iter().map(|comment| pairs(english, comment, mode)).collect();
            let before: usize = made.iter().map(|made| made.before_filters).sum();
            let used = made.iter().filter(|made| made.before_filters > 0).count();
            let kept = made.iter().filter(|made| !made.pairs.is_empty()).count();
            let after: usize = made.iter().map(|made| made.pairs.len()).sum();
            writeln!(
                out,
                "{name}, {mode:?}: {} snippets; before filters {used} give {before} pairs: {:.1} %, {:.2} a snippet (published: {published}); after: {kept} give {after}, {:.2} a snippet",
                comments.len(),
                100.0 * used as f64 / comments.len() as f64,
                before as f64 / used.max(1) as f64,
                after as f64 / kept.max(1) as f64,
            )?;
            let mut unused: BTreeMap<&str, usize> = BTreeMap::new();
            for reason in made.iter().flat_map(|made| &made.unused) {
                *unused.entry(reason.name()).or_default() += 1;
            }
            writeln!(out, "  not used: {unused:?}")?;
            all.extend(balanced(made.into_iter().flat_map(|made| made.pairs).collect()));
        }
        distribution(&mut out, &all)?;
        for pair in drawn(&all, sample) {
            writeln!(out, "{}\t{}\t{}\t[{}]", pair.rule, pair.question, pair.printed_answer(), pair.sentence)?;
        }
    }
    Ok(())
}

/// As many answers "yes" as "no": those with the smallest hashes.
fn balanced(pairs: Vec<Pair>) -> Vec<Pair> {
    let negative = pairs.iter().filter(|pair| pair.answer == "no").count();
    let mut yes: Vec<u64> = pairs.iter().filter(|pair| pair.answer == "yes").map(rank).collect();
    yes.sort_unstable();
    let limit = yes.get(negative).copied().unwrap_or(u64::MAX);
    pairs.into_iter().filter(|pair| pair.answer != "yes" || rank(pair) < limit).collect()
}

fn drawn(pairs: &[Pair], number: usize) -> Vec<&Pair> {
    let mut all: Vec<&Pair> = pairs.iter().collect();
    all.sort_by_key(|pair| rank(pair).rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    all.dedup_by(|one, other| one.question == other.question && one.sentence == other.sentence);
    all.truncate(number);
    all
}

/// FNV-1a over question and sentence.
fn rank(pair: &Pair) -> u64 {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse::<u64>().ok()).unwrap_or(0);
    let text = format!("{seed}{}{}", pair.question, pair.sentence);
    let mixed = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (mixed ^ mixed >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn distribution(out: &mut impl Write, pairs: &[Pair]) -> std::io::Result<()> {
    let percent = |count: usize| 100.0 * count as f64 / pairs.len().max(1) as f64;
    for (kind, published) in QuestionType::ALL.into_iter().zip(PUBLISHED) {
        let count = pairs.iter().filter(|pair| pair.kind == kind).count();
        writeln!(
            out,
            "  {:18} {:6.2} %  (published {published:.2}, difference {:+.2})",
            kind.name(),
            percent(count),
            percent(count) - published
        )?;
    }
    for category in Category::ALL {
        let count = pairs.iter().filter(|pair| pair.category == category).count();
        writeln!(out, "  {:18} {:6.2} %", category.name(), percent(count))?;
    }
    let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
    for pair in pairs {
        *rules.entry(pair.rule).or_default() += 1;
    }
    writeln!(out, "  by rule: {rules:?}")
}

fn java(folder: &str) -> std::io::Result<Vec<String>> {
    lines(folder, ["java/valid.token.nl", "java/test.token.nl"], |line| {
        together(line.split_once('\t').map_or(line, |(_, text)| text))
    })
}

/// The text with apostrophes and hyphens where TL-CodeSum has put spaces around them: "don ' t", "the user ' s", "a non - empty list".
fn together(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_word = |word: Option<&&str>| word.is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    let links = |at: usize| match words[at] {
        "'" => words.get(at + 1).is_some_and(|next| matches!(*next, "s" | "t" | "re" | "ve" | "ll" | "d")),
        // A word that begins a clause or a phrase has a dash before it.
        "-" => !words.get(at + 1).is_some_and(|next| OPENING.contains(next)),
        _ => false,
    };
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < words.len() {
        let linked = at > 0 && links(at) && is_word(words.get(at - 1)) && is_word(words.get(at + 1));
        if linked {
            out.push_str(words[at]);
            out.push_str(words[at + 1]);
            at += 2;
            continue;
        }
        if at > 0 {
            out.push(' ');
        }
        out.push_str(words[at]);
        at += 1;
    }
    out
}

/// Words before which a hyphen with spaces is a dash.
const OPENING: &[&str] = &[
    "a", "an", "and", "are", "as", "but", "can", "for", "i", "if", "is", "it", "no", "not", "or", "returns", "see",
    "so", "that", "the", "these", "this", "use", "used", "we", "when", "which", "will", "with", "you",
];

fn python(folder: &str) -> std::io::Result<Vec<String>> {
    lines(folder, ["python/data_ps.descriptions.valid", "python/data_ps.descriptions.test"], |line| {
        let inner = line.trim().trim_matches(['\'', '"']);
        inner
            .replace(" DCNL ", "\n")
            .replace("DCNL", "\n")
            .replace("DCSP", " ")
            .replace("\\'", "'")
            .replace("\\\\", "\\")
    })
}

fn lines(folder: &str, files: [&str; 2], text: impl Fn(&str) -> String) -> std::io::Result<Vec<String>> {
    let mut out = Vec::new();
    for file in files {
        out.extend(String::from_utf8_lossy(&fs::read(Path::new(folder).join(file))?).lines().map(&text));
    }
    Ok(out)
}
