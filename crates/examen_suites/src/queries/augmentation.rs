//! Further training examples: copies of training files with small random edits, which the queries then label.
//!
//! An edit need not make sense. It only has to be likely to turn some query on or off; what is true of the edited file the engine says. So
//! a kind of edit is a function that looks for a place and changes the text there, and knows nothing of queries
//! (`augmentation/edits/`). Edits go by the syntax tree, so that nearly all copies are still Python.

mod code;
mod drawing;
mod edits;

use examen_syntax::{Edit, Edits};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::random::generator;
use code::Code;
use edits::{EDITS, EditKind};

/// Longer files are not edited: they are generated, as a rule.
pub const LONGEST_FILE: usize = 60_000;

/// Edits for each statement, one of which is drawn for a copy: of copies with few edits come the negative examples.
const RATES: [f64; 3] = [0.02, 0.05, 0.1];

/// The most edits of a copy.
const MOST_EDITS: f64 = 60.0;

/// Kinds that are drawn for each edit, until one finds a place.
const TRIES: u32 = 6;

/// A copy of a file with edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedCopy {
    /// Its text.
    pub text: String,
    /// The kinds of the edits, in the order in which they were made.
    pub kinds: Vec<&'static str>,
}

/// A file of which copies are made.
pub struct Original<'s> {
    code: Code<'s>,
    content_hash: &'s str,
    seed: u64,
}

impl<'s> Original<'s> {
    /// Reads a file.
    pub fn new(text: &'s str, content_hash: &'s str, seed: u64) -> Self {
        Self { code: Code::of(text), content_hash, seed }
    }

    /// One of the copies, which depends on the seed, the hash of the file and its number alone; nothing if no edit found a place.
    pub fn copy(&self, number: u32) -> Option<EditedCopy> {
        let mut rng = generator(self.seed, "augmentation", &format!("{}:{number}", self.content_hash));
        let rate = RATES[rng.random_range(0..RATES.len())];
        #[expect(clippy::cast_sign_loss, reason = "neither factor is below zero")]
        let wanted = (self.code.places.len() as f64 * rate).ceil().clamp(1.0, MOST_EDITS) as u32;
        let (mut made, mut kinds) = (Vec::new(), Vec::new());
        for _ in 0..wanted {
            kinds.extend((0..TRIES).find_map(|_| {
                let kind = drawn_kind(&mut rng);
                add(&mut made, (kind.make)(&self.code, &mut rng)?, self.code.source).then_some(kind.name)
            }));
        }
        self.edited(made, kinds)
    }

    /// A copy with a single edit of a kind; nothing if it finds no place.
    pub fn with_edit(&self, kind: &str, number: u32) -> Option<EditedCopy> {
        let kind = EDITS.iter().find(|it| it.name == kind)?;
        let mut rng = generator(self.seed, kind.name, &format!("{}:{number}", self.content_hash));
        let mut made = Vec::new();
        let edits = (kind.make)(&self.code, &mut rng)?;
        add(&mut made, edits, self.code.source).then(|| self.edited(made, vec![kind.name])).flatten()
    }

    fn edited(&self, made: Vec<Edit>, kinds: Vec<&'static str>) -> Option<EditedCopy> {
        let text = Edits::new(made).ok()?.apply(self.code.source).ok()?;
        (!kinds.is_empty()).then_some(EditedCopy { text, kinds })
    }
}

/// The names of all kinds of edit, sorted.
pub fn edit_kinds() -> impl Iterator<Item = &'static str> {
    EDITS.iter().map(|kind| kind.name)
}

fn drawn_kind(rng: &mut ChaCha8Rng) -> &'static EditKind {
    let all: u32 = EDITS.iter().map(|kind| kind.weight).sum();
    let mut left = rng.random_range(0..all);
    let is_drawn = |kind: &&EditKind| {
        let is_it = left < kind.weight;
        left = left.saturating_sub(kind.weight);
        is_it
    };
    EDITS.iter().find(is_drawn).unwrap_or(&EDITS[0])
}

/// Adds edits if they change something, and nothing that another one changes.
fn add(made: &mut Vec<Edit>, edits: Vec<Edit>, source: &str) -> bool {
    let touches = |one: &Edit, other: &Edit| one.span.overlaps(other.span) || one.span == other.span;
    let is_free = |edit: &Edit| {
        !made.iter().any(|other| touches(edit, other) || is_inside(edit, other) || is_inside(other, edit))
    };
    let changes = edits.iter().any(|edit| edit.span.text(source) != edit.text);
    let fits = changes && edits.iter().all(is_free) && Edits::new(edits.clone()).is_ok();
    if fits {
        made.extend(edits);
    }
    fits
}

/// Whether an insertion is inside of what another edit replaces.
const fn is_inside(edit: &Edit, other: &Edit) -> bool {
    edit.span.is_empty() && other.span.start < edit.span.start && edit.span.start < other.span.end
}
