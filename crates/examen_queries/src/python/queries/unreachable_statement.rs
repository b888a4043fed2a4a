//! Q21: code that no way leads to.

use examen_semantics::python::{ScopeId, SemanticFile};
use examen_syntax::Span;
use examen_syntax::python::{ExprKind, Handler, Id, List, Node, Stmt, StmtKind};

use crate::python::support::comments::{comments, is_type_hint};
use crate::python::support::constant::is_constant;
use crate::python::support::imported::is_member;
use crate::python::support::reachability::{is_unreachable, literal_truth};
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/unreachable-statement",
    number: 21,
    name: "Unreachable code",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["maintainability", "useless-code", "external/cwe/cwe-561"],
    description: "A statement that can never be executed is left over, or something before it was not meant to end there.",
    example: "def first(items):\n    return items[0]\n    ⟦print(\"done\")⟧\n",
    base_rate: BaseRate { answers: 809, plausible: 1935 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// The first unreachable statement of a list, unless it lies in another one. Clauses count as statements.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let mut search = Search { file, out, exceptions: None };
    search.list(file.tree().body, false, false);
    for (stmt, node) in file.stmts() {
        search.parts(stmt, node);
    }
}

/// Statements under tests that look as if they were always the same.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (_, node) in file.stmts() {
        let (test, body) = match node.kind {
            StmtKind::While { test, body, .. } => (test, body),
            StmtKind::If { branches, .. } => match file.list(branches).first() {
                Some(branch) => (branch.test, branch.body),
                None => continue,
            },
            _ => continue,
        };
        if is_constant(file, test)
            && let Some(&first) = file.list(body).first()
            && !is_unreachable(file, first)
        {
            out.add(file.header(first), "The statement can be reached.");
        }
    }
}

struct Search<'f, 'p> {
    file: &'f SemanticFile<'p>,
    out: &'f mut Findings,
    exceptions: Option<Exceptions>,
}

/// What excuses unreachable code, worked out when there is some.
struct Exceptions {
    has_type_hints: bool,
    /// Scopes with `with contextlib.suppress(…)`, behind which code goes on after an exception.
    suppressing: Vec<ScopeId>,
    /// The `yield` expressions, in the order of the text.
    yields: Vec<(Span, ScopeId)>,
    /// By scope, how many `yield` expressions it has.
    yield_counts: Vec<u32>,
}

impl Search<'_, '_> {
    /// The lists and clauses of a compound statement.
    fn parts(&mut self, stmt: Id<Stmt>, node: &Stmt) {
        let (tree, flow) = (self.file.tree(), self.file.flow());
        match node.kind {
            StmtKind::If { branches, orelse } => {
                let mut is_decided = false;
                for (at, (id, branch)) in tree.ids(branches).zip(tree.list(branches)).enumerate() {
                    if at > 0 && (is_decided || !flow.is_reachable(id)) {
                        return self.clause(stmt, branch.header, Span::new(branch.span.start, node.span.end));
                    }
                    let truth = literal_truth(self.file, branch.test);
                    self.list(branch.body, truth == Some(false), false);
                    is_decided |= truth == Some(true);
                }
                self.list(orelse, is_decided, true);
            }
            StmtKind::While { test, body, orelse } => {
                self.list(body, literal_truth(self.file, test) == Some(false), false);
                self.list(orelse, false, false);
            }
            StmtKind::For { body, orelse, .. } => {
                self.list(body, false, false);
                self.list(orelse, false, false);
            }
            StmtKind::Try { body, handlers, orelse, finally, .. } => {
                self.list(body, false, false);
                self.handlers(stmt, handlers);
                self.list(orelse, false, false);
                self.list(finally, false, false);
            }
            StmtKind::With { body, .. } => self.list(body, false, false),
            StmtKind::Function(function) => self.list(tree[function].body, false, false),
            StmtKind::Class(class) => self.list(tree[class].body, false, false),
            StmtKind::Match { cases, .. } => {
                for (id, case) in tree.ids(cases).zip(tree.list(cases)) {
                    if !flow.is_reachable(id) {
                        return self.clause(stmt, case.header, case.span);
                    }
                    self.list(case.body, false, false);
                }
            }
            _ => {}
        }
    }

    fn handlers(&mut self, stmt: Id<Stmt>, handlers: List<Handler>) {
        let (tree, flow) = (self.file.tree(), self.file.flow());
        let mut is_first = true;
        for (id, handler) in tree.ids(handlers).zip(tree.list(handlers)) {
            if flow.is_reachable(id) {
                self.list(handler.body, false, false);
            } else if std::mem::take(&mut is_first) {
                self.clause(stmt, handler.header, handler.span);
            }
        }
    }

    /// A list of statements; of a dead one nothing is executed, whatever control flow says.
    fn list(&mut self, list: List<Id<Stmt>>, is_dead: bool, is_else: bool) {
        let flow = self.file.flow();
        let Some(at) = self.file.list(list).iter().position(|&stmt| is_dead || !flow.is_reachable(stmt)) else {
            return;
        };
        let stmt = self.file.list(list)[at];
        let (tree, model) = (self.file.tree(), self.file.model());
        // `else: raise` and `else: assert False` say what cannot happen.
        let says_impossible = is_else
            && at == 0
            && match tree[stmt].kind {
                StmtKind::Raise { .. } => true,
                StmtKind::Assert { test, .. } => matches!(tree[test].kind, ExprKind::False),
                _ => false,
            };
        let around = model.ancestors(stmt).find_map(|node| match node {
            Node::Stmt(around) => Some(around),
            Node::Expr(_) | Node::Pattern(_) => None,
        });
        if says_impossible || around.is_some_and(|around| self.is_unreachable(around)) {
            return;
        }
        let is_import = matches!(tree[stmt].kind, StmtKind::Import { .. } | StmtKind::ImportFrom { .. });
        let scope = model.scope_of_stmt(stmt);
        if !is_import || scope != model.module_scope() || !self.exceptions().has_type_hints {
            self.add(scope, self.file.header(stmt), self.file.span(stmt));
        }
    }

    /// A clause of a statement cannot be reached.
    fn clause(&mut self, stmt: Id<Stmt>, header: Span, span: Span) {
        if !self.is_unreachable(stmt) {
            self.add(self.file.model().scope_of_stmt(stmt), header, span);
        }
    }

    /// Returns whether a statement or one around it, be it around its function, cannot be reached.
    fn is_unreachable(&self, stmt: Id<Stmt>) -> bool {
        let flow = self.file.flow();
        let is_left_out = |node| matches!(node, Node::Stmt(stmt) if !flow.is_reachable(stmt));
        is_unreachable(self.file, stmt) || self.file.model().ancestors(stmt).any(is_left_out)
    }

    fn add(&mut self, scope: ScopeId, header: Span, span: Span) {
        let exceptions = self.exceptions();
        if !exceptions.suppressing.contains(&scope) && !exceptions.holds_only_yield(scope, span) {
            self.out.add(header, "Unreachable statement.");
        }
    }

    fn exceptions(&mut self) -> &Exceptions {
        self.exceptions.get_or_insert_with(|| Exceptions::new(self.file))
    }
}

impl Exceptions {
    fn new(file: &SemanticFile<'_>) -> Self {
        let model = file.model();
        let has_type_hints =
            model.source.contains("type:") && comments(file).any(|comment| is_type_hint(file.text(comment)));
        let mut suppressing = Vec::new();
        for (stmt, node) in file.stmts() {
            if let StmtKind::With { items, .. } = node.kind
                && file
                    .list(items)
                    .iter()
                    .filter_map(|item| file.call(item.context))
                    .any(|call| is_member(file, call.function, "contextlib", &["suppress"]))
            {
                suppressing.push(model.scope_of_stmt(stmt));
            }
        }
        let mut yields = Vec::new();
        let mut yield_counts = vec![0; model.scopes().len()];
        for (expr, node) in file.exprs() {
            if matches!(node.kind, ExprKind::Yield { .. }) {
                let scope = model.scope_of_expr(expr);
                yields.push((node.span, scope));
                yield_counts[scope.index()] += 1;
            }
        }
        yields.sort_unstable();
        Self { has_type_hints, suppressing, yields, yield_counts }
    }

    /// Returns whether a span holds the `yield` that alone makes its function a generator.
    fn holds_only_yield(&self, scope: ScopeId, span: Span) -> bool {
        let next = self.yields.partition_point(|(other, _)| other.start < span.start);
        self.yield_counts[scope.index()] == 1 && self.yields.get(next).is_some_and(|(other, _)| span.contains(*other))
    }
}
