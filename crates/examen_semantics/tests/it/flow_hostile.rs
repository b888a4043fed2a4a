//! Files made to be slow: what is built stays in proportion to the text. Each would take minutes if some step were
//! quadratic.

use examen_semantics::python::flow::Flow;
use examen_semantics::python::ssa::Ssa;
use examen_semantics::python::{Model, Version};
use examen_syntax::python::parse;

#[test]
fn many_branches() {
    let source = "if a:\n    b = 1\nelse:\n    b = 2\nc = b\n".repeat(20_000);
    assert!(size(&source) < 30 * 20_000);
}

#[test]
fn many_tests_of_one_value() {
    assert!(size(&"if a:\n    b\n".repeat(20_000)) < 10 * 20_000);
    let chain = numbered(20_000, "  elif a == #:\n    b\n");
    assert!(size(&format!("def f(a):\n  if not a:\n    b\n{chain}")) < 15 * 20_000);
}

#[test]
fn many_try_statements() {
    let source = "try:\n    a = b()\nexcept C as c:\n    d(a)\nfinally:\n    e(a)\n".repeat(10_000);
    assert!(size(&source) < 70 * 10_000);
}

#[test]
fn a_long_try_body_whose_variables_are_all_used_by_its_handler() {
    let (body, handler) = (numbered(5_000, "    v# = g()\n"), numbered(5_000, "    h(v#)\n"));
    let source = format!("def f():\n  try:\n{body}  except E:\n{handler}");
    assert!(size(&source) < 25 * 5_000);
}

#[test]
fn many_variables_that_change_in_a_loop() {
    let lines = numbered(5_000, "    if v#:\n      v# = g()\n");
    assert!(size(&format!("def f():\n  while a:\n{lines}")) < 30 * 5_000);
}

#[test]
fn many_ways_out_of_a_loop() {
    assert!(size(&format!("while a:\n{}", "    if b: break\n    if c: continue\n".repeat(10_000))) < 20 * 10_000);
}

#[test]
fn nested_finally_bodies_are_copied_a_few_times_only() {
    let level = "try:\n if b: break\n if c: continue\n if d: return e()\nfinally:\n";
    let lines = (0..60).flat_map(|depth| level.lines().map(move |line| " ".repeat(depth + 4) + line + "\n"));
    let source = format!("def f():\n  while a:\n{}{}g()\n", lines.collect::<String>(), " ".repeat(64));
    assert!(size(&source) < 25 * 60 * 60);
}

#[test]
fn many_loops_of_one_comprehension() {
    let source = format!("x = [a{}]\n", " for a in b".repeat(100_000));
    assert!(size(&source) < 30 * 100_000);
}

#[test]
fn searches_end() {
    let source = "if a:\n    b = 1\n".repeat(20_000) + &"c(b)\n".repeat(5_000);
    let parsed = parse(&source);
    let model = Model::new(&source, &parsed.tree, Version::Python3);
    let flow = Flow::new(&model);
    let ssa = Ssa::new(&model, &flow);
    let variable = model.local_named(model.module_scope(), "b").expect("it is assigned");
    for &name in model.uses(variable) {
        let reaching = ssa.reaching(ssa.value_at(name).expect("it is reached"));
        assert!(!reaching.is_complete && reaching.definitions.len() <= 1_000);
    }
    for &definition in model.definitions_of(variable) {
        assert!(ssa.values_of(definition).all(|value| ssa.redefinitions(value).len() <= 1_000));
    }
}

/// A text as often as is said, with the number of the repetition for `#`.
fn numbered(count: usize, text: &str) -> String {
    (0..count).map(|number| text.replace('#', &number.to_string())).collect()
}

/// Events, edges and values of a text, with the operands of the values.
fn size(source: &str) -> usize {
    let parsed = parse(source);
    let model = Model::new(source, &parsed.tree, Version::Python3);
    let flow = Flow::new(&model);
    let ssa = Ssa::new(&model, &flow);
    let blocks = model.scopes().flat_map(|(scope, _)| flow.blocks(scope));
    let graph: usize = blocks.map(|block| flow.events(block).len() + flow.successors(block).len() + 1).sum();
    let values: usize = ssa.values().map(|value| ssa.phi_inputs(value).len() + 1).sum();
    graph + values
}
