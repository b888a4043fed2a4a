//! Source lines with carets under the answers, as rustc prints them.

use std::borrow::Cow;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use examen_queries::{Finding, FindingKind, Query, Severity};
use examen_syntax::Span;

use super::SYNTAX_ERRORS;
use examen_analysis::{Found, ParsedFile};

/// Lines that are shown together have at most so many bytes: the renderer looks at all of them for every finding.
const MAX_EXCERPT_BYTES: u32 = 8 << 10;

pub(super) fn render(files: &[ParsedFile], at: usize, found: &[Found]) -> String {
    let renderer = Renderer::styled();
    let mut out = String::new();
    let mut print = |group: Group<'_>| {
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    };
    for Found { query, finding } in found {
        let title = level(query, finding.kind).primary_title(&*finding.message).id(query.id);
        print(title.elements(excerpts(files, at, finding).into_iter().map(|excerpt| excerpt.element(files))));
    }
    let file = &files[at];
    if let Some(error) = file.syntax_error() {
        print(Level::NOTE.primary_title(SYNTAX_ERRORS).element(origin(file, error.span)));
    }
    out
}

/// A query's example with carets under the answers and facts.
pub fn render_example(query: &Query) -> String {
    let (code, annotations) = without_markers(query.example);
    let annotations = annotations.into_iter().map(|(kind, span)| {
        let label = if kind == AnnotationKind::Primary { "answer" } else { "supporting fact" };
        kind.span(span.start as usize..span.end as usize).label(label)
    });
    let snippet = Snippet::source(code).fold(false).annotations(annotations);
    Renderer::styled().render(&[Group::with_level(level(query, FindingKind::Answer)).element(snippet)])
}

fn level(query: &Query, kind: FindingKind) -> Level<'static> {
    match (kind, query.severity) {
        (FindingKind::Negative, _) => Level::NOTE.with_name("negative"),
        (_, Severity::Error) => Level::ERROR,
        (_, Severity::Warning) => Level::WARNING,
        (_, Severity::Recommendation) => Level::INFO.with_name("recommendation"),
    }
}

/// Some consecutive lines of a file, and what is annotated in them.
struct Excerpt<'f> {
    file: usize,
    lines: Span,
    annotations: Vec<Annotation<'f>>,
}

struct Annotation<'f> {
    kind: AnnotationKind,
    span: Span,
    label: Option<&'f str>,
}

/// The answer, then its facts: beside the answer where that is near.
fn excerpts<'f>(files: &[ParsedFile], at: usize, finding: &'f Finding) -> Vec<Excerpt<'f>> {
    let answer = Annotation { kind: AnnotationKind::Primary, span: finding.span, label: None };
    let mut excerpts = vec![Excerpt::new(files, at, answer)];
    for fact in &finding.facts {
        let annotation = Annotation { kind: AnnotationKind::Context, span: fact.span, label: Some(&fact.label) };
        let mut own = Excerpt::new(files, fact.file.0 as usize, annotation);
        let is_near =
            |other: &Excerpt<'_>| other.file == own.file && other.lines.cover(own.lines).len() <= MAX_EXCERPT_BYTES;
        match excerpts.iter_mut().find(|other| is_near(other)) {
            Some(near) => {
                near.lines = near.lines.cover(own.lines);
                near.annotations.append(&mut own.annotations);
            }
            None => excerpts.push(own),
        }
    }
    excerpts
}

impl<'f> Excerpt<'f> {
    /// The lines of a span; of a very long one only the first.
    fn new(files: &[ParsedFile], file: usize, mut annotation: Annotation<'f>) -> Self {
        let index = files[file].lines();
        let line_at = |offset| index.line_span(index.line_of(offset));
        let first = line_at(annotation.span.start);
        let mut lines = first.cover(line_at(annotation.span.end.saturating_sub(1).max(annotation.span.start)));
        if lines.len() > MAX_EXCERPT_BYTES {
            lines = first;
            let end = first.start + first.text(&files[file].text).trim_end_matches(['\r', '\n']).len() as u32;
            annotation.span.end = annotation.span.end.min(end).max(annotation.span.start);
        }
        Self { file, lines, annotations: vec![annotation] }
    }

    /// The excerpt for the renderer; of a line that nobody would read only the place.
    fn element<'r>(self, files: &'r [ParsedFile]) -> Element<'r>
    where
        'f: 'r,
    {
        let file = &files[self.file];
        if self.lines.len() > MAX_EXCERPT_BYTES {
            return origin(file, self.annotations[0].span).into();
        }
        let first_line = file.lines().line_of(self.lines.start) as usize;
        let snippet = Snippet::source(with_newlines(self.lines.text(&file.text))).path(&*file.path);
        let inside = |offset: u32| file.text.floor_char_boundary(offset as usize) - self.lines.start as usize;
        let annotations = self
            .annotations
            .into_iter()
            .map(|Annotation { kind, span, label }| kind.span(inside(span.start)..inside(span.end)).label(label));
        snippet.line_start(first_line).annotations(annotations).into()
    }
}

fn origin(file: &ParsedFile, span: Span) -> Origin<'_> {
    let region = file.region(span);
    Origin::path(&*file.path).line(region.start_line as usize).char_column(region.start_col as usize)
}

/// The same bytes with `\n` for every `\r` that ends a line alone, which the renderer does not know.
fn with_newlines(lines: &str) -> Cow<'_, str> {
    if !lines.contains('\r') {
        return Cow::Borrowed(lines);
    }
    let parts: Vec<String> = lines.split("\r\n").map(|part| part.replace('\r', "\n")).collect();
    Cow::Owned(parts.join("\r\n"))
}

/// Takes the span markers out of an example and says where they stood.
fn without_markers(example: &str) -> (String, Vec<(AnnotationKind, Span)>) {
    let mut code = String::with_capacity(example.len());
    let mut open = Vec::new();
    let mut annotations = Vec::new();
    for character in example.chars() {
        let here = code.len() as u32;
        match character {
            '⟦' => open.push((AnnotationKind::Primary, here)),
            '⟨' => open.push((AnnotationKind::Context, here)),
            '⟧' | '⟩' => annotations.extend(open.pop().map(|(kind, start)| (kind, Span::new(start, here)))),
            other => code.push(other),
        }
    }
    (code, annotations)
}
