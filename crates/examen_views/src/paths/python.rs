//! Python, as code2seq's extractor for the Python150k data set has it.
//!
//! That extractor reads finished trees, which Python 2.7's `ast` made and a script of the data set's authors wrote down:
//! contexts and operators are part of the type (`NameLoad`, `BinOpAdd`), bodies and other lists are nodes of their own.
//! `builder` makes such trees from ours. Terminals are names and numbers, and the function itself; a path is all types
//! from one to the other.

mod builder;
mod names;
mod tree;

use examen_syntax::Span;
use examen_syntax::functions::ErrorPlaces;
use examen_syntax::python::PythonFile;

use self::builder::{BuiltFunction, build};
use self::names::split_name;
use self::tree::PythonTree;
use super::lines::{ContextPlaces, LeftOut, MAX_LINE_BYTES, MAX_STEPS, MethodLine};
use super::settings::PathSettings;

/// Hands over the functions, outer ones before those inside them.
pub fn python_lines(source: &str, file: &PythonFile, settings: &PathSettings, mut take: impl FnMut(MethodLine<'_>)) {
    let built = build(source, &file.tree);
    let (mut text, mut places) = (String::new(), Vec::new());
    let errors = ErrorPlaces::new(&file.diagnostics);
    for &BuiltFunction { node, name, span } in &built.functions {
        places.clear();
        let line = if errors.contact(span).begins_inside {
            Err(LeftOut::SyntaxError)
        } else {
            text.clear();
            text.push_str(&split_name(name.text(source)));
            text.push(' ');
            let mut walk = Walk {
                tree: &built.tree,
                settings,
                line: &mut text,
                contexts: 0,
                steps: 0,
                path: Vec::new(),
                name,
                places: &mut places,
            };
            match (walk.run(node), walk.contexts) {
                (false, _) => Err(LeftOut::TooLong),
                (true, 0) => Err(LeftOut::Empty),
                (true, _) => Ok(text.as_str()),
            }
        };
        take(MethodLine { name, line, places: &places });
    }
}

struct Walk<'t> {
    tree: &'t PythonTree,
    settings: &'t PathSettings,
    line: &'t mut String,
    contexts: usize,
    /// How many nodes were looked at on the way down, near enough or not.
    steps: u64,
    /// The nodes from the terminal to where the walk is.
    path: Vec<usize>,
    /// Where the function's name stands.
    name: Span,
    /// Where the ends of the contexts stand, if that is asked for.
    places: &'t mut Vec<ContextPlaces>,
}

/// How many nodes there may be on the way down.
#[derive(Clone, Copy)]
struct Room {
    least: usize,
    most: usize,
}

impl Walk<'_> {
    /// False if there are too many contexts.
    fn run(&mut self, function: usize) -> bool {
        let tree = self.tree;
        self.path.push(function);
        let room = self.room(0);
        self.visit_children(function, function + 1, room, "METHODNAME");
        for node in function + 1..tree.end(function) {
            if self.is_full() {
                return false;
            }
            if let Some(token) = tree.token(node) {
                self.start_at(function, node, token);
            }
        }
        !self.is_full()
    }

    /// Whether the method is left out as a whole, so that nothing more need be written.
    const fn is_full(&self) -> bool {
        self.line.len() > MAX_LINE_BYTES || self.steps > MAX_STEPS
    }

    fn start_at(&mut self, function: usize, node: usize, token: &str) {
        self.path.clear();
        self.path.push(node);
        let mut at = node;
        while at != function && self.path.len() + 1 < self.settings.max_length as usize {
            let room = self.room(self.path.len());
            let above = self.tree.parent(at);
            self.path.push(above);
            self.visit_children(above, self.tree.end(at), room, token);
            at = above;
        }
    }

    /// Length and width leave room on the way down for what was climbed on the way up.
    fn room(&self, climbed: usize) -> Room {
        let width = self.settings.max_width as usize;
        let most = (self.settings.max_length as usize).saturating_sub(climbed + 1);
        Room { least: climbed.saturating_sub(width).max(1), most: most.min(climbed + width) }
    }

    /// Goes down to the terminals in the children of a node from a place on.
    fn visit_children(&mut self, above: usize, from: usize, room: Room, token: &str) {
        let tree = self.tree;
        let mut child = from;
        while child < tree.end(above) {
            self.visit_terminals(child, 1, room, token);
            child = tree.end(child);
        }
    }

    fn visit_terminals(&mut self, node: usize, depth: usize, room: Room, token: &str) {
        let (nearest, farthest) = self.tree.reach(node);
        // A function of thousands of statements has millions of pairs that are too far apart.
        self.steps += 1;
        if depth + nearest > room.most || depth + farthest < room.least || self.is_full() {
            return;
        }
        self.path.push(node);
        if let Some(other) = self.tree.token(node) {
            self.write(token, other);
        } else {
            let mut child = node + 1;
            while child < self.tree.end(node) {
                self.visit_terminals(child, depth + 1, room, token);
                child = self.tree.end(child);
            }
        }
        self.path.pop();
    }

    fn write(&mut self, token: &str, other: &str) {
        if self.contexts > 0 {
            self.line.push(' ');
        }
        self.contexts += 1;
        self.line.push_str(token);
        for (at, &node) in self.path.iter().enumerate() {
            self.line.push(if at == 0 { ',' } else { '|' });
            self.line.push_str(self.tree.label(node));
        }
        self.line.push(',');
        self.line.push_str(other);
        if self.settings.has_places {
            let place = |&node: &usize| self.tree.place(node).or(Some(self.name));
            self.places.push([self.path.first(), self.path.last()].map(|end| end.and_then(place)));
        }
    }
}
