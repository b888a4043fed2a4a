//! Tables and archives that a corpus may hold.

use super::shape::Shape::{self, Made, Repeated};
use super::shape::{noise, repeated};

/// Kinds of tables and archives: name, ending, bytes.
pub(super) const KINDS: &[(&str, &str, Shape)] = &[
    ("jsonl/blank-lines", "jsonl", Repeated("", "\n", "")),
    ("jsonl/brackets-nested", "jsonl", Repeated("{\"content\": ", "[", "\n")),
    ("jsonl/columns", "jsonl", Repeated("{\"content\": \"x = 1\"", ", \"a{n}\": 1", "}\n")),
    ("jsonl/content-repeated", "jsonl", Repeated("{\"content\": \"x = 1\"", ", \"content\": \"x = 1\"", "}\n")),
    ("jsonl/escapes", "jsonl", Repeated("{\"content\": \"", "\\u0061", "\"}\n")),
    ("jsonl/noise", "jsonl", Made(noise)),
    ("jsonl/one-line", "jsonl", Repeated("", " ", "")),
    ("jsonl/rows", "jsonl", Repeated("", "{\"content\": \"x = {n}\", \"language\": \"python\"}\n", "")),
    ("jsonl/rows-bad", "jsonl", Repeated("", "{\"content\": 1\n", "")),
    ("jsonl-gz/noise", "jsonl.gz", Made(noise)),
    ("parquet/footer-only", "parquet", Made(parquet_footer)),
    ("parquet/noise", "parquet", Made(noise)),
    ("tar/noise", "tar", Made(noise)),
    ("tar-gz/noise", "tar.gz", Made(noise)),
    ("zip/noise", "zip", Made(noise)),
    ("zip/overlapping", "zip", Made(overlapping_zip)),
];

/// A file that is one footer, whose first lists say that they are long.
fn parquet_footer(size: usize) -> Vec<u8> {
    let footer = [0x19, 0xFC].into_iter().chain([0xFF, 0xFF, 0xFF, 0x7F]).chain(std::iter::repeat(0xFC));
    let mut bytes = b"PAR1".to_vec();
    bytes.extend(footer.take(size.saturating_sub(12)));
    let length = (bytes.len() - 4) as u32;
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(b"PAR1");
    bytes
}

/// Entries of Python that all share the same stored bytes: half of the file is those, the other half says so again and again.
fn overlapping_zip(size: usize) -> Vec<u8> {
    let text = repeated("x{n} = {n}\n", (size / 2).min(1_900_000)).into_bytes();
    let header = |signature: &[u8], is_central: bool, name: &str| {
        let mut header = signature.to_vec();
        if is_central {
            header.extend_from_slice(&20_u16.to_le_bytes());
        }
        header.extend_from_slice(&20_u16.to_le_bytes());
        header.extend_from_slice(&[0; 8]);
        // No reader of ours checks a sum before it has the bytes.
        header.extend_from_slice(&checksum(&text).to_le_bytes());
        header.extend_from_slice(&(text.len() as u32).to_le_bytes());
        header.extend_from_slice(&(text.len() as u32).to_le_bytes());
        header.extend_from_slice(&(name.len() as u16).to_le_bytes());
        header.extend_from_slice(&[0; 2]);
        if is_central {
            header.extend_from_slice(&[0; 14]);
        }
        header.extend_from_slice(name.as_bytes());
        header
    };
    let mut bytes = header(b"PK\x03\x04", false, "a.py");
    bytes.extend_from_slice(&text);
    let directory = bytes.len();
    let mut entries = 0_u16;
    while bytes.len() + 60 < size && entries < u16::MAX {
        bytes.extend(header(b"PK\x01\x02", true, &format!("a{entries}.py")));
        entries += 1;
    }
    let length = bytes.len() - directory;
    bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    bytes.extend_from_slice(&entries.to_le_bytes());
    bytes.extend_from_slice(&entries.to_le_bytes());
    bytes.extend_from_slice(&(length as u32).to_le_bytes());
    bytes.extend_from_slice(&(directory as u32).to_le_bytes());
    bytes.extend_from_slice(&[0; 2]);
    bytes
}

/// The sum that zip entries carry (CRC-32).
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    };
    !bytes.iter().fold(!0, step)
}
