//! What the examples of a suite are like, beside what an article says of its own.

use crate::error::Result;
use crate::html::artefacts::{Artefacts, Section};
use crate::html::grid::Grid;
use crate::html::inputs::SuiteRows;
use crate::statistics_table::{TITLE, statistics_table};

/// Rows that a page shows at once.
const MOST_OPEN: usize = 40;

/// The statistics of the examples, where a build left them.
pub(super) fn statistics(suite: &SuiteRows, artefacts: &mut Artefacts) -> Result<Option<Section>> {
    let Some((table, legend)) = statistics_table(&suite.statistics) else { return Ok(None) };
    let grid = Grid::of_table(TITLE, &table, legend);
    let is_folded = grid.rows.len() > MOST_OPEN;
    let tables = vec![artefacts.table(&suite.name, grid)?];
    Ok(Some(Section { title: TITLE.to_owned(), tables, is_folded, ..Section::default() }))
}
