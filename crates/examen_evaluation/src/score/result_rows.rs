//! Marks as rows of the result log.

use examen_data::ResultRow;
use examen_metrics::{
    ACCURACY, ANSWERED, ANY_CHANGE, F1, Interval, Kinds, MAJORITY_SHARE, Metric, PASS_AT_K, PRECISION,
    PREDICTION_CHANGE, RANDOM_BASELINE, RECALL, SELECTIVITY, SPAN_F1, SUBTOKEN_F1, SUBTOKEN_PRECISION, SUBTOKEN_RECALL,
    TEXT_MATCH, clustered_share_interval, majority_share, mean_interval, random_baseline, share_interval,
};

use super::label_task::{LabelMarks, LabelModel};
use super::name_task::{NameMarks, NameModel, NameParts};
use super::relevance_task::{RelevanceMarks, RelevanceModel};
use super::span_marks::{Form, Group, KS, ModelMarks, SpanMarks, Subset};
use super::survival_task::{SurvivalMarks, SurvivalModel, statements_part};
use super::{Marks, TaskMarks};

/// All figures of a task.
pub fn result_rows(task: &TaskMarks) -> Vec<ResultRow> {
    let mut rows = Vec::new();
    match &task.marks {
        Marks::Spans(marks) => {
            for (name, model) in &marks.models {
                Writer { task, model: Some(name), skipped: marks.incomplete, rows: &mut rows }.spans(marks, model);
            }
        }
        Marks::Relevance(marks) => {
            for (name, model) in &marks.models {
                Writer { task, model: Some(name), skipped: 0, rows: &mut rows }.relevance(marks, model);
            }
        }
        Marks::Labels(marks) => {
            Writer { task, model: None, skipped: 0, rows: &mut rows }.label_floors(marks);
            for (name, model) in &marks.models {
                Writer { task, model: Some(name), skipped: 0, rows: &mut rows }.labels(marks, model);
            }
        }
        Marks::Names(marks) => {
            for (name, model) in &marks.models {
                Writer { task, model: Some(name), skipped: 0, rows: &mut rows }.names(marks, model);
            }
        }
        Marks::Survival(marks) => {
            for (name, model) in &marks.models {
                Writer { task, model: Some(name), skipped: 0, rows: &mut rows }.survival(marks, model);
            }
        }
    }
    rows
}

/// Adds the figures of one model at one task, or of the task alone.
struct Writer<'a> {
    task: &'a TaskMarks,
    model: Option<&'a str>,
    skipped: u64,
    rows: &'a mut Vec<ResultRow>,
}

/// What is measured.
struct Measured<'a> {
    metric: &'a Metric,
    signature: String,
    group: &'a Group,
}

impl Writer<'_> {
    fn spans(&mut self, marks: &SpanMarks, model: &ModelMarks) {
        if !model.is_text_only() {
            self.span_shares(marks, model);
        }
        if model.texts.examples > 0 {
            self.texts(marks, model);
        }
        let n = marks.n(&Group::Whole).of(Subset::All);
        self.answered(model.answered, n);
    }

    fn span_shares(&mut self, marks: &SpanMarks, model: &ModelMarks) {
        let form = form_name(model);
        for (group, n) in &marks.examples {
            let subsets: &[Subset] = if matches!(group, Group::Spans(_)) { &[Subset::All] } else { &Subset::ALL };
            for &subset in subsets {
                let facts = [("examples", subset.name()), ("truth", "uncut"), ("by", form)];
                let mut share = |kinds: Kinds, right: u64| {
                    let metric = kinds.metric();
                    self.share(
                        &Measured { metric, signature: metric.signature_with(&facts), group },
                        right,
                        n.of(subset),
                    );
                };
                share(marks.kinds(), model.right(group).of(subset));
                if *group == Group::Whole && marks.has_facts {
                    share(Kinds::Answers, model.answers.of(subset));
                    share(Kinds::Facts, model.facts.of(subset));
                }
            }
        }
        if let Some(f1) = marks.overlap(model).f1() {
            let signature = SPAN_F1.signature_with(&[("examples", "all"), ("truth", "uncut"), ("by", form)]);
            let n = marks.n(&Group::Whole).of(Subset::All);
            self.figure(&Measured { metric: &SPAN_F1, signature, group: &Group::Whole }, f1, None, n);
        }
    }

    fn texts(&mut self, marks: &SpanMarks, model: &ModelMarks) {
        let group = &Group::Whole;
        for (k, sums) in KS.iter().zip(&model.texts.sums).filter(|(k, _)| **k <= model.texts.most_samples) {
            for subset in Subset::ALL {
                let n = marks.n(group).of(subset);
                let (sum, squares) = sums[subset as usize];
                if model.texts.most_samples == 1 {
                    let signature = TEXT_MATCH.signature_with(&[("examples", subset.name())]);
                    #[expect(clippy::cast_sign_loss, reason = "a sum of zeros and ones")]
                    self.share(&Measured { metric: &TEXT_MATCH, signature, group }, sum as u64, n);
                } else if n > 0 {
                    let (k, samples) = (k.to_string(), model.texts.most_samples.to_string());
                    let facts = [("k", k.as_str()), ("samples", &samples), ("texts", "stripped")];
                    let facts = [&facts[..], &[("examples", subset.name())]].concat();
                    let signature = PASS_AT_K.signature_with(&facts);
                    let value = sum / n as f64;
                    let measured = Measured { metric: &PASS_AT_K, signature, group };
                    self.figure(&measured, value, mean_interval(sum, squares, n), n);
                }
            }
        }
    }

    fn relevance(&mut self, marks: &RelevanceMarks, model: &RelevanceModel) {
        for (group, (relevant, other)) in &marks.examples {
            let decisions = marks.decisions(model, group);
            let measured = |metric: &'static Metric| {
                let signature = metric.signature_with(&[("examples", "all")]);
                Measured { metric, signature, group }
            };
            for (metric, (right, n)) in [
                (&ACCURACY, decisions.accuracy_counts()),
                (&PRECISION, decisions.precision_counts()),
                (&RECALL, decisions.recall_counts()),
            ] {
                self.share(&measured(metric), right, n);
            }
            if let Some(f1) = decisions.f1() {
                self.figure(&measured(&F1), f1, None, relevant + other);
            }
        }
        let (relevant, other) = marks.examples.get(&Group::Whole).copied().unwrap_or_default();
        self.answered(model.answered, relevant + other);
    }

    fn label_floors(&mut self, marks: &LabelMarks) {
        let majority = majority_share(marks.examples.values().copied());
        for (metric, value) in [(&RANDOM_BASELINE, random_baseline(marks.examples.len())), (&MAJORITY_SHARE, majority)]
        {
            let signature = metric.signature_with(&[("labels", "true"), ("examples", "all")]);
            if let Some(value) = value {
                self.figure(&Measured { metric, signature, group: &Group::Whole }, value, None, marks.n());
            }
        }
    }

    fn labels(&mut self, marks: &LabelMarks, model: &LabelModel) {
        let (whole, n) = (&Group::Whole, marks.n());
        self.share(&label_accuracy("true", whole), model.right(), n);
        if let Some(answers) = marks.controlled(model) {
            let (right, n) = answers.control_counts();
            self.share(&label_accuracy("control", whole), right, n);
            if let Some(value) = answers.selectivity() {
                let signature = SELECTIVITY.signature_with(&[("labels", "true-control"), ("examples", "all")]);
                let measured = Measured { metric: &SELECTIVITY, signature, group: whole };
                self.figure(&measured, value, answers.interval(), n);
            }
        }
        for (class, &n) in &marks.examples {
            let group = Group::Class(class.clone());
            self.share(&label_accuracy("true", &group), model.right_of(class), n);
        }
        self.answered(model.answered, n);
    }

    fn names(&mut self, marks: &NameMarks, model: &NameModel) {
        let whole = &Group::Whole;
        let signature = ACCURACY.signature_with(&[("names", "whole"), ("examples", "all")]);
        self.share(&Measured { metric: &ACCURACY, signature, group: whole }, model.right, marks.examples);
        self.parts(&model.parts, whole, marks.examples);
        self.answered(model.answered, marks.examples);
    }

    fn parts(&mut self, parts: &NameParts, group: &Group, n: u64) {
        for (rule, counts) in parts.by_rule() {
            let figures = [
                (&SUBTOKEN_PRECISION, counts.precision()),
                (&SUBTOKEN_RECALL, counts.recall()),
                (&SUBTOKEN_F1, counts.f1()),
            ];
            for (metric, value) in figures {
                let signature = metric.signature_with(&[("rule", rule.name())]);
                if let Some(value) = value {
                    self.figure(&Measured { metric, signature, group }, value, None, n);
                }
            }
        }
    }

    fn survival(&mut self, marks: &SurvivalMarks, model: &SurvivalModel) {
        let originals = &Group::Change("original".to_owned());
        let signature = ACCURACY.signature_with(&[("examples", "originals")]);
        self.share(
            &Measured { metric: &ACCURACY, signature, group: originals },
            model.right_originals,
            marks.originals,
        );
        if marks.has_names {
            self.parts(&model.original_parts, originals, marks.originals);
        }
        for (change, of_change) in &model.by_change {
            let name = format!("{}/{}", change.transform, change.place);
            let group = &Group::Change(name.clone());
            let survival = &of_change.survival;
            let n = survival.n();
            let interval = clustered_share_interval(of_change.by_project.values().copied());
            let clustered = PREDICTION_CHANGE.signature_with(&[("examples", "rewritten"), ("clusters", "project")]);
            if n > 0 {
                let change = Measured { metric: &PREDICTION_CHANGE, signature: clustered, group };
                self.figure(&change, survival.changed() as f64 / n as f64, interval, n);
            }
            for (metric, count) in survival.parts() {
                self.share(&of_rewritten(metric, group), count, n);
            }
            self.share(&of_rewritten(&ACCURACY, group), survival.correct_stays + survival.wrong_repaired, n);
            let any = ANY_CHANGE.signature_with(&[("examples", "originals")]);
            let unstable = Measured { metric: &ANY_CHANGE, signature: any, group };
            self.share(&unstable, of_change.unstable, of_change.originals);
            for (before, (changed, n)) in
                [("correct", survival.change_of_correct()), ("wrong", survival.change_of_wrong())]
            {
                let group = Group::Change(format!("{name}/{before}"));
                self.share(&of_rewritten(&PREDICTION_CHANGE, &group), changed, n);
            }
            for (at, survival) in of_change.by_statements.iter().enumerate() {
                let group = Group::Change(format!("{name}/statements{}", statements_part(at)));
                self.share(&of_rewritten(&PREDICTION_CHANGE, &group), survival.changed(), survival.n());
            }
            if marks.has_names {
                self.parts(&of_change.parts, group, n);
            }
        }
        self.answered(model.answered, marks.originals + marks.rewritten);
    }

    fn answered(&mut self, answered: u64, n: u64) {
        let signature = ANSWERED.signature_with(&[("examples", "all")]);
        self.share(&Measured { metric: &ANSWERED, signature, group: &Group::Whole }, answered, n);
    }

    /// A share of examples; without examples there is no figure.
    fn share(&mut self, measured: &Measured<'_>, right: u64, n: u64) {
        if n > 0 {
            self.figure(measured, right as f64 / n as f64, share_interval(right, n), n);
        }
    }

    fn figure(&mut self, measured: &Measured<'_>, value: f64, interval: Option<Interval>, n: u64) {
        self.rows.push(ResultRow {
            suite: self.task.suite.clone(),
            task: self.task.task.clone(),
            model: self.model.map(str::to_owned),
            metric: measured.metric.name.to_owned(),
            signature: measured.signature.clone(),
            value,
            ci_low: interval.map(|interval| interval.low),
            ci_high: interval.map(|interval| interval.high),
            n,
            skipped: Some(self.skipped),
            seed: None,
            layer: None,
            group: (*measured.group != Group::Whole).then(|| measured.group.to_string()),
        });
    }
}

/// Accuracy on the true labels or on those of the control task.
fn label_accuracy<'a>(labels: &str, group: &'a Group) -> Measured<'a> {
    let signature = ACCURACY.signature_with(&[("labels", labels), ("examples", "all")]);
    Measured { metric: &ACCURACY, signature, group }
}

/// A share of rewritten examples.
fn of_rewritten<'a>(metric: &'a Metric, group: &'a Group) -> Measured<'a> {
    Measured { metric, signature: metric.signature_with(&[("examples", "rewritten")]), group }
}

/// How the spans of a model were told, in a word.
pub fn form_name(model: &ModelMarks) -> &'static str {
    match (model.forms.contains(&Form::Places), model.forms.contains(&Form::Labels)) {
        (true, true) => "mixed",
        (true, false) => "places",
        (false, true) => "labels",
        (false, false) if model.texts.examples > 0 => "texts",
        (false, false) => "nothing",
    }
}
