//! Behaviour of the artefacts, one module per theme.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod answers;
mod cards;
mod corpus_table;
mod documents;
mod features;
mod files;
mod hostile;
mod merging;
mod nearest;
mod outside;
mod predictions;
mod quota;
mod sample;
mod schemas;
mod selection;
mod spreadsheet;
mod tables;
mod tasks;
