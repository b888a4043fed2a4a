//! The flags that make settings again: those that differ from their defaults, in the order of the struct.

use std::fmt::Write;

use clap::{Args, Command};
use serde::Serialize;
use serde_json::Value;

/// Renders settings as flags. The fields of the struct are its flags; what equals the default is left out.
pub fn flags_of<S: Args + Serialize + Default>(settings: &S) -> String {
    let value = |settings: &S| serde_json::to_value(settings).unwrap_or_default();
    let (given, default) = (value(settings), value(&S::default()));
    let mut flags = String::new();
    for argument in S::augment_args(Command::new("settings")).get_arguments() {
        let (Some(long), field) = (argument.get_long(), argument.get_id().as_str()) else { continue };
        if let Some(value) = given.get(field).filter(|value| Some(*value) != default.get(field)) {
            // Writing to a string does not fail.
            let _ = write!(flags, " --{long} {}", words(value));
        }
    }
    flags
}

/// A value as one types it.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(words).collect::<Vec<_>>().join(","),
        // A whole number is typed without a fraction, whatever its type.
        Value::Number(number) => {
            number.as_f64().filter(|it| it.fract() == 0.0).map_or(number.to_string(), |it| it.to_string())
        }
        other => other.to_string(),
    }
}
