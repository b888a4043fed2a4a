//! Whether the arguments of a call fit a function (Q5, Q14).

use examen_semantics::python::{At, Call, FunctionRef, SemanticFile, Signature, Value};
use examen_syntax::python::{Expr, ExprKind, Id};

/// The arguments of a call, counted.
pub(crate) struct Arguments<'p> {
    positional: usize,
    /// How many a `*sequence` adds; none when that is not known.
    starred: Option<usize>,
    has_star: bool,
    has_double_star: bool,
    keywords: Vec<&'p str>,
}

/// What is wrong with the number of arguments, and the number that would do.
pub(crate) enum Misfit {
    TooMany(usize),
    TooFew(usize),
}

impl Misfit {
    pub(crate) fn message(&self, callee: &str) -> String {
        match self {
            Self::TooMany(limit) => {
                format!("Call to {callee} with too many arguments; should be no more than {limit}.")
            }
            Self::TooFew(limit) => format!("Call to {callee} with too few arguments; should be no fewer than {limit}."),
        }
    }
}

impl<'p> Arguments<'p> {
    pub(crate) fn of(file: &SemanticFile<'p>, call: &Call) -> Self {
        let mut arguments =
            Self { positional: 0, starred: Some(0), has_star: false, has_double_star: false, keywords: Vec::new() };
        for &argument in file.list(call.arguments) {
            if let ExprKind::Starred { value, .. } = file.tree()[argument].kind {
                arguments.has_star = true;
                let length = sequence_length(file, value);
                arguments.starred = arguments.starred.zip(length).map(|(a, b)| a + b);
            } else {
                arguments.positional += 1;
            }
        }
        for keyword in file.list(call.keywords) {
            match keyword.name {
                Some(name) => arguments.keywords.push(file.text(name.span)),
                None => arguments.has_double_star = true,
            }
        }
        arguments
    }

    /// Returns how the arguments misfit a signature whose first `bound` parameters are already taken. A name that the
    /// function does not have is another mistake, and hides this one.
    pub(crate) fn misfit(&self, signature: &Signature<'_>, bound: usize) -> Option<Misfit> {
        if self.keywords.iter().any(|name| !signature.takes_keyword(name)) {
            return None;
        }
        if !self.has_star
            && !self.has_double_star
            && let Some(limit) = signature.minimum().checked_sub(bound)
            && self.positional + self.keywords.len() < limit
        {
            return Some(Misfit::TooFew(limit));
        }
        let limit = signature.maximum()?.checked_sub(bound)?;
        let is_positional = |name: &&&str| !signature.keyword_only.contains(name);
        let keywords = if signature.has_keyword_rest { 0 } else { self.keywords.iter().filter(is_positional).count() };
        (self.positional + self.starred? + keywords > limit).then_some(Misfit::TooMany(limit))
    }

    /// Returns whether a method would take these arguments after `self`.
    pub(crate) fn fit_method(&self, signature: &Signature<'_>) -> bool {
        let Some(starred) = self.starred else {
            return false;
        };
        let count = self.positional + starred + self.keywords.len();
        count + 1 >= signature.minimum() && signature.maximum().is_none_or(|maximum| count < maximum)
    }
}

/// The functions that a call may reach, and how many of their parameters are bound already.
pub(crate) fn callees(file: &SemanticFile<'_>, call: &Call) -> Vec<(FunctionRef, usize)> {
    let callee = |value| match value {
        Value::Function(function) => Some((function, 0)),
        Value::Method(function, _) => Some((function, 1)),
        _ => None,
    };
    let mut callees: Vec<_> = file.values(call.function).iter().filter_map(callee).collect();
    callees.sort_unstable();
    callees.dedup();
    callees
}

fn sequence_length(file: &SemanticFile<'_>, expr: Id<Expr>) -> Option<usize> {
    let display = |made: At| match file.model_of(made.file).tree[made.expr].kind {
        ExprKind::Tuple { elements, .. } => Some(elements.len()),
        _ => None,
    };
    if let ExprKind::List { elements, .. } = file.tree()[expr].kind {
        return Some(elements.len());
    }
    file.values(expr).iter().find_map(|value| match value {
        Value::Instance(_, Some(made)) => display(made),
        _ => None,
    })
}
