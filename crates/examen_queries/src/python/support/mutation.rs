//! Where a list or dictionary that a parameter stands for is changed: through variables, attributes, calls of functions
//! of the file and their results.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use examen_semantics::python::flow::{Place, ValueId, ValueKind};
use examen_semantics::python::{Call, DefinitionId, FunctionRef, ScopeKind, SemanticFile, Value, VariableId};
use examen_syntax::python::{Context, Expr, ExprKind, Function, Id, List, Node, Stmt, StmtKind};

use super::called_parameter::called_parameter;
use super::passed_test::passed_tests;

/// Names of methods that change a list or dictionary.
const METHODS: [&str; 11] =
    ["append", "clear", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault", "sort", "update"];

/// Names of methods that the text of August 2021 takes for harmless; any other one changes the object.
const SAFE_METHODS: [&str; 14] = [
    "__contains__",
    "__getattribute__",
    "__getitem__",
    "copy",
    "count",
    "get",
    "has_key",
    "index",
    "items",
    "iteritems",
    "iterkeys",
    "itervalues",
    "keys",
    "values",
];

/// Which ways an object takes, and what changes it, by the texts of the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MutationRules {
    /// March 2022.
    March2022,
    /// August 2021, by taint: copies and what takes the object in stand for it too, `a or b` and tuples do not; storing to
    /// a subscript is no change, but a call of any method is that is not known as harmless.
    August2021,
}

/// How many expressions are looked at for one parameter.
const MAX_STEPS: usize = 10_000;

/// How far calls in calls are followed.
const MAX_DEPTH: usize = 50;

/// What has been found so far, by the definition of the parameter and whether an empty object is followed.
pub(crate) struct Mutations<'f, 'p> {
    file: &'f SemanticFile<'p>,
    rules: MutationRules,
    found: HashMap<(DefinitionId, bool), Rc<Found>>,
    /// By variable and value, the names that are loaded with it.
    uses: HashMap<VariableId, HashMap<ValueId, Vec<Id<Expr>>>>,
    /// Calls by the name of what they call, made on the first question.
    calls: Option<HashMap<&'p str, Vec<Call>>>,
    depth: usize,
}

/// What becomes of an object in a function, calls from there included.
#[derive(Debug, Default)]
struct Found {
    /// The expressions that stand for it where it is changed.
    changed: Vec<Id<Expr>>,
    /// Whether the function may return it.
    is_returned: bool,
}

/// A walk along the ways of an object in one scope.
struct Walk {
    is_empty: bool,
    /// Whether a copy stands for the object: its class is not known by inference.
    is_copied: bool,
    found: Found,
    exprs: Vec<Id<Expr>>,
    definitions: Vec<DefinitionId>,
    seen_exprs: HashSet<Id<Expr>>,
    seen_definitions: HashSet<DefinitionId>,
    steps: usize,
}

impl Walk {
    fn new(is_empty: bool) -> Self {
        Self {
            is_empty,
            is_copied: false,
            found: Found::default(),
            exprs: Vec::new(),
            definitions: Vec::new(),
            seen_exprs: HashSet::new(),
            seen_definitions: HashSet::new(),
            steps: 0,
        }
    }

    fn add_expr(&mut self, expr: Id<Expr>) {
        if self.seen_exprs.insert(expr) {
            self.exprs.push(expr);
        }
    }

    fn add_definition(&mut self, definition: DefinitionId) {
        if self.seen_definitions.insert(definition) {
            self.definitions.push(definition);
        }
    }
}

impl<'f, 'p> Mutations<'f, 'p> {
    pub(crate) fn new(file: &'f SemanticFile<'p>, rules: MutationRules) -> Self {
        Self { file, rules, found: HashMap::new(), uses: HashMap::new(), calls: None, depth: 0 }
    }

    /// The expressions at which the default of a parameter is changed, in its function, in what that calls and, where it
    /// is returned, in its callers.
    pub(crate) fn of_parameter(&mut self, parameter: DefinitionId, is_empty: bool) -> Vec<Id<Expr>> {
        let model = self.file.model();
        let found = self.in_function(parameter, is_empty);
        let mut changed = found.changed.clone();
        let mut returning = Vec::new();
        if let ScopeKind::Function(function) = model[model[parameter].scope].kind
            && found.is_returned
        {
            returning.push(function);
        }
        let mut at = 0;
        while let Some(&function) = returning.get(at) {
            at += 1;
            for call in self.calls_of(function) {
                let mut walk = Walk::new(is_empty);
                walk.add_expr(call.expr);
                let found = self.walk(walk);
                changed.extend(found.changed);
                if let ScopeKind::Function(caller) = model[model.scope_of_expr(call.expr)].kind
                    && found.is_returned
                    && !returning.contains(&caller)
                {
                    returning.push(caller);
                }
            }
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// Returns what becomes of the object that a parameter stands for.
    fn in_function(&mut self, parameter: DefinitionId, is_empty: bool) -> Rc<Found> {
        if let Some(found) = self.found.get(&(parameter, is_empty)) {
            return Rc::clone(found);
        }
        // A function that hands its parameter to itself adds nothing.
        self.found.insert((parameter, is_empty), Rc::default());
        if self.depth == MAX_DEPTH {
            return Rc::default();
        }
        self.depth += 1;
        let mut walk = Walk::new(is_empty);
        walk.add_definition(parameter);
        let found = Rc::new(self.walk(walk));
        self.depth -= 1;
        self.found.insert((parameter, is_empty), Rc::clone(&found));
        found
    }

    fn walk(&mut self, mut walk: Walk) -> Found {
        while walk.steps < MAX_STEPS {
            walk.steps += 1;
            if let Some(expr) = walk.exprs.pop() {
                self.expr(expr, &mut walk);
            } else if let Some(definition) = walk.definitions.pop() {
                self.definition(definition, &mut walk);
            } else {
                break;
            }
        }
        walk.found
    }

    /// The uses that a definition reaches, but for those that a test keeps the object from.
    fn definition(&mut self, definition: DefinitionId, walk: &mut Walk) {
        let (model, ssa) = (self.file.model(), self.file.ssa());
        let variable = model[definition].variable;
        let uses = self.uses.entry(variable).or_insert_with(|| {
            let mut uses: HashMap<ValueId, Vec<Id<Expr>>> = HashMap::new();
            for &name in model.uses(variable) {
                for value in ssa.values_at(name) {
                    uses.entry(value).or_default().push(name);
                }
            }
            uses
        });
        let mut names = Vec::new();
        let mut open: Vec<ValueId> = ssa.values_of(definition).collect();
        let mut reached: HashSet<ValueId> = open.iter().copied().collect();
        while let Some(value) = open.pop().filter(|_| walk.steps < MAX_STEPS) {
            walk.steps += 1;
            names.extend(uses.get(&value).into_iter().flatten().copied());
            let phis = ssa.followers(value).iter().filter(|&&next| matches!(ssa.kind(next), ValueKind::Phi(_)));
            open.extend(phis.filter(|&&phi| reached.insert(phi)));
        }
        for name in names {
            if !self.is_excluded(name, walk.is_empty) {
                walk.add_expr(name);
            }
        }
    }

    /// Returns whether the name has passed a test that an empty object fails, or that only an empty one passes.
    fn is_excluded(&self, name: Id<Expr>, is_empty: bool) -> bool {
        let (flow, ssa) = (self.file.flow(), self.file.ssa());
        let value = ssa.value_at(name);
        flow.place_of(name).is_some_and(|place| {
            passed_tests(flow, place.block).any(|passed| {
                passed.outcome == is_empty
                    && matches!(self.file.tree()[passed.test].kind, ExprKind::Name { .. })
                    && ssa.value_at(passed.test) == value
            })
        })
    }

    /// Returns what is done with an expression that stands for the object.
    fn expr(&mut self, expr: Id<Expr>, walk: &mut Walk) {
        let (model, tree) = (self.file.model(), self.file.tree());
        let is_earlier = self.rules == MutationRules::August2021;
        match model.parent(expr) {
            Some(Node::Expr(around)) => match tree[around].kind {
                ExprKind::Subscript { value, context: Context::Store | Context::Delete, .. }
                    if value == expr && !is_earlier =>
                {
                    walk.found.changed.push(expr);
                }
                ExprKind::Attribute { name, .. } if self.is_changing(self.file.text(name.span)) => {
                    if let Some(Node::Expr(call)) = model.parent(around)
                        && self.file.call(call).is_some_and(|call| call.function == around)
                        && (!is_earlier || walk.is_copied || self.is_mutable(expr))
                    {
                        walk.found.changed.push(expr);
                    }
                }
                ExprKind::Conditional { test, .. } if test != expr => walk.add_expr(around),
                ExprKind::Bool { .. } if !is_earlier => walk.add_expr(around),
                ExprKind::Named { target, value } if value == expr => {
                    walk.add_expr(around);
                    self.target(target, expr, walk);
                }
                ExprKind::Call { function, .. } if function != expr => self.argument(around, expr, walk),
                ExprKind::Tuple { elements, context: Context::Load, .. } if !is_earlier => {
                    self.element(around, elements, expr, walk);
                }
                _ => {}
            },
            Some(Node::Stmt(stmt)) => self.stmt(stmt, expr, walk),
            Some(Node::Pattern(_)) | None => {}
        }
    }

    /// Whether an expression is known to be a list or dictionary.
    fn is_mutable(&self, expr: Id<Expr>) -> bool {
        let file = self.file;
        let classes = [file.built_in_class("list"), file.built_in_class("dict")];
        file.values(expr).iter().any(|value| {
            let class = file.class_of_value(value);
            class.is_some() && classes.contains(&class)
        })
    }

    fn is_changing(&self, method: &str) -> bool {
        match self.rules {
            MutationRules::March2022 => METHODS.contains(&method),
            MutationRules::August2021 => !SAFE_METHODS.contains(&method),
        }
    }

    fn stmt(&self, stmt: Id<Stmt>, expr: Id<Expr>, walk: &mut Walk) {
        let tree = self.file.tree();
        match tree[stmt].kind {
            StmtKind::Assign { targets, value } if value == expr => {
                for &target in tree.list(targets) {
                    self.target(target, expr, walk);
                }
            }
            StmtKind::AnnAssign { target, value: Some(value), .. } if value == expr => self.target(target, expr, walk),
            StmtKind::AugAssign { target, .. } if target == expr => walk.found.changed.push(expr),
            StmtKind::Return { .. } => walk.found.is_returned = true,
            StmtKind::With { items, is_async: false, .. } => {
                let item = tree.list(items).iter().find(|item| item.context == expr);
                if let Some(target) = item.and_then(|item| item.target) {
                    self.target(target, expr, walk);
                }
            }
            _ => {}
        }
    }

    /// `a, b = object, other`.
    fn element(&self, tuple: Id<Expr>, elements: List<Id<Expr>>, expr: Id<Expr>, walk: &mut Walk) {
        let (model, tree) = (self.file.model(), self.file.tree());
        let Some(Node::Stmt(stmt)) = model.parent(tuple) else {
            return;
        };
        let (StmtKind::Assign { targets, value }, Some(at)) =
            (tree[stmt].kind, tree.list(elements).iter().position(|&element| element == expr))
        else {
            return;
        };
        for &target in tree.list(targets).iter().filter(|_| value == tuple) {
            if let ExprKind::Tuple { elements, .. } | ExprKind::List { elements, .. } = tree[target].kind
                && let Some(&target) = tree.list(elements).get(at)
            {
                self.target(target, expr, walk);
            }
        }
    }

    /// The object is stored somewhere.
    fn target(&self, target: Id<Expr>, value: Id<Expr>, walk: &mut Walk) {
        debug_assert!(target != value);
        match self.file.tree()[target].kind {
            ExprKind::Name { .. } => {
                if let Some(definition) = self.file.model().definition_at(target) {
                    walk.add_definition(definition);
                }
            }
            ExprKind::Attribute { value: object, .. } => self.attribute(target, object, walk),
            _ => {}
        }
    }

    /// After `name.attribute = object` the reads of the attribute, until it is stored to again.
    fn attribute(&self, stored: Id<Expr>, object: Id<Expr>, walk: &mut Walk) {
        let (model, tree) = (self.file.model(), self.file.tree());
        let (flow, ssa) = (self.file.flow(), self.file.ssa());
        let (Some(variable), Some(from)) = (model.variable_of(object), flow.place_of(stored)) else {
            return;
        };
        let name = self.file.attribute(stored).map(|(_, name)| name);
        let others: Vec<Id<Expr>> = model
            .uses(variable)
            .iter()
            .filter(|&&other| ssa.value_at(other).is_some() && ssa.value_at(other) == ssa.value_at(object))
            .filter_map(|&other| match model.parent(other) {
                Some(Node::Expr(around)) if self.file.attribute(around).map(|(_, name)| name) == name => Some(around),
                _ => None,
            })
            .collect();
        walk.steps += model.uses(variable).len();
        let after = flow.reaches(from.block);
        let overwriting = others.iter().filter_map(|&other| match tree[other].kind {
            ExprKind::Attribute { context: Context::Store, .. } if other != stored => flow.place_of(other),
            _ => None,
        });
        let overwriting: Vec<Place> = overwriting.filter(|&place| flow.place_dominates(from, place)).collect();
        for &read in &others {
            if let ExprKind::Attribute { context: Context::Load, .. } = tree[read].kind
                && let Some(place) = flow.place_of(read)
                && (after.contains(place.block) || place.block == from.block && place.index > from.index)
                && !overwriting.iter().any(|&other| flow.place_dominates(other, place))
            {
                walk.add_expr(read);
            }
        }
    }

    /// The object is an argument of a call.
    fn argument(&mut self, call: Id<Expr>, argument: Id<Expr>, walk: &mut Walk) {
        let Some(call) = self.file.call(call) else {
            return;
        };
        if self.rules == MutationRules::August2021 {
            self.copied_or_taken_in(&call, argument, walk);
        }
        let mut is_result = false;
        for callee in self.file.values(call.function).iter() {
            if let Some(parameter) = called_parameter(self.file, callee, &call, argument) {
                let found = self.in_function(self.file.model().parameter_definition(parameter), walk.is_empty);
                walk.found.changed.extend(&found.changed);
                walk.steps += found.changed.len();
                is_result |= found.is_returned && !matches!(callee, Value::Class(_));
            }
        }
        if is_result {
            walk.add_expr(call.expr);
        }
    }

    /// `copy.copy(object)` gives the object again, and what `name.extend(object)` or `name.update(object)` took it in
    /// stands for it from there on.
    fn copied_or_taken_in(&mut self, call: &Call, argument: Id<Expr>, walk: &mut Walk) {
        let file = self.file;
        let is_copy = |value| match value {
            Value::Function(function @ FunctionRef::Known(_)) => {
                matches!(file.function_name(function), "copy" | "deepcopy")
            }
            _ => false,
        };
        if file.values(call.function).iter().any(is_copy) {
            walk.is_copied = true;
            walk.add_expr(call.expr);
        }
        if let Some((taker, "extend" | "update")) = file.attribute(call.function)
            && file.list(call.arguments).first() == Some(&argument)
            && let (Some(variable), Some(from)) = (file.model().variable_of(taker), file.flow().place_of(taker))
        {
            let (flow, ssa) = (file.flow(), file.ssa());
            let after = flow.reaches(from.block);
            for &read in file.model().uses(variable) {
                walk.steps += 1;
                if ssa.value_at(read) == ssa.value_at(taker)
                    && let Some(place) = flow.place_of(read)
                    && (after.contains(place.block) || place.block == from.block && place.index > from.index)
                    && self.is_mutable(read)
                {
                    walk.add_expr(read);
                }
            }
        }
    }

    /// The calls of a function of the file by its own name.
    fn calls_of(&mut self, function: Id<Function>) -> Vec<Call> {
        let file = self.file;
        let calls = self.calls.get_or_insert_with(|| {
            let mut calls: HashMap<&str, Vec<Call>> = HashMap::new();
            for call in file.calls() {
                let name = file.name(call.function).or_else(|| file.attribute(call.function).map(|(_, name)| name));
                if let Some(name) = name {
                    calls.entry(name).or_default().push(call);
                }
            }
            calls
        });
        let is_it = |value| match value {
            Value::Function(FunctionRef::Defined(of, called)) | Value::Method(FunctionRef::Defined(of, called), _) => {
                of == file.id() && called == function
            }
            _ => false,
        };
        let name = file.text(file.tree()[function].name.span);
        let calls = calls.get(name).into_iter().flatten();
        calls.filter(|call| file.values(call.function).iter().any(is_it)).copied().collect()
    }
}
