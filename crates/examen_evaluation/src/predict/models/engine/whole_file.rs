//! The text of a file, put together from the blocks that a row shows.

use std::collections::BTreeMap;

use examen_corpus::Fingerprint;
use examen_syntax::LineIndex;

use super::Block;

/// Tasks whose rows show whole files. Blocks without a gap are the file there, even if the hash is that of other bytes, as in
/// files that are not UTF-8.
const TASKS_OF_WHOLE_FILES: [&str; 2] = ["file", "prefix"];

/// Returns the text of the file with this hash, if the blocks of a row of this task show all of it.
pub(super) fn whole_file(blocks: &[Block], content_hash: &str, task: &str) -> Option<String> {
    let text = rebuilt(blocks)?;
    // The last line's end is not part of a block's content.
    for text in [text.clone(), format!("{text}\n")] {
        if Fingerprint::of(text.as_bytes()).content_hash_hex() == content_hash {
            return Some(text);
        }
    }
    // Tasks of rewritten examples are named after those that they come from.
    let task = task.strip_prefix("queries.").unwrap_or(task);
    TASKS_OF_WHOLE_FILES.contains(&task).then_some(text)
}

/// The text whose lines the blocks are; nothing unless they are all lines from the first on, without a gap.
///
/// Whether lines follow after the last one cannot be seen here.
fn rebuilt(blocks: &[Block]) -> Option<String> {
    let mut lines: BTreeMap<u32, &str> = BTreeMap::new();
    // A block without lines of the file is an artificial one.
    for block in blocks.iter().filter(|block| !block.line_ranges.is_empty()) {
        let index = LineIndex::new(&block.content);
        let mut texts = (1..=index.line_count()).map(|line| index.line_span(line).text(&block.content));
        for line in block.line_ranges.iter().flat_map(|range| range.start..range.end) {
            // A last line that is empty counts for none in the content, which lacks its line end.
            lines.insert(line, texts.next().unwrap_or_default());
        }
        if texts.next().is_some() {
            return None;
        }
    }
    let last = lines.keys().next_back().copied()?;
    if lines.len() as u64 != u64::from(last) + 1 {
        return None;
    }
    let mut text = String::new();
    for (line, content) in lines {
        text.push_str(content);
        if line != last && !content.ends_with(['\n', '\r']) {
            text.push('\n');
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::super::LineRange;
    use super::*;

    fn block<'c>(content: &'c str, ranges: &[(u32, u32)]) -> Block<'c> {
        let line_ranges = ranges.iter().map(|&(start, end)| LineRange { start, end }).collect();
        Block { content: content.into(), line_ranges }
    }

    #[test]
    fn lines_come_back_in_order() {
        let blocks = [block("a\nd", &[(0, 1), (3, 4)]), block("b\nc", &[(1, 3)]), block("artificial", &[])];
        assert_eq!(rebuilt(&blocks).as_deref(), Some("a\nb\nc\nd"));
        assert_eq!(rebuilt(&[block("a\n", &[(0, 2)]), block("c", &[(2, 3)])]).as_deref(), Some("a\n\nc"));
    }

    #[test]
    fn gaps_and_lines_too_many_are_no_file() {
        assert_eq!(rebuilt(&[block("b", &[(1, 2)])]), None);
        assert_eq!(rebuilt(&[block("a\nb", &[(0, 1)])]), None);
        assert_eq!(rebuilt(&[]), None);
    }
}
