//! `compare`: is one model better than another, and where do they differ?

use std::path::PathBuf;

use examen_evaluation::compare::{Compared, ResultScores, Settings, compare_results};
use examen_report::comparison_table::comparison_table;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::exception;
use crate::host::run;
use crate::scoring::Result;
use crate::words::{Names, to_python, value};

/// Compares two models at the same examples: differences with intervals and p-values corrected for their number.
///
/// `first` and `second` are what `score` gives, or result files that `examen score --out` wrote; one alone will do if it holds two models,
/// which `models` may name. `print(comparison)` shows the table of `examen compare`.
#[pyfunction]
#[pyo3(signature = (first, second=None, *, models=None, clusters="auto", correction="holm", seed=0, replicates=2_000))]
pub(crate) fn compare(
    py: Python<'_>,
    first: &Bound<'_, PyAny>,
    second: Option<&Bound<'_, PyAny>>,
    models: Option<Names>,
    clusters: &str,
    correction: &str,
    seed: u64,
    replicates: u32,
) -> PyResult<Comparison> {
    let settings = Settings {
        clusters: value("clusters", clusters)?,
        correction: value("correction", correction)?,
        seed,
        replicates,
    };
    let mut results = vec![scores("the first result", first)?];
    if let Some(second) = second {
        results.push(scores("the second result", second)?);
    }
    let models = Names::of(models);
    let compared = run(py, None, None, |_| compare_results(&results, &models, &settings))?;
    Ok(Comparison { compared })
}

fn scores(name: &str, given: &Bound<'_, PyAny>) -> PyResult<ResultScores> {
    if let Ok(result) = given.cast::<Result>() {
        return Ok(result.get().scores(name));
    }
    let path: PathBuf = given.extract().map_err(|_| {
        let kind = given.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        PyTypeError::new_err(format!("{name}: wanted what score() gives, or the path of a result file, got {kind}"))
    })?;
    given.py().detach(|| ResultScores::read(&path)).map_err(|error| exception(&error))
}

/// Two models compared by every measure that both have.
#[pyclass(frozen, module = "examen_code")]
pub(crate) struct Comparison {
    compared: Compared,
}

#[pymethods]
impl Comparison {
    /// The names of the two models.
    #[getter]
    fn models(&self) -> (String, String) {
        (self.compared.first.clone(), self.compared.second.clone())
    }

    /// A dictionary for each measure: values, difference, interval, p-value, minimum detectable effect.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.compared.comparisons)
    }

    /// The examples that one model has better than the other.
    #[getter]
    fn flips<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.compared.flips)
    }

    fn __str__(&self) -> String {
        let names = [self.compared.first.as_str(), &self.compared.second];
        comparison_table(names, &self.compared.comparisons, self.compared.correction)
    }

    fn __repr__(&self) -> String {
        format!("Comparison({} and {})", self.compared.first, self.compared.second)
    }
}
