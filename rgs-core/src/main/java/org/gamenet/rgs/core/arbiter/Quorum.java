package org.gamenet.rgs.core.arbiter;

import java.util.Collection;
import java.util.List;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.MemberId;

/** How many of an electorate decide (P59). */
public enum Quorum {
    /** More than half of it. */
    MAJORITY,
    /** All of it but those that are proved to be dead, or were silent for so long that nobody waits for them. */
    KEEP_PLAYING,
    /** Keep playing up to two, a majority from three (P61). */
    BY_SIZE;

    private static final int FEWEST_FOR_A_MAJORITY = 3;

    /** Of a game with these rules. A directory decides by none of them. */
    public static Quorum of(GameRules rules) {
        return rules.manner()
                .arbiter()
                .map(arbiter -> switch (arbiter) {
                    case MAJORITY -> MAJORITY;
                    case KEEP_PLAYING -> KEEP_PLAYING;
                    case DIRECTORY -> BY_SIZE;
                })
                .orElse(BY_SIZE);
    }

    /**
     * Whether these are a quorum of that electorate, where {@code lost} need not be waited for. Nobody is never a
     * quorum.
     */
    public boolean isMet(List<MemberId> electorate, Collection<MemberId> agree, Collection<MemberId> lost) {
        boolean majority = isMajority(electorate);
        long said = electorate.stream().filter(m -> agrees(m, agree)).count();
        if (said == 0) return false;
        if (majority) return 2 * said > electorate.size();
        return electorate.stream().allMatch(m -> agrees(m, agree) || lost.contains(m));
    }

    /**
     * The electors of whom a holder wants answers: of one that keeps playing not those that need not be waited for,
     * unless they agreed.
     */
    public List<MemberId> asked(List<MemberId> electorate, Collection<MemberId> agree, Collection<MemberId> lost) {
        if (isMajority(electorate)) return electorate;
        return electorate.stream()
                .filter(m -> agrees(m, agree) || !lost.contains(m))
                .toList();
    }

    /**
     * Whether it does, or the same session in a later incarnation: its process remembers what it has voted for, and it
     * is listed once (P66).
     */
    private static boolean agrees(MemberId member, Collection<MemberId> agree) {
        return agree.contains(member) || agree.stream().anyMatch(m -> m.isOfSession(member));
    }

    /** Whether two sides of a game may both play on, now or with fewer members. */
    public boolean mayPart() {
        return this != MAJORITY;
    }

    private boolean isMajority(List<MemberId> electorate) {
        return this == MAJORITY || this == BY_SIZE && electorate.size() >= FEWEST_FOR_A_MAJORITY;
    }
}
