//! The table of a corpus.

use examen_data::{CorpusRow, CorpusTableReader, CorpusTableWriter};
use proptest::prelude::*;

fn corpus_row() -> impl Strategy<Value = CorpusRow> {
    let counts = (any::<u64>(), any::<u64>(), 0..50u64, 0..50u64, 0..50u64, 0..5u64);
    let optional = || proptest::option::of("\\PC{0,30}");
    let texts = ("[0-9a-f]{32}", "\\PC{0,9}", "\\PC{0,20}", "(python|java)", "(train|test)");
    (texts, counts, optional(), optional(), optional()).prop_map(
        |((id, project, path, language, split), counts, duplicate_of, content, reason)| CorpusRow {
            id,
            project,
            path,
            language,
            split,
            content_hash: "00".to_owned(),
            encoding: "utf-8".to_owned(),
            bytes: counts.0,
            lines: counts.1,
            functions: counts.2,
            methods: counts.3,
            documented: counts.4,
            parse: "clean".to_owned(),
            syntax_errors: counts.5,
            duplicate: "unique".to_owned(),
            duplicate_of,
            content,
            status: "ok".to_owned(),
            reason,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn corpus_rows_come_back_in_order(rows in proptest::collection::vec(corpus_row(), 0..1200)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("corpus.parquet");
        let mut writer = CorpusTableWriter::create(&path).unwrap();
        for row in &rows {
            writer.push(row).unwrap();
        }
        prop_assert_eq!(writer.finish().unwrap().rows, rows.len() as u64);
        let read: Vec<CorpusRow> = CorpusTableReader::open(&path).unwrap().map(Result::unwrap).collect();
        prop_assert!(read == rows);
    }
}
