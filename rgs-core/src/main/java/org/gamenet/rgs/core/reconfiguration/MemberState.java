package org.gamenet.rgs.core.reconfiguration;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Permission;

/**
 * A member's part in a game: the machine of PROTOCOL P1-P46 and P71-P75, a record a state. Each row of its
 * {@link #table} says what a state does.
 */
public sealed interface MemberState permits Outsider, FullMember, Collecting {

    /** Founds a game, with its first epoch granted and active. */
    static Step found(LocalMember self, GameRules rules, Epoch first) {
        return Serving.found(self, rules, first);
    }

    /**
     * Asks for a seat, for the first time. An answer of an epoch before {@code active}, the last active one that it
     * knows of, does not let it in.
     */
    static Step join(LocalMember self, GameRules rules, Epoch active) {
        return Joining.start(self, rules, active);
    }

    /**
     * Asks for the old seat again in a new incarnation, keeping the promise, and what it has delivered until it is let
     * in.
     */
    static Step rejoin(LocalMember self, GameRules rules, Epoch promise, Log kept) {
        return Joining.again(self, rules, promise, kept);
    }

    /** A spare. */
    static MemberState standBy(LocalMember self) {
        return new StandingBy(self);
    }

    /** The step to which this event leads here. Never throws for what others sent. */
    Step on(Event event);

    /** Its table, row by row. */
    StateTable<?> table();

    /** This member. */
    LocalMember self();

    /** The lowest epoch that I accept (P2): what is below is dropped, counted and answered {@link Message.Stale}. */
    Epoch promise();

    /** The member whose heartbeats I must hear: the primary, or the holder that I answered. */
    Optional<MemberId> watches();

    /**
     * The epoch that my log is in; of a holder that collects, the one that it was granted; of whoever is not in the
     * game, the promise, and of a spare that claims, the epoch that failed.
     */
    Epoch epoch();

    /** Whether I send heartbeats: as the primary, or as a holder that collects. */
    boolean leads();

    /** Whether I am the primary, may I act or not. */
    default boolean serves() {
        return false;
    }

    /** Whether my application is in the middle of restoring a state, and the machine waits for its answer. */
    default boolean isRestoring() {
        return false;
    }

    /** Whether data messages are taken and given to the application now. */
    boolean plays();

    /** The entries that I have delivered; {@link Log#EMPTY} if I am not a full member. */
    Log log();

    /**
     * Members whose packages count for what is stable, beside those of the roster (P72): while I serve, the members on
     * the arbiter's list, and those on a change of it that is not confirmed yet.
     */
    default Collection<MemberId> listed() {
        return List.of();
    }

    /**
     * The list as the arbiter told it last, while I serve or collect; a directory that lost its disk goes on from that
     * (P14).
     */
    default Listing listing() {
        return Listing.NOBODY;
    }

    /** Whether a planned change is under way, while I serve (P45). */
    default boolean changes() {
        return false;
    }

    /** Whether I serve, and miss so many that rather I am lost: I drop no backup then (P71). */
    default boolean isUnsure() {
        return false;
    }

    /** Whether my application has stopped, for I hand the game over (P46). */
    default boolean handsOver() {
        return false;
    }

    /** Members that I miss, while I serve: they are to be put out (P25). */
    default Collection<MemberId> missed() {
        return List.of();
    }

    /**
     * The member whose word binds this one: its server, the holder that it has answered, or the one that it suspects;
     * empty if it has none, or leads itself.
     */
    default Optional<MemberId> obeys() {
        return Optional.empty();
    }

    /** The advertisement that it has asked the arbiter about, and not answered (P36). */
    default Optional<PendingCollect> call() {
        return Optional.empty();
    }

    /** Its part in an order by permission, where the game has one (P68). */
    default Optional<Permission> permission() {
        return Optional.empty();
    }

    /** Whether this is the one whose word a row of the state's table counts. */
    default boolean isFrom(Sender sender, MemberId from) {
        return switch (sender) {
            case ANYBODY -> true;
            case MEMBER -> log().roster().has(from);
            case PRIMARY -> log().isPrimary(from);
            case HOLDER -> obeys().filter(from::equals).isPresent();
            case ASKED, NAMED, ARBITER, VOTER -> false;
        };
    }

    /**
     * As whom this member may say this here, by the row of the state's table that is for it, be it to ignore it; empty
     * if there is none.
     */
    default Optional<Sender> hears(MemberId from, Message message) {
        return StateTable.hears(this, from, message);
    }

    /** Whether this is the epoch that a row of the state's table is for. */
    default boolean isOf(EpochIs of, Epoch about) {
        return switch (of) {
            case ANY -> true;
            case STALE -> !about.allowedBy(promise());
            case PLAYED -> about.equals(epoch());
            case PROMISED -> about.equals(promise());
            case FAILED -> about.equals(failed());
            case LOWER -> about.number() < epoch().number();
            case HIGHER -> about.number() > epoch().number();
            case ABOVE_PROMISE -> about.isAfter(promise());
        };
    }

    /** The epoch that has lost its holder; {@link Epoch#NONE} if none has. */
    default Epoch failed() {
        return Epoch.NONE;
    }

    /** The name of the state, for logs and diagrams. */
    default String name() {
        return getClass().getSimpleName();
    }
}
