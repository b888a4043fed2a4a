//! Structural patterns.

use examen_syntax::java::{Field, Kind, Method, Node};
use examen_syntax::python::{self, Id, Stmt, StmtKind, Tree};

use crate::probes::page::Code;
use crate::probes::sample::SampleNode;
use crate::probes::{Category, Classed, Make, Origin, Rules, Sample, Task};

const FLAT: &str = "flat";
/// The patterns, by the structure around (loop, if, try) and the one inside. A try in a try is too rare to be a class.
const PATTERNS: [[Option<&str>; 3]; 3] = [
    [Some("nested-loops"), Some("if-in-loop"), Some("try-in-loop")],
    [Some("loop-in-if"), Some("nested-ifs"), Some("try-in-if")],
    [Some("loop-in-try"), Some("if-in-try"), None],
];
const CLASSES: &[&str] = &[
    FLAT,
    "nested-loops",
    "if-in-loop",
    "try-in-loop",
    "loop-in-if",
    "nested-ifs",
    "try-in-if",
    "loop-in-try",
    "if-in-try",
];

pub(super) static TASK: Task = Task {
    code: "PAT",
    name: "Structural pattern",
    category: Category::Complexity,
    origin: Origin::Further,
    description: "Which of loops, ifs and tries stands in which, at any depth, or are there such and all side by side \
                  (flat)? Functions with two of these patterns, or with a try in a try, are left out. What is in a \
                  function or class inside the function stands in nothing outside of it.",
    java: "An `else if` goes on with its if. Lambdas and anonymous classes are functions and classes inside the function; \
           `catch` and `finally` are in their try, and a `switch` is nothing.",
    python: "An `elif` goes on with its if. `except`, `else` and `finally` are in their try, the `else` of a loop is in the \
             loop; `with`, `match`, comprehensions and conditional expressions are nothing.",
    published: "",
    classes: |_| CLASSES,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Class(class),
};

fn class(sample: &Sample<'_>, _: &Rules) -> Option<Classed> {
    if sample.measures().structures == 0 {
        return None;
    }
    let mut met = Met::default();
    match (sample.node, &sample.page.code) {
        (SampleNode::Java(method), _) => java_structures(method, &mut met),
        (SampleNode::Python(function), Code::Python { file, .. }) => {
            for &stmt in file.tree.list(function.body) {
                python_structures(&file.tree, stmt, Around::default(), &mut met);
            }
        }
        (SampleNode::Python(_), Code::Java { .. }) => {}
    }
    let patterns = met.inside.iter().zip(PATTERNS).flat_map(|(inside, names)| inside.iter().zip(names));
    let mut found = patterns.filter(|(is_met, _)| **is_met).map(|(_, name)| name);
    let label = match (found.next(), found.next()) {
        (Some(only), None) => only,
        (None, _) if met.any => Some(FLAT),
        _ => None,
    };
    Some(Classed { label: label?, value: None })
}

/// A structure, by its place in the table of patterns.
#[derive(Clone, Copy)]
enum Structure {
    Loop,
    If,
    Try,
}

/// The structures around a place.
#[derive(Clone, Copy, Default)]
struct Around([bool; 3]);

/// What was met: anything, and what in what.
#[derive(Default)]
struct Met {
    any: bool,
    inside: [[bool; 3]; 3],
}

impl Met {
    /// Meets a structure and says what is around its parts.
    fn meet(&mut self, structure: Structure, around: Around) -> Around {
        self.any = true;
        for (inside, is_around) in self.inside.iter_mut().zip(around.0) {
            inside[structure as usize] |= is_around;
        }
        let mut around = around;
        around.0[structure as usize] = true;
        around
    }
}

fn java_structures(method: Method<'_>, met: &mut Met) {
    // The nodes that change what is around, with their depth.
    let mut above: Vec<(usize, Node<'_>, Around)> = Vec::new();
    let mut walk = method.node.descendants();
    walk.next();
    while let Some(node) = walk.next() {
        let depth = walk.depth();
        while above.last().is_some_and(|&(at, ..)| at >= depth) {
            above.pop();
        }
        let around = above.last().map_or(Around::default(), |&(.., around)| around);
        let structure = match node.kind() {
            Kind::ForStatement | Kind::EnhancedForStatement | Kind::WhileStatement | Kind::DoStatement => {
                Structure::Loop
            }
            Kind::IfStatement => Structure::If,
            Kind::TryStatement | Kind::TryWithResourcesStatement => Structure::Try,
            Kind::LambdaExpression | Kind::ClassBody => {
                above.push((depth, node, Around::default()));
                continue;
            }
            // `if (a) {}` has more nodes.
            _ if node.descendant_count() < 5 => {
                walk.skip_children();
                continue;
            }
            _ => continue,
        };
        let is_else_if = matches!(structure, Structure::If)
            && above.last().is_some_and(|&(at, parent, _)| {
                at + 1 == depth && parent.kind() == Kind::IfStatement && parent.child(Field::Alternative) == Some(node)
            });
        let around = if is_else_if { around } else { met.meet(structure, around) };
        above.push((depth, node, around));
    }
}

fn python_structures(tree: &Tree, stmt: Id<Stmt>, around: Around, met: &mut Met) {
    let around = match tree[stmt].kind {
        StmtKind::For { .. } | StmtKind::While { .. } => met.meet(Structure::Loop, around),
        StmtKind::If { .. } => met.meet(Structure::If, around),
        StmtKind::Try { .. } => met.meet(Structure::Try, around),
        StmtKind::Function(_) | StmtKind::Class(_) => Around::default(),
        StmtKind::With { .. } | StmtKind::Match { .. } => around,
        _ => return,
    };
    tree.children(stmt.into(), &mut |child| {
        if let python::Node::Stmt(stmt) = child {
            python_structures(tree, stmt, around, met);
        }
    });
}
