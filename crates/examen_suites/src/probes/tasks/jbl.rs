//! Jumbled code tokens.

use examen_syntax::{DiagnosticKind, Language, java, python};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::support::shuffle::shuffle;
use crate::probes::support::swap::swap;
use crate::probes::{Category, Change, Edition, Make, Origin, Rules, Sample, Task, TokenRange};

pub(super) static TASK: Task = Task {
    code: "JBL",
    name: "Jumbled code tokens",
    category: Category::Mistyped,
    origin: Origin::Paper,
    description: "Have two tokens that follow each other, and differ, changed places? Swaps after which the code can still \
                  be parsed (`static public`, `++ i`) are not made.",
    java: "",
    python: "Lines and indentation stay; the two may be the last token of a line and the first of the next.",
    published: "All tokens are shuffled; the class is called REPL.",
    classes: |rules| match rules.edition {
        Edition::Paper => Task::BROKEN_OR_NOT,
        Edition::Published => &["ORIG", "REPL"],
    },
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Mutation(jumble),
};

fn jumble(sample: &Sample<'_>, rules: &Rules, random: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    match rules.edition {
        Edition::Paper => {
            let mut pairs: Vec<usize> = (1..sample.tokens.len()).collect();
            pairs.shuffle(random);
            let differing = pairs.into_iter().filter(|&at| sample.token(at - 1) != sample.token(at));
            let token = |at| TokenRange { start: at, end: at + 1 };
            let mut swaps = differing.map(|at| vec![swap(sample, token(at - 1), token(at))]);
            swaps.find(|changes| !can_be_parsed(&sample.changed(changes), sample.language()))
        }
        Edition::Published => {
            let places: Vec<usize> = (0..sample.tokens.len()).collect();
            shuffle(sample, &places, random)
        }
    }
}

fn can_be_parsed(text: &str, language: Language) -> bool {
    let is_fault = |kind| matches!(kind, DiagnosticKind::Syntax | DiagnosticKind::Token);
    match language {
        Language::Java => !java::parse_method(text).diagnostics().iter().any(|it| is_fault(it.kind)),
        Language::Python => !python::parse(text).diagnostics.iter().any(|it| is_fault(it.kind)),
    }
}
