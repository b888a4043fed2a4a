//! Syntax node tagging.

use examen_syntax::java::{Field, Kind, Method, Node, Parameter};
use examen_syntax::python::{self, Context, ExprKind, StmtKind, Tree};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::page::Code;
use crate::probes::sample::SampleNode;
use crate::probes::{Category, Make, Origin, Rules, Sample, Task, Word};

const CALL: &str = "call";
const FIELD: &str = "field";
const IF: &str = "if";
const JUMP: &str = "jump";
const LOOP: &str = "loop";
const NAME: &str = "name";
const PARAMETER: &str = "parameter";
const TRY: &str = "try";
const TYPE: &str = "type";
const VARIABLE: &str = "variable";

const CLASSES: &[&str] = &[CALL, FIELD, IF, JUMP, LOOP, NAME, PARAMETER, TRY, TYPE, VARIABLE];

pub(super) static TASK: Task = Task {
    code: "AST",
    name: "Syntax node tagging",
    category: Category::Tokens,
    origin: Origin::Discarded,
    description: "To which kind of node in the syntax tree does this word belong: as an identifier to a call, the access to \
                  a field, a name that is read, a parameter, a type or a variable that is bound, or as a keyword to an \
                  if, a loop, a try or a jump? Identifiers and keywords are mixed, and words are shared by the splits.",
    java: "Calls, fields, parameters (of methods and lambdas) and variables (locals, for-each) have the name from their \
           node; names are operands, arguments and what is returned; types are names of types, primitive ones too. Ifs \
           are `if else`, loops `for while do`, tries `try catch finally`, jumps `return break continue throw`.",
    python: "A call has the name or attribute before its bracket, a field any other attribute; names are read, but neither \
             called nor before a dot; types are the names in annotations; parameters are those of functions and lambdas; \
             variables are names that are bound. Ifs are the statement's `if elif`, loops the statement's `for while`, \
             tries `try except`, jumps `return break continue raise`.",
    published: "",
    classes: |_| CLASSES,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::SampleWord(word),
};

fn word<'s>(sample: &'s Sample<'_>, _: &Rules, random: &mut ChaCha8Rng) -> Option<Word<'s>> {
    let &label = CLASSES.choose(random)?;
    let places = match (sample.node, &sample.page.code) {
        (SampleNode::Java(method), _) => java_places(sample, method, label),
        (SampleNode::Python(function), Code::Python { file, .. }) => {
            let mut finder = Finder { tree: &file.tree, label, places: Vec::new() };
            finder.visit(function.stmt.into(), Place::Elsewhere);
            finder.places
        }
        (SampleNode::Python(_), Code::Java { .. }) => return None,
    };
    let &place = places.choose(random)?;
    let at = sample.tokens.binary_search_by_key(&place, |token| token.place.start).ok()?;
    Some(Word { text: sample.token(at), label, place: sample.tokens.get(at)?.place })
}

/// Where the words of a class start in the file.
fn java_places(sample: &Sample<'_>, method: Method<'_>, label: &'static str) -> Vec<u32> {
    let keywords: &[&str] = match label {
        IF => &["if", "else"],
        JUMP => &["return", "break", "continue", "throw"],
        LOOP => &["for", "while", "do"],
        TRY => &["try", "catch", "finally"],
        _ => {
            let mut places = Vec::new();
            for node in method.node.descendants() {
                java_node(node, label, &mut |name| {
                    if let Some(name) = name {
                        places.push(name.span().start);
                    }
                });
            }
            return places;
        }
    };
    let tokens = sample.tokens.iter().filter(|token| keywords.contains(&token.span.text(&sample.text)));
    tokens.map(|token| token.place.start).collect()
}

fn java_node<'t>(node: Node<'t>, label: &'static str, add: &mut impl FnMut(Option<Node<'t>>)) {
    let identifier = |node: &Node<'_>| node.kind() == Kind::Identifier;
    match (label, node.kind()) {
        (CALL, Kind::MethodInvocation) | (VARIABLE, Kind::EnhancedForStatement) => add(node.child(Field::Name)),
        (VARIABLE, Kind::LocalVariableDeclaration) => {
            for declarator in node.children_of(Field::Declarator) {
                add(declarator.child(Field::Name));
            }
        }
        (FIELD, Kind::FieldAccess) => add(node.child(Field::Field).filter(identifier)),
        (PARAMETER, Kind::FormalParameter | Kind::SpreadParameter) => add(Parameter { node }.name()),
        (PARAMETER, Kind::LambdaExpression) => add(node.child(Field::Parameters).filter(identifier)),
        (TYPE, Kind::TypeIdentifier | Kind::IntegralType | Kind::FloatingPointType | Kind::BooleanType) => {
            add(Some(node));
        }
        (PARAMETER, Kind::InferredParameters)
        | (
            NAME,
            Kind::ArgumentList
            | Kind::ArrayAccess
            | Kind::AssignmentExpression
            | Kind::BinaryExpression
            | Kind::ParenthesizedExpression
            | Kind::ReturnStatement
            | Kind::TernaryExpression
            | Kind::UnaryExpression
            | Kind::UpdateExpression,
        ) => {
            for child in node.named_children().filter(identifier) {
                add(Some(child));
            }
        }
        _ => {}
    }
}

/// Looks for the words of a class.
struct Finder<'t> {
    tree: &'t Tree,
    label: &'static str,
    places: Vec<u32>,
}

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Annotation,
    BeforeBracket,
    BeforeDot,
    Elsewhere,
}

impl Finder<'_> {
    fn add(&mut self, label: &'static str, place: u32) {
        if label == self.label {
            self.places.push(place);
        }
    }

    fn visit(&mut self, node: python::Node, place: Place) {
        match node {
            python::Node::Stmt(id) => self.statement(id),
            python::Node::Expr(id) => self.expression(id, place),
            python::Node::Pattern(_) => self.children(node, place),
        }
    }

    fn children(&mut self, node: python::Node, place: Place) {
        let tree = self.tree;
        tree.children(node, &mut |child| self.visit(child, place));
    }

    fn statement(&mut self, id: python::Id<python::Stmt>) {
        let tree = self.tree;
        let stmt = &tree[id];
        let start = stmt.span.start;
        let mut annotations = Vec::new();
        match stmt.kind {
            StmtKind::Function(id) => {
                let function = &tree[id];
                self.parameters(function.parameters);
                annotations.extend(tree.list(function.parameters).iter().filter_map(|it| it.annotation));
                annotations.extend(function.returns);
            }
            StmtKind::AnnAssign { annotation, .. } => annotations.push(annotation),
            StmtKind::If { branches, .. } => {
                for branch in tree.list(branches) {
                    self.add(IF, branch.span.start);
                }
            }
            StmtKind::For { is_async: false, .. } | StmtKind::While { .. } => self.add(LOOP, start),
            StmtKind::Try { handlers, .. } => {
                self.add(TRY, start);
                for handler in tree.list(handlers) {
                    self.add(TRY, handler.span.start);
                }
            }
            StmtKind::Return { .. } | StmtKind::Break | StmtKind::Continue | StmtKind::Raise { .. } => {
                self.add(JUMP, start);
            }
            _ => {}
        }
        tree.children(id.into(), &mut |child| {
            let is_annotation = matches!(child, python::Node::Expr(expr) if annotations.contains(&expr));
            self.visit(child, if is_annotation { Place::Annotation } else { Place::Elsewhere });
        });
    }

    fn expression(&mut self, id: python::Id<python::Expr>, place: Place) {
        let tree = self.tree;
        let expr = &tree[id];
        let role = match place {
            Place::Annotation => Some(TYPE),
            Place::BeforeBracket => Some(CALL),
            Place::BeforeDot | Place::Elsewhere => None,
        };
        match expr.kind {
            ExprKind::Name { context: Context::Store } => self.add(VARIABLE, expr.span.start),
            ExprKind::Name { context: Context::Load } if place != Place::BeforeDot => {
                self.add(role.unwrap_or(NAME), expr.span.start);
            }
            ExprKind::Attribute { value, name, .. } => {
                self.add(role.unwrap_or(FIELD), name.span.start);
                self.visit(value.into(), Place::BeforeDot);
            }
            ExprKind::Call { function, .. } => tree.children(id.into(), &mut |child| {
                let is_function = child == function.into();
                self.visit(child, if is_function { Place::BeforeBracket } else { Place::Elsewhere });
            }),
            ExprKind::Lambda { parameters, .. } => {
                self.parameters(parameters);
                self.children(id.into(), Place::Elsewhere);
            }
            // An f-string is one token, whatever is in it.
            ExprKind::String { .. } => {}
            _ => self.children(id.into(), if place == Place::Annotation { place } else { Place::Elsewhere }),
        }
    }

    fn parameters(&mut self, parameters: python::List<python::Parameter>) {
        for parameter in self.tree.list(parameters).iter().filter(|parameter| parameter.tuple.is_none()) {
            self.add(PARAMETER, parameter.name.span.start);
        }
    }
}
