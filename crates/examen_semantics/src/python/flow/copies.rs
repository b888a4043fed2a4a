//! Tables from a node to what is known of each of its copies in the graph.

/// From nodes by position to small numbers: nearly always one, more where code is copied.
#[derive(Debug)]
pub(in crate::python) struct Copies {
    first: Vec<u32>,
    /// What comes after the first, by node once [`Copies::seal`] was called.
    more: Vec<(u32, u32)>,
}

const NOTHING: u32 = u32::MAX;

impl Copies {
    pub(in crate::python) fn new(nodes: usize) -> Self {
        Self { first: vec![NOTHING; nodes], more: Vec::new() }
    }

    pub(in crate::python) fn insert(&mut self, node: usize, copy: u32) {
        if self.first[node] == NOTHING {
            self.first[node] = copy;
        } else {
            self.more.push((node as u32, copy));
        }
    }

    /// Ends the insertions.
    pub(in crate::python) fn seal(&mut self) {
        self.more.sort_unstable();
    }

    /// The copies of a node, in the order of their numbers.
    pub(in crate::python) fn of(&self, node: usize) -> impl Iterator<Item = u32> {
        let first = Some(self.first[node]).filter(|&first| first != NOTHING);
        let start = self.more.partition_point(|&(other, _)| (other as usize) < node);
        let more = self.more[start..].iter().take_while(move |&&(other, _)| other as usize == node);
        first.into_iter().chain(more.map(|&(_, copy)| copy))
    }
}
