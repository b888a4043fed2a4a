//! What is shown: a report, a rating, or both.

use std::path::{Path, PathBuf};

use examen_evaluation::ratings::RatingFolder;
use examen_report::html::is_report;

use crate::error::{Result, ServerError};

/// Where `examen run` puts its report below its output.
const REPORT: &str = "report";

/// The folders of a server.
#[derive(Clone, Debug)]
pub struct Site {
    pub(crate) report: Option<PathBuf>,
    pub(crate) ratings: Option<RatingFolder>,
}

impl Site {
    /// Looks into a folder: it is a report, the output of a run with a report in it, a rating, or several of these. A rating may lie
    /// elsewhere.
    pub fn find(folder: &Path, ratings: Option<&Path>) -> Result<Self> {
        let report = [folder.to_owned(), folder.join(REPORT)].into_iter().find(|path| is_report(path));
        let ratings = match ratings {
            Some(path) => Some(RatingFolder::open(path)?),
            None if RatingFolder::is_one(folder) => Some(RatingFolder::open(folder)?),
            None => None,
        };
        // So that paths inside can be compared with it.
        let report = report.map(|path| path.canonicalize()).transpose()?;
        if report.is_none() && (ratings.is_none() || !folder.is_dir()) {
            return Err(ServerError::Nothing { path: folder.to_owned() });
        }
        Ok(Self { report, ratings })
    }
}
