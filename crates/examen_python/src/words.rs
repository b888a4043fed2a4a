//! Words of Python arguments as values.

use std::path::PathBuf;

use clap::ValueEnum;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;

use examen_syntax::Language;

use crate::errors::failed;

/// One name or several.
#[derive(FromPyObject)]
pub(crate) enum Names {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

impl Names {
    /// The names; one text may hold several behind commas.
    pub(crate) fn list(self) -> Vec<String> {
        match self {
            Self::One(text) => text.split(',').map(|word| word.trim().to_owned()).collect(),
            Self::Many(all) => all,
        }
    }

    /// The names of an argument that may be missing.
    pub(crate) fn of(names: Option<Self>) -> Vec<String> {
        names.map(Self::list).unwrap_or_default()
    }
}

/// Reads a word as one of the values of a setting.
pub(crate) fn value<T: ValueEnum>(argument: &str, word: &str) -> PyResult<T> {
    T::from_str(word, true).map_err(|_| {
        let known = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let known: Vec<String> = known.map(|value| value.get_name().to_owned()).collect();
        PyValueError::new_err(format!("{argument}: there is no `{word}`; there are {}", known.join(", ")))
    })
}

/// Reads names of languages; all of them where none is given.
pub(crate) fn languages(names: Option<Names>) -> PyResult<Vec<Language>> {
    let names = Names::of(names);
    if names.is_empty() {
        return Ok(Language::ALL.to_vec());
    }
    names.iter().map(|name| language(name)).collect()
}

/// Reads the name of a language.
pub(crate) fn language(name: &str) -> PyResult<Language> {
    Language::of_name(name)
        .ok_or_else(|| PyValueError::new_err(format!("language: there is no `{name}`; there are java, python")))
}

/// A path, or several: texts or anything with `__fspath__`.
pub(crate) fn paths(argument: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    if let Ok(path) = given.extract::<PathBuf>() {
        return Ok(vec![path]);
    }
    if given.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!("{argument}: not a path")));
    }
    given.extract::<Vec<PathBuf>>().map_err(|_| {
        let kind = given.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        PyTypeError::new_err(format!("{argument}: wanted a path or a list of paths, got {kind}"))
    })
}

/// A value as Python's own.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(|error| failed(&error))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// A value of Python's as JSON.
pub(crate) fn to_json(value: &Bound<'_, PyAny>) -> PyResult<serde_json::Value> {
    let text: String = value.py().import("json")?.call_method1("dumps", (value,))?.extract()?;
    serde_json::from_str(&text).map_err(|error| failed(&error))
}
