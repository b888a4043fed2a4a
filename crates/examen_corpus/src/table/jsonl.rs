//! `.jsonl`, `.ndjson`: one object a line, plain or in gzip.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;

use flate2::read::MultiGzDecoder;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::columns::{Columns, Role};
use super::{Context, Row};
use crate::archive::{Budget, Metered};
use crate::{SkipReason, TableKind};

/// Names shown in a row about a table without content; hostile tables may have thousands.
const SHOWN_COLUMNS: usize = 20;

/// How many times the longest line is passed over in search of a line's end; then the table ends.
const PASSED_OVER: u64 = 16;

pub(super) fn read(kind: TableKind, input: impl Read, context: &mut Context<'_, '_>) -> ControlFlow<()> {
    if kind == TableKind::JsonlGz {
        let budget = Budget::new(&context.options.limits);
        let stream = Metered::new(MultiGzDecoder::new(input), &budget);
        return read_lines(stream, Some(&budget), context);
    }
    read_lines(input, None, context)
}

fn read_lines(input: impl Read, budget: Option<&Budget>, context: &mut Context<'_, '_>) -> ControlFlow<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    let mut has_content = false;
    for number in 1.. {
        let length = match read_line(&mut input, &mut line, context.options.limits.max_line_bytes) {
            Ok(Line::End) => break,
            Ok(length) => length,
            Err(_) if budget.is_some_and(Budget::is_spent) => {
                let detail = format!("row {number}: more than {} bytes", context.options.limits.max_unpacked_bytes);
                return context.skip_table(SkipReason::TooManyBytes, detail);
            }
            Err(error) => return context.skip_table(SkipReason::CorruptTable, format!("row {number}: {error}")),
        };
        if matches!(length, Line::Endless) {
            let limit = context.options.limits.max_line_bytes.saturating_mul(PASSED_OVER);
            let detail = format!("row {number}: more than {limit} bytes without a line end; the rest is not read");
            return context.skip_table(SkipReason::LineTooLong, detail);
        }
        if matches!(length, Line::TooLong) {
            let detail = format!("more than {} bytes", context.options.limits.max_line_bytes);
            context.skip_row(number, &Row::default(), SkipReason::LineTooLong, &detail)?;
            continue;
        }
        let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line).trim_ascii();
        if text.is_empty() {
            continue;
        }
        match parse(text, context.columns) {
            Ok(object) if !has_content && !object.has_content => {
                // The first object stands for all: test data of other kinds would otherwise give a row a line.
                let detail = format!("no column {}; found {}", context.columns.wanted(), object.columns.join(", "));
                return context.skip_table(SkipReason::TableWithoutContent, detail);
            }
            Ok(object) => {
                has_content = true;
                context.take_row(number, object.row)?;
            }
            Err(error) => context.skip_row(number, &Row::default(), SkipReason::BadRow, &error.to_string())?,
        }
        // One giant line must not keep its memory for the rest of the table.
        line.shrink_to(1 << 20);
    }
    ControlFlow::Continue(())
}

enum Line {
    Whole,
    TooLong,
    /// Too long to look for its end.
    Endless,
    End,
}

/// Reads one line without its end. A line past `limit` is passed over without being held, as far as that is worth while.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, limit: u64) -> io::Result<Line> {
    line.clear();
    let mut is_too_long = false;
    let mut is_empty = true;
    let mut passed = 0;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(if is_empty { Line::End } else { Line::of(is_too_long) });
        }
        is_empty = false;
        let end = memchr::memchr(b'\n', chunk);
        let part = &chunk[..end.unwrap_or(chunk.len())];
        is_too_long |= (line.len() + part.len()) as u64 > limit;
        if !is_too_long {
            line.extend_from_slice(part);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        passed += used as u64;
        if passed > limit.saturating_mul(PASSED_OVER) {
            return Ok(Line::Endless);
        }
        if end.is_some() {
            return Ok(Line::of(is_too_long));
        }
    }
}

impl Line {
    fn of(is_too_long: bool) -> Self {
        if is_too_long { Self::TooLong } else { Self::Whole }
    }
}

/// A line's object, as far as it matters.
#[derive(Default)]
struct Object {
    row: Row,
    /// Whether a content column exists, be it null or of a wrong type.
    has_content: bool,
    /// The first few column names.
    columns: Vec<String>,
}

/// Parses a line without building what is not needed: a line may be 64 MiB of nested arrays.
fn parse(text: &[u8], columns: Columns<'_>) -> serde_json::Result<Object> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let object = ObjectSeed(columns).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(object)
}

struct ObjectSeed<'a>(Columns<'a>);

impl<'de> DeserializeSeed<'de> for ObjectSeed<'_> {
    type Value = Object;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Object, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ObjectSeed<'_> {
    type Value = Object;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
        let mut object = Object::default();
        let mut ranks = [usize::MAX; Role::ALL.len()];
        while let Some(column) = map.next_key::<String>()? {
            let Some((role, rank)) = self.0.role(&column) else {
                map.next_value::<IgnoredAny>()?;
                object.note(column);
                continue;
            };
            let text = map.next_value_seed(TextSeed)?;
            object.note(column);
            object.has_content |= role == Role::Content;
            if rank < ranks[role as usize] {
                ranks[role as usize] = rank;
                object.row.set(role, text);
            }
        }
        Ok(object)
    }
}

impl Object {
    fn note(&mut self, column: String) {
        if self.columns.len() < SHOWN_COLUMNS {
            self.columns.push(column);
        }
    }
}

impl Row {
    fn set(&mut self, role: Role, text: Option<String>) {
        match role {
            Role::Content => self.content = text.map(String::into_bytes),
            Role::Project => self.project = text,
            Role::Path => self.path = text,
            Role::Language => self.language = text,
        }
    }
}

/// A string; everything else is read past and gives nothing.
struct TextSeed;

impl<'de> DeserializeSeed<'de> for TextSeed {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<String>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for TextSeed {
    type Value = Option<String>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Some(text.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}
