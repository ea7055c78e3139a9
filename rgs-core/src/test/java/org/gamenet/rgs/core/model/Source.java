package org.gamenet.rgs.core.model;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * A source file as the compiler understands it: what a name in it stands for, and where everything begins and ends.
 *
 * @param name without ".java", below the core
 */
record Source(String name, String text, CompilationUnitTree unit, Trees trees) {

    /** By name; each may use the others, and the rest of the core as it is compiled. */
    static Map<String, Source> of(Map<String, String> texts) throws IOException {
        JavacTask task = Mutation.reading(texts);
        Map<String, Source> sources = new LinkedHashMap<>();
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        for (CompilationUnitTree unit : units) {
            String path = unit.getSourceFile().getName();
            String name = path.substring(path.indexOf("core/") + "core/".length(), path.length() - ".java".length());
            sources.put(name, new Source(name, texts.get(name), unit, Trees.instance(task)));
        }
        return sources;
    }

    int from(Tree tree) {
        return (int) trees.getSourcePositions().getStartPosition(unit, tree);
    }

    int to(Tree tree) {
        return (int) trees.getSourcePositions().getEndPosition(unit, tree);
    }

    /** The file's name, and those of the types within and of the method around this place: "arbiter/Ledger.claim". */
    String where(TreePath place) {
        List<String> names = new ArrayList<>();
        for (TreePath at = place; at != null; at = at.getParentPath()) {
            if (at.getLeaf() instanceof MethodTree method)
                names.add(method.getName().toString().replace("<init>", "new"));
            if (at.getLeaf() instanceof ClassTree type && !type.getSimpleName().isEmpty())
                names.add(type.getSimpleName().toString());
        }
        Collections.reverse(names);
        return name.substring(0, name.lastIndexOf('/') + 1) + String.join(".", names);
    }

    /** Whether this names what only its method knows, so that another name for it changes nothing elsewhere. */
    boolean isVariable(TreePath path) {
        Element element = trees.getElement(path);
        if (element == null) return false;
        return switch (element.getKind()) {
            case LOCAL_VARIABLE, BINDING_VARIABLE, EXCEPTION_PARAMETER, RESOURCE_VARIABLE -> true;
            case PARAMETER -> !isComponent(element);
            default -> false;
        };
    }

    /** A record's constructor has the record's components for parameters: those are known elsewhere. */
    private static boolean isComponent(Element parameter) {
        Element around = parameter.getEnclosingElement();
        return around.getKind() == ElementKind.CONSTRUCTOR
                && around.getEnclosingElement() instanceof TypeElement type
                && type.getRecordComponents().stream()
                        .anyMatch(c -> c.getSimpleName().equals(parameter.getSimpleName()));
    }

    /** The value that this variable is given where it is declared, if any. */
    @Nullable
    ExpressionTree initial(TreePath variable) {
        Element element = trees.getElement(variable);
        return new TreePathScanner<@Nullable ExpressionTree, Void>() {
            @Override
            public @Nullable ExpressionTree visitVariable(VariableTree declared, Void none) {
                return element.equals(trees.getElement(getCurrentPath()))
                        ? declared.getInitializer()
                        : super.visitVariable(declared, none);
            }

            @Override
            public @Nullable ExpressionTree reduce(@Nullable ExpressionTree one, @Nullable ExpressionTree other) {
                return one != null ? one : other;
            }
        }.scan(unit, null);
    }

    /** Where a variable's name stands, at its declaration and wherever it is used. */
    Set<Integer> variables() {
        Set<Integer> places = new TreeSet<>();
        List<Token> tokens = Token.all(text);
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree identifier, Void none) {
                // The compiler adds names of its own, which stand nowhere.
                boolean stands = text.startsWith(identifier.getName().toString(), from(identifier));
                if (stands && isVariable(getCurrentPath())) places.add(from(identifier));
                return null;
            }

            @Override
            public Void visitVariable(VariableTree variable, Void none) {
                if (isVariable(getCurrentPath())) {
                    int end = variable.getInitializer() == null ? to(variable) : from(variable.getInitializer());
                    tokens.stream()
                            .filter(t -> t.at() >= from(variable)
                                    && t.at() < end
                                    && variable.getName().contentEquals(t.text()))
                            .reduce((earlier, later) -> later)
                            .ifPresent(t -> places.add(t.at()));
                }
                return super.visitVariable(variable, none);
            }
        }.scan(unit, null);
        return places;
    }
}
