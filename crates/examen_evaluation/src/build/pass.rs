//! One pass over the code, of which some exams are made at once.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, PoisonError, RwLock};

use examen_corpus::{Plan, Shares, SourceOptions, Split};
use examen_data::FolderLock;
use examen_suites::source::LeftOut;
use examen_suites::suite::{File, FileRows};
use examen_suites::{Exam, Suite};

use super::built::finish;
use super::folders::{Folders, TaskThresholds};
use super::reading::{FileText, Met, Reader, read_files};
use super::rewritten::Wanted;
use super::splitting::choose_split;
use super::units::{rows_by_function, rows_by_unit, short_of_splits};
use super::{BuildSettings, Built, FewProjects, NewFolders, SplitBy, derive_tasks};
use crate::context::Context;
use crate::error::refuse;

/// Thresholds rise slowly once they stand; that workers see old ones costs a little work and changes nothing.
const FILES_BETWEEN_THRESHOLDS: u64 = 16;

/// Exams that are made of the same code at once. Seed, shard and near duplicates are the same for all of them.
#[derive(Default)]
pub struct Pass<'p> {
    made: VecDeque<ExamOfPass<'p>>,
    /// Goes last: what writers and locks leave is removed when they are gone.
    new: NewFolders,
}

/// An exam of a pass.
struct ExamOfPass<'p> {
    about: About<'p>,
    taken: Taken,
    _lock: FolderLock,
}

/// What workers know of an exam.
struct About<'p> {
    suite: &'static Suite,
    exam: &'p dyn Exam,
    plan: Plan,
    options: SourceOptions,
    settings: BuildSettings,
    few_projects: Option<FewProjects>,
    shares: Shares,
    wanted: Option<Wanted>,
    thresholds: RwLock<Arc<TaskThresholds>>,
}

/// What an exam was given so far.
struct Taken {
    folders: Folders,
    files: u64,
    splits: BTreeSet<Split>,
}

impl<'p> Pass<'p> {
    /// Prepares an exam: decides what it is split by, and opens its folders.
    pub fn add(
        &mut self,
        suite: &'static Suite,
        exam: &'p dyn Exam,
        code: (Plan, SourceOptions),
        settings: &BuildSettings,
        context: &Context<'_>,
    ) -> crate::Result<()> {
        let (plan, options) = code;
        let (split_suite, split_exam) = exam.base().map_or((suite, exam), |base| (base.suite, base.exam));
        let (split_by, few_projects) = choose_split(split_suite, split_exam, &plan, &options, settings, context)?;
        let settings = BuildSettings { split_by, ..settings.clone() };
        let wanted = Wanted::of(exam, &settings)?;
        if wanted.is_some() && settings.shard.is_some() {
            refuse!("--shard is not for the {} suite: it is made of the examples of a whole exam", suite.name);
        }
        let base: Vec<String> = wanted.iter().flat_map(|wanted| wanted.examples.keys().cloned()).collect();
        let tasks = exam.tasks(&base);
        self.new.add(&settings.out, suite.name, tasks.iter().map(|task| task.folder.as_str()));
        let lock = FolderLock::take(&settings.out.join(suite.name))?;
        let folders = Folders::create(suite, exam, tasks, &settings)?;
        let thresholds = RwLock::new(Arc::new(folders.thresholds()));
        let about = About {
            suite,
            exam,
            plan,
            options,
            settings,
            few_projects,
            shares: split_suite.shares,
            wanted,
            thresholds,
        };
        let taken = Taken { folders, files: 0, splits: BTreeSet::new() };
        self.made.push_back(ExamOfPass { about, taken, _lock: lock });
        Ok(())
    }

    /// Reads the code. Where it is all in plain files, those of an exam of one language are among those of an exam of several; what
    /// archives and tables hold depends on the languages that they are asked for, so that they are read again for other ones.
    pub fn read(&mut self, context: &Context<'_>) -> crate::Result<()> {
        let mut left: Vec<&mut ExamOfPass<'p>> = self.made.iter_mut().collect();
        left.sort_by_key(|made| std::cmp::Reverse(made.about.options.languages.len()));
        while !left.is_empty() {
            let widest = &left[0].about;
            let (languages, has_containers) = (widest.options.languages.clone(), widest.plan.has_containers());
            let is_read_too = |made: &&mut ExamOfPass<'p>| {
                let its = &made.about.options.languages;
                *its == languages || !has_containers && its.iter().all(|language| languages.contains(language))
            };
            let (together, others): (Vec<_>, Vec<_>) = left.into_iter().partition(is_read_too);
            read_together(together, context)?;
            left = others;
        }
        Ok(())
    }

    /// Completes the next exam, in the order in which they were added; nothing when all are complete.
    pub fn finish_next(&mut self, context: &Context<'_>) -> Option<crate::Result<Built>> {
        self.made.pop_front().map(|made| made.finish(context))
    }
}

/// Reads the code of the first exam for all of them.
fn read_together(exams: Vec<&mut ExamOfPass<'_>>, context: &Context<'_>) -> crate::Result<()> {
    let (about, mut taken): (Vec<&About<'_>>, Vec<&mut Taken>) =
        exams.into_iter().map(|ExamOfPass { about, taken, .. }| (&*about, taken)).unzip();
    let Some(first) = about.first() else { return Ok(()) };
    let readers = about.iter().map(|it| Reader {
        languages: &it.options.languages,
        shares: it.shares,
        split_by: it.settings.split_by,
    });
    let readers: Vec<Reader<'_>> = readers.collect();
    let make = |at: usize, file: FileText<'_>| about[at].rows(&file);
    read_files(&first.plan, first.options.clone(), &readers, &first.settings, context, make, |at, met| {
        context.go_on()?;
        taken[at].take(met, about[at])
    })
}

impl About<'_> {
    /// The rows that a file gives.
    fn rows(&self, file: &FileText<'_>) -> Result<FileRows, LeftOut> {
        let FileText { code, key, split } = *file;
        if self.wanted.as_ref().is_some_and(|wanted| !wanted.files.contains(&key.content_hash)) {
            return Err(LeftOut("no-test-example"));
        }
        let now: Arc<TaskThresholds> = Arc::clone(&self.thresholds.read().unwrap_or_else(PoisonError::into_inner));
        let Some(wanted) = &self.wanted else {
            let file = File { code, key, split, wanted: &Wanted::default().examples };
            let seed = self.settings.seed;
            return match self.settings.split_by {
                SplitBy::Function => rows_by_function(self.exam, &file, &now, seed, self.shares),
                // The same code may be in several splits.
                SplitBy::Pair => {
                    rows_by_unit(self.exam, &file, &now, |row| Split::of(row.id.as_str(), seed, self.shares))
                }
                _ => self.exam.rows(&file, &|task, class, rank| now.admit(task, class, split, rank)),
            };
        };
        // What is rewritten are test examples.
        let split = Split::Test;
        let file = File { code, key, split, wanted: &wanted.examples };
        self.exam.rows(&file, &|task, class, rank| now.admit(task, class, split, rank))
    }
}

impl Taken {
    fn take(&mut self, met: Met<FileRows>, about: &About<'_>) -> crate::Result<()> {
        self.files += 1;
        if let Met::File(file) = &met
            && file.rows.inputs.values().any(|count| *count > 0)
        {
            let of_rows = file.rows.rows.values().flatten().filter_map(|row| row.split);
            self.splits.extend(of_rows);
            let is_of_rows = matches!(about.settings.split_by, SplitBy::Function | SplitBy::Pair);
            self.splits.extend((!is_of_rows).then_some(file.split));
        }
        self.folders.take(met)?;
        if self.files.is_multiple_of(FILES_BETWEEN_THRESHOLDS) && self.folders.has_quota() {
            *about.thresholds.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(self.folders.thresholds());
        }
        Ok(())
    }
}

impl ExamOfPass<'_> {
    /// Publishes the folders, and makes what follows from all rows.
    fn finish(self, context: &Context<'_>) -> crate::Result<Built> {
        let Self { about, taken: Taken { folders, files, splits }, _lock } = self;
        let About { suite, settings, few_projects, wanted, .. } = about;
        let is_short_of_splits = folders.has_quota() && !splits.is_empty() && splits.len() < Split::ALL.len();
        let mut manifests = finish(folders.into_writers(&settings)?, suite.why_empty).map_err(|error| {
            if wanted.is_some() {
                error.while_doing("the same --from, --seed and flags are needed that the other suite was built with")
            } else if is_short_of_splits {
                error.while_doing(short_of_splits(&splits, settings.split_by))
            } else {
                error
            }
        })?;
        let statistics = match settings.shard {
            None => derive_tasks(&settings.out, &mut manifests, context)?,
            Some(_) => Vec::new(),
        };
        Ok(Built { manifests, read: (files, "files"), folder: settings.out.join(suite.name), few_projects, statistics })
    }
}
