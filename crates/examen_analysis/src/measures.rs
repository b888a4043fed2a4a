//! Code measures of the functions of a file.

use examen_corpus::SkipReason;
use examen_syntax::{FunctionNode, Language, LineIndex, ParsedFile, SourceText, Span, Unread, java, python};
use examen_views::measures::{Measures, java_measures, python_measures};

use crate::reading::reason_of;

/// A function and its measures.
pub struct MeasuredFunction {
    /// The name, with those of the classes around it.
    pub name: String,
    /// The line that it begins on, from 1.
    pub start_line: u32,
    /// The line that it ends on.
    pub end_line: u32,
    /// The measures.
    pub measures: Measures,
}

/// Measures the functions of a file in the order of the text: those with a body that are in no other. The file may be a lone
/// function, also one that is indented.
pub fn measure_functions(bytes: Vec<u8>, language: Language) -> Result<Vec<MeasuredFunction>, SkipReason> {
    let source = SourceText::decode(bytes, language).text;
    let dedented = if language == Language::Python { dedented(&source) } else { None };
    let source = dedented.as_deref().unwrap_or(&source);
    let file = ParsedFile::of_part(source, language);
    if let Some(unread) = Unread::of(file.diagnostics()) {
        return Err(reason_of(unread));
    }
    let java_tokens: Vec<java::Token> = match &file {
        ParsedFile::Java(_) => java::tokenize(source).significant().collect(),
        ParsedFile::Python(_) => Vec::new(),
    };
    let python_tokens = match &file {
        ParsedFile::Java(_) => Vec::new(),
        ParsedFile::Python(_) => python::tokenizer::tokenize(source).tokens,
    };
    let lines = LineIndex::new(source);
    let functions = examen_syntax::functions(&file, source).into_iter();
    let rows = functions.filter(|function| !function.is_nested && function.body.is_some()).map(|function| {
        let span = function.span;
        let measures = match function.node {
            FunctionNode::Java(method) => {
                java_measures(method.node, within(&java_tokens, span, |token| token.span), source)
            }
            FunctionNode::Python(tree, id) => {
                python_measures(tree, &tree[id], within(&python_tokens, span, |token| token.span), source)
            }
        };
        MeasuredFunction::new(function.qualified_name, &lines, span, measures)
    });
    Ok(rows.collect())
}

impl MeasuredFunction {
    fn new(name: String, lines: &LineIndex, span: Span, measures: Measures) -> Self {
        let end_line = lines.line_of(span.end.saturating_sub(1).max(span.start));
        Self { name, start_line: lines.line_of(span.start), end_line, measures }
    }
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
