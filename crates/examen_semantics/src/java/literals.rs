//! Values of literals.

use super::constants::Constant;
use super::escaped_names::unicode_escape;

/// The value of a number without a point, in any base; `is_negative` when a minus in front of a decimal one is part of it.
pub(super) fn integer(text: &str, is_negative: bool) -> Option<Constant> {
    let digits = text.replace('_', "");
    let (digits, is_long) = match digits.strip_suffix(['l', 'L']) {
        Some(digits) => (digits, true),
        None => (digits.as_str(), false),
    };
    let lower = digits.to_ascii_lowercase();
    let (base, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    let magnitude = u64::from_str_radix(digits, base).ok()?;
    if base != 10 {
        // The bits are written, whatever sign they mean.
        return if is_long {
            Some(Constant::Long(magnitude.cast_signed()))
        } else {
            Some(Constant::Int(u32::try_from(magnitude).ok()?.cast_signed()))
        };
    }
    let value = if is_negative { -i128::from(magnitude) } else { i128::from(magnitude) };
    if is_long { i64::try_from(value).ok().map(Constant::Long) } else { i32::try_from(value).ok().map(Constant::Int) }
}

/// The value of a character in single quotes.
pub(super) fn character(text: &str) -> Option<Constant> {
    let units = code_units(text.strip_prefix('\'')?.strip_suffix('\'')?)?;
    match units[..] {
        [unit] => Some(Constant::Char(unit)),
        _ => None,
    }
}

/// The value of a string in double quotes. Not of a text block, nor of a string with half a character in it, which is no
/// text here.
pub(super) fn string(text: &str) -> Option<Constant> {
    if text.starts_with("\"\"\"") {
        return None;
    }
    let units = code_units(text.strip_prefix('"')?.strip_suffix('"')?)?;
    String::from_utf16(&units).ok().map(Constant::String)
}

/// The code units of what stands between quotes; nothing with an escape that there is not, or with an escaped backslash.
fn code_units(content: &str) -> Option<Vec<u16>> {
    let mut units = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some(first) = rest.chars().next() {
        if first != '\\' {
            units.extend_from_slice(first.encode_utf16(&mut [0; 2]));
            rest = &rest[first.len_utf8()..];
        } else if let Some((unit, length)) = unicode_escape(rest) {
            if unit == u16::from(b'\\') {
                return None;
            }
            units.push(unit);
            rest = &rest[length..];
        } else {
            let (unit, length) = escape(&rest[1..])?;
            units.push(unit);
            rest = &rest[1 + length..];
        }
    }
    Some(units)
}

/// The code unit that the text behind a backslash stands for, and its length.
fn escape(text: &str) -> Option<(u16, usize)> {
    let first = *text.as_bytes().first()?;
    let plain = match first {
        b'b' => b'\x08',
        b't' => b'\t',
        b'n' => b'\n',
        b'f' => b'\x0c',
        b'r' => b'\r',
        b's' => b' ',
        b'"' | b'\'' | b'\\' => first,
        b'0'..=b'7' => {
            let most = if first <= b'3' { 3 } else { 2 };
            let length = text.bytes().take(most).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
            return Some((u16::from_str_radix(&text[..length], 8).ok()?, length));
        }
        _ => return None,
    };
    Some((u16::from(plain), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_the_values_that_java_gives_them() {
        assert_eq!(integer("1_000", false), Some(Constant::Int(1000)));
        assert_eq!(integer("0xFFFF_FFFF", false), Some(Constant::Int(-1)));
        assert_eq!(integer("017L", false), Some(Constant::Long(15)));
        assert_eq!(integer("0b101", false), Some(Constant::Int(5)));
        assert_eq!(integer("0", false), Some(Constant::Int(0)));
        assert_eq!(integer("2147483648", false), None);
        assert_eq!(integer("2147483648", true), Some(Constant::Int(i32::MIN)));
        assert_eq!(integer("9223372036854775808L", true), Some(Constant::Long(i64::MIN)));
        assert_eq!(character(r"'\u0041'"), Some(Constant::Char(65)));
        assert_eq!(character(r"'\377'"), Some(Constant::Char(255)));
        assert_eq!(character(r"'\''"), Some(Constant::Char(39)));
        assert_eq!(string(r#""a\tb\"\60""#), Some(Constant::String("a\tb\"0".to_owned())));
        assert_eq!(string("\"\"\"\n  a\"\"\""), None);
    }
}
