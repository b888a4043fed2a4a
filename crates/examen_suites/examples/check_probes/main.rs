//! Whether the rows of built probing exams are what their tasks say.
//!
//! ```sh
//! cargo run --release -p examen_suites --example check_probes -- exams
//! ```
//!
//! The folder is a task's, or one above several. In every split all classes have as many rows, and the control labels are
//! the same classes as often. No function (before it was changed) and no word is there twice; of the tasks that ask about a
//! word of a function, `KTX` has different words in the splits. Changes are undone at their tokens: what comes out can be
//! parsed and has as many tokens as the row says, and the change is the task's, told by rules written down here anew. Of the
//! metrics the class is made again from the text. Texts in lower case do not always parse: there only the changes are
//! looked at. One line is printed for each folder; the status is 1 when a row is wrong.

#![expect(clippy::print_stdout, reason = "this is what it is for")]

mod edits;
mod folder;
mod lexing;
mod undoing;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use examen_data::find_task_folders;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root] = arguments.as_slice() else {
        return Err("give a folder that `examen build probes` wrote".into());
    };
    let folders = find_task_folders(Path::new(root))?;
    let folders: Vec<_> = folders.into_iter().filter(|folder| folder.manifest().suite == "probes").collect();
    if folders.is_empty() {
        return Err(format!("no task folder of the probes (with a manifest.json) below {root}").into());
    }
    let mut faults = 0;
    for folder in &folders {
        faults += folder::check(folder)?;
    }
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
