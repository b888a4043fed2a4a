//! A file cut into blocks, and questions about them.

use std::cell::OnceCell;

use examen_semantics::python::{Call, ClassRef, DefinitionId, DefinitionKind, FunctionRef, SemanticFile, Value};
use examen_syntax::python::{Class, Expr, Function, Id};
use examen_syntax::{LineIndex, Span};
use examen_views::blocks::{Block, BlockKind, blocks};

use super::RelevanceRule;
use super::{BuiltInMethod, FactBlocks, Relevance, RelevantBlocks, StubBody};
use crate::Finding;

/// A file cut into blocks.
#[derive(Debug)]
pub struct Shown<'f, 'p> {
    /// The blocks, in the order of [`examen_views::blocks::blocks`].
    pub blocks: Vec<Block>,
    /// The file.
    pub(crate) file: &'f SemanticFile<'p>,
    lines: LineIndex,
    /// The block of each line; lines count from 1.
    block_of_line: Vec<usize>,
    /// The calls on the lines of each block.
    calls: OnceCell<Vec<Vec<Call>>>,
    /// The blocks that use an imported name.
    importing: OnceCell<Vec<usize>>,
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
        Self { blocks, file, lines, block_of_line, calls: OnceCell::new(), importing: OnceCell::new() }
    }

    /// Returns the blocks that matter for a finding; nothing when it, or a fact that belongs to it, lies across blocks.
    pub fn relevance(&self, rule: &RelevanceRule, finding: &Finding) -> Option<Relevance> {
        let local = self.local(finding.span)?;
        let mut relevant = RelevantBlocks::default();
        relevant.flag([local]);
        if let Some(add_blocks) = rule.blocks {
            add_blocks(self, finding, local, &mut relevant);
        }
        self.add_facts(rule.facts, finding, local, &mut relevant)?;
        Some(relevant.into_sorted())
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

    /// Adds the blocks of the facts, and for a fact in another class what lies between the two classes.
    fn add_facts(
        &self,
        rule: FactBlocks,
        finding: &Finding,
        local: usize,
        relevant: &mut RelevantBlocks,
    ) -> Option<()> {
        if rule == FactBlocks::Ignored {
            return Some(());
        }
        for fact in finding.facts.iter().filter(|fact| fact.file == self.file.id()) {
            let block = self.local(fact.span)?;
            relevant.flag([block]);
            if rule == FactBlocks::Own {
                continue;
            }
            let Some(other) = self.class_of_block(block) else {
                continue;
            };
            match self.class_of_block(local) {
                None => self.flag_outline(other, relevant),
                Some(own) if own != other => {
                    for class in self.between(own, other) {
                        self.flag_outline(class, relevant);
                    }
                }
                Some(_) => {}
            }
        }
        Some(())
    }

    /// Flags the `__init__` and the class-level rest of a class.
    fn flag_outline(&self, class: Id<Class>, relevant: &mut RelevantBlocks) {
        relevant.flag(self.methods(class, "__init__"));
        relevant.flag(self.rest_of(class));
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
    pub(crate) fn lineage(&self, class: Id<Class>) -> Vec<Id<Class>> {
        let here = |class| match class {
            ClassRef::Defined(file, class) if file == self.file.id() => Some(class),
            ClassRef::Defined(..) | ClassRef::Known(_) => None,
        };
        self.file.mro(self.file.class_ref(class)).into_iter().filter_map(here).collect()
    }

    /// The classes below a class in this file.
    pub(crate) fn descendants(&self, class: Id<Class>) -> Vec<Id<Class>> {
        let here = |&class: &ClassRef| match class {
            ClassRef::Defined(file, class) if file == self.file.id() => Some(class),
            ClassRef::Defined(..) | ClassRef::Known(_) => None,
        };
        self.file.subclasses(self.file.class_ref(class)).iter().filter_map(here).collect()
    }

    /// The class at module level that a block is part of.
    pub(crate) fn class_of_block(&self, block: usize) -> Option<Id<Class>> {
        match self.blocks[block].kind {
            BlockKind::ClassFunction(class, _) | BlockKind::ClassOther(class) => Some(class),
            BlockKind::ModuleFunction(_) | BlockKind::ModuleOther => None,
        }
    }

    pub(crate) fn find(&self, is_wanted: impl Fn(&BlockKind) -> bool) -> Vec<usize> {
        (0..self.blocks.len()).filter(|&at| is_wanted(&self.blocks[at].kind)).collect()
    }

    /// All blocks of a class.
    pub(crate) fn all_of(&self, class: Id<Class>) -> Vec<usize> {
        (0..self.blocks.len()).filter(|&at| self.class_of_block(at) == Some(class)).collect()
    }

    pub(crate) fn rest_of(&self, class: Id<Class>) -> Vec<usize> {
        self.find(|kind| *kind == BlockKind::ClassOther(class))
    }

    pub(crate) fn rest_of_module(&self) -> Vec<usize> {
        self.find(|kind| *kind == BlockKind::ModuleOther)
    }

    /// The methods of that name of a class.
    pub(crate) fn methods(&self, class: Id<Class>, name: &str) -> Vec<usize> {
        self.find(|kind| matches!(*kind, BlockKind::ClassFunction(of, function) if of == class && self.is_named(function, name)))
    }

    /// The method of that name that objects of a class have, as far as it is in this file.
    pub(crate) fn resolved_method(&self, class: Id<Class>, name: &str) -> Vec<usize> {
        let mut found = self.lineage(class).into_iter().map(|class| self.methods(class, name));
        found.find(|blocks| !blocks.is_empty()).unwrap_or_default()
    }

    pub(crate) fn is_named(&self, function: Id<Function>, name: &str) -> bool {
        self.file.text(self.file.tree()[function].name.span) == name
    }

    /// The blocks of functions, and of `__init__` for classes, that the calls on the lines of a block may reach.
    pub(crate) fn called_from(&self, block: usize, is_wanted: impl Fn(Id<Expr>) -> bool) -> Vec<usize> {
        let mut found = Vec::new();
        for call in self.calls_in(block).iter().filter(|call| is_wanted(call.expr)) {
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

    fn calls_in(&self, block: usize) -> &[Call] {
        let by_block = self.calls.get_or_init(|| {
            let mut by_block = vec![Vec::new(); self.blocks.len()];
            for call in self.file.calls() {
                let line = self.lines.line_of(self.file.span(call.expr).start);
                let block = self.block_of_line.get(line as usize).and_then(|&block| by_block.get_mut(block));
                if let Some(calls) = block {
                    calls.push(call);
                }
            }
            by_block
        });
        &by_block[block]
    }

    /// The blocks that use an imported name, each once.
    pub(crate) fn importing(&self) -> &[usize] {
        self.importing.get_or_init(|| {
            let model = self.file.model();
            let is_import = |&id: &DefinitionId| {
                matches!(model[id].kind, DefinitionKind::Import { .. } | DefinitionKind::ImportFrom { .. })
            };
            let imported = model.locals(model.module_scope());
            let imported = imported.filter(|&variable| model.definitions_of(variable).iter().any(is_import));
            let uses = imported.flat_map(|variable| model.uses(variable));
            let mut blocks: Vec<usize> = uses.filter_map(|&name| self.local(self.file.span(name))).collect();
            blocks.sort_unstable();
            blocks.dedup();
            blocks
        })
    }

    /// About how many steps it takes to work out the blocks that matter for a finding.
    pub fn steps(&self, rule: &RelevanceRule, finding: &Finding) -> usize {
        let calls = self.local(finding.span).filter(|_| rule.blocks.is_some()).map_or(0, |at| self.calls_in(at).len());
        let has_more = rule.blocks.is_some() || rule.facts != FactBlocks::Ignored && !finding.facts.is_empty();
        let blocks = if has_more { self.blocks.len() } else { 0 };
        1 + blocks + calls + finding.facts.len()
    }

    fn block_of(&self, function: FunctionRef) -> Option<usize> {
        match self.file.function_span(function)? {
            (file, span) if file == self.file.id() => self.local(span),
            _ => None,
        }
    }

    /// The methods of a class with their blocks.
    pub(crate) fn named_methods(&self, class: Id<Class>) -> Vec<(&'p str, usize)> {
        let method = |(at, block): (usize, &Block)| match block.kind {
            BlockKind::ClassFunction(of, function) if of == class => {
                Some((self.file.text(self.file.tree()[function].name.span), at))
            }
            _ => None,
        };
        self.blocks.iter().enumerate().filter_map(method).collect()
    }

    /// Flags the method of that name that objects of a class have, in this file or built in.
    pub(crate) fn flag_inherited_method(
        &self,
        class: ClassRef,
        method: &'static str,
        body: StubBody,
        relevant: &mut RelevantBlocks,
    ) {
        let Some((declaring, _)) = self.file.lookup(class, method) else {
            return;
        };
        match declaring {
            ClassRef::Defined(file, id) if file == self.file.id() => relevant.flag(self.methods(id, method)),
            ClassRef::Defined(..) => {}
            ClassRef::Known(_) => {
                let class = self.file.class_name(declaring).to_owned();
                relevant.flag_built_in(BuiltInMethod { class, method, body });
            }
        }
    }
}
