package org.gamenet.rgs.core.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * How large things may be. The formatter's affairs (braces, breaks, imports) are not asked here.
 *
 * @param what one of the measures
 * @param where a package of main sources, a file, a type or a method, by names that no edit of a line changes
 * @param size the measured size
 */
record Tidy(Measure what, String where, int size) {

    private static final String MAIN_SOURCES = "/src/main/java/org/gamenet/";

    /** A measure and its limit. */
    enum Measure {
        PACKAGE(20),
        LINE(140),
        FILE(400),
        METHOD(40),
        COMPONENTS(7),
        PARAMETERS(6);

        final int limit;

        Measure(int limit) {
            this.limit = limit;
        }
    }

    /** As a line of the list of exceptions names it. */
    String key() {
        return what.name().toLowerCase(java.util.Locale.ROOT) + " " + where;
    }

    /** Everything above its limit. The files are parsed, not compiled. */
    static List<Tidy> tooLarge(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Tidy> found = ofPackages(files);
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, d -> {}, List.of(), null, manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                String text = unit.getSourceFile().getCharContent(true).toString();
                String path = unit.getSourceFile().getName().replace('\\', '/');
                String name = path.substring(path.lastIndexOf('/') + 1).replace(".java", "");
                found.addAll(ofText(name, text));
                new Scan(unit, positions, found).scan(unit, null);
            }
        }
        return found.stream().filter(t -> t.size > t.what.limit).toList();
    }

    private static List<Tidy> ofPackages(List<Path> files) {
        Map<String, Integer> sizes = new TreeMap<>();
        for (Path file : files) {
            String path = file.toString().replace('\\', '/');
            int at = path.indexOf(MAIN_SOURCES);
            if (at < 0 || path.endsWith("/package-info.java")) continue;
            String name = path.substring(at + MAIN_SOURCES.length(), path.lastIndexOf('/'));
            sizes.merge(name.replace('/', '.'), 1, Integer::sum);
        }
        List<Tidy> found = new ArrayList<>();
        sizes.forEach((name, size) -> found.add(new Tidy(Measure.PACKAGE, name, size)));
        return found;
    }

    private static List<Tidy> ofText(String name, String text) {
        List<String> lines = text.lines().toList();
        List<Tidy> found = new ArrayList<>(List.of(new Tidy(Measure.FILE, name, lines.size())));
        lines.stream().mapToInt(String::length).max().ifPresent(l -> found.add(new Tidy(Measure.LINE, name, l)));
        return found;
    }

    private static final class Scan extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Tidy> found;

        Scan(CompilationUnitTree unit, SourcePositions positions, List<Tidy> found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            if (type.getKind() == Tree.Kind.RECORD)
                found.add(
                        new Tidy(Measure.COMPONENTS, where(type.getSimpleName().toString()), components(type)));
            return super.visitClass(type, nothing);
        }

        private static int components(ClassTree record) {
            return (int) record.getMembers().stream()
                    .filter(m -> m instanceof com.sun.source.tree.VariableTree field
                            && !field.getModifiers().getFlags().contains(Modifier.STATIC))
                    .count();
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            LineMap lines = unit.getLineMap();
            long end = positions.getEndPosition(unit, method);
            boolean constructor = method.getName().contentEquals("<init>");
            String name = where(constructor ? "new" : method.getName().toString());
            if (end >= 0 && method.getBody() != null) {
                long from = positions.getStartPosition(unit, method.getBody());
                found.add(new Tidy(
                        Measure.METHOD, name, (int) (lines.getLineNumber(end) - lines.getLineNumber(from) + 1)));
            }
            boolean record = getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
            if (constructor && !record)
                found.add(new Tidy(
                        Measure.PARAMETERS, name, method.getParameters().size()));
            return super.visitMethod(method, nothing);
        }

        private String where(String last) {
            StringBuilder names = new StringBuilder(last);
            for (TreePath at = getCurrentPath().getParentPath(); at != null; at = at.getParentPath())
                if (at.getLeaf() instanceof ClassTree type
                        && !type.getSimpleName().isEmpty()) names.insert(0, type.getSimpleName() + ".");
            return names.toString();
        }
    }
}
