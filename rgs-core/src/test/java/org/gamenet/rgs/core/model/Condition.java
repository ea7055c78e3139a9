package org.gamenet.rgs.core.model;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ArrayTypeTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * The question of a condition, in few words: the types, members and constants in it, each once. {@code event instanceof
 * Event.Heard heard} is "Heard", {@code !membership.log().roster().has(id)} is "!roster.has". A variable's name is none
 * of them: for an answer that it was given stands what was asked, where one is compared it says its type, and elsewhere
 * nothing.
 */
final class Condition {

    /** Of a chain of calls so many names: the first ones say where it starts, which the last ones mostly tell. */
    private static final int LAST_NAMES = 2;

    private final Source source;
    private final TreePath around;
    private final Set<String> words = new LinkedHashSet<>();

    private Condition(Source source, TreePath around) {
        this.source = source;
        this.around = around;
    }

    /** @param condition in its parentheses */
    static String words(Source source, TreePath condition) {
        Condition asked = new Condition(source, condition);
        asked.say(condition.getLeaf(), false);
        if (asked.words.isEmpty()) asked.types(condition.getLeaf());
        return String.join(" ", asked.words);
    }

    private void say(Tree tree, boolean not) {
        if (isVariable(tree)) {
            ExpressionTree answer = source.initial(new TreePath(around, tree));
            if (answer != null && !(answer instanceof LiteralTree) && type(tree).getKind() == TypeKind.BOOLEAN)
                say(answer, not);
        } else if (tree instanceof ParenthesizedTree inside) {
            say(inside.getExpression(), not);
        } else if (tree instanceof UnaryTree unary) {
            say(unary.getExpression(), not ^ unary.getKind() == Tree.Kind.LOGICAL_COMPLEMENT);
        } else if (tree instanceof BinaryTree both) {
            operand(both, both.getLeftOperand(), not);
            operand(both, both.getRightOperand(), not ^ both.getKind() == Tree.Kind.NOT_EQUAL_TO);
        } else if (tree instanceof ConditionalExpressionTree either) {
            for (Tree each : List.of(either.getCondition(), either.getTrueExpression(), either.getFalseExpression()))
                say(each, not);
        } else if (tree instanceof InstanceOfTree is) {
            say(is.getExpression(), false);
            word(chain(is.getType()), 1, not);
        } else if (tree instanceof LambdaExpressionTree lambda) {
            if (lambda.getBody() instanceof ExpressionTree body) say(body, not);
        } else {
            List<Tree> handed = new ArrayList<>();
            word(chain(tree, handed), LAST_NAMES, not);
            for (Tree each : handed) if (!isVariable(each)) say(each, false);
        }
    }

    /** A variable that is compared with nothing, or with another one, has nothing else to be told by. */
    private void operand(BinaryTree both, Tree operand, boolean not) {
        boolean same = both.getKind() == Tree.Kind.EQUAL_TO || both.getKind() == Tree.Kind.NOT_EQUAL_TO;
        if (same && isVariable(operand) && type(operand) instanceof DeclaredType type)
            word(List.of(name(type)), 1, not);
        else say(operand, not);
    }

    private void word(List<String> names, int last, boolean not) {
        if (!names.isEmpty())
            words.add((not ? "!" : "")
                    + String.join(".", names.subList(Math.max(0, names.size() - last), names.size())));
    }

    private List<String> chain(Tree tree) {
        return chain(tree, new ArrayList<>());
    }

    /** The names from a receiver on. Arguments on the way are added to the second parameter. */
    private List<String> chain(Tree tree, List<Tree> handed) {
        List<String> names = new ArrayList<>();
        if (tree instanceof IdentifierTree identifier) {
            if (!isVariable(tree) && !identifier.getName().contentEquals("this"))
                names.add(identifier.getName().toString());
        } else if (tree instanceof MemberSelectTree member) {
            names.addAll(chain(member.getExpression(), handed));
            names.add(member.getIdentifier().toString());
        } else if (tree instanceof MethodInvocationTree call) {
            names.addAll(chain(call.getMethodSelect(), handed));
            handed.addAll(call.getArguments());
        } else if (tree instanceof MemberReferenceTree reference) {
            names.addAll(chain(reference.getQualifierExpression(), handed));
            names.add(reference.getName().toString());
        } else if (tree instanceof NewClassTree made) {
            names.addAll(chain(made.getIdentifier()));
            handed.addAll(made.getArguments());
        } else if (tree instanceof ParameterizedTypeTree type) {
            names.addAll(chain(type.getType()));
        } else if (tree instanceof ArrayAccessTree element) {
            names.addAll(chain(element.getExpression(), handed));
            handed.add(element.getIndex());
        } else if (tree instanceof TypeCastTree cast) {
            handed.add(cast.getExpression());
        } else if (tree instanceof LiteralTree || tree instanceof PrimitiveTypeTree || tree instanceof ArrayTypeTree) {
            names.add(source.text().substring(source.from(tree), source.to(tree)));
        } else if (tree instanceof ParenthesizedTree) {
            handed.add(tree);
        } else {
            throw new AssertionError("a condition of a new kind: " + tree);
        }
        return names;
    }

    /** Nothing but variables: the first one's type. */
    private void types(Tree condition) {
        Tree first = condition;
        while (!isVariable(first)) {
            if (first instanceof ParenthesizedTree inside) first = inside.getExpression();
            else if (first instanceof UnaryTree unary) first = unary.getExpression();
            else if (first instanceof BinaryTree both) first = both.getLeftOperand();
            else throw new AssertionError("asks nothing: " + condition);
        }
        words.add(name(type(first)));
    }

    private boolean isVariable(Tree tree) {
        return tree instanceof IdentifierTree && source.isVariable(new TreePath(around, tree));
    }

    private TypeMirror type(Tree tree) {
        return source.trees().getTypeMirror(new TreePath(around, tree));
    }

    private static String name(TypeMirror type) {
        return type instanceof DeclaredType declared
                ? declared.asElement().getSimpleName().toString()
                : type.toString();
    }
}
