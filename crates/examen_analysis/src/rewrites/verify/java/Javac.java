import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** The compiler of the JDK that this runs on. */
final class Javac {
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final List<String> options = new ArrayList<>();
    private final Files files;

    Javac(List<String> own) {
        options.addAll(List.of("-proc:none", "-implicit:none", "-nowarn", "-Xlint:none", "-g:none"));
        // All errors of attribution and flow, whatever went wrong before.
        options.add("-XDshould-stop.ifError=FLOW");
        options.addAll(own);
        files = compiler == null
            ? null
            : new Files(compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8));
    }

    /** Why nothing can be compiled, or null. */
    String problem() {
        if (compiler == null) {
            return "this Java has no compiler";
        }
        try {
            task("Empty.java", "", new FirstError());
            return null;
        } catch (IllegalArgumentException error) {
            return error.getMessage();
        }
    }

    private static final class FirstError implements javax.tools.DiagnosticListener<JavaFileObject> {
        String text;

        @Override
        public void report(Diagnostic<? extends JavaFileObject> diagnostic) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR && text == null) {
                String message = diagnostic.getMessage(Locale.ROOT).lines().reduce((left, right) -> left + "; " + right.trim()).orElse("");
                text = "line " + diagnostic.getLineNumber() + ": " + message;
            }
        }
    }

    private JavacTask task(String place, String text, FirstError errors) {
        List<Files.Source> units = List.of(new Files.Source(place, text));
        return (JavacTask) compiler.getTask(null, files, errors, options, null, units);
    }

    /** The first error of a file, or null. */
    String error(String place, String text) {
        FirstError errors = new FirstError();
        try {
            task(place, text, errors).analyze();
        } catch (IOException | RuntimeException | AssertionError | StackOverflowError failure) {
            return "javac fails: " + failure;
        }
        return errors.text;
    }

    /** A method as the class loader knows it. */
    static final class Method {
        String className;
        String name;
        final List<String> parameters = new ArrayList<>();
        boolean isConstructor;
    }

    /** The classes of a file, or its first error. */
    static final class Classes {
        String error;
        Map<String, byte[]> classes = Map.of();
        private final Map<Integer, Method> methods = new HashMap<>();

        /** The method that starts at a character, or null. */
        Method method(int start) {
            return methods.get(start);
        }
    }

    /** Compiles a file. */
    Classes classes(String place, String text) {
        Classes made = new Classes();
        FirstError errors = new FirstError();
        try {
            JavacTask task = task(place, text, errors);
            List<CompilationUnitTree> units = new ArrayList<>();
            task.parse().forEach(units::add);
            task.analyze();
            if (errors.text == null) {
                units.forEach(unit -> findMethods(task, unit, made.methods));
                task.generate();
            }
        } catch (IOException | RuntimeException | AssertionError | StackOverflowError failure) {
            errors.text = "javac fails: " + failure;
        }
        made.classes = files.takeClasses();
        made.error = errors.text;
        return made;
    }

    private static void findMethods(JavacTask task, CompilationUnitTree unit, Map<Integer, Method> methods) {
        Trees trees = Trees.instance(task);
        SourcePositions positions = trees.getSourcePositions();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree tree, Void nothing) {
                Element element = trees.getElement(getCurrentPath());
                if (element instanceof ExecutableElement && element.getEnclosingElement() instanceof TypeElement) {
                    Method method = new Method();
                    TypeElement type = (TypeElement) element.getEnclosingElement();
                    method.className = task.getElements().getBinaryName(type).toString();
                    method.name = tree.getName().toString();
                    method.isConstructor = tree.getReturnType() == null;
                    for (VariableElement parameter : ((ExecutableElement) element).getParameters()) {
                        method.parameters.add(task.getTypes().erasure(parameter.asType()).toString());
                    }
                    methods.putIfAbsent((int) positions.getStartPosition(unit, tree), method);
                }
                return super.visitMethod(tree, nothing);
            }
        }.scan(unit, null);
    }
}
