package org.gamenet.rgs.core.directory.server;

import java.util.OptionalLong;

/**
 * Ids of games: short enough to be read out to a friend ("k3f9x2b-2"): the mark of the directory that gave them, and a
 * number of that directory's own. Made from its log alone, so that every replica makes the same.
 */
final class GameIds {

    /** Without letters and digits that look alike. */
    private static final String DIGITS = "23456789abcdefghjkmnpqrstvwxyz";

    /** Enough for 32 bits. */
    private static final int MARK_DIGITS = 7;

    private static final int LENGTH_MAX = 32;

    private GameIds() {}

    /**
     * Unique as long as {@code order} is; the mark tells it from one that a directory gave before it lost its disk
     * (P14).
     */
    static String of(int mark, long order) {
        return prefix(mark) + order;
    }

    /** Whether a directory of this mark gave that id. */
    static boolean isOf(int mark, String id) {
        return id.startsWith(prefix(mark));
    }

    private static String prefix(int mark) {
        StringBuilder prefix = new StringBuilder();
        long rest = Integer.toUnsignedLong(mark);
        for (int i = 0; i < MARK_DIGITS; i++) {
            prefix.append(DIGITS.charAt((int) (rest % DIGITS.length())));
            rest /= DIGITS.length();
        }
        return prefix.append('-').toString();
    }

    /** The place in the order of registrations that an id names: pages go on behind a game that is there no more. */
    static OptionalLong order(String id) {
        int dash = id.indexOf('-');
        if (dash < 0 || !isWellFormed(id)) {
            return OptionalLong.empty();
        }
        String digits = id.substring(dash + 1);
        boolean number =
                !digits.isEmpty() && digits.length() <= 18 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
    }

    /** Whether this could be an id that a directory gave. */
    static boolean isWellFormed(String id) {
        return !id.isEmpty()
                && id.length() <= LENGTH_MAX
                && id.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-');
    }
}
