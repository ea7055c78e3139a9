package org.gamenet.rgs.core.model;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A change to one method of the machines. It finds its place by what the method asks or does there, whatever its
 * variables are called and however it is laid out.
 */
sealed interface Edit {

    /** "arbiter/Ledger.claim", or a guard's key, which begins with that. */
    String where();

    /** The only piece that is replaced, and its replacement. */
    Piece in(Source source);

    /** A piece of a source's text. */
    record Piece(int at, int end, String instead) {
        String replaced(String text) {
            return text.substring(0, at) + instead + text.substring(end);
        }
    }

    /** The guard never holds. */
    record Never(String where) implements Edit {
        @Override
        public Piece in(Source source) {
            Guards.Guard guard = guard(source, where);
            if (guard.row().isPresent())
                return new Piece(guard.at(), guard.end(), guard.row().get().replace("%", "false"));
            return new Piece(
                    guard.at(), guard.end(), "(false && " + source.text().substring(guard.at(), guard.end()) + ")");
        }
    }

    /** The guard always holds. */
    record Always(String where) implements Edit {
        @Override
        public Piece in(Source source) {
            Guards.Guard guard = guard(source, where);
            return new Piece(
                    guard.at(), guard.end(), "(true || " + source.text().substring(guard.at(), guard.end()) + ")");
        }
    }

    /** Where the guard holds, this is done. */
    record Then(String where, String statement) implements Edit {
        @Override
        public Piece in(Source source) {
            Guards.Guard guard = guard(source, where);
            return new Piece(guard.then(), guard.thenEnd(), "{ " + statement + " }");
        }
    }

    /** The method says this, whatever it is asked. */
    record Answers(String where, String answer) implements Edit {
        @Override
        public Piece in(Source source) {
            MethodTree method = only(methods(source, where), where);
            return new Piece(source.from(method.getBody()), source.to(method.getBody()), "{ return " + answer + "; }");
        }
    }

    /**
     * The method has this passage exactly once, and instead of it another, whose {@code $} words are the same
     * variables.
     */
    record Instead(String where, String passage, String other) implements Edit {
        @Override
        public Piece in(Source source) {
            List<Passage.Place> places = new ArrayList<>();
            for (MethodTree method : methods(source, where)) {
                List<Token> tokens = Token.all(source.text()).stream()
                        .filter(t -> t.at() >= source.from(method) && t.end() <= source.to(method))
                        .toList();
                Passage.of(passage).find(tokens, source.variables(), places);
            }
            Passage.Place place = only(places, where + ": " + passage);
            return new Piece(place.at(), place.end(), place.filled(other));
        }
    }

    default String method() {
        return where().replaceFirst(":.*", "");
    }

    /** Without ".java". */
    default String file() {
        return where().substring(0, where().indexOf('.'));
    }

    /** These files with all the changes, one after the other. */
    static Map<String, String> all(List<Edit> edits, Map<String, String> texts) throws IOException {
        Map<String, String> changed = new LinkedHashMap<>();
        for (Edit edit : edits) {
            String text = changed.getOrDefault(edit.file(), texts.get(edit.file()));
            Source source = Source.of(Map.of(edit.file(), text)).get(edit.file());
            changed.put(edit.file(), edit.in(source).replaced(text));
        }
        return changed;
    }

    private static Guards.Guard guard(Source source, String key) {
        return only(Guards.of(source).stream().filter(g -> g.key().equals(key)).toList(), key);
    }

    /** The methods of this name. */
    private static List<MethodTree> methods(Source source, String where) {
        List<MethodTree> found = new ArrayList<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void none) {
                if (source.where(getCurrentPath()).equals(where)) found.add(method);
                return super.visitMethod(method, none);
            }
        }.scan(source.unit(), null);
        return found;
    }

    private static <T> T only(List<T> found, String what) {
        if (found.size() != 1) throw new AssertionError(found.size() + " times instead of once: " + what);
        return found.get(0);
    }
}
