//! Which of the possible matches are taken: each word at most once, most words, fewest chunks, smallest distance.
//!
//! The reference is read from left to right with a beam of partial alignments, as METEOR 1.5 does it. Ties are common, so
//! the order in which the tool finds partial alignments, and how it adds up distances, are part of the result.

use std::cmp::Ordering;

use super::matches::{EXACT, Match, Matches};

/// How many partial alignments are carried on.
const BEAM: usize = 40;

/// No word of the hypothesis, no step.
const NONE: u32 = u32::MAX;

/// The matches that were taken, and in how many chunks they lie.
pub(super) struct Alignment {
    pub(super) matches: Vec<Match>,
    pub(super) chunks: u32,
}

#[derive(Clone, Copy)]
struct Partial {
    /// Words that are covered, where those of inexact matches count half, rounded down for each match.
    weight: u32,
    chunks: u32,
    distance: u64,
    /// The next word of the reference.
    next: u32,
    /// The word of the hypothesis behind the last match, if the last word of the reference was matched.
    end: u32,
    /// The last step that was taken.
    step: u32,
    /// Which set of taken words of the hypothesis it has.
    taken: u32,
    /// The match that was added last and is in neither of the two yet.
    added: u32,
    /// When it was found: decides between equals.
    order: u32,
}

/// A match that was taken, and the step before.
struct Step {
    before: u32,
    taken: Match,
}

/// Aligns.
pub(super) fn align(matches: &Matches, hypothesis_length: usize, reference_length: usize) -> Alignment {
    let mut taken = TakenWords::new(hypothesis_length);
    let mut steps: Vec<Step> = Vec::new();
    let mut fixed: Vec<Match> = Vec::new();
    let mut beam = vec![Partial {
        weight: 0,
        chunks: 0,
        distance: 0,
        next: 0,
        end: NONE,
        step: NONE,
        taken: 0,
        added: NONE,
        order: 0,
    }];
    let mut found = Vec::new();
    let mut tried: Vec<Match> = Vec::new();
    for place in 0..reference_length {
        keep_best(&mut beam);
        settle(&mut beam, &tried, &mut taken, &mut steps);
        tried.clear();
        if let Some(only) = matches.only(place) {
            for partial in &mut beam {
                *partial = partial.with(&only);
                partial.distance += distance(&only);
            }
            fixed.push(only);
        } else if matches.has_any(place) {
            tried.extend(matches.beginning_at(place));
            found.clear();
            for partial in &beam {
                extend(*partial, place as u32, &tried, &taken, &mut found);
            }
            std::mem::swap(&mut beam, &mut found);
        } else {
            beam.iter_mut().filter(|partial| partial.next as usize == place).for_each(Partial::leave_out);
        }
    }
    keep_best(&mut beam);
    settle(&mut beam, &tried, &mut taken, &mut steps);
    for partial in &mut beam {
        partial.chunks += u32::from(partial.end != NONE);
    }
    keep_best(&mut beam);
    let (chunks, mut step) = beam.first().map_or((0, NONE), |best| (best.chunks, best.step));
    let mut taken = fixed;
    while let Some(Step { before, taken: found }) = steps.get(step as usize) {
        taken.push(*found);
        step = *before;
    }
    Alignment { matches: taken, chunks }
}

impl Partial {
    /// With another match, whose distance is not added.
    fn with(mut self, added: &Match) -> Self {
        self.weight += if added.module == EXACT {
            added.hypothesis_length + added.reference_length
        } else {
            added.hypothesis_length / 2 + added.reference_length / 2
        };
        self.chunks += u32::from(self.end != NONE && self.end != added.hypothesis);
        self.next = added.reference + added.reference_length;
        self.end = added.hypothesis + added.hypothesis_length;
        self
    }

    /// Leaves the next word of the reference without a match.
    fn leave_out(&mut self) {
        self.chunks += u32::from(self.end != NONE);
        self.end = NONE;
        self.next += 1;
    }

    fn compare(&self, other: &Self) -> Ordering {
        (other.weight.cmp(&self.weight))
            .then(self.chunks.cmp(&other.chunks))
            .then(self.distance.cmp(&other.distance))
            .then(self.order.cmp(&other.order))
    }
}

fn distance(of: &Match) -> u64 {
    u64::from(of.hypothesis.abs_diff(of.reference))
}

/// Finds what may follow: each match whose words are free, and none.
///
/// The tool adds the distance of a match to the partial alignment that it extends and not to the extended one, so that the
/// distances of earlier tries weigh on later ones, and all of them on the one without a match.
fn extend(mut partial: Partial, place: u32, tried: &[Match], taken: &TakenWords, found: &mut Vec<Partial>) {
    let push = |partial: Partial, found: &mut Vec<Partial>| {
        let order = found.len() as u32;
        found.push(Partial { order, ..partial });
    };
    if partial.next > place {
        push(partial, found);
        return;
    }
    // How many matches of one word were pushed: inexact or exact, in the same chunk or a new one.
    let mut pushed = [[0; 2]; 2];
    for (number, it) in (0..).zip(tried) {
        if taken.has_any(partial.taken, it) {
            continue;
        }
        let extended = Partial { added: number, ..partial.with(it) };
        partial.distance += distance(it);
        if it.reference_length + it.hypothesis_length == 2 {
            let before = &mut pushed[usize::from(it.module == EXACT)][usize::from(extended.chunks > partial.chunks)];
            *before += 1;
            // All of those before are as good or better: a beam of them leaves no room.
            if *before > BEAM {
                continue;
            }
        }
        push(extended, found);
    }
    partial.leave_out();
    push(partial, found);
}

/// Sorts, best first, and drops what the beam does not hold.
fn keep_best(beam: &mut Vec<Partial>) {
    if beam.len() > BEAM {
        beam.select_nth_unstable_by(BEAM - 1, Partial::compare);
        beam.truncate(BEAM);
    }
    beam.sort_unstable_by(Partial::compare);
    for (order, partial) in (0..).zip(beam) {
        partial.order = order;
    }
}

/// Takes the words of the matches that were added last.
fn settle(beam: &mut [Partial], tried: &[Match], taken: &mut TakenWords, steps: &mut Vec<Step>) {
    if beam.iter().all(|partial| partial.added == NONE) {
        return;
    }
    let live = beam.len();
    for (place, partial) in (0..).zip(beam) {
        taken.copy(partial.taken, place);
        partial.taken = place;
        if let Some(added) = tried.get(partial.added as usize) {
            taken.take(place, added);
            steps.push(Step { before: partial.step, taken: *added });
            partial.step = steps.len() as u32 - 1;
            partial.added = NONE;
        }
    }
    taken.turn(live);
}

/// Sets of words of the hypothesis, one for each place of the beam.
///
/// Partial alignments come from one that is not long past, so that their sets agree in most numbers: only those numbers
/// are copied from step to step in which they may differ.
struct TakenWords {
    /// Numbers of 64 bits in a set.
    width: usize,
    now: Vec<u64>,
    /// Where the next sets are put together.
    next: Vec<u64>,
    /// In which numbers sets may differ; all others are the same in all sets, of now and next.
    mixed: Vec<usize>,
    is_mixed: Vec<bool>,
    /// How many may be mixed before it is looked which are still.
    limit: usize,
}

impl TakenWords {
    const LEAST_LIMIT: usize = 32;

    fn new(words: usize) -> Self {
        let width = words.div_ceil(64);
        let sets = vec![0; width * BEAM];
        let is_mixed = vec![false; width];
        Self { width, now: sets.clone(), next: sets, mixed: Vec::new(), is_mixed, limit: Self::LEAST_LIMIT }
    }

    fn has_any(&self, set: u32, of: &Match) -> bool {
        let begin = set as usize * self.width;
        of.hypothesis_places().any(|word| self.now[begin + word / 64] >> (word % 64) & 1 == 1)
    }

    fn copy(&mut self, from: u32, to: u32) {
        let (from, to) = (from as usize * self.width, to as usize * self.width);
        for number in &self.mixed {
            self.next[to + number] = self.now[from + number];
        }
    }

    fn take(&mut self, set: u32, of: &Match) {
        let begin = set as usize * self.width;
        for word in of.hypothesis_places() {
            let number = word / 64;
            self.next[begin + number] |= 1 << (word % 64);
            if !self.is_mixed[number] {
                self.is_mixed[number] = true;
                self.mixed.push(number);
            }
        }
    }

    /// The next sets are those of now; so many of them are in use.
    fn turn(&mut self, live: usize) {
        std::mem::swap(&mut self.now, &mut self.next);
        if self.mixed.len() <= self.limit {
            return;
        }
        let Self { width, now, next, is_mixed, .. } = self;
        self.mixed.retain(|number| {
            let places = || (0..BEAM).map(|set| set * *width + number);
            let first = now[*number];
            if places().take(live).any(|place| now[place] != first) {
                return true;
            }
            for place in places() {
                (now[place], next[place]) = (first, first);
            }
            is_mixed[*number] = false;
            false
        });
        self.limit = Self::LEAST_LIMIT.max(2 * self.mixed.len());
    }
}
