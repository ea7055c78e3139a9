package org.gamenet.rgs.core.lanes;

/**
 * What a message is about: where only the newest counts, it replaces older ones of its sender about the same.
 *
 * @param type id of its record
 * @param key the game's own; 0: none
 */
public record Subject(int type, long key) {

    /** Without a key. */
    public static Subject of(int type) {
        return new Subject(type, 0);
    }

    boolean isKeyed() {
        return key != 0;
    }
}
