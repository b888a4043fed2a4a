//! The functions of a file.

use examen_corpus::SkipReason;
use examen_semantics::metrics::{Measures, java_measures, python_measures};
use examen_syntax::python::{Class, Function};
use examen_syntax::{Diagnostic, DiagnosticKind, Language, LineIndex, QualifiedNames, SourceText, Span, java, python};

/// A function and its measures.
pub(super) struct MeasuredFunction {
    /// With the names of the classes around it.
    pub(super) name: String,
    pub(super) start_line: u32,
    pub(super) end_line: u32,
    pub(super) measures: Measures,
}

/// Measures the functions of a file in the order of the text.
pub(super) fn functions(bytes: Vec<u8>, language: Language) -> Result<Vec<MeasuredFunction>, SkipReason> {
    let source = SourceText::decode(bytes, language).text;
    match language {
        Language::Java => java_functions(&source),
        Language::Python => python_functions(&source),
    }
}

fn java_functions(source: &str) -> Result<Vec<MeasuredFunction>, SkipReason> {
    let mut tree = java::parse(source);
    if tree.types().next().is_none() {
        tree = java::parse_method(source);
    }
    refuse(tree.diagnostics())?;
    let tokens: Vec<java::Token> = java::tokenize(source).significant().collect();
    let lines = LineIndex::new(source);
    let types = tree.types().filter(|it| !it.is_local());
    let mut names =
        QualifiedNames::new(types.map(|it| (it.node.span(), it.name().map_or("?", |name| name.text(source)))));
    let methods = tree.methods().filter(|method| !method.is_local() && method.body().is_some());
    let measured = methods.map(|method| {
        let span = method.span();
        let name = method.name().map_or("?", |name| name.text(source));
        let own = within(&tokens, span, |token| token.span);
        MeasuredFunction::new(names.of(span, name), &lines, span, java_measures(method.node, own, source))
    });
    Ok(measured.collect())
}

fn python_functions(source: &str) -> Result<Vec<MeasuredFunction>, SkipReason> {
    let dedented = dedented(source);
    let source = dedented.as_deref().unwrap_or(source);
    let file = python::parse(source);
    refuse(&file.diagnostics)?;
    let tree = &file.tree;
    let tokens = python::tokenizer::tokenize(source).tokens;
    let lines = LineIndex::new(source);
    let mut classes: Vec<_> = tree.all::<Class>().map(|(_, it)| (tree[it.stmt].span, it.name.text(source))).collect();
    classes.sort_unstable();
    let mut names = QualifiedNames::new(classes.into_iter());
    let mut functions: Vec<&Function> = tree.all::<Function>().map(|(_, function)| function).collect();
    functions.sort_by_key(|function| tree[function.stmt].span.start);
    let mut measured = Vec::new();
    let mut end = 0;
    for function in functions {
        let span = tree[function.stmt].span;
        if span.start < end {
            continue;
        }
        end = span.end;
        let own = within(&tokens, span, |token| token.span);
        let name = names.of(span, function.name.text(source));
        measured.push(MeasuredFunction::new(name, &lines, span, python_measures(tree, function, own, source)));
    }
    Ok(measured)
}

impl MeasuredFunction {
    fn new(name: String, lines: &LineIndex, span: Span, measures: Measures) -> Self {
        let end_line = lines.line_of(span.end.saturating_sub(1).max(span.start));
        Self { name, start_line: lines.line_of(span.start), end_line, measures }
    }
}

/// Trees that are not whole for reasons other than the text.
fn refuse(diagnostics: &[Diagnostic]) -> Result<(), SkipReason> {
    let reason = diagnostics.iter().find_map(|diagnostic| match diagnostic.kind {
        DiagnosticKind::TooDeep => Some(SkipReason::TooDeep),
        DiagnosticKind::TooMuchWork => Some(SkipReason::TooMuchWork),
        _ => None,
    });
    reason.map_or(Ok(()), Err)
}

/// The text moved to the left edge when its first line of code is not there; lines and tokens stay the same.
fn dedented(source: &str) -> Option<String> {
    let is_code = |line: &&str| !matches!(line.trim_start().bytes().next(), None | Some(b'#'));
    let first = source.lines().find(is_code)?;
    let margin = &first[..first.len() - first.trim_start().len()];
    if margin.is_empty() {
        return None;
    }
    Some(source.split_inclusive('\n').map(|line| line.strip_prefix(margin).unwrap_or(line)).collect())
}

fn within<T>(tokens: &[T], span: Span, span_of: impl Fn(&T) -> Span) -> &[T] {
    let first = tokens.partition_point(|token| span_of(token).start < span.start);
    let rest = tokens.get(first..).unwrap_or_default();
    &rest[..rest.partition_point(|token| span_of(token).end <= span.end)]
}
