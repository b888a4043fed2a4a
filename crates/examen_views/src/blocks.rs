//! Blocks: the pieces in which a Python file is shown (CodeQueries, section 3.2).
//!
//! Every line of a file is in exactly one block: a function at module level, a method of a class at module level, what
//! is left of such a class, or what is left of the file. "At module level" looks through `if`, `try`/`except` and `with`,
//! but not through loops or `finally`, as the published data has it.

use examen_syntax::python::{Class, Function, Id, List, Stmt, StmtKind, Tree};
use examen_syntax::{LineIndex, Span};

/// A block of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it holds.
    pub kind: BlockKind,
    /// Its lines (1-based) in order; for functions all lines from the first to the last.
    pub lines: Vec<u32>,
    /// The dotted path of its class and function, as `root.Class.method`.
    pub path: String,
}

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockKind {
    /// A function at module level with its decorators.
    ModuleFunction(Id<Function>),
    /// A method of a class at module level with its decorators.
    ClassFunction(Id<Class>, Id<Function>),
    /// The lines of a class at module level that are in no method's block.
    ClassOther(Id<Class>),
    /// The lines of the file that are in no other block.
    ModuleOther,
}

impl Block {
    /// Whether a line is in the block.
    pub fn contains_line(&self, line: u32) -> bool {
        self.lines.binary_search(&line).is_ok()
    }

    /// First line, or 0 for an empty block.
    pub fn first_line(&self) -> u32 {
        self.lines.first().copied().unwrap_or(0)
    }
}

/// The blocks of a file: functions and methods in the order of the text, then classes, then the rest of the module,
/// which is left out when it has no line. In this order the first block that holds both ends of a span is its local one.
pub fn blocks(tree: &Tree, source: &str, index: &LineIndex) -> Vec<Block> {
    let mut cutter = Cutter { tree, source, index, functions: Vec::new(), classes: Vec::new() };
    cutter.cut(tree.body, None);
    let Cutter { mut functions, classes, .. } = cutter;

    // Two functions on one line (`def f(): pass; …` in an if/else on one line) leave the line to the first.
    let mut owned = vec![false; index.line_count() as usize + 1];
    let mut own = |lines: std::ops::RangeInclusive<u32>| -> Vec<u32> {
        lines
            .filter(|&line| owned.get_mut(line as usize).is_some_and(|taken| !std::mem::replace(taken, true)))
            .collect()
    };
    let mut result = Vec::with_capacity(functions.len() + classes.len() + 1);
    for part in functions.drain(..) {
        result.push(Block { kind: part.kind, lines: own(part.first_line..=part.last_line), path: part.path });
    }
    for part in classes {
        result.push(Block { kind: part.kind, lines: own(part.first_line..=part.last_line), path: part.path });
    }
    let rest = own(1..=index.line_count());
    if !rest.is_empty() {
        result.push(Block { kind: BlockKind::ModuleOther, lines: rest, path: "root".to_owned() });
    }
    result
}

struct Cutter<'t> {
    tree: &'t Tree,
    source: &'t str,
    index: &'t LineIndex,
    functions: Vec<Part>,
    classes: Vec<Part>,
}

struct Part {
    kind: BlockKind,
    first_line: u32,
    last_line: u32,
    path: String,
}

impl Cutter<'_> {
    fn cut(&mut self, body: List<Id<Stmt>>, class: Option<(Id<Class>, &str)>) {
        let tree = self.tree;
        for &id in tree.list(body) {
            let stmt = &tree[id];
            match stmt.kind {
                StmtKind::Function(function) => {
                    let name = tree[function].name.text(self.source);
                    let (kind, path) = match class {
                        Some((class, path)) => (BlockKind::ClassFunction(class, function), format!("{path}.{name}")),
                        None => (BlockKind::ModuleFunction(function), format!("root.{name}")),
                    };
                    let part = self.part(kind, stmt.span, path);
                    self.functions.push(part);
                }
                StmtKind::Class(inner) if class.is_none() => {
                    let path = format!("root.{}", tree[inner].name.text(self.source));
                    let part = self.part(BlockKind::ClassOther(inner), stmt.span, path.clone());
                    self.classes.push(part);
                    self.cut(tree[inner].body, Some((inner, &path)));
                }
                StmtKind::If { branches, orelse } => {
                    for branch in tree.list(branches) {
                        self.cut(branch.body, class);
                    }
                    self.cut(orelse, class);
                }
                StmtKind::Try { body, handlers, orelse, .. } => {
                    self.cut(body, class);
                    for handler in tree.list(handlers) {
                        self.cut(handler.body, class);
                    }
                    self.cut(orelse, class);
                }
                StmtKind::With { body, .. } => self.cut(body, class),
                _ => {}
            }
        }
    }

    fn part(&self, kind: BlockKind, span: Span, path: String) -> Part {
        let first_line = self.index.line_of(span.start);
        let last_line = self.index.line_of(span.end.saturating_sub(1).max(span.start));
        Part { kind, first_line, last_line, path }
    }
}
