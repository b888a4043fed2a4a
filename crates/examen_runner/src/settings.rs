//! Settings that are flags elsewhere: the keys of a table are the flags of a suite, a training or an encoder, with `_` for `-`.
//!
//! The flags are the one list of these settings, with their defaults, types and ranges; a recipe hands its keys to them.

use std::collections::BTreeMap;

use clap::{ArgAction, ArgMatches, Args, Command};
use examen_data::did_you_mean;
use examen_suites::SUITES;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Settings by their names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(pub BTreeMap<String, SettingValue>);

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SettingValue {
    /// A flag that is there or not.
    Switch(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// A word.
    Text(String),
    /// Several values.
    List(Vec<SettingValue>),
}

impl SettingValue {
    /// What is typed behind the flag.
    fn words(&self) -> String {
        match self {
            Self::Switch(value) => value.to_string(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
            Self::List(values) => values.iter().map(Self::words).collect::<Vec<_>>().join(","),
        }
    }

    /// A value as it was typed.
    pub fn of_word(word: &str) -> Self {
        if let Ok(number) = word.parse() {
            return Self::Whole(number);
        }
        match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Self::Number(number),
            _ => Self::Text(word.to_owned()),
        }
    }
}

impl Settings {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The settings as one types them.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        for (name, value) in &self.0 {
            let flag = format!("--{}", name.replace('_', "-"));
            match value {
                SettingValue::Switch(false) => {}
                SettingValue::Switch(true) => flags.push(flag),
                value => flags.extend([flag, value.words()]),
            }
        }
        flags
    }

    /// These settings, and those of another table that are not among them.
    #[must_use]
    pub fn over(&self, others: &Self) -> Self {
        let mut all = others.clone();
        all.0.extend(self.0.clone());
        all
    }

    /// The settings that are flags of a command.
    #[must_use]
    pub fn of_command(&self, command: &Command) -> Self {
        let names = names(command);
        let of_command = self.0.iter().filter(|(name, _)| names.contains(name));
        Self(of_command.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    /// The first setting that is no flag of a command, with what to say about it.
    pub fn unknown(&self, command: &Command, of: &str) -> Option<(String, String)> {
        let names = names(command);
        let name = self.0.keys().find(|name| !names.contains(name))?;
        let meant = did_you_mean(name, names.iter().map(String::as_str));
        let message = match names.join(", ") {
            none if none.is_empty() => format!("{of} has no settings, so no `{name}`"),
            all => format!("`{name}` is no setting of {of}{meant}; there are {all}"),
        };
        Some((name.clone(), message))
    }

    /// The flags as clap reads them; the error is its sentence.
    pub fn matches(&self, command: Command) -> Result<ArgMatches, String> {
        command.no_binary_name(true).try_get_matches_from(self.flags()).map_err(|error| sentence(&error))
    }
}

/// The command that has the flags of a struct.
pub(crate) fn command_of<A: Args>(name: &'static str) -> Command {
    A::augment_args(Command::new(name))
}

/// The first line of what clap says, without its `error:`.
pub(crate) fn sentence(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

/// The names of a command's flags, as recipes write them, sorted.
fn names(command: &Command) -> Vec<String> {
    let flags = command.get_arguments().filter_map(clap::Arg::get_long);
    let names = flags.filter(|flag| !matches!(*flag, "help" | "version" | "data" | "out" | "seed"));
    let mut names: Vec<String> = names.map(|flag| flag.replace('-', "_")).collect();
    names.sort_unstable();
    names
}

impl JsonSchema for Settings {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Settings".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "additionalProperties": { "type": ["boolean", "number", "string", "array"] }
        })
    }
}

/// The schema of the settings of all suites.
pub(crate) fn suites_schema(_: &mut SchemaGenerator) -> Schema {
    let commands = SUITES.iter().map(|suite| (suite.add_flags)(Command::new(suite.name)));
    schema_of(commands, "settings of the suite: its flags, with `_` for `-`")
}

/// The schema of settings that are flags of commands.
pub(crate) fn schema_of(commands: impl IntoIterator<Item = Command>, about: &str) -> Schema {
    let mut properties = Map::new();
    for command in commands {
        let names = names(&command);
        for flag in command.get_arguments() {
            let Some(name) = flag.get_long().map(|long| long.replace('-', "_")).filter(|name| names.contains(name))
            else {
                continue;
            };
            let about = flag.get_help().map(ToString::to_string).unwrap_or_default();
            let types = match flag.get_action() {
                ArgAction::SetTrue => json!("boolean"),
                _ => json!(["number", "string", "array"]),
            };
            properties.insert(name, json!({ "description": about, "type": types }));
        }
    }
    json_schema!({
        "description": about,
        "type": "object",
        "properties": Value::Object(properties),
        "additionalProperties": false
    })
}

/// The command that has the flags of a suite.
pub(crate) fn suite_command(name: &str) -> Command {
    let suite = SUITES.iter().find(|suite| suite.name == name);
    suite.map_or_else(|| Command::new("suite"), |suite| (suite.add_flags)(Command::new(suite.name)))
}
