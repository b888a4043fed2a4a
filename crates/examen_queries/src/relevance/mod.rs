//! Which blocks of a file one has to read to see why a finding holds (CodeQueries, Appendix C).
//!
//! Two readings are published: the *context* is everything the rule of a query takes in, the *flagged* blocks are the
//! part of it that the per-result examples show.

mod multi_hop;

use examen_semantics::python::{At, ClassRef, FileId, FunctionRef, SemanticFile, Value};
use examen_syntax::python::{Class, Expr, ExprKind, Function, Id};
use examen_syntax::{LineIndex, Span};
use examen_views::blocks::{Block, BlockKind, blocks};

use crate::{Finding, Query};

/// The blocks that matter for a finding, as positions in [`Shown::blocks`], in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relevance {
    /// Everything that the query's rule takes in.
    pub context: Vec<usize>,
    /// The part of it that is needed.
    pub flagged: Vec<usize>,
    /// Methods of built-in classes that are needed and have no block.
    pub built_in_methods: Vec<BuiltInMethod>,
}

/// A method of a built-in class, for which an exam shows an artificial block.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BuiltInMethod {
    /// The class.
    pub class: String,
    /// The method.
    pub method: &'static str,
}

/// A file cut into blocks.
#[derive(Debug)]
pub struct Shown<'f, 'p> {
    /// The blocks, in the order of [`examen_views::blocks::blocks`].
    pub blocks: Vec<Block>,
    file: &'f SemanticFile<'p>,
    lines: LineIndex,
    /// The block of each line; lines count from 1.
    block_of_line: Vec<usize>,
}

impl<'f, 'p> Shown<'f, 'p> {
    /// Cuts a file into blocks.
    pub fn new(file: &'f SemanticFile<'p>) -> Self {
        let lines = LineIndex::new(file.model().source);
        let blocks = blocks(file.tree(), file.model().source, &lines);
        let mut block_of_line = vec![usize::MAX; lines.line_count() as usize + 1];
        for (at, block) in blocks.iter().enumerate() {
            block.lines.iter().for_each(|&line| block_of_line[line as usize] = at);
        }
        Self { blocks, file, lines, block_of_line }
    }

    /// The blocks that matter for a finding; nothing when it, or a fact that belongs to it, lies across blocks.
    pub fn relevance(&self, query: &Query, finding: &Finding) -> Option<Relevance> {
        let local = self.local(finding.span)?;
        let mut chosen = Chosen::default();
        chosen.need(local);
        multi_hop::choose(self, query.number, finding, local, &mut chosen);
        self.add_facts(query.number, finding, local, &mut chosen)?;
        Some(chosen.sorted())
    }

    /// The block that holds a span. Every line is in one block, so it is that of both the first and the last line.
    pub fn local(&self, span: Span) -> Option<usize> {
        let block_at = |offset| self.block_of_line.get(self.lines.line_of(offset) as usize).copied();
        let first = block_at(span.start).filter(|&block| block < self.blocks.len())?;
        (block_at(span.end.saturating_sub(1).max(span.start)) == Some(first)).then_some(first)
    }

    /// The lines of the file.
    pub const fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// The blocks of the facts, and for a fact in another class what lies between the two classes.
    fn add_facts(&self, number: u8, finding: &Finding, local: usize, chosen: &mut Chosen) -> Option<()> {
        if matches!(number, 4 | 45..=48) {
            return Some(());
        }
        for fact in finding.facts.iter().filter(|fact| fact.file == self.file.id()) {
            let block = self.local(fact.span)?;
            chosen.need(block);
            if matches!(number, 19 | 25) {
                continue;
            }
            let Some(other) = self.class_of_block(block) else {
                continue;
            };
            match self.class_of_block(local) {
                None => self.need_outline(other, chosen),
                Some(own) if own != other => {
                    for class in self.between(own, other) {
                        self.need_outline(class, chosen);
                    }
                }
                Some(_) => {}
            }
        }
        Some(())
    }

    /// The `__init__` and the class-level rest of a class.
    fn need_outline(&self, class: Id<Class>, chosen: &mut Chosen) {
        chosen.need_all(self.methods(class, "__init__"));
        chosen.need_all(self.rest_of(class));
    }

    /// The classes on the way from one class to one that it descends from, both included; none when they are unrelated.
    fn between(&self, one: Id<Class>, other: Id<Class>) -> Vec<Id<Class>> {
        let (below, above) = if self.is_below(one, other) { (one, other) } else { (other, one) };
        if !self.is_below(below, above) {
            return Vec::new();
        }
        self.lineage(below).into_iter().filter(|&class| class == above || self.is_below(class, above)).collect()
    }

    fn is_below(&self, class: Id<Class>, above: Id<Class>) -> bool {
        class != above && self.lineage(class).contains(&above)
    }

    /// A class and those above it in this file, in resolution order.
    fn lineage(&self, class: Id<Class>) -> Vec<Id<Class>> {
        let here = |class| match class {
            ClassRef::Defined(file, class) if file == self.file.id() => Some(class),
            ClassRef::Defined(..) | ClassRef::Known(_) => None,
        };
        self.file.mro(self.file.class_ref(class)).into_iter().filter_map(here).collect()
    }

    /// The classes below a class in this file.
    fn descendants(&self, class: Id<Class>) -> Vec<Id<Class>> {
        let here = |&class: &ClassRef| match class {
            ClassRef::Defined(file, class) if file == self.file.id() => Some(class),
            ClassRef::Defined(..) | ClassRef::Known(_) => None,
        };
        self.file.subclasses(self.file.class_ref(class)).iter().filter_map(here).collect()
    }

    /// The class at module level that a block is part of.
    fn class_of_block(&self, block: usize) -> Option<Id<Class>> {
        match self.blocks[block].kind {
            BlockKind::ClassFunction(class, _) | BlockKind::ClassOther(class) => Some(class),
            BlockKind::ModuleFunction(_) | BlockKind::ModuleOther => None,
        }
    }

    fn find(&self, is_wanted: impl Fn(&BlockKind) -> bool) -> Vec<usize> {
        (0..self.blocks.len()).filter(|&at| is_wanted(&self.blocks[at].kind)).collect()
    }

    /// All blocks of a class.
    fn all_of(&self, class: Id<Class>) -> Vec<usize> {
        (0..self.blocks.len()).filter(|&at| self.class_of_block(at) == Some(class)).collect()
    }

    fn rest_of(&self, class: Id<Class>) -> Vec<usize> {
        self.find(|kind| *kind == BlockKind::ClassOther(class))
    }

    fn rest_of_module(&self) -> Vec<usize> {
        self.find(|kind| *kind == BlockKind::ModuleOther)
    }

    /// The methods of that name of a class.
    fn methods(&self, class: Id<Class>, name: &str) -> Vec<usize> {
        self.find(|kind| matches!(*kind, BlockKind::ClassFunction(of, function) if of == class && self.is_named(function, name)))
    }

    /// The method of that name that objects of a class have, as far as it is in this file.
    fn resolved_method(&self, class: Id<Class>, name: &str) -> Vec<usize> {
        let mut found = self.lineage(class).into_iter().map(|class| self.methods(class, name));
        found.find(|blocks| !blocks.is_empty()).unwrap_or_default()
    }

    fn is_named(&self, function: Id<Function>, name: &str) -> bool {
        self.file.text(self.file.tree()[function].name.span) == name
    }

    /// The blocks of functions, and of `__init__` for classes, that the calls on the lines of a block may reach.
    fn called_from(&self, block: usize, is_wanted: impl Fn(Id<Expr>) -> bool) -> Vec<usize> {
        let mut found = Vec::new();
        for call in self.file.calls() {
            let line = self.lines.line_of(self.file.span(call.expr).start);
            if !self.blocks[block].contains_line(line) || !is_wanted(call.expr) {
                continue;
            }
            for value in self.file.values(call.function).iter() {
                let function = match value {
                    Value::Function(function) | Value::Method(function, _) => Some(function),
                    Value::Class(class) => self.file.declared_function(class, "__init__"),
                    _ => None,
                };
                found.extend(function.and_then(|function| self.block_of(function)));
            }
        }
        found
    }

    fn block_of(&self, function: FunctionRef) -> Option<usize> {
        match self.file.function_span(function)? {
            (file, span) if file == self.file.id() => self.local(span),
            _ => None,
        }
    }

    /// What the operands of a comparison, or the callee of a call, are objects of.
    fn classes_at(&self, span: Span) -> Vec<ClassRef> {
        let tree = self.file.tree();
        let Some((_, expr)) = tree.all::<Expr>().find(|(_, expr)| expr.span == span) else {
            return Vec::new();
        };
        let operands = match expr.kind {
            ExprKind::Compare { left, rest } => {
                std::iter::once(left).chain(tree.list(rest).iter().map(|part| part.right)).collect()
            }
            ExprKind::Call { function, .. } => vec![function],
            _ => Vec::new(),
        };
        let file: FileId = self.file.id();
        let mut classes = Vec::new();
        for expr in operands {
            let values = self.file.values_at(At { file, expr });
            classes.extend(values.iter().filter_map(|value| self.file.class_of_value(value)));
        }
        classes.sort_unstable();
        classes.dedup();
        classes
    }
}

/// Blocks on the way to a [`Relevance`].
#[derive(Default)]
struct Chosen {
    context: Vec<usize>,
    flagged: Vec<usize>,
    built_in_methods: Vec<BuiltInMethod>,
}

impl Chosen {
    fn need(&mut self, block: usize) {
        self.context.push(block);
        self.flagged.push(block);
    }

    fn need_all(&mut self, blocks: Vec<usize>) {
        for block in blocks {
            self.need(block);
        }
    }

    fn show_all(&mut self, blocks: Vec<usize>) {
        self.context.extend(blocks);
    }

    fn sorted(mut self) -> Relevance {
        for list in [&mut self.context, &mut self.flagged] {
            list.sort_unstable();
            list.dedup();
        }
        self.built_in_methods.sort();
        self.built_in_methods.dedup();
        Relevance { context: self.context, flagged: self.flagged, built_in_methods: self.built_in_methods }
    }
}
