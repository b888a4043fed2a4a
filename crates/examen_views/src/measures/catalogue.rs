//! The measures, and what counts in each language.

use super::Measure;

/// All measures, sorted by code.
pub static MEASURES: &[&Measure] = &[&CPX, &CSC, &DEP, &LEN, &MXN, &NML, &NMS, &NPT, &OCT, &OCU, &VCT, &VCU];

/// The measure with a code, in upper or lower case.
pub fn measure(code: &str) -> Option<&'static Measure> {
    MEASURES.iter().copied().find(|measure| measure.code.eq_ignore_ascii_case(code))
}

static CPX: Measure = Measure {
    code: "CPX",
    name: "decisions (cyclomatic complexity without the 1)",
    java: "tokens `if`, `for`, `while`, `case`, `catch`, `&&`, `||` and every `?`, that of a wildcard type too; `do`, \
           `default`, `else`, `try`, `finally` and lambdas do not count, nested class bodies do",
    python: "`if`, `elif`, `for`, `while`, `except`, `and`, `or`, those of conditional expressions, comprehensions and \
             guards too, and each `case` but one that takes anything (`case _`, `case name` without a guard); nested \
             functions and classes count",
    value: |measures| measures.complexity.into(),
};

static CSC: Measure = Measure {
    code: "CSC",
    name: "control structures",
    java: "tokens `if`, `for`, `while`, `switch`, `try`; a `do` loop counts once, through its `while`",
    python: "statements `if`, `for`, `while`, `match`, `try`, and each `elif`; comprehensions and conditional \
             expressions do not count",
    value: |measures| measures.structures.into(),
};

static DEP: Measure = Measure {
    code: "DEP",
    name: "depth of the syntax tree",
    java: "declarations, statements, expressions, types and patterns on the deepest chain, the method being 1; blocks, \
           parentheses, lists (of arguments, parameters, modifiers), clauses (`catch`, `case`, declarators) and tokens \
           add no level",
    python: "statements, expressions and patterns on the deepest chain, the function being 1; blocks, parentheses, \
             lists, clauses (`elif`, `except`, `case`, those of comprehensions), parameters and tokens add no level, nor \
             does a statement that is nothing but a string",
    value: |measures| measures.depth.into(),
};

static LEN: Measure = Measure {
    code: "LEN",
    name: "length in tokens",
    java: "lexical tokens without comments; `>>` is one token, in nested type arguments too",
    python: "tokens of CPython's `tokenize` without comments, line ends and indentation, decorators included; an \
             f-string is one token",
    value: |measures| measures.tokens.into(),
};

static MXN: Measure = Measure {
    code: "MXN",
    name: "nesting",
    java: "the greatest depth of `{ }`, the method body being 1; array initialisers, anonymous classes and lambdas count",
    python: "the greatest depth of blocks, the function body being 1, whether indented or behind the colon; the cases \
             of a `match` are a block, and so is what is in each",
    value: |measures| measures.nesting.into(),
};

static NML: Measure = Measure {
    code: "NML",
    name: "loops",
    java: "loops `for`, `while`, `do`",
    python: "statements `for`, `while`; comprehensions do not count",
    value: |measures| measures.loops.into(),
};

static NMS: Measure = Measure {
    code: "NMS",
    name: "ifs",
    java: "tokens `if`, those of `else if` too",
    python: "statements `if`, and each `elif`; conditional expressions and conditions of comprehensions and cases do \
             not count",
    value: |measures| measures.ifs.into(),
};

static NPT: Measure = Measure {
    code: "NPT",
    name: "paths (NPath)",
    java: "with B = number of `&&` and `||`: sequence = product; `if` = B(condition) + then + (else or 1); `while`, `do` \
           = B(condition) + body + 1; `for` = body + 1; `switch` = B(selector) + what is behind each label, 1 behind \
           one without statements, with B of its guard; `try` = body + catches + finally, + 1 with resources; `return` = max(1, B + 2 per ternary); a \
           ternary in a condition adds nothing, elsewhere it multiplies by 2 + B + 2 per ternary inside; bodies of lambdas and \
           of anonymous and local classes multiply in; anything else 1",
    python: "with B = number of `and` and `or`: sequence = product; `if` = sum of B(condition) + block over `if` and each \
             `elif` + (else or 1); `while` = B(condition) + body + (else or 1); `for` = body + (else or 1); `match` = \
             B(subject) + sum of cases, each with B of its guard; `try` = body x else + handlers + finally; `return` = \
             max(1, B + 2 per conditional expression); a conditional expression in a condition adds nothing, elsewhere it \
             multiplies by 2 + B + 2 per conditional expression inside; a comprehension multiplies by the paths of the \
             `for`s and `if`s that it stands for; bodies of nested functions, lambdas and classes multiply in; anything else 1",
    value: |measures| measures.paths,
};

static OCT: Measure = Measure {
    code: "OCT",
    name: "operators in all",
    java: "operator tokens that OCU tells apart, each time they occur",
    python: "operator tokens that OCU tells apart, each time they occur",
    value: |measures| measures.operators.into(),
};

static OCU: Measure = Measure {
    code: "OCU",
    name: "different operators",
    java: "different tokens among `= += -= *= /= %= &= |= ^= <<= >>= >>>= == != < > <= >= + - * / % ++ -- && || ! ~ & | ^ \
           << >> >>> ? : -> :: ...`, whatever they mean where they stand: the `<` and `>` of type arguments and the `:` \
           of loops and labels too; `. , ; @`, brackets, `new` and `instanceof` do not count",
    python: "different operators among `= += -= *= /= //= %= **= @= &= |= ^= <<= >>= == != < > <= >= + - * / // % ** @ & | ^ ~ \
             << >> := ->` and the words `and or not in is`, signs whatever they mean where they stand; `not in` and `is \
             not` are one operator each; the `in` of `for`, the `@` of decorators, `: . , ;`, brackets, and `if` and `else` \
             of conditional expressions do not count",
    value: |measures| measures.distinct_operators.into(),
};

static VCT: Measure = Measure {
    code: "VCT",
    name: "variables in all",
    java: "declarators that VCU looks at",
    python: "bindings that VCU looks at",
    value: |measures| measures.variables.into(),
};

static VCU: Measure = Measure {
    code: "VCU",
    name: "different variables",
    java: "different names bound by declarators of local variables, `for` and for-each, and of fields of anonymous and \
           local classes; parameters (of methods, lambdas, `catch`), resources of `try` and patterns do not count",
    python: "different names bound by assignment (plain, annotated, augmented, `:=`), `for`, `with`, comprehensions and \
             patterns of `case`, nested functions' and classes' too; parameters, names behind `except`, imports, names of \
             functions and classes, attributes and subscripts do not count",
    value: |measures| measures.distinct_variables.into(),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_found_in_any_case() {
        assert!(MEASURES.is_sorted_by_key(|measure| measure.code));
        assert_eq!(measure("npt").map(|measure| measure.code), Some("NPT"));
        assert!(measure("XYZ").is_none());
    }
}
