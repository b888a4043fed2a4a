//! Stems of verbs: what `-ing` and `-ed` take away, and which consonants they double.

/// Verbs of more than one syllable whose last consonant is doubled.
const DOUBLING: &str = include_str!("../data/verbs-doubling.txt");

/// Stems whose ending usually asks for an `e`, but not here.
const WITHOUT_E: &str = include_str!("../data/stems-without-e.txt");

/// Puts back what `-ing` or `-ed` took from a stem: an `e`, or a doubled consonant.
pub(crate) fn restored(stem: &str) -> String {
    let [.., before, end] = stem.as_bytes() else { return stem.to_owned() };
    if !stem.is_ascii() || lists(WITHOUT_E, stem) {
        return stem.to_owned();
    }
    if before == end && !is_vowel(*end) {
        let single = &stem[..stem.len() - 1];
        let kept = match end {
            b's' | b'f' | b'z' => true,
            b'l' => !lists(DOUBLING, single),
            _ => matches!(stem, "add" | "err" | "purr" | "butt" | "putt" | "ebb" | "egg"),
        };
        return if kept { stem.to_owned() } else { single.to_owned() };
    }
    if needs_e(stem, *before, *end) { format!("{stem}e") } else { stem.to_owned() }
}

/// Whether a stem with these last letters was written with an `e`.
fn needs_e(stem: &str, before: u8, end: u8) -> bool {
    let bytes = stem.as_bytes();
    let earlier = bytes.len().checked_sub(3).map(|at| bytes[at]);
    let after_qu = bytes.len() > 3 && earlier == Some(b'u') && bytes[bytes.len() - 4] == b'q';
    // "load", "maintain": two vowels before the consonant.
    let pair = is_vowel(before) && earlier.is_some_and(is_vowel) && !after_qu;
    let single = is_vowel(before) && !pair;
    match end {
        b'v' | b'c' | b'u' => true,
        b'e' => !matches!(before, b'e' | b'y'),
        b'z' => before != b't',
        b's' => before != b's',
        b'g' if before == b'n' => {
            ends_with_any(stem, &["ang", "eng", "ung"]) && !matches!(stem, "hang" | "bang" | "overhang")
        }
        b'g' => matches!(before, b'd' | b'r' | b'a' | b'u' | b'e' | b'l') && !ends_with_any(stem, &["bug", "plug"]),
        b'l' => !is_vowel(before) && !matches!(before, b'r' | b'w') || single && matches!(before, b'i' | b'u'),
        b'n' => single && matches!(before, b'i' | b'o' | b'u') && !ends_with_any(stem, &["ion", "ton", "son", "don"]),
        b't' if before == b'i' => ends_with_any(stem, &["writ", "cit", "invit", "unit", "ignit"]),
        b't' if before == b's' => ends_with_any(stem, &["past", "wast", "tast", "hast"]),
        b't' => single || ends_with_any(stem, &["iat", "uat", "creat"]),
        b'r' if before == b'e' => matches!(stem, "adher" | "interfer" | "coher" | "rever"),
        b'd' if before == b'e' => ends_with_any(stem, &["preced", "reced", "imped", "conced"]),
        b'r' | b'd' => single,
        b'k' | b'm' | b'p' | b'b' => single || before == b'y',
        b'h' => ends_with_any(stem, &["breath", "bath", "cloth", "cach"]),
        _ => false,
    }
}

/// A verb as it stands before `-ing` and `-ed`.
pub(crate) fn doubled(base: &str) -> String {
    match base.chars().last() {
        Some(end) if doubles_last(base) => format!("{base}{end}"),
        Some('c') if ends_with_any(base, &["ic", "ac"]) => format!("{base}k"),
        _ => base.to_owned(),
    }
}

/// Whether a verb doubles its last consonant: one vowel before it, in a word of one syllable or of the list.
pub(crate) fn doubles_last(base: &str) -> bool {
    if lists(DOUBLING, base) {
        return true;
    }
    let [start @ .., third, vowel, end] = base.as_bytes() else { return false };
    let consonant = end.is_ascii_lowercase() && !is_vowel(*end) && !matches!(end, b'w' | b'x' | b'y');
    // The `u` of "quit" is no vowel of its own.
    let (start, after) = match (start, third) {
        ([start @ .., b'q'], b'u') => (start, true),
        _ => (start, !is_vowel(*third) && *third != b'y'),
    };
    consonant && is_vowel(*vowel) && after && !start.iter().copied().any(is_vowel_or_y)
}

pub(crate) fn ends_with_any(text: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| text.ends_with(ending))
}

pub(crate) fn last(text: &str, count: usize) -> &str {
    text.get(text.len().saturating_sub(count)..).unwrap_or(text)
}

pub(crate) fn ends_in_vowel(text: &str) -> bool {
    text.bytes().last().is_some_and(is_vowel)
}

pub(crate) fn has_vowel(text: &str) -> bool {
    text.bytes().any(is_vowel_or_y)
}

fn lists(list: &str, word: &str) -> bool {
    list.lines().any(|line| line == word)
}

fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u')
}

fn is_vowel_or_y(byte: u8) -> bool {
    is_vowel(byte) || byte == b'y'
}
