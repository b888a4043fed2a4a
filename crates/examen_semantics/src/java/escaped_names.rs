//! Names with Unicode escapes in them, which are the same names as those without.

use std::borrow::Cow;

/// The name with its Unicode escapes replaced by what they stand for.
pub(super) fn plain_name(name: &str) -> Cow<'_, str> {
    if !name.contains('\\') {
        return Cow::Borrowed(name);
    }
    let mut plain = String::new();
    let mut units = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        if let Some((unit, length)) = unicode_escape(rest) {
            units.push(unit);
            rest = &rest[length..];
        } else {
            flush(&mut units, &mut plain);
            plain.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    flush(&mut units, &mut plain);
    Cow::Owned(plain)
}

/// Two escapes may be the halves of one character, so they are decoded together.
fn flush(units: &mut Vec<u16>, plain: &mut String) {
    plain.push_str(&String::from_utf16_lossy(units));
    units.clear();
}

/// The code unit that a Unicode escape at the start of `text` stands for, and the length of the escape.
pub(super) fn unicode_escape(text: &str) -> Option<(u16, usize)> {
    let digits = text.strip_prefix("\\u")?.trim_start_matches('u');
    let length = text.len() - digits.len() + 4;
    let digits = digits.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    Some((u16::from_str_radix(digits, 16).ok()?, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_stand_for_their_characters() {
        assert_eq!(plain_name("value"), "value");
        assert_eq!(plain_name(r"v\u0061l\uuu0075e"), "value");
        assert_eq!(plain_name(r"\ud835\udc9c"), "𝒜");
        assert_eq!(plain_name(r"a\u00"), r"a\u00");
    }
}
