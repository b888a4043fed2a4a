//! Trees as CoNLL-U files, so that those of other parsers can be used.

use std::collections::BTreeMap;

use crate::sentence::{Sentence, Sentences, Token};

/// Why a CoNLL-U file cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ConlluError {
    /// A line does not have ten columns.
    #[error("line {line}: a CoNLL-U line has 10 columns, this one has {columns}")]
    Columns {
        /// The line, counted from one.
        line: usize,
        /// How many columns it has.
        columns: usize,
    },
    /// A number does not name a word of its sentence.
    #[error("line {line}: `{value}` is not the number of a word of its sentence")]
    Number {
        /// The line, counted from one.
        line: usize,
        /// What stands there.
        value: String,
    },
    /// The arcs of a sentence do not form one tree.
    #[error("line {line}: the heads of the sentence that begins here do not form a tree with one root")]
    Tree {
        /// The sentence's first line, counted from one.
        line: usize,
    },
    /// The words are not those of the text.
    #[error("line {line}: the file has `{found}`, the text goes on with `{expected}`")]
    Text {
        /// The line, counted from one.
        line: usize,
        /// The word in the file.
        found: String,
        /// The text from there on, its first characters.
        expected: String,
    },
}

/// Reads the sentences of a CoNLL-U file; ranges and empty nodes are passed over.
pub fn read(text: &str) -> Result<Sentences, ConlluError> {
    Ok(read_lines(text)?.0)
}

/// The sentences of a file, and the line of every word of all of them.
fn read_lines(text: &str) -> Result<(Sentences, Vec<usize>), ConlluError> {
    let mut sentences = Vec::new();
    let mut lines = Vec::new();
    let mut tokens: Vec<Token> = Vec::new();
    let mut first_line = 1;
    for (index, line) in text.lines().chain(std::iter::once("")).enumerate() {
        let line_number = index + 1;
        if line.trim().is_empty() {
            if !tokens.is_empty() {
                sentences.push(finished(std::mem::take(&mut tokens), first_line)?);
            }
            continue;
        }
        if line.starts_with('#') {
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, form, lemma, upos, xpos, feats, head, deprel, _, misc] = columns[..] else {
            return Err(ConlluError::Columns { line: line_number, columns: columns.len() });
        };
        if id.contains(['-', '.']) {
            continue;
        }
        if tokens.is_empty() {
            first_line = line_number;
        }
        let number = |value: &str| {
            value.parse::<usize>().map_err(|_| ConlluError::Number { line: line_number, value: value.to_owned() })
        };
        if number(id)? != tokens.len() + 1 {
            return Err(ConlluError::Number { line: line_number, value: id.to_owned() });
        }
        lines.push(line_number);
        tokens.push(Token {
            text: form.to_owned(),
            lemma: lemma.to_owned(),
            upos: upos.to_owned(),
            xpos: xpos.to_owned(),
            feats: feats.to_owned(),
            head: number(head)?.checked_sub(1),
            deprel: deprel.to_owned(),
            misc: misc.to_owned(),
            span: 0..0,
        });
    }
    Ok((sentences, lines))
}

fn finished(tokens: Vec<Token>, first_line: usize) -> Result<Sentence, ConlluError> {
    for (index, token) in tokens.iter().enumerate() {
        if token.head.is_some_and(|head| head >= tokens.len()) {
            let value = token.head.map_or(0, |head| head + 1).to_string();
            return Err(ConlluError::Number { line: first_line + index, value });
        }
    }
    let heads: Vec<Option<usize>> = tokens.iter().map(|token| token.head).collect();
    if !crate::parser::is_tree(&heads) {
        return Err(ConlluError::Tree { line: first_line });
    }
    Ok(Sentence { tokens })
}

/// Reads a CoNLL-U file made from `text` and gives every word its place there.
pub fn read_for(conllu: &str, text: &str) -> Result<Sentences, ConlluError> {
    let (mut sentences, lines) = read_lines(conllu)?;
    let mut at = 0;
    let mut words = lines.iter().copied();
    for sentence in &mut sentences {
        for token in &mut sentence.tokens {
            let line = words.next().unwrap_or_default();
            let from = at + text[at..].len() - text[at..].trim_start().len();
            if !text[from..].starts_with(&token.text) {
                return Err(ConlluError::Text { line, found: token.text.clone(), expected: beginning(&text[from..]) });
            }
            at = from + token.text.len();
            token.span = from..at;
        }
    }
    if let Some(rest) = Some(text[at..].trim()).filter(|rest| !rest.is_empty()) {
        return Err(ConlluError::Text {
            line: lines.last().map_or(0, |line| line + 1),
            found: String::from("the end"),
            expected: beginning(rest),
        });
    }
    Ok(sentences)
}

/// Writes sentences as a CoNLL-U file.
pub fn write(sentences: &[Sentence]) -> String {
    let mut out = String::new();
    for sentence in sentences {
        for (index, token) in sentence.tokens.iter().enumerate() {
            let head = token.head.map_or(0, |head| head + 1).to_string();
            let (number, rest) = ((index + 1).to_string(), column(&token.misc));
            let [form, lemma] = [&token.text, &token.lemma].map(|text| column(text));
            let [upos, xpos, feats, deprel] =
                [&token.upos, &token.xpos, &token.feats, &token.deprel].map(|text| column(text));
            let columns = [number, form, lemma, upos, xpos, feats, head, deprel, String::from("_"), rest];
            out.push_str(&columns.join("\t"));
            out.push('\n');
        }
        out.push('\n');
    }
    out
}

fn column(text: &str) -> String {
    if text.is_empty() {
        return String::from("_");
    }
    text.replace(|character: char| character.is_control(), " ")
}

/// The first characters of a text's first line, for people.
fn beginning(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(20).collect()
}

/// The roles that the last column of a treebank gives: for each verb, the words and their labels.
pub(crate) fn roles(sentence: &Sentence) -> BTreeMap<usize, Vec<(usize, String)>> {
    let mut out: BTreeMap<usize, Vec<(usize, String)>> = BTreeMap::new();
    for (word, token) in sentence.tokens.iter().enumerate() {
        for (verb, label) in entries(token) {
            let roles = out.entry(verb).or_default();
            if let Some(label) = short(label) {
                roles.push((word, label));
            }
        }
    }
    out
}

fn entries(token: &Token) -> impl Iterator<Item = (usize, &str)> {
    let list = token.misc.split('|').find_map(|part| part.strip_prefix("Srl=")).unwrap_or("");
    list.split(',').filter_map(|entry| {
        let (verb, label) = entry.split_once(':')?;
        Some((verb.parse::<usize>().ok()?.checked_sub(1)?, label))
    })
}

/// `PropBank`'s label as this crate writes it; `None` for the verb itself and for continued arguments.
fn short(label: &str) -> Option<String> {
    if let Some(kind) = label.strip_prefix("ARGM-") {
        return Some(format!("AM-{kind}"));
    }
    label
        .strip_prefix("ARG")
        .filter(|number| matches!(number.as_bytes(), [b'0'..=b'5']))
        .map(|number| format!("A{number}"))
}
