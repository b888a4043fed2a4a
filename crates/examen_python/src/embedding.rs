//! `embed` and `probe`: the features of all layers of an encoder, and what they know.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float32Array, Int64Array, ListArray, RecordBatch, RecordBatchReader};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use examen_evaluation::embed::{Embedding, EncoderSettings, LocalEncoder, Pool, TextRow, embed_texts};
use examen_evaluation::predict::ModelSpec;
use examen_evaluation::probe::{ProbeSettings, probe as probe_all};
use examen_evaluation::{Context, Silent};
use examen_models::Encoder;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::code_table::{CodeTable, LanguageOf, TableArguments, Texts};
use crate::errors::StreamError;
use crate::host::{look_at_signals, panic_message, pool as pool_of, run, threads as thread_count, without_lock};
use crate::stream::Stream;
use crate::words::{self, Names, paths, to_python, value};

/// Turns texts into the features of an encoder's layers: a row for each text, with a column `layer.N` of floats for each layer.
///
/// `model` is the directory of a checkpoint, `hub:OWNER/NAME`, or `random-encoder`. `layers` is `all` or a list of numbers; `pool` is
/// `first`, `mean`, `last` or `token`. The model is loaded once, when the function is called; texts are read as they are asked for.
///
/// >>> import examen_code
/// >>> row = next(examen_code.embed("random-encoder", ["x = 1"], layers=[0]))
/// >>> sorted(row)
/// ['layer.0', 'row']
#[pyfunction]
#[pyo3(signature = (model, texts, *, layers=None, pool=None, max_length=None, data_flow=false, batch_size=32, language=None, column=None, keep=None, threads=None))]
pub(crate) fn embed(
    py: Python<'_>,
    model: &str,
    texts: &Bound<'_, PyAny>,
    layers: Option<&Bound<'_, PyAny>>,
    pool: Option<&str>,
    max_length: Option<usize>,
    data_flow: bool,
    batch_size: usize,
    language: Option<&str>,
    column: Option<String>,
    keep: Option<Names>,
    threads: Option<usize>,
) -> PyResult<Stream> {
    let settings = encoder_settings(pool, max_length, data_flow, batch_size)?;
    let language = match (language.map(words::language).transpose()?, data_flow) {
        // Only the flow of data looks at it.
        (None, false) => Some(examen_syntax::Language::Python),
        (named, _) => named,
    };
    let table = CodeTable::new(texts, TableArguments { column, keep, language })?;
    let threads = thread_count(threads)?;
    let spec = ModelSpec::parse(model);
    let encoder = run(py, threads, None, |context| {
        let local = LocalEncoder::find(&spec, context)?;
        settings.check(&local)?;
        settings.load(&local)
    })?;
    let chosen = chosen_layers(layers, encoder.layers())?;
    let mut fields: Vec<FieldRef> = table.kept_fields();
    if fields.is_empty() {
        fields.push(Arc::new(Field::new("row", DataType::Int64, false)));
    }
    let layer = |layer: &usize| Arc::new(Field::new(format!("layer.{layer}"), DataType::List(item()), false));
    fields.extend(chosen.iter().map(layer));
    let schema = Arc::new(Schema::new(fields));
    Ok(Stream::new(Embedded { table, encoder, settings, threads, chosen, schema, rows_before: 0, has_ended: false }))
}

/// The numbers of a vector.
fn item() -> FieldRef {
    Arc::new(Field::new("item", DataType::Float32, false))
}

fn encoder_settings(
    pool: Option<&str>,
    max_length: Option<usize>,
    data_flow: bool,
    batch_size: usize,
) -> PyResult<EncoderSettings> {
    if batch_size == 0 {
        return Err(PyValueError::new_err("batch_size: wanted a number from 1 up"));
    }
    let pool: Option<Pool> = pool.map(|word| value("pool", word)).transpose()?;
    Ok(EncoderSettings { pool, max_length, data_flow, batch_size, ..EncoderSettings::default() })
}

fn chosen_layers(layers: Option<&Bound<'_, PyAny>>, all: usize) -> PyResult<Vec<usize>> {
    let Some(layers) = layers else { return Ok((0..all).collect()) };
    if layers.extract::<String>().is_ok_and(|word| word == "all") {
        return Ok((0..all).collect());
    }
    let wanted = || PyValueError::new_err(format!("layers: wanted \"all\" or a list of numbers below {all}"));
    let mut layers: Vec<usize> = layers.extract().map_err(|_| wanted())?;
    layers.sort_unstable();
    layers.dedup();
    if layers.is_empty() || layers.iter().any(|layer| *layer >= all) { Err(wanted()) } else { Ok(layers) }
}

/// Texts on their way to features.
struct Embedded {
    table: CodeTable,
    encoder: Encoder,
    settings: EncoderSettings,
    threads: Option<NonZeroUsize>,
    chosen: Vec<usize>,
    schema: SchemaRef,
    rows_before: i64,
    has_ended: bool,
}

impl Embedded {
    fn next_batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        let Some(batch) = self.table.reader.next().transpose()? else { return Ok(None) };
        let made = catch_unwind(AssertUnwindSafe(|| self.features(&batch)));
        let made = made.unwrap_or_else(|payload| Err(StreamError::Failed(panic_message(&*payload))));
        self.rows_before += batch.num_rows() as i64;
        made.map(Some).map_err(|error| ArrowError::ExternalError(Box::new(error)))
    }

    fn features(&mut self, batch: &RecordBatch) -> Result<RecordBatch, StreamError> {
        let texts = self.texts(batch)?;
        look_at_signals()?;
        let pool = pool_of(self.threads).map_err(StreamError::failed)?;
        let (encoder, settings, threads) = (&mut self.encoder, &self.settings, self.threads);
        let width = encoder.width();
        let layers = pool.install(move || {
            let encoder = &*encoder;
            let embedding = Embedding {
                encoder,
                input: settings.input_encoder(encoder)?,
                pool: settings.pool.unwrap_or_else(|| Pool::summary_of(encoder)),
                batch_size: settings.batch_size,
            };
            embed_texts(embedding, &texts, &Context { threads, observer: &Silent })
        });
        let mut layers = layers.map_err(|error| StreamError::Failed(error.explained()))?;
        let mut columns: Vec<ArrayRef> = self.table.kept.iter().map(|&at| Arc::clone(batch.column(at))).collect();
        if columns.is_empty() {
            let numbers = (0..batch.num_rows()).map(|row| self.rows_before + row as i64);
            columns.push(Arc::new(Int64Array::from_iter_values(numbers)));
        }
        for &layer in &self.chosen {
            let values: ArrayRef = Arc::new(Float32Array::from(std::mem::take(&mut layers[layer])));
            let ends = OffsetBuffer::from_repeated_length(width, batch.num_rows());
            let list = ListArray::try_new(item(), ends, values, None).map_err(StreamError::failed)?;
            columns.push(Arc::new(list));
        }
        RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(StreamError::failed)
    }

    fn texts(&self, batch: &RecordBatch) -> Result<Vec<TextRow>, StreamError> {
        let column = Texts::of(batch, self.table.code);
        let of_language = self.table.language.column().map(|column| Texts::of(batch, column));
        let mut texts = Vec::with_capacity(batch.num_rows());
        for row in 0..batch.num_rows() {
            let number = self.rows_before + row as i64;
            let text =
                column.text(row).ok_or_else(|| StreamError::failed(format!("row {number}: the text is null")))?;
            let language = match (self.table.language, &of_language) {
                (LanguageOf::All(language), _) => Some(language),
                (from, Some(texts)) => from.of(texts, row).ok(),
                (_, None) => None,
            };
            texts.push(TextRow { text, byte: 0, language });
        }
        Ok(texts)
    }
}

impl Iterator for Embedded {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let shutting_down = || Err(ArrowError::ExternalError(Box::new(StreamError::failed("Python is shutting down"))));
        let next = without_lock(|| self.next_batch()).unwrap_or_else(shutting_down);
        self.has_ended = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}

impl RecordBatchReader for Embedded {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Probes every layer of an encoder: fits a probe to each at the tasks of `data`, and writes everything to `out`. Returns the
/// values, a dictionary for each: task, metric, protocol, labels (`task` or `control`), layer, value and interval.
#[pyfunction]
#[pyo3(signature = (model, data, out, *, tasks=None, protocols="standard", control=true, pool=None, max_length=None, data_flow=false, batch_size=32, seed=0, keep_features=false, threads=None, progress=None))]
pub(crate) fn probe<'py>(
    py: Python<'py>,
    model: Names,
    data: &Bound<'py, PyAny>,
    out: PathBuf,
    tasks: Option<Names>,
    protocols: &str,
    control: bool,
    pool: Option<&str>,
    max_length: Option<usize>,
    data_flow: bool,
    batch_size: usize,
    seed: u64,
    keep_features: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let methods = protocols.split(',').map(|word| value("protocols", word.trim())).collect::<PyResult<_>>()?;
    let data = match crate::exams::folder_of(data) {
        Ok(folder) => vec![folder],
        Err(_) => paths("data", data)?,
    };
    let settings = ProbeSettings {
        models: model.list().iter().map(|name| ModelSpec::parse(name)).collect(),
        features: Vec::new(),
        data,
        out,
        methods,
        tasks: Names::of(tasks),
        has_control: control,
        encoder: encoder_settings(pool, max_length, data_flow, batch_size)?,
        seed,
        keeps_features: keep_features,
        with: Vec::new(),
    };
    let run = run(py, thread_count(threads)?, progress.as_ref(), |context| probe_all(&settings, context))?;
    to_python(py, &run.rows)
}
