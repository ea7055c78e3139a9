package org.gamenet.rgs;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Reads a source file and says which public members break the house rule: a sentence that names the thread and, for a
 * quantity, the unit.
 */
final class DocumentedMembers {

    private static final Pattern THREAD = Pattern.compile("\\bthreads?\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern UNIT = Pattern.compile(
            "\\b(ms|s|h|min|seconds?|milliseconds?|bytes?|bits|numbers?|how many|so many|seats?|games?|ports?|time|%)\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern QUANTITY = Pattern.compile("int|long|double|float");

    private DocumentedMembers() {}

    /** One line for each rule broken, empty if none is. */
    static List<String> complaints(String fileName, String source) {
        List<String> found = new ArrayList<>();
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, problem -> {}, List.of("-proc:none"), null, List.of(new Text(fileName, source)));
        DocTrees docs = DocTrees.instance(task);
        try {
            for (CompilationUnitTree unit : task.parse()) new Reader(docs, found).scan(unit, null);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return found;
    }

    private static final class Reader extends TreePathScanner<Void, Void> {
        private final DocTrees docs;
        private final List<String> found;

        Reader(DocTrees docs, List<String> found) {
            this.docs = docs;
            this.found = found;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            if (!isPublic(type.getModifiers())) return null;
            String doc = doc(getCurrentPath());
            String name = type.getSimpleName().toString();
            if (doc.isBlank()) found.add(name + ": no comment");
            else if (!doc.contains("@since")) found.add(name + ": no @since");
            boolean named = THREAD.matcher(doc).find();
            for (Tree member : type.getMembers()) {
                if (member instanceof MethodTree method) check(name, named, type.getKind() == Tree.Kind.RECORD, method);
                if (member instanceof VariableTree field) check(name, doc, named, type.getKind(), field);
            }
            return super.visitClass(type, nothing);
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            return null; // local and anonymous classes are nobody's API
        }

        private void check(String type, boolean threadNamed, boolean ofRecord, MethodTree method) {
            if (!isPublic(method.getModifiers())) return;
            String doc = doc(new TreePath(getCurrentPath(), method));
            String name = type + "." + method.getName();
            says(name, doc, threadNamed);
            if (ofRecord && method.getReturnType() == null)
                return; // its parameters are the components, checked as such
            boolean quantity = method.getReturnType() != null
                            && quantity(method.getReturnType())
                            && !List.of("compareTo", "hashCode")
                                    .contains(method.getName().toString())
                    || method.getParameters().stream().anyMatch(p -> quantity(p.getType()) && !isId(p));
            if (quantity && !UNIT.matcher(doc).find()) found.add(name + ": names no unit");
        }

        private void check(String type, String typeDoc, boolean threadNamed, Tree.Kind kind, VariableTree field) {
            String name = type + "." + field.getName();
            if (kind == Tree.Kind.RECORD && !field.getModifiers().getFlags().contains(Modifier.STATIC)) {
                String said = typeDoc.replaceAll("(?s).*@param " + field.getName() + " (.*?)(@.*|$)", "$1");
                if (said.equals(typeDoc)) found.add(name + ": no @param");
                else if (quantity(field.getType()) && !UNIT.matcher(said).find()) found.add(name + ": names no unit");
            } else if (isPublic(field.getModifiers())) {
                says(name, doc(new TreePath(getCurrentPath(), field)), threadNamed);
            }
        }

        private void says(String name, String doc, boolean threadNamed) {
            if (doc.isBlank()) found.add(name + ": no comment");
            else if (!threadNamed && !THREAD.matcher(doc).find()) found.add(name + ": names no thread");
        }

        /** Members of interfaces are public without saying so; constants of enums carry the flag. */
        private boolean isPublic(ModifiersTree modifiers) {
            if (modifiers.getFlags().contains(Modifier.PUBLIC)) return true;
            for (TreePath up = getCurrentPath(); up != null; up = up.getParentPath()) {
                if (up.getLeaf() instanceof ClassTree type && type.getModifiers() != modifiers)
                    return type.getKind() == Tree.Kind.INTERFACE
                            && !modifiers.getFlags().contains(Modifier.PRIVATE);
            }
            return false;
        }

        private String doc(TreePath path) {
            String doc = docs.getDocComment(path);
            return doc == null ? "" : doc;
        }

        private static boolean quantity(Tree type) {
            return QUANTITY.matcher(type.toString()).matches();
        }

        private static boolean isId(VariableTree parameter) {
            return parameter.getName().contentEquals("id");
        }
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String source;

        Text(String fileName, String source) {
            super(URI.create("string:///" + fileName), JavaFileObject.Kind.SOURCE);
            this.source = source;
        }

        @Override
        public CharSequence getCharContent(boolean ignored) {
            return source;
        }
    }
}
