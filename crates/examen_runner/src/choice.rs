//! A word of a recipe that is one of a list: the words of the flag of the same name.

use std::borrow::Cow;

use clap::ValueEnum;
use examen_corpus::ProjectRule;
use examen_data::did_you_mean;
use examen_syntax::Language;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the words that a flag takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice<T>(pub T);

impl<T: ValueEnum> Choice<T> {
    /// The word.
    pub fn name(&self) -> String {
        self.0.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// All words.
    fn names() -> Vec<String> {
        let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        values.map(|value| value.get_name().to_owned()).collect()
    }
}

impl<T: ValueEnum> Serialize for Choice<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl<'de, T: ValueEnum> Deserialize<'de> for Choice<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        T::from_str(&word, false).map(Self).map_err(|_| {
            let names = Self::names();
            let meant = did_you_mean(&word, names.iter().map(String::as_str));
            serde::de::Error::custom(format!("there is no `{word}` here{meant}; there are {}", names.join(", ")))
        })
    }
}

impl<T: ValueEnum> JsonSchema for Choice<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        std::any::type_name::<T>().rsplit("::").next().unwrap_or_default().into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": Self::names() })
    }
}

/// A language, as flags and recipes name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LanguageChoice {
    /// Java.
    Java,
    /// Python.
    Python,
}

impl From<LanguageChoice> for Language {
    fn from(choice: LanguageChoice) -> Self {
        match choice {
            LanguageChoice::Java => Self::Java,
            LanguageChoice::Python => Self::Python,
        }
    }
}

/// What counts as a project, as flags and recipes name it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProjectChoice {
    /// Children for a folder without source files or project files of its own, else argument.
    #[default]
    Auto,
    /// Each argument is a project.
    Argument,
    /// Each folder or archive directly in a folder argument is a project.
    Children,
}

impl From<ProjectChoice> for ProjectRule {
    fn from(choice: ProjectChoice) -> Self {
        match choice {
            ProjectChoice::Auto => Self::Auto,
            ProjectChoice::Argument => Self::Argument,
            ProjectChoice::Children => Self::Children,
        }
    }
}
