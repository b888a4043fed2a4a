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

/// Columns that a narrow terminal does without, those that it misses least first. Where that is not enough, long cells are cut, and then
/// columns go from the right; the first two stay, and those that are [`ESSENTIAL`] go last.
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
    "end_line",
    "start_line",
];

/// Columns that a table is there for.
const ESSENTIAL: &[&str] = &["difference"];

/// The most characters of a cell in a table that is too wide.
const MOST_CELL: usize = 24;

/// Makes a text fit a width: tables have shorter cells and fewer columns, which are named below them, and lines are wrapped at spaces. Lines
/// with colours are of code, and stay as they are.
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
            None if is_wide && !line.starts_with('|') && !line.contains('\u{1b}') => wrap(line, width, &mut out),
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

/// Writes a line as several, each below the text of the first: behind its indentation, or behind the name in front of it.
fn wrap(line: &str, width: usize, out: &mut String) {
    let behind_spaces = |from: usize| {
        let rest = line.get(from..).unwrap_or_default();
        from + rest.len() - rest.trim_start().len()
    };
    let start = behind_spaces(0);
    let column = line[start..].find("  ").map_or(start, |at| behind_spaces(start + at));
    let mut used = line[..column].chars().count();
    let indent = if used < width / 2 { used } else { 0 };
    out.push_str(&line[..column]);
    for (at, word) in line[column..].split(' ').enumerate() {
        let length = word.chars().count();
        if at > 0 && used + 1 + length > width {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            used = indent;
        } else if at > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += length;
    }
    out.push('\n');
}

fn write_narrow(rows: &[Vec<&str>], width: usize, out: &mut String) {
    let header: Vec<&str> = rows[0].iter().map(|cell| cell.trim()).collect();
    let mut kept: Vec<usize> = (0..header.len()).collect();
    let is_too_wide = |kept: &[usize], rows: &[Vec<String>]| {
        kept.iter().map(|&column| rows[0][column].chars().count() + 1).sum::<usize>() >= width
    };
    let mut cells: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|&cell| cell.to_owned()).collect()).collect();
    let mut left_out = Vec::new();
    let mut leave_out = |column: usize, kept: &mut Vec<usize>| {
        if let Some(at) = kept.iter().position(|&it| it == column) {
            left_out.push(kept.remove(at));
        }
    };
    for column in DISPENSABLE.iter().filter_map(|name| header.iter().position(|it| it == name)) {
        if is_too_wide(&kept, &cells) {
            leave_out(column, &mut kept);
        }
    }
    let is_essential = |column: &usize| ESSENTIAL.contains(&header[*column]);
    if is_too_wide(&kept, &cells) {
        for row in &mut cells {
            for (_, cell) in row.iter_mut().enumerate().filter(|(column, _)| !is_essential(column)) {
                *cell = cut(cell);
            }
        }
    }
    let (essential, others): (Vec<usize>, Vec<usize>) = (2..header.len()).rev().partition(is_essential);
    for column in others.into_iter().chain(essential) {
        if is_too_wide(&kept, &cells) {
            leave_out(column, &mut kept);
        }
    }
    for row in &cells {
        let cells: Vec<&str> = kept.iter().map(|&column| &*row[column]).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "|{}|", cells.join("|"));
    }
    left_out.sort_unstable();
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.iter().map(|&column| header[column]).collect();
        wrap(&format!("(left out, for want of width: {})", names.join(", ")), width, out);
    }
}

/// A cell of at most [`MOST_CELL`] characters between its spaces. Of a text the end is kept: it tells more of paths and names.
fn cut(cell: &str) -> String {
    let length = cell.chars().count();
    let Some(surplus) = length.checked_sub(MOST_CELL + 2).filter(|surplus| *surplus > 0) else {
        return cell.to_owned();
    };
    let text = cell.trim();
    let text_length = text.chars().count();
    if text_length <= MOST_CELL {
        // The padding goes, on the side where it is.
        let is_right_aligned = cell.starts_with("  ");
        let kept = cell.chars().skip(if is_right_aligned { surplus } else { 0 });
        return kept.take(MOST_CELL + 2).collect();
    }
    if text.chars().all(|it| it == '-') {
        return "-".repeat(MOST_CELL + 2);
    }
    let end: String = text.chars().skip(text_length - MOST_CELL + 1).collect();
    format!(" …{end} ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: &str = "before\n| task | model | n | positive | note |\n|------|-------|---|----------|------|\n\
                        | a    | m     | 1 | 50.00    |      |\n\nafter, which may be as long as it likes\n";

    #[test]
    fn a_table_that_fits_stays() {
        assert_eq!(fit(WIDE, 80), WIDE);
        assert_eq!(fit("no table, no end of line", 80), "no table, no end of line");
    }

    #[test]
    fn columns_go_in_the_order_that_is_declared_and_then_from_the_right() {
        let header = |width: usize| fit(WIDE, width).lines().nth(1).unwrap_or_default().to_owned();
        assert_eq!(header(34), "| task | model | n | note |");
        assert_eq!(header(26), "| task | model | n |");
        assert_eq!(header(16), "| task | model |");
        assert_eq!(header(3), "| task | model |");
        let text = fit(WIDE, 26);
        assert!(text.contains("\n(left out, for want of\nwidth: positive, note)\n"), "{text}");
        assert!(text.ends_with("\nafter, which may be as\nlong as it likes\n"), "{text}");
        let compared = "| task | model | first | difference | p |\n|------|-------|-------|------------|---|\n";
        assert!(fit(compared, 30).starts_with("| task | model | difference |\n"), "{}", fit(compared, 30));
        let long = "| task                              | model | difference                |\n\
                    | probes/a-task-with-a-long-name-12 | m     | +25.00 [-100.00, +100.00] |\n";
        let end = "-with-a-long-name-12 | m     | +25.00 [-100.00, +100.00] |\n";
        assert!(fit(long, 66).ends_with(end), "a number is cut: {}", fit(long, 66));
    }

    #[test]
    fn long_cells_are_cut_before_columns_go() {
        let path = "| path                              | n   |\n|-----------------------------------|-----|\n\
                    | corpus/org/example/cache/Map.java | 103 |\n| a.py                              |   4 |\n";
        assert_eq!(
            fit(path, 40),
            "| path                     | n   |\n|--------------------------|-----|\n\
             | …/example/cache/Map.java | 103 |\n| a.py                     |   4 |\n"
        );
    }

    #[test]
    fn lines_are_wrapped_below_their_text() {
        assert_eq!(fit("  name    one two three four\n", 24), "  name    one two three\n          four\n");
        assert_eq!(fit("one two\n", 5), "one\ntwo\n");
        assert_eq!(fit("\u{1b}[1mone two\n", 5), "\u{1b}[1mone two\n");
    }

    #[test]
    fn a_table_with_a_bar_in_a_cell_stays() {
        let odd = "| a | b |\n|---|---|\n| x|y | z |\n";
        assert_eq!(fit(odd, 4), odd);
    }
}
