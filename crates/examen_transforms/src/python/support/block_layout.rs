//! Lines and indentation of a text: where statements can be put, and how their lines begin.

use examen_syntax::Span;
use examen_syntax::python::{Id, Stmt};

use crate::python_function::PythonFunction;

/// How the block of a compound statement is set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockLayout<'t> {
    /// The line end of the file.
    pub(crate) newline: &'static str,
    /// The whitespace before the head.
    pub(crate) outer: &'t str,
    /// The whitespace before the statements of the block.
    pub(crate) inner: &'t str,
    /// What the block has more than the head.
    pub(crate) unit: &'t str,
    /// The colon of the head.
    pub(crate) colon: u32,
    /// Where the line of the head ends, a comment included.
    pub(crate) head_end: u32,
}

impl<'t> PythonFunction<'t> {
    /// The line end of the file, taken from its first line.
    pub(crate) fn newline(&self) -> &'static str {
        let source = self.model.source;
        // Where lines end with a carriage return alone, no line feed may come for megabytes.
        let end = source.find(['\n', '\r']).unwrap_or(source.len());
        if source[end..].starts_with("\r\n") { "\r\n" } else { "\n" }
    }

    /// Where the line of an offset ends, before the line break.
    pub(crate) fn line_end(&self, offset: u32) -> u32 {
        let rest = self.model.source.get(offset as usize..).unwrap_or_default();
        offset + rest.find(['\n', '\r']).unwrap_or(rest.len()) as u32
    }

    /// Returns whether nothing but whitespace stands before an offset on its line, which continues no other line.
    pub(crate) fn starts_line(&self, offset: u32) -> bool {
        let before = self.model.source.get(..offset as usize).unwrap_or_default();
        let before = before.trim_end_matches([' ', '\t']);
        before.is_empty() || before.strip_suffix('\n').is_some_and(|line| !line.trim_end_matches('\r').ends_with('\\'))
    }

    /// The end of the line that a statement ends on, if nothing but a comment follows it there.
    pub(crate) fn end_of_last_line(&self, end: u32) -> Option<u32> {
        let line_end = self.line_end(end);
        let rest = self.text(Span::new(end, line_end)).trim_start_matches([' ', '\t']);
        (rest.is_empty() || rest.starts_with('#')).then_some(line_end)
    }

    /// Returns how the block of a compound statement is set; else why none can be made like it.
    pub(crate) fn block_layout(&self, stmt: Id<Stmt>, body: &[Id<Stmt>]) -> Result<BlockLayout<'t>, &'static str> {
        let start = self.tree()[stmt].header.start;
        let first = body.first().map_or(start, |&first| self.tree()[first].span.start);
        if !self.starts_line(start) || first == start || !self.starts_line(first) {
            return Err("block-on-the-line-of-the-head");
        }
        if !self.text(self.tree()[stmt].header).ends_with(':') {
            return Err("head-without-a-colon");
        }
        let (outer, inner) = (self.indentation(start), self.indentation(first));
        let unit = inner.strip_prefix(outer).filter(|unit| !unit.is_empty()).ok_or("mixed-indentation")?;
        let colon = self.tree()[stmt].header.end.saturating_sub(1);
        let head_end = self.line_end(colon);
        Ok(BlockLayout { newline: self.newline(), outer, inner, unit, colon, head_end })
    }

    /// The first offset from `start` on that is no space.
    pub(crate) fn skip_whitespace(&self, start: u32) -> u32 {
        let rest = self.model.source.get(start as usize..).unwrap_or_default();
        start + (rest.len() - rest.trim_start_matches([' ', '\t']).len()) as u32
    }
}
