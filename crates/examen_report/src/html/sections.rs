//! The parts of a suite's page: scores, scores by part, layers, answers by class, questions by type.

mod budgets;
mod layers;
mod parts;
mod scores;
mod statistics;

use super::artefacts::{Artefacts, Section};
use super::examples::Browser;
use super::inputs::{SuiteRows, Trained};
use crate::error::Result;

pub(crate) use scores::{chart_legend, score_charts};

/// All parts of the page of a suite that have something to show.
pub(crate) fn sections(
    suite: &SuiteRows,
    trained: &[Trained],
    browser: &Browser,
    artefacts: &mut Artefacts,
) -> Result<Vec<Section>> {
    let mut sections = vec![scores::charts(suite, artefacts)?];
    sections.push(budgets::budgets(suite, trained, artefacts)?);
    sections.extend(scores::published_changes(suite, artefacts)?);
    sections.extend(layers::layers(suite, artefacts)?);
    sections.extend(scores::tables(suite, artefacts)?);
    sections.extend(scores::asked(suite, artefacts)?);
    sections.extend(scores::rewrites(suite, artefacts)?);
    sections.extend(scores::published_tables(suite, artefacts)?);
    sections.extend(statistics::statistics(suite, artefacts)?);
    sections.extend(parts::parts(suite, artefacts)?);
    sections.push(parts::question_types(suite, browser, artefacts)?);
    sections.push(parts::confusions(suite, browser, artefacts)?);
    sections.retain(|section| !section.is_empty());
    sections.iter_mut().for_each(Section::shorten_captions);
    Ok(sections)
}
