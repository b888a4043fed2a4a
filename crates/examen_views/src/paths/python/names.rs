//! Names and their parts.

/// The parts of a name in lower case, with bars between them. Digits do not part a name, and a name that looks like one of
/// the extractor's own words is taken for it.
pub(super) fn split_name(name: &str) -> String {
    if matches!(name, "METHODNAME" | "NUM") {
        return name.to_owned();
    }
    let mut joined = String::with_capacity(name.len() + 4);
    for block in name.split('_') {
        let mut before = [None, None];
        for (at, char) in block.char_indices() {
            let next = block[at + char.len_utf8()..].chars().next();
            let is_boundary = char.is_ascii_uppercase()
                && match before[1] {
                    Some(last) if is_small(last) => true,
                    Some(last) => last.is_ascii_uppercase() && next.is_some_and(is_small),
                    None => false,
                };
            if (is_boundary || at == 0) && !joined.is_empty() {
                joined.push('|');
            }
            joined.extend(char.to_lowercase());
            before = [before[1], Some(char)];
        }
    }
    joined
}

fn is_small(char: char) -> bool {
    char.is_ascii_lowercase()
}
