package org.gamenet.rgs.core.machine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Order;

/**
 * The rules of a game, as they travel: told once by the process that registers it, taken over by all that join. Checked
 * for ranges where the API builds it.
 *
 * @param name for display
 * @param maxPlayers seats
 * @param failover the ways to a new server, in order
 * @param suspectAfterMillis D of PROTOCOL 1
 * @param giveUpAfterMillis how long a frozen game looks for a server
 * @param goOnWithFewerAfterMillis how long a game stands still before it goes on with half of its members or fewer
 *     (P74)
 * @param packageEveryMillis how old a package may get
 * @param attributes facts shown by discover
 * @param manner how it is listed and played
 */
public record GameRules(
        @Text.Within(Text.NAME_BYTES) String name,
        int maxPlayers,
        List<Failover> failover,
        long suspectAfterMillis,
        long giveUpAfterMillis,
        long goOnWithFewerAfterMillis,
        long packageEveryMillis,
        Map<String, String> attributes,
        Manner manner) {

    /**
     * How it is listed and played.
     *
     * @param listed whether discover shows it at all
     * @param peers whether its players are equals, each with the whole state, and one of them only makes the order
     * @param rejoinWithinMillis how long a lost player stays as away (P76); 0: not at all
     * @param arbiter the arbiter where no directory decides; empty: by the number of members (P61)
     * @param synchronous whether what the server shows waits for its backup (P48)
     * @param order how equals put their messages in order (P68)
     */
    public record Manner(
            boolean listed,
            boolean peers,
            long rejoinWithinMillis,
            Optional<Arbiter> arbiter,
            boolean synchronous,
            Order order) {

        /** A game with a server, shown to all. */
        public static final Manner USUAL = new Manner(true, false, 0, Optional.empty(), false, Order.SEQUENCER);
    }

    public GameRules {
        failover = List.copyOf(failover);
        attributes = Map.copyOf(attributes);
    }

    /** With the usual time before a game goes on with fewer: half of the time for which it looks for a server. */
    public GameRules(
            String name,
            int maxPlayers,
            List<Failover> failover,
            long suspectAfterMillis,
            long giveUpAfterMillis,
            long packageEveryMillis,
            Map<String, String> attributes) {
        this(
                name,
                maxPlayers,
                failover,
                suspectAfterMillis,
                giveUpAfterMillis,
                giveUpAfterMillis / 2,
                packageEveryMillis,
                attributes,
                Manner.USUAL);
    }

    /** The same game, of equals. */
    public GameRules amongPeers() {
        return with(
                attributes,
                new Manner(manner.listed, true, manner.rejoinWithinMillis, manner.arbiter, false, manner.order));
    }

    /** Whether discover shows it at all. */
    public boolean listed() {
        return manner.listed;
    }

    /** Whether its players are equals. */
    public boolean peers() {
        return manner.peers;
    }

    /** How long a lost player stays as away (P76); 0: not at all. */
    public long rejoinWithinMillis() {
        return manner.rejoinWithinMillis;
    }

    /** Whether what the server shows waits for its backup (P48). */
    public boolean synchronous() {
        return manner.synchronous;
    }

    /** Whether it may go on at a process that plays nothing, and so lets one in beside its server (P49). */
    public boolean takesSpare() {
        return !peers() && (failover.contains(Failover.HOT_BACKUP) || failover.contains(Failover.SPARE_SERVER));
    }

    /** How equals put their messages in order. */
    public Order order() {
        return manner.order;
    }

    /** Whether each member asks all others before it stamps (P68). The API lets equals alone choose that. */
    public boolean byPermission() {
        return manner.order == Order.LAMPORT;
    }

    /** The same game, ordered like that. */
    public GameRules orderedBy(Order another) {
        return with(
                attributes,
                new Manner(
                        manner.listed,
                        manner.peers,
                        manner.rejoinWithinMillis,
                        manner.arbiter,
                        manner.synchronous,
                        another));
    }

    /** The same game, in which nothing that was shown is lost. */
    public GameRules showingSafely() {
        return with(
                attributes,
                new Manner(manner.listed, manner.peers, manner.rejoinWithinMillis, manner.arbiter, true, manner.order));
    }

    /** As it is, with lost players kept for so long. */
    public GameRules rejoiningWithin(long millis) {
        return with(
                attributes,
                new Manner(manner.listed, manner.peers, millis, manner.arbiter, manner.synchronous, manner.order));
    }

    /** As it is, with another arbiter. */
    public GameRules decidedBy(Arbiter another) {
        return with(
                attributes,
                new Manner(
                        manner.listed,
                        manner.peers,
                        manner.rejoinWithinMillis,
                        Optional.of(another),
                        manner.synchronous,
                        manner.order));
    }

    /** As it is with these attributes. */
    public GameRules with(Map<String, String> others) {
        return with(others, manner);
    }

    private GameRules with(Map<String, String> facts, Manner another) {
        return new GameRules(
                name,
                maxPlayers,
                failover,
                suspectAfterMillis,
                giveUpAfterMillis,
                goOnWithFewerAfterMillis,
                packageEveryMillis,
                facts,
                another);
    }
}
