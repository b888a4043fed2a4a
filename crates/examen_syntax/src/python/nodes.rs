//! The node types of the Python tree: one vocabulary for Python 2 and 3.

use super::tree::{Id, List};
use crate::Span;

/// An expression. Outer parentheses are not part of its span, but those of a tuple are.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// Kinds of expressions.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub enum ExprKind {
    Attribute {
        value: Id<Expr>,
        name: Name,
        context: Context,
    },
    Await {
        value: Id<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Id<Expr>,
        right: Id<Expr>,
    },
    /// `a and b and c` is one node.
    Bool {
        op: BoolOp,
        values: List<Id<Expr>>,
    },
    /// Positional arguments (starred ones among them) and keywords each in their order.
    Call {
        function: Id<Expr>,
        arguments: List<Id<Expr>>,
        keywords: List<Keyword>,
    },
    Compare {
        left: Id<Expr>,
        rest: List<Comparison>,
    },
    Conditional {
        test: Id<Expr>,
        body: Id<Expr>,
        orelse: Id<Expr>,
    },
    Dict {
        items: List<DictItem>,
    },
    DictComprehension {
        key: Id<Expr>,
        value: Id<Expr>,
        clauses: List<Comprehension>,
    },
    Ellipsis,
    /// Text that is no expression, or lies deeper than the tree goes.
    Error,
    False,
    Generator {
        element: Id<Expr>,
        clauses: List<Comprehension>,
    },
    Lambda {
        parameters: List<Parameter>,
        body: Id<Expr>,
    },
    List {
        elements: List<Id<Expr>>,
        context: Context,
    },
    ListComprehension {
        element: Id<Expr>,
        clauses: List<Comprehension>,
    },
    /// The span is the identifier.
    Name {
        context: Context,
    },
    Named {
        target: Id<Expr>,
        value: Id<Expr>,
    },
    None,
    /// The value is in the text.
    Number,
    /// Python 2's backticks.
    Repr {
        value: Id<Expr>,
    },
    Set {
        elements: List<Id<Expr>>,
    },
    SetComprehension {
        element: Id<Expr>,
        clauses: List<Comprehension>,
    },
    Slice {
        lower: Option<Id<Expr>>,
        upper: Option<Id<Expr>>,
        step: Option<Id<Expr>>,
    },
    Starred {
        value: Id<Expr>,
        context: Context,
    },
    /// One or more adjacent literals: text, bytes, f-strings, t-strings.
    String {
        parts: List<StringPart>,
    },
    Subscript {
        value: Id<Expr>,
        index: Id<Expr>,
        context: Context,
    },
    True,
    Tuple {
        elements: List<Id<Expr>>,
        context: Context,
        parenthesized: bool,
    },
    Unary {
        op: UnaryOp,
        operand: Id<Expr>,
    },
    Yield {
        value: Option<Id<Expr>>,
    },
    YieldFrom {
        value: Id<Expr>,
    },
}

/// A statement.
#[derive(Clone, Copy, Debug)]
pub struct Stmt {
    /// The whole statement, decorators included, without a comment or `;` behind it.
    pub span: Span,
    /// For a compound statement its first keyword (not a decorator) up to and with the colon; else the whole span.
    pub header: Span,
    /// What it is.
    pub kind: StmtKind,
}

/// Kinds of statements.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub enum StmtKind {
    AnnAssign {
        target: Id<Expr>,
        annotation: Id<Expr>,
        value: Option<Id<Expr>>,
    },
    Assert {
        test: Id<Expr>,
        message: Option<Id<Expr>>,
    },
    Assign {
        targets: List<Id<Expr>>,
        value: Id<Expr>,
    },
    AugAssign {
        target: Id<Expr>,
        op: BinaryOp,
        value: Id<Expr>,
    },
    Break,
    Class(Id<Class>),
    Continue,
    Delete {
        targets: List<Id<Expr>>,
    },
    /// Text that is no statement.
    Error,
    /// Python 2's `exec code in globals, locals`.
    Exec {
        code: Id<Expr>,
        globals: Option<Id<Expr>>,
        locals: Option<Id<Expr>>,
    },
    Expr {
        value: Id<Expr>,
    },
    For {
        is_async: bool,
        target: Id<Expr>,
        iter: Id<Expr>,
        body: List<Id<Stmt>>,
        orelse: List<Id<Stmt>>,
    },
    Function(Id<Function>),
    Global {
        names: List<Name>,
    },
    /// The `if` and each `elif` are branches.
    If {
        branches: List<Branch>,
        orelse: List<Id<Stmt>>,
    },
    Import {
        names: List<Alias>,
    },
    /// `module` is the dotted name without leading dots, `level` their number.
    ImportFrom {
        module: Option<Name>,
        level: u32,
        names: List<Alias>,
    },
    Match {
        subject: Id<Expr>,
        cases: List<Case>,
    },
    Nonlocal {
        names: List<Name>,
    },
    Pass,
    /// Python 2's `print >>file, a, b,`.
    Print {
        destination: Option<Id<Expr>>,
        values: List<Id<Expr>>,
        has_trailing_comma: bool,
    },
    /// Python 2's `raise E, value, traceback` has its second and third expression in `value` and `traceback`.
    Raise {
        exception: Option<Id<Expr>>,
        cause: Option<Id<Expr>>,
        value: Option<Id<Expr>>,
        traceback: Option<Id<Expr>>,
    },
    Return {
        value: Option<Id<Expr>>,
    },
    Try {
        is_star: bool,
        body: List<Id<Stmt>>,
        handlers: List<Handler>,
        orelse: List<Id<Stmt>>,
        finally: List<Id<Stmt>>,
    },
    TypeAlias {
        name: Id<Expr>,
        type_parameters: List<TypeParameter>,
        value: Id<Expr>,
    },
    While {
        test: Id<Expr>,
        body: List<Id<Stmt>>,
        orelse: List<Id<Stmt>>,
    },
    With {
        is_async: bool,
        items: List<WithItem>,
        body: List<Id<Stmt>>,
    },
}

/// A pattern of a `match` statement.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: PatternKind,
}

/// Kinds of patterns.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub enum PatternKind {
    /// `pattern as name`; without a pattern a capture, without a name too the wildcard `_`.
    As {
        pattern: Option<Id<Pattern>>,
        name: Option<Name>,
    },
    /// Keyword patterns follow the positional ones; `keywords` are their names.
    Class {
        class: Id<Expr>,
        patterns: List<Id<Pattern>>,
        keywords: List<Name>,
    },
    Error,
    /// Keys and patterns go in pairs.
    Mapping {
        keys: List<Id<Expr>>,
        patterns: List<Id<Pattern>>,
        rest: Option<Name>,
    },
    Or {
        patterns: List<Id<Pattern>>,
    },
    Sequence {
        patterns: List<Id<Pattern>>,
    },
    Star {
        name: Option<Name>,
    },
    /// A constant, a dotted name, or one of `None`, `True`, `False`.
    Value {
        value: Id<Expr>,
    },
}

/// An identifier, or a dotted name in an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// Where it stands.
    pub span: Span,
}

impl Name {
    /// The text of the name.
    pub fn text(self, source: &str) -> &str {
        self.span.text(source)
    }
}

/// A function definition.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct Function {
    pub stmt: Id<Stmt>,
    pub name: Name,
    pub is_async: bool,
    pub decorators: List<Id<Expr>>,
    pub type_parameters: List<TypeParameter>,
    pub parameters: List<Parameter>,
    pub returns: Option<Id<Expr>>,
    pub body: List<Id<Stmt>>,
}

/// A class definition.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct Class {
    pub stmt: Id<Stmt>,
    pub name: Name,
    pub decorators: List<Id<Expr>>,
    pub type_parameters: List<TypeParameter>,
    pub bases: List<Id<Expr>>,
    pub keywords: List<Keyword>,
    pub body: List<Id<Stmt>>,
}

/// A parameter of a function or lambda.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct Parameter {
    pub kind: ParameterKind,
    /// The identifier; of a tuple parameter the whole tuple.
    pub name: Name,
    /// Python 2's `def f(a, (b, c))`: the tuple, whose names are stored to.
    pub tuple: Option<Id<Expr>>,
    pub annotation: Option<Id<Expr>>,
    pub default: Option<Id<Expr>>,
}

/// How a parameter takes arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub enum ParameterKind {
    PositionalOnly,
    Positional,
    /// `*args`
    Variadic,
    KeywordOnly,
    /// `**kwargs`
    VariadicKeyword,
}

/// `name=value` or `**value` in a call or a class header.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct Keyword {
    pub span: Span,
    pub name: Option<Name>,
    pub value: Id<Expr>,
}

/// One name of an import.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The name with its `as` part.
    pub span: Span,
    /// The dotted name, or `*`.
    pub name: Name,
    /// The name behind `as`.
    pub alias: Option<Name>,
}

/// An operator and its right operand in a chain of comparisons.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct Comparison {
    pub op: CompareOp,
    pub right: Id<Expr>,
}

/// `for target in iter if condition…` of a comprehension.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct Comprehension {
    pub span: Span,
    pub is_async: bool,
    pub target: Id<Expr>,
    pub iter: Id<Expr>,
    pub conditions: List<Id<Expr>>,
}

/// `key: value` or `**value` of a dict display.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct DictItem {
    pub key: Option<Id<Expr>>,
    pub value: Id<Expr>,
}

/// One string literal of possibly several adjacent ones.
#[derive(Clone, Copy, Debug)]
pub struct StringPart {
    /// Prefix, quotes and content.
    pub span: Span,
    /// The expressions of an f-string or t-string in order, those in format specifications included.
    pub interpolations: List<Id<Expr>>,
}

/// The `if` part or an `elif` part of an `if` statement.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct Branch {
    pub span: Span,
    /// From the keyword to the colon.
    pub header: Span,
    pub test: Id<Expr>,
    pub body: List<Id<Stmt>>,
}

/// An `except` clause.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct Handler {
    pub span: Span,
    /// From `except` to the colon.
    pub header: Span,
    pub exception: Option<Id<Expr>>,
    /// `as name`, or Python 2's target, which may be any target.
    pub target: Option<Id<Expr>>,
    pub body: List<Id<Stmt>>,
}

/// One manager of a `with` statement.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct WithItem {
    pub context: Id<Expr>,
    pub target: Option<Id<Expr>>,
}

/// A `case` of a `match` statement.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct Case {
    pub span: Span,
    /// From `case` to the colon.
    pub header: Span,
    pub pattern: Id<Pattern>,
    pub guard: Option<Id<Expr>>,
    pub body: List<Id<Stmt>>,
}

/// A type parameter: `T: bound = default`, `*Ts`, `**P`.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub struct TypeParameter {
    pub name: Name,
    pub bound: Option<Id<Expr>>,
    pub default: Option<Id<Expr>>,
}

/// Whether a name, attribute, subscript, … is read, stored to or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Context {
    Load,
    Store,
    Delete,
}

/// `and` and `or`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BoolOp {
    And,
    Or,
}

/// Arithmetic and bit operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub enum BinaryOp {
    Add,
    BitAnd,
    BitOr,
    BitXor,
    Divide,
    FloorDivide,
    LeftShift,
    MatMultiply,
    Modulo,
    Multiply,
    Power,
    RightShift,
    Subtract,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub enum UnaryOp {
    Invert,
    Minus,
    Not,
    Plus,
}

/// Comparison operators; Python 2's `<>` is `NotEqual`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of Python's own grammar")]
pub enum CompareOp {
    Equal,
    Greater,
    GreaterEqual,
    In,
    Is,
    IsNot,
    Less,
    LessEqual,
    NotEqual,
    NotIn,
}
