//! Where names were last defined, on every way that leads to a place.

use std::rc::Rc;

/// The tokens that a name may have its value from, in order.
pub(super) type Sources = Rc<[usize]>;

/// The last definitions of all names, with what is needed to go back to a branching.
pub(super) struct Definitions {
    current: Vec<Option<Sources>>,
    /// What was replaced since the beginning: the name and its definitions before.
    replaced: Vec<(usize, Option<Sources>)>,
}

/// A place to go back to.
#[derive(Clone, Copy)]
pub(super) struct Snapshot(usize);

/// What a branch ended with: the names that it defined, in order.
pub(super) type BranchEnd = Vec<(usize, Sources)>;

impl Definitions {
    pub(super) fn new(names: usize) -> Self {
        Self { current: vec![None; names], replaced: Vec::new() }
    }

    pub(super) fn of(&self, name: usize) -> Option<&Sources> {
        self.current[name].as_ref()
    }

    pub(super) fn define(&mut self, name: usize, token: usize) {
        self.set(name, Rc::new([token]));
    }

    fn set(&mut self, name: usize, sources: Sources) {
        let before = self.current[name].replace(sources);
        self.replaced.push((name, before));
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot(self.replaced.len())
    }

    /// Goes back to a snapshot and returns what was defined since.
    pub(super) fn roll_back(&mut self, snapshot: Snapshot) -> BranchEnd {
        let mut end = BranchEnd::new();
        for (name, before) in self.replaced.drain(snapshot.0..).rev() {
            let last = std::mem::replace(&mut self.current[name], before);
            end.extend(last.map(|sources| (name, sources)));
        }
        // Of a name that was defined several times the last definition came first.
        end.sort_by_key(|&(name, _)| name);
        end.dedup_by_key(|&mut (name, _)| name);
        end
    }

    /// Goes on behind branches that all began here: a name has its definitions in each of them, and, where the branches may all
    /// be passed by, those from before. Gives the number of steps that it took.
    pub(super) fn join(&mut self, branches: &[BranchEnd], may_pass_by: bool) -> usize {
        let mut names: Vec<usize> = branches.iter().flatten().map(|&(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        let mut steps = 0;
        for name in names {
            let mut all = Vec::new();
            let mut keeps_before = may_pass_by;
            for branch in branches {
                match branch.binary_search_by_key(&name, |&(name, _)| name) {
                    Ok(at) => all.extend_from_slice(&branch[at].1),
                    Err(_) => keeps_before = true,
                }
            }
            if keeps_before {
                all.extend(self.current[name].iter().flat_map(|sources| sources.iter().copied()));
            }
            all.sort_unstable();
            all.dedup();
            steps += branches.len() + all.len();
            self.set(name, all.into());
        }
        steps
    }
}
