//! Characters as Java sorts them, Unicode escapes included.

/// Whether the character is whitespace in the sense of JLS 3.6.
pub(super) fn is_white_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

/// Whether a name may start with the character.
pub(super) fn is_identifier_start(character: char) -> bool {
    unicode_ident::is_xid_start(character) || matches!(character, '_' | '$') || is_currency_or_tie(character)
}

/// Whether a name may go on with the character.
pub(super) fn is_identifier_part(character: char) -> bool {
    unicode_ident::is_xid_continue(character) || character == '$' || is_currency_or_tie(character)
}

/// Currency signs and connecting punctuation outside ASCII: `Character.isJavaIdentifierStart` takes them, XID does not.
fn is_currency_or_tie(character: char) -> bool {
    matches!(
        character,
        '\u{a2}'..='\u{a5}'
            | '\u{58f}'
            | '\u{60b}'
            | '\u{7fe}'..='\u{7ff}'
            | '\u{9f2}'..='\u{9f3}'
            | '\u{9fb}'
            | '\u{af1}'
            | '\u{bf9}'
            | '\u{e3f}'
            | '\u{17db}'
            | '\u{203f}'..='\u{2040}'
            | '\u{2054}'
            | '\u{20a0}'..='\u{20c0}'
            | '\u{a838}'
            | '\u{fdfc}'
            | '\u{fe33}'..='\u{fe34}'
            | '\u{fe4d}'..='\u{fe4f}'
            | '\u{fe69}'
            | '\u{ff04}'
            | '\u{ff3f}'
            | '\u{ffe0}'..='\u{ffe1}'
            | '\u{ffe5}'..='\u{ffe6}'
    )
}

/// The character that a Unicode escape (`\u0041`, `\uuu0041`) at the start of `bytes` stands for, and the escape's length.
///
/// Two escapes that form a surrogate pair are one character; half a pair is U+FFFD.
pub(super) fn unicode_escape(bytes: &[u8]) -> Option<(char, usize)> {
    let (unit, length) = escaped_unit(bytes)?;
    if (0xd800..0xdc00).contains(&unit)
        && let Some((low, low_length)) = escaped_unit(&bytes[length..])
        && (0xdc00..0xe000).contains(&low)
    {
        let code = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        return Some((char::from_u32(code)?, length + low_length));
    }
    Some((char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), length))
}

fn escaped_unit(bytes: &[u8]) -> Option<(u32, usize)> {
    let after_backslash = bytes.strip_prefix(b"\\")?;
    let letters = after_backslash.iter().take_while(|&&byte| byte == b'u').count();
    if letters == 0 {
        return None;
    }
    let digits = after_backslash.get(letters..letters + 4)?;
    let unit = digits.iter().try_fold(0, |unit, &digit| Some(unit << 4 | char::from(digit).to_digit(16)?))?;
    Some((unit, 1 + letters + 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_take_any_number_of_us_and_pairs_are_joined() {
        assert_eq!(unicode_escape(br"\u0041b"), Some(('A', 6)));
        assert_eq!(unicode_escape(br"\uuu00e9"), Some(('é', 8)));
        assert_eq!(unicode_escape(br"\ud83d\ude00"), Some(('😀', 12)));
        assert_eq!(unicode_escape(br"\ud83d"), Some((char::REPLACEMENT_CHARACTER, 6)));
        assert_eq!(unicode_escape(br"\u004"), None);
        assert_eq!(unicode_escape(br"\n"), None);
    }
}
