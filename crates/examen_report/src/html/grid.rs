//! A table of a page, and the same as CSV and LaTeX.

use std::fmt::Write;

use comfy_table::{Row, Table};
use examen_data::spreadsheet_text;

use super::visible::{visible, with_code};

/// A table with a title and a legend.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    /// What it is of.
    pub(crate) title: String,
    /// How it is read.
    pub(crate) legend: String,
    /// The names of the columns.
    pub(crate) header: Vec<String>,
    /// The cells.
    pub(crate) rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table that is also printed on terminals; columns without any value are left out.
    pub(crate) fn of_table(title: &str, table: &Table, legend: &str) -> Self {
        let cells = |row: &Row| -> Vec<String> { row.cell_iter().map(|cell| visible(&cell.content())).collect() };
        let header = table.header().map(cells).unwrap_or_default();
        let rows: Vec<Vec<String>> = table.row_iter().map(cells).collect();
        Self { title: visible(title), legend: visible(legend), header, rows }.without_empty_columns()
    }

    /// A table of values of ours.
    pub(crate) fn new(title: &str, legend: &str, header: &[&str], rows: Vec<Vec<String>>) -> Self {
        let rows = rows.into_iter().map(|row| row.iter().map(|cell| visible(cell)).collect()).collect();
        let header = header.iter().map(|&name| name.to_owned()).collect();
        Self { title: visible(title), legend: legend.to_owned(), header, rows }.without_empty_columns()
    }

    fn without_empty_columns(mut self) -> Self {
        let kept: Vec<usize> = (0..self.header.len())
            .filter(|&column| self.rows.iter().any(|row| row.get(column).is_some_and(|cell| !cell.is_empty())))
            .collect();
        for cells in self.rows.iter_mut().chain([&mut self.header]) {
            *cells = kept.iter().filter_map(|&at| cells.get(at).cloned()).collect();
        }
        self
    }

    /// Changes the cells of a column, where there is one of that name.
    pub(crate) fn with_cells(mut self, name: &str, change: impl Fn(&str) -> String) -> Self {
        if let Some(at) = self.header.iter().position(|it| it == name) {
            self.rows.iter_mut().filter_map(|row| row.get_mut(at)).for_each(|cell| *cell = visible(&change(cell)));
        }
        self
    }

    /// Leaves a column out.
    pub(crate) fn drop_column(&mut self, name: &str) {
        if let Some(at) = self.header.iter().position(|it| it == name) {
            self.header.remove(at);
            self.rows.iter_mut().filter(|row| row.len() > at).for_each(|row| drop(row.remove(at)));
        }
    }

    /// The legend as markup.
    pub(crate) fn legend_markup(&self) -> String {
        with_code(&self.legend)
    }

    /// Whether the first cell of a row is that of the row above: what a group of rows is of.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass references")]
    pub(crate) fn repeats(&self, row: &usize) -> bool {
        let is_name = self.header.first().is_some_and(|name| matches!(name.as_str(), "task" | "result"));
        let first = |row: usize| self.rows.get(row).and_then(|cells| cells.first());
        is_name && self.header.len() > 2 && row.checked_sub(1).is_some_and(|above| first(above) == first(*row))
    }

    /// Whether a column holds names, which are not broken into lines.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass references")]
    pub(crate) fn is_name(&self, column: &usize) -> bool {
        self.header
            .get(*column)
            .is_some_and(|name| matches!(name.as_str(), "task" | "model" | "result" | "part" | "rewrite" | "name"))
    }

    /// Whether a column holds numbers, which stand on the right.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass references")]
    pub(crate) fn is_number(&self, column: &usize) -> bool {
        let is_number =
            |cell: &String| cell.is_empty() || cell.starts_with(|it: char| it.is_ascii_digit() || "+-±<".contains(it));
        self.rows.iter().all(|row| row.get(*column).is_some_and(is_number))
    }

    /// Lines of comma-separated values.
    pub(crate) fn to_csv(&self) -> String {
        let mut text = csv_line(&self.header);
        self.rows.iter().for_each(|row| text.push_str(&csv_line(row)));
        text
    }

    /// A LaTeX table that needs no package.
    pub(crate) fn to_latex(&self) -> String {
        let columns: String =
            (0..self.header.len()).map(|column| if self.is_number(&column) { 'r' } else { 'l' }).collect();
        let mut text = format!("% {}\n\\begin{{tabular}}{{{columns}}}\n\\hline\n", latex(&self.title));
        let line = |cells: &[String]| cells.iter().map(|cell| latex(cell)).collect::<Vec<_>>().join(" & ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} \\\\\n\\hline", line(&self.header));
        for row in &self.rows {
            let _ = writeln!(text, "{} \\\\", line(row));
        }
        text.push_str("\\hline\n\\end{tabular}\n");
        text
    }
}

/// A line of comma-separated values, of which a spreadsheet computes none.
pub(crate) fn csv_line<T: AsRef<str>>(cells: &[T]) -> String {
    let cell = |cell: &T| match spreadsheet_text(cell.as_ref()) {
        text if text.contains([',', '"', '\n', '\r']) => format!("\"{}\"", text.replace('"', "\"\"")),
        text => text.into_owned(),
    };
    let mut line = cells.iter().map(cell).collect::<Vec<String>>().join(",");
    line.push('\n');
    line
}

/// A text with LaTeX's own signs escaped.
fn latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '\n' => out.push(' '),
            '…' => out.push_str("\\ldots{}"),
            '±' => out.push_str("$\\pm$"),
            it if "&%$#_{}".contains(it) => out.extend(['\\', it]),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_cells_in_csv_and_latex() {
        let rows = vec![vec!["a,\"b\"".to_owned(), "1.5 %".to_owned(), String::new()]];
        assert_eq!(csv_line(&["=1+1", "-0.5"]), "'=1+1,-0.5\n");
        let grid = Grid::new("T", "", &["x_1", "y", "z"], rows);
        assert_eq!(grid.to_csv(), "x_1,y\n\"a,\"\"b\"\"\",1.5 %\n");
        assert!(grid.to_latex().contains("{lr}\n\\hline\nx\\_1 & y \\\\\n\\hline\na,\"b\" & 1.5 \\% \\\\\n"));
    }
}
