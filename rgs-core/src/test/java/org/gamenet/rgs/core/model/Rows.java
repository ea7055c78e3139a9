package org.gamenet.rgs.core.model;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;

/**
 * The rows of a state's table that have a reaction, as its source says them: {@code .heard(Message.Released.class,
 * PRIMARY, PLAYED, "P28", Following::freeze)}.
 */
final class Rows {
    private static final String TABLE = "TABLE";

    private Rows() {}

    /** As guards: one that is taken away does nothing. */
    static List<Guards.Guard> of(Source source) {
        List<Guards.Guard> guards = new ArrayList<>();
        scan(source, (row, reaction) -> guards.add(guard(source, row, reaction)));
        return guards;
    }

    /**
     * The reaction of each row, in order: the columns ahead of its rule and the name of a method, "Released PRIMARY
     * PLAYED" and "freezeAtGoodbye".
     */
    static List<Map.Entry<String, String>> reactions(Source source) {
        List<Map.Entry<String, String>> reactions = new ArrayList<>();
        scan(
                source,
                (row, reaction) ->
                        reactions.add(Map.entry(columns(row), reaction.getLeaf().toString())));
        // Of a chain of calls the last one is met first.
        Collections.reverse(reactions);
        return reactions;
    }

    private interface Each {
        void row(MethodInvocationTree row, TreePath reaction);
    }

    private static void scan(Source source, Each each) {
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitVariable(VariableTree variable, Void none) {
                return variable.getName().contentEquals(TABLE) ? super.visitVariable(variable, none) : null;
            }

            @Override
            public Void visitMethod(MethodTree method, Void none) {
                return null;
            }

            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
                int last = call.getArguments().size() - 1;
                if (last > 1 && call.getArguments().get(last) instanceof MemberReferenceTree reaction)
                    each.row(call, new TreePath(getCurrentPath(), reaction));
                return super.visitMethodInvocation(call, none);
            }
        }.scan(source.unit(), null);
    }

    /** The event, its sender and its epoch, unless the row leaves these open. */
    private static String columns(MethodInvocationTree row) {
        List<String> words = new ArrayList<>();
        for (ExpressionTree column :
                row.getArguments().subList(0, row.getArguments().size() - 2)) {
            String[] names = column.toString().replace(".class", "").split("\\.");
            String name = names[names.length - 1];
            if (!name.equals("ANYBODY") && !name.equals("ANY")) words.add(name);
        }
        return String.join(" ", words);
    }

    private static Guards.Guard guard(Source source, MethodInvocationTree row, TreePath reaction) {
        MemberReferenceTree method = (MemberReferenceTree) reaction.getLeaf();
        int at = source.from(method);
        int end = source.to(method);
        String state = source.name().substring(folder(source).length());
        String how = ((MemberSelectTree) row.getMethodSelect()).getIdentifier().toString();
        ExecutableElement reacts = (ExecutableElement) source.trees().getElement(reaction);
        // A reaction that stands in another file is handed the state, too.
        boolean elsewhere = reacts.getModifiers().contains(Modifier.STATIC);
        int handed = reacts.getParameters().size() - (elsewhere ? 1 : 0);
        String call = elsewhere
                ? method.getQualifierExpression() + "." + method.getName() + "(state" + (handed == 0 ? "" : ", ")
                : "state." + method.getName() + "(";
        return new Guards.Guard(
                source.name(),
                folder(source) + state + "." + TABLE + ": " + columns(row),
                at,
                end,
                at,
                end,
                Optional.of(instead(
                        folder(source).equals("replication/") ? "CopyTable." : "StateTable.",
                        state,
                        call,
                        type(row.getArguments().get(0)),
                        how,
                        handed)));
    }

    private static String folder(Source source) {
        return source.name().substring(0, source.name().lastIndexOf('/') + 1);
    }

    private static String type(Tree what) {
        String text = what.toString();
        return text.endsWith(".class") ? text.substring(0, text.length() - ".class".length()) : "";
    }

    /** A lambda of the same type, which calls the method if the condition holds. */
    private static String instead(String table, String state, String call, String type, String how, int handed) {
        String kind = how.equals("heardFrom")
                ? "ToSender<" + state + ">"
                : handed == 0
                        ? "ToSignal<" + state + ">"
                        : (how.equals("on") ? "ToEvent<" : handed == 1 ? "ToWords<" : "ToMessage<") + state + ", "
                                + type + ">";
        String names = switch (handed) {
            case 0 -> "";
            case 1 -> "one";
            default -> "one, two";
        };
        return "(" + table + kind + ") (state" + (handed == 0 ? "" : ", ") + names + ") -> % ? " + call + names
                + ") : Step.to(state)";
    }
}
