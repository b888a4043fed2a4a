//! What a data card shows of the rows themselves: one of them, and the projects that they come from.

use std::collections::BTreeMap;
use std::path::Path;

use arrow_schema::{DataType, Field};
use examen_corpus::Split;
use serde_json::{Map, Value};

use crate::error::Result;
use crate::examples::split_file;
use crate::table_reader::TableReader;
use crate::table_rows::TableRows;
use crate::table_schema::text_column;

/// The most characters of a text, and elements of a list, that an example row shows.
const SHOWN_CHARACTERS: usize = 300;
const SHOWN_ELEMENTS: usize = 3;

/// What the files of a task hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardFacts {
    /// The first row of the first split that has one.
    pub example: Option<Map<String, Value>>,
    /// Numbers of examples by project.
    pub projects: BTreeMap<String, u64>,
}

impl CardFacts {
    /// Reads them from the files of a task folder.
    pub fn read(folder: &Path) -> Result<Self> {
        let mut facts = Self::default();
        for split in Split::ALL {
            let path = folder.join(split_file(split));
            if facts.example.is_none() {
                facts.example = TableRows::typed(TableReader::open_any(&path)?).next().transpose()?;
            }
            for batch in TableReader::open_any(&path)?.with_columns(&["project"])? {
                for project in text_column(&path, &batch?, "project")?.iter().flatten() {
                    *facts.projects.entry(project.to_owned()).or_default() += 1;
                }
            }
        }
        Ok(facts)
    }
}

/// A value with long texts and lists cut.
pub(crate) fn shortened(value: &Value) -> Value {
    match value {
        Value::String(text) => match text.char_indices().nth(SHOWN_CHARACTERS) {
            Some((end, _)) => Value::String(format!("{}…", &text[..end])),
            None => value.clone(),
        },
        Value::Array(items) => {
            let mut shown: Vec<Value> = items.iter().take(SHOWN_ELEMENTS).map(shortened).collect();
            if items.len() > SHOWN_ELEMENTS {
                shown.push(Value::String(format!("… {} more", items.len() - SHOWN_ELEMENTS)));
            }
            Value::Array(shown)
        }
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), shortened(value))).collect(),
        other => other.clone(),
    }
}

/// The type of a column, for people.
pub(crate) fn type_name(data_type: &DataType) -> String {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "text".to_owned(),
        DataType::Boolean => "true or false".to_owned(),
        integer if integer.is_integer() => "whole number".to_owned(),
        number if number.is_floating() => "number".to_owned(),
        DataType::List(item) | DataType::LargeList(item) => format!("list of {}", type_name(item.data_type())),
        DataType::Struct(fields) => {
            let field = |field: &std::sync::Arc<Field>| format!("{}: {}", field.name(), type_name(field.data_type()));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<String>>().join(", "))
        }
        other => other.to_string(),
    }
}
