package org.gamenet.rgs;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Reads a source file and finds the public methods whose result is of their own type and not marked. */
final class MarkedResults extends TreeScanner<Void, Boolean> {

    /**
     * File and type: an object's methods give the same object back, to be called in a chain, and a caller that drops
     * that loses nothing. A static method makes one, and is no exception.
     */
    private static final Set<String> GIVE_THEMSELVES_BACK = Set.of(
            "Session.java Session",
            "Replay.java Replay",
            "Rgs.java Builder",
            "Directory.java Builder",
            "Cluster.java Cluster",
            "FakeSession.java FakeSession");

    private final String file;
    private final List<String> unmarked = new ArrayList<>();

    private MarkedResults(String file) {
        this.file = file;
    }

    /** The names of the methods that lack the mark, empty if none does. */
    static List<String> missing(String fileName, String source) throws IOException {
        JavaFileObject text =
                new SimpleJavaFileObject(URI.create("string:///" + fileName), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignored) {
                        return source;
                    }
                };
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, problem -> {}, List.of("-proc:none"), null, List.of(text));
        MarkedResults reader = new MarkedResults(fileName);
        for (CompilationUnitTree unit : task.parse()) reader.scan(unit, false);
        return reader.unmarked;
    }

    @Override
    public Void visitClass(ClassTree type, Boolean inInterface) {
        String name = type.getSimpleName().toString();
        boolean isInterface = type.getKind() == Tree.Kind.INTERFACE;
        boolean visible = inInterface || isPublic(type.getModifiers());
        boolean chains = GIVE_THEMSELVES_BACK.contains(file + " " + name);
        if (visible && !isMarked(type.getModifiers()))
            for (Tree member : type.getMembers())
                if (member instanceof MethodTree method && returns(method, name) && (!chains || isStatic(method)))
                    check(name, isInterface, method);
        return super.visitClass(type, visible && isInterface);
    }

    private void check(String type, boolean inInterface, MethodTree method) {
        ModifiersTree modifiers = method.getModifiers();
        boolean visible = inInterface && !modifiers.getFlags().contains(Modifier.PRIVATE) || isPublic(modifiers);
        if (visible && !isMarked(modifiers)) unmarked.add(type + "." + method.getName());
    }

    private static boolean returns(MethodTree method, String type) {
        return method.getReturnType() != null
                && method.getReturnType().toString().replaceAll("<.*", "").equals(type);
    }

    private static boolean isStatic(MethodTree method) {
        return method.getModifiers().getFlags().contains(Modifier.STATIC);
    }

    private static boolean isPublic(ModifiersTree modifiers) {
        return modifiers.getFlags().contains(Modifier.PUBLIC);
    }

    private static boolean isMarked(ModifiersTree modifiers) {
        for (AnnotationTree annotation : modifiers.getAnnotations())
            if (annotation.getAnnotationType().toString().equals(CheckReturnValue.class.getSimpleName())) return true;
        return false;
    }
}
