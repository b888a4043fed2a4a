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
    /// What was read and found: some lines.
    pub read: &'r str,
    /// The suites, in order.
    pub suites: Vec<SuiteLine<'r>>,
    /// The folder of everything that was written.
    pub out: &'r Path,
    /// The first page of the report.
    pub report: &'r Path,
}

/// The most lines of a screen.
const HEIGHT: usize = 20;
/// The width of the screen: what any terminal has.
const WIDTH: usize = 80;
/// Where sentences begin, right of the names of the suites.
const MARGIN: usize = 12;

/// What came of one suite.
pub struct SuiteLine<'r> {
    /// The suite, or the name of its exam.
    pub suite: &'r str,
    /// The model that it is about.
    pub model: &'r str,
    /// The scores.
    pub rows: &'r [ResultRow],
    /// Why there are none.
    pub why_empty: Option<&'r str>,
    /// Where there are too few projects: how many, and what is done about it.
    pub few_projects: Option<(usize, &'r str)>,
}

impl RunScreen<'_> {
    /// The screen.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.read);
        // One line of either kind: all has to fit a screen.
        let few = self.few_projects();
        let legend = "Too few examples: a 95 % interval is wider than 20 points.\n";
        let legend = if few.is_empty() { legend } else { &few };
        let left = HEIGHT.saturating_sub(text.lines().count() + 3);
        let sentences: Vec<String> = self.suites.iter().map(|line| under(line.suite, &line.to_sentence())).collect();
        let mut lines = sentences.iter().scan(0, |sum, sentence| {
            *sum += sentence.lines().count();
            Some(*sum)
        });
        let all = lines.clone().last().unwrap_or(0);
        // Where not all fit, a line says how many do not.
        let fitting = if all <= left { sentences.len() } else { lines.by_ref().take_while(|sum| *sum < left).count() };
        text.extend(sentences.iter().take(fitting).map(String::as_str));
        if fitting < sentences.len() {
            text.push_str(&under("", &format!("{} more are in the report", sentences.len() - fitting)));
        }
        text.push_str(legend);
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

/// What was read, in a line.
pub fn corpus_line(all: &CorpusStatistics) -> String {
    let languages: Vec<String> =
        all.languages.iter().map(|(language, counts)| format!("{} {language}", grouped(counts.files))).collect();
    let (mut lines, mut functions) = (0, 0);
    for counts in all.languages.values() {
        lines += counts.lines;
        functions += counts.functions + counts.methods;
    }
    format!(
        "{} read ({}), {} skipped: {}, {}\n",
        counted(all.files, "file", "files"),
        languages.join(", "),
        grouped(all.skipped.values().sum()),
        counted(lines, "line", "lines"),
        counted(functions, "function", "functions"),
    )
}

/// What the queries found, in a line; nothing where they were asked of no file.
pub fn findings_line(tally: &Tally) -> String {
    if tally.is_empty() {
        return String::new();
    }
    let found = tally.to_text(QUERIES.len());
    format!("{}\n", found.lines().next().unwrap_or_default())
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
