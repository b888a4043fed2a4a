//! Commands in documents, with what they print: blocks that begin with ```` ```console ````.
//!
//! A line behind `$ ` is a command, also over several lines that end in `\`; the lines below it are what it prints. A line `…`
//! stands for any number of lines. A command with nothing below may print anything.

use crate::kept::difference;

/// The line that stands for lines which are not shown.
const ELISION: &str = "…";

/// A command and what a document shows of its output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<'t> {
    /// The command, for a shell.
    pub command: String,
    /// The lines as they stand in the document.
    lines: &'t str,
    shown: Vec<&'t str>,
    /// The empty lines before the next command.
    gap: usize,
}

/// Reads the text of a console block, or says what is wrong with it.
pub fn read_console(text: &str) -> Result<Vec<Step<'_>>, String> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(mut command_rest) = rest.strip_prefix("$ ") else {
            return Err(format!("the first line is no command (`$ …`): {}", rest.lines().next().unwrap_or_default()));
        };
        let mut command = String::new();
        loop {
            let (line, after) = command_rest.split_once('\n').unwrap_or((command_rest, ""));
            command_rest = after;
            let Some(part) = line.strip_suffix('\\') else {
                command.push_str(line);
                break;
            };
            command.push_str(part);
        }
        let lines = &rest[..rest.len() - command_rest.len()];
        let next = if command_rest.starts_with("$ ") { Some(0) } else { command_rest.find("\n$ ").map(|at| at + 1) };
        let (output, after) = command_rest.split_at(next.unwrap_or(command_rest.len()));
        let mut shown: Vec<&str> = output.lines().collect();
        let length = shown.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        let gap = shown.len() - length;
        shown.truncate(length);
        if shown.iter().filter(|line| **line == ELISION).count() > 1 {
            return Err(format!("`{command}`: only one line may be `{ELISION}`"));
        }
        steps.push(Step { command, lines, shown, gap });
        rest = after;
    }
    Ok(steps)
}

impl Step<'_> {
    /// Says where the output of the command is not what is shown.
    pub fn check(&self, printed: &str) -> Result<(), String> {
        let wanted = self.with_elision(printed);
        if self.shown.is_empty() || wanted == self.shown {
            return Ok(());
        }
        let difference = difference(&self.shown.join("\n"), &wanted.join("\n"));
        Err(format!("`{}` prints something else:{difference}", self.command))
    }

    /// The step as the document has it.
    pub fn unchanged(&self) -> String {
        let mut text = self.lines.to_owned();
        self.shown.iter().for_each(|line| text.extend([line, "\n"]));
        text.extend(std::iter::repeat_n('\n', self.gap));
        text
    }

    /// The step as the document should have it: as many lines before and after a `…` as there were.
    pub fn updated(&self, printed: &str) -> String {
        let mut text = self.lines.to_owned();
        if !self.shown.is_empty() {
            self.with_elision(printed).iter().for_each(|line| text.extend([line, "\n"]));
        }
        text.extend(std::iter::repeat_n('\n', self.gap));
        text
    }

    fn with_elision<'p>(&self, printed: &'p str) -> Vec<&'p str> {
        let mut lines: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
        if let Some(before) = self.shown.iter().position(|line| *line == ELISION) {
            let after = self.shown.len() - before - 1;
            if before + after < lines.len() {
                lines.splice(before..lines.len() - after, [ELISION]);
            }
        }
        lines
    }
}
