//! Reserved words, by what they are for.

use examen_syntax::Language;

use crate::probes::{Role, Sample};

// The lists are read from these texts.

/// The categories of the published files; `assert` and `try` have their places from the paper, and the last three words,
/// which are not in the files, have one of their own.
pub(crate) const JAVA: &str = "The categories are flow control `break case continue default do else for if instanceof return \
    switch while`, declarations `abstract class extends final implements interface native new static strictfp synchronized \
    transient volatile`, access `private protected public`, primitive types `boolean byte char double float int long short`, \
    error handling `assert catch finally throw throws try`, other words of functions `const false goto null super this true \
    void` and of files `enum import package`.";

pub(crate) const PYTHON: &str = "The categories are flow control `await break continue elif else for if pass return while \
    with yield`, definitions and names `as async class def del from global import lambda nonlocal`, operators `and in is not \
    or`, error handling `assert except finally raise try` and constants `False None True`.";

fn categories(language: Language) -> impl Iterator<Item = &'static str> {
    let text = match language {
        Language::Java => JAVA,
        Language::Python => PYTHON,
    };
    text.split('`').skip(1).step_by(2)
}

/// All reserved words of a language.
pub(crate) fn keywords(language: Language) -> impl Iterator<Item = &'static str> {
    categories(language).flat_map(|category| category.split(' '))
}

/// The other reserved words of a word's category.
pub(crate) fn others_of_category(language: Language, word: &str) -> Vec<&'static str> {
    let mut categories = categories(language).map(|category| category.split(' '));
    let category = categories.find(|category| category.clone().any(|it| it == word));
    category.into_iter().flatten().filter(|it| *it != word).collect()
}

/// Where reserved words stand; those that are keywords only here and there, such as Python's `match`, are not among them.
pub(crate) fn places(sample: &Sample<'_>) -> Vec<usize> {
    let is_reserved = |word: &str| keywords(sample.language()).any(|it| it == word);
    sample.with_role(Role::Keyword).filter(|(_, word)| is_reserved(word)).map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_reserved_word_is_in_one_category() {
        for (language, count) in [(Language::Java, 53), (Language::Python, 35)] {
            let distinct: BTreeSet<&str> = keywords(language).collect();
            assert_eq!((keywords(language).count(), distinct.len()), (count, count));
            assert!(distinct.iter().all(|word| word.chars().all(char::is_alphabetic)), "{distinct:?}");
        }
        let is_reserved = |word| examen_syntax::java::is_keyword(word) || ["true", "false", "null"].contains(&word);
        assert!(keywords(Language::Java).all(is_reserved));
        assert!(keywords(Language::Python).all(examen_syntax::python::token::is_keyword));
    }
}
