//! Pairs that say nothing: the paper's post-processing, and what clean pairs must not have.

use super::lexicon;
use super::{Mode, Pair, QuestionType};

/// Longest question and answer of a clean pair, in words.
const LONGEST: usize = 30;

/// Whether a pair stays.
pub(super) fn keeps(pair: &Pair, mode: Mode) -> bool {
    if pair.kind == QuestionType::YesNo {
        return mode == Mode::Faithful || is_readable(pair);
    }
    !lexicon::is_ambiguous(&pair.answer)
        && !lexicon::is_generic(&pair.answer)
        && (mode == Mode::Faithful || is_readable(pair))
}

fn is_readable(pair: &Pair) -> bool {
    let [question, answer] = [&pair.question, &pair.answer].map(|text| text.split(' ').count());
    question <= LONGEST
        && answer <= LONGEST
        && is_balanced(&pair.question)
        && is_balanced(&pair.answer)
        && has_one_wh(pair)
        && [&pair.question, &pair.answer].into_iter().all(|text| is_well_spelt(text))
}

/// Whether nothing is off at first sight: "it's" for "its", a loose hyphen, the wrong article.
fn is_well_spelt(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let is_off = |word: &str| word.eq_ignore_ascii_case("it's") || word.len() > 1 && word.ends_with('-');
    !words.iter().any(|word| is_off(word)) && words.windows(2).all(|pair| is_right_article(pair[0], pair[1]))
}

/// Whether "a" or "an" fits the word behind it, as far as spelling tells: "an VMAX volume", "a empty list" and "an unique key" do not.
fn is_right_article(article: &str, next: &str) -> bool {
    let next = next.trim_start_matches(|first: char| !first.is_alphanumeric());
    let Some(first) = next.chars().next().filter(char::is_ascii_alphabetic) else { return true };
    // An abbreviation is read letter by letter, or as a word: only what is wrong in both ways is.
    let lower = next.to_lowercase();
    // "a ssn": so is a short one without vowels.
    let letters = next.chars().take_while(char::is_ascii_alphabetic);
    let is_unvoiced = letters.clone().count() <= 4
        && letters.clone().count() > 1
        && letters.clone().all(|letter| letter.is_ascii_lowercase())
        && !lower.starts_with("sql")
        && first != 'h'
        && !letters.clone().any(|letter| matches!(letter.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y'));
    let is_spelt = is_unvoiced || next.chars().take(2).all(|letter| letter.is_ascii_uppercase());
    let like_you =
        ["uni", "use", "usu", "url", "uri", "eu", "one", "once"].iter().any(|start| lower.starts_with(start))
            && !["unin", "unim", "unid"].iter().any(|start| lower.starts_with(start));
    let first = first.to_ascii_lowercase();
    // "NClob" is read with the name of its first letter.
    let is_letter = is_spelt && next.chars().nth(2).is_some_and(char::is_lowercase);
    let sounds_open = matches!(first, 'a' | 'e' | 'f' | 'h' | 'i' | 'l' | 'm' | 'n' | 'o' | 'r' | 's' | 'x');
    // "a FTPS object": no vowel, so nobody reads it as a word.
    let acronym: String = next.chars().take_while(char::is_ascii_alphanumeric).collect();
    let is_letters = acronym.len() > 1
        && acronym.chars().all(|letter| letter.is_ascii_uppercase())
        && !acronym.contains(['A', 'E', 'I', 'O', 'U', 'Y'])
        && !acronym.starts_with("SQL");
    match (article.to_ascii_lowercase().as_str(), is_spelt) {
        ("a", true) if is_letters => !sounds_open,
        ("a", true) if is_letter => !sounds_open,
        ("a", true) if is_unvoiced => !sounds_open,
        ("a", true) => !matches!(first, 'a' | 'e' | 'i' | 'o'),
        ("a", false) => like_you || !(matches!(first, 'a' | 'e' | 'i' | 'o') || lower.starts_with("un")),
        ("an", true) => sounds_open,
        ("an", false) if first == 'h' => {
            ["hour", "honest", "honor", "honour", "heir", "html", "http"].iter().any(|start| lower.starts_with(start))
        }
        ("an", false) => matches!(first, 'a' | 'e' | 'i' | 'o' | 'u') && !like_you,
        _ => true,
    }
}

/// Whether brackets and quotes come in pairs.
fn is_balanced(text: &str) -> bool {
    let count = |sign: char| text.matches(sign).count();
    count('(') == count(')')
        && count('[') == count(']')
        && count('"').is_multiple_of(2)
        && count('{') == count('}')
        && !text.contains(" ' ")
}

/// Whether the question asks once; "when" may also lead a clause of time.
fn has_one_wh(pair: &Pair) -> bool {
    let lower = pair.question.to_lowercase();
    let words: Vec<&str> = lower.split([' ', '?']).collect();
    let start = if pair.kind == QuestionType::ForWhatPurpose { 3 } else { 2 };
    !words
        .iter()
        .skip(start)
        .any(|word| matches!(*word, "what" | "why" | "how" | "where" | "who" | "whom" | "whose" | "which"))
}
