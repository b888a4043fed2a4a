import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/** Files as javac sees them: the one in question and its classes are in memory, and the former stands where it was found. */
final class Files extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final StandardJavaFileManager onDisk;
    private final Map<String, Set<String>> systemClasses = new HashMap<>();
    private final Set<String> handled = new HashSet<>();
    private Map<String, ByteArrayOutputStream> classes = new HashMap<>();

    Files(StandardJavaFileManager onDisk) {
        super(onDisk);
        this.onDisk = onDisk;
    }

    /** A text in place of a file. */
    static final class Source extends SimpleJavaFileObject {
        final Path place;
        private final String text;

        Source(String place, String text) {
            super(Path.of(place).toUri(), Kind.SOURCE);
            this.place = Path.of(place);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        /** Files of tables and archives have names of all kinds. */
        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE;
        }
    }

    /** Every compilation hands over the same options; once is enough, and more is an error for some. */
    @Override
    public boolean handleOption(String option, Iterator<String> rest) {
        if (super.isSupportedOption(option) < 1) {
            return super.handleOption(option, rest);
        }
        String value = rest.hasNext() ? rest.next() : "";
        return handled.add(option + "\0" + value) ? super.handleOption(option, List.of(value).iterator()) : true;
    }

    /** The classes made since this was asked last. */
    Map<String, byte[]> takeClasses() {
        Map<String, byte[]> taken = new HashMap<>();
        classes.forEach((name, bytes) -> taken.put(name, bytes.toByteArray()));
        classes = new HashMap<>();
        return taken;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(Location location, String className, Kind kind, FileObject sibling) {
        return new SimpleJavaFileObject(URI.create("memory:/" + className.replace('.', '/') + kind.extension), kind) {
            @Override
            public OutputStream openOutputStream() {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                classes.put(className, bytes);
                return bytes;
            }
        };
    }

    @Override
    public Location getLocationForModule(Location location, JavaFileObject file) throws IOException {
        return super.getLocationForModule(location, found(file));
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        return super.contains(location, file instanceof JavaFileObject ? found((JavaFileObject) file) : file);
    }

    @Override
    public boolean isSameFile(FileObject left, FileObject right) {
        return left == right || !(left instanceof Source) && !(right instanceof Source) && super.isSameFile(left, right);
    }

    private JavaFileObject found(JavaFileObject file) {
        if (file instanceof Source) {
            return onDisk.getJavaFileObjects(((Source) file).place).iterator().next();
        }
        return file;
    }

    /**
     * Where a module of the JDK is patched by the folder of its sources, the other classes come from the JDK itself:
     * compiling all that a file needs, for each rewrite, would take hours.
     */
    @Override
    public Iterable<JavaFileObject> list(Location location, String packageName, Set<Kind> kinds, boolean recurse)
            throws IOException {
        Iterable<JavaFileObject> files = super.list(location, packageName, kinds, recurse);
        if (!location.getName().startsWith("PATCH_MODULE_PATH[") || !kinds.contains(Kind.SOURCE)) {
            return files;
        }
        Set<String> known = systemClasses(inferModuleName(location), packageName);
        List<JavaFileObject> kept = new ArrayList<>();
        for (JavaFileObject file : files) {
            if (file.getKind() != Kind.SOURCE || !known.contains(inferBinaryName(location, file))) {
                kept.add(file);
            }
        }
        return kept;
    }

    private Set<String> systemClasses(String module, String packageName) throws IOException {
        String key = module + "/" + packageName;
        Set<String> known = systemClasses.get(key);
        if (known == null) {
            known = new HashSet<>();
            Location location = super.getLocationForModule(StandardLocation.SYSTEM_MODULES, module);
            if (location != null) {
                for (JavaFileObject file : super.list(location, packageName, EnumSet.of(Kind.CLASS), false)) {
                    known.add(super.inferBinaryName(location, file));
                }
            }
            systemClasses.put(key, known);
        }
        return known;
    }
}
