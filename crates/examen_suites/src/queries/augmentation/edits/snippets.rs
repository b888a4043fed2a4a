//! Edits that put in a few lines: each list has lines that answer some query, and lines that only look like it.

use examen_syntax::Edit;
use examen_syntax::python::StmtKind;
use rand_chacha::ChaCha8Rng;

use super::super::code::Code;
use super::super::drawing::{filled, happens};

/// Puts lines before or behind a statement of a function.
fn in_function(code: &Code<'_>, rng: &mut ChaCha8Rng, forms: &[&'static str]) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| place.function.is_some() && place.is_simple(code))?;
    let text = filled(forms, code, place.span.start, rng);
    Some(if happens(rng, 0.5) { place.before(&text) } else { place.behind(&text) })
}

/// Puts lines before a statement of the module.
fn in_module(code: &Code<'_>, rng: &mut ChaCha8Rng, forms: &[&'static str]) -> Option<Vec<Edit>> {
    let place =
        code.place(rng, |place| place.indent.is_empty() && place.allows_before(code) && !is_future(code, place.kind))?;
    Some(place.behind(&format!("{}\n", filled(forms, code, place.span.start, rng))))
}

fn is_future(code: &Code<'_>, kind: StmtKind) -> bool {
    matches!(kind, StmtKind::ImportFrom { module: Some(module), .. } if module.text(code.source) == "__future__")
}

/// Puts lines before a method.
fn in_class(code: &Code<'_>, rng: &mut ChaCha8Rng, forms: &[&'static str]) -> Option<Vec<Edit>> {
    let is_method = |kind| matches!(kind, StmtKind::Function(_));
    let place = code.place(rng, |place| is_method(place.kind) && place.class.is_some() && place.function.is_none())?;
    Some(place.before(&format!("{}\n\n", filled(forms, code, place.span.start, rng))))
}

pub(super) fn asserts(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "assert $a.pop()",
        "assert $a.pop() == $b",
        "assert $a.read() == $b",
        "assert $a.append($b)",
        "import subprocess\nassert subprocess.call($a) == 0",
        "import subprocess\nassert subprocess.call($a), $b",
        "assert ($a, '$b')",
        "assert $a.clear() is None, $b",
        "assert $a.remove($b)",
        "assert $a.get($b)",
        "assert len($a) == $k",
        "assert $a in $b, '$c'",
        "assert $f($a) == $b",
    ];
    in_function(code, rng, &forms)
}

pub(super) fn unit_asserts(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "self.assertTrue($a $o $b)",
        "self.assertTrue($a in $b)",
        "self.assertFalse($a $o $b)",
        "self.assertFalse($a in $b)",
        "self.assertTrue($a is None)",
        "self.assertTrue($a is $b)",
        "self.assertTrue($a not in $b)",
        "self.assertTrue($a $o $k, '$b')",
        "self.assertTrue($a)",
        "self.assertTrue($a and $b)",
        "self.assertEqual($a, $b)",
        "self.assertIn($a, $b)",
        "self.assertTrue(isinstance($a, $b))",
        "self.assertFalse($a.$b)",
    ];
    in_function(code, rng, &forms)
}

pub(super) fn special_method(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "def __eq__(self, other):\n    return self.$a == other.$a",
        "def __eq__(self, other):\n    return self.$a == other.$a\n\ndef __hash__(self):\n    return hash(self.$a)",
        "def __hash__(self):\n    return hash(self.$a)",
        "def __ne__(self, other):\n    return not self == other",
        "def __lt__(self, other):\n    return self.$a < other.$a",
        "def __gt__(self, other):\n    return self.$a > other.$a",
        "def __lt__(self, other):\n    return self.$a < other.$a\n\ndef __le__(self, other):\n    return self.$a <= other.$a",
        "def __lt__(self, other):\n    return $k\n\ndef __le__(self, other):\n    return $k\n\ndef __gt__(self, other):\n    return $l\n\ndef __ge__(self, other):\n    return $l",
        "def __iter__(self):\n    return self",
        "def __iter__(self):\n    return self\n\ndef __next__(self):\n    return self.$a",
        "def __iter__(self):\n    return self\n\ndef __next__(self):\n    return self.$a\n\nnext = __next__",
        "def __iter__(self):\n    return $C()",
        "def __iter__(self):\n    return iter(self.$a)",
        "def next(self):\n    return self.$a",
        "def __next__(self):\n    return self.$a",
        "def __len__(self, $v):\n    return $k",
        "def __len__(self):\n    return len(self.$a)",
        "def __getitem__(self):\n    return self.$a",
        "def __getitem__(self, index):\n    raise KeyError(index)",
        "def __getitem__(self, index):\n    raise NotImplementedError()",
        "def __getitem__(self, index):\n    raise AttributeError(index)",
        "def __getitem__(self, index):\n    return self.$a[index]",
        "def __getattr__(self, name):\n    raise TypeError(name)",
        "def __getattr__(self, name):\n    raise AttributeError(name)",
        "def __getslice__(self, i, j):\n    return self.$a[i:j]",
        "def __setslice__(self, i, j, value):\n    self.$a[i:j] = value",
        "def __delslice__(self, i, j):\n    del self.$a[i:j]",
        "def __setitem__(self, key, value):\n    self.$a[key] = value",
        "def __setitem__(self, key):\n    self.$a = key",
        "def __hash__(self):\n    raise TypeError('$a')",
        "def __hash__(self):\n    raise ValueError('$a')",
        "def __bool__(self):\n    raise TypeError()",
        "def __contains__(self):\n    return False",
        "def __contains__(self, item):\n    return item in self.$a",
        "def __add__(self, other, $v):\n    return self.$a + other",
        "def __add__(self, other=None):\n    return self",
        "def __add__(self, other):\n    raise NotImplementedError()",
        "def __call__(self, *args):\n    return self.$a(*args)",
        "def __enter__(self):\n    return self\n\ndef __exit__(self, kind):\n    self.$a.close()",
        "def __enter__(self):\n    return self\n\ndef __exit__(self, *details):\n    self.$a.close()",
        "def __str__(self, $v):\n    return $v",
        "def __del__(self, $v):\n    self.$a = None",
    ];
    in_class(code, rng, &forms)
}

pub(super) fn temporary_files(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "import tempfile\n$v = tempfile.mktemp()",
        "import tempfile\n$v = tempfile.mktemp('$a')\n$b($v)",
        "from tempfile import mktemp\n$v = mktemp()",
        "import os\n$v = os.tempnam()",
        "import os\nreturn os.tmpnam()",
        "import tempfile\n$v = open(tempfile.mktemp(suffix='.$a'), 'w')",
        "import tempfile\n$v = tempfile.mkstemp()",
        "import tempfile\n$v, $w = tempfile.mkstemp('$a')\n$b($w)",
        "import tempfile\n$v = tempfile.mkdtemp()",
        "import tempfile\nwith tempfile.NamedTemporaryFile() as $v:\n    $v.write($a)",
        "import tempfile\n$v = tempfile.TemporaryFile()",
    ];
    in_function(code, rng, &forms)
}

pub(super) fn local_names(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "locals()['$a'] = $b",
        "locals().update($a)",
        "locals().update($a=$b)",
        "locals()[$a] = $k",
        "locals().pop('$a')",
        "locals().clear()",
        "del locals()['$a']",
        "$v = locals()\n$v['$a'] = $b",
        "for $v in $a:\n    locals()[$v] = $b",
        "$v = locals()",
        "return '%($a)s' % locals()",
        "$v = locals()['$a']",
        "$v = dict(locals())\n$v['$a'] = $b",
        "print(locals().get('$a'))",
        "$a.update(locals())",
        "globals()['$a'] = $b",
    ];
    in_function(code, rng, &forms)
}

pub(super) fn url_checks(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "if 'example.com' in $a:\n    pass",
        "if 'http://$v.com' in $a:\n    $b = $c",
        "if $a.startswith('https://$v.org'):\n    return $b",
        "if $a.endswith('$v.net'):\n    $b()",
        "$w = '$v.io' in $a",
        "assert '$v.co.uk' in $a",
        "if $a.startswith('http://$v.com/'):\n    pass",
        "if $a.endswith('.$v.com'):\n    $b = $c",
        "if '$v' in $a:\n    pass",
        "if $a.startswith('$v'):\n    $b = $k",
        "if $a.endswith('.$v'):\n    pass",
        "if '$v.py' in $a:\n    $b = $k",
    ];
    in_function(code, rng, &forms)
}

pub(super) fn iterators(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "yield next($a)",
        "$v = iter($a)\nyield next($v)",
        "$v = next(iter($a))\nyield $v",
        "while $a:\n    yield next($b), next($b)",
        "yield next($a, None)",
        "try:\n    yield next($a)\nexcept StopIteration:\n    return",
        "try:\n    $v = next($a)\nexcept StopIteration:\n    $v = None\nyield $v",
        "$v = next($a)",
        "return next($a)",
        "for $v in $a:\n    yield $v",
    ];
    in_function(code, rng, &forms)
}

pub(super) fn files(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "$v = open($a)\ntry:\n    $b = $v.read()\nfinally:\n    $v.close()",
        "$v = open('$a', 'w')\ntry:\n    $v.write($b)\nfinally:\n    $v.close()",
        "import threading\n$v = threading.Lock()\ntry:\n    $a()\nfinally:\n    $v.close()",
        "$v = open($a)\ntry:\n    $b = $v.read()\nfinally:\n    $v.close()\n    $c = None",
        "try:\n    $a.write($b)\nfinally:\n    $a.close()",
        "with open($a) as $v:\n    $b = $v.read()",
        "import socket\n$v = socket.socket()\ntry:\n    $v.connect($a)\nfinally:\n    $v.close()",
        "import zipfile\n$v = zipfile.ZipFile($a)\ntry:\n    $v.extractall()\nfinally:\n    $v.close()",
        "$v = $f($a)\ntry:\n    $b = $v.$c\nfinally:\n    $v.close()",
    ];
    in_function(code, rng, &forms)
}

pub(super) fn numbers(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "if $a < $k:\n    if $a > $l:\n        $b = $c",
        "if $a $o $k:\n    if $a $o $l:\n        return $b",
        "if $a $o $k:\n    $b = $c\nelif $a $o $l:\n    $b = $d",
        "if $a $o $k:\n    return $b\nif $a $o $l:\n    return $c",
        "if $a $o $k and $a $o $l:\n    $b = $c",
        "if $a $o $b:\n    if $a $o $b:\n        $c = $d",
        "if $a $o $b:\n    return $a\nelif $b $o $a:\n    return $b",
        "while $a $o $k:\n    if $a $o $l:\n        break\n    $a += 1",
        "if $a $o $b or $a $o $b:\n    raise ValueError($a)",
        "if not $a $o $k:\n    $b = $c if $a $o $l else $d",
        "for $v in $a:\n    if $v $o $k:\n        $b = $v\n    elif $v $o $k:\n        $b = $l",
    ];
    in_function(code, rng, &forms)
}

pub(super) fn loops(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "for $v in $a:\n    for $v in $b:\n        $c($v)\n    $d($v)",
        "for $v in $a:\n    $d($v)\n    for $v in $v.$b:\n        $c.append($v)",
        "for $v in range($k):\n    for $v in range($l):\n        print($v)\n    print($v)",
        "for $v, $w in $a:\n    for $w in $b:\n        $c($v, $w)\n    $d($w)",
        "for $v in $a:\n    for $w in $v:\n        $c($v, $w)\n    $d($v)",
        "for $v in $a:\n    for $v in $b:\n        $c($v)",
        "for $v in $a:\n    for $w in range($k):\n        $c[$w] = $v",
        "for $v in $a:\n    $b = $c\nelse:\n    $d()",
        "for $v in $a:\n    if $v $o $k:\n        break\nelse:\n    $b()",
        "while $a:\n    $a = $a.$b\nelse:\n    $c = None",
        "while $a:\n    if $b:\n        break\n    $a -= 1\nelse:\n    return $c",
        "for $v in $a:\n    if $v:\n        return $b\nelse:\n    $c = $d",
        "for $v in $a:\n    print($b)",
        "for $v in range($k):\n    $a($b)",
        "for _ in range($k):\n    $a($b)",
        "for $v in $a:\n    $b($c)\n    $d($c)",
        "for $v in $a:\n    $b.append($v)",
    ];
    in_function(code, rng, &forms)
}

pub(super) fn displays(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "$v = {'$a': $k, '$b': $l, '$a': $c}",
        "$v = {$k: '$a', $l: '$b', $k: '$c'}",
        "$v = {'$a': $b, '$c': $d}",
        "$v = {\n    '$a': $b,\n    '$c': $d,\n    '$a': None,\n}",
        "$v = {\n    '$a': $b,\n    '$c': $d,\n    $k: None,\n}\n$a($v)",
        "$v = [\n    '$a',\n    '$b'\n    '$c',\n]",
        "$v = ['$a', '$b' '$c', '$d']",
        "$v = [\n    '$a',\n    '$b',\n    '$c',\n]",
        "$v = ['$a' '$b']",
        "$v = ('$a'\n     '$b')",
        "$v = [\n    ($k, $l)\n    ($l, $k),\n]",
        "$v = [$a\n     ($b)]",
        "$v = [('$a' '$b'), '$c']",
        "$v = ['$a', ('$b'\n              '$c')]",
    ];
    in_function(code, rng, &forms)
}

pub(super) fn objects(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "$v = $k\n$v()",
        "$v = []\n$v($a)",
        "$v = '$a'\nreturn $v()",
        "$v = {}\n$v('$a')",
        "$v = ($a, $b)\n$v($c)",
        "$v = lambda: $a\n$v()",
        "$v = $C\n$v()",
        "$v = None\n$v($a)",
        "'$a'($b)",
        "$v = $a is '$b'",
        "if $a is $k:\n    $b = $c",
        "$v = $a is []",
        "if $a is ():\n    return $b",
        "$v = $a is None",
        "$v = $a is True",
        "$v = '$a'\nif $v is not '$b':\n    $c = $d",
        "$v = $a == $a",
        "if $a.$b == $a.$b:\n    pass",
        "$v = $k == $l",
        "if $a == None:\n    $b = None",
        "if $a != None:\n    return",
    ];
    in_function(code, rng, &forms)
}

pub(super) fn module_lines(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "global $a\n$a = $k",
        "global $v\n$v = $a",
        "global $a, $b",
        "def set_$v($w):\n    global $v\n    $v = $w",
        "$v = $k\n$v = $l",
        "$v = $a\n$v = $b",
        "from ctypes import *",
        "from tkinter import *",
        "from os.path import *",
        "from string import *",
        "$v = $k == $l",
        "if True:\n    $v = $a",
        "if $k:\n    $v = $a",
        "def $v($w):\n    print($w)\n\n$a = $v($b)",
        "def $v($w):\n    return $w\n\n$a = $v($b)",
        "def $v($w, $w=[]):\n    return $w",
        "def $v($a, $b):\n    return $a\n\n$v($k)",
        "def $v($a, $b=None):\n    return $a\n\n$v($k)",
    ];
    in_module(code, rng, &forms)
}

pub(super) fn applications(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "from flask import Flask\n\napp = Flask(__name__)\napp.run(debug=True)",
        "from flask import Flask\n\n$v = Flask(__name__)\n\n\ndef main():\n    $v.run(debug=True)",
        "import flask\n\napp = flask.Flask(__name__)\n\nif __name__ == '__main__':\n    app.run('0.0.0.0', debug=True)",
        "from flask import Flask\n\napp = Flask(__name__)\nDEBUG = True\napp.run(port=$k, debug=DEBUG)",
        "from flask import Flask\n\napp = Flask(__name__)\napp.run()",
        "from flask import Flask\n\n$v = Flask(__name__)\n\n\ndef main():\n    $v.run(debug=False)",
        "import flask\n\napp = flask.Flask(__name__)\n\nif __name__ == '__main__':\n    app.run('0.0.0.0', port=$k)",
        "from flask import Flask\n\napp = Flask(__name__)\n\n\ndef main(options):\n    app.run(host=options.host)",
    ];
    in_module(code, rng, &forms)
}

pub(super) fn class_pairs(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "class Left(object):\n\n    def $v(self, $a):\n        return $a\n\n\nclass Right(object):\n\n    def $v(self):\n        return self.$b\n\n\nclass Both(Left, Right):\n    pass",
        "class Left(object):\n    $v = $k\n\n\nclass Right(object):\n    $v = $l\n\n\nclass Both(Left, Right):\n    $w = $k",
        "class Left(object):\n    $v = $k\n\n\nclass Right(object):\n    $v = $l\n\n\nclass Both(Left, Right):\n    $v = None",
        "class Left(object):\n\n    def $v(self, $a):\n        return $a\n\n\nclass Right(object):\n\n    def $w(self):\n        return self.$b\n\n\nclass Both(Left, Right):\n    pass",
        "class Base(object):\n\n    def __init__(self):\n        self.$v()\n\n    def $v(self):\n        self.$a = $k\n\n\nclass Derived(Base):\n\n    def $v(self):\n        self.$b = $l",
        "class Base(object):\n\n    def __init__(self):\n        self.$v()\n\n    def $v(self):\n        self.$a = $k\n\n\nclass Derived(Base):\n\n    def $w(self):\n        self.$b = $l",
        "class Base(object):\n\n    def $v(self, $a):\n        pass\n\n\nclass Derived(Base):\n\n    def $v(self, $a, $b):\n        return $b",
        "class Base(object):\n\n    def $v(self, $a, $b):\n        pass\n\n\nclass Derived(Base):\n\n    def $v(self):\n        return $k",
        "class Base(object):\n\n    def $v(self, $a):\n        pass\n\n\nclass Derived(Base):\n\n    def $v(self, $a, $b=None):\n        return $b",
        "class Base(object):\n\n    def __init__(self):\n        self.$a = $k\n\n\nclass Derived(Base):\n\n    def __init__(self):\n        self.$b = $l",
        "class Base(object):\n\n    def __init__(self):\n        self.$a = $k\n\n\nclass Derived(Base):\n\n    def __init__(self):\n        super(Derived, self).__init__()\n        self.$b = $l",
        "class Base(object):\n\n    def __eq__(self, other):\n        return self.$a == other.$a\n\n\nclass Derived(Base):\n\n    def __init__(self):\n        self.$v = $k",
        "class Base(object):\n\n    def __eq__(self, other):\n        return self.$a == other.$a\n\n\nclass Derived(Base):\n\n    def __init__(self):\n        self.$v = $k\n\n    def __eq__(self, other):\n        return self.$v == other.$v",
        "class Items(object):\n\n    def __iter__(self):\n        return Rest()\n\n\nclass Rest(object):\n\n    def __iter__(self):\n        return self",
        "class Items(object):\n\n    def __iter__(self):\n        return Rest()\n\n\nclass Rest(object):\n\n    def __iter__(self):\n        return self\n\n    def __next__(self):\n        return $k\n\n    next = __next__",
        "import unittest\n\n\nclass Test(unittest.TestCase):\n\n    def test_$v(self):\n        self.assertTrue($a $o $b)",
        "class Point(object):\n\n    def __init__(self, $v, $w):\n        self.$v = $v\n\n\n$a = Point($k)",
        "class Point(object):\n\n    def __init__(self, $v, $w=None):\n        self.$v = $v\n\n\n$a = Point($k)",
        "import functools\n\n\n@functools.total_ordering\nclass Version(object):\n\n    def __lt__(self, other):\n        return self.$a < other.$a",
    ];
    in_module(code, rng, &forms)
}
