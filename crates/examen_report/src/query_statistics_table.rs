//! What the examples of the queries suite are like, as a table.

use examen_corpus::Split;
use examen_data::grouped;
use examen_suites::queries::row::ExampleType;
use examen_suites::queries::statistics::Statistics;

use crate::table::table;

/// Renders the examples by hops and kind, as in the paper's Table 1.
pub fn query_statistics_table(tasks: &[(&str, Statistics)]) -> String {
    let header = ["task", "hops", "examples", "train", "validation", "test", "all"];
    let mut table = table(&header, |column| column > 2);
    for (task, statistics) in tasks {
        for hops in ["single", "multi"] {
            for kind in [ExampleType::Positive, ExampleType::Negative] {
                let splits = Split::ALL.map(|split| statistics.examples(split, hops, kind));
                let numbers = splits.into_iter().chain([splits.iter().sum()]).map(grouped);
                let names = [format!("queries/{task}"), hops.to_owned(), kind.name().to_owned()];
                table.add_row(names.into_iter().chain(numbers));
            }
        }
    }
    format!("{table}\n")
}
