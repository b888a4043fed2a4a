//! The one table printer, and how a table is made to fit a terminal.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};

/// An empty table in which some columns, those of numbers, are aligned to the right.
pub fn table(header: &[&str], is_number: impl Fn(usize) -> bool) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(header.to_vec());
    for (_, column) in table.column_iter_mut().enumerate().filter(|(at, _)| is_number(*at)) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Columns that a narrow terminal does without, those that it misses least first. Where that is not enough, columns go from the
/// right, and the first two stay to the end.
const DISPENSABLE: &[&str] = &[
    "CuBERT-1K, published",
    "published",
    "resampled",
    "minimum detectable",
    "format",
    "answers alone",
    "supporting facts alone",
    "bytes",
    "lines",
    "p",
    "negative",
    "positive",
    "note",
];

/// Leaves out columns of the tables in a text until they fit a width, and says which; what is no table stays as it is.
pub fn fit(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let mut rows = vec![line];
        while line.starts_with('|') && lines.peek().is_some_and(|next| next.starts_with('|')) {
            rows.extend(lines.next());
        }
        let is_wide = rows.iter().any(|row| row.chars().count() > width);
        match (line.starts_with('|') && is_wide).then(|| cells(&rows)).flatten() {
            Some(rows) => write_narrow(&rows, width, &mut out),
            None => rows.iter().for_each(|row| out.extend([row, "\n"])),
        }
    }
    if !text.ends_with('\n') {
        out.pop();
    }
    out
}

/// The cells of the lines of a table, with their padding; nothing if a cell has a bar in it.
fn cells<'t>(rows: &[&'t str]) -> Option<Vec<Vec<&'t str>>> {
    let cells = |row: &&'t str| Some(row.strip_prefix('|')?.strip_suffix('|')?.split('|').collect());
    let rows: Vec<Vec<&str>> = rows.iter().map(cells).collect::<Option<_>>()?;
    rows.iter().all(|row| row.len() == rows[0].len()).then_some(rows)
}

fn write_narrow(rows: &[Vec<&str>], width: usize, out: &mut String) {
    let header: Vec<&str> = rows[0].iter().map(|cell| cell.trim()).collect();
    let cell_width = |column: usize| rows[0][column].chars().count() + 1;
    let mut kept: Vec<usize> = (0..header.len()).collect();
    let mut left_out: Vec<usize> = Vec::new();
    let listed = DISPENSABLE.iter().filter_map(|name| header.iter().position(|it| it == name));
    let others = (2..header.len()).rev();
    for column in listed.chain(others) {
        if kept.iter().map(|&column| cell_width(column)).sum::<usize>() < width {
            break;
        }
        if let Some(at) = kept.iter().position(|&it| it == column) {
            kept.remove(at);
            left_out.push(column);
        }
    }
    for row in rows {
        let cells: Vec<&str> = kept.iter().map(|&column| row[column]).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "|{}|", cells.join("|"));
    }
    left_out.sort_unstable();
    let names: Vec<&str> = left_out.iter().map(|&column| header[column]).collect();
    let _ = writeln!(out, "(left out, for want of width: {})", names.join(", "));
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: &str = "before\n| task | model | n | positive | note |\n|------|-------|---|----------|------|\n\
                        | a    | m     | 1 | 50.00    |      |\n\nafter, which may be as long as it likes\n";

    #[test]
    fn a_table_that_fits_stays() {
        assert_eq!(fit(WIDE, 80), WIDE);
        assert_eq!(fit("no table, no end of line", 5), "no table, no end of line");
    }

    #[test]
    fn columns_go_in_the_order_that_is_declared_and_then_from_the_right() {
        let header = |width: usize| fit(WIDE, width).lines().nth(1).unwrap_or_default().to_owned();
        assert_eq!(header(34), "| task | model | n | note |");
        assert_eq!(header(26), "| task | model | n |");
        assert_eq!(header(16), "| task | model |");
        assert_eq!(header(3), "| task | model |");
        let text = fit(WIDE, 26);
        assert!(text.contains("\n(left out, for want of width: positive, note)\n"), "{text}");
        assert!(text.ends_with("\nafter, which may be as long as it likes\n"), "{text}");
    }

    #[test]
    fn a_table_with_a_bar_in_a_cell_stays() {
        let odd = "| a | b |\n|---|---|\n| x|y | z |\n";
        assert_eq!(fit(odd, 4), odd);
    }
}
