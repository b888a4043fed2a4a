//! From bytes to text, the way the language's own reader does it.

use encoding_rs::UTF_8;

use crate::{Diagnostic, DiagnosticKind, Language, Span};

/// How the bytes of a text were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Encoding {
    /// Valid UTF-8 without a byte order mark.
    Utf8,
    /// Valid UTF-8 behind a byte order mark, which is not part of the text.
    Utf8Bom,
    /// UTF-16 behind a byte order mark.
    Utf16,
    /// The encoding that a PEP 263 comment names.
    Declared,
    /// Neither valid UTF-8 nor what was declared: every byte is one character (ISO-8859-1).
    Latin1Fallback,
}

impl Encoding {
    /// The stable kebab-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf8Bom => "utf-8-bom",
            Self::Utf16 => "utf-16",
            Self::Declared => "declared",
            Self::Latin1Fallback => "latin-1-fallback",
        }
    }
}

/// A decoded source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The text, without a byte order mark.
    pub text: String,
    /// How it was read.
    pub encoding: Encoding,
    /// What the reader had to put up with.
    pub diagnostics: Vec<Diagnostic>,
}

impl SourceText {
    /// Decodes the bytes of a source file. Never fails: what is not valid is read as Latin-1, and said so.
    ///
    /// Python files follow PEP 263: a byte order mark, then a declaration in one of the first two lines, then UTF-8.
    pub fn decode(bytes: Vec<u8>, language: Language) -> Self {
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Self::decode_utf16(&bytes);
        }
        let declared = match language {
            Language::Python => declared_encoding(&bytes),
            Language::Java => None,
        };
        let has_bom = bytes.starts_with(b"\xef\xbb\xbf");
        if let Some(codec) = declared
            && !has_bom
            && codec != Codec::Table(UTF_8)
            && !bytes.is_ascii()
        {
            return Self::decode_declared(&bytes, codec);
        }
        match String::from_utf8(bytes) {
            Ok(mut text) if has_bom => {
                text.drain(..3);
                Self { text, encoding: Encoding::Utf8Bom, diagnostics: Vec::new() }
            }
            Ok(text) => Self { text, encoding: Encoding::Utf8, diagnostics: Vec::new() },
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                Self::latin1(error.as_bytes(), format!("not valid UTF-8 from byte {at}"))
            }
        }
    }

    fn decode_declared(bytes: &[u8], codec: Codec) -> Self {
        let text = match codec {
            Codec::Latin1 => encoding_rs::mem::decode_latin1(bytes),
            Codec::Table(encoding) => match encoding.decode_without_bom_handling(bytes) {
                (text, false) => text,
                (_, true) => {
                    return Self::latin1(bytes, format!("not valid {}, which the file declares", encoding.name()));
                }
            },
        };
        Self { text: text.into_owned(), encoding: Encoding::Declared, diagnostics: Vec::new() }
    }

    fn latin1(bytes: &[u8], message: String) -> Self {
        let text = encoding_rs::mem::decode_latin1(bytes).into_owned();
        let end = text.len() as u32;
        let diagnostic = Diagnostic::new(DiagnosticKind::Decoding, Span::new(0, end), message);
        Self { text, encoding: Encoding::Latin1Fallback, diagnostics: vec![diagnostic] }
    }

    fn decode_utf16(bytes: &[u8]) -> Self {
        let (text, _, malformed) = UTF_8.decode(bytes);
        if malformed {
            return Self::latin1(bytes, "not valid UTF-16".to_owned());
        }
        Self { text: text.into_owned(), encoding: Encoding::Utf16, diagnostics: Vec::new() }
    }
}

/// An encoding that a source file may declare.
#[derive(Clone, Copy, PartialEq)]
enum Codec {
    /// One byte, one character. The web's table, which `encoding_rs` follows, means windows-1252 by this name.
    Latin1,
    /// Any other encoding, by the web's table.
    Table(&'static encoding_rs::Encoding),
}

/// The encoding named by a PEP 263 comment in one of the first two lines.
///
/// The comment must match `^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)`; a first line with code hides the second.
fn declared_encoding(bytes: &[u8]) -> Option<Codec> {
    let start = &bytes[..bytes.len().min(1024)];
    for line in start.split(|&byte| byte == b'\n').take(2) {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
        if line.first() == Some(&b'#') {
            if let Some(name) = coding_name(line) {
                return codec_named(name);
            }
        } else if !line.is_empty() {
            return None;
        }
    }
    None
}

fn coding_name(comment: &[u8]) -> Option<&[u8]> {
    memchr::memmem::find_iter(comment, b"coding").find_map(|at| {
        let (b':' | b'=', name) = comment[at + b"coding".len()..].split_first()? else {
            return None;
        };
        let name = name.trim_ascii_start();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let length = name.iter().position(|byte| !is_part(byte)).unwrap_or(name.len());
        (length > 0).then(|| &name[..length])
    })
}

/// Python spells codec names with `_` where the web's table has `-`; Emacs adds `-unix` and `-dos`.
fn codec_named(name: &[u8]) -> Option<Codec> {
    let name = String::from_utf8_lossy(name).to_ascii_lowercase().replace('_', "-");
    let name = name.trim_end_matches("-unix").trim_end_matches("-dos").trim_end_matches("-mac");
    let table_name = match name {
        "latin-1" | "iso-latin-1" | "iso-8859-1" | "iso8859-1" | "8859" | "latin1" | "l1" => {
            return Some(Codec::Latin1);
        }
        "utf8" | "utf-8-sig" | "u8" => "utf-8".to_owned(),
        "cp949" => "euc-kr".to_owned(),
        "cp936" => "gbk".to_owned(),
        "cp932" => "shift-jis".to_owned(),
        "cp950" => "big5".to_owned(),
        other => other.replacen("cp125", "windows-125", 1),
    };
    encoding_rs::Encoding::for_label(table_name.as_bytes()).map(Codec::Table)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, Encoding) {
        let text = SourceText::decode(bytes.to_vec(), Language::Python);
        (text.text, text.encoding)
    }

    #[test]
    fn a_declaration_is_followed_in_the_first_two_lines_only() {
        let latin = b"#!/bin/python\n# -*- coding: latin-1 -*-\ns = '\xe9\x80'\n";
        assert_eq!(
            read(latin),
            ("#!/bin/python\n# -*- coding: latin-1 -*-\ns = 'é\u{80}'\n".to_owned(), Encoding::Declared)
        );
        let hidden = b"x = 1\n# coding: koi8-r\ns = '\xc1'\n";
        assert_eq!(read(hidden).1, Encoding::Latin1Fallback);
        let russian = b"# vim: set fileencoding=koi8_r :\ns = '\xc1'\n";
        assert_eq!(read(russian).0, "# vim: set fileencoding=koi8_r :\ns = '\u{430}'\n");
    }

    #[test]
    fn a_byte_order_mark_is_taken_off() {
        assert_eq!(read(b"\xef\xbb\xbfx = 1"), ("x = 1".to_owned(), Encoding::Utf8Bom));
        assert_eq!(read(b"\xff\xfex\0"), ("x".to_owned(), Encoding::Utf16));
    }

    #[test]
    fn java_knows_no_declaration() {
        let text = SourceText::decode(b"// coding: koi8-r\n// \xc1".to_vec(), Language::Java);
        assert_eq!(text.encoding, Encoding::Latin1Fallback);
        assert_eq!(text.diagnostics[0].message, "not valid UTF-8 from byte 21");
    }
}
