//! Facts about functions: parameters, returns, names.

use examen_syntax::Span;
use examen_syntax::python::{ExprKind, Function, Id, List, Parameter, ParameterKind, Stmt, StmtKind, Tree};

use super::file::{FileId, SemanticFile};
use super::knowledge::knowledge;
use super::value::{ClassRef, FunctionRef};

/// How many arguments a function takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature<'p> {
    /// Names of the positional parameters, `self` included.
    pub positional: Vec<&'p str>,
    /// How many of them, the last ones, have a default.
    pub defaults: usize,
    /// Names of the parameters that only a keyword reaches.
    pub keyword_only: Vec<&'p str>,
    /// Whether there is `*args`.
    pub has_variadic: bool,
    /// Whether there is `**kwargs`.
    pub has_keyword_rest: bool,
}

impl Signature<'_> {
    /// The least number of positional arguments.
    pub fn minimum(&self) -> usize {
        self.positional.len() - self.defaults
    }

    /// The greatest number of positional arguments; none when there is no limit.
    pub fn maximum(&self) -> Option<usize> {
        (!self.has_variadic).then_some(self.positional.len())
    }

    /// Whether an argument may be given by this name.
    pub fn takes_keyword(&self, name: &str) -> bool {
        self.has_keyword_rest || self.positional.contains(&name) || self.keyword_only.contains(&name)
    }
}

/// What is worked out about a function on demand.
#[derive(Debug)]
pub(super) struct FunctionFacts {
    /// Its own `return` statements, reachable or not.
    returns: Vec<Id<Stmt>>,
}

impl<'p> SemanticFile<'p> {
    /// How many arguments a function takes; nothing when that is not known.
    pub fn signature(&self, function: FunctionRef) -> Option<Signature<'p>> {
        match function {
            FunctionRef::Defined(file, function) => {
                let model = self.model_of(file);
                Some(written_signature(model.tree, model.source, model.tree[function].parameters))
            }
            FunctionRef::Lambda(at) => {
                let model = self.model_of(at.file);
                let ExprKind::Lambda { parameters, .. } = model.tree[at.expr].kind else {
                    return None;
                };
                Some(written_signature(model.tree, model.source, parameters))
            }
            FunctionRef::Known(function) => {
                let facts = knowledge().function(function);
                facts.is_source.then(|| Signature {
                    positional: facts.positional().collect(),
                    defaults: facts.defaults,
                    keyword_only: facts.keyword_only().collect(),
                    has_variadic: facts.has_variadic,
                    has_keyword_rest: facts.has_keyword_rest,
                })
            }
        }
    }

    /// The header of a function, or the whole of a lambda; nothing for the standard library.
    pub fn function_span(&self, function: FunctionRef) -> Option<(FileId, Span)> {
        match function {
            FunctionRef::Defined(file, function) => {
                let tree = self.model_of(file).tree;
                Some((file, tree[tree[function].stmt].header))
            }
            FunctionRef::Lambda(at) => Some((at.file, self.model_of(at.file).tree[at.expr].span)),
            FunctionRef::Known(_) => None,
        }
    }

    /// The name of a function.
    pub fn function_name(&self, function: FunctionRef) -> &'p str {
        match function {
            FunctionRef::Defined(file, function) => {
                let model = self.model_of(file);
                model.tree[function].name.text(model.source)
            }
            FunctionRef::Lambda(_) => "lambda",
            FunctionRef::Known(function) => knowledge().function(function).name,
        }
    }

    /// `function f` or `method C.m`, for messages.
    pub fn described(&self, function: FunctionRef) -> String {
        let name = self.function_name(function);
        match self.class_holding(function) {
            Some(class) => format!("method {}.{name}", self.class_name(class)),
            None => format!("function {name}"),
        }
    }

    /// The class whose body directly holds a function of the program.
    pub fn class_holding(&self, function: FunctionRef) -> Option<ClassRef> {
        match function {
            FunctionRef::Defined(file, function) => {
                self.model_of(file).class_of(function).map(|class| ClassRef::Defined(file, class))
            }
            FunctionRef::Lambda(_) | FunctionRef::Known(_) => None,
        }
    }

    /// The `return` statements of a function of the program, reachable or not.
    pub fn all_returns(&self, file: FileId, function: Id<Function>) -> &[Id<Stmt>] {
        let tree = self.model_of(file).tree;
        let facts = self.known(file).functions[function.index()].get_or_init(|| {
            let mut returns = Vec::new();
            collect_returns(tree, tree[function].body, &mut returns);
            FunctionFacts { returns }
        });
        &facts.returns
    }

    /// The reachable `return` statements of a function of the program.
    pub fn returns(&self, file: FileId, function: Id<Function>) -> impl Iterator<Item = &Id<Stmt>> {
        let flow = self.flow_of(file);
        self.all_returns(file, function).iter().filter(|&&stmt| flow.is_reachable(stmt))
    }

    /// Whether the end of a function's body can be reached.
    pub fn falls_off_end(&self, file: FileId, function: Id<Function>) -> bool {
        self.flow_of(file).falls_off(self.model_of(file).function_scope(function)).is_some()
    }

    /// Whether a function of the program never comes to an end but by an exception.
    pub fn never_returns(&self, file: FileId, function: Id<Function>) -> bool {
        !self.flow_of(file).exits_normally(self.model_of(file).function_scope(function))
    }
}

fn written_signature<'p>(tree: &Tree, source: &'p str, parameters: List<Parameter>) -> Signature<'p> {
    let mut signature = Signature {
        positional: Vec::new(),
        defaults: 0,
        keyword_only: Vec::new(),
        has_variadic: false,
        has_keyword_rest: false,
    };
    // CodeQL drops the tuple parameters of Python 2, so that they take no argument.
    for parameter in tree.list(parameters).iter().filter(|parameter| parameter.tuple.is_none()) {
        let name = parameter.name.text(source);
        match parameter.kind {
            ParameterKind::Positional | ParameterKind::PositionalOnly => {
                signature.positional.push(name);
                signature.defaults += usize::from(parameter.default.is_some());
            }
            ParameterKind::KeywordOnly => signature.keyword_only.push(name),
            ParameterKind::Variadic => signature.has_variadic = true,
            ParameterKind::VariadicKeyword => signature.has_keyword_rest = true,
        }
    }
    signature
}

/// The `return` statements of a body, without those of functions inside it.
fn collect_returns(tree: &Tree, body: List<Id<Stmt>>, returns: &mut Vec<Id<Stmt>>) {
    for &stmt in tree.list(body) {
        match tree[stmt].kind {
            StmtKind::Return { .. } => returns.push(stmt),
            StmtKind::For { body, orelse, .. } | StmtKind::While { body, orelse, .. } => {
                collect_returns(tree, body, returns);
                collect_returns(tree, orelse, returns);
            }
            StmtKind::If { branches, orelse } => {
                for branch in tree.list(branches) {
                    collect_returns(tree, branch.body, returns);
                }
                collect_returns(tree, orelse, returns);
            }
            StmtKind::Match { cases, .. } => {
                for case in tree.list(cases) {
                    collect_returns(tree, case.body, returns);
                }
            }
            StmtKind::Try { body, handlers, orelse, finally, .. } => {
                collect_returns(tree, body, returns);
                for handler in tree.list(handlers) {
                    collect_returns(tree, handler.body, returns);
                }
                collect_returns(tree, orelse, returns);
                collect_returns(tree, finally, returns);
            }
            StmtKind::With { body, .. } => collect_returns(tree, body, returns),
            _ => {}
        }
    }
}
