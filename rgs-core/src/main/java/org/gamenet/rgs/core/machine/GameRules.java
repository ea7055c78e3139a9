package org.gamenet.rgs.core.machine;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Failover;

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
     * @param synchronous whether what the server shows waits for its backup (P48)
     */
    public record Manner(boolean listed, boolean peers, long rejoinWithinMillis, boolean synchronous) {

        /** A game with a server, shown to all. */
        public static final Manner USUAL = new Manner(true, false, 0, false);
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
        return with(attributes, new Manner(manner.listed, true, manner.rejoinWithinMillis, false));
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

    /** The same game, in which nothing that was shown is lost. */
    public GameRules showingSafely() {
        return with(attributes, new Manner(manner.listed, manner.peers, manner.rejoinWithinMillis, true));
    }

    /** As it is, with lost players kept for so long. */
    public GameRules rejoiningWithin(long millis) {
        return with(attributes, new Manner(manner.listed, manner.peers, millis, manner.synchronous));
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
