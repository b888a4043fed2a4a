//! The pages: templates filled with what was made of the rows.

use askama::Template;
use examen_data::grouped;
use examen_suites::suite_named;

use super::artefacts::{Artefacts, ChartView, Section};
use super::charts::{Series, line_chart};
use super::examples::Browser;
use super::grid::Grid;
use super::inputs::{Loaded, ReportInputs, SuiteRows, Trained, labels};
use super::methods::method_tables;
use super::sections::{chart_legend, score_charts, sections};
use super::visible::{file_name, visible};
use crate::error::Result;
use crate::tally::counted;
use crate::verdict::verdict;

pub(crate) const EXAMPLES: &str = "examples.html";
pub(crate) const METHODS: &str = "methods.html";
pub(crate) const TRAINING: &str = "training.html";

/// The file of a suite's page.
pub(crate) fn suite_file(suite: &str) -> String {
    format!("suite-{}.html", file_name(suite))
}

/// What all pages have: their title and the way to the others.
struct Head {
    title: String,
    links: Vec<Link>,
}

#[derive(Clone)]
struct Link {
    href: String,
    label: String,
    is_current: bool,
}

/// The verdicts on all models of a suite, and the files that have them too.
struct VerdictTable {
    lines: Vec<VerdictLine>,
    csv_file: String,
    latex_file: String,
}

/// What the scores of a model come to.
struct VerdictLine {
    model: String,
    words: String,
    n: String,
    intervals: String,
    baseline: String,
}

struct Card {
    title: String,
    href: String,
    about: String,
    legend: &'static str,
    verdicts: VerdictTable,
    charts: Vec<ChartView>,
    /// Charts that only the suite's own page has.
    more: usize,
}

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage {
    head: Head,
    facts: Vec<String>,
    cards: Vec<Card>,
    has_examples: bool,
}

#[derive(Template)]
#[template(path = "suite.html")]
struct SuitePage {
    head: Head,
    about: String,
    verdicts: VerdictTable,
    sections: Vec<Section>,
}

#[derive(Template)]
#[template(path = "methods.html")]
struct MethodsPage {
    head: Head,
    sections: Vec<Section>,
    commands: Vec<String>,
}

#[derive(Template)]
#[template(path = "training.html")]
struct TrainingPage {
    head: Head,
    sections: Vec<Section>,
}

#[derive(Template)]
#[template(path = "examples.html")]
struct ExamplesPage {
    head: Head,
    shown: String,
    total: String,
}

/// Fills pages in.
pub(crate) struct Pages {
    links: Vec<Link>,
}

/// Charts of a suite on the overview.
const OVERVIEW_CHARTS: usize = 3;

impl Pages {
    pub(crate) fn new(loaded: &Loaded, browser: &Browser, inputs: &ReportInputs) -> Self {
        let link = |href: String, label: String| Link { href, label, is_current: false };
        let mut links = vec![link("index.html".to_owned(), "Overview".to_owned())];
        links.extend(loaded.suites.iter().map(|suite| link(suite_file(&suite.name), title(&suite.name))));
        if !inputs.training.is_empty() {
            links.push(link(TRAINING.to_owned(), "Training".to_owned()));
        }
        if !browser.tasks.is_empty() {
            links.push(link(EXAMPLES.to_owned(), "Examples".to_owned()));
        }
        links.push(link(METHODS.to_owned(), "Methods".to_owned()));
        Self { links }
    }

    fn head(&self, href: &str, title: &str) -> Head {
        let current = |link: &Link| Link { is_current: link.href == href, ..link.clone() };
        Head { title: title.to_owned(), links: self.links.iter().map(current).collect() }
    }

    pub(crate) fn overview(&self, loaded: &Loaded, browser: &Browser, artefacts: &mut Artefacts) -> Result<String> {
        let mut cards = Vec::new();
        for suite in &loaded.suites {
            let all = score_charts(suite, true);
            let more = all.len().saturating_sub(OVERVIEW_CHARTS);
            let charts = all.into_iter().take(OVERVIEW_CHARTS);
            let of = format!("overview-{}", suite.name);
            cards.push(Card {
                title: title(&suite.name),
                href: suite_file(&suite.name),
                about: about(&suite.name),
                legend: chart_legend(suite),
                verdicts: verdicts(suite, &of, artefacts)?,
                charts: charts.map(|chart| artefacts.chart(&of, chart)).collect::<Result<_>>()?,
                more,
            });
        }
        let page = OverviewPage {
            head: self.head("index.html", "Examen report"),
            facts: facts(loaded, browser),
            cards,
            has_examples: !browser.tasks.is_empty(),
        };
        Ok(page.render()?)
    }

    pub(crate) fn suite(
        &self,
        suite: &SuiteRows,
        trained: &[Trained],
        browser: &Browser,
        artefacts: &mut Artefacts,
    ) -> Result<String> {
        let page = SuitePage {
            head: self.head(&suite_file(&suite.name), &title(&suite.name)),
            about: about(&suite.name),
            verdicts: verdicts(suite, &suite.name, artefacts)?,
            sections: sections(suite, trained, browser, artefacts)?,
        };
        Ok(page.render()?)
    }

    pub(crate) fn methods(
        &self,
        inputs: &ReportInputs,
        loaded: &Loaded,
        browser: &Browser,
        artefacts: &mut Artefacts,
    ) -> Result<String> {
        let mut sections = Vec::new();
        for grid in method_tables(inputs, loaded, browser) {
            let title = grid.title.clone();
            let is_folded = grid.rows.len() > 40;
            let tables = vec![artefacts.table("methods", grid)?];
            sections.push(Section { title, tables, is_folded, ..Section::default() });
        }
        let mut commands: Vec<String> = Vec::new();
        for folder in &loaded.folders {
            let command = visible(&without_places(&folder.manifest().provenance.command));
            if !commands.contains(&command) {
                commands.push(command);
            }
        }
        let page = MethodsPage { head: self.head(METHODS, "Methods"), sections, commands };
        Ok(page.render()?)
    }

    pub(crate) fn training(&self, inputs: &ReportInputs, loaded: &Loaded, artefacts: &mut Artefacts) -> Result<String> {
        let mut sections = Vec::new();
        for (trained, label) in loaded.trained.iter().zip(labels(&inputs.training)) {
            let description = &trained.description;
            let mut series: Vec<Series> = Vec::new();
            for point in description["curve"].as_array().into_iter().flatten() {
                let (Some(name), Some(step), Some(value)) =
                    (point["name"].as_str(), point["step"].as_f64(), point["value"].as_f64())
                else {
                    continue;
                };
                match series.iter_mut().find(|it| it.name == name) {
                    Some(series) => series.points.push((step, value)),
                    None => series.push(Series { name: name.to_owned(), points: vec![(step, value)] }),
                }
            }
            let count = |name: &str| description[name].as_u64().map(grouped).unwrap_or_default();
            let legend = format!(
                "{} parameters, {} steps, {} examples, {} tokens; ended: {}.",
                count("parameters"),
                count("steps"),
                count("examples"),
                count("tokens"),
                visible(description["ended"].as_str().unwrap_or("unknown")),
            );
            let mut section = Section { title: visible(&label), legend, ..Section::default() };
            for series in &series {
                let chart = line_chart(&format!("{label}: {}", series.name), series);
                section.charts.push(artefacts.chart("training", chart)?);
            }
            sections.push(section);
        }
        Ok(TrainingPage { head: self.head(TRAINING, "Training"), sections }.render()?)
    }

    pub(crate) fn examples(&self, browser: &Browser) -> Result<String> {
        let shown: usize = browser.tasks.iter().map(super::examples::BrowsedTask::shown).sum();
        let total: u64 = browser.tasks.iter().map(|task| task.total).sum();
        let page = ExamplesPage {
            head: self.head(EXAMPLES, "Examples"),
            shown: grouped(shown as u64),
            total: counted(total, "example", "examples"),
        };
        Ok(page.render()?)
    }
}

/// A command without the places of files on a machine.
fn without_places(command: &str) -> String {
    let short = |word: &str| match word.rsplit_once('/') {
        Some((_, name)) if word.starts_with('/') => format!("…/{name}"),
        _ => word.to_owned(),
    };
    command.split(' ').map(short).collect::<Vec<String>>().join(" ")
}

/// The verdicts on the models of a suite; `of` begins the names of their files.
fn verdicts(suite: &SuiteRows, of: &str, artefacts: &mut Artefacts) -> Result<VerdictTable> {
    let line = |(model, rows)| {
        let it = verdict(rows, model)?;
        let words = if it.words.is_empty() { "no value that a verdict could rest on".to_owned() } else { it.words };
        Some(VerdictLine { model: visible(model), words, n: it.n, intervals: it.intervals, baseline: it.baseline })
    };
    let lines: Vec<VerdictLine> = suite.models().into_iter().filter_map(line).collect();
    let cells =
        lines.iter().map(|it| [&it.model, &it.words, &it.n, &it.intervals, &it.baseline].map(Clone::clone).to_vec());
    let header = ["model", "verdict", "n", "95 % interval, points", "baseline"];
    let table = artefacts.table(of, Grid::new("Verdicts", "", &header, cells.collect()))?;
    Ok(VerdictTable { lines, csv_file: table.csv_file, latex_file: table.latex_file })
}

/// What the report is of, in a few words each.
fn facts(loaded: &Loaded, browser: &Browser) -> Vec<String> {
    let mut tasks: Vec<(&str, &str)> = Vec::new();
    let mut models: Vec<&str> = Vec::new();
    for row in loaded.suites.iter().flat_map(|suite| suite.scored.iter().chain(&suite.probed)) {
        if !tasks.contains(&(&row.suite, &row.task)) {
            tasks.push((&row.suite, &row.task));
        }
        if let Some(model) = row.model.as_deref().filter(|model| !models.contains(model)) {
            models.push(model);
        }
    }
    let total: u64 = browser.tasks.iter().map(|task| task.total).sum();
    let mut facts = vec![
        counted(loaded.suites.len() as u64, "suite", "suites"),
        counted(tasks.len() as u64, "task", "tasks"),
        counted(models.len() as u64, "model", "models"),
    ];
    facts.extend((total > 0).then(|| counted(total, "example", "examples")));
    facts
}

/// The name of a suite as a title.
fn title(suite: &str) -> String {
    let name = visible(suite);
    let mut letters = name.chars();
    let first = letters.next().map(|it| it.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

fn about(suite: &str) -> String {
    suite_named(suite).map(|suite| suite.about.to_owned()).unwrap_or_default()
}
