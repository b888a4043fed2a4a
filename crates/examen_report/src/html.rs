//! The report: a folder of pages that opens from a disk, without a server or a network.
//!
//! Everything in it is made of result rows, manifests, examples and predictions; nothing is scored here. Same inputs, same bytes: no
//! time, no machine, no path of one. All texts of others are escaped or set as text by the script, and the pages forbid any script
//! but ours.

mod artefacts;
mod charts;
#[cfg(test)]
mod contrast;
mod examples;
mod folder;
mod grid;
mod inputs;
mod methods;
mod pages;
mod sections;
mod visible;

use std::path::{Path, PathBuf};

pub use folder::{is_report, listed_files};
pub use inputs::ReportInputs;

use crate::error::Result;
use artefacts::Artefacts;
use charts::CHART_STYLE;
use examples::{read_examples, write_chunks};
use folder::{Folder, INDEX};
use inputs::Loaded;
use pages::Pages;

const STYLE: &str = include_str!("../assets/style.css");
/// The script of all pages.
pub const SCRIPT: &str = include_str!("../assets/report.js");

/// The style of all pages.
pub fn page_style() -> String {
    format!("{STYLE}\n{CHART_STYLE}")
}

/// A report that was written.
#[derive(Debug)]
pub struct WrittenReport {
    /// Its first page.
    pub index: PathBuf,
    /// The size of all files.
    pub bytes: u64,
    /// Examples that can be browsed.
    pub examples: usize,
}

/// Writes the report on some results into a folder: a new one, or one with a report.
pub fn write_report(inputs: &ReportInputs, out: &Path) -> Result<WrittenReport> {
    let loaded = Loaded::read(inputs)?;
    let browser = read_examples(inputs, &loaded)?;
    let mut artefacts = Artefacts::new(Folder::open(out)?);
    let pages = Pages::new(&loaded, &browser, inputs);
    for suite in &loaded.suites {
        let page = pages.suite(suite, &loaded.trained, &browser, &mut artefacts)?;
        artefacts.folder.write(&pages::suite_file(&suite.name), &page)?;
    }
    if !inputs.training.is_empty() {
        let page = pages.training(inputs, &loaded, &mut artefacts)?;
        artefacts.folder.write(pages::TRAINING, &page)?;
    }
    let page = pages.methods(inputs, &loaded, &browser, &mut artefacts)?;
    artefacts.folder.write(pages::METHODS, &page)?;
    if !browser.tasks.is_empty() {
        write_chunks(&browser, &mut artefacts.folder)?;
        artefacts.folder.write(pages::EXAMPLES, &pages.examples(&browser)?)?;
    }
    artefacts.folder.write("assets/style.css", &page_style())?;
    artefacts.folder.write("assets/report.js", SCRIPT)?;
    let index = pages.overview(&loaded, &browser, &mut artefacts)?;
    let examples = browser.tasks.iter().map(examples::BrowsedTask::shown).sum();
    let bytes = artefacts.folder.finish(&index)?;
    Ok(WrittenReport { index: out.join(INDEX), bytes, examples })
}
