//! What functions take: a text, a list of texts, or a table with a column of texts.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use examen_corpus::{CodeColumns, FileKind};
use examen_syntax::Language;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3_arrow::input::AnyRecordBatch;

use crate::words::Names;

/// The column of code where a text or a list is given.
const CODE: &str = "code";

/// The columns that results repeat unless others are named.
const KEPT: [&str; 2] = ["id", "path"];

/// A table to be worked on, batch by batch.
pub(crate) struct CodeTable {
    /// The batches.
    pub(crate) reader: Box<dyn RecordBatchReader + Send>,
    /// The column of texts.
    pub(crate) code: usize,
    /// The column of paths.
    pub(crate) path: Option<usize>,
    /// Where the language of a row comes from.
    pub(crate) language: LanguageOf,
    /// The columns that results repeat.
    pub(crate) kept: Vec<usize>,
}

/// Where the language of a row comes from.
#[derive(Clone, Copy)]
pub(crate) enum LanguageOf {
    /// All rows have this one.
    All(Language),
    /// A column names it.
    Column(usize),
    /// The ending of the path in a column tells it.
    Path(usize),
}

/// What is said of a table beside itself.
pub(crate) struct TableArguments {
    /// The column of texts.
    pub(crate) column: Option<String>,
    /// The columns that results repeat.
    pub(crate) keep: Option<Names>,
    /// The language of all rows.
    pub(crate) language: Option<Language>,
}

impl CodeTable {
    /// Looks at what was given. All that can be wrong with it but its rows is found here, before the stream begins.
    pub(crate) fn new(given: &Bound<'_, PyAny>, arguments: TableArguments) -> PyResult<Self> {
        let (reader, is_text) = reader(given)?;
        let schema = reader.schema();
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        if let Some(column) = &arguments.column {
            place(&names, "column", column)?;
        }
        let columns = CodeColumns::among(&names, arguments.column.as_deref());
        let Some(code) = columns.content else {
            return Err(PyKeyError::new_err(format!(
                "no column of code ({}) among {}: name it by column=",
                CodeColumns::wanted(),
                names.join(", ")
            )));
        };
        check_texts(&schema, code)?;
        let language = match (arguments.language, columns.language, columns.path) {
            (Some(language), ..) => LanguageOf::All(language),
            (None, Some(column), _) => LanguageOf::Column(column),
            (None, None, Some(path)) => LanguageOf::Path(path),
            (None, None, None) if is_text => LanguageOf::All(Language::Python),
            (None, None, None) => {
                let message = "the table has no column `language` or `path` that tells the language: say language=\"python\" or \"java\"";
                return Err(PyValueError::new_err(message));
            }
        };
        if let LanguageOf::Column(column) | LanguageOf::Path(column) = language {
            check_texts(&schema, column)?;
        }
        if let Some(path) = columns.path {
            check_texts(&schema, path)?;
        }
        let kept = match arguments.keep {
            Some(keep) => keep.list().iter().map(|name| place(&names, "keep", name)).collect::<PyResult<_>>()?,
            None => KEPT.iter().filter_map(|name| names.iter().position(|other| other == name)).collect(),
        };
        Ok(Self { reader, code, path: columns.path, language, kept })
    }

    /// The fields of the columns that results repeat.
    pub(crate) fn kept_fields(&self) -> Vec<Arc<Field>> {
        let schema = self.reader.schema();
        self.kept.iter().map(|&at| Arc::clone(&schema.fields()[at])).collect()
    }
}

impl LanguageOf {
    /// The language of a row, or why it is not known.
    pub(crate) fn of(self, texts: &Texts, row: usize) -> Result<Language, String> {
        match self {
            Self::All(language) => Ok(language),
            Self::Column(_) => {
                let name = texts.text(row).unwrap_or_default();
                Language::of_name(&name).ok_or_else(|| format!("its language is `{name}`: neither java nor python"))
            }
            Self::Path(_) => {
                let path = texts.text(row).unwrap_or_default();
                let name = path.rsplit('/').next().unwrap_or_default();
                match FileKind::of_name(name) {
                    FileKind::Source(language) => Ok(language),
                    _ => Err(format!("its path `{path}` does not tell a language")),
                }
            }
        }
    }

    /// The column that is looked at.
    pub(crate) fn column(self) -> Option<usize> {
        match self {
            Self::All(_) => None,
            Self::Column(column) | Self::Path(column) => Some(column),
        }
    }
}

/// A column of texts or bytes in any of the forms that libraries have.
pub(crate) struct Texts(ArrayRef);

impl Texts {
    /// A column that was checked.
    pub(crate) fn of(batch: &RecordBatch, column: usize) -> Self {
        Self(Arc::clone(batch.column(column)))
    }

    /// The bytes of a row; nothing for null.
    pub(crate) fn bytes(&self, row: usize) -> Option<&[u8]> {
        let array = &self.0;
        if array.is_null(row) {
            return None;
        }
        Some(match array.data_type() {
            DataType::Utf8 => array.as_string::<i32>().value(row).as_bytes(),
            DataType::LargeUtf8 => array.as_string::<i64>().value(row).as_bytes(),
            DataType::Utf8View => array.as_string_view().value(row).as_bytes(),
            DataType::Binary => array.as_binary::<i32>().value(row),
            DataType::LargeBinary => array.as_binary::<i64>().value(row),
            DataType::BinaryView => array.as_binary_view().value(row),
            _ => return None,
        })
    }

    /// The text of a row; nothing for null.
    pub(crate) fn text(&self, row: usize) -> Option<String> {
        self.bytes(row).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }
}

/// A reader of the batches of whatever was given, and whether that was texts.
pub(crate) fn reader(given: &Bound<'_, PyAny>) -> PyResult<(Box<dyn RecordBatchReader + Send>, bool)> {
    if given.is_instance_of::<PyString>() {
        return Ok((of_texts(vec![Some(given.extract()?)])?, true));
    }
    let is_stream = |name: &str| given.hasattr(name);
    if is_stream("__arrow_c_array__")? || is_stream("__arrow_c_stream__")? {
        return Ok((given.extract::<AnyRecordBatch>()?.into_reader()?, false));
    }
    if let Ok(texts) = given.extract::<Vec<Option<String>>>() {
        return Ok((of_texts(texts)?, true));
    }
    let kind = given.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    Err(PyTypeError::new_err(format!(
        "wanted a string, a list of strings, or a table that is an Arrow stream (pyarrow, polars, pandas, DuckDB; of a \
         datasets.Dataset its `.data.table`), got {kind}"
    )))
}

fn of_texts(texts: Vec<Option<String>>) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    let schema: SchemaRef = Arc::new(Schema::new(vec![Field::new(CODE, DataType::Utf8, true)]));
    let array: ArrayRef = Arc::new(StringArray::from(texts));
    let batch = RecordBatch::try_new(Arc::clone(&schema), vec![array])
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Box::new(RecordBatchIterator::new([Ok(batch)], schema)))
}

/// The place of a column that has to be there.
fn place(names: &[&str], argument: &str, name: &str) -> PyResult<usize> {
    names.iter().position(|other| *other == name).ok_or_else(|| {
        PyKeyError::new_err(format!("{argument}: there is no column `{name}`; there are {}", names.join(", ")))
    })
}

fn check_texts(schema: &Schema, column: usize) -> PyResult<()> {
    let field = schema.field(column);
    match field.data_type() {
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView => Ok(()),
        other => Err(PyTypeError::new_err(format!("the column `{}` has type {other}: wanted texts", field.name()))),
    }
}
