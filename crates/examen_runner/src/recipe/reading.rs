//! Recipes from their text: what is not known is refused with its line and the name that was probably meant.

use std::path::Path;

use examen_data::did_you_mean;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Recipe;
use crate::error::{Result, RunError};

/// What `examen run` does without a recipe.
const TOUR: &str = include_str!("../../../../recipes/tour.toml");

/// The file that it is.
pub const TOUR_PATH: &str = "recipes/tour.toml";

/// A recipe with the text that it was read from: what is wrong with it is told with its line.
#[derive(Clone, Debug)]
pub struct RecipeText {
    /// The file.
    pub path: std::path::PathBuf,
    text: String,
}

impl RecipeText {
    /// An error at a place of the recipe: the keys and numbers that lead there.
    pub(crate) fn error(&self, place: &[Step<'_>], message: impl Into<String>) -> RunError {
        let span = DeTable::parse(&self.text).ok().and_then(|table| span_of(table.get_ref(), place));
        let line = span.map(|at| line_at(&self.text, at));
        RunError::Recipe { path: self.path.clone(), line, message: message.into() }
    }
}

/// A step into a recipe.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'s> {
    /// To the value of a key.
    Key(&'s str),
    /// To an element of a list.
    At(usize),
}

impl Recipe {
    /// Reads a recipe from its file and checks it.
    pub fn read(path: &Path) -> Result<Self> {
        if path.is_dir() {
            return Err(RunError::request(format!(
                "{0}: is a folder; a recipe is a file (recipes/*.toml), and code to read is named by `--from {0}`",
                path.display()
            )));
        }
        let text = std::fs::read_to_string(path).map_err(RunError::file(path))?;
        Self::parse(path, text)
    }

    /// The recipe that is part of the program: the tour.
    pub fn tour() -> Result<Self> {
        Self::parse(Path::new(TOUR_PATH), TOUR.to_owned())
    }

    /// Reads a recipe from its text and checks it.
    pub fn parse(path: &Path, text: String) -> Result<Self> {
        let at = RecipeText { path: path.to_owned(), text };
        let failed = |error: &toml::de::Error| RunError::Recipe {
            path: path.to_owned(),
            line: error.span().map(|span| line_at(&at.text, span.start)),
            message: error.message().trim().replace('\n', ", "),
        };
        let table = DeTable::parse(&at.text).map_err(|error| failed(&error))?;
        let schema = Self::schema();
        if let Some((start, message)) = unknown_key(table.get_ref(), &schema, &schema) {
            return Err(RunError::Recipe { path: path.to_owned(), line: Some(line_at(&at.text, start)), message });
        }
        let recipe: Self = toml::from_str(&at.text).map_err(|error| failed(&error))?;
        recipe.check(&at)?;
        Ok(recipe)
    }

    /// The recipe as a file, defaults included.
    pub fn to_toml(&self) -> Result<String> {
        toml::to_string(self).map_err(|error| RunError::request(format!("the recipe cannot be written: {error}")))
    }
}

/// The first key that the schema does not know: where it is, and what to say about it.
fn unknown_key(table: &DeTable<'_>, schema: &Value, root: &Value) -> Option<(usize, String)> {
    let schema = resolved(schema, root);
    let properties = schema.get("properties").and_then(Value::as_object);
    let is_open = schema.get("additionalProperties").is_some_and(|more| *more != Value::Bool(false));
    let mut pairs: Vec<_> = table.iter().collect();
    pairs.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in pairs {
        let name: &str = key.get_ref();
        match properties.and_then(|properties| properties.get(name)) {
            Some(inner) => {
                if let Some(found) = unknown_in(value, inner, root) {
                    return Some(found);
                }
            }
            None if is_open || properties.is_none() => {}
            None => {
                let names: Vec<&str> = properties.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
                let meant = did_you_mean(name, names.iter().copied());
                let message = format!("there is no key `{name}` here{meant}; there are {}", names.join(", "));
                return Some((key.span().start, message));
            }
        }
    }
    None
}

fn unknown_in(value: &Spanned<DeValue<'_>>, schema: &Value, root: &Value) -> Option<(usize, String)> {
    let schema = resolved(schema, root);
    match value.get_ref() {
        DeValue::Table(table) => unknown_key(table, schema, root),
        DeValue::Array(values) => {
            let items = schema.get("items")?;
            values.iter().find_map(|value| unknown_in(value, items, root))
        }
        _ => None,
    }
}

/// The schema that another one refers to, if it does.
fn resolved<'s>(schema: &'s Value, root: &'s Value) -> &'s Value {
    let named = |schema: &'s Value| {
        let name = schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")?;
        root.get("$defs")?.get(name)
    };
    if let Some(found) = named(schema) {
        return found;
    }
    // An optional part is one of it and null.
    let either = schema.get("anyOf").and_then(Value::as_array);
    either.into_iter().flatten().find_map(named).unwrap_or(schema)
}

/// Where the value of a place begins, or the key where there is one.
fn span_of(table: &DeTable<'_>, place: &[Step<'_>]) -> Option<usize> {
    let (Step::Key(name), rest) = place.split_first().map(|(step, rest)| (*step, rest))? else { return None };
    let (key, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
    if rest.is_empty() {
        return Some(key.span().start);
    }
    span_in(value, rest).or(Some(key.span().start))
}

fn span_in(value: &Spanned<DeValue<'_>>, place: &[Step<'_>]) -> Option<usize> {
    match (value.get_ref(), place) {
        (_, []) => Some(value.span().start),
        (DeValue::Table(table), _) => span_of(table, place).or(Some(value.span().start)),
        (DeValue::Array(values), [Step::At(number), rest @ ..]) => {
            let value = values.get(*number)?;
            span_in(value, rest)
        }
        _ => None,
    }
}

/// The line of a byte, from 1.
fn line_at(text: &str, byte: usize) -> usize {
    1 + text.get(..byte.min(text.len())).unwrap_or_default().matches('\n').count()
}
