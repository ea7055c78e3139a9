package org.gamenet.rgs.core.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Some Java to look for, whatever its variables are called and however it is laid out: {@code $epoch} stands for one
 * variable, everywhere the same one. A word without {@code $} is no variable's name, so that whoever renames one meets
 * no passage.
 */
record Passage(List<Token> tokens) {

    /** Where it begins and ends, and what its variables are called there. */
    record Place(int at, int end, Map<String, String> called) {

        /** With the variables' names for the {@code $} words. */
        String filled(String text) {
            String filled = text;
            for (Map.Entry<String, String> one : called.entrySet())
                filled = filled.replaceAll("\\" + one.getKey() + "\\b", one.getValue());
            return filled;
        }
    }

    static Passage of(String java) {
        return new Passage(Token.all(java));
    }

    /** Adds where it stands in these tokens. */
    void find(List<Token> in, Set<Integer> variables, List<Place> found) {
        for (int i = 0; i + tokens.size() <= in.size(); i++) {
            Map<String, String> called = new HashMap<>();
            if (reads(in.subList(i, i + tokens.size()), variables, called))
                found.add(
                        new Place(in.get(i).at(), in.get(i + tokens.size() - 1).end(), called));
        }
    }

    private boolean reads(List<Token> there, Set<Integer> variables, Map<String, String> called) {
        for (int i = 0; i < there.size(); i++) {
            Token token = there.get(i);
            boolean variable = variables.contains(token.at());
            if (variable != tokens.get(i).isOpen()) return false;
            String expected = variable
                    ? called.computeIfAbsent(tokens.get(i).text(), open -> token.text())
                    : tokens.get(i).text();
            if (!expected.equals(token.text())) return false;
        }
        return true;
    }
}
