package org.gamenet.rgs.core.session.entry;

import java.util.Optional;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.jspecify.annotations.Nullable;

/**
 * The holder of a game, as the directory says: what only the holder may say to a member that does not know it yet, an
 * ACK above the promise say, waits here for the directory's word. One that does not know the game speaks against
 * nobody. While none can be reached a newcomer believes who shows the directory's signature (any, where it signs
 * nothing) and is not known to be another, and a member nobody but whom it has answered, but nobody is believed who
 * puts it out; and a number counts only if it is near the promise, so that none binds anybody for good. Worker's thread
 * only.
 */
public final class Warrants {
    /** A directory that lost its disk goes on 2^32 above what it is told (P14). */
    private static final long NUMBERS_AHEAD = 1L << 33;

    private static final long ASK_AGAIN_NANOS = 100_000_000;

    private final DirectoryAccess directory;
    private long askedAt = Long.MIN_VALUE / 2;
    private Optional<Waiting> waiting = Optional.empty();
    private Optional<Doubt> later = Optional.empty();

    /** Messages that wait for the answer. */
    private record Waiting(Claimant claims, Epoch about, Runnable then) {}

    /** Messages that make a server doubt, and wait for the answer. */
    private record Doubt(Epoch mine, MemberId me, Runnable then) {}

    /**
     * A member that gives itself out for the holder.
     *
     * @param place where its process listens; null if the transport does not know
     * @param toNewcomer whether it says so to a newcomer, who has answered nobody yet
     * @param grant its proof, signed by the directory; empty if it has none
     */
    public record Claimant(MemberId who, @Nullable Endpoint place, boolean toNewcomer, Payload grant) {}

    public Warrants(DirectoryAccess directory) {
        this.directory = directory;
    }

    /**
     * Whether a number that somebody names itself is so near that it may be real, or the directory has granted as many;
     * otherwise the directory is asked.
     */
    public boolean isReal(Epoch about, Epoch promise, long now) {
        if (about.number() - promise.number() <= NUMBERS_AHEAD) return true;
        if (!directory.namesHolders()) return false;
        boolean granted = directory
                .gameStatus()
                .filter(s -> about.number() <= s.current().number())
                .isPresent();
        if (!granted) ask(now);
        return granted;
    }

    /**
     * Whether this member holds the game, for all that is known, and may speak of that epoch; otherwise the directory
     * is asked, and {@code then} is run if it says so.
     */
    public boolean covers(Claimant claims, Epoch about, long now, Runnable then) {
        if (!directory.arbitrates()) return true;
        if (isNamed(claims, about)) return true;
        Waiting asks = new Waiting(claims, about, then);
        boolean mustDo = !directory.namesHolders() && mayDo(asks);
        if (!mustDo) waiting = Optional.of(asks);
        ask(now);
        return mustDo;
    }

    /**
     * Somebody says, and shows nothing for it, that the epoch that I serve in is over: done only once the directory
     * says that somebody else was granted a later one.
     */
    public void doubts(Epoch mine, MemberId me, long now, Runnable then) {
        later = Optional.of(new Doubt(mine, me, then));
        ask(now);
    }

    private void ask(long now) {
        if (now - askedAt < ASK_AGAIN_NANOS) return;
        askedAt = now;
        directory.askWhoHolds(this::answered);
    }

    /** Whether the directory has named that one as the holder, and another place for it. */
    public boolean isElsewhere(MemberId from, @Nullable Endpoint place) {
        Optional<DirectoryReply.GameStatus> gameStatus = directory.gameStatus();
        return place != null && gameStatus.isPresent() && gameStatus.get().isElsewhere(from, place);
    }

    /** Whether the directory has named somebody else. */
    public boolean isAnothers(MemberId from) {
        return directory.gameStatus().filter(s -> !s.holder().equals(from)).isPresent();
    }

    /** Without the directory: a newcomer knows nobody, a member has been told by whomever it answered. */
    private boolean mayDo(Waiting asks) {
        Claimant claims = asks.claims();
        return claims.toNewcomer()
                && !isAnothers(claims.who())
                && directory
                        .grants()
                        .isGranted(asks.about(), claims.who(), Optional.ofNullable(claims.place()), claims.grant());
    }

    private void answered(DirectoryReply reply) {
        Optional<Doubt> doubt = later;
        later = Optional.empty();
        if (reply instanceof DirectoryReply.GameStatus s)
            doubt.filter(d -> s.current().isAfter(d.mine()) && !s.holder().equals(d.me()))
                    .ifPresent(d -> d.then().run());
        Optional<Waiting> first = waiting;
        waiting = Optional.empty();
        first.filter(w -> {
                    if (reply instanceof DirectoryReply.GameStatus) return isNamed(w.claims(), w.about());
                    return !(reply instanceof DirectoryReply.Unreachable) || mayDo(w);
                })
                .ifPresent(w -> w.then().run());
    }

    private boolean isNamed(Claimant claims, Epoch about) {
        boolean named = directory
                .gameStatus()
                .filter(s -> s.holder().equals(claims.who()) && isNoLater(about, s))
                .isPresent();
        return named && !isElsewhere(claims.who(), claims.place());
    }

    private static boolean isNoLater(Epoch about, DirectoryReply.GameStatus stands) {
        return about.equals(stands.current())
                || about.number() < stands.current().number();
    }
}
