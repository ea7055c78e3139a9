package org.gamenet.rgs.core.reconfiguration;

import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;

/**
 * This process's part, as it was when the admission was asked for.
 *
 * @param me with the incarnation of this admission
 * @param schema hash of my records
 * @param shapes my records, encoded, to name a difference
 * @param version of RGS's protocol
 * @param token secret of my former seat, 0 if I had none
 * @param membersMax members of a game that I serve ({@code Limit.MEMBERS})
 * @param pendingJoinsMax newcomers that may wait for their {@code InitialAck} at a time where I serve
 *     ({@code Limit.PENDING_JOINS})
 * @param chance drawn for this admission and told to nobody: claim ids are made of it (P6)
 * @param mayServe whether this process may take a game over ({@code Rgs.Builder.neverServe})
 */
public record LocalMember(
        Member me,
        long schema,
        Payload shapes,
        int version,
        long token,
        int membersMax,
        int pendingJoinsMax,
        long chance,
        boolean mayServe) {

    /** With bounds that nobody comes near; it may serve. */
    public LocalMember(Member me, long schema, Payload shapes, int version, long token) {
        this(
                me,
                schema,
                shapes,
                version,
                token,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                me.id().incarnation().nonce(),
                true);
    }

    /** This member. */
    public MemberId id() {
        return me.id();
    }
}
