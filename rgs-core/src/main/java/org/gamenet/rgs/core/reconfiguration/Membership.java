package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Log;

/**
 * A full member's part in its game: what stays the same in all its states.
 *
 * @param promise the highest epoch that it has answered, resumed or been admitted to: it accepts nothing below, ever
 *     after (P2)
 * @param accord its part in an order by permission, of the epoch that the log is in
 * @param founder whether this process registered the game: it keeps it open when nobody plays any more (P28)
 */
public record Membership(LocalMember self, GameRules rules, Epoch promise, Log log, Accord accord, boolean founder) {

    public Membership {
        if (log.end().epoch().isAfter(promise))
            throw new AssertionError("log at " + log.end() + " above the promise " + promise);
    }

    /** Of a game that another registered; it has asked for nothing. */
    public Membership(LocalMember self, GameRules rules, Epoch promise, Log log) {
        this(self, rules, promise, log, Accord.of(self.id(), log.end().epoch()), false);
    }

    static Membership ofFounder(LocalMember self, GameRules rules, Epoch first, Log log) {
        return new Membership(self, rules, first, log, Accord.of(self.id(), first), true);
    }

    /** This member. */
    MemberId id() {
        return self.id();
    }

    /** D: after so long a silence somebody is suspected. */
    long suspectMillis() {
        return rules.suspectAfterMillis();
    }

    /** The member that serves, as far as the log tells. */
    MemberId primary() {
        return log.authority().get(0);
    }

    Membership with(Log newer) {
        Epoch higher = newer.end().epoch().isAfter(promise) ? newer.end().epoch() : promise;
        return new Membership(self, rules, higher, newer, accord.in(newer.end().epoch()), founder);
    }

    /** In the epoch that begins with the end of that log. */
    Membership begin(Log newer) {
        Epoch begun = newer.end().epoch();
        return new Membership(self, rules, begun, newer, accord.in(begun), founder);
    }

    Membership promising(Epoch higher) {
        if (!higher.allowedBy(promise)) throw new AssertionError("promise " + promise + " back to " + higher);
        return new Membership(self, rules, higher, log, accord, founder);
    }

    Membership with(Accord newer) {
        return new Membership(self, rules, promise, log, newer, founder);
    }

    /** Whether somebody is in the authority of the epoch that the log is in. */
    boolean isInAuthority(MemberId id) {
        return log.authority().contains(id);
    }

    /** The others of the roster. */
    List<MemberId> others() {
        return log.roster().ids().stream().filter(m -> !m.equals(id())).toList();
    }

    Optional<Integer> rankOf(MemberId id) {
        int at = log.roster().ids().indexOf(id);
        return at < 0 ? Optional.empty() : Optional.of(at);
    }
}
