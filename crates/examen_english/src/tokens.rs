//! Words of plain text, split as the treebank splits them; identifiers, calls, paths and links stay whole.

use std::ops::Range;

/// Abbreviations that keep their full stop.
const ABBREVIATIONS: &[&str] = &[
    "e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "dr.", "mr.", "mrs.", "ms.", "st.", "inc.", "corp.", "ltd.",
    "jr.", "sr.", "fig.", "eq.", "sec.", "resp.", "incl.", "excl.", "al.", "viz.", "p.m.", "a.m.", "u.s.", "jan.",
    "feb.", "sept.", "oct.", "nov.", "dec.", "ca.",
];

/// Beginnings of words that stay together with what follows their hyphen.
const PREFIXES: &[&str] = &[
    "e", "co", "non", "pre", "post", "re", "un", "sub", "semi", "multi", "anti", "ex", "over", "vice", "inter",
    "intra", "mid", "pro", "pseudo", "super", "x",
];

/// A longer run without spaces is data and stays whole.
const LONGEST: usize = 400;

/// A word and the bytes it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
}

/// Appends the words of `text[range]`.
pub(crate) fn split(text: &str, range: Range<usize>, out: &mut Vec<Word>) {
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..range.end];
        let Some(offset) = rest.find(|character: char| !is_space(character)) else { return };
        at += offset;
        let rest = &text[at..range.end];
        let length = rest.find(is_space).unwrap_or(rest.len());
        let length = call_length(rest, length);
        chunk(text, at..at + length, out);
        at += length;
    }
}

fn is_space(character: char) -> bool {
    character.is_whitespace() || character.is_control() || matches!(character, '\u{feff}' | '\u{200b}')
}

/// Extends a chunk such as `foo(a,` to the bracket that closes its call on the same line.
fn call_length(rest: &str, length: usize) -> usize {
    let Some(open) = rest[..length].find('(').filter(|&open| open > 0) else { return length };
    if !rest[..open].ends_with(|character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '>')) {
        return length;
    }
    let mut depth = 0usize;
    for (offset, character) in rest[open..].char_indices().take(80) {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            '\n' => return length,
            _ => {}
        }
        if depth == 0 {
            let end = open + offset + 1;
            let more = rest[end..].find(is_space).unwrap_or(rest.len() - end);
            return (end + more).max(length);
        }
    }
    length
}

/// Splits one run of characters without spaces.
fn chunk(text: &str, mut range: Range<usize>, out: &mut Vec<Word>) {
    if range.len() > LONGEST {
        push(text, range, out);
        return;
    }
    // Opening punctuation.
    while let Some(first) = text[range.clone()].chars().next() {
        let rest = &text[range.start + first.len_utf8()..range.end];
        let opens =
            matches!(first, '"' | '(' | '[' | '{' | '“' | '‘' | '«' | '`' | ',' | ';' | '!' | '?' | ')' | ']' | '}')
                || first == '\'' && !is_clitic(&text[range.clone()])
                || first == '<' && !rest.ends_with('>')
                || first == '$' && rest.starts_with(|next: char| next.is_ascii_digit())
                || first == '#' && rest.starts_with(|next: char| next.is_ascii_digit());
        if !opens || rest.is_empty() || is_whole(&text[range.clone()]) {
            break;
        }
        push(text, range.start..range.start + first.len_utf8(), out);
        range.start += first.len_utf8();
    }
    let mut closing: Vec<Range<usize>> = Vec::new();
    while let Some(length) = closing_length(&text[range.clone()]) {
        closing.push(range.end - length..range.end);
        range.end -= length;
    }
    middle(text, range, out);
    for range in closing.into_iter().rev() {
        push(text, range, out);
    }
}

/// How many bytes at the end of a chunk are punctuation of their own.
fn closing_length(chunk: &str) -> Option<usize> {
    let last = chunk.chars().next_back()?;
    let before = &chunk[..chunk.len() - last.len_utf8()];
    if before.is_empty() || is_whole(chunk) {
        return None;
    }
    let splits = match last {
        '.' => {
            let dots = chunk.len() - chunk.trim_end_matches('.').len();
            if dots > 1 {
                return (dots < chunk.len()).then_some(dots);
            }
            !is_abbreviation(chunk)
        }
        ',' | ';' | ':' | '!' | '?' | '"' | '”' | '’' | '»' | '`' | '…' | '\'' => true,
        ')' => before.matches('(').count() <= before.matches(')').count(),
        ']' => before.matches('[').count() <= before.matches(']').count(),
        '}' => before.matches('{').count() <= before.matches('}').count(),
        '>' => !before.contains('<') && !before.ends_with(['-', '=']),
        '%' => before.ends_with(|character: char| character.is_ascii_digit()),
        '*' => before.ends_with(char::is_alphabetic) && !before.contains('*'),
        _ => false,
    };
    splits.then_some(last.len_utf8())
}

/// Signs that look like punctuation but are one word.
fn is_whole(chunk: &str) -> bool {
    let sign = chunk.len() <= 3 && !chunk.is_empty() && chunk.bytes().all(|byte| b"=<>!&|+-*/".contains(&byte));
    sign || matches!(chunk, ":)" | ":(" | ";)" | ":-)" | "()" | "[]" | "{}" | "''" | "``" | "\"\"")
}

fn is_abbreviation(chunk: &str) -> bool {
    let lower = chunk.to_lowercase();
    if ABBREVIATIONS.contains(&lower.as_str()) {
        return true;
    }
    // Letters with a full stop each: "U.S.", "J."
    let letters: Vec<char> = chunk.chars().collect();
    let pairs = letters.chunks(2).all(|pair| pair.len() == 2 && pair[0].is_alphabetic() && pair[1] == '.');
    pairs && (letters.len() > 2 || letters[0].is_uppercase() && letters[0] != 'I' && letters[0] != 'A')
}

fn is_clitic(chunk: &str) -> bool {
    matches!(chunk.to_lowercase().as_str(), "'s" | "'re" | "'ve" | "'ll" | "'d" | "'m" | "'t")
}

/// A chunk without punctuation around it.
fn middle(text: &str, range: Range<usize>, out: &mut Vec<Word>) {
    let chunk = &text[range.clone()];
    if chunk.is_empty() {
        return;
    }
    if is_code(chunk) {
        push(text, range, out);
        return;
    }
    if let Some(at) = chunk.char_indices().find_map(|(at, character)| separator(chunk, at, character).then_some(at)) {
        let width = chunk[at..].chars().next().map_or(1, char::len_utf8);
        let middle_start = range.start + at;
        middle(text, range.start..middle_start, out);
        push(text, middle_start..middle_start + width, out);
        middle(text, middle_start + width..range.end, out);
        return;
    }
    let lower = chunk.to_lowercase();
    let joined = matches!(lower.as_str(), "cannot" | "gonna" | "gotta" | "wanna");
    let cut = if joined { Some(3) } else { clitic_start(chunk) };
    match cut {
        Some(cut) if cut > 0 => {
            push(text, range.start..range.start + cut, out);
            push(text, range.start + cut..range.end, out);
        }
        _ => push(text, range, out),
    }
}

/// Whether a hyphen or slash between words stands for itself.
fn separator(chunk: &str, at: usize, character: char) -> bool {
    let (before, after) = (&chunk[..at], &chunk[at + character.len_utf8()..]);
    let between = before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric);
    match character {
        '-' | '–' => {
            let letters = before.chars().any(char::is_alphabetic) && after.chars().any(char::is_alphabetic);
            between && letters && !PREFIXES.contains(&before.to_lowercase().as_str())
        }
        '—' => !before.is_empty() || !after.is_empty(),
        '/' => {
            between
                && chunk.matches('/').count() == 1
                && chunk.chars().all(|other| other == '/' || other == '-' || other.is_alphabetic())
        }
        _ => false,
    }
}

/// Where "n't", "'s" and the like begin.
fn clitic_start(chunk: &str) -> Option<usize> {
    let apostrophe = chunk.rfind(['\'', '’'])?;
    let tail = &chunk[apostrophe..];
    let tail: String = tail.chars().skip(1).flat_map(char::to_lowercase).collect();
    match tail.as_str() {
        "t" if chunk[..apostrophe].ends_with(['n', 'N']) => Some(apostrophe - 1),
        "s" | "re" | "ve" | "ll" | "d" | "m" => Some(apostrophe),
        _ => None,
    }
}

/// Whether a chunk is a link, a path, an option, a call or an identifier of code.
pub(crate) fn is_code(chunk: &str) -> bool {
    let link = ["http://", "https://", "ftp://", "file://", "www."].iter().any(|start| chunk.starts_with(start));
    if link
        || chunk.contains(['_', '(', '[', '=', '<', '>', '\\', '@', '#', '{', '$', '|', '&', '*', '~', '^'])
        || chunk.contains("::")
    {
        return true;
    }
    if chunk.starts_with('-') || chunk.matches('/').count() > 1 || chunk.starts_with('/') {
        return true;
    }
    let inner_dot = chunk.char_indices().any(|(at, character)| {
        character == '.' && at > 0 && chunk[at + 1..].starts_with(|next: char| next.is_alphanumeric())
    });
    inner_dot && !is_abbreviation(chunk)
}

fn push(text: &str, range: Range<usize>, out: &mut Vec<Word>) {
    if !range.is_empty() {
        out.push(Word { text: text[range.clone()].to_owned(), span: range });
    }
}
