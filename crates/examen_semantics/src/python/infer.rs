//! Value inference: which classes, functions, modules and objects an expression may stand for.
//!
//! Asked from the expression backwards, through the definitions that reach it, as far as the program and the standard
//! library are known. What cannot be inferred is left out: a set of values never says that there is nothing else. Work is
//! bounded by steps, in proportion to the size of the file, so that the same input gives the same answer anywhere.

pub(super) mod attributes;
mod calls;
mod externals;
mod guards;
mod joins;
mod names;
pub(super) mod parameters;
mod versions;

use std::cell::{Cell, RefCell};

use examen_syntax::python::{BinaryOp, Expr, ExprKind, Id, StringPart, UnaryOp};
use rustc_hash::FxHashMap;

use self::externals::Externals;
use super::executed::MAX_PRICE;
use super::file::{FileId, SemanticFile};
use super::knowledge::knowledge;
use super::model::{ScopeId, VariableId, Version};
use super::value::{At, ClassRef, Value, Values};

/// Definitions behind definitions: more than this many are given up.
const MAX_DEPTH: u32 = 100;

/// Steps of inference that a file of no length may take, and steps more for each of its expressions.
const STEPS: (u32, u32) = (10_000, 20);

/// What inference has found so far, and how far it may go.
#[derive(Debug)]
pub(super) struct Inference {
    /// By expression, and what the calls cost that the question came through.
    exprs: RefCell<FxHashMap<(At, u32), Memo>>,
    variables: RefCell<FxHashMap<(FileId, VariableId), Memo>>,
    externals: RefCell<Externals>,
    /// Classes whose facts are being worked out.
    pub(super) classes_in_progress: RefCell<Vec<ClassRef>>,
    depth: Cell<u32>,
    /// What the calls cost that are being followed.
    price: Cell<u32>,
    /// The lowest depth of a question in progress that was asked again: an answer below it is not the whole one.
    lowest: Cell<u32>,
    steps_left: Cell<u32>,
}

#[derive(Clone, Debug)]
enum Memo {
    InProgress(u32),
    Done(Values),
}

impl Inference {
    pub(super) fn new(exprs: usize) -> Self {
        Self {
            exprs: RefCell::default(),
            variables: RefCell::default(),
            externals: RefCell::default(),
            classes_in_progress: RefCell::default(),
            depth: Cell::new(0),
            price: Cell::new(0),
            lowest: Cell::new(u32::MAX),
            steps_left: Cell::new(STEPS.0.saturating_add(STEPS.1.saturating_mul(exprs as u32))),
        }
    }

    /// Answers a question once. A question that comes up again while it is being answered adds nothing to the answer;
    /// what was found on the way is not kept then, except for the question that went round.
    fn once<K: std::hash::Hash + Eq + Copy>(
        &self,
        memo: &RefCell<FxHashMap<K, Memo>>,
        key: K,
        answer: impl FnOnce() -> Values,
    ) -> Values {
        match memo.borrow().get(&key) {
            Some(Memo::Done(values)) => return values.clone(),
            Some(&Memo::InProgress(depth)) => {
                self.lowest.set(self.lowest.get().min(depth));
                return Values::Unknown;
            }
            None => {}
        }
        let depth = self.depth.get();
        let steps_left = self.steps_left.get();
        if depth >= MAX_DEPTH || steps_left == 0 {
            self.lowest.set(0);
            return Values::Unknown;
        }
        self.steps_left.set(steps_left - 1);
        self.depth.set(depth + 1);
        let lowest_outside = self.lowest.replace(u32::MAX);
        memo.borrow_mut().insert(key, Memo::InProgress(depth));
        let values = answer();
        if self.lowest.get() >= depth {
            memo.borrow_mut().insert(key, Memo::Done(values.clone()));
            self.lowest.set(lowest_outside);
        } else {
            memo.borrow_mut().remove(&key);
            self.lowest.set(self.lowest.get().min(lowest_outside));
        }
        self.depth.set(depth);
        values
    }
}

impl SemanticFile<'_> {
    /// Follows a call that stands in a scope, if it is not too far.
    fn through_call(&self, file: FileId, scope: ScopeId, answer: impl FnOnce() -> Values) -> Values {
        let before = self.inference.price.get();
        let price = before + self.call_price(file, scope);
        if price > MAX_PRICE {
            return Values::Unknown;
        }
        self.inference.price.set(price);
        let values = answer();
        self.inference.price.set(before);
        values
    }

    /// Asks about code that runs before all calls: modules and classes.
    pub(super) fn before_calls<T>(&self, answer: impl FnOnce() -> T) -> T {
        let before = self.inference.price.replace(0);
        let answer = answer();
        self.inference.price.set(before);
        answer
    }

    /// What an expression of this file may stand for; nothing where values are not followed.
    pub fn values(&self, expr: Id<Expr>) -> Values {
        if !self.is_executed(self.id(), self.model().scope_of_expr(expr)) {
            return Values::Unknown;
        }
        self.values_at(At { file: self.id(), expr })
    }

    /// What an expression of any file of the program may stand for.
    pub fn values_at(&self, at: At) -> Values {
        let model = self.model_of(at.file);
        match model.tree[at.expr].kind {
            ExprKind::None => Value::None.into(),
            ExprKind::True => Value::Bool(true).into(),
            ExprKind::False => Value::Bool(false).into(),
            ExprKind::Number => Value::Literal(at).into(),
            ExprKind::String { parts } if is_plain(model.tree.list(parts), model.source) => Value::Literal(at).into(),
            ExprKind::List { .. } | ExprKind::ListComprehension { .. } => instance_of("list", Some(at)),
            ExprKind::Dict { .. } | ExprKind::DictComprehension { .. } => instance_of("dict", Some(at)),
            ExprKind::Set { .. } | ExprKind::SetComprehension { .. } => instance_of("set", Some(at)),
            ExprKind::Tuple { .. } => instance_of("tuple", Some(at)),
            ExprKind::Lambda { .. } => Value::Function(super::value::FunctionRef::Lambda(at)).into(),
            // Of a truth that is not known.
            ExprKind::Compare { .. } => instance_of("bool", Some(at)),
            ExprKind::Named { value, .. } => self.values_at(At { expr: value, ..at }),
            ExprKind::Attribute { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Call { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Name { .. }
            | ExprKind::Subscript { .. }
            | ExprKind::Unary { .. } => {
                let inference = &self.inference;
                inference.once(&inference.exprs, (at, inference.price.get()), || self.work_out(at))
            }
            // What comes out of `a or b` depends on truths that are seldom known.
            ExprKind::Await { .. }
            | ExprKind::Bool { .. }
            | ExprKind::Ellipsis
            | ExprKind::Error
            | ExprKind::Generator { .. }
            | ExprKind::Repr { .. }
            | ExprKind::Slice { .. }
            | ExprKind::Starred { .. }
            // CodeQL gives formatted strings no value.
            | ExprKind::String { .. }
            | ExprKind::Yield { .. }
            | ExprKind::YieldFrom { .. } => Values::Unknown,
        }
    }

    fn work_out(&self, at: At) -> Values {
        let tree = self.model_of(at.file).tree;
        let here = |expr| self.values_at(At { expr, ..at });
        match tree[at.expr].kind {
            ExprKind::Name { .. } => self.name_values(at),
            ExprKind::Attribute { value, name, .. } => {
                let name = name.text(self.model_of(at.file).source);
                let stored = self.stored_before(at, value, name).map(here);
                stored.unwrap_or_else(|| self.attributes(&here(value), name))
            }
            ExprKind::Call { .. } => self.call_values(at),
            ExprKind::Conditional { body, orelse, .. } => here(body).iter().chain(here(orelse).iter()).collect(),
            ExprKind::Unary { op: UnaryOp::Minus, operand } if matches!(tree[operand].kind, ExprKind::Number) => {
                let class = here(operand).iter().next().and_then(|value| self.class_of_value(value));
                class.map(|class| Value::Instance(class, Some(at))).into_iter().collect()
            }
            ExprKind::Unary { op: UnaryOp::Not, operand } => {
                here(operand).iter().filter_map(|value| Some(Value::Bool(!self.truth(value)?))).collect()
            }
            // The sum of built-in objects is one of the same class.
            ExprKind::Binary { op: BinaryOp::Add, left, right } => {
                let (left, right) = (here(left), here(right));
                let classes = left.iter().chain(right.iter()).filter_map(|value| self.class_of_value(value));
                let is_built_in =
                    |class: &ClassRef| matches!(class, ClassRef::Known(id) if !knowledge().class(*id).is_source);
                classes.filter(is_built_in).map(|class| Value::Instance(class, Some(at))).collect()
            }
            ExprKind::Subscript { value, index, .. } => self.element(&here(value), At { expr: index, ..at }),
            _ => Values::Unknown,
        }
    }

    /// An element of a tuple whose display is known.
    fn element(&self, sequence: &Values, index: At) -> Values {
        let model = self.model_of(index.file);
        let Ok(position) = model.text(model.tree[index.expr].span).parse::<usize>() else {
            return Values::Unknown;
        };
        let elements = sequence.iter().filter_map(|value| {
            let Value::Instance(_, Some(made)) = value else {
                return None;
            };
            let tree = self.model_of(made.file).tree;
            let ExprKind::Tuple { elements, .. } = tree[made.expr].kind else {
                return None;
            };
            let expr = *tree.list(elements).get(position)?;
            Some(self.values_at(At { expr, ..made }))
        });
        elements.flat_map(|values| values.as_slice().to_vec()).collect()
    }

    /// Whether a value is true, where that is certain.
    pub fn truth(&self, value: Value) -> Option<bool> {
        match value {
            Value::None => Some(false),
            Value::Bool(truth) => Some(truth),
            Value::Literal(at) => Some(self.literal_truth(at)),
            Value::Instance(_, Some(made)) => {
                let tree = self.model_of(made.file).tree;
                match tree[made.expr].kind {
                    ExprKind::Tuple { elements, .. } => Some(!elements.is_empty()),
                    _ => None,
                }
            }
            Value::Class(_)
            | Value::Function(_)
            | Value::Method(..)
            | Value::Property(..)
            | Value::ClassMethod(..)
            | Value::StaticMethod(..)
            | Value::Module(..)
            | Value::VersionInfo => Some(true),
            Value::Instance(_, None)
            | Value::SelfInstance(..)
            | Value::Decorated(..)
            | Value::Super(..)
            | Value::External(_) => None,
        }
    }

    fn literal_truth(&self, at: At) -> bool {
        let model = self.model_of(at.file);
        match model.tree[at.expr].kind {
            ExprKind::Number => {
                let text = model.text(model.tree[at.expr].span);
                let digits = text.trim_start_matches("0x").trim_start_matches("0o").trim_start_matches("0b");
                digits.bytes().any(|byte| byte.is_ascii_hexdigit() && byte != b'0' && byte != b'e' && byte != b'E')
            }
            ExprKind::String { parts } => {
                model.tree.list(parts).iter().any(|part| !string_content(part.span.text(model.source)).is_empty())
            }
            _ => true,
        }
    }

    /// The class of a value, where it is known.
    pub fn class_of_value(&self, value: Value) -> Option<ClassRef> {
        let built_in = |name| knowledge().builtin_class(name).map(ClassRef::Known);
        match value {
            Value::None => built_in("NoneType"),
            Value::Bool(_) => built_in("bool"),
            Value::Literal(at) => built_in(self.literal_class(at)),
            Value::Instance(class, _) | Value::SelfInstance(class, ..) => Some(class),
            Value::Class(class) => self.metaclass(class),
            Value::Function(_) => built_in("function"),
            Value::Method(..) => built_in("method"),
            Value::Property(..) => built_in("property"),
            Value::ClassMethod(..) => built_in("classmethod"),
            Value::StaticMethod(..) => built_in("staticmethod"),
            Value::Module(..) => built_in("module"),
            Value::Super(..) => built_in("super"),
            Value::VersionInfo => built_in("tuple"),
            Value::Decorated(..) | Value::External(_) => None,
        }
    }

    fn literal_class(&self, at: At) -> &'static str {
        let model = self.model_of(at.file);
        let text = model.text(model.tree[at.expr].span);
        if !matches!(model.tree[at.expr].kind, ExprKind::Number) {
            let prefix = text.split(['\'', '"']).next().unwrap_or("");
            let is_bytes = prefix.contains(['b', 'B']);
            return match model.version {
                Version::Python3 if is_bytes => "bytes",
                Version::Python2 if prefix.contains(['u', 'U']) => "unicode",
                _ => "str",
            };
        }
        let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        if text.ends_with(['j', 'J']) {
            "complex"
        } else if !is_hexadecimal && text.contains(['.', 'e', 'E']) {
            "float"
        } else {
            "int"
        }
    }
}

/// An object of a built-in class.
fn instance_of(built_in: &str, made: Option<At>) -> Values {
    knowledge().builtin_class(built_in).map(|class| Value::Instance(ClassRef::Known(class), made)).into_iter().collect()
}

/// Whether no part of a string is a template, which has an `f` or a `t` before its quotes.
fn is_plain(parts: &[StringPart], source: &str) -> bool {
    let is_template = |c: char| matches!(c, 'f' | 'F' | 't' | 'T');
    let is_prefix = |c: &char| c.is_ascii_alphabetic();
    parts.iter().all(|part| !part.span.text(source).chars().take_while(is_prefix).any(is_template))
}

/// What stands between the quotes of a string literal.
pub fn string_content(literal: &str) -> &str {
    let text = literal.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    for quotes in ["\"\"\"", "'''", "\"", "'"] {
        if let Some(rest) = text.strip_prefix(quotes) {
            return rest.strip_suffix(quotes).unwrap_or(rest);
        }
    }
    text
}
