//! The flags of the `probes` suite.

use crate::error::refuse;
use clap::Args;
use examen_suites::probes::{Edition, Settings, TASKS, Task};
use serde_json::json;

use crate::build::exam_flags::{EditionFlag, ExamFlags, name_of};

/// Examples of a task, as published.
const SIZE: u64 = 10_000;

#[derive(Args)]
#[command(next_help_heading = "The probes suite")]
pub struct ProbeExamFlags {
    /// Examples of each task: three fifths for training, one for validation, one for test, all classes alike.
    #[arg(long, value_name = "N", default_value_t = SIZE)]
    size: u64,
}

/// What is made of functions.
pub struct ProbeExam {
    pub settings: Settings,
    pub tasks: Vec<&'static Task>,
    pub size: u64,
    /// All of it, for the manifest.
    pub configuration: serde_json::Value,
    /// The flags that make it again.
    pub flags: String,
}

impl ProbeExamFlags {
    pub fn exam(&self, common: &ExamFlags, seed: u64) -> crate::Result<ProbeExam> {
        if self.size == 0 {
            refuse!("--size 0 leaves no example: wanted a number from 1 up");
        }
        let edition = common.edition_of(&[EditionFlag::Paper, EditionFlag::Published]);
        let mut tasks: Vec<&'static Task> = TASKS.to_vec();
        tasks.retain(|task| if common.task.is_empty() { task.is_usual() } else { common.names(task.code) });
        let mut flags = Vec::new();
        if !common.task.is_empty() {
            flags.push(format!(" --task {}", common.task.join(",")));
        }
        flags.extend((edition == EditionFlag::Published).then(|| " --edition published".to_owned()));
        flags.extend((self.size != SIZE).then(|| format!(" --size {}", self.size)));
        let settings = Settings {
            seed,
            edition: if edition == EditionFlag::Published { Edition::Published } else { Edition::Paper },
        };
        let configuration = json!({ "edition": name_of(edition), "size": self.size });
        Ok(ProbeExam { settings, tasks, size: self.size, configuration, flags: flags.concat() })
    }
}
