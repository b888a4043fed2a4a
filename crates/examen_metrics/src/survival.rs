//! Answers before and after a rewrite of the input that keeps its meaning.

use crate::metric::{Better, Metric};

const SOURCE: &str = "Rabin et al. 2021, On the generalizability of neural program models";

/// A fraction of the answers to rewritten inputs; less is better.
pub static PREDICTION_CHANGE: Metric = Metric {
    name: "prediction_change",
    signature: "",
    about: "fraction of rewritten inputs that get another answer than the original",
    source: SOURCE,
    better: Better::Lower,
    ..Metric::FRACTION
};

/// Right before, right after.
pub static CORRECT_STAYS: Metric = Metric {
    name: "ccp",
    signature: "",
    about: "fraction of rewritten inputs: right before and after",
    source: SOURCE,
    ..Metric::FRACTION
};

/// Right before, wrong after.
pub static CORRECT_LOST: Metric = Metric {
    name: "cip",
    signature: "",
    about: "fraction of rewritten inputs: right before, wrong after",
    source: SOURCE,
    better: Better::Lower,
    ..Metric::FRACTION
};

/// Wrong before and after, by the same answer.
pub static WRONG_STAYS: Metric = Metric {
    name: "wwsp",
    signature: "",
    about: "fraction of rewritten inputs: wrong before and after, the same answer",
    source: SOURCE,
    better: Better::Neither,
    ..Metric::FRACTION
};

/// Wrong before, right after.
pub static WRONG_REPAIRED: Metric = Metric {
    name: "wcp",
    signature: "",
    about: "fraction of rewritten inputs: wrong before, right after",
    source: SOURCE,
    ..Metric::FRACTION
};

/// Wrong before and after, by another answer.
pub static WRONG_MOVES: Metric = Metric {
    name: "wwdp",
    signature: "",
    about: "fraction of rewritten inputs: wrong before and after, another answer",
    source: SOURCE,
    better: Better::Neither,
    ..Metric::FRACTION
};

/// The fraction of originals that get another answer after one rewrite at least; less is better.
pub static ANY_CHANGE: Metric = Metric {
    name: "any_change",
    signature: "",
    about: "fraction of originals of which some rewrite gets another answer",
    source: "after Wang et al. 2022, ReCode: the worst case over rewrites",
    better: Better::Lower,
    ..Metric::FRACTION
};

/// Answers to rewritten inputs, counted by what they were before and what they are now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survival {
    /// Right before and after (CCP).
    pub correct_stays: u64,
    /// Right before, wrong after (CIP).
    pub correct_lost: u64,
    /// Wrong before and after, by the same answer (WWSP).
    pub wrong_stays: u64,
    /// Wrong before, right after (WCP).
    pub wrong_repaired: u64,
    /// Wrong before and after, by another answer (WWDP).
    pub wrong_moves: u64,
}

impl Survival {
    /// Counts one rewritten input; returns whether its answer changed.
    pub const fn add(&mut self, was_right: bool, is_right: bool, is_same: bool) -> bool {
        match (was_right, is_right) {
            (true, true) => self.correct_stays += 1,
            (true, false) => self.correct_lost += 1,
            (false, true) => self.wrong_repaired += 1,
            (false, false) if is_same => self.wrong_stays += 1,
            (false, false) => self.wrong_moves += 1,
        }
        was_right != is_right || (!is_right && !is_same)
    }

    /// All rewritten inputs.
    pub const fn n(&self) -> u64 {
        self.correct_stays + self.correct_lost + self.wrong_stays + self.wrong_repaired + self.wrong_moves
    }

    /// Those with another answer than before: CIP + WCP + WWDP.
    pub const fn changed(&self) -> u64 {
        self.correct_lost + self.wrong_repaired + self.wrong_moves
    }

    /// Changed answers among those that were right, and how many those are.
    pub const fn change_of_correct(&self) -> (u64, u64) {
        (self.correct_lost, self.correct_stays + self.correct_lost)
    }

    /// Changed answers among those that were wrong, and how many those are.
    pub const fn change_of_wrong(&self) -> (u64, u64) {
        let changed = self.wrong_repaired + self.wrong_moves;
        (changed, changed + self.wrong_stays)
    }

    /// The five fractions of the paper with their counts, which add up to all.
    pub const fn parts(&self) -> [(&'static Metric, u64); 5] {
        [
            (&CORRECT_STAYS, self.correct_stays),
            (&CORRECT_LOST, self.correct_lost),
            (&WRONG_STAYS, self.wrong_stays),
            (&WRONG_REPAIRED, self.wrong_repaired),
            (&WRONG_MOVES, self.wrong_moves),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_five_parts_make_the_whole_and_the_change() {
        let mut survival = Survival::default();
        let cases = [
            ((true, true, true), false),
            // The same answer may be written in two ways that are both right.
            ((true, true, false), false),
            ((true, false, false), true),
            ((false, true, false), true),
            ((false, false, true), false),
            ((false, false, false), true),
        ];
        for ((was_right, is_right, is_same), changed) in cases {
            assert_eq!(survival.add(was_right, is_right, is_same), changed);
        }
        assert_eq!(survival.parts().map(|(_, count)| count), [2, 1, 1, 1, 1]);
        assert_eq!((survival.changed(), survival.n()), (3, 6));
        assert_eq!(survival.change_of_correct(), (1, 3));
        assert_eq!(survival.change_of_wrong(), (2, 3));
    }
}
