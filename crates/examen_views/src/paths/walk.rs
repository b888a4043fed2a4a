//! The walk from each leaf to the later ones that are near enough.
//!
//! From a leaf the walk goes up; at each node above, it goes down to the leaves behind, into no more children than the
//! width allows and no deeper than the length allows. What it costs is in proportion to the contexts that it finds.

use super::leaves::Leaves;
use super::lines::{ContextPlaces, MAX_LINE_BYTES};
use super::rendering::Rendering;
use super::settings::PathSettings;
use super::tree::{NodeId, PathTree};

pub(super) struct Walk<'t, R> {
    pub(super) tree: &'t PathTree,
    pub(super) leaves: &'t Leaves,
    pub(super) settings: PathSettings,
    pub(super) rendering: R,
    /// The line that is written, and how many contexts it has.
    pub(super) line: &'t mut String,
    pub(super) contexts: usize,
    /// Where the ends of the contexts stand, if that is asked for.
    pub(super) places: &'t mut Vec<ContextPlaces>,
}

impl<R: Rendering> Walk<'_, R> {
    /// Writes the contexts of a method behind what the line holds. False if there are too many.
    pub(super) fn run(&mut self, method: NodeId) -> bool {
        let leaves = self.leaves;
        for &leaf in &leaves.list[leaves.range(method)] {
            self.start_at(method, leaf, leaves.token(leaf).unwrap_or_default());
            if self.line.len() > MAX_LINE_BYTES {
                return false;
            }
        }
        true
    }

    fn start_at(&mut self, method: NodeId, leaf: NodeId, token: &str) {
        self.rendering.empty();
        self.rendering.up(leaf, true);
        let mut at = leaf;
        // Nodes on the way up are those below the turn; at least one on the way down has to have room.
        for climbed in 1..self.settings.max_length {
            if at == method {
                return;
            }
            let above = self.tree.node(at).parent;
            let point = self.rendering.point();
            self.rendering.turn(above);
            self.visit_later_siblings(above, at, self.settings.max_length - climbed, (leaf, token));
            self.rendering.back_to(point);
            self.rendering.up(above, false);
            at = above;
        }
    }

    fn visit_later_siblings(&mut self, above: NodeId, at: NodeId, room: u32, from: (NodeId, &str)) {
        let tree = self.tree;
        let siblings = tree.children(above);
        let node = tree.node(at);
        let (index, last_id) = (node.index as usize, node.child_id.saturating_add(self.settings.max_width));
        let window = siblings.len().min((last_id as usize).saturating_add(1));
        for &sibling in siblings.get(index + 1..window).unwrap_or_default() {
            self.visit_leaves(sibling, room, from);
        }
        // Beyond the window only those count that bear a smaller number than their place.
        let beyond = window.max(index + 1);
        for &place in tree.twins(above).iter().filter(|&&place| place as usize >= beyond) {
            let sibling = siblings[place as usize];
            if tree.node(sibling).child_id <= last_id {
                self.visit_leaves(sibling, room, from);
            }
        }
    }

    fn visit_leaves(&mut self, node: NodeId, room: u32, from: (NodeId, &str)) {
        // A full line is left out as a whole, so that nothing more need be written.
        if self.leaves.nearest(node) > room || self.line.len() > MAX_LINE_BYTES {
            return;
        }
        let point = self.rendering.point();
        if let Some(other) = self.leaves.token(node) {
            self.rendering.down(node, true);
            self.write(from.1, other);
            if self.settings.has_places {
                self.places.push([from.0, node].map(|leaf| self.tree.place(leaf)));
            }
        } else {
            self.rendering.down(node, false);
            for &child in self.tree.children(node) {
                self.visit_leaves(child, room - 1, from);
            }
        }
        self.rendering.back_to(point);
    }

    fn write(&mut self, token: &str, other: &str) {
        if self.contexts > 0 {
            self.line.push(' ');
        }
        self.contexts += 1;
        self.line.push_str(token);
        self.line.push(',');
        self.rendering.write(self.line);
        self.line.push(',');
        self.line.push_str(other);
    }
}
