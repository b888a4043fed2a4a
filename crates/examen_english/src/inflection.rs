//! Forms of English verbs and nouns: from the dictionary form and back, and what questions need (do, auxiliaries, negation).

use crate::stems::{doubled, doubles_last, ends_in_vowel, ends_with_any, has_vowel, last, restored};

/// Base, past and past participle of the verbs that the rules miss.
const IRREGULAR: &str = include_str!("../data/irregular-verbs.txt");

/// Plurals and singulars of the nouns that the rules miss.
const NOUNS: &str = include_str!("../data/irregular-nouns.txt");

/// The third person singular of the present ("attach", "attaches").
pub fn third_person(base: &str) -> String {
    match base {
        "be" => return String::from("is"),
        "have" => return String::from("has"),
        "can" | "may" | "must" | "will" | "shall" | "might" | "could" | "should" | "would" => return base.to_owned(),
        _ => {}
    }
    if ends_with_any(base, &["s", "x", "z", "ch", "sh"]) {
        return if doubles_last(base) && base.ends_with('z') { format!("{base}zes") } else { format!("{base}es") };
    }
    if base.ends_with('o') && !base.ends_with("oo") && base.len() < 6
        || matches!(base, "undergo" | "forego" | "redo" | "undo")
    {
        return format!("{base}es");
    }
    match base.strip_suffix('y') {
        Some(stem) if !ends_in_vowel(stem) && !stem.is_empty() => format!("{stem}ies"),
        _ => format!("{base}s"),
    }
}

/// The past ("attach", "attached"; "write", "wrote").
pub fn past(base: &str) -> String {
    irregular(base).map_or_else(|| regular_past(base), |forms| forms.1.to_owned())
}

/// The past participle ("write", "written").
pub fn past_participle(base: &str) -> String {
    irregular(base).map_or_else(|| regular_past(base), |forms| forms.2.to_owned())
}

/// The present participle ("write", "writing").
pub fn present_participle(base: &str) -> String {
    if base == "be" || base.ends_with("ee") || base.ends_with("oe") || base.ends_with("ye") {
        return format!("{base}ing");
    }
    if let Some(stem) = base.strip_suffix("ie") {
        return format!("{stem}ying");
    }
    if let Some(stem) = base.strip_suffix('e').filter(|stem| !stem.is_empty()) {
        return if base == "singe" { String::from("singeing") } else { format!("{stem}ing") };
    }
    format!("{}ing", doubled(base))
}

/// The form of `do` for a verb with this Penn tag ("VBZ", "does").
pub fn form_of_do(xpos: &str) -> &'static str {
    match xpos {
        "VBZ" => "does",
        "VBD" | "VBN" => "did",
        _ => "do",
    }
}

/// Whether a word can stand before the subject of a question as it is (forms of be, have and do, and modals).
pub fn is_auxiliary(lower: &str) -> bool {
    matches!(
        lower,
        "is" | "are" | "was" | "were" | "am" | "be" | "been" | "being" | "have" | "has" | "had" | "do" | "does" | "did"
    ) || is_modal(lower)
}

/// Whether a word is a modal verb.
pub fn is_modal(lower: &str) -> bool {
    matches!(
        lower,
        "will" | "would" | "should" | "shall" | "can" | "could" | "may" | "might" | "must" | "ca" | "wo" | "'ll" | "'d"
    )
}

/// Whether a word turns a statement round ("not", "never").
pub fn is_negation(lower: &str) -> bool {
    matches!(lower, "not" | "n't" | "n’t" | "nt" | "never")
}

/// The dictionary form of a verb with this Penn tag.
pub fn base(lower: &str, xpos: &str) -> String {
    let fixed = match lower {
        "is" | "are" | "was" | "were" | "am" | "been" | "being" | "'s" | "'m" | "'re" | "’s" | "’re" | "’m" | "s" => {
            "be"
        }
        "'d" | "’d" if xpos == "MD" => "would",
        "has" | "had" | "having" | "'ve" | "’ve" | "ve" | "'d" | "’d" => "have",
        "does" | "did" | "done" | "doing" => "do",
        "ca" => "can",
        "wo" | "'ll" | "’ll" | "ll" => "will",
        _ => "",
    };
    if !fixed.is_empty() {
        return fixed.to_owned();
    }
    match xpos {
        "VBZ" => base_of_s(lower),
        "VBG" => lower.strip_suffix("ing").filter(|stem| has_vowel(stem)).map_or_else(|| lower.to_owned(), restored),
        "VBD" | "VBN" => {
            for (base, past, participle) in irregular_verbs() {
                if past == lower || participle == lower {
                    return base.to_owned();
                }
            }
            match lower.strip_suffix("ied") {
                Some(stem) if stem.len() > 1 => format!("{stem}y"),
                Some(stem) => format!("{stem}ie"),
                None => {
                    lower.strip_suffix("ed").filter(|stem| has_vowel(stem)).map_or_else(|| lower.to_owned(), restored)
                }
            }
        }
        _ => lower.to_owned(),
    }
}

/// The dictionary form of a verb in the third person singular.
fn base_of_s(lower: &str) -> String {
    if let Some(stem) = lower.strip_suffix("ies") {
        return if stem.len() > 1 { format!("{stem}y") } else { format!("{stem}ie") };
    }
    if let Some(stem) = lower.strip_suffix("es") {
        let whole = ends_with_any(stem, &["ss", "x", "zz", "sh", "tch", "rch", "nch", "ach", "ech", "och", "ich"])
            && !matches!(stem, "cach" | "ach" | "nich" | "psych" | "ax");
        if whole || ends_with_any(stem, &["go", "do", "echo", "veto", "focus", "alias", "bias", "canvas"]) {
            return stem.to_owned();
        }
    }
    lower.strip_suffix('s').filter(|stem| stem.len() > 1 && !stem.ends_with('s')).unwrap_or(lower).to_owned()
}

/// The singular of a noun.
pub fn singular(plural: &str) -> String {
    let lower = plural.to_lowercase();
    if let Some((_, singular)) = NOUNS.lines().filter_map(|line| line.split_once(' ')).find(|pair| pair.0 == lower) {
        return singular.to_owned();
    }
    if let Some(stem) = plural.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    if let Some(stem) = plural.strip_suffix("es")
        && ends_with_any(stem, &["ss", "x", "zz", "sh", "ch"])
    {
        return stem.to_owned();
    }
    if ends_with_any(plural, &["ss", "us", "is"]) || plural.len() < 3 {
        return plural.to_owned();
    }
    plural.strip_suffix('s').unwrap_or(plural).to_owned()
}

/// The plain form of a compared adjective or adverb ("bigger", "big").
pub(crate) fn positive(lower: &str, ending: &str) -> String {
    let fixed = match lower {
        "better" | "best" => "good",
        "worse" | "worst" => "bad",
        "further" | "furthest" | "farther" | "farthest" => "far",
        "more" | "most" | "less" | "least" => lower,
        _ => "",
    };
    if !fixed.is_empty() {
        return fixed.to_owned();
    }
    let Some(stem) = lower.strip_suffix(ending).filter(|stem| stem.len() > 2) else { return lower.to_owned() };
    if let Some(stem) = stem.strip_suffix('i') {
        return format!("{stem}y");
    }
    let last_two = last(stem, 2);
    if last_two.len() == 2
        && last_two.as_bytes()[0] == last_two.as_bytes()[1]
        && !matches!(last_two, "ll" | "ss" | "ee")
    {
        return stem[..stem.len() - 1].to_owned();
    }
    if ends_with_any(
        stem,
        &["rg", "fr", "at", "os", "af", "id", "is", "iv", "ic", "uc", "br", "pl", "bl", "tl", "as", "ar", "ur"],
    ) && !ends_with_any(stem, &["eat", "ear"])
    {
        return format!("{stem}e");
    }
    stem.to_owned()
}

fn regular_past(base: &str) -> String {
    if base.ends_with('e') {
        return format!("{base}d");
    }
    match base.strip_suffix('y') {
        Some(stem) if !ends_in_vowel(stem) && !stem.is_empty() => format!("{stem}ied"),
        _ => format!("{}ed", doubled(base)),
    }
}

fn irregular(base: &str) -> Option<(&'static str, &'static str, &'static str)> {
    irregular_verbs().find(|forms| forms.0 == base)
}

fn irregular_verbs() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    IRREGULAR.lines().filter_map(|line| {
        let mut forms = line.split(' ');
        Some((forms.next()?, forms.next()?, forms.next()?))
    })
}
