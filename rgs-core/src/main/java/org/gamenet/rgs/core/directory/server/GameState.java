package org.gamenet.rgs.core.directory.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.arbiter.Term;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

/** The directory's knowledge of a game from renewals: gone with the leader, and told again within D/5 (P13). */
final class GameState {
    private static final int NAMED_MOST = 2_048;
    private static final long OTHERS_FIRST_MILLIS = 1_000;

    private Lease active;
    private Lease current;
    /** Others than the holder are granted nothing before (P13). */
    long othersNotBefore;
    /** Nobody is granted anything before (P14). */
    long nobodyBefore;
    /** When it ended; negative if it has not. */
    long endedAt = -1;
    /** Whether an active holder has reported since this directory leads. */
    boolean known;

    private int members;
    private Set<Long> peers = Set.of();
    private final Set<Long> everNamed = new HashSet<>();
    private final Claims claims = new Claims();
    private List<Endpoint> endpoints = List.of();
    /** Where each listens, by peer: as who serves has said last, and of a spare that came, as it said itself. */
    private List<Member> reported = List.of();

    private final Map<Long, Endpoint> places = new HashMap<>();

    private Map<String, String> attributes;
    private int players;
    private boolean open;
    private boolean backedUp;
    /** Whether a process is in it that plays nothing, beside whoever serves. */
    private boolean hasUnseated;

    private String server;
    private MemberId successor;
    private String successorName = "";
    private final Map<Long, Long> promisedSeats = new LinkedHashMap<>();

    GameState(GameRecord game, long line, long now) {
        active = lease(game.ledger().active(), line, now);
        current = game.ledger().isPending() ? lease(game.ledger().current(), line, now) : active;
        attributes = game.rules().attributes();
        server = game.server();
        successor = game.ledger().holder();
        successorName = server;
    }

    private static Lease lease(Term term, long line, long now) {
        return new Lease(term.epoch(), term.claimant(), line, now);
    }

    /** The founder's report, before its first renewal. */
    void founded(Member founder) {
        known = true;
        open = true;
        members = 1;
        endpoints = List.of(founder.endpoint());
        listensAt(founder.id(), founder.endpoint());
        players = founder.kind() == Kind.PLAYER ? 1 : 0;
        server = founder.name();
    }

    /** The members that have claimed this game lately, or were named by a claim. */
    Claims claims() {
        return claims;
    }

    /**
     * The report of the active holder. Names and places that nobody could have are left out; members of the roster
     * count all the same.
     */
    void report(DirectoryRequest.Renew renewal, MemberId holder) {
        known = true;
        open = renewal.open();
        backedUp = renewal.backedUp();
        players = Math.max(0, renewal.players());
        if (RequestLimits.attributesFault(renewal.attributes()).isEmpty()) {
            attributes = renewal.attributes();
        }
        List<Endpoint> places = new ArrayList<>();
        this.places.clear();
        Set<Long> seen = new HashSet<>();
        for (Member member : renewal.roster()) {
            if (RequestLimits.isPlace(member.endpoint())) {
                // The server comes first: a newcomer asks there, and at few others.
                places.add(member.id().equals(holder) ? 0 : places.size(), member.endpoint());
            }
            if (member.id().equals(holder) && RequestLimits.isName(member.name())) {
                server = member.name();
            }
            listensAt(member.id(), member.endpoint());
            promisedSeats.remove(member.id().peer());
            seen.add(member.id().peer());
        }
        hasUnseated = renewal.roster().stream().anyMatch(m -> m.kind() == Kind.SERVER && !m.id().equals(holder));
        members = renewal.roster().size();
        peers = seen;
        reported = renewal.roster();
        named(renewal.roster());
        endpoints = List.copyOf(places);
    }

    /** A member of the game, or a spare that has come to it, listens there. */
    void listensAt(MemberId member, Endpoint place) {
        if (RequestLimits.isPlace(place)) {
            places.put(member.peer(), place);
        }
    }

    /** Where that one listens, if it is known. */
    Optional<Endpoint> placeOf(MemberId member) {
        return Optional.ofNullable(places.get(member.peer()));
    }

    /** The server, or a member that looks for a spare, says that these are of the game. */
    void named(List<Member> roster) {
        if (everNamed.size() > NAMED_MOST) {
            everNamed.clear();
        }
        roster.forEach(member -> everNamed.add(member.id().peer()));
    }

    /**
     * That roster, and behind it those whom the server named last and it lacks, as far as a game has room for: where
     * each of them listens.
     */
    List<Member> completed(List<Member> roster) {
        List<Member> all = new ArrayList<>(roster);
        Set<MemberId> in = new HashSet<>();
        roster.forEach(member -> in.add(member.id()));
        reported.stream()
                .filter(member -> in.add(member.id()))
                .limit(Math.max(0, RequestLimits.MEMBERS - roster.size()))
                .forEach(all::add);
        return List.copyOf(all);
    }

    /** Whether who serves named that peer last. */
    boolean hasMember(long peer) {
        return peers.contains(peer);
    }

    /**
     * Whether that peer may look after the game though nobody lists it: somebody of the game named it once, and nobody
     * serves now. A listed member goes first.
     */
    boolean mayCareFor(GameRecord game, long peer, long now) {
        long suspectAfter = game.rules().suspectAfterMillis();
        return everNamed.contains(peer)
                && active.isDown(suspectAfter, now)
                && active.downFor(suspectAfter, now) >= suspectAfter + OTHERS_FIRST_MILLIS
                && current.isDown(suspectAfter, now);
    }

    Lease active() {
        return active;
    }

    Lease current() {
        return current;
    }

    void granted(Epoch epoch, MemberId claimant, long line, long now) {
        if (!current.epoch().equals(epoch)) {
            current = new Lease(epoch, claimant, line, now);
            current.supportedBy(claims.granted(epoch.claimId()));
            active.rivalled();
        }
    }

    /**
     * Whether who serves the active epoch has renewed since another was granted the next one, and is not silent now
     * (P74).
     */
    boolean servesAgain(GameRecord game, long now) {
        return active != current
                && active.isHeardAgain()
                && !active.isDown(game.rules().suspectAfterMillis(), now);
    }

    /** The current epoch is active; its primary has not reported yet. */
    void activated(Epoch epoch, MemberId first) {
        if (current.epoch().equals(epoch)) {
            active = current;
            active.begun();
        }
        if (successor.equals(first)) {
            server = successorName;
        }
    }

    /** How the spare is called that was granted the current epoch. */
    void awaits(MemberId spare, String name) {
        successor = spare;
        successorName = name;
    }

    /** As if just renewed, by lines that are not known yet. */
    void assume(long now) {
        known = false;
        active.assume(now);
        current.assume(now);
    }

    /** A directory without a memory follows a higher renewal (P14). */
    void follow(Term term, long line, long now) {
        if (!active.epoch().equals(term.epoch())) {
            active = lease(term, line, now);
            current = active;
        }
    }

    void lineClosed(long line, long now) {
        active.lineClosed(line, now);
        current.lineClosed(line, now);
    }

    boolean isOpen(GameRecord game, long now) {
        return known
                && open
                && endedAt < 0
                && !game.ledger().active().released()
                && !active.isDown(game.rules().suspectAfterMillis(), now);
    }

    /** Whether a process that plays nothing may join it to back it up (P49): it is served, names that way, has none. */
    boolean wantsUnseated(GameRecord game, long now) {
        return known
                && endedAt < 0
                && !hasUnseated
                && active == current
                && game.rules().failover().contains(Failover.HOT_BACKUP)
                && !game.rules().peers()
                && !game.ledger().active().released()
                && !active.isDown(game.rules().suspectAfterMillis(), now);
    }

    /**
     * Whether it was open and its holder has been silent, or gone, for so short a time that it may be open again: a
     * process that starts on a busy machine stands still for a second, and a takeover is under way. A game whose holder
     * is gone without a successor does not come back.
     */
    boolean mayComeBack(GameRecord game, long withinMillis, long now) {
        long suspectAfter = game.rules().suspectAfterMillis();
        boolean left = game.ledger().active().released() || active.isGone();
        boolean followed = members > 1 && !game.rules().failover().isEmpty();
        return open
                && endedAt < 0
                && (left ? followed : active.isDown(suspectAfter, now))
                && active.downFor(suspectAfter, now) < withinMillis;
    }

    /** Seats taken or promised to somebody else than this peer. */
    int seatsTaken(long exceptPeer, long now) {
        promisedSeats.values().removeIf(until -> now >= until);
        return players + promisedSeats.size() - (promisedSeats.containsKey(exceptPeer) ? 1 : 0);
    }

    void promiseSeat(long peer, long until) {
        promisedSeats.put(peer, until);
    }

    void breakPromise(long peer) {
        promisedSeats.remove(peer);
    }

    GameEntry entry(GameRecord game, boolean withEndpoints, long now) {
        return new GameEntry(
                game.id(),
                game.kind(),
                game.group(),
                rules(game),
                game.schema(),
                game.version(),
                players,
                isOpen(game, now),
                server,
                backedUp,
                game.ledger().active().epoch(),
                withEndpoints ? endpoints : List.of(),
                game.order());
    }

    Map<String, String> attributes() {
        return attributes;
    }

    int players() {
        return players;
    }

    private GameRules rules(GameRecord game) {
        return game.rules().with(attributes);
    }
}
