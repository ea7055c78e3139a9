package org.gamenet.rgs.core.session.base;

import java.util.Map;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.core.wire.SizeLimit;

/**
 * The set-up of this process for one kind of game.
 *
 * @param player name of the player here; empty if nobody plays
 * @param limits those that were changed
 * @param mayServe whether this process may take a game over, or keep a copy of its state
 */
public record SessionSetup(String kind, String player, Records records, Map<Limit, Long> limits, boolean mayServe) {

    public SessionSetup {
        limits = Map.copyOf(limits);
    }

    /** Of a process that may serve. */
    public SessionSetup(String kind, String player, Records records, Map<Limit, Long> limits) {
        this(kind, player, records, limits, true);
    }

    /** The same, of a process that never serves. */
    public SessionSetup neverServing() {
        return new SessionSetup(kind, player, records, limits, false);
    }

    /** RGS's protocol version. */
    public static int version() {
        return FrameHeader.VERSION;
    }

    public boolean plays() {
        return !player.isEmpty();
    }

    /** A limit, in the unit of its name. */
    public long limit(Limit limit) {
        return limits.getOrDefault(limit, limit.byDefault());
    }

    public SizeLimit size(Limit limit) {
        return SizeLimit.of(limit, limit(limit));
    }

    public int intLimit(Limit limit) {
        return (int) Math.min(Integer.MAX_VALUE - 1_024, limit(limit));
    }
}
