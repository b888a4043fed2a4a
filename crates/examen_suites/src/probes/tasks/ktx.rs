//! Keyword tagging.

use std::sync::LazyLock;

use examen_corpus::Split;
use examen_syntax::Language;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;

use crate::probes::{Category, Make, Origin, Role, Rules, Sample, Task, Word};
use crate::random::uniform;

const CLASSES: &[&str] = &["KEH", "KFC", "KMD", "KPT", "OAR", "OAS", "OLB", "ORE", "OUT", "SYM"];

/// How many words of each class come first in its list because functions have them most often.
const COMMON: usize = 3;

// The lists are read from these texts. The classes that code has few words of come first: see `word`.
const JAVA: &str = "Assignment OAS `= += -= |= *= ^= &= >>= <<= >>>= /= %=`, binary logic and bits OLB `&& || & >> << | >>> ^`, \
    unary and ternary OUT `: ? ++ ! -- ~`, arithmetic OAR `+ - * / %`, primitive types KPT `int boolean byte long double \
    char float short`, error handling KEH `throws throw try catch finally assert`, relations ORE `< > == != >= <=`, flow \
    control KFC `return if else for instanceof while break switch case default continue do`, modifiers and declarations \
    KMD `public new final static private protected class synchronized extends implements abstract volatile interface \
    enum native transient strictfp`, symbols SYM `( ; { } ) . , @ [ ] ... ::`; in no class are `this super void null true \
    false package import const goto ->` and words that are keywords only in some places.";

const PYTHON: &str = "Assignment OAS `= += -= := *= /= |= //= %= &= >>= <<= **= @= ^=`, words with one operand OUT `not \
    await yield ~`, binary logic and bits OLB `and or | & ^ << >>`, built-in types KPT `str dict int list bool object set \
    float tuple bytes complex frozenset bytearray`, error handling KEH `assert raise try except finally`, arithmetic OAR \
    `* ** + - % / //`, relations ORE `in == is != > < >= <=`, definitions and names KMD `def as async import from class \
    lambda del global nonlocal`, flow control KFC `return if for else with elif pass while continue break match case`, \
    symbols SYM `( : , ) . [ ] { } @ -> ... ;`; in no class are `True False None type print exec`.";

pub(super) static TASK: Task = Task {
    code: "KTX",
    name: "Keyword tagging",
    category: Category::Tokens,
    origin: Origin::Paper,
    description: "Of which kind is this keyword, operator or symbol? A word is of one kind, wherever it stands: that of \
                  its list. Each list is divided, so that the words of training, validation and test differ; each of the \
                  three gets one of the first three words.",
    java: JAVA,
    python: PYTHON,
    published: "",
    classes: |_| CLASSES,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: false,
    make: Make::SampleWord(word),
};

/// Some word of some class.
///
/// The classes are tried in turn, each with a probability of three in four. All get as many rows in the end: the earlier a class comes, the
/// fewer of the functions that have its words are spent on others.
fn word<'s>(sample: &'s Sample<'_>, rules: &Rules, random: &mut ChaCha8Rng) -> Option<Word<'s>> {
    let lists = lists(rules.language);
    let class_of = |role, word: &str| {
        let class = *lists.class_of.get(word)?;
        // Names that look like keywords (`match`, `case`) are none.
        (role != Role::Identifier || lists.classes[class].label == "KPT").then_some(class)
    };
    let classes: Vec<Option<usize>> = sample.words().map(|(_, role, word)| class_of(role, word)).collect();
    for (at, class) in lists.classes.iter().enumerate() {
        if !random.random_ratio(3, 4) || !classes.contains(&Some(at)) {
            continue;
        }
        let words = words_of_split(class, rules);
        let is_asked = |place: &usize| classes[*place] == Some(at) && words.contains(&sample.token(*place));
        let places: Vec<usize> = (0..classes.len()).filter(is_asked).collect();
        if let Some(&place) = places.choose(random) {
            let Class { label, .. } = class;
            return Some(Word { text: sample.token(place), label, place: sample.tokens.get(place)?.place });
        }
    }
    None
}

/// The words of a language.
struct Lists {
    classes: Vec<Class>,
    class_of: FxHashMap<&'static str, usize>,
}

struct Class {
    label: &'static str,
    words: Vec<&'static str>,
}

fn lists(language: Language) -> &'static Lists {
    static OF_JAVA: LazyLock<Lists> = LazyLock::new(|| Lists::read(JAVA));
    static OF_PYTHON: LazyLock<Lists> = LazyLock::new(|| Lists::read(PYTHON));
    match language {
        Language::Java => &OF_JAVA,
        Language::Python => &OF_PYTHON,
    }
}

impl Lists {
    fn read(text: &'static str) -> Self {
        let mut parts = text.split('`');
        let lists = std::iter::from_fn(|| Some((parts.next()?.split_whitespace().last()?, parts.next()?)));
        let classes: Vec<Class> = lists
            .filter(|(label, _)| CLASSES.contains(label))
            .map(|(label, words)| Class { label, words: words.split(' ').collect() })
            .collect();
        let words = |(at, class): (usize, &Class)| class.words.iter().map(move |&word| (word, at)).collect::<Vec<_>>();
        let class_of = classes.iter().enumerate().flat_map(words).collect();
        Self { classes, class_of }
    }
}

/// The words of a class that are for a split: a fifth for test, a fifth for validation, the others for training.
fn words_of_split(class: &Class, rules: &Rules) -> Vec<&'static str> {
    let Class { label, words } = class;
    let purpose = format!("KTX {} {label}", rules.language.name());
    let shuffled = |words: &[&'static str]| {
        let mut words: Vec<(f64, &str)> =
            words.iter().map(|&word| (uniform(rules.seed, &purpose, word), word)).collect();
        words.sort_by(|left, right| left.0.total_cmp(&right.0));
        words.into_iter().map(|(_, word)| word).collect::<Vec<&str>>()
    };
    let (common, others) = words.split_at(COMMON.min(words.len()));
    let (common, others) = (shuffled(common), shuffled(others));
    let fifth = (words.len() + 2) / 5;
    let of_others = fifth.saturating_sub(1).min(others.len() / 2);
    let (first, others) = match rules.split {
        Split::Test => (0, &others[..of_others]),
        Split::Validation => (1, &others[of_others..2 * of_others]),
        Split::Train => (2, &others[2 * of_others..]),
    };
    common.get(first).into_iter().chain(others).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probes::Edition;

    fn words(language: Language, seed: u64, split: Split) -> Vec<(&'static str, Vec<&'static str>)> {
        let rules = Rules { language, edition: Edition::Paper, seed, split };
        lists(language).classes.iter().map(|class| (class.label, words_of_split(class, &rules))).collect()
    }

    #[test]
    fn a_word_is_of_one_class_and_one_split_and_no_class_is_without_words_in_any() {
        for language in [Language::Java, Language::Python] {
            let mut labels: Vec<&str> = lists(language).classes.iter().map(|class| class.label).collect();
            labels.sort_unstable();
            assert_eq!(labels, CLASSES);
            let mut all: Vec<&str> = lists(language).classes.iter().flat_map(|class| &class.words).copied().collect();
            all.sort_unstable();
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
            for seed in 0..20 {
                let splits = Split::ALL.map(|split| words(language, seed, split));
                assert!(splits.iter().flatten().all(|(_, words)| !words.is_empty()));
                let mut assigned: Vec<&str> = splits.iter().flatten().flat_map(|(_, words)| words).copied().collect();
                assigned.sort_unstable();
                assert_eq!(assigned, all);
                let fraction = splits[0].iter().map(|(_, words)| words.len()).sum::<usize>() as f64 / all.len() as f64;
                assert!((0.55..0.7).contains(&fraction), "{fraction}");
            }
        }
        assert_ne!(words(Language::Java, 0, Split::Test), words(Language::Java, 1, Split::Test));
    }
}
