package org.gamenet.rgs.core.session.peers;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The members of the roster to which a member keeps a link; everybody else is dialled when it has something to say. A
 * value.
 *
 * <table>
 * <caption>who dials whom</caption>
 * <tr><th>this member</th><th>dials</th></tr>
 * <tr><td>serves, or collects</td><td>all</td></tr>
 * <tr><td>is a peer among peers</td><td>all</td></tr>
 * <tr><td>plays, or is on its way back</td><td>the authority: who serves, and its backups</td></tr>
 * <tr><td>is frozen</td><td>the authority, whoever claims to serve, and the first two negotiators, at once</td></tr>
 * <tr><td>is frozen for longer</td><td>all</td></tr>
 * </table>
 *
 * <p>The coordinator of the transport's group is linked to by that. A frozen game in which the first two say nothing is
 * one that the third may have to save, and it must hear of all the others by then.
 *
 * @param roster in the order of their ranks
 * @param authority the server and its backups, on that roster or not
 * @param stance of this member
 */
public record Dialling(MemberId me, List<MemberId> roster, List<MemberId> authority, Stance stance) {
    /** In no game. */
    static final Dialling NONE =
            new Dialling(new MemberId(0, new Incarnation(0, 0)), List.of(), List.of(), Stance.FOLLOWS);

    /** A frozen member dials all after so long: before a third one's turn to negotiate (P33). */
    public static final long FROZEN_NANOS = 200_000_000;

    private static final int NEGOTIATORS = 2;

    /** How this member stands in the game. */
    public enum Stance {
        /** Says to all what all are to hear. */
        LEADS,
        /** Has one to hear, or looks for the way back to it. */
        FOLLOWS,
        /** Has lost the one it heard. */
        FROZEN,
        /** And for so long that it may be up to any of them. */
        FROZEN_LONG;

        /**
         * @param leads whether this member serves, or collects
         * @param peers whether it is one of equals
         * @param searches whether it has lost the one it heard
         */
        static Stance of(boolean leads, boolean peers, boolean searches) {
            return leads || peers ? LEADS : searches ? FROZEN : FOLLOWS;
        }
    }

    public Dialling {
        roster = List.copyOf(roster);
        authority = List.copyOf(authority);
    }

    /** All of them, in the order in which they matter. */
    public Set<MemberId> wanted() {
        Set<MemberId> all = new LinkedHashSet<>(authority);
        switch (stance) {
            case LEADS, FROZEN_LONG -> all.addAll(roster);
            case FROZEN -> all.addAll(negotiators());
            case FOLLOWS -> {}
        }
        all.remove(me);
        return all;
    }

    private List<MemberId> negotiators() {
        List<MemberId> others = new ArrayList<>(roster);
        others.removeAll(authority);
        return others.subList(0, Math.min(NEGOTIATORS, others.size()));
    }
}
