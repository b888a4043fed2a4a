//! The tokens of a text: what METEOR 1.5 makes of it for English with `-norm`.
//!
//! The tool runs a chain of replacements over the line. A replacement looks at three characters and takes all three, so
//! of `a,b,c` only the first comma stands apart; such habits are kept, as a token more or less moves the value. One is
//! not: the tool replaces runs of full stops by the word DOTMULTI meanwhile, and makes a full stop of that word in a text.

use crate::text_resources::SPACES;

/// The tokens in lower case, with white space between them.
pub(super) fn tokens(text: &str) -> String {
    let mut chars = apart(text);
    split_commas(&mut chars);
    normalise_quotes(&mut chars);
    split_dashes(&mut chars);
    split_apostrophes(&mut chars);
    let line = split_full_stops(&chars);
    line.trim_matches(|char| char <= ' ').to_lowercase()
}

/// Symbols and runs of full stops stand apart; there is a space before and behind the whole.
fn apart(text: &str) -> Vec<char> {
    let mut out = Vec::with_capacity(text.len() + 16);
    out.push(' ');
    let mut rest = text.chars().peekable();
    while let Some(char) = rest.next() {
        if char == '.' && rest.peek() == Some(&'.') {
            out.extend([' ', '.']);
            while let Some(dot) = rest.next_if_eq(&'.') {
                out.push(dot);
            }
            out.push(' ');
        } else if stays(char) {
            out.push(char);
        } else {
            out.extend([' ', char, ' ']);
        }
    }
    out.push(' ');
    out
}

fn stays(char: char) -> bool {
    is_letter(char)
        || matches!(char, '0'..='9' | ' ' | '\t'..='\r' | '.' | '\'' | '`' | ',' | '-' | '\u{2018}' | '\u{2019}')
}

/// Latin, Cyrillic and phonetic letters: those of the languages that the tool was tuned for.
fn is_letter(char: char) -> bool {
    matches!(char,
        'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{17e}' | '\u{400}'..='\u{527}'
        | '\u{a640}'..='\u{a66e}' | '\u{a67e}'..='\u{a697}' | '\u{1d00}'..='\u{1d7f}')
}

fn is_letter_or_digit(char: char) -> bool {
    char.is_ascii_digit() || is_letter(char)
}

/// Replaces `middle` by `with` where its neighbours are such; the neighbour behind is no neighbour before of the next.
fn replace_between(
    chars: &mut Vec<char>,
    before: impl Fn(char) -> bool,
    middle: char,
    behind: impl Fn(char) -> bool,
    with: &[char],
) {
    let mut out = Vec::with_capacity(chars.len() + 8);
    let mut rest = chars.as_slice();
    while let [first, tail @ ..] = rest {
        out.push(*first);
        rest = tail;
        if let [found, next, tail @ ..] = rest
            && *found == middle
            && before(*first)
            && behind(*next)
        {
            out.extend_from_slice(with);
            out.push(*next);
            rest = tail;
        }
    }
    *chars = out;
}

/// Commas stand apart, but for those between digits.
fn split_commas(chars: &mut Vec<char>) {
    if !chars.contains(&',') {
        return;
    }
    let digit = |char: char| char.is_ascii_digit();
    let other = |char: char| !char.is_ascii_digit();
    let with = [' ', ',', ' '];
    replace_between(chars, other, ',', other, &with);
    replace_between(chars, digit, ',', other, &with);
    replace_between(chars, other, ',', digit, &with);
}

/// One kind of apostrophe; one kind of quotation mark, for two apostrophes too.
fn normalise_quotes(chars: &mut Vec<char>) {
    for char in chars.iter_mut() {
        if matches!(char, '`' | '\u{2018}' | '\u{2019}') {
            *char = '\'';
        }
    }
    if !chars.iter().any(|char| matches!(char, '\u{201c}' | '\u{201d}' | '\'')) {
        return;
    }
    let mut out = Vec::with_capacity(chars.len());
    let mut rest = chars.as_slice();
    loop {
        match rest {
            ['\u{201c}' | '\u{201d}', tail @ ..] | ['\'', '\'', tail @ ..] => {
                out.extend([' ', '"', ' ']);
                rest = tail;
            }
            [char, tail @ ..] => {
                out.push(*char);
                rest = tail;
            }
            [] => break,
        }
    }
    *chars = out;
}

/// One kind of dash; none between letters or digits.
fn split_dashes(chars: &mut Vec<char>) {
    for char in chars.iter_mut() {
        if *char == '\u{2013}' {
            *char = '-';
        }
    }
    if !chars.contains(&'-') {
        return;
    }
    let mut single = Vec::with_capacity(chars.len());
    let mut rest = chars.as_slice();
    while let [char, tail @ ..] = rest {
        single.push(*char);
        rest = if let ('-', ['-', tail @ ..]) = (*char, tail) { tail } else { tail };
    }
    *chars = single;
    replace_between(chars, |char| char == '.' || is_letter_or_digit(char), '-', is_letter_or_digit, &[' ']);
}

/// Apostrophes stand apart, or begin the second token of a contraction.
fn split_apostrophes(chars: &mut Vec<char>) {
    if !chars.contains(&'\'') {
        return;
    }
    let other = |char: char| !is_letter(char);
    let symbol = |char: char| !is_letter_or_digit(char);
    let alone = [' ', '\'', ' '];
    replace_between(chars, other, '\'', other, &alone);
    replace_between(chars, symbol, '\'', is_letter, &alone);
    replace_between(chars, is_letter, '\'', other, &alone);
    replace_between(chars, is_letter, '\'', is_letter, &[' ', '\'']);
    replace_between(chars, |char| char.is_ascii_digit(), '\'', |char| char == 's', &[' ', '\'']);
}

/// The line with a space before full stops that end a sentence, and none in names of several initials.
fn split_full_stops(chars: &[char]) -> String {
    let mut line = String::with_capacity(chars.len());
    let mut words = chars.split(|char| SPACES.contains(char)).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let next = words.peek().and_then(|next| next.first()).copied();
        match word {
            // The kinds of white space that the tool drops.
            ['\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'] => continue,
            [stem @ .., '.'] if !stem.is_empty() && stem.iter().any(|char| *char != '.') => {
                push_before_full_stop(&mut line, stem, next);
            }
            _ => line.extend(word),
        }
        line.push(' ');
    }
    line
}

fn push_before_full_stop(line: &mut String, stem: &[char], next: Option<char>) {
    if stem.contains(&'.') && stem.iter().any(|char| is_letter(*char)) {
        line.extend(stem.iter().filter(|char| **char != '.'));
        return;
    }
    let begin = line.len();
    line.extend(stem);
    let is_next_lower = next.is_some_and(|char| char.is_ascii_lowercase());
    let is_next_digit = next.is_some_and(|char| char.is_ascii_digit());
    let stem = &line[begin..];
    let is_abbreviated = ABBREVIATIONS.binary_search(&stem).is_ok()
        || is_next_digit && ABBREVIATIONS_BEFORE_NUMBERS.contains(&stem)
        || matches!(stem.as_bytes(), [b'A'..=b'Z']);
    line.push_str(if is_next_lower || is_abbreviated { "." } else { " ." });
}

/// What keeps its full stop, beside capital letters: titles and the like. With full stops inside there is none: those
/// lose them all.
const ABBREVIATIONS: [&str; 62] = [
    "Adj", "Adm", "Adv", "Asst", "Bart", "Bldg", "Brig", "Bros", "Capt", "Cmdr", "Col", "Comdr", "Con", "Corp", "Cpl",
    "DR", "Dr", "Drs", "Ens", "Gen", "Gov", "Hon", "Hosp", "Hr", "Insp", "Lt", "MM", "MR", "MRS", "MS", "Maj",
    "Messrs", "Mlle", "Mme", "Mr", "Mrs", "Ms", "Msgr", "Nos", "Nr", "Op", "Ord", "Pfc", "Ph", "Prof", "Pvt", "Rep",
    "Reps", "Res", "Rev", "Rt", "Sen", "Sens", "Sfc", "Sgt", "Sr", "St", "Supt", "Surg", "rev", "v", "vs",
];

/// What keeps its full stop before a number.
const ABBREVIATIONS_BEFORE_NUMBERS: [&str; 3] = ["Art", "No", "pp"];

#[cfg(test)]
mod tests {
    use super::ABBREVIATIONS;

    #[test]
    fn abbreviations_are_sorted() {
        assert!(ABBREVIATIONS.is_sorted());
    }
}
