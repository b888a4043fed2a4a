//! Texts that a file has more than once.

use std::collections::BTreeMap;

use examen_corpus::Split;

use super::NativeFile;

/// Samples with the same text, by their places in the file, in the order of their first ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaks {
    /// Groups whose text is in more than one split.
    pub across_splits: Vec<Vec<usize>>,
    /// Groups of one split whose text it has more than once.
    pub within_split: Vec<Vec<usize>>,
}

impl Leaks {
    /// Returns how many samples of a split have a text that another split has too.
    pub fn shared(&self, file: &NativeFile, split: Split) -> usize {
        let places = self.across_splits.iter().flatten();
        places.filter(|&&place| file.samples.get(place).is_some_and(|sample| sample.split == split)).count()
    }
}

/// Looks for texts that are in more than one split, and for those that one split repeats.
pub fn leaks(file: &NativeFile) -> Leaks {
    let mut by_text: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, sample) in file.samples.iter().enumerate() {
        by_text.entry(&sample.text).or_default().push(place);
    }
    let mut leaks = Leaks::default();
    for places in by_text.into_values().filter(|places| places.len() > 1) {
        let mut splits = 0;
        for split in Split::ALL {
            let here = places.iter().copied().filter(|&place| file.samples[place].split == split);
            let here: Vec<usize> = here.collect();
            splits += usize::from(!here.is_empty());
            if here.len() > 1 {
                leaks.within_split.push(here);
            }
        }
        if splits > 1 {
            leaks.across_splits.push(places);
        }
    }
    leaks.across_splits.sort_unstable();
    leaks.within_split.sort_unstable();
    leaks
}
