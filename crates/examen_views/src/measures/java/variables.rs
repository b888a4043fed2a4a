//! Names that declarators bind.

use examen_syntax::java::{Field, Kind, Node};

/// The variables met on a walk.
#[derive(Default)]
pub(super) struct Variables<'s> {
    names: Vec<&'s str>,
    /// Depths of the declarations around the current node. A declarator right below one of them is a variable's, others
    /// are those of `T... name`.
    declarations: Vec<usize>,
}

impl<'s> Variables<'s> {
    pub(super) fn enter(&mut self, node: Node<'_>, kind: Kind, depth: usize, source: &'s str) {
        match kind {
            Kind::LocalVariableDeclaration | Kind::FieldDeclaration | Kind::ConstantDeclaration => {
                self.leave(depth);
                self.declarations.push(depth);
            }
            Kind::VariableDeclarator => {
                self.leave(depth);
                if self.declarations.last().is_some_and(|&declaration| declaration + 1 == depth) {
                    self.add(node, source);
                }
            }
            Kind::EnhancedForStatement => self.add(node, source),
            _ => {}
        }
    }

    /// All of them, and how many of their names differ.
    pub(super) fn finish(mut self) -> (u32, u32) {
        let all = self.names.len() as u32;
        self.names.sort_unstable();
        self.names.dedup();
        (all, self.names.len() as u32)
    }

    fn leave(&mut self, depth: usize) {
        while self.declarations.last().is_some_and(|&declaration| declaration >= depth) {
            self.declarations.pop();
        }
    }

    fn add(&mut self, node: Node<'_>, source: &'s str) {
        let name = node.child(Field::Name).map_or("", |name| name.span().text(source));
        if !name.is_empty() {
            self.names.push(name);
        }
    }
}
