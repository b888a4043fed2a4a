//! Charts and tables of pages, each also as files: SVG and CSV, CSV and LaTeX.

use super::charts::Chart;
use super::folder::Folder;
use super::grid::Grid;
use super::visible::{file_name, with_code};
use crate::error::Result;

/// A chart on a page.
pub(crate) struct ChartView {
    pub(crate) title: String,
    /// The drawing, which is ours and escaped.
    pub(crate) svg: String,
    pub(crate) svg_file: String,
    pub(crate) csv_file: String,
}

/// A table on a page.
pub(crate) struct TableView {
    pub(crate) grid: Grid,
    pub(crate) csv_file: String,
    pub(crate) latex_file: String,
}

/// A part of a page.
#[derive(Default)]
pub(crate) struct Section {
    pub(crate) title: String,
    /// How its charts are read.
    pub(crate) legend: String,
    pub(crate) charts: Vec<ChartView>,
    pub(crate) tables: Vec<TableView>,
    /// Whether it opens on demand: long parts that few readers need.
    pub(crate) is_folded: bool,
    /// Whether its charts come in pairs whose rows stand side by side.
    pub(crate) is_paired: bool,
}

impl Section {
    /// Whether there is nothing to show.
    pub(crate) fn is_empty(&self) -> bool {
        self.charts.is_empty() && self.tables.is_empty()
    }

    /// Leaves the title of the section out of those of its charts.
    pub(crate) fn shorten_captions(&mut self) {
        let prefix = format!("{}: ", self.title);
        for chart in &mut self.charts {
            if let Some(rest) = chart.title.strip_prefix(&prefix) {
                chart.title = rest.to_owned();
            }
        }
    }

    /// The legend as markup.
    pub(crate) fn legend_markup(&self) -> String {
        with_code(&self.legend)
    }

    /// Whether the only table repeats the title.
    pub(crate) fn is_titled(&self, table: &TableView) -> bool {
        table.grid.title == self.title || self.tables.len() == 1
    }
}

/// The folder, and what goes into it beside pages.
pub(crate) struct Artefacts {
    pub(crate) folder: Folder,
}

impl Artefacts {
    pub(crate) const fn new(folder: Folder) -> Self {
        Self { folder }
    }

    /// Writes the files of a chart; `of` begins their names.
    pub(crate) fn chart(&mut self, of: &str, chart: Chart) -> Result<ChartView> {
        let name = file_name(&format!("{of}-{}", chart.title));
        let name = self.folder.free_name("charts", &name, "svg");
        let (svg_file, csv_file) = (format!("charts/{name}.svg"), format!("charts/{name}.csv"));
        self.folder.write(&svg_file, &chart.to_file())?;
        self.folder.write(&csv_file, &chart.csv)?;
        Ok(ChartView { title: super::visible::visible(&chart.title), svg: chart.svg, svg_file, csv_file })
    }

    /// Writes the files of a table; `of` begins their names.
    pub(crate) fn table(&mut self, of: &str, grid: Grid) -> Result<TableView> {
        let name = file_name(&format!("{of}-{}", grid.title));
        let name = self.folder.free_name("tables", &name, "csv");
        let (csv_file, latex_file) = (format!("tables/{name}.csv"), format!("tables/{name}.tex"));
        self.folder.write(&csv_file, &grid.to_csv())?;
        self.folder.write(&latex_file, &grid.to_latex())?;
        Ok(TableView { grid, csv_file, latex_file })
    }
}
