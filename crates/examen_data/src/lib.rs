//! The three artefacts on disk: examples, predictions and the result log.
//!
//! In the flow of the project this crate stands between the half that makes exams and the half that answers and scores
//! them. It knows columns, files, shards, manifests and data cards; it does not know how a row was made, so any half
//! can be replaced by another tool that writes the same files. `examen.schema` in the metadata of every table names
//! its schema and version, and readers check it.
//!
//! Two promises hold for everything written here. *Same rows, same bytes*: row groups are cut by a rule that looks
//! only at the rows, so batches, threads and shards leave no trace in a file. *Nothing by halves*: a file appears under
//! its own name only when it is complete and on the disk; a killed writer leaves at most hidden temporary files, which
//! the next run of the same job takes over.
//!
//! Memory is bounded: a table writer holds one row group (at most [`ROW_GROUP_ROWS`] rows and about
//! [`ROW_GROUP_BYTES`] bytes), sorting holds [`SORT_BUFFER_BYTES`] per split and spills the rest.

mod answer;
mod answer_forms;
mod answer_kind;
mod atomic_file;
mod batch_to_json;
mod bounded_top_k;
mod card_facts;
mod card_info;
mod cell_values;
mod comparison;
mod corpus_table;
mod data_card;
mod endpoint_run;
mod error;
mod example_scores;
mod examples;
mod external_sort;
mod features;
mod fingerprint_table;
mod folder_lock;
mod foreign_answer;
mod front_matter;
mod input_hash;
mod json_text;
mod json_to_batch;
mod jsonl;
mod logged_path;
mod manifest;
mod merge;
mod nearest;
mod numbers;
mod predictions;
mod predictions_file;
mod quota;
mod result_log;
mod row_buffer;
mod row_groups;
mod row_size;
mod run_file;
mod selection;
mod shard;
mod sorted_merge;
mod sorted_task;
mod spreadsheet;
mod suite_card;
mod table_reader;
mod table_rows;
mod table_schema;
mod table_writer;
mod task_folder;
mod task_writer;

pub use answer::Answer;
pub use answer_forms::{
    ChoiceAnswer, ClassAnswer, LabelsAnswer, MatchAnswer, NameAnswer, Place, RelevanceAnswer, SpanAnswer, TextAnswer,
};
pub use answer_kind::{AnswerKind, AnswerSpec};
pub use atomic_file::{AtomicFile, FileDigest, write_atomically, write_renamed};
pub use batch_to_json::{batch_to_rows, rows_to_jsonl};
pub use bounded_top_k::{BoundedTopK, Thresholds};
pub use card_facts::CardFacts;
pub use card_info::CardInfo;
pub use cell_values::TableRow;
pub use comparison::{Comparison, RepeatedRuns};
pub use corpus_table::{CorpusRow, CorpusTableReader, CorpusTableWriter, corpus_schema};
pub use data_card::render_card;
pub use endpoint_run::{EndpointRun, RunCounts, RunTokens};
pub use error::{DataError, Result, why_no_folder};
pub use example_scores::{
    ExampleScore, Measure, example_scores_path, example_scores_schema, read_example_scores, write_example_scores,
};
pub use examples::{COMMON_COLUMNS, ExampleId, ExampleKey, Rank, TaskSchema, column};
pub use external_sort::{SORT_BUFFER_BYTES, SortSummary};
pub use features::{
    FeatureReader, FeatureShape, FeatureWriter, open_features, read_feature_table, write_feature_table,
};
pub use fingerprint_table::{FingerprintRow, FingerprintTableWriter, fingerprints_schema};
pub use folder_lock::FolderLock;
pub use input_hash::InputHash;
pub use json_text::JsonText;
pub use json_to_batch::rows_to_batch;
pub use jsonl::{JsonlReader, JsonlWriter, MAX_LINE_BYTES};
pub use logged_path::logged_path;
pub use manifest::{Counts, FileEntry, MANIFEST_SCHEMA, Manifest, Provenance, Tool};
pub use merge::{MergedTask, merge, merge_task};
pub use nearest::{did_you_mean, nearest_name};
pub use numbers::{counted, grouped};
pub use predictions::{Prediction, PredictionStatus, predictions_schema};
pub use predictions_file::{PredictionReader, PredictionWriter};
pub use quota::{Quota, Shortage};
pub use result_log::{RESULT_SCHEMA, ResultHeader, ResultLog, ResultRow};
pub use row_groups::{ROW_GROUP_BYTES, ROW_GROUP_ROWS};
pub use selection::{Balance, Selection};
pub use shard::Shard;
pub use spreadsheet::{cell_text, spreadsheet_text};
pub use suite_card::write_suite_card;
pub use table_reader::TableReader;
pub use table_schema::{SCHEMA_KEY, TableSchema};
pub use table_writer::TableWriter;
pub use task_folder::{TaskFolder, find_task_folders, hash_file};
pub use task_writer::{TaskWriter, finish_all};
