//! Archives and Parquet files that are made by hand, where no template will do.

use super::shape::repeated;

/// A file that is one footer, whose first lists say that they are long.
pub(super) fn parquet_footer(size: usize) -> Vec<u8> {
    let footer = [0x19, 0xFC].into_iter().chain([0xFF, 0xFF, 0xFF, 0x7F]).chain(std::iter::repeat(0xFC));
    parquet(footer.take(size.saturating_sub(12)).collect())
}

/// A schema of many columns, all with one name.
pub(super) fn parquet_columns(size: usize) -> Vec<u8> {
    parquet_schema(size, &[0x48, 1, b'a', 0])
}

/// A schema in which each group holds the next one.
pub(super) fn parquet_groups(size: usize) -> Vec<u8> {
    // The name, and that it has one child.
    parquet_schema(size, &[0x48, 1, b'a', 0x15, 2, 0])
}

/// A footer in Thrift's compact protocol: the version, the elements of the schema, no rows and no row groups.
fn parquet_schema(size: usize, element: &[u8]) -> Vec<u8> {
    let count = size.saturating_sub(32) / element.len();
    let mut footer = vec![0x15, 2, 0x19, 0xFC];
    footer.extend(variable(count as u64 + 1));
    footer.extend([0x48, 1, b'r', 0x15]);
    // The root has all of them, or the first of a chain; numbers are zigzagged.
    footer.extend(variable(if element.len() > 4 { 2 } else { 2 * count as u64 }));
    footer.push(0);
    footer.extend(element.repeat(count));
    footer.extend([0x16, 0, 0x19, 0x0C, 0]);
    parquet(footer)
}

fn parquet(footer: Vec<u8>) -> Vec<u8> {
    let length = footer.len() as u32;
    [b"PAR1".to_vec(), footer, length.to_le_bytes().to_vec(), b"PAR1".to_vec()].concat()
}

fn variable(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7F {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// Entries of Python that all share the same stored bytes: half of the file is those, the other half says so again and again.
pub(super) fn zip_overlapping(size: usize) -> Vec<u8> {
    let text = repeated("x{n} = {n}\n", (size / 2).min(1_900_000)).into_bytes();
    let mut bytes = zip_entry(*b"PK\x03\x04", "a.py", &text, 0);
    bytes.extend_from_slice(&text);
    let room = size.saturating_sub(bytes.len());
    let count = (room / 60).min(usize::from(u16::MAX));
    let directory = (0..count).flat_map(|number| zip_entry(*b"PK\x01\x02", &format!("a{number}.py"), &text, 0));
    zip_end(bytes, directory.collect(), count)
}

/// As many empty entries as there is room for.
pub(super) fn zip_entries(size: usize) -> Vec<u8> {
    zip_of_names(size, |number| format!("{number}.py"))
}

/// Entries with the longest names there are.
pub(super) fn zip_long_names(size: usize) -> Vec<u8> {
    zip_of_names(size, |number| format!("{}{number}.py", "d/".repeat(30_000)))
}

/// Entries that climb out of the archive.
pub(super) fn zip_climbing(size: usize) -> Vec<u8> {
    zip_of_names(size, |number| format!("{}etc/{number}.py", "../".repeat(number % 50)))
}

/// Archives in archives, each in a stored entry.
pub(super) fn zip_nested(size: usize) -> Vec<u8> {
    let mut bytes = repeated("x{n} = {n}\n", size / 2).into_bytes();
    let mut name = "a.py";
    while bytes.len() + 200 < size {
        let mut whole = zip_entry(*b"PK\x03\x04", name, &bytes, 0);
        whole.extend_from_slice(&bytes);
        let directory = zip_entry(*b"PK\x01\x02", name, &bytes, 0);
        bytes = zip_end(whole, directory, 1);
        name = "a.zip";
        // A thousand levels say as much as ten thousand.
        if bytes.len() > size / 2 + 100_000 {
            break;
        }
    }
    bytes
}

fn zip_of_names(size: usize, name: impl Fn(usize) -> String) -> Vec<u8> {
    let (mut bytes, mut directory, mut count) = (Vec::new(), Vec::new(), 0);
    while count < usize::from(u16::MAX) {
        let name = name(count);
        if bytes.len() + directory.len() + 2 * name.len() + 100 > size {
            break;
        }
        directory.extend(zip_entry(*b"PK\x01\x02", &name, b"", bytes.len() as u32));
        bytes.extend(zip_entry(*b"PK\x03\x04", &name, b"", 0));
        count += 1;
    }
    zip_end(bytes, directory, count)
}

/// The header of a stored entry in front of its bytes, or in the directory.
fn zip_entry(signature: [u8; 4], name: &str, text: &[u8], offset: u32) -> Vec<u8> {
    let is_central = signature == *b"PK\x01\x02";
    let mut header = signature.to_vec();
    if is_central {
        header.extend_from_slice(&20_u16.to_le_bytes());
    }
    header.extend_from_slice(&20_u16.to_le_bytes());
    header.extend_from_slice(&[0; 8]);
    header.extend_from_slice(&checksum(text).to_le_bytes());
    header.extend_from_slice(&(text.len() as u32).to_le_bytes());
    header.extend_from_slice(&(text.len() as u32).to_le_bytes());
    header.extend_from_slice(&(name.len() as u16).to_le_bytes());
    header.extend_from_slice(&[0; 2]);
    if is_central {
        header.extend_from_slice(&[0; 10]);
        header.extend_from_slice(&offset.to_le_bytes());
    }
    header.extend_from_slice(name.as_bytes());
    header
}

fn zip_end(mut bytes: Vec<u8>, directory: Vec<u8>, entries: usize) -> Vec<u8> {
    let start = bytes.len() as u32;
    let length = directory.len() as u32;
    bytes.extend(directory);
    bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    bytes.extend_from_slice(&(entries as u16).to_le_bytes());
    bytes.extend_from_slice(&(entries as u16).to_le_bytes());
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&start.to_le_bytes());
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

/// Empty entries.
pub(super) fn tar_entries(size: usize) -> Vec<u8> {
    (0..size / 512).flat_map(|number| tar_header(&format!("{number}.py"), 0, b'0')).collect()
}

/// An entry that claims to be larger than anything.
pub(super) fn tar_large_claim(size: usize) -> Vec<u8> {
    let mut bytes = tar_header("a.py", 0o77_777_777_777, b'0');
    bytes.extend(repeated("x{n} = {n}\n", size.saturating_sub(512)).into_bytes());
    bytes
}

/// A name that fills the archive, by GNU's rule for long names.
pub(super) fn tar_long_name(size: usize) -> Vec<u8> {
    tar_with_extension(size, b'L', |room| "d/".repeat(room / 2))
}

/// A header of POSIX that fills the archive with records of one path.
pub(super) fn tar_records(size: usize) -> Vec<u8> {
    tar_with_extension(size, b'x', |room| "15 path=aaa.py\n".repeat(room / 15))
}

/// Links that lead to each other.
pub(super) fn tar_links(size: usize) -> Vec<u8> {
    (0..size / 512).flat_map(|number| tar_header(&format!("{number}.py"), 0, b"12"[number % 2])).collect()
}

fn tar_with_extension(size: usize, kind: u8, text: impl Fn(usize) -> String) -> Vec<u8> {
    let mut extension = text(size.saturating_sub(2048)).into_bytes();
    let mut bytes = tar_header("extension", extension.len(), kind);
    extension.resize(extension.len().next_multiple_of(512), 0);
    bytes.extend(extension);
    bytes.extend(tar_header("a.py", 6, b'0'));
    bytes.extend(b"x = 1\n");
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

fn tar_header(name: &str, size: usize, kind: u8) -> Vec<u8> {
    let mut header = vec![0; 512];
    let mut put = |at: usize, text: &[u8]| header[at..at + text.len()].copy_from_slice(text);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(148, b"        ");
    put(156, &[kind]);
    put(157, b"0.py");
    put(257, b"ustar\x0000");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    header
}

/// A stream of gzip of this size that unpacks to 158 times as many letters, without an end of line.
pub(super) fn gzip_bomb(size: usize) -> Vec<u8> {
    let mut bytes = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255];
    let mut bits = Bits::default();
    // The last block, with the fixed codes; the letter `a`; then 258 letters from one letter before, again and again.
    bits.push(0b011, 3);
    bits.push_code(0x30 + u32::from(b'a'), 8);
    while bits.bytes.len() + 32 < size {
        bits.push_code(0b1100_0101, 8);
        bits.push_code(0, 5);
    }
    bits.push_code(0, 7);
    bytes.extend(bits.bytes);
    bytes.extend([0; 9]);
    bytes
}

/// Bits as deflate packs them, the lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    rest: u32,
    count: u32,
}

impl Bits {
    fn push(&mut self, bits: u32, count: u32) {
        self.rest |= bits << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.rest as u8);
            self.rest >>= 8;
            self.count -= 8;
        }
    }

    /// A Huffman code, whose highest bit comes first.
    fn push_code(&mut self, code: u32, count: u32) {
        self.push(code.reverse_bits() >> (32 - count), count);
    }
}
