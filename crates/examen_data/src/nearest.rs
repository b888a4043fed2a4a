//! The name that a word is probably meant for.

/// How much alike a word and a name must be for the name to be suggested.
const SIMILAR: f64 = 0.8;

/// Returns the name that looks most like a word, if any does. A word that a name begins with, or that differs in letter case, is
/// alike; of names that are equally like it, the first is taken.
pub fn nearest_name<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let word = word.to_lowercase();
    let mut nearest: Option<(f64, &str)> = None;
    for name in names {
        let likeness = strsim::jaro_winkler(&word, &name.to_lowercase());
        if likeness >= SIMILAR && nearest.is_none_or(|(most, _)| likeness > most) {
            nearest = Some((likeness, name));
        }
    }
    nearest.map(|(_, name)| name)
}

/// Returns what a sentence about an unknown word says in brackets, a suggestion; nothing where no name looks like it.
pub fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    nearest_name(word, names).map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}
