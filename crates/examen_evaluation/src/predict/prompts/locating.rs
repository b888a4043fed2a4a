//! Quotes of code as places, and places as quotes.
//!
//! A quote is a line, a text and which occurrence of the text on that line is meant. The text is looked for at word edges first, so
//! that `x` is not found in `max`; a quote whose line is wrong is found if its text stands in one place only. What is open
//! stays open: a place is never guessed.

use examen_data::Place;
use serde::{Deserialize, Serialize};

use super::shown_lines::{ShownLine, ShownLines};

/// How far a wrong line may be from the right one where the text stands in several.
const NEAR: u32 = 2;

/// A place as a model names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// The number of the line where the place begins, from 1.
    pub line: u64,
    /// The code of the place.
    pub text: String,
    /// Which occurrence of the text on the line is meant, from 1.
    pub nth: u64,
}

/// The place of a quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located {
    /// The place.
    pub place: Place,
    /// Whether it is on another line than the quote says.
    pub is_relocated: bool,
    /// Whether whitespace differs.
    pub has_other_whitespace: bool,
}

/// Why a quote has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlocated {
    /// There is no text.
    Empty,
    /// The text stands in several places.
    Ambiguous,
    /// The text stands nowhere.
    NotFound,
}

impl Unlocated {
    /// The word in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Ambiguous => "ambiguous",
            Self::NotFound => "not-found",
        }
    }
}

/// Finds the place of a quote in the lines that were shown.
pub fn locate(quote: &Quote, lines: &ShownLines) -> Result<Located, Unlocated> {
    let text = cleaned(&quote.text);
    if text.is_empty() {
        return Err(Unlocated::Empty);
    }
    let wanted: Vec<&str> = text.split('\n').collect();
    let named = quote.line.checked_sub(1).and_then(|number| u32::try_from(number).ok());
    let position = named.and_then(|number| lines.position(number));
    for is_squeezed in [false, true] {
        let on_line = position.map(|position| places_at(lines, position, &wanted, is_squeezed)).unwrap_or_default();
        let nth = usize::try_from(quote.nth.saturating_sub(1)).unwrap_or(usize::MAX);
        let place = match on_line[..] {
            [] => continue,
            [only] => only,
            _ => *on_line.get(nth).ok_or(Unlocated::Ambiguous)?,
        };
        return Ok(Located { place, is_relocated: false, has_other_whitespace: is_squeezed });
    }
    relocate(&wanted, named, lines)
}

/// Finds a text that is not on the line that was named.
fn relocate(wanted: &[&str], named: Option<u32>, lines: &ShownLines) -> Result<Located, Unlocated> {
    for is_squeezed in [false, true] {
        let count = lines.iter().count();
        let all: Vec<Place> = (0..count).flat_map(|at| places_at(lines, at, wanted, is_squeezed)).collect();
        let near = |place: &&Place| named.is_some_and(|named| place.start_line.abs_diff(named) <= NEAR);
        let place = match all[..] {
            [] => continue,
            [only] => only,
            _ => match all.iter().filter(near).collect::<Vec<&Place>>()[..] {
                [only] => *only,
                _ => return Err(Unlocated::Ambiguous),
            },
        };
        return Ok(Located { place, is_relocated: true, has_other_whitespace: is_squeezed });
    }
    Err(Unlocated::NotFound)
}

/// The quote of a place, if its lines are shown and the quote leads back to it.
pub fn quote(place: Place, lines: &ShownLines) -> Option<Quote> {
    let text = cleaned(&lines.text(place)?);
    let wanted: Vec<&str> = text.split('\n').collect();
    let candidates = places_at(lines, lines.position(place.start_line)?, &wanted, false);
    let nth = candidates.iter().position(|candidate| *candidate == place)? as u64 + 1;
    Some(Quote { line: u64::from(place.start_line) + 1, text, nth })
}

/// A quote without numbers of lines, empty lines around it and whitespace at both ends.
fn cleaned(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let is_numbered = |line: &str| line.trim().is_empty() || without_number(line).is_some();
    let lines: Vec<&str> = text.split('\n').collect();
    let has_numbers = !text.trim().is_empty() && lines.iter().all(|line| is_numbered(line));
    let plain =
        |line: &&str| if has_numbers { without_number(line).unwrap_or("").to_owned() } else { (*line).to_owned() };
    lines.iter().map(plain).collect::<Vec<String>>().join("\n").trim().to_owned()
}

/// A line behind its number and bar.
fn without_number(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix('|').filter(|_| digits > 0)?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// The places where a text begins on the line at a position: at word edges or, where there is none, anywhere.
fn places_at(lines: &ShownLines, position: usize, wanted: &[&str], is_squeezed: bool) -> Vec<Place> {
    let Some(line) = lines.run(position).next() else { return Vec::new() };
    match wanted {
        [only] => places_on_line(line, only, is_squeezed),
        several => place_over_lines(lines.run(position), several, is_squeezed).into_iter().collect(),
    }
}

fn places_on_line(line: &ShownLine, wanted: &str, is_squeezed: bool) -> Vec<Place> {
    let (text, wanted) = (Characters::new(&line.text, is_squeezed), Characters::new(wanted, is_squeezed));
    let length = wanted.0.len();
    if length == 0 || length > text.0.len() {
        return Vec::new();
    }
    let starts: Vec<usize> = (0..=text.0.len() - length).filter(|&at| text.has(at, &wanted)).collect();
    let at_edges = |&at: &usize| text.is_edge(at) && text.is_edge(at + length);
    let edged: Vec<usize> = starts.iter().copied().filter(at_edges).collect();
    let chosen = if edged.is_empty() { starts } else { edged };
    let place = |at: usize| Place {
        start_line: line.number,
        start_column: text.0[at].start,
        end_line: line.number,
        end_column: text.0[at + length - 1].end,
    };
    chosen.into_iter().map(place).collect()
}

/// The place of a text of several lines: the first ends its line, the last follows the indentation of its line, and those between
/// are whole.
fn place_over_lines<'l>(
    lines: impl Iterator<Item = &'l ShownLine>,
    wanted: &[&str],
    is_squeezed: bool,
) -> Option<Place> {
    let lines: Vec<&ShownLine> = lines.take(wanted.len()).collect();
    let [(first, first_wanted), between @ .., (last, last_wanted)] =
        &lines.iter().zip(wanted).collect::<Vec<(&&ShownLine, &&str)>>()[..]
    else {
        return None;
    };
    if lines.len() < wanted.len() {
        return None;
    }
    let same = |(line, wanted): &(&&ShownLine, &&str)| {
        Characters::new(line.text.trim(), is_squeezed).is(&Characters::new(wanted.trim(), is_squeezed))
    };
    let (start, start_wanted) =
        (Characters::new(first.text.trim_end(), is_squeezed), Characters::new(first_wanted.trim_end(), is_squeezed));
    let start_at = start.0.len().checked_sub(start_wanted.0.len())?;
    let end = Characters::new(last.text.trim_end(), is_squeezed);
    let end_wanted = Characters::new(last_wanted.trim(), is_squeezed);
    let indentation = end.0.iter().take_while(|character| character.value.is_whitespace()).count();
    if !between.iter().all(same) || start_wanted.0.is_empty() || end_wanted.0.is_empty() {
        return None;
    }
    let is_there = start.has(start_at, &start_wanted) && end.has(indentation, &end_wanted);
    is_there.then(|| Place {
        start_line: first.number,
        start_column: start.0[start_at].start,
        end_line: last.number,
        end_column: end.0[indentation + end_wanted.0.len() - 1].end,
    })
}

/// The characters of a line with their columns; runs of spaces and tabs may be taken for one space.
struct Characters(Vec<Character>);

struct Character {
    value: char,
    start: u32,
    end: u32,
}

impl Characters {
    fn new(text: &str, is_squeezed: bool) -> Self {
        let mut characters: Vec<Character> = Vec::new();
        for (value, start) in text.chars().zip(0..) {
            let is_blank = is_squeezed && matches!(value, ' ' | '\t');
            match characters.last_mut() {
                Some(last) if is_blank && last.value == ' ' => last.end = start + 1,
                _ => characters.push(Character { value: if is_blank { ' ' } else { value }, start, end: start + 1 }),
            }
        }
        Self(characters)
    }

    fn has(&self, at: usize, wanted: &Self) -> bool {
        self.0.len() >= at + wanted.0.len()
            && self.0[at..].iter().zip(&wanted.0).all(|(character, wanted)| character.value == wanted.value)
    }

    fn is(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.has(0, other)
    }

    /// Whether no word goes on across a position.
    fn is_edge(&self, at: usize) -> bool {
        let is_word = |at: usize| self.0.get(at).is_some_and(|it| it.value.is_alphanumeric() || it.value == '_');
        at == 0 || !is_word(at - 1) || !is_word(at)
    }
}
