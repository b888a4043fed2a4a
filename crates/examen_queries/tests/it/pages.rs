//! The pages in `docs/queries` are those of the registry; `EXAMEN_UPDATE=1` rewrites them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use examen_queries::python::QUERIES;
use examen_queries::{Hops, Query, Severity};

use crate::fixture;

const INDEX: &str = "README.md";

#[test]
fn committed_pages_are_up_to_date() {
    examen_test::check_pages(&folder(), &pages());
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/queries")
}

/// All pages by the names of their files.
fn pages() -> BTreeMap<String, String> {
    let of_queries = QUERIES.iter().map(|query| (file_name(query), page(query)));
    of_queries.chain([(INDEX.to_owned(), index())]).collect()
}

/// The page of a query is named as its fixture is.
fn file_name(query: &Query) -> String {
    fixture::path(query).file_name().unwrap().to_str().unwrap().to_owned()
}

fn page(query: &Query) -> String {
    let Query { id, number, name, description, example, .. } = query;
    let file = file_name(query);
    let (hops, severity, tags) = (hops(query), severity(query), query.tags.join(", "));
    format!(
        "\
# {name}

`{id}`, Q{number}. Hops: {hops}. Severity: {severity}. Tags: {tags}.

{description}

```python
{example}```

[What the span markers mean](README.md#span-markers). To ask this query alone:

```sh
examen query src/ --query {id}
```

More cases, with places that look like answers and are none:
[its fixture](../../crates/examen_queries/fixtures/queries/py/{file}).
"
    )
}

fn index() -> String {
    let mut queries = QUERIES.to_vec();
    queries.sort_by_key(|query| query.number);
    let row = |query: &Query| {
        let Query { id, number, name, .. } = query;
        format!("| Q{number} | [`{id}`]({}) | {name} | {} | {} |\n", file_name(query), hops(query), severity(query))
    };
    let rows: String = queries.into_iter().map(row).collect();
    format!(
        "\
# The queries

Semantic queries over Python, by CodeQL's ids of 2022 and the numbers of the CodeQueries paper. How far the answers are CodeQL's is in
[queries-agreement.md](../queries-agreement.md). A query is *single*-hop when the block of code with the answer is all one has to read, *multi*-hop
when several blocks have to be put together.

| | id | name | hops | severity |
|---|---|---|---|---|
{rows}
## Span markers

In the examples `⟦…⟧` is around an answer and `⟨…⟩` around a supporting fact; neither is part of the code. Of a statement with a body
the header has the marker.

These pages are made from the registry: `cargo xtask update` rewrites them.
"
    )
}

const fn hops(query: &Query) -> &'static str {
    match query.hops {
        Hops::Single => "single",
        Hops::Multi => "multi",
    }
}

const fn severity(query: &Query) -> &'static str {
    match query.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Recommendation => "recommendation",
    }
}
