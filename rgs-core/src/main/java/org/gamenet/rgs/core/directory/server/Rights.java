package org.gamenet.rgs.core.directory.server;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.arbiter.Term;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The right to ask, in one place. A line speaks for those whose keys it has proved, and a peer's id is the fingerprint
 * of its key: so a request about a game changes it only if it comes from whom the ledger names. Requests that read, or
 * that would change nothing, are open to everybody. A line of this very process speaks for everybody.
 */
final class Rights {

    private static final int KEYS_PER_LINE = 1_024;

    private final DirectoryOutbox outbox;
    private final Catalog catalog;
    private final SparePool spares;
    private final Map<Long, Set<Long>> proved = new HashMap<>();

    Rights(DirectoryOutbox outbox, Catalog catalog, SparePool spares) {
        this.outbox = outbox;
        this.catalog = catalog;
        this.spares = spares;
    }

    /** The holder of this peer's key is on this line. The keys that were not used for longest are forgotten first. */
    void proved(long line, long peer) {
        Set<Long> peers = proved.computeIfAbsent(line, l -> new LinkedHashSet<>());
        peers.add(peer);
        if (peers.size() > KEYS_PER_LINE) {
            peers.remove(peers.iterator().next());
        }
    }

    void lineClosed(long line) {
        proved.remove(line);
    }

    /** Why not; empty if it may. */
    Optional<String> refusal(long line, DirectoryRequest request, long now) {
        if (outbox.address(line).isEmpty()) {
            return Optional.empty();
        }
        if (request instanceof DirectoryRequest.Register r) {
            return as(line, r.game().founder().id());
        } else if (request instanceof DirectoryRequest.HostOrJoin r) {
            return as(line, r.game().founder().id());
        } else if (request instanceof DirectoryRequest.StandBy r) {
            return as(line, r.spare());
        } else if (request instanceof DirectoryRequest.StandDown r) {
            return as(line, r.spare());
        } else if (request instanceof DirectoryRequest.AnswerOffer r) {
            return as(line, r.spare());
        }
        return aboutGame(line, request, now);
    }

    private Optional<String> aboutGame(long line, DirectoryRequest request, long now) {
        if (request instanceof DirectoryRequest.Renew r) {
            return as(line, r.holder()).or(() -> game(r.game()).flatMap(ledger -> follows(ledger, r)));
        } else if (request instanceof DirectoryRequest.Claim r) {
            return as(line, r.claimant()).or(() -> in(r.game(), r.claimant(), now));
        } else if (request instanceof DirectoryRequest.SeekSpare r) {
            return as(line, r.negotiator()).or(() -> in(r.game(), r.negotiator(), now));
        } else if (request instanceof DirectoryRequest.Activate r) {
            return holds(line, r.game(), ledger -> ledger.activate(r.epoch(), r.members()));
        } else if (request instanceof DirectoryRequest.Enlist r) {
            return holds(line, r.game(), ledger -> ledger.list(r.epoch(), r.count(), r.members()));
        } else if (request instanceof DirectoryRequest.Release r) {
            return holds(line, r.game(), ledger -> ledger.release(r.epoch()));
        } else if (request instanceof DirectoryRequest.End r) {
            return holds(line, r.game(), ledger -> ledger.ended() ? ledger : ledger.end(r.epoch()));
        }
        return Optional.empty();
    }

    private Optional<Ledger> game(String id) {
        return catalog.record(id).map(GameRecord::ledger);
    }

    private boolean speaksFor(long line, MemberId member) {
        Set<Long> peers = proved.getOrDefault(line, new LinkedHashSet<>());
        // The last one from here on: nobody says which sessions are over.
        return peers.remove(member.peer()) && peers.add(member.peer());
    }

    private Optional<String> as(long line, MemberId member) {
        return speaksFor(line, member)
                ? Optional.empty()
                : Optional.of("this line has not proved the key of " + member);
    }

    /** A ledger without a memory follows one that it lists, not whoever names a greater number. */
    private static Optional<String> follows(Ledger ledger, DirectoryRequest.Renew renewal) {
        boolean unchanged = ledger.follow(renewal.epoch(), renewal.holder(), renewal.listing())
                .equals(ledger);
        return unchanged || isIn(ledger, renewal.holder())
                ? Optional.empty()
                : Optional.of(renewal.holder() + " is not of this game");
    }

    /** A transition that changes the ledger is for whom it names as holder. */
    private Optional<String> holds(long line, String id, Transition transition) {
        Optional<Ledger> known = game(id);
        if (known.isEmpty() || transition.from(known.get()).equals(known.get())) {
            return Optional.empty();
        }
        Ledger ledger = known.get();
        boolean holder = speaksForHolder(line, ledger.current()) || speaksForHolder(line, ledger.active());
        return holder ? Optional.empty() : Optional.of("this line has not proved the key of who serves the game " + id);
    }

    private boolean speaksForHolder(long line, Term term) {
        return speaksFor(line, term.claimant()) || speaksFor(line, term.first());
    }

    /**
     * Members may claim and look for a spare; a spare that agreed to serve this game may claim it. A member that served
     * may have put out all the others that it could not hear before it went itself: where nobody serves any more, they
     * may.
     */
    private Optional<String> in(String id, MemberId member, long now) {
        Optional<GameRecord> game = catalog.record(id);
        boolean may = game.isEmpty()
                || isIn(game.get().ledger(), member)
                || catalog.state(game.get(), now).hasMember(member.peer())
                || catalog.state(game.get(), now).mayCareFor(game.get(), member.peer(), now)
                || spares.spare(member)
                        .filter(spare -> spare.isReservedFor(id, now))
                        .isPresent()
                || spares.agreedInVain(member, id);
        return may ? Optional.empty() : Optional.of(member + " is not of this game");
    }

    private static boolean isIn(Ledger ledger, MemberId member) {
        return isPeer(ledger.listing().members(), member)
                || isPeer(ledger.active().authority(), member)
                || isPeer(ledger.current().authority(), member)
                || ledger.current().claimant().peer() == member.peer()
                || ledger.active().claimant().peer() == member.peer();
    }

    private static boolean isPeer(Collection<MemberId> members, MemberId member) {
        return members.stream().anyMatch(one -> one.peer() == member.peer());
    }

    private interface Transition {
        Ledger from(Ledger ledger);
    }
}
