//! Headings of sections in docstrings, and which of them are about parameters, returned values and exceptions.

/// What a section or a field is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    Parameters,
    Returns,
    Raises,
    /// Something that is not kept.
    Other,
}

/// Names of sections, in lower case.
const SECTIONS: &[(&str, Topic)] = &[
    ("args", Topic::Parameters),
    ("arguments", Topic::Parameters),
    ("attributes", Topic::Other),
    ("example", Topic::Other),
    ("examples", Topic::Other),
    ("except", Topic::Raises),
    ("exceptions", Topic::Raises),
    ("input", Topic::Parameters),
    ("inputs", Topic::Parameters),
    ("keyword args", Topic::Parameters),
    ("keyword arguments", Topic::Parameters),
    ("kwargs", Topic::Parameters),
    ("methods", Topic::Other),
    ("note", Topic::Other),
    ("notes", Topic::Other),
    ("optional", Topic::Parameters),
    ("optional arguments", Topic::Parameters),
    ("other parameters", Topic::Parameters),
    ("output", Topic::Returns),
    ("outputs", Topic::Returns),
    ("parameter", Topic::Parameters),
    ("parameters", Topic::Parameters),
    ("params", Topic::Parameters),
    ("raise", Topic::Raises),
    ("raises", Topic::Raises),
    ("receives", Topic::Parameters),
    ("reference", Topic::Other),
    ("references", Topic::Other),
    ("return", Topic::Returns),
    ("return value", Topic::Returns),
    ("returned value", Topic::Returns),
    ("returns", Topic::Returns),
    ("see also", Topic::Other),
    ("throws", Topic::Raises),
    ("todo", Topic::Other),
    ("usage", Topic::Other),
    ("warning", Topic::Other),
    ("warnings", Topic::Other),
    ("warns", Topic::Other),
    ("yield", Topic::Returns),
    ("yields", Topic::Returns),
];

/// The topic of a section of this name, if there is such a one.
pub(super) fn topic(name: &str) -> Option<Topic> {
    let name = name.trim();
    // Longer lines are no headings, and need not be turned to lower case.
    let longest = 24;
    if name.len() > longest {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let found = SECTIONS.binary_search_by(|(other, _)| (*other).cmp(name.as_str())).ok()?;
    Some(SECTIONS[found].1)
}

/// Whether a line underlines a heading.
pub(super) fn is_underline(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && (line.bytes().all(|byte| byte == b'-') || line.bytes().all(|byte| byte == b'='))
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_of_sections_are_sorted() {
        assert!(super::SECTIONS.is_sorted_by_key(|(name, _)| *name));
    }
}
