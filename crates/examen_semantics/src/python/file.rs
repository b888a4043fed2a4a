//! One file under question, with everything about it that is worked out on demand.

use std::cell::OnceCell;
use std::rc::Rc;

use examen_syntax::Span;
use examen_syntax::python::{
    Class, CompareOp, Comparison, Expr, ExprKind, Function, Id, Keyword, List, Node, Pooled, Stmt, StmtKind, Tree,
};

use super::classes::ClassFacts;
use super::executed::Executed;
use super::flow::Flow;
use super::functions::FunctionFacts;
use super::infer::Inference;
use super::infer::attributes::SelfStores;
use super::infer::parameters::SelfCalls;
use super::model::{Model, Version};
use super::program::{FileFacts, Program};
use super::reverse::{Raises, Reverse, Unimplemented};
use super::ssa::Ssa;

/// A file of the program under analysis; the number counts the files that were given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A file whose meaning is asked for. What is worked out is kept until it is dropped.
#[derive(Debug)]
pub struct SemanticFile<'p> {
    id: FileId,
    model: &'p Model<'p>,
    models: &'p [Model<'p>],
    /// Where modules are found; none for a file alone.
    pub(super) program: Option<&'p Program<'p>>,
    /// By file of the program.
    pub(super) known: Vec<OnceCell<Box<Known<'p>>>>,
    pub(super) inference: Inference,
    pub(super) reverse: Reverse,
}

/// What has been worked out about a file of the program.
#[derive(Debug)]
pub(super) struct Known<'p> {
    /// Of a file alone; those of a program are shared.
    facts: OnceCell<FileFacts>,
    /// By class.
    pub(super) classes: Vec<OnceCell<Rc<ClassFacts>>>,
    /// By function.
    pub(super) functions: Vec<OnceCell<FunctionFacts>>,
    pub(super) self_stores: OnceCell<SelfStores<'p>>,
    pub(super) self_calls: OnceCell<SelfCalls<'p>>,
    pub(super) raises: OnceCell<Raises>,
    pub(super) unimplemented: OnceCell<Unimplemented>,
    pub(super) executed: OnceCell<Executed>,
}

/// `function(arguments, keywords)`.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of the tree")]
pub struct Call {
    pub expr: Id<Expr>,
    pub function: Id<Expr>,
    pub arguments: List<Id<Expr>>,
    pub keywords: List<Keyword>,
}

/// `left op right op right …`.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of the tree")]
pub struct Compare {
    pub expr: Id<Expr>,
    pub left: Id<Expr>,
    pub rest: List<Comparison>,
}

impl<'p> SemanticFile<'p> {
    /// Starts on one file alone: what it imports is unknown, but for the standard library.
    pub fn alone(model: &'p Model<'p>) -> Self {
        Self::with(std::slice::from_ref(model), None, FileId(0))
    }

    /// Starts on one file of a program.
    pub fn of(program: &'p Program<'p>, id: FileId) -> Self {
        Self::with(program.models(), Some(program), id)
    }

    fn with(models: &'p [Model<'p>], program: Option<&'p Program<'p>>, id: FileId) -> Self {
        let model = &models[id.0 as usize];
        let known = models.iter().map(|_| OnceCell::new()).collect();
        let inference = Inference::new(model.tree.count::<Expr>());
        Self { id, model, models, program, known, inference, reverse: Reverse::default() }
    }

    /// The files of the program, this one among them.
    pub fn files(&self) -> impl ExactSizeIterator<Item = FileId> + use<> {
        (0..self.models.len() as u32).map(FileId)
    }

    /// Names and scopes of any file of the program.
    pub fn model_of(&self, file: FileId) -> &'p Model<'p> {
        &self.models[file.0 as usize]
    }

    /// The control flow of this file.
    pub fn flow(&self) -> &Flow {
        self.flow_of(self.id)
    }

    /// The control flow of any file of the program.
    pub fn flow_of(&self, file: FileId) -> &Flow {
        self.facts(file).flow.get_or_init(|| Flow::new(self.model_of(file)))
    }

    /// Which definitions reach which uses in this file.
    pub fn ssa(&self) -> &Ssa {
        self.ssa_of(self.id)
    }

    /// Which definitions reach which uses in any file of the program.
    pub fn ssa_of(&self, file: FileId) -> &Ssa {
        self.facts(file).ssa.get_or_init(|| Ssa::new(self.model_of(file), self.flow_of(file)))
    }

    fn facts(&self, file: FileId) -> &FileFacts {
        let facts = &self.known(file).facts;
        facts.get_or_init(|| self.program.map(|program| program.facts(file)).unwrap_or_default())
    }

    pub(super) fn known(&self, file: FileId) -> &Known<'p> {
        self.known[file.0 as usize].get_or_init(|| {
            let model = self.model_of(file);
            Box::new(Known {
                facts: OnceCell::new(),
                classes: model.tree.all::<Class>().map(|_| OnceCell::new()).collect(),
                functions: model.tree.all::<Function>().map(|_| OnceCell::new()).collect(),
                self_stores: OnceCell::new(),
                self_calls: OnceCell::new(),
                raises: OnceCell::new(),
                unimplemented: OnceCell::new(),
                executed: OnceCell::new(),
            })
        })
    }

    /// Which file of the program it is.
    pub const fn id(&self) -> FileId {
        self.id
    }

    /// Whether it is the `__init__.py` of a package.
    pub fn is_package(&self) -> bool {
        self.program.is_some_and(|program| program.is_package(self.id))
    }

    /// Names and scopes.
    pub const fn model(&self) -> &'p Model<'p> {
        self.model
    }

    /// The syntax tree.
    pub const fn tree(&self) -> &'p Tree {
        self.model.tree
    }

    /// Whose rules it follows.
    pub const fn version(&self) -> Version {
        self.model.version
    }

    /// The elements of a list of the tree.
    pub fn list<T: Pooled>(&self, list: List<T>) -> &'p [T] {
        self.model.tree.list(list)
    }

    /// Where a node stands.
    pub fn span(&self, node: impl Into<Node>) -> Span {
        self.model.tree.span(node.into())
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &'p str {
        self.model.text(span)
    }

    /// The text of a node.
    pub fn code(&self, node: impl Into<Node>) -> &'p str {
        self.text(self.span(node))
    }

    /// All expressions.
    pub fn exprs(&self) -> impl Iterator<Item = (Id<Expr>, &'p Expr)> {
        self.model.tree.all::<Expr>()
    }

    /// All statements.
    pub fn stmts(&self) -> impl Iterator<Item = (Id<Stmt>, &'p Stmt)> {
        self.model.tree.all::<Stmt>()
    }

    /// All calls.
    pub fn calls(&self) -> impl Iterator<Item = Call> {
        self.exprs().filter_map(|(expr, node)| match node.kind {
            ExprKind::Call { function, arguments, keywords } => Some(Call { expr, function, arguments, keywords }),
            _ => None,
        })
    }

    /// All comparisons.
    pub fn comparisons(&self) -> impl Iterator<Item = Compare> {
        self.exprs().filter_map(|(expr, node)| match node.kind {
            ExprKind::Compare { left, rest } => Some(Compare { expr, left, rest }),
            _ => None,
        })
    }

    /// The operands of a comparison that stand beside each other, with the operator between them.
    pub fn operand_pairs(&self, comparison: &Compare) -> impl Iterator<Item = (Id<Expr>, CompareOp, Id<Expr>)> {
        let mut left = comparison.left;
        self.list(comparison.rest)
            .iter()
            .map(move |part| (std::mem::replace(&mut left, part.right), part.op, part.right))
    }

    /// The call that an expression is.
    pub fn call(&self, expr: Id<Expr>) -> Option<Call> {
        match self.model.tree[expr].kind {
            ExprKind::Call { function, arguments, keywords } => Some(Call { expr, function, arguments, keywords }),
            _ => None,
        }
    }

    /// Whether an expression is a comprehension or a generator expression.
    pub fn is_comprehension(&self, expr: Id<Expr>) -> bool {
        matches!(
            self.model.tree[expr].kind,
            ExprKind::DictComprehension { .. }
                | ExprKind::Generator { .. }
                | ExprKind::ListComprehension { .. }
                | ExprKind::SetComprehension { .. }
        )
    }

    /// The text of a name expression.
    pub fn name(&self, expr: Id<Expr>) -> Option<&'p str> {
        matches!(self.model.tree[expr].kind, ExprKind::Name { .. }).then(|| self.code(expr))
    }

    /// The object and the name of `object.name`.
    pub fn attribute(&self, expr: Id<Expr>) -> Option<(Id<Expr>, &'p str)> {
        match self.model.tree[expr].kind {
            ExprKind::Attribute { value, name, .. } => Some((value, name.text(self.model.source))),
            _ => None,
        }
    }

    /// The block of statements that a statement is part of.
    pub fn siblings(&self, stmt: Id<Stmt>) -> &'p [Id<Stmt>] {
        let tree = self.model.tree;
        let start = tree[stmt].span.start;
        // Blocks, and statements in them, stand in the order of the text; there may be a hundred thousand of either, so that
        // none are searched through.
        let holds = |list: &List<Id<Stmt>>| match *tree.list(*list) {
            [] => false,
            [first, ..] if tree[first].span.start > start => false,
            [.., last] => tree[last].span.start >= start,
        };
        let Some(Node::Stmt(parent)) = self.model.parent(stmt) else {
            return tree.list(tree.body);
        };
        let block = match tree[parent].kind {
            StmtKind::Class(class) => Some(tree[class].body),
            StmtKind::Function(function) => Some(tree[function].body),
            StmtKind::For { body, orelse, .. } | StmtKind::While { body, orelse, .. } => {
                [body, orelse].into_iter().find(holds)
            }
            StmtKind::If { branches, orelse } => {
                let branch = last_before(tree.list(branches), start, |branch| branch.header);
                branch.map(|branch| branch.body).into_iter().chain([orelse]).find(holds)
            }
            StmtKind::Match { cases, .. } => {
                last_before(tree.list(cases), start, |case| case.header).map(|case| case.body).filter(holds)
            }
            StmtKind::Try { body, handlers, orelse, finally, .. } => {
                let handler = last_before(tree.list(handlers), start, |handler| handler.header);
                [body, orelse, finally].into_iter().chain(handler.map(|handler| handler.body)).find(holds)
            }
            StmtKind::With { body, .. } => Some(body),
            _ => None,
        };
        tree.list(block.unwrap_or_default())
    }

    /// The whole of a simple statement, the header of a compound one.
    pub fn header(&self, stmt: Id<Stmt>) -> Span {
        self.model.tree[stmt].header
    }
}

/// The last of what stands in the order of the text that begins before an offset.
fn last_before<T>(items: &[T], offset: u32, header: impl Fn(&T) -> Span) -> Option<&T> {
    items[..items.partition_point(|item| header(item).start <= offset)].last()
}
