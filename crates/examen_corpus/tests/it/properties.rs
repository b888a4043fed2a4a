//! Properties: nothing is lost, nothing panics, estimates keep their error.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use examen_corpus::{ArchiveKind, Fingerprint, Found, SourceOptions, TableKind, read_archive_bytes, read_table_bytes};
use examen_syntax::Language;
use proptest::prelude::*;

use crate::build::{archive_lines, packed};

const KINDS: [ArchiveKind; 5] =
    [ArchiveKind::Zip, ArchiveKind::Tar, ArchiveKind::TarGz, ArchiveKind::TarBz2, ArchiveKind::TarXz];

/// Entry names, a part of them hostile.
fn name() -> impl Strategy<Value = String> {
    let part = prop_oneof!["[a-z]{1,8}", Just("..".to_owned()), Just("vendor".to_owned()), Just(".git".to_owned())];
    let end = prop_oneof![Just(".py"), Just(".java"), Just(".txt"), Just(".zip"), Just(".jsonl")];
    (prop::collection::vec(part, 1..4), end, any::<u16>())
        .prop_map(|(parts, end, unique)| format!("{}{unique}{end}", parts.join("/")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_entry_of_an_archive_is_accounted_for(
        kind in prop::sample::select(&KINDS[..]),
        entries in prop::collection::btree_map(name(), prop::collection::vec(any::<u8>(), 0..300), 0..20),
    ) {
        let entries: Vec<_> = entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        let mut options = SourceOptions::default();
        options.limits.max_file_bytes = 200;
        let (mut found, mut sources) = (0, 0);
        let _ = read_archive_bytes(kind, &packed(kind, &entries), "p", &options, &mut |item| {
            found += 1;
            sources += usize::from(matches!(item, Found::File(_)));
            ControlFlow::Continue(())
        });
        prop_assert_eq!(found, entries.len());
        let is_plain = |name: &str| !name.split('/').any(|part| part.starts_with('.') || part == "vendor");
        let is_source = |name: &str| Language::of_file_name(name).is_some();
        let readable = entries.iter().filter(|(name, bytes)| is_plain(name) && is_source(name) && bytes.len() <= 200);
        prop_assert_eq!(sources, readable.count());
    }

    #[test]
    fn a_damaged_archive_ends_in_rows(
        kind in prop::sample::select(&KINDS[..]),
        contents in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..600), 1..5),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let names: Vec<_> = (0..contents.len()).map(|number| format!("{number}.py")).collect();
        let entries: Vec<_> = names.iter().zip(&contents).map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        let mut bytes = packed(kind, &entries);
        for (at, value) in damage {
            let at = at.index(bytes.len());
            bytes[at] ^= value;
        }
        bytes.truncate(cut.index(bytes.len()) + 1);
        archive_lines(kind, &bytes, &SourceOptions::default());
    }

    #[test]
    fn any_lines_make_a_table(text in "(\\{\"(content|path|lang)\": (\"[a-z.\\\\]{0,6}\"|1|null|\\[\\])[,}]{0,2}\n?){0,6}") {
        let _ = read_table_bytes(TableKind::Jsonl, text.into(), "t", &SourceOptions::default(), &mut |_| ControlFlow::Continue(()));
    }

    #[test]
    fn the_estimate_keeps_its_error(shared in 0_u32..400, left in 5_u32..200, right in 5_u32..200, salt in any::<u32>()) {
        let words = |from: u32, to: u32| (from..to).map(move |number| format!("w{salt:x}_{number}"));
        let left: BTreeSet<_> = words(0, shared + left).collect();
        let right: BTreeSet<_> = words(0, shared).chain(words(1000, 1000 + right)).collect();
        let exact = left.intersection(&right).count() as f32 / left.union(&right).count() as f32;
        let print = |words: &BTreeSet<String>| Fingerprint::of(words.iter().cloned().collect::<Vec<_>>().join(" ").as_bytes());
        let estimate = print(&left).similarity(&print(&right));
        // Five standard errors: one case in a million.
        let error = 5.0 * (exact * (1.0 - exact) / 128.0).sqrt() + 0.02;
        prop_assert!((estimate - exact).abs() <= error, "{} for {}", estimate, exact);
    }
}
