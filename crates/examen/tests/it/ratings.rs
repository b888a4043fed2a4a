//! `examen ratings`: sheets out, filled sheets in.

use std::path::Path;

use examen_data::ResultLog;

use crate::{examen, shown, text};

/// Fills a sheet in with ratings that depend on the item alone, and on the rater where it says so.
fn fill(sheet: &Path, rating: impl Fn(u32, &str) -> [String; 2]) {
    let content = std::fs::read_to_string(sheet).unwrap();
    let mut lines = content.lines();
    let mut filled = vec![lines.next().unwrap().to_owned()];
    for line in lines {
        let item = line.split(',').next().unwrap().parse().unwrap();
        let cells = line.strip_suffix(",,").unwrap();
        let [fluency, correctness] = rating(item, cells);
        filled.push(format!("{cells},{fluency},{correctness}"));
    }
    std::fs::write(sheet, filled.join("\n")).unwrap();
}

#[test]
fn sheets_hide_models_and_come_back_as_values() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |name: &str, word: &str| {
        let lines: Vec<String> = (0..20).map(|line| format!("{word} {line}, \"quoted\"")).collect();
        let path = folder.join(name);
        std::fs::write(&path, lines.join("\n")).unwrap();
        path
    };
    let (good, bad, truth) = (write("good.txt", "good"), write("bad.txt", "bad"), write("truth.txt", "truth"));
    let out = folder.join("rating");
    let files = ["--hypotheses", shown(&good), shown(&bad), "--references", shown(&truth), "--out", shown(&out)];
    let output = examen(&[&["ratings", "sheets"], &files[..], &["--sample", "12"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let sheets = [1, 2].map(|rater| out.join(format!("rater-{rater}.csv")));
    let first = std::fs::read_to_string(&sheets[0]).unwrap();
    assert_eq!(first.lines().count(), 1 + 2 * 12);
    assert_ne!(first, std::fs::read_to_string(&sheets[1]).unwrap());

    let output = examen(&["ratings", "read", shown(&out)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no sheet has a rating yet"), "{}", text(&output.stderr));

    let is_good = |cells: &str| cells.contains("\"good ");
    fill(&sheets[0], |_, cells| [if is_good(cells) { "3" } else { "1" }.to_owned(), "2".to_owned()]);
    fill(&sheets[1], |item, cells| {
        [if is_good(cells) { "3" } else { "2" }.to_owned(), if item == 5 { "" } else { "2" }.to_owned()]
    });
    let result = folder.join("rating.json");
    let output = examen(&["ratings", "read", shown(&out), "--out", shown(&result)]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("1 ratings are not filled in"), "{}", text(&output.stderr));
    insta::assert_snapshot!("ratings", text(&output.stdout));
    let log = ResultLog::read(&result).unwrap();
    let value = |metric: &str, model: Option<&str>| {
        let row = log.rows.iter().find(|row| row.metric == metric && row.model.as_deref() == model);
        row.map(|row| row.value)
    };
    assert_eq!(value("fluency", Some("good")), Some(3.0));
    assert_eq!(value("fluency", Some("bad")), Some(1.5));
    // Ratings 3 and 3 for twelve, 1 and 2 for twelve others: half agree, a quarter would at random.
    assert!((value("kappa", None).unwrap() - (0.5 - 0.25) / 0.75).abs() < 1e-12);

    let spoilt = std::fs::read_to_string(&sheets[1]).unwrap().replacen(",2", ",4", 1);
    std::fs::write(&sheets[1], spoilt).unwrap();
    let output = examen(&["ratings", "read", shown(&out)]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("rater-2.csv, line ") && said.contains("wanted 1, 2, 3 or nothing"), "{said}");
}

#[test]
fn sheets_follow_questions_raters_and_seed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |name: &str, word: &str| {
        let path = folder.join(name);
        let lines: Vec<String> = (0..30).map(|line| format!("{word} {line}")).collect();
        std::fs::write(&path, lines.join("\n")).unwrap();
        path
    };
    let (given, truth, asked) = (write("given.txt", "given"), write("truth.txt", "truth"), write("asked.txt", "asked"));
    let files = ["--hypotheses", shown(&given), "--references", shown(&truth), "--sample", "10"];
    let sheets = |name: &str, more: &[&str]| {
        let out = folder.join(name);
        let output = examen(&[&["ratings", "sheets", "--out", shown(&out)], &files[..], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        out
    };
    let first = |out: &Path| std::fs::read_to_string(out.join("rater-1.csv")).unwrap();
    let usual = sheets("usual", &[]);
    assert!(!first(&usual).contains("asked ") && !usual.join("rater-3.csv").exists());
    let more = sheets("more", &["--questions", shown(&asked), "--raters", "3"]);
    assert_eq!(first(&more).matches("asked ").count(), 10);
    assert!(more.join("rater-3.csv").exists() && !more.join("rater-4.csv").exists());
    assert_ne!(first(&usual), first(&sheets("other", &["--seed", "1"])));
    assert_eq!(first(&usual), first(&sheets("again", &["--seed", "0"])));

    for rater in ["rater-1.csv", "rater-2.csv"] {
        fill(&usual.join(rater), |item, _| [((item * 7 + 1) % 3 + 1).to_string(), (item % 3 + 1).to_string()]);
    }
    let read = |seed: &str| {
        let output = examen(&["ratings", "read", shown(&usual), "--seed", seed]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(read("1"), read("1"));
    assert!((2..9).any(|seed| read(&seed.to_string()) != read("1")), "{}", read("1"));
}
