package org.gamenet.rgs.core.lanes;

import java.util.Arrays;

/**
 * The subject of a message: where only the newest counts, it replaces older ones of its sender about the same.
 *
 * @param type id of its record
 * @param key the game's own; 0: none
 */
public record Subject(int type, long key) {

    /** Without a key; most games have no more types than these; made once, for each message has one. */
    private static final Subject[] PLAIN = new Subject[256];

    static {
        Arrays.setAll(PLAIN, type -> new Subject(type, 0));
    }

    /** Without a key. */
    public static Subject of(int type) {
        return type >= 0 && type < PLAIN.length ? PLAIN[type] : new Subject(type, 0);
    }

    /** About this key of that type; 0: none. */
    public static Subject of(int type, long key) {
        return key == 0 ? of(type) : new Subject(type, key);
    }

    boolean isKeyed() {
        return key != 0;
    }
}
