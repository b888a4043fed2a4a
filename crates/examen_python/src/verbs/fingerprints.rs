//! `fingerprints`: what tells whether files are copies.

use arrow_schema::DataType;
use examen_corpus::{Deduplicator, Fingerprint, band_keys};
use examen_syntax::Language;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::code_table::{CodeTable, TableArguments};
use crate::columns::{column as typed, text};
use crate::host::threads as thread_count;
use crate::rows::{BadRows, Rows, output};
use crate::stream::Stream;
use crate::words::Names;

/// A fingerprint.
#[derive(Serialize)]
struct Row {
    content_hash: String,
    is_tiny: bool,
    signature: String,
    bands: Vec<i64>,
}

/// Takes the fingerprints of files: a row for each, with the hash of its content, the `MinHash` signature of its words, and keys of
/// which files that may be near duplicates have one in common.
///
/// The columns are those of `examen corpus --fingerprints`. Engines join by a key and then ask `similarity` of two signatures;
/// `docs/python.md` has the recipe.
///
/// >>> import examen_code
/// >>> one, two = examen_code.fingerprints(["a b c d e f g h", "a b c d e f g h"])
/// >>> one["bands"] == two["bands"], examen_code.similarity(one["signature"], two["signature"])
/// (True, 1.0)
#[pyfunction]
#[pyo3(signature = (code, *, near_duplicates=None, column=None, keep=None, errors="raise", threads=None))]
pub(crate) fn fingerprints(
    code: &Bound<'_, PyAny>,
    near_duplicates: Option<f64>,
    column: Option<String>,
    keep: Option<Names>,
    errors: &str,
    threads: Option<usize>,
) -> PyResult<Stream> {
    let threshold = near_duplicates.unwrap_or(Deduplicator::THRESHOLD);
    if !(0.0..=1.0).contains(&threshold) {
        return Err(PyValueError::new_err(format!("near_duplicates: {threshold} is no fraction")));
    }
    // Words are those of any language.
    let table = CodeTable::new(code, TableArguments { column, keep, language: Some(Language::Python) })?;
    let keys = DataType::List(std::sync::Arc::new(arrow_schema::Field::new("item", DataType::Int64, true)));
    let fields =
        vec![text("content_hash"), typed("is_tiny", DataType::Boolean), text("signature"), typed("bands", keys)];
    let rows = Rows::new(table, fields, BadRows::of(errors)?, thread_count(threads)?, move |input| {
        let fingerprint = Fingerprint::of(input.code);
        Ok(vec![output(Row {
            content_hash: fingerprint.content_hash_hex(),
            is_tiny: fingerprint.is_tiny(),
            signature: fingerprint.signature_hex(),
            bands: band_keys(&fingerprint, threshold),
        })])
    })?;
    Ok(Stream::new(rows))
}

/// The estimated fraction of words that two files have in common (Jaccard), by their signatures.
#[pyfunction]
pub(crate) fn similarity(first: &str, second: &str) -> PyResult<f32> {
    examen_corpus::minhash::similarity_of_hex(first, second)
        .ok_or_else(|| PyValueError::new_err("wanted two signatures of `fingerprints`"))
}
