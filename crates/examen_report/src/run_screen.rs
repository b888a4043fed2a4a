//! The first screen of the main job: what was read, a line for each suite, where everything is, what to do next.

use std::fmt::Write;
use std::path::Path;

use examen_analysis::CorpusStatistics;
use examen_data::{ResultRow, grouped};
use examen_queries::python::QUERIES;

use crate::tally::{Tally, counted};
use crate::verdict::verdict;

/// What the main job did.
pub struct RunScreen<'r> {
    /// What was read.
    pub statistics: &'r CorpusStatistics,
    /// What the queries found.
    pub tally: &'r Tally,
    /// The suites, in order.
    pub suites: Vec<SuiteLine<'r>>,
    /// The folder of everything that was written.
    pub out: &'r Path,
    /// The first page of the report.
    pub report: &'r Path,
}

/// The width of the screen: what any terminal has.
const WIDTH: usize = 80;
/// Where sentences begin, right of the names of the suites.
const MARGIN: usize = 12;

/// What came of one suite.
pub struct SuiteLine<'r> {
    /// The suite.
    pub suite: &'static str,
    /// The model that it is about.
    pub model: &'static str,
    /// The scores.
    pub rows: &'r [ResultRow],
    /// Why there are none.
    pub why_empty: Option<&'r str>,
    /// Where there are too few projects: how many, and what is done about it.
    pub few_projects: Option<(usize, &'static str)>,
}

impl RunScreen<'_> {
    /// The screen.
    pub fn to_text(&self) -> String {
        let mut text = self.read();
        text.push('\n');
        for line in &self.suites {
            text.push_str(&under(line.suite, &line.to_sentence()));
        }
        // One line of either kind: all has to fit a screen.
        let few = self.few_projects();
        let legend = "Too few examples: a 95 % interval is wider than 20 points.\n";
        text.push_str(if few.is_empty() { legend } else { &few });
        let out = self.out.display();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "next:   let your model answer them, then `examen score --data {out}/exams --predictions FILE`\n\
             report: {}",
            self.report.display()
        );
        text
    }

    /// What was read and found.
    fn read(&self) -> String {
        let all = self.statistics;
        let languages: Vec<String> =
            all.languages.iter().map(|(language, counts)| format!("{} {language}", grouped(counts.files))).collect();
        let (mut lines, mut functions) = (0, 0);
        for counts in all.languages.values() {
            lines += counts.lines;
            functions += counts.functions + counts.methods;
        }
        let mut text = format!(
            "{} read ({}), {} skipped: {}, {}\n",
            counted(all.files, "file", "files"),
            languages.join(", "),
            grouped(all.skipped.values().sum()),
            counted(lines, "line", "lines"),
            counted(functions, "function", "functions"),
        );
        if !self.tally.is_empty() {
            let found = self.tally.to_text(QUERIES.len());
            let _ = writeln!(text, "{}", found.lines().next().unwrap_or_default());
        }
        text
    }

    /// What is done about too few projects, in one line.
    fn few_projects(&self) -> String {
        let mut remedies: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut projects = 0;
        for (line, (count, remedy)) in self.suites.iter().filter_map(|line| Some((line, line.few_projects?))) {
            projects = projects.max(count);
            match remedies.iter_mut().find(|(it, _)| *it == remedy) {
                Some((_, suites)) => suites.push(line.suite),
                None => remedies.push((remedy, vec![line.suite])),
            }
        }
        if remedies.is_empty() {
            return String::new();
        }
        let parts: Vec<String> =
            remedies.iter().map(|(remedy, suites)| format!("{} {remedy}", listed(suites))).collect();
        format!("{} only: {} (--split-by)\n", counted(projects as u64, "project", "projects"), parts.join("; "))
    }
}

impl SuiteLine<'_> {
    /// What the scores come to, or why there are none.
    fn to_sentence(&self) -> String {
        let Some(verdict) = verdict(self.rows, self.model) else {
            return format!("nothing to score: {}", self.why_empty.unwrap_or("no example"));
        };
        let baseline = Some(verdict.baseline).filter(|it| !it.is_empty() && !verdict.words.contains("than "));
        let beside = baseline.map(|baseline| format!(" ({baseline})")).unwrap_or_default();
        let n = if verdict.n.is_empty() { String::new() } else { format!(", n {}", verdict.n) };
        format!("{}{n}: {}{beside}", self.model, verdict.words)
    }
}

/// A sentence right of a name, in lines that fit the screen.
fn under(name: &str, sentence: &str) -> String {
    let mut text = format!("{name:<MARGIN$}");
    let mut column = MARGIN;
    // A number stays with its sign.
    for word in sentence.replace(" %", "\u{a0}%").split(' ') {
        if column > MARGIN && column + 1 + word.chars().count() > WIDTH {
            text.push('\n');
            text.push_str(&" ".repeat(MARGIN));
            column = MARGIN;
        }
        if column > MARGIN {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.chars().count();
    }
    text.push('\n');
    text.replace('\u{a0}', " ")
}

/// Names in a sentence: "probes, names and captions".
fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}
