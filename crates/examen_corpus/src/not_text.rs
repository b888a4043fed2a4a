//! Bytes that are no text, whatever their name says.

/// Fewer control characters than this are somebody's test of strings.
const FEWEST: usize = 16;

/// From one control character in so many bytes on they are no text; of random bytes it is one in nine.
const ONE_IN: usize = 32;

/// Whether bytes are no text in any encoding that source files have: too many of them are control characters.
/// UTF-16 behind a byte order mark is text.
pub(crate) fn is_not_text(bytes: &[u8]) -> bool {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return false;
    }
    let controls = bytes.iter().filter(|&&byte| is_control(byte)).count();
    controls >= FEWEST && controls > bytes.len() / ONE_IN
}

/// Neither whitespace nor an escape character, which some texts have many of.
const fn is_control(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1b) || byte == 0x7f
}
