//! The one walk over the tree: statements.

use examen_syntax::python::{Branch, Case, Expr, Function, Handler, Id, List, Node, Stmt, StmtKind, Tree};

/// What was met on the way. Every method returns the number of paths through what it walks.
pub(super) struct Walk<'t> {
    pub(super) tree: &'t Tree,
    source: &'t str,
    pub(super) structures: u32,
    pub(super) loops: u32,
    pub(super) ifs: u32,
    pub(super) complexity: u32,
    pub(super) nesting: u32,
    pub(super) depth: u32,
    names: Vec<&'t str>,
    /// Whether names that are stored to are no variables.
    pub(super) ignores_names: bool,
}

/// Where a statement stands: its level in the tree, and the number of blocks around it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) level: u32,
    pub(super) blocks: u32,
}

impl Place {
    const fn below(self) -> u32 {
        self.level + 1
    }
}

impl<'t> Walk<'t> {
    pub(super) fn new(tree: &'t Tree, source: &'t str) -> Self {
        Self {
            tree,
            source,
            structures: 0,
            loops: 0,
            ifs: 0,
            complexity: 0,
            nesting: 0,
            depth: 0,
            names: Vec::new(),
            ignores_names: false,
        }
    }

    /// The function that is measured.
    pub(super) fn function(&mut self, function: &Function) -> u64 {
        let place = Place { level: 1, blocks: 0 };
        self.reach(place.level);
        self.definition(function, place)
    }

    /// All bindings, and how many of their names differ.
    pub(super) fn variables(&mut self) -> (u32, u32) {
        let all = self.names.len() as u32;
        self.names.sort_unstable();
        self.names.dedup();
        (all, self.names.len() as u32)
    }

    pub(super) fn bind(&mut self, name: examen_syntax::Span) {
        let name = name.text(self.source);
        if !self.ignores_names && !name.is_empty() {
            self.names.push(name);
        }
    }

    pub(super) fn reach(&mut self, level: u32) {
        self.depth = self.depth.max(level);
    }

    /// The statements of a block that belongs to a statement at `place`.
    fn block(&mut self, body: List<Id<Stmt>>, place: Place) -> u64 {
        let place = Place { level: place.below(), blocks: place.blocks + 1 };
        self.nesting = self.nesting.max(place.blocks);
        let tree = self.tree;
        tree.list(body).iter().fold(1, |paths: u64, &stmt| paths.saturating_mul(self.stmt(stmt, place)))
    }

    /// The block behind an `else`, or the one way past it.
    fn otherwise(&mut self, orelse: List<Id<Stmt>>, place: Place) -> u64 {
        if orelse.is_empty() { 1 } else { self.block(orelse, place) }
    }

    fn stmt(&mut self, stmt: Id<Stmt>, place: Place) -> u64 {
        if self.tree.plain_string(self.source, stmt).is_some() {
            // A comment, whatever the grammar says.
            return 1;
        }
        self.reach(place.level);
        match self.tree[stmt].kind {
            StmtKind::If { branches, orelse } => self.branches(branches, orelse, place),
            StmtKind::While { test, body, orelse } => {
                self.count_loop();
                let test = self.condition(test, place.below());
                let ways = self.block(body, place).saturating_add(self.otherwise(orelse, place));
                test.count.saturating_add(ways).saturating_mul(test.factor)
            }
            StmtKind::For { target, iter, body, orelse, .. } => {
                self.count_loop();
                let header = self.plain(target, place.below()).saturating_mul(self.plain(iter, place.below()));
                let ways = self.block(body, place).saturating_add(self.otherwise(orelse, place));
                ways.saturating_mul(header)
            }
            StmtKind::Match { subject, cases } => self.cases(subject, cases, place),
            StmtKind::Try { body, handlers, orelse, finally, .. } => {
                self.attempt([body, orelse, finally], handlers, place)
            }
            StmtKind::With { items, body, .. } => {
                let mut paths = 1_u64;
                for item in self.tree.list(items) {
                    for expr in [Some(item.context), item.target].into_iter().flatten() {
                        paths = paths.saturating_mul(self.plain(expr, place.below()));
                    }
                }
                paths.saturating_mul(self.block(body, place))
            }
            StmtKind::Function(function) => self.definition(&self.tree[function], place),
            StmtKind::Class(class) => {
                let class = &self.tree[class];
                let below = place.below();
                let mut paths = self
                    .each_plain(class.decorators, below)
                    .saturating_mul(self.type_parameters(class.type_parameters, below));
                paths = paths.saturating_mul(self.each_plain(class.bases, below));
                for keyword in self.tree.list(class.keywords) {
                    paths = paths.saturating_mul(self.plain(keyword.value, below));
                }
                paths.saturating_mul(self.block(class.body, place))
            }
            StmtKind::Return { value: Some(value) } => {
                let value = self.returned(value, place.below());
                value.count.max(1).saturating_mul(value.factor)
            }
            StmtKind::TypeAlias { name, type_parameters, value } => {
                let below = place.below();
                self.unnamed(|walk| walk.plain(name, below));
                self.type_parameters(type_parameters, below).saturating_mul(self.plain(value, below))
            }
            _ => self.simple(stmt, place),
        }
    }

    /// A statement that holds expressions only.
    fn simple(&mut self, stmt: Id<Stmt>, place: Place) -> u64 {
        let mut paths = 1_u64;
        let tree = self.tree;
        tree.children(stmt.into(), &mut |child| {
            if let Node::Expr(expr) = child {
                paths = paths.saturating_mul(self.plain(expr, place.below()));
            }
        });
        paths
    }

    fn definition(&mut self, function: &Function, place: Place) -> u64 {
        let below = place.below();
        let mut paths = self.each_plain(function.decorators, below);
        paths = paths.saturating_mul(self.type_parameters(function.type_parameters, below));
        paths = paths.saturating_mul(self.parameters(function.parameters, below));
        if let Some(returns) = function.returns {
            paths = paths.saturating_mul(self.plain(returns, below));
        }
        paths.saturating_mul(self.block(function.body, place))
    }

    fn branches(&mut self, branches: List<Branch>, orelse: List<Id<Stmt>>, place: Place) -> u64 {
        let (mut ways, mut factor) = (0_u64, 1_u64);
        for branch in self.tree.list(branches) {
            self.structures += 1;
            self.ifs += 1;
            self.complexity += 1;
            let test = self.condition(branch.test, place.below());
            ways = ways.saturating_add(test.count).saturating_add(self.block(branch.body, place));
            factor = factor.saturating_mul(test.factor);
        }
        ways.saturating_add(self.otherwise(orelse, place)).saturating_mul(factor)
    }

    fn cases(&mut self, subject: Id<Expr>, cases: List<Case>, place: Place) -> u64 {
        self.structures += 1;
        let subject = self.condition(subject, place.below());
        let (mut ways, mut factor) = (subject.count, subject.factor);
        // The cases make a block of their own.
        let inner = Place { blocks: place.blocks + 1, ..place };
        for case in self.tree.list(cases) {
            let takes_anything = case.guard.is_none() && self.takes_anything(case.pattern);
            self.complexity += u32::from(!takes_anything);
            self.pattern(case.pattern, place.below());
            if let Some(guard) = case.guard {
                self.complexity += 1;
                let guard = self.condition(guard, place.below());
                ways = ways.saturating_add(guard.count);
                factor = factor.saturating_mul(guard.factor);
            }
            ways = ways.saturating_add(self.block(case.body, inner));
        }
        ways.max(1).saturating_mul(factor)
    }

    /// A `try`, by its body, `else` and `finally`.
    fn attempt(&mut self, blocks: [List<Id<Stmt>>; 3], handlers: List<Handler>, place: Place) -> u64 {
        self.structures += 1;
        let [body, orelse, finally] = blocks;
        let mut ways = self.block(body, place);
        let mut factor = 1_u64;
        for handler in self.tree.list(handlers) {
            self.complexity += 1;
            if let Some(exception) = handler.exception {
                factor = factor.saturating_mul(self.plain(exception, place.below()));
            }
            if let Some(target) = handler.target {
                self.unnamed(|walk| walk.plain(target, place.below()));
            }
        }
        ways = ways.saturating_mul(self.otherwise(orelse, place));
        for handler in self.tree.list(handlers) {
            ways = ways.saturating_add(self.block(handler.body, place));
        }
        if !finally.is_empty() {
            ways = ways.saturating_add(self.block(finally, place));
        }
        ways.saturating_mul(factor)
    }

    fn count_loop(&mut self) {
        self.structures += 1;
        self.loops += 1;
        self.complexity += 1;
    }

    /// Walks what binds names that are no variables.
    pub(super) fn unnamed(&mut self, walk: impl FnOnce(&mut Self) -> u64) -> u64 {
        let before = std::mem::replace(&mut self.ignores_names, true);
        let paths = walk(self);
        self.ignores_names = before;
        paths
    }
}
