//! Renames every variable of every method of Java files to a name of its own, to be compiled and compared with what the
//! compiler makes of the original: `cargo run --release -p examen_semantics --example java_rename -- LIST FROM TO`.
//!
//! LIST has one path per line below FROM; the files are written to the same paths below TO. Variables in doubt are left
//! alone. Counts, and times of parsing and of the models, go to the standard output. `scripts/java_rename.py` does the rest.

#![expect(clippy::print_stdout, reason = "the numbers are the point")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use examen_semantics::java::{DoubtReason, MethodModel};
use examen_syntax::java::parse;

#[derive(Default)]
struct Counts {
    methods: usize,
    bytes: usize,
    variables: usize,
    uses: usize,
    doubtful: BTreeMap<&'static str, usize>,
    parsing: Duration,
    modelling: Duration,
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [list, from, to] = &arguments[..] else {
        println!("wanted: LIST FROM TO");
        return Ok(());
    };
    let mut counts = Counts::default();
    for path in std::fs::read_to_string(list)?.lines() {
        let Ok(source) = std::fs::read_to_string(Path::new(from).join(path)) else { continue };
        let renamed = rename(&source, &mut counts);
        let target = Path::new(to).join(path);
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(target, renamed)?;
    }
    let Counts { methods, bytes, variables, uses, doubtful, parsing, modelling } = counts;
    println!("{bytes} bytes, {methods} methods, {variables} variables renamed in {uses} places");
    println!("left alone: {doubtful:?}");
    println!("parsing {:.2} s, models {:.2} s", parsing.as_secs_f64(), modelling.as_secs_f64());
    Ok(())
}

fn rename(source: &str, counts: &mut Counts) -> String {
    let start = Instant::now();
    let tree = parse(source);
    counts.parsing += start.elapsed();
    counts.bytes += source.len();
    let methods: Vec<_> = tree.methods().filter(|method| !method.is_local()).collect();
    let start = Instant::now();
    for &method in &methods {
        black_box(MethodModel::new(method, source));
    }
    counts.modelling += start.elapsed();
    let mut edits = Vec::new();
    let mut next = 0;
    for method in methods {
        counts.methods += 1;
        let model = MethodModel::new(method, source);
        for variable in model.variables() {
            if let Some(doubt) = variable.doubts.first() {
                let reason = match doubt.reason {
                    DoubtReason::MayBeInherited { .. } => "may be inherited",
                    DoubtReason::MayBeEnumConstant => "may be an enum constant",
                    DoubtReason::CanonicalConstructor => "canonical constructor",
                    DoubtReason::SyntaxError => "syntax error",
                };
                *counts.doubtful.entry(reason).or_default() += 1;
                continue;
            }
            let fresh = format!("zq{next}");
            next += 1;
            counts.variables += 1;
            counts.uses += variable.uses.len();
            let places = variable.uses.iter().map(|usage| usage.node).chain([variable.declaration]);
            edits.extend(places.map(|place| (place.span(), fresh.clone())));
        }
    }
    edits.sort_unstable_by_key(|(span, _)| span.start);
    let mut renamed = String::with_capacity(source.len() + edits.len() * 8);
    let mut at = 0;
    for (span, fresh) in edits {
        renamed.push_str(source.get(at..span.start as usize).unwrap_or("<overlap>"));
        renamed.push_str(&fresh);
        at = span.end as usize;
    }
    renamed.push_str(&source[at..]);
    renamed
}
