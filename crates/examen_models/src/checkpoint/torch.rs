//! `pytorch_model.bin`: a pickle that describes tensors and refers to storages, in a zip archive or in the layout before.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use examen_corpus::open_plain_file;
use zip::{CompressionMethod, ZipArchive};

use super::Stored;
use super::element::Element;
use super::pickle::{self, Pickle, TENSOR, Value};
use crate::error::ModelError;

/// The number that the layout before the zip archives begins with, as its pickle writes it.
const OLD_MAGIC: [u8; 14] = [0x80, 2, 0x8a, 10, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19];

/// A pickle of a description is small: the names of some thousand tensors. Its values take up to 50 times its size.
const MAX_PICKLE: u64 = 16 << 20;

/// No tensor of a checkpoint has more axes. Many tensors may share one long shape.
const MAX_AXES: usize = 8;

/// No name is longer. Many tensors may share one long name.
const MAX_NAME: usize = 1_000;

/// Where the bytes of a storage lie.
#[derive(Clone, Copy)]
struct Storage {
    start: u64,
    length: u64,
}

/// The tensors of a file.
pub(super) fn tensors(path: &Path) -> Result<Vec<Stored>, ModelError> {
    let wrong = |reason: String| ModelError::file(path, reason);
    let mut file = open_plain_file(path).map_err(|error| wrong(error.to_string()))?;
    let mut front = Vec::new();
    (&mut file).take(OLD_MAGIC.len() as u64).read_to_end(&mut front).map_err(|error| wrong(error.to_string()))?;
    let (pickle, root, storages) = if front == OLD_MAGIC {
        old_layout(path).map_err(wrong)?
    } else if front.starts_with(b"PK") {
        zip_layout(path).map_err(wrong)?
    } else {
        return Err(wrong("neither a zip archive nor a pickle of PyTorch".to_owned()));
    };
    let pairs = pickle.pairs(&root).ok_or_else(|| wrong("the pickle holds no dictionary".to_owned()))?;
    let mut found = Vec::new();
    for [key, value] in pairs {
        let name = pickle.text(key).ok_or_else(|| wrong("a tensor whose name is no text".to_owned()))?;
        if name.len() > MAX_NAME {
            return Err(wrong(format!("a name of {} bytes", name.len())));
        }
        let stored = describe(&pickle, value, &storages, name, path);
        found.push(stored.map_err(|reason| wrong(format!("the tensor `{name}`: {reason}")))?);
    }
    Ok(found)
}

/// A storage's key, its element, and how many there are of it.
fn storage_of<'p>(pickle: &'p Pickle, reference: &Value) -> Option<(&'p str, Element, u64)> {
    let Value::Persistent(_) = reference else { return None };
    let [_, Value::Global(kind), key, _, Value::Integer(count), ..] = pickle.sequence(reference)? else { return None };
    let element = match *kind {
        "torch.FloatStorage" => Element::F32,
        "torch.HalfStorage" => Element::F16,
        "torch.BFloat16Storage" => Element::Bf16,
        "torch.DoubleStorage" => Element::F64,
        "torch.LongStorage" => Element::I64,
        "torch.IntStorage" => Element::Other(4),
        "torch.ShortStorage" => Element::Other(2),
        "torch.BoolStorage" | "torch.ByteStorage" | "torch.CharStorage" => Element::Other(1),
        _ => return None,
    };
    Some((pickle.text(key)?, element, u64::try_from(*count).ok()?))
}

fn describe(
    pickle: &Pickle,
    value: &Value,
    storages: &BTreeMap<String, Storage>,
    name: &str,
    path: &Path,
) -> Result<Stored, &'static str> {
    let Value::Call(TENSOR, _) = value else { return Err("is no tensor") };
    let Some([reference, Value::Integer(offset), shape, strides, ..]) = pickle.sequence(value) else {
        return Err("is not described as tensors are");
    };
    let (key, element, count) = storage_of(pickle, reference).ok_or("its storage is of an unknown type")?;
    let storage = storages.get(key).ok_or("its storage is missing")?;
    let sizes = |value: &Value| -> Option<Vec<usize>> {
        let size = |value: &Value| match value {
            Value::Integer(size) => usize::try_from(*size).ok(),
            _ => None,
        };
        pickle.sequence(value).filter(|axes| axes.len() <= MAX_AXES)?.iter().map(size).collect()
    };
    let (shape, strides) = (sizes(shape).ok_or("its shape is none")?, sizes(strides).ok_or("its strides are none")?);
    if shape.len() != strides.len() {
        return Err("its shape and its strides do not belong together");
    }
    let size = element.size() as u64;
    let before = u64::try_from(*offset).ok().and_then(|offset| offset.checked_mul(size));
    let before = before.filter(|&before| before <= storage.length).ok_or("it begins outside of its storage")?;
    let length = count.checked_mul(size).ok_or("its storage is too large")?.min(storage.length);
    let start = storage.start.checked_add(before).ok_or("it begins outside of the file")?;
    let available = length.saturating_sub(before);
    Ok(Stored { name: name.to_owned(), path: path.to_owned(), element, shape, strides, start, available })
}

type Contents = (Pickle, Value, BTreeMap<String, Storage>);

/// `NAME/data.pkl` describes, `NAME/data/KEY` are storages, not compressed.
fn zip_layout(path: &Path) -> Result<Contents, String> {
    let file = open_plain_file(path).map_err(|error| error.to_string())?;
    let mut archive = ZipArchive::new(file).map_err(|error| error.to_string())?;
    let mut storages = BTreeMap::new();
    let mut description = None;
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).map_err(|error| error.to_string())?;
        let name = entry.name().map_err(|error| error.to_string())?.into_owned();
        let Some((_, inner)) = name.split_once('/') else { continue };
        let is_stored = entry.compression() == CompressionMethod::Stored && !entry.encrypted();
        if inner == "data.pkl" {
            // PyTorch compresses nothing, and what is compressed may be far larger than the file.
            if !is_stored {
                return Err("the description is compressed or encrypted".to_owned());
            }
            let mut bytes = Vec::new();
            (&mut entry).take(MAX_PICKLE).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
            description = Some(bytes);
        } else if inner == "byteorder" {
            let mut order = String::new();
            (&mut entry).take(16).read_to_string(&mut order).map_err(|error| error.to_string())?;
            if order != "little" {
                return Err(format!("the order of bytes is `{order}`"));
            }
        } else if let Some(key) = inner.strip_prefix("data/") {
            if !is_stored {
                return Err(format!("the storage `{key}` is compressed or encrypted"));
            }
            let start = entry.data_start().ok_or("a storage without a place")?;
            storages.insert(key.to_owned(), Storage { start, length: entry.size() });
        }
    }
    let (pickle, root, _) = pickle::read(&description.ok_or("no data.pkl in the archive")?)?;
    Ok((pickle, root, storages))
}

/// Five pickles (a magic number, a version, facts about the machine, the description, the keys), then for each key the number
/// of elements and the elements.
fn old_layout(path: &Path) -> Result<Contents, String> {
    let mut file = open_plain_file(path).map_err(|error| error.to_string())?;
    let whole = file.metadata().map_err(|error| error.to_string())?.len();
    // Storages come last: to read the pickles alone, one would have to know where they end.
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    let mut at = 0;
    let mut next = || -> Result<(Pickle, Value), String> {
        let rest = bytes.get(at..).unwrap_or_default();
        let (pickle, value, length) = pickle::read(&rest[..rest.len().min(MAX_PICKLE as usize)])?;
        at += length;
        Ok((pickle, value))
    };
    let (_magic, _version, _machine) = (next()?, next()?, next()?);
    let (pickle, root) = next()?;
    let (key_pickle, keys) = next()?;
    let mut sizes = BTreeMap::new();
    for [_, value] in pickle.pairs(&root).unwrap_or_default() {
        let reference = pickle.sequence(value).and_then(<[Value]>::first);
        if let Some((key, element, _)) = reference.and_then(|reference| storage_of(&pickle, reference)) {
            sizes.insert(key.to_owned(), element.size() as u64);
        }
    }
    let mut storages = BTreeMap::new();
    let mut start = at as u64;
    for key in key_pickle.sequence(&keys).ok_or("the keys are no list")? {
        let key = key_pickle.text(key).ok_or("a key that is no text")?;
        let place = usize::try_from(start).map_err(|error| error.to_string())?;
        let count = bytes.get(place..).and_then(|rest| rest.first_chunk()).map(|&count| u64::from_le_bytes(count));
        let size = sizes.get(key).ok_or_else(|| format!("the storage `{key}` belongs to no tensor"))?;
        let length = count.and_then(|count| count.checked_mul(*size)).ok_or("a storage without a length")?;
        start += 8;
        let end = start.checked_add(length).filter(|&end| end <= whole);
        storages.insert(key.to_owned(), Storage { start, length });
        start = end.ok_or_else(|| format!("the storage `{key}` lies beyond the end of the file"))?;
    }
    Ok((pickle, root, storages))
}
