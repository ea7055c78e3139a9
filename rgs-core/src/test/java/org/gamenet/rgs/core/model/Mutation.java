package org.gamenet.rgs.core.model;

import com.sun.source.util.JavacTask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.jspecify.annotations.NullMarked;

/** Sources changed on purpose, compiled, and hunted in a class loader of their own. */
final class Mutation {

    /** A change that the compiler does not take. */
    static final class Stillborn extends Exception {
        private static final long serialVersionUID = 1L;

        Stillborn(String said) {
            super(said);
        }
    }

    private final Map<String, byte[]> changed = new HashMap<>();

    private Mutation() {}

    /** Each file, without ".java", and what it says instead. */
    static Mutation of(Map<String, String> sources) throws IOException, Stillborn {
        Mutation mutation = new Mutation();
        mutation.compile(sources);
        return mutation;
    }

    /** The rule that breaks first, preceded by the way that found it; or nothing. */
    String hunted(String how, int walks, int states) throws ReflectiveOperationException {
        Method first = twin(Hunt.class).getDeclaredMethod("by", String.class, int.class, int.class);
        first.setAccessible(true);
        try {
            return (String) first.invoke(null, how, walks, states);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof OutOfMemoryError full) throw full;
            return how + ": throws " + thrown.getCause();
        }
    }

    /** This class of the core as it is among the changed ones, which are loaded anew. */
    Class<?> twin(Class<?> type) throws ClassNotFoundException {
        return new Own(changed).loadClass(type.getName());
    }

    /** Writes what was changed, and classes that it needs, to be put before the others in a class path. */
    void write(Path folder, Class<?>... needed) throws IOException {
        Map<String, byte[]> all = new HashMap<>(changed);
        for (Class<?> type : needed) {
            try (InputStream in =
                    type.getClassLoader().getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
                all.put(type.getName(), in.readAllBytes());
            }
        }
        for (Map.Entry<String, byte[]> one : all.entrySet()) {
            Path file = folder.resolve(one.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, one.getValue());
        }
    }

    static Path sources() {
        Path here = Path.of("src/main/java/org/gamenet/rgs/core");
        return Files.isDirectory(here) ? here : Path.of("rgs-core").resolve(here);
    }

    /** Understands these texts, and compiles nothing. */
    static JavacTask reading(Map<String, String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        return (JavacTask)
                task(compiler, compiler.getStandardFileManager(null, null, null), sources, new StringWriter());
    }

    private void compile(Map<String, String> sources) throws IOException, Stillborn {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Kept kept = new Kept(files)) {
            if (!task(compiler, kept, sources, said).call()) throw new Stillborn(said.toString());
            kept.classes.forEach((n, bytes) -> changed.put(n, bytes.toByteArray()));
        }
    }

    private static JavaCompiler.CompilationTask task(
            JavaCompiler compiler, JavaFileManager files, Map<String, String> sources, StringWriter said) {
        List<Text> texts = sources.entrySet().stream()
                .map(s -> new Text(URI.create("string:///org/gamenet/rgs/core/" + s.getKey() + ".java"), s.getValue()))
                .toList();
        return compiler.getTask(said, files, null, List.of("-nowarn", "-proc:none", "-cp", classPath()), null, texts);
    }

    private static String classPath() {
        Set<String> places = new TreeSet<>();
        for (Class<?> type : List.of(MemberState.class, Failover.class, NullMarked.class, Mutation.class))
            places.add(Path.of(URI.create(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toString()))
                    .toString());
        return String.join(System.getProperty("path.separator"), places);
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(URI name, String text) {
            super(name, Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Kept extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

        Kept(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("string:///" + name.replace('.', '/') + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(name, bytes);
                    return bytes;
                }
            };
        }
    }

    /** Its own copy of the whole core, the changed classes in it. */
    private static final class Own extends ClassLoader {
        private final Map<String, byte[]> changed;

        Own(Map<String, byte[]> changed) {
            super(Mutation.class.getClassLoader());
            this.changed = changed;
            setDefaultAssertionStatus(true);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("org.gamenet.rgs.core.")) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            byte[] bytes = changed.get(name);
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (bytes == null && in == null) throw new ClassNotFoundException(name);
                byte[] whole = bytes != null ? bytes : in.readAllBytes();
                return defineClass(name, whole, 0, whole.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
