//! The JSON object in the reply of a language model.
//!
//! Models put words and fences around an object, leave commas before closing brackets, break lines within strings and escape what
//! needs no escape. Each of these has one reading, which is taken and counted. Prose is never searched for answers.

use serde_json::{Map, Value};

/// A fault of a reply that was repaired before an answer could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Repair {
    /// An answer without its object.
    BareAnswer,
    /// A fence around the object.
    Fence,
    /// Commas before closing brackets, raw line breaks in strings, needless escapes.
    Json,
    /// A number as a text of digits.
    NumberAsText,
    /// Text around the object.
    SurroundingText,
    /// Whitespace of a quote that is not that of the code.
    Whitespace,
}

impl Repair {
    /// The word in run files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BareAnswer => "bare-answer",
            Self::Fence => "fence",
            Self::Json => "json",
            Self::NumberAsText => "number-as-text",
            Self::SurroundingText => "surrounding-text",
            Self::Whitespace => "whitespace",
        }
    }
}

/// The last object of a reply that has a key, with what was repaired. Without one, whether there was another object.
pub(super) fn find_object(text: &str, key: &str) -> Result<(Map<String, Value>, Vec<Repair>), bool> {
    let mut has_object = false;
    let mut take = |candidate: &str, around: Option<Repair>| {
        let (value, is_repaired) = read_object(candidate)?;
        has_object = true;
        let repairs = around.into_iter().chain(is_repaired.then_some(Repair::Json)).collect();
        value.contains_key(key).then_some((value, repairs))
    };
    if let Some(found) = take(text.trim(), None) {
        return Ok(found);
    }
    for block in fenced(text).into_iter().rev() {
        if let Some(found) = take(block.trim(), Some(Repair::Fence)) {
            return Ok(found);
        }
    }
    for object in balanced(text).into_iter().rev() {
        if let Some(found) = take(object, Some(Repair::SurroundingText)) {
            return Ok(found);
        }
    }
    Err(has_object)
}

/// An object, and whether it had to be repaired.
fn read_object(text: &str) -> Option<(Map<String, Value>, bool)> {
    if !text.starts_with('{') {
        return None;
    }
    if let Ok(object) = serde_json::from_str(text) {
        return Some((object, false));
    }
    serde_json::from_str(&repaired(text)).ok().map(|object| (object, true))
}

/// JSON without the faults that have one reading.
fn repaired(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut is_string = false;
    while let Some(character) = characters.next() {
        match character {
            '"' => {
                is_string = !is_string;
                made.push('"');
            }
            '\\' if is_string => match characters.next() {
                Some(escaped @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u')) => made.extend(['\\', escaped]),
                Some(other) => {
                    made.push_str("\\\\");
                    push_in_string(&mut made, other);
                }
                None => made.push_str("\\\\"),
            },
            character if is_string => push_in_string(&mut made, character),
            ']' | '}' => {
                let end = made.trim_end().len();
                if made[..end].ends_with(',') {
                    made.truncate(end - 1);
                }
                made.push(character);
            }
            character => made.push(character),
        }
    }
    made
}

fn push_in_string(made: &mut String, character: char) {
    match character {
        '\n' => made.push_str("\\n"),
        '\r' => made.push_str("\\r"),
        '\t' => made.push_str("\\t"),
        character => made.push(character),
    }
}

/// The contents of fenced blocks.
fn fenced(text: &str) -> Vec<&str> {
    let mut blocks = Vec::new();
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            match start.take() {
                Some(start) => blocks.push(&text[start..at]),
                None => start = Some(at + line.len()),
            }
        }
        at += line.len();
    }
    blocks
}

/// Texts between brackets that belong together, outside of strings; no one lies in another.
fn balanced(text: &str) -> Vec<&str> {
    let mut objects = Vec::new();
    let (mut depth, mut start, mut is_string, mut is_escaped) = (0_u32, 0, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_string => is_escaped = true,
            b'"' if depth > 0 => is_string = !is_string,
            b'{' if !is_string => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            b'}' if !is_string && depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    objects.push(&text[start..=at]);
                }
            }
            _ => {}
        }
    }
    objects
}
