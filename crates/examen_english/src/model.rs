//! The data file: named sections with a checksum, read with every length checked.

use crate::features::{Bytes, TABLE_ROWS, Words};
use crate::lemmas::Lemmas;
use crate::matrix::{Matrix, padded};
use crate::network::{LEARNED, Network, PRETRAINED};
use crate::packed;
use crate::roles::RoleModel;

const MAGIC: &[u8; 8] = b"examenEN";
const VERSION: u32 = 2;

/// Why a data file cannot be used.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum ModelError {
    /// The file does not begin as one.
    #[error("this is not a file of English models")]
    Kind,
    /// The file is of another version.
    #[error("the file of English models has version {found}, this program reads version {VERSION}")]
    Version {
        /// The version in the file.
        found: u32,
    },
    /// The file is damaged.
    #[error("the file of English models is damaged: its checksum does not fit its bytes")]
    Checksum,
    /// A section has another size or content than the program needs.
    #[error("the file of English models is damaged: section `{section}` does not fit")]
    Section {
        /// The name of the section.
        section: String,
    },
}

/// Everything that is learned.
#[derive(Clone, Default)]
pub(crate) struct Model {
    pub(crate) words: Words,
    pub(crate) table: Bytes,
    pub(crate) network: Network,
    /// Universal and Penn tag of each class.
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) labels: Vec<String>,
    pub(crate) lemmas: Lemmas,
    pub(crate) roles: RoleModel,
}

impl Model {
    /// The index of the relation of roots.
    pub(crate) fn root_label(&self) -> usize {
        self.labels.iter().position(|label| label == "root").unwrap_or(0)
    }

    pub(crate) fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let mut sections = Sections::open(bytes)?;
        let hashes = sections.numbers("words")?;
        let vectors = sections.table("vectors", PRETRAINED, hashes.len())?;
        let words = Words { hashes, vectors, seen: sections.numbers("seen")? };
        let table = sections.table("table", LEARNED, TABLE_ROWS)?;
        let tags = sections.text("tags")?;
        let tags: Vec<(String, String)> = tags
            .lines()
            .map(|line| line.split_once(' ').map(|(upos, xpos)| (upos.to_owned(), xpos.to_owned())))
            .collect::<Option<_>>()
            .ok_or_else(|| wrong("tags"))?;
        let labels: Vec<String> = sections.text("labels")?.lines().map(str::to_owned).collect();
        if tags.is_empty() || labels.len() < 2 {
            return Err(wrong("labels"));
        }
        let mut network = Network::zeros(padded(tags.len()), padded(labels.len()));
        sections.matrices("network", network.matrices())?;
        let lemmas = Lemmas::read(&sections.text("lemmas")?);
        let role_labels: Vec<String> = sections.text("role labels")?.lines().map(str::to_owned).collect();
        let mut roles = RoleModel::zeros(role_labels);
        roles.table = sections.table("role table", crate::roles::FEATURE, crate::roles::TABLE_ROWS)?;
        sections.matrices("role network", roles.matrices())?;
        Ok(Self { words, table, network, tags, labels, lemmas, roles })
    }

    pub(crate) fn write(&mut self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.numbers("words", &self.words.hashes);
        writer.table("vectors", &self.words.vectors);
        writer.numbers("seen", &self.words.seen);
        writer.table("table", &self.table);
        let tags: Vec<String> = self.tags.iter().map(|(upos, xpos)| format!("{upos} {xpos}")).collect();
        writer.section("tags", tags.join("\n").as_bytes());
        writer.section("labels", self.labels.join("\n").as_bytes());
        writer.matrices("network", &self.network.matrices());
        writer.section("lemmas", self.lemmas.write().as_bytes());
        writer.section("role labels", self.roles.labels.join("\n").as_bytes());
        writer.table("role table", &self.roles.table);
        writer.matrices("role network", &self.roles.matrices());
        writer.finish()
    }
}

fn wrong(section: &str) -> ModelError {
    ModelError::Section { section: section.to_owned() }
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0u8; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        state = (state ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        state ^= state >> 31;
    }
    state
}

struct Writer {
    out: Vec<u8>,
}

impl Writer {
    fn new() -> Self {
        let mut out = MAGIC.to_vec();
        out.extend(VERSION.to_le_bytes());
        Self { out }
    }

    fn section(&mut self, name: &str, content: &[u8]) {
        self.out.push(name.len() as u8);
        self.out.extend(name.as_bytes());
        self.out.extend((content.len() as u32).to_le_bytes());
        self.out.extend(content);
    }

    fn numbers(&mut self, name: &str, numbers: &[u32]) {
        let content: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.section(name, &content);
    }

    /// Which rows are there, a bit each; the scales of these; two codes a byte. A row of zeros is left out.
    fn table(&mut self, name: &str, table: &Bytes) {
        let rows: Vec<usize> = (0..table.scales.len()).filter(|&row| table.scales[row] != 0.0).collect();
        let mut content = vec![0u8; table.scales.len().div_ceil(8)];
        for row in &rows {
            content[row / 8] |= 1 << (row % 8);
        }
        content.extend(rows.iter().flat_map(|&row| packed::to_half(table.scales[row]).to_le_bytes()));
        for row in rows {
            let levels = &table.data[row * table.columns..(row + 1) * table.columns];
            content.extend(levels.chunks(2).map(|pair| {
                pair.iter().enumerate().fold(0, |byte, (at, level)| byte | packed::code(*level) << (4 * at))
            }));
        }
        self.section(name, &content);
    }

    fn matrices(&mut self, name: &str, matrices: &[&mut Matrix]) {
        let values = matrices.iter().flat_map(|matrix| &matrix.data);
        let content: Vec<u8> = values.flat_map(|value| packed::to_half(*value).to_le_bytes()).collect();
        self.section(name, &content);
    }

    fn finish(mut self) -> Vec<u8> {
        let sum = checksum(&self.out);
        self.out.extend(sum.to_le_bytes());
        self.out
    }
}

struct Sections<'a> {
    rest: &'a [u8],
}

impl<'a> Sections<'a> {
    fn open(bytes: &'a [u8]) -> Result<Self, ModelError> {
        let rest = bytes.strip_prefix(MAGIC.as_slice()).ok_or(ModelError::Kind)?;
        let (version, rest) = rest.split_first_chunk::<4>().ok_or(ModelError::Checksum)?;
        let found = u32::from_le_bytes(*version);
        if found != VERSION {
            return Err(ModelError::Version { found });
        }
        let (rest, sum) = rest.split_last_chunk::<8>().ok_or(ModelError::Checksum)?;
        if checksum(&bytes[..bytes.len() - 8]) != u64::from_le_bytes(*sum) {
            return Err(ModelError::Checksum);
        }
        Ok(Self { rest })
    }

    fn next(&mut self, name: &str) -> Option<&'a [u8]> {
        let (&length, rest) = self.rest.split_first()?;
        let (found, rest) = rest.split_at_checked(usize::from(length))?;
        let (size, rest) = rest.split_first_chunk::<4>()?;
        let (content, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
        self.rest = rest;
        (found == name.as_bytes()).then_some(content)
    }

    fn section(&mut self, name: &str) -> Result<&'a [u8], ModelError> {
        self.next(name).ok_or_else(|| wrong(name))
    }

    fn text(&mut self, name: &str) -> Result<String, ModelError> {
        String::from_utf8(self.section(name)?.to_vec()).map_err(|_| wrong(name))
    }

    fn numbers(&mut self, name: &str) -> Result<Vec<u32>, ModelError> {
        Ok(self.section(name)?.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
    }

    fn table(&mut self, name: &str, columns: usize, rows: usize) -> Result<Bytes, ModelError> {
        let content = self.section(name)?;
        let (bits, content) = content.split_at_checked(rows.div_ceil(8)).ok_or_else(|| wrong(name))?;
        let present: Vec<usize> = (0..rows).filter(|row| bits[row / 8] >> (row % 8) & 1 == 1).collect();
        if content.len() != present.len() * (2 + columns / 2) {
            return Err(wrong(name));
        }
        let (scales, codes) = content.split_at(present.len() * 2);
        let mut out = Bytes { columns, scales: vec![0.0; rows], data: vec![0; rows * columns] };
        for ((row, scale), codes) in present.iter().zip(scales.as_chunks::<2>().0).zip(codes.chunks(columns / 2)) {
            let scale = packed::from_half(u16::from_le_bytes(*scale));
            out.scales[*row] = if scale.is_finite() { scale } else { return Err(wrong(name)) };
            let data = &mut out.data[row * columns..(row + 1) * columns];
            for (pair, byte) in data.as_chunks_mut::<2>().0.iter_mut().zip(codes) {
                *pair = [packed::level(byte & 15), packed::level(byte >> 4)];
            }
        }
        Ok(out)
    }

    fn matrices(&mut self, name: &str, matrices: Vec<&mut Matrix>) -> Result<(), ModelError> {
        let content = self.section(name)?;
        let mut values = content.as_chunks::<2>().0.iter().map(|bytes| packed::from_half(u16::from_le_bytes(*bytes)));
        if matrices.iter().map(|matrix| matrix.data.len() * 2).sum::<usize>() != content.len() {
            return Err(wrong(name));
        }
        for value in matrices.into_iter().flat_map(|matrix| &mut matrix.data) {
            *value = values.next().filter(|value| value.is_finite()).ok_or_else(|| wrong(name))?;
        }
        Ok(())
    }
}
