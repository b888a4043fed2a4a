//! Docstrings and Javadoc as runs of plain text, pieces of code and breaks between sentences.

use std::ops::Range;

/// A stretch of a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Plain text to be split into words.
    Text(Range<usize>),
    /// One word whose text is known: inline code, a link's target, a character behind an entity.
    Word(String, Range<usize>),
    /// No sentence goes on past here.
    Break,
}

/// Tags of HTML that end a sentence.
const BLOCKS: &[&str] = &[
    "p", "br", "li", "ul", "ol", "pre", "dl", "dd", "dt", "table", "tr", "td", "th", "div", "h1", "h2", "h3", "h4",
    "hr",
];

/// Javadoc's block tags that take a name before their text.
const NAMED_TAGS: &[&str] = &["@param", "@throws", "@exception"];

/// Heads of sections in docstrings.
const SECTIONS: &[&str] = &[
    "args",
    "arguments",
    "parameters",
    "params",
    "returns",
    "return",
    "yields",
    "yield",
    "raises",
    "throws",
    "example",
    "examples",
    "note",
    "notes",
    "see also",
    "references",
    "attributes",
    "warning",
    "warnings",
    "keyword arguments",
    "usage",
    "todo",
];

/// How far a tag or a quote looks for its end, in bytes.
const NEAR: usize = 500;

/// Splits a comment into pieces.
pub(crate) fn pieces(text: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut fenced = false;
    // Elsewhere a star opens an item of a list.
    let starred = text.trim_start().starts_with("/*");
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let (from, to) = trimmed(text, start, at, starred);
        let content = &text[from..to];
        if content.starts_with("```") || content.starts_with("~~~") {
            fenced = !fenced;
            out.push(Piece::Break);
            continue;
        }
        let rule = content.len() > 2 && content.bytes().all(|byte| b"-=~*_#+^".contains(&byte));
        if content.is_empty() || fenced || rule || content.starts_with(">>>") || content.starts_with("... ") {
            out.push(Piece::Break);
            continue;
        }
        if is_section(content) {
            out.push(Piece::Break);
            continue;
        }
        let skipped = lead(content);
        if let Some(skipped) = skipped {
            out.push(Piece::Break);
            inline(text, from + skipped..to, &mut out);
        } else {
            inline(text, from..to, &mut out);
        }
    }
    out
}

/// A line without spaces and the signs that make it a comment.
fn trimmed(text: &str, mut from: usize, mut to: usize, starred: bool) -> (usize, usize) {
    from += text[from..to].len() - text[from..to].trim_start().len();
    for sign in ["/**", "/*", "*/", "///", "//", "\"\"\"", "'''"] {
        if text[from..to].starts_with(sign) {
            from += sign.len();
        }
    }
    let content = &text[from..to];
    let star = content.strip_prefix('*').is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
    if starred && star || content.starts_with("# ") {
        from += 1;
    }
    from += text[from..to].len() - text[from..to].trim_start().len();
    to = from + text[from..to].trim_end().len();
    for sign in ["*/", "\"\"\"", "'''"] {
        if text[from..to].ends_with(sign) {
            to -= sign.len();
        }
    }
    (from, from + text[from..to].trim_end().len())
}

fn is_section(content: &str) -> bool {
    content.strip_suffix(':').is_some_and(|head| SECTIONS.contains(&head.to_lowercase().as_str()))
}

/// The bytes of a list's sign or a tag at the start of a line; `None` where the line goes on the one before.
fn lead(content: &str) -> Option<usize> {
    for sign in ["- ", "* ", "+ ", "• ", "o "] {
        if content.starts_with(sign) {
            return Some(sign.len());
        }
    }
    let digits = content.len() - content.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    if (1..=2).contains(&digits) && (content[digits..].starts_with(". ") || content[digits..].starts_with(") ")) {
        return Some(digits + 2);
    }
    if let Some(tag) = content.split_whitespace().next().filter(|tag| tag.len() > 1 && tag.starts_with('@')) {
        let known = tag[1..].bytes().all(|byte| byte.is_ascii_alphabetic());
        let named = NAMED_TAGS.contains(&tag).then(|| second_word_end(content)).flatten();
        return known.then_some(named.unwrap_or(tag.len()));
    }
    // reST: ":param name: text".
    if let Some(rest) = content.strip_prefix(':')
        && let Some(end) = rest.find(':')
        && rest[..end].starts_with(|first: char| first.is_ascii_lowercase())
        && !rest[end..].starts_with(":`")
    {
        return Some(end + 2);
    }
    None
}

fn second_word_end(content: &str) -> Option<usize> {
    let first = content.find(char::is_whitespace)?;
    let rest = content[first..].trim_start();
    let start = content.len() - rest.len();
    Some(start + rest.find(char::is_whitespace).unwrap_or(rest.len()))
}

/// Appends the pieces of one line.
fn inline(text: &str, range: Range<usize>, out: &mut Vec<Piece>) {
    let mut plain = range.start;
    let mut at = range.start;
    while at < range.end {
        let rest = near(&text[at..range.end]);
        let found = match rest.as_bytes()[0] {
            b'`' | b':' => quoted(rest),
            b'{' => javadoc(rest),
            b'<' => html(rest),
            b'&' => entity(rest),
            _ => None,
        };
        let Some((length, piece)) = found else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        if plain < at {
            out.push(Piece::Text(plain..at));
        }
        match piece {
            Inline::Word(word) if !word.trim().is_empty() => out.push(Piece::Word(squeezed(&word), at..at + length)),
            Inline::Text(inner) => out.push(Piece::Text(at + inner.start..at + inner.end)),
            Inline::Break => out.push(Piece::Break),
            Inline::Word(_) | Inline::Nothing => {}
        }
        at += length;
        plain = at;
    }
    if plain < range.end {
        out.push(Piece::Text(plain..range.end));
    }
}

/// The next few hundred bytes: a tag that is not closed there is none.
fn near(rest: &str) -> &str {
    &rest[..rest.floor_char_boundary(NEAR)]
}

enum Inline {
    Word(String),
    Text(Range<usize>),
    Break,
    Nothing,
}

/// Code between back quotes, with or without a role before it: "`x`", "``x``", ":class:`x`".
fn quoted(rest: &str) -> Option<(usize, Inline)> {
    let role = match rest.strip_prefix(':') {
        Some(after) => {
            let name = after
                .find(|character: char| !character.is_ascii_alphanumeric() && !matches!(character, ':' | '_' | '-'))?;
            (after[name..].starts_with('`') && after[..name].ends_with(':')).then_some(name + 1)?
        }
        None => 0,
    };
    let ticks = rest[role..].len() - rest[role..].trim_start_matches('`').len();
    let body = role + ticks;
    let end = rest[body..].find(&"`".repeat(ticks))?;
    let length = body + end + ticks;
    let content = rest[body..body + end].trim_start_matches(['~', '!']);
    if ticks > 2 || content.is_empty() {
        return None;
    }
    // "`text <target>`" shows its text.
    let shown = content.split_once(" <").map_or(content, |(shown, _)| shown);
    let plain = role == 0 && ticks == 1 && shown.split(' ').count() > 3;
    let inner = body..body + shown.len();
    Some((length, if plain { Inline::Text(inner) } else { Inline::Word(shown.to_owned()) }))
}

/// Javadoc's inline tags: "{@code x}", "{@link Type#member label}".
fn javadoc(rest: &str) -> Option<(usize, Inline)> {
    let content = rest.strip_prefix("{@")?;
    let mut depth = 1usize;
    let end = content.char_indices().find_map(|(at, character)| {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let length = end + 3;
    let (tag, body) = content[..end].split_once(char::is_whitespace).unwrap_or((&content[..end], ""));
    let body = body.trim();
    let word = match tag {
        "link" | "linkplain" => {
            let cut = body.find(|character: char| character.is_whitespace()).filter(|_| !body.contains('('));
            let cut = cut.or_else(|| body.find(") ").map(|at| at + 1));
            let (target, label) = cut.map_or((body, ""), |cut| (&body[..cut], body[cut..].trim()));
            if label.is_empty() { target.trim_start_matches('#').to_owned() } else { label.to_owned() }
        }
        "code" | "literal" | "value" => body.to_owned(),
        _ => return Some((length, Inline::Nothing)),
    };
    Some((length, Inline::Word(word)))
}

/// Tags of HTML; what stands between `<code>` and `</code>` is one word.
fn html(rest: &str) -> Option<(usize, Inline)> {
    let end = rest.find('>').filter(|&end| end < 200)?;
    let inside = rest[1..end].trim_start_matches('/').trim_end_matches('/');
    let name: String = inside.chars().take_while(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    let after = &inside[name.len()..];
    if name.is_empty() || !(after.is_empty() || after.starts_with(char::is_whitespace)) {
        return None;
    }
    if matches!(name.as_str(), "code" | "tt" | "kbd") && !rest.starts_with("</") {
        let close = format!("</{name}>");
        let lower = rest.to_ascii_lowercase();
        let close_at = lower.find(&close)?;
        return Some((close_at + close.len(), Inline::Word(rest[end + 1..close_at].to_owned())));
    }
    if BLOCKS.contains(&name.as_str()) {
        return Some((end + 1, Inline::Break));
    }
    let known = matches!(
        name.as_str(),
        "b" | "i"
            | "em"
            | "strong"
            | "a"
            | "span"
            | "u"
            | "sup"
            | "sub"
            | "code"
            | "tt"
            | "kbd"
            | "var"
            | "blockquote"
            | "font"
            | "small"
    );
    known.then_some((end + 1, Inline::Nothing))
}

fn entity(rest: &str) -> Option<(usize, Inline)> {
    let known = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&nbsp;", ""), ("&#64;", "@")];
    let (name, text) = known.into_iter().find(|(name, _)| rest.starts_with(name))?;
    Some((name.len(), if text.is_empty() { Inline::Nothing } else { Inline::Word(text.to_owned()) }))
}

fn squeezed(word: &str) -> String {
    word.split_whitespace().collect::<Vec<_>>().join(" ")
}
