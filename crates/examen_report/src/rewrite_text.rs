//! Rewrites as text for people and as JSON for programs.

use std::cell::LazyCell;
use std::fmt::Write;

use clap::ValueEnum;
use examen_analysis::rewrites::{EditableText, Rewrite, RewriteSettings, RewrittenFile, Verdict};
use examen_syntax::{Edit, Edits, LineIndex, Span};
use serde::Serialize;

/// How rewrites are shown.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum RewriteFormat {
    /// The changed lines, for people.
    #[default]
    Text,
    /// One JSON object per rewrite.
    Jsonl,
}

/// A rewrite as programs get it: a line of JSON, or a row of a table.
#[derive(Serialize)]
pub struct RewriteRow<'r> {
    /// Its name, for good.
    pub id: String,
    /// The code of the transformation.
    pub kind: &'static str,
    /// `single` or `all`.
    pub place: &'static str,
    /// The file.
    pub file: &'r str,
    /// The function, with the names of the classes around it.
    pub method: &'r str,
    /// The line that it starts on, from 1.
    pub start_line: u32,
    /// The edits, in the order of the text.
    pub edits: Vec<EditRow<'r>>,
    /// The strength, where it is not the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<&'static str>,
    /// The verdict, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verify: Option<&'r Verdict>,
}

/// An edit of the bytes of a file.
#[derive(Serialize)]
pub struct EditRow<'r> {
    /// The first byte that is replaced.
    pub start_byte: u32,
    /// The byte behind the last one.
    pub end_byte: u32,
    /// What stands there afterwards.
    pub text: &'r str,
}

/// The rows of the rewrites of a file.
pub fn rewrite_rows<'r>(file: &'r RewrittenFile, settings: &RewriteSettings) -> Vec<RewriteRow<'r>> {
    let RewrittenFile { path, text, rewrites, verdicts, .. } = file;
    let verdict = |at: usize| verdicts.as_ref().and_then(|verdicts| verdicts.get(at));
    rewrites.iter().enumerate().map(|(at, rewrite)| row(path, text, settings, rewrite, verdict(at))).collect()
}

impl RewriteFormat {
    /// Renders the rewrites of a file, with their verdicts if there are some.
    pub fn render(self, file: &RewrittenFile, settings: &RewriteSettings) -> serde_json::Result<String> {
        let RewrittenFile { path, text, rewrites, verdicts, .. } = file;
        // Programs get bytes, and no lines.
        let index = LazyCell::new(|| LineIndex::new(&text.source));
        let mut out = String::new();
        for (at, rewrite) in rewrites.iter().enumerate() {
            let verdict = verdicts.as_ref().and_then(|verdicts| verdicts.get(at));
            match self {
                Self::Text => write_text(&mut out, path, &text.source, &index, settings, rewrite, verdict),
                Self::Jsonl => {
                    out.push_str(&serde_json::to_string(&row(path, text, settings, rewrite, verdict))?);
                    out.push('\n');
                }
            }
        }
        Ok(out)
    }
}

fn row<'r>(
    file: &'r str,
    text: &EditableText,
    settings: &RewriteSettings,
    rewrite: &'r Rewrite,
    verify: Option<&'r Verdict>,
) -> RewriteRow<'r> {
    let edit = |edit: &'r Edit| EditRow {
        start_byte: edit.span.start + text.shift,
        end_byte: edit.span.end + text.shift,
        text: &edit.text,
    };
    RewriteRow {
        id: rewrite.id(file, settings),
        kind: settings.transforms[rewrite.transform].code,
        place: settings.place(),
        file,
        method: &rewrite.method.name,
        start_line: rewrite.method.start_line,
        edits: rewrite.edits.as_slice().iter().map(edit).collect(),
        strength: settings.has_paper_rules().then_some("paper"),
        verify,
    }
}

fn write_text(
    out: &mut String,
    file: &str,
    source: &str,
    index: &LineIndex,
    settings: &RewriteSettings,
    rewrite: &Rewrite,
    verdict: Option<&Verdict>,
) {
    let code = settings.transforms[rewrite.transform].code;
    let (line, name) = (rewrite.method.start_line, &rewrite.method.name);
    let _ = writeln!(out, "{file}:{line}: {code} {} of {name}", rewrite.number_text());
    for hunk in hunks(source, index, &rewrite.edits) {
        out.push_str(&hunk);
    }
    if let Some(verdict) = verdict {
        let _ = writeln!(out, "= {verdict}");
    }
    out.push('\n');
}

/// The changed lines, each run of them behind the number of its first.
fn hunks(source: &str, index: &LineIndex, edits: &Edits) -> Vec<String> {
    let mut groups: Vec<(u32, u32, Vec<Edit>)> = Vec::new();
    for edit in edits.as_slice() {
        let (first, last) = (index.line_of(edit.span.start), index.line_of(edit.span.end));
        match groups.last_mut() {
            Some((_, end, group)) if first <= *end + 1 => {
                *end = last.max(*end);
                group.push(edit.clone());
            }
            _ => groups.push((first, last, vec![edit.clone()])),
        }
    }
    groups.into_iter().map(|(first, last, group)| hunk(source, index, first, last, group)).collect()
}

fn hunk(source: &str, index: &LineIndex, first: u32, last: u32, edits: Vec<Edit>) -> String {
    let (start, end) = (index.line_span(first).start, index.line_span(last).end);
    let old = Span::new(start, end).text(source);
    let moved = edits.into_iter().map(|Edit { span, text }| Edit {
        span: Span::new(span.start.saturating_sub(start), span.end.saturating_sub(start)),
        text,
    });
    let new = Edits::new(moved.collect()).and_then(|edits| edits.apply(old)).unwrap_or_default();
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = |(old, new): &(&&str, &&str)| old == new;
    let before = old.iter().zip(&new).take_while(same).count();
    let (old, new) = (&old[before..], &new[before..]);
    let after = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let (old, new) = (&old[..old.len() - after], &new[..new.len() - after]);
    let mut text = format!("@@ {}\n", first as usize + before);
    for (sign, lines) in [('-', old), ('+', new)] {
        for line in lines {
            let _ = writeln!(text, "{sign}{line}");
        }
    }
    text
}
