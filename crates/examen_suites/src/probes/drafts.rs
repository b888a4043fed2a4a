//! From the text of a file to drafts of rows for all tasks.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use examen_corpus::Split;
use examen_data::{ExampleId, Rank};
use examen_syntax::LazyParsedFile;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde::{Serialize, Serializer};

use super::change::changed;
use super::page::Page;
use super::row::{Mutation, ProbeRow};
use super::sample::Sample;
use super::settings::{Edition, Settings};
use super::task::{Classed, Make, Rules, Task, Word};
use crate::random::generator;
use crate::source::LeftOut;

/// Tokens of a sample that nearly always fit into the 512 sub-tokens of an encoder; longer ones come after all of these.
const SHORT: u32 = 250;

/// What one file gives to the tasks.
#[derive(Debug, Default)]
pub struct FileDrafts {
    /// The drafts, with the task's position in the list of tasks.
    pub drafts: Vec<(usize, Draft)>,
    /// Functions read.
    pub functions: u64,
    /// Functions left out, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
}

/// A row that is written only if it is chosen. What it shows is shared with the drafts of other tasks.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The example's id.
    pub id: ExampleId,
    /// The position of the class among the task's.
    pub class: usize,
    label: &'static str,
    shown: Arc<Shown>,
    value: Option<u64>,
    mutations: Vec<(u32, Mutation)>,
    is_lower_case: bool,
}

/// What drafts of one function, or of one word, have in common.
#[derive(Debug)]
struct Shown {
    function: String,
    start_line: u32,
    text: String,
    token_count: u32,
}

/// A draft is written as its row, which is made then.
impl Serialize for Draft {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.row().serialize(serializer)
    }
}

impl Draft {
    /// The row.
    pub fn row(&self) -> ProbeRow {
        let Shown { function, start_line, text, token_count } = &*self.shown;
        let case = |text: &str| if self.is_lower_case { text.to_lowercase() } else { text.to_owned() };
        let mutation =
            |it: &Mutation| Mutation { position: it.position, original: case(&it.original), mutant: case(&it.mutant) };
        ProbeRow {
            function: function.clone(),
            start_line: *start_line,
            text: case(&changed(text, &self.mutations)),
            label: self.label.to_owned(),
            control_label: String::new(),
            token_count: *token_count,
            value: self.value,
            mutations: self.mutations.iter().map(|(_, it)| mutation(it)).collect(),
        }
    }

    /// Returns what tells drafts of one text in one file apart.
    pub fn place(&self) -> (&str, u32) {
        (&self.shown.function, self.shown.start_line)
    }
}

/// Functions of one file that are drafted for tasks, those with the smallest ranks: what is chosen of a corpus begins with them.
const MOST_FUNCTIONS: usize = 1 << 14;

/// Reads a file and drafts what it has for each task, as far as `may_be_chosen` (task, class, rank) says that it is wanted;
/// or says why the file is left out.
pub fn drafts(
    code: &LazyParsedFile<'_>,
    split: Split,
    tasks: &[&'static Task],
    settings: &Settings,
    may_be_chosen: impl Fn(usize, usize, Rank) -> bool,
) -> Result<FileDrafts, LeftOut> {
    let page = Page::new(code)?;
    let rules = Rules { language: code.language(), edition: settings.edition, seed: settings.seed, split };
    let mut out = FileDrafts::default();
    let samples = page.samples();
    let last = last_rank(&samples, &rules);
    for sample in samples {
        out.functions += 1;
        match sample {
            Ok(sample) if last.is_some_and(|last| rank_of(&sample, &rules) > last) => {
                *out.skipped.entry("too-many-functions").or_default() += 1;
            }
            Ok(sample) => {
                let unit = Unit::of_sample(&sample, &rules);
                for (at, task) in tasks.iter().enumerate() {
                    // Most of a large corpus comes too late for any class: that is known before anything is measured.
                    let is_wanted = |class| may_be_chosen(at, class, unit.rank);
                    if (0..(task.classes)(&rules).len()).any(is_wanted) {
                        let draft = draft(task, &sample, &unit, &rules, |class, rank| may_be_chosen(at, class, rank));
                        out.drafts.extend(draft.map(|draft| (at, draft)));
                    }
                }
            }
            Err(LeftOut(reason)) => *out.skipped.entry(reason).or_default() += 1,
        }
    }
    for (at, task) in tasks.iter().enumerate() {
        if let Make::FileWords(words) = task.make {
            let words = words(&page, &rules);
            let drafts = words
                .into_iter()
                .filter_map(|word| file_word(task, &word, &page, &rules, |class, rank| may_be_chosen(at, class, rank)));
            out.drafts.extend(drafts.map(|draft| (at, draft)));
        }
    }
    Ok(out)
}

/// A sample on its way through the tasks.
struct Unit<'s, 'p> {
    rank: Rank,
    rank_text: String,
    sample: &'s Sample<'p>,
    shown: std::cell::OnceCell<Arc<Shown>>,
}

impl<'s, 'p> Unit<'s, 'p> {
    fn of_sample(sample: &'s Sample<'p>, rules: &Rules) -> Self {
        let rank = rank_of(sample, rules);
        Self {
            rank,
            rank_text: ExampleId::ranked(rank, "unit", 0).to_string(),
            sample,
            shown: std::cell::OnceCell::new(),
        }
    }

    fn shown(&self) -> Arc<Shown> {
        let shown = self.shown.get_or_init(|| {
            Arc::new(Shown {
                function: self.sample.name.to_owned(),
                start_line: self.sample.page.line(self.sample.place.start),
                text: self.sample.text.clone(),
                token_count: self.sample.token_count(),
            })
        });
        Arc::clone(shown)
    }

    fn generator(&self, task: &Task, rules: &Rules) -> ChaCha8Rng {
        generator(rules.seed, task.code, &self.rank_text)
    }
}

fn rank_of(sample: &Sample<'_>, rules: &Rules) -> Rank {
    // Twice the length, one tier up.
    let tier = sample.token_count().max(1).div_ceil(SHORT).next_power_of_two().trailing_zeros() as u8;
    rank(tier, &sample.text, rules)
}

/// The rank of the last function of a file that is taken, if the file has more.
fn last_rank(samples: &[Result<Sample<'_>, LeftOut>], rules: &Rules) -> Option<Rank> {
    if samples.len() <= MOST_FUNCTIONS {
        return None;
    }
    let mut ranks: Vec<Rank> = samples.iter().flatten().map(|sample| rank_of(sample, rules)).collect();
    (ranks.len() > MOST_FUNCTIONS).then(|| *ranks.select_nth_unstable(MOST_FUNCTIONS - 1).1)
}

fn rank(tier: u8, text: &str, rules: &Rules) -> Rank {
    Rank::new(tier, ["probes", rules.language.name(), &rules.seed.to_string(), text])
}

fn draft(
    task: &'static Task,
    sample: &Sample<'_>,
    unit: &Unit<'_, '_>,
    rules: &Rules,
    may_be_chosen: impl Fn(usize, Rank) -> bool,
) -> Option<Draft> {
    if rules.edition == Edition::Published && !task.published_lengths.contains(&sample.token_count()) {
        return None;
    }
    let classes = (task.classes)(rules);
    let class_of = |label: &str| {
        let class = classes.iter().position(|it| *it == label)?;
        may_be_chosen(class, unit.rank).then_some(class)
    };
    let draft = |class: usize, value, mutations| Draft {
        id: ExampleId::ranked(unit.rank, &task.folder(rules.language), 0),
        class,
        label: classes[class],
        shown: unit.shown(),
        value,
        mutations,
        is_lower_case: rules.edition == Edition::Published && !task.keeps_case,
    };
    match task.make {
        Make::Class(classify) => {
            let Classed { label, value } = classify(sample, rules)?;
            Some(draft(class_of(label)?, value, Vec::new()))
        }
        Make::Mutation(mutate) => {
            let mut random = unit.generator(task, rules);
            let is_broken: bool = random.random();
            let class = class_of(classes.get(usize::from(is_broken))?)?;
            let changes = mutate(sample, rules, &mut random)?;
            let mutations = if is_broken { sample.mutations(&changes) } else { Vec::new() };
            Some(draft(class, None, mutations))
        }
        Make::SampleWord(word) => {
            let word = word(sample, rules, &mut unit.generator(task, rules))?;
            let class = class_of(word.label)?;
            let shown = Shown {
                function: sample.name.to_owned(),
                start_line: sample.page.line(word.place.start),
                text: word.text.to_owned(),
                token_count: 1,
            };
            Some(Draft { shown: Arc::new(shown), ..draft(class, None, Vec::new()) })
        }
        Make::FileWords(_) => None,
    }
}

fn file_word(
    task: &'static Task,
    word: &Word<'_>,
    page: &Page<'_>,
    rules: &Rules,
    may_be_chosen: impl Fn(usize, Rank) -> bool,
) -> Option<Draft> {
    let class = (task.classes)(rules).iter().position(|it| *it == word.label)?;
    let is_lower_case = rules.edition == Edition::Published && !task.keeps_case;
    let text = if is_lower_case { Cow::Owned(word.text.to_lowercase()) } else { Cow::Borrowed(word.text) };
    let rank = rank(0, &text, rules);
    if !may_be_chosen(class, rank) {
        return None;
    }
    let start_line = page.line(word.place.start);
    let shown = Shown { function: String::new(), start_line, text: text.into_owned(), token_count: 1 };
    Some(Draft {
        id: ExampleId::ranked(rank, &task.folder(rules.language), class as u32),
        class,
        label: word.label,
        shown: Arc::new(shown),
        value: None,
        mutations: Vec::new(),
        is_lower_case: false,
    })
}
