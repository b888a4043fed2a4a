//! Scopes in which values are followed.
//!
//! As in CodeQL's points-to analysis, which the answers of the queries are measured against: whatever has a public name
//! may be called from anywhere, a function with a private name is entered only from calls that the file shows, each call
//! on the way has its price, and the body of a class in a function is not followed at all.

use examen_syntax::python::{Expr, ExprKind, Function};
use rustc_hash::FxHashMap;

use super::file::{FileId, SemanticFile};
use super::model::{Model, ScopeId, ScopeKind};

/// What a chain of calls may cost.
pub(super) const MAX_PRICE: u32 = 7;

/// What any call costs.
const BASE_PRICE: u32 = 2;

/// The scopes of a file in which values are followed.
#[derive(Debug)]
pub(super) struct Executed {
    is_executed: Vec<bool>,
    /// By scope, what a call in it costs.
    prices: Vec<u32>,
}

impl SemanticFile<'_> {
    /// Whether the values of expressions in a scope are followed. In a program of several files any function may be
    /// called from another one.
    pub fn is_executed(&self, file: FileId, scope: ScopeId) -> bool {
        self.program.is_some() || self.executed(file).is_executed[scope.index()]
    }

    /// What it costs to follow a call in a scope.
    pub(super) fn call_price(&self, file: FileId, scope: ScopeId) -> u32 {
        self.executed(file).prices[scope.index()]
    }

    fn executed(&self, file: FileId) -> &Executed {
        self.known(file).executed.get_or_init(|| find(self.model_of(file)))
    }
}

impl Model<'_> {
    /// Whether a scope lies in a function, or is one.
    pub fn is_in_function(&self, scope: ScopeId) -> bool {
        let is_function = |scope: ScopeId| !matches!(self[scope].kind, ScopeKind::Module | ScopeKind::Class(_));
        self.enclosing_scopes(scope).any(is_function)
    }
}

/// The calls of a file, by what they look like.
struct Calls<'t> {
    /// By name, the private functions that have it.
    functions: FxHashMap<&'t str, Vec<ScopeId>>,
    /// By name, how often it is called.
    counts: FxHashMap<&'t str, u32>,
    /// By scope, the private names that it calls, and how many calls it has in all.
    made: Vec<(Vec<&'t str>, u32)>,
}

fn find(model: &Model<'_>) -> Executed {
    let calls = collect(model);
    let call_prices: Vec<u32> = model.scopes().map(|(scope, _)| calls.price(model, scope)).collect();
    let mut prices: Vec<u32> = model.scopes().map(|(scope, _)| entry_price(model, scope)).collect();
    let mut names: FxHashMap<&str, u32> = FxHashMap::default();
    let mut open: Vec<Vec<ScopeId>> = vec![Vec::new(); MAX_PRICE as usize + 1];
    open[0] = model.scopes().map(|(scope, _)| scope).filter(|scope| prices[scope.index()] == 0).collect();
    for price in 0..=MAX_PRICE {
        while let Some(scope) = open[price as usize].pop() {
            let next = price + call_prices[scope.index()];
            if prices[scope.index()] != price || next > MAX_PRICE {
                continue;
            }
            for &name in &calls.made[scope.index()].0 {
                let known = names.entry(name).or_insert(u32::MAX);
                if *known <= next {
                    continue;
                }
                *known = next;
                for &called in &calls.functions[name] {
                    if next < prices[called.index()] {
                        prices[called.index()] = next;
                        open[next as usize].push(called);
                    }
                }
            }
        }
    }
    Executed { is_executed: prices.into_iter().map(|price| price <= MAX_PRICE).collect(), prices: call_prices }
}

/// What it costs to enter a scope from outside the file.
fn entry_price(model: &Model<'_>, scope: ScopeId) -> u32 {
    let is_open = match model[scope].kind {
        ScopeKind::Module | ScopeKind::Lambda(_) | ScopeKind::Comprehension(_) => true,
        ScopeKind::Class(_) => !model.is_in_function(scope),
        ScopeKind::Function(function) => !is_private(model, &model.tree[function]),
    };
    if is_open { 0 } else { u32::MAX }
}

/// Whether a function has a name that others should not call; special methods have none such.
fn is_private(model: &Model<'_>, function: &Function) -> bool {
    let name = function.name.text(model.source);
    let is_special = name.starts_with("__")
        && name.ends_with("__")
        && matches!(model[model.scope_of_stmt(function.stmt)].kind, ScopeKind::Class(_));
    name.starts_with('_') && !is_special
}

fn collect<'t>(model: &Model<'t>) -> Calls<'t> {
    let tree = model.tree;
    let mut calls = Calls {
        functions: FxHashMap::default(),
        counts: FxHashMap::default(),
        made: vec![(Vec::new(), 0); model.scopes().len()],
    };
    for (id, function) in tree.all::<Function>().filter(|(_, function)| is_private(model, function)) {
        calls.functions.entry(function.name.text(model.source)).or_default().push(model.function_scope(id));
    }
    for (expr, node) in tree.all::<Expr>() {
        let ExprKind::Call { function, .. } = node.kind else {
            continue;
        };
        let made = &mut calls.made[model.scope_of_expr(expr).index()];
        made.1 += 1;
        let name = match tree[function].kind {
            ExprKind::Name { .. } => model.text(tree[function].span),
            ExprKind::Attribute { name, .. } => name.text(model.source),
            _ => continue,
        };
        *calls.counts.entry(name).or_default() += 1;
        if calls.functions.contains_key(name) {
            made.0.push(name);
        }
    }
    calls
}

impl Calls<'_> {
    /// What a call in a scope costs: the more calls it makes, and the more it is called itself, the dearer.
    fn price(&self, model: &Model<'_>, scope: ScopeId) -> u32 {
        let incoming = match model[scope].kind {
            ScopeKind::Function(function) => match model.tree[function].name.text(model.source) {
                "__init__" => 1,
                name => self.counts.get(name).copied().unwrap_or(0),
            },
            _ => 0,
        };
        let outgoing = self.made[scope.index()].1.max(1);
        BASE_PRICE + outgoing.ilog2() + (incoming + 1).ilog2() / 2
    }
}
