package org.gamenet.rgs.core.directory;

import java.util.OptionalLong;

/**
 * Ids of games: short enough to be read out to a friend ("k3f9-2"), made from the registration alone, so that every replica makes the
 * same.
 */
final class GameIds {

    /** Without letters and digits that look alike. */
    private static final String DIGITS = "23456789abcdefghjkmnpqrstvwxyz";

    private static final int SALT_DIGITS = 4;
    private static final int LENGTH_MAX = 24;

    private GameIds() {}

    /** Unique as long as {@code order} is; the salt tells it from one that a directory gave before it lost its disk. */
    static String of(long order, long salt) {
        StringBuilder id = new StringBuilder();
        long rest = salt ^ salt >>> 32;
        for (int i = 0; i < SALT_DIGITS; i++) {
            id.append(DIGITS.charAt((int) Long.remainderUnsigned(rest, DIGITS.length())));
            rest = Long.divideUnsigned(rest, DIGITS.length());
        }
        return id.append('-').append(Long.toString(order)).toString();
    }

    /** The place in the order of registrations that an id names: pages go on behind a game that is there no more. */
    static OptionalLong order(String id) {
        int dash = id.indexOf('-');
        if (dash < 0 || !isWellFormed(id)) {
            return OptionalLong.empty();
        }
        String digits = id.substring(dash + 1);
        boolean number = !digits.isEmpty() && digits.length() <= 18 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
    }

    /** Whether this could be an id that a directory gave. */
    static boolean isWellFormed(String id) {
        return !id.isEmpty() && id.length() <= LENGTH_MAX
                && id.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-');
    }
}
