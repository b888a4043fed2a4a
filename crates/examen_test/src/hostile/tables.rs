//! Tables and archives that a corpus may hold.

use super::containers;
use super::shape::Shape::{self, Made, Repeated};
use super::shape::noise;

/// Kinds of tables and archives: name, ending, bytes.
pub(super) const KINDS: &[(&str, &str, Shape)] = &[
    ("jsonl/blank-lines", "jsonl", Repeated("", "\n", "")),
    ("jsonl/brackets-nested", "jsonl", Repeated("{\"content\": ", "[", "\n")),
    ("jsonl/columns", "jsonl", Repeated("{\"content\": \"x = 1\"", ", \"a{n}\": 1", "}\n")),
    ("jsonl/content-repeated", "jsonl", Repeated("{\"content\": \"x = 1\"", ", \"content\": \"x = 1\"", "}\n")),
    ("jsonl/escapes", "jsonl", Repeated("{\"content\": \"", "\\u0061", "\"}\n")),
    ("jsonl/noise", "jsonl", Made(noise)),
    ("jsonl/one-line", "jsonl", Repeated("", " ", "")),
    ("jsonl/rows", "jsonl", Repeated("", "{\"content\": \"x = {n}\", \"language\": \"python\"}\n", "")),
    ("jsonl/rows-bad", "jsonl", Repeated("", "{\"content\": 1\n", "")),
    ("jsonl-gz/noise", "jsonl.gz", Made(noise)),
    ("jsonl-gz/bomb", "jsonl.gz", Made(containers::gzip_bomb)),
    ("parquet/columns", "parquet", Made(containers::parquet_columns)),
    ("parquet/footer-only", "parquet", Made(containers::parquet_footer)),
    ("parquet/groups-nested", "parquet", Made(containers::parquet_groups)),
    ("parquet/noise", "parquet", Made(noise)),
    ("tar/entries", "tar", Made(containers::tar_entries)),
    ("tar/large-claim", "tar", Made(containers::tar_large_claim)),
    ("tar/links", "tar", Made(containers::tar_links)),
    ("tar/long-name", "tar", Made(containers::tar_long_name)),
    ("tar/noise", "tar", Made(noise)),
    ("tar/records", "tar", Made(containers::tar_records)),
    ("tar-gz/bomb", "tar.gz", Made(containers::gzip_bomb)),
    ("tar-gz/noise", "tar.gz", Made(noise)),
    ("zip/climbing", "zip", Made(containers::zip_climbing)),
    ("zip/entries", "zip", Made(containers::zip_entries)),
    ("zip/long-names", "zip", Made(containers::zip_long_names)),
    ("zip/nested", "zip", Made(containers::zip_nested)),
    ("zip/noise", "zip", Made(noise)),
    ("zip/overlapping", "zip", Made(containers::zip_overlapping)),
];
