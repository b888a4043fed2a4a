//! Archives, most of them hostile.

use std::io::{Cursor, Write};

use examen_corpus::{ArchiveKind, Limits, SkipReason, SourceOptions};
use tar::EntryType;
use zip::write::SimpleFileOptions;

use crate::build::{archive_lines, gz, gz_zeros, packed, read, tar, tar_header, times, write, zip};

const KINDS: [(ArchiveKind, &str); 5] = [
    (ArchiveKind::Zip, "zip"),
    (ArchiveKind::Tar, "tar"),
    (ArchiveKind::TarGz, "tar.gz"),
    (ArchiveKind::TarBz2, "tar.bz2"),
    (ArchiveKind::TarXz, "tar.xz"),
];

fn limited(change: impl FnOnce(&mut Limits)) -> SourceOptions {
    let mut options = SourceOptions::default();
    change(&mut options.limits);
    options
}

#[test]
fn every_format_is_read_in_its_order() {
    let folder = tempfile::tempdir().unwrap();
    for (kind, extension) in KINDS {
        let path = folder.path().join(format!("shop-1.0.{extension}"));
        let entries =
            [("b/x.py", &b"x = 1\n"[..]), ("a/Y.java", b"class Y {}"), ("README", b"hello"), ("vendor/z.py", b"z")];
        write(&path, packed(kind, &entries));
        let (lines, counts) = read(&[&path], &SourceOptions::default());
        assert_eq!(lines, ["shop-1.0|b/x.py|x = 1\n", "shop-1.0|a/Y.java|class Y {}"], "{extension}");
        assert_eq!((counts.other, counts.left_out), (1, 1), "{extension}");
    }
}

#[test]
fn names_that_leave_the_archive_become_rows() {
    let names = ["../a.py", "/etc/b.py", "x/../../c.py", "C:\\d.py"];
    let entries: Vec<_> = names.iter().map(|&name| (name, &b"1"[..])).chain([("fine.py", &b"2"[..])]).collect();
    for bytes in [(ArchiveKind::Zip, zip(&entries)), (ArchiveKind::Tar, tar(&entries))] {
        let lines = archive_lines(bytes.0, &bytes.1, &SourceOptions::default());
        let expected =
            ["a.py|!unsafe-name", "etc/b.py|!unsafe-name", "x/c.py|!unsafe-name", "d.py|!unsafe-name", "fine.py|1"];
        assert_eq!(lines, expected, "{:?}", bytes.0);
    }
}

#[test]
fn links_and_devices_are_never_followed() {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, kind) in [
        ("soft.py", EntryType::Symlink),
        ("hard.py", EntryType::Link),
        ("tty.py", EntryType::Char),
        ("disk.py", EntryType::Block),
        ("pipe.py", EntryType::Fifo),
    ] {
        builder.append(&tar_header(name, 0, kind), &b""[..]).unwrap();
    }
    let lines = archive_lines(ArchiveKind::Tar, &builder.into_inner().unwrap(), &SourceOptions::default());
    assert_eq!(lines, ["soft.py|!link", "hard.py|!link", "tty.py|!link", "disk.py|!link", "pipe.py|!link"]);

    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_symlink("soft.py", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    assert_eq!(archive_lines(ArchiveKind::Zip, &bytes, &SourceOptions::default()), ["soft.py|!link"]);
}

#[test]
fn a_bomb_stops_at_the_limit_on_a_file() {
    // 300 MiB of zeros in 300 KiB, as one source file.
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("bomb.py", SimpleFileOptions::default()).unwrap();
    let zeros = vec![0; 1 << 20];
    for _ in 0..300 {
        writer.write_all(&zeros).unwrap();
    }
    writer.start_file("after.py", SimpleFileOptions::default()).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    let lines = archive_lines(ArchiveKind::Zip, &bytes, &SourceOptions::default());
    assert_eq!(lines, ["bomb.py|!too-large", "after.py|0"]);
}

#[test]
fn declared_sizes_are_not_believed() {
    // The directory of the zip claims four gigabytes, that of the tar eight.
    let mut bytes = zip(&[("a.py", b"a = 1")]);
    let directory = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    bytes[directory + 24..directory + 28].copy_from_slice(&0xffff_fffe_u32.to_le_bytes());
    assert_eq!(archive_lines(ArchiveKind::Zip, &bytes, &SourceOptions::default()).len(), 1);

    let mut builder = tar::Builder::new(Vec::new());
    builder.append(&tar_header("a.py", 0o77_777_777_777, EntryType::Regular), &b"a = 1"[..]).unwrap();
    let lines = archive_lines(ArchiveKind::Tar, &builder.into_inner().unwrap(), &SourceOptions::default());
    assert_eq!(lines, ["|!corrupt-archive"]);
}

#[test]
fn an_archive_of_entries_that_share_their_bytes_is_not_read() {
    // Every entry of the directory points to the same megabyte of zeros.
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("kernel.py", SimpleFileOptions::default()).unwrap();
    writer.write_all(&vec![0; 1 << 20]).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    let directory = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    let end = bytes.windows(4).rposition(|window| window == b"PK\x05\x06").unwrap();
    let copies: u16 = 60_000;
    let mut bomb = bytes[..directory].to_vec();
    for _ in 0..copies {
        bomb.extend_from_slice(&bytes[directory..end]);
    }
    let size = (bomb.len() - directory) as u32;
    let mut trailer = bytes[end..].to_vec();
    trailer[8..10].copy_from_slice(&copies.to_le_bytes());
    trailer[10..12].copy_from_slice(&copies.to_le_bytes());
    trailer[12..16].copy_from_slice(&size.to_le_bytes());
    bomb.extend_from_slice(&trailer);

    assert_eq!(archive_lines(ArchiveKind::Zip, &bomb, &SourceOptions::default()), ["|!corrupt-archive"]);
}

#[test]
fn compressed_streams_stop_at_the_limit_on_unpacked_bytes() {
    let header = tar_header("data.bin", 1 << 33, EntryType::Regular);
    let bomb = gz_zeros(header.as_bytes(), 64);
    let lines = archive_lines(ArchiveKind::TarGz, &bomb, &limited(|limits| limits.max_unpacked_bytes = 8 << 20));
    assert_eq!(lines, ["|!too-many-bytes"]);
}

#[test]
fn long_names_do_not_fill_the_memory() {
    for kind in [EntryType::GNULongName, EntryType::XHeader] {
        let mut bytes = tar_header("long", 64 << 20, kind).as_bytes().to_vec();
        bytes.resize(bytes.len() + (64 << 20), b'a');
        bytes.extend(tar(&[("short.py", b"1"), ("next.py", b"2")]));
        let lines = archive_lines(ArchiveKind::Tar, &bytes, &SourceOptions::default());
        assert_eq!(lines, ["short.py|!unsafe-name", "next.py|1"], "{kind:?}");
    }
}

#[test]
fn long_names_within_bounds_are_read() {
    let name = format!("{}/a.py", "folder".repeat(30));
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar_header("", 1, EntryType::Regular);
    builder.append_data(&mut header, &name, &b"1"[..]).unwrap();
    builder.append_pax_extensions([("path", "from/pax.py".as_bytes()), ("mtime", b"1.5")]).unwrap();
    builder.append(&tar_header("b.py", 1, EntryType::Regular), &b"1"[..]).unwrap();
    let lines = archive_lines(ArchiveKind::Tar, &builder.into_inner().unwrap(), &SourceOptions::default());
    assert_eq!(lines, [format!("{name}|1"), "from/pax.py|1".to_owned()]);
}

#[test]
fn two_sizes_for_one_entry_end_the_archive() {
    let mut builder = tar::Builder::new(Vec::new());
    builder.append_pax_extensions([("size", &b"1024"[..])]).unwrap();
    builder.append(&tar_header("b.py", 1, EntryType::Regular), &b"1"[..]).unwrap();
    let lines = archive_lines(ArchiveKind::Tar, &builder.into_inner().unwrap(), &SourceOptions::default());
    assert_eq!(lines, ["|!corrupt-archive"]);
}

#[test]
fn too_many_entries_end_the_archive() {
    let names: Vec<_> = (0..20).map(|number| format!("{number}.py")).collect();
    let entries: Vec<_> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let options = limited(|limits| limits.max_entries = 10);
    for (kind, extension) in KINDS {
        let lines = archive_lines(kind, &packed(kind, &entries), &options);
        assert_eq!((lines.len(), lines[10].as_str()), (11, "|!too-many-entries"), "{extension}");
    }
}

#[test]
fn a_truncated_archive_keeps_what_stood_before() {
    let text: Vec<u8> = (0..200_000_u32).flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    let entries = [("a.py", &b"a = 1"[..]), ("b.py", &text), ("c.py", &text)];
    for (kind, extension) in KINDS {
        let whole = packed(kind, &entries);
        assert_eq!(archive_lines(kind, &whole, &SourceOptions::default()).len(), 3, "{extension}");
        let lines = archive_lines(kind, &whole[..whole.len() * 3 / 4], &SourceOptions::default());
        assert_eq!(lines.last().unwrap(), "|!corrupt-archive", "{extension}");
        assert_eq!(lines.iter().filter(|line| line.contains('!')).count(), 1, "{extension}: {lines:?}");
        // A zip has its directory at its end and with it loses everything; bzip2 comes in blocks of 100 kB and more.
        let may_lose_all = matches!(kind, ArchiveKind::Zip | ArchiveKind::TarBz2);
        assert!(lines.len() > 1 || may_lose_all, "{extension}");
    }
}

#[test]
fn what_is_no_archive_is_a_row() {
    for (kind, extension) in KINDS {
        let lines = archive_lines(kind, &b"this is not an archive at all ".repeat(100), &SourceOptions::default());
        assert_eq!(lines, ["|!corrupt-archive"], "{extension}");
    }
}

#[test]
fn encrypted_and_unknown_entries_are_rows() {
    // Flag bit 0 is encryption, method 98 is PPMd.
    for (offset_local, offset_central, value) in [(6, 8, 1_u16), (8, 10, 98)] {
        let mut bytes = zip(&[("a.py", b"a = 1"), ("b.py", b"b = 1")]);
        let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        bytes[offset_local..offset_local + 2].copy_from_slice(&value.to_le_bytes());
        bytes[directory + offset_central..directory + offset_central + 2].copy_from_slice(&value.to_le_bytes());
        let lines = archive_lines(ArchiveKind::Zip, &bytes, &SourceOptions::default());
        assert_eq!(lines, ["a.py|!unreadable-entry", "b.py|5"]);
    }
}

#[test]
fn archives_in_archives_are_read_to_the_depth_that_is_allowed() {
    let innermost = zip(&[("deep.py", b"1")]);
    let inner = gz(&tar(&[("in/c.zip", &innermost), ("in/b.py", b"2")]));
    let outer = zip(&[("libs/b.tar.gz", &inner), ("libs/c.jar", &innermost), ("a.py", b"3")]);
    let lines = archive_lines(ArchiveKind::Zip, &outer, &SourceOptions::default());
    let expected =
        ["libs/b.tar.gz/in/c.zip|!nested-too-deep", "libs/b.tar.gz/in/b.py|1", "libs/c.jar/deep.py|1", "a.py|1"];
    assert_eq!(lines, expected);
    let lines = archive_lines(ArchiveKind::Zip, &outer, &limited(|limits| limits.max_archive_depth = 3));
    assert_eq!(lines[0], "libs/b.tar.gz/in/c.zip/deep.py|1");
    let lines = archive_lines(ArchiveKind::Zip, &outer, &limited(|limits| limits.max_archive_depth = 1));
    assert_eq!(lines, ["libs/b.tar.gz|!nested-too-deep", "libs/c.jar|!nested-too-deep", "a.py|1"]);
}

#[test]
fn nesting_does_not_multiply_the_budget() {
    let inner = gz_zeros(tar_header("data.bin", 1 << 33, EntryType::Regular).as_bytes(), 16);
    let names: Vec<_> = (0..50).map(|number| format!("{number}.tar.gz")).collect();
    let entries: Vec<_> = names.iter().map(|name| (name.as_str(), &inner[..])).collect();
    let lines =
        archive_lines(ArchiveKind::Zip, &zip(&entries), &limited(|limits| limits.max_unpacked_bytes = 24 << 20));
    assert_eq!(lines, ["0.tar.gz|!corrupt-archive", "1.tar.gz|!too-many-bytes"]);
}

#[test]
fn a_few_nul_bytes_are_content_and_many_are_no_text() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("p.zip"), zip(&[("few.py", b"a = '\0\0'"), ("nul.py", &[0; 1000])]));
    let (lines, counts) = read(&[folder.path()], &SourceOptions::default());
    assert_eq!(lines, ["p|few.py|a = '\0\0'", "p|nul.py|!not-text"]);
    assert_eq!(times(&counts, SkipReason::NotText), 1);
}
