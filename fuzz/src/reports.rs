//! What people and programs are shown: findings in every format, tables and pages of results.

use examen_analysis::{ParsedFile, QuerySettings, Scope, findings_in_file};
use examen_data::ResultLog;
use examen_queries::python::QUERIES;
use examen_queries::{PythonRules, QueryEdition};
use examen_report::findings::{Format, Printer};
use examen_report::html::{ReportInputs, write_report};
use examen_report::score_tables::score_tables;

use crate::check_json_lines;
use crate::files::with_file;

/// Findings of a text in a file of an odd name: lines of JSON are JSON, annotations begin as such and stay on their line, and no
/// control character reaches a terminal.
pub fn findings(data: &[u8]) {
    let path = "a\u{1b}]0;\u{7},::\u{202e}%0A.py";
    let Ok(file) = ParsedFile::new(path.to_owned(), data.to_vec()) else { return };
    let settings = QuerySettings {
        queries: QUERIES.to_vec(),
        edition: QueryEdition::default(),
        scope: Scope::File,
        python: PythonRules::default(),
        has_negatives: true,
        respects_noqa: false,
    };
    let found = findings_in_file(&file, &settings);
    let files = [file];
    for format in [Format::Text, Format::Jsonl, Format::Sarif, Format::Github] {
        let rendered = format.render(&files, 0, &found, &settings.queries).unwrap_or_else(|error| panic!("{error}"));
        let output = &rendered.output;
        match format {
            Format::Text => assert!(!output.contains(['\u{7}', '\u{9b}', '\u{202e}']), "{output:?}"),
            Format::Jsonl => assert_eq!(check_json_lines(output) as u64 + rendered.unwritten, found.len() as u64),
            Format::Github => assert!(output.lines().all(|line| line.starts_with("::")), "{output:?}"),
            Format::Sarif => check_sarif(&rendered, &settings),
        }
    }
}

/// The whole document of a file is JSON.
fn check_sarif(rendered: &examen_report::findings::Rendered, settings: &QuerySettings) {
    with_file("log.sarif", b"", |path| {
        let file = std::fs::File::create(path).unwrap_or_else(|error| panic!("{error}"));
        let mut printer =
            Printer::new(Box::new(file), Format::Sarif, &settings.queries).unwrap_or_else(|error| panic!("{error}"));
        printer.print(rendered).unwrap_or_else(|error| panic!("{error}"));
        printer.finish().unwrap_or_else(|error| panic!("{error}"));
        let text = std::fs::read(path).unwrap_or_else(|error| panic!("{error}"));
        assert!(serde_json::from_slice::<serde_json::Value>(&text).is_ok(), "no JSON");
    });
}

/// A log of results is an error, or has tables without control characters and a report.
pub fn results(data: &[u8]) {
    with_file("result.json", data, |path| {
        let Ok(log) = ResultLog::read(path) else { return };
        for has_published in [false, true] {
            // The command shows it through `visible`.
            let _ = score_tables(&log.rows, has_published);
        }
        let out = path.with_file_name("report");
        let inputs = ReportInputs { results: vec![path.to_owned()], ..ReportInputs::default() };
        // A log of no suite that is known has no report.
        if let Ok(written) = write_report(&inputs, &out) {
            assert!(written.index.is_file());
            std::fs::remove_dir_all(&out).unwrap_or_else(|error| panic!("{error}"));
        }
    });
}
