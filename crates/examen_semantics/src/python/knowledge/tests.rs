//! Facts of the library that the table must hold, and that it is whole.

use super::*;

fn class(dotted: &str) -> ClassId {
    let (module, name) = dotted.rsplit_once('.').unwrap_or(("builtins", dotted));
    match member(module, name) {
        Some(Member::Class(class)) => class,
        found => panic!("{dotted} is {found:?}"),
    }
}

fn member(module: &str, name: &str) -> Option<Member> {
    knowledge().member(knowledge().module(module)?, name)
}

fn function(module: &str, name: &str) -> &'static KnownFunction {
    match member(module, name) {
        Some(Member::Function(function)) => knowledge().function(function),
        found => panic!("{module}.{name} is {found:?}"),
    }
}

fn method(dotted: &str, name: &str) -> &'static KnownFunction {
    match knowledge().class_member(class(dotted), name) {
        Some(ClassMember::Method(function)) => knowledge().function(function),
        found => panic!("{dotted}.{name} is {found:?}"),
    }
}

fn full_name(class: ClassId) -> String {
    let facts = knowledge().class(class);
    format!("{}.{}", knowledge().module_facts(facts.module).name, facts.name)
}

fn mro(dotted: &str) -> Vec<String> {
    knowledge().mro(class(dotted)).iter().map(|&class| full_name(class)).collect()
}

fn result(function: &KnownFunction) -> Option<String> {
    function.result.map(full_name)
}

#[test]
fn every_line_is_read_and_every_reference_resolves() {
    let (table, problems) = parse::parse(text::STANDARD_LIBRARY);
    assert_eq!(problems, []);
    assert!(table.modules.len() > 1000 && table.classes.len() > 3000 && table.functions.len() > 20_000);
    assert!(table.classes.len() < usize::from(u16::MAX) && table.modules.len() < usize::from(u16::MAX));
}

/// The program reads these bytes in place of the text.
#[test]
fn the_packed_table_is_that_of_the_text() {
    let made = packed::writing::write(&parse::parse(text::STANDARD_LIBRARY).0);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge/standard_library.table");
    if examen_test::is_update() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read(&path).unwrap();
    assert!(kept == made, "{} is not what the text makes; EXAMEN_UPDATE=1 rewrites it", path.display());
    let read = packed::read(made.leak());
    assert!(packed::writing::write(&read) == kept, "what is written is read");
}

#[test]
fn names_are_in_order_so_that_they_are_found() {
    let table = knowledge();
    assert!(table.modules.is_sorted_by(|left, right| left.name < right.name));
    for module in table.modules() {
        let facts = table.module_facts(module);
        assert!(table.members(module).is_sorted_by(|left, right| left.0 < right.0), "{}", facts.name);
        let hidden = &table.classes[usize::from(facts.hidden.start)..usize::from(facts.hidden.end)];
        assert!(hidden.is_sorted_by(|left, right| left.name < right.name), "{}", facts.name);
    }
    for index in 0..table.classes.len() {
        let class = ClassId(index as u16);
        assert!(table.class_members(class).is_sorted_by(|left, right| left.0 < right.0), "{}", full_name(class));
    }
}

#[test]
fn problems_are_reported_and_not_fatal() {
    let text = "# table\nM a 3 !s\nc A b:Missing\n m f self,x=\nx what\nf g =a:nothing\no z";
    let (table, problems) = parse::parse(text);
    assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [5, 3, 6]);
    let module = table.module("a").unwrap();
    assert!(matches!(table.member(module, "A"), Some(Member::Class(_))));
    assert_eq!(table.member(module, "g"), Some(Member::Other));
    assert_eq!(table.member(module, "z"), Some(Member::Other));
}

#[test]
fn modules_say_whether_they_have_source_and_bind_all() {
    // name, source, package, binds `__all__`
    let expected = [
        ("array", false, false, false),
        ("collections", true, true, true),
        ("ctypes", true, true, false),
        ("datetime", true, false, false),
        ("decimal", true, false, false),
        ("distutils.errors", true, false, false),
        ("errno", false, false, false),
        ("gc", false, false, false),
        ("itertools", false, false, false),
        ("math", false, false, false),
        ("os", true, false, true),
        ("os.path", true, false, true),
        ("stat", true, false, false),
        ("sys", false, false, false),
        ("test", true, true, false),
        ("test.support", true, true, true),
        ("time", false, false, false),
        ("tkinter", true, true, false),
        ("zlib", false, false, false),
    ];
    for (name, is_source, is_package, defines_all) in expected {
        let facts = knowledge().module_facts(knowledge().module(name).unwrap());
        assert_eq!(
            (facts.is_source, facts.is_package, facts.defines_all),
            (is_source, is_package, defines_all),
            "{name}"
        );
    }
    assert_eq!(knowledge().module("numpy"), None);
}

#[test]
fn versions_are_read() {
    // name, in Python 2, in Python 3
    let modules = [
        ("md5", true, false),
        ("os", true, true),
        ("rfc822", true, false),
        ("sets", true, false),
        ("asyncio", false, true),
        ("tomllib", false, true),
    ];
    for (name, in_python2, in_python3) in modules {
        let versions = knowledge().module_facts(knowledge().module(name).unwrap()).versions;
        assert_eq!((versions.in_python2(), versions.in_python3()), (in_python2, in_python3), "{name}");
    }
    let names = [
        ("len", true, true),
        ("unicode", true, false),
        ("xrange", true, false),
        ("nonlocal", false, false),
        ("ModuleNotFoundError", false, true),
        ("ExceptionGroup", false, true),
        ("exit", true, true),
        ("license", true, true),
    ];
    for (name, in_python2, in_python3) in names {
        let found = knowledge().member_with_versions(knowledge().builtins(), name);
        let versions = found.map_or((false, false), |(_, versions)| (versions.in_python2(), versions.in_python3()));
        assert_eq!(versions, (in_python2, in_python3), "{name}");
    }
}

#[test]
fn resolution_orders_are_c3() {
    assert_eq!(mro("collections.OrderedDict"), ["_collections.OrderedDict", "builtins.dict", "builtins.object"]);
    assert_eq!(mro("io.TextIOWrapper"), ["_io.TextIOWrapper", "_io._TextIOBase", "_io._IOBase", "builtins.object"]);
    assert_eq!(
        mro("socketserver.ThreadingTCPServer"),
        [
            "socketserver.ThreadingTCPServer",
            "socketserver.ThreadingMixIn",
            "socketserver.TCPServer",
            "socketserver.BaseServer",
            "builtins.object"
        ]
    );
    assert_eq!(
        mro("ConnectionResetError").join(" "),
        "builtins.ConnectionResetError builtins.ConnectionError builtins.OSError builtins.Exception \
         builtins.BaseException builtins.object"
    );
    assert_eq!(class("IOError"), class("OSError"));
    assert!(knowledge().class(class("urllib.parse.ParseResult")).has_unknown_base);
    assert!(!knowledge().class(class("threading.Thread")).has_unknown_base);
}

#[test]
fn classes_say_what_they_are() {
    let thread = knowledge().class(class("threading.Thread"));
    assert!(thread.is_source && thread.is_new_style && thread.metaclass.is_none());
    assert!(!knowledge().class(class("dict")).is_source);
    assert!(!knowledge().class(class("datetime.datetime")).is_source);
    assert!(!knowledge().class(class("rfc822.Message")).is_new_style);
    assert!(knowledge().class(class("sets.Set")).is_new_style);
    assert_eq!(knowledge().class(class("collections.abc.Mapping")).metaclass, Some(class("abc.ABCMeta")));
    assert_eq!(knowledge().class(class("enum.IntEnum")).metaclass, Some(class("enum.EnumMeta")));
    assert!(knowledge().builtin_class("NoneType").is_some());
    assert!(knowledge().builtin_class("generator").is_some());
}

#[test]
fn classes_hold_their_own_members() {
    let own = |dotted: &str, name: &str| knowledge().class_member(class(dotted), name);
    for name in ["__eq__", "__hash__", "__init__", "__iter__", "__len__", "items"] {
        assert!(own("dict", name).is_some(), "{name}");
    }
    for name in ["__eq__", "__hash__", "__init__", "__lt__", "__repr__", "__str__", "__class__"] {
        assert!(own("object", name).is_some(), "{name}");
    }
    for dotted in
        ["socket.socket", "zipfile.ZipFile", "tarfile.TarFile", "subprocess.Popen", "tempfile.TemporaryDirectory"]
    {
        assert!(own(dotted, "__enter__").is_some() && own(dotted, "__exit__").is_some(), "{dotted}");
    }
    assert_eq!(own("threading.Thread", "daemon"), Some(ClassMember::Property));
    assert!(matches!(own("dict", "fromkeys"), Some(ClassMember::ClassMethod(_))));
    assert!(matches!(own("str", "maketrans"), Some(ClassMember::StaticMethod(_))));
    assert_eq!(own("threading.Event", "isSet"), own("threading.Event", "is_set"));
    assert_eq!(own("threading.Timer", "join"), None);
}

#[test]
fn functions_have_parameters() {
    let init = method("threading.Thread", "__init__");
    assert_eq!(init.positional().collect::<Vec<_>>(), ["self", "group", "target", "name", "args", "kwargs"]);
    assert_eq!((init.defaults, init.has_variadic, init.has_keyword_rest), (5, false, false));
    assert_eq!(init.keyword_only().collect::<Vec<_>>(), ["daemon"]);
    let dumps = function("json", "dumps");
    assert_eq!(dumps.positional().collect::<Vec<_>>(), ["obj"]);
    assert_eq!(dumps.keyword_only().count(), 9);
    assert!(dumps.is_source && dumps.has_keyword_rest && !dumps.has_variadic);
    let sorted = function("builtins", "sorted");
    assert_eq!(sorted.positional().collect::<Vec<_>>(), ["iterable"]);
    assert_eq!(sorted.keyword_only().collect::<Vec<_>>(), ["key", "reverse"]);
    assert!(!sorted.is_source && sorted.has_signature);
    assert!(!function("builtins", "max").has_signature);
    let call = function("subprocess", "call");
    assert!(call.has_variadic && call.has_keyword_rest && call.positional().count() == 0);
    assert_eq!(call.keyword_only().collect::<Vec<_>>(), ["timeout"]);
    // A bound method has lost its `self`.
    assert_eq!(function("random", "randint").positional().collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn functions_say_what_they_do() {
    assert!(function("os", "walk").is_generator);
    assert!(method("asyncio.AbstractEventLoop", "run_forever").only_raises_not_implemented);
    assert!(method("unittest.TestCase", "setUp").does_nothing);
    assert!(method("collections.abc.Mapping", "__getitem__").is_abstract);
    assert!(method("tarfile.AbsolutePathError", "__init__").calls_super);
    let init = match knowledge().class_member(class("threading.BoundedSemaphore"), "__init__") {
        Some(ClassMember::Method(function)) => knowledge().init_calls(function).to_vec(),
        found => panic!("{found:?}"),
    };
    assert_eq!(init, [class("threading.Semaphore")]);
}

#[test]
fn results_are_known_where_they_are_evident() {
    let expected = [
        ("builtins", "open", "_io.TextIOWrapper"),
        ("builtins", "len", "builtins.int"),
        ("builtins", "locals", "builtins.dict"),
        ("codecs", "open", "codecs.StreamReaderWriter"),
        ("gzip", "open", "gzip.GzipFile"),
        ("io", "open", "_io.TextIOWrapper"),
        ("os", "fdopen", "_io.TextIOWrapper"),
        ("tarfile", "open", "tarfile.TarFile"),
        ("tempfile", "NamedTemporaryFile", "tempfile._TemporaryFileWrapper"),
        ("threading", "Lock", "_thread.lock"),
    ];
    for (module, name, class) in expected {
        assert_eq!(result(function(module, name)).as_deref(), Some(class), "{module}.{name}");
    }
    assert_eq!(function("builtins", "iter").result, None);
}

#[test]
fn members_come_through_other_modules() {
    assert_eq!(member("socket", "AF_INET"), Some(Member::Instance(class("int"))));
    assert_eq!(member("socket", "error"), Some(Member::Class(class("OSError"))));
    assert_eq!(member("os", "path"), knowledge().module("posixpath").map(Member::Module));
    assert!(matches!(member("os", "getcwd"), Some(Member::Function(_))));
    assert_eq!(member("xml.etree", "ElementTree"), None);
    let package = knowledge().module("xml.etree").unwrap();
    assert_eq!(knowledge().submodule(package, "ElementTree"), knowledge().module("xml.etree.ElementTree"));
}

#[test]
fn star_imports_bring_what_they_should() {
    let exports = |name: &str| knowledge().star_exports(knowledge().module(name).unwrap()).collect::<Vec<_>>();
    assert!(exports("os").contains(&"getcwd") && exports("os").contains(&"path"));
    assert!(!exports("os").contains(&"sys"));
    assert_eq!(exports("fnmatch"), ["filter", "fnmatch", "fnmatchcase", "translate"]);
    assert!(exports("datetime").contains(&"datetime") && exports("datetime").contains(&"sys"));
    assert!(!exports("datetime").contains(&"UTC"));
    assert!(exports("tkinter").contains(&"Tk") && exports("tkinter").contains(&"END"));
    assert!(!exports("collections").contains(&"Mapping"));
    assert!(exports("math").contains(&"sqrt"));
}
