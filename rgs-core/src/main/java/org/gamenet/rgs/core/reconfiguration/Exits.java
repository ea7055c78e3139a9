package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.PeerRequest;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.EntryBody;

/**
 * The exits that a primary stamps (P25, P28). A member that left or was kicked is out at once; a member that is lost
 * stays in the game until the arbiter has taken it off the list.
 */
final class Exits {

    private Exits() {}

    /** How long the seat of a lost player is kept (P28). */
    static final long LAPSE_MILLIS = 60_000;

    /** One that does not play says it once. */
    static Step letGo(Serving at, MemberId from) {
        boolean later = !at.mayStamp()
                && at.log()
                        .roster()
                        .find(from)
                        .filter(m -> m.kind() == Kind.SERVER)
                        .isPresent();
        return later ? lose(at, from, "left", false) : exit(at, from, Reason.LEFT, "left");
    }

    static Step onKick(Serving at, Event.KickAsked kick) {
        Roster roster = at.log().roster();
        Optional<Member> who = roster.findPeer(kick.peer()).or(() -> roster.findAway(kick.peer()));
        if (who.isEmpty() || who.get().id().equals(at.membership().id())) return at.stay();
        if (!at.mayStamp())
            return Step.to(
                    at.asksAll()
                            ? AskingServer.keeping(at, kick)
                            : at.with(at.intent().kicking(kick)));
        return exit(at, who.get().id(), Reason.KICKED, kick.why());
    }

    /** After each event: what waited is done as soon as the server may stamp; one that serves no longer refuses it. */
    static Step kickLate(Serving before, Step step) {
        if (!(step.state() instanceof Serving at)) return step.after(refusals(before, step));
        SortedMap<Long, String> kicks = at.intent().kicks();
        if (kicks.isEmpty() || !at.mayTakeTurn()) return step;
        Event.KickAsked first = new Event.KickAsked(kicks.firstKey(), kicks.get(kicks.firstKey()));
        return at.with(at.intent().kicked(first.peer()))
                .on(first)
                .after(step.effects().toArray(Effect[]::new));
    }

    /**
     * By permission kicks and the end wait for a turn of the next epoch, which this server begins itself. One whose end
     * the arbiter has confirmed refuses nothing: it serves until it goes.
     */
    private static Effect[] refusals(Serving before, Step step) {
        Membership membership = before.membership();
        Optional<Membership> then =
                step.state() instanceof Collecting next ? next.held().membership() : Optional.empty();
        boolean goesOn = then.isPresent() || step.effects().stream().anyMatch(Effect.Rejoin.class::isInstance);
        boolean keepsEnd = then.filter(p -> p.accord().ends()).isPresent();
        List<Effect> refused = new ArrayList<>();
        for (long peer : before.intent().kicks().keySet()) refused.add(refusal(PeerRequest.KICK, peer));
        if (then.isEmpty()) refused.addAll(refusals(membership));
        if (before.intent().isEnding() && goesOn && !keepsEnd) refused.add(refusal(PeerRequest.END, 0));
        return refused.toArray(Effect[]::new);
    }

    /** Of what waits for a turn that this member will not have as a server. */
    static List<Effect> refusals(Membership membership) {
        Set<Long> kicks = new TreeSet<>();
        for (Event waits : membership.accord().queue())
            if (waits instanceof Event.KickAsked kick) kicks.add(kick.peer());
        List<Effect> refused = new ArrayList<>();
        for (long peer : kicks) refused.add(refusal(PeerRequest.KICK, peer));
        if (membership.accord().ends()) refused.add(refusal(PeerRequest.END, 0));
        return refused;
    }

    private static Effect refusal(PeerRequest request, long peer) {
        return new Effect.Refuse(request, peer, "this server could not act, and serves no longer");
    }

    // ---- members that are lost

    static Step onGone(Serving at, Event.MemberGone gone) {
        return lose(Newcomers.forget(at, gone.member()), gone.member(), "its process is gone", true);
    }

    static Step onUnreachable(Serving at, Event.MemberUnreachable away) {
        return lose(at, away.member(), "it is out of reach", false);
    }

    static Step onOverdue(Serving at, Event.MemberOverdue overdue) {
        return lose(at, overdue.member(), overdue.why(), false);
    }

    private static Step lose(Serving at, MemberId id, String why, boolean dead) {
        if (!at.log().roster().has(id) || id.equals(at.membership().id())) return at.stay();
        Serving less = at.with(at.enlistment().owing(id, why, dead));
        return at.change().filter(c -> c.isForCopy(id)).isPresent()
                ? HandingOver.serveOn(less, why)
                : flush(less, List.of());
    }

    /** A lost member that is heard again before it is off the list stays. */
    static Serving heardAgain(Serving at, MemberId heard) {
        Enlistment rest = at.enlistment().forgiving(heard);
        return rest == at.enlistment() ? at : at.with(rest);
    }

    /** Stamps the exits that are due, if it may, and has the list changed. */
    static Step flush(Serving at, List<Effect> first) {
        Step step = Step.to(at, first);
        for (Map.Entry<MemberId, Enlistment.Lost> debt : at.enlistment().due().entrySet()) {
            Serving now = (Serving) step.state();
            if (!now.mayStamp() || !now.log().roster().has(debt.getKey())) continue;
            step = exit(now, debt.getKey(), Reason.CRASHED, debt.getValue().why())
                    .after(step.effects().toArray(Effect[]::new));
        }
        return ListUpkeep.enlist((Serving) step.state(), step.effects());
    }

    // ---- the entry

    static Step exit(Serving at, MemberId id, Reason why, String detail) {
        if (!at.mayStamp()) return at.stay();
        EntryBody.Exited exit = AwaySeats.keeping(
                new EntryBody.Exited(id, why, detail),
                at.membership().rules(),
                at.log().roster());
        Step out = at.forget(id).stamp(exit, List.of());
        Step watched = watchSeats((Serving) out.state(), out);
        return ListUpkeep.enlist((Serving) watched.state(), watched.effects());
    }

    /** A spare that took over ends the game when the last seat has lapsed. The founder keeps its game open (P28). */
    static Step watchSeats(Serving at, Step step) {
        boolean empty = at.log().roster().seated().isEmpty();
        return empty && !at.membership().founder() && at.self().me().kind() == Kind.SERVER
                ? step.and(new Effect.StartTimer(Timer.LAPSE, LAPSE_MILLIS))
                : step;
    }
}
