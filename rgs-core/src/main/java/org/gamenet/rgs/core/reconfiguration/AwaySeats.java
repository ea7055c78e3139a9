package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.EntryBody;

/**
 * The seats of players that are lost and kept (P76). In the roster, at the arbiter and for durability such a player is
 * out, by an entry as ever; the entry says that it is kept, and that is all that others know. The server counts its
 * time, in turns of a timer: {@value #TURNS} for each, whole again under every new server.
 */
final class AwaySeats {
    static final int TURNS = 50;

    private AwaySeats() {}

    /** This exit, of somebody in the roster, as the game's rules have it: a player that is lost is away. */
    static EntryBody.Exited keeping(EntryBody.Exited exit, GameRules rules, Roster roster) {
        boolean lost = exit.why() == Reason.CRASHED || exit.why() == Reason.REPLACED;
        Optional<Member> player = roster.find(exit.who()).filter(m -> m.kind() == Kind.PLAYER);
        return lost && rules.rejoinWithinMillis() > 0 && player.isPresent()
                ? new EntryBody.Exited(exit.who(), exit.why(), exit.detail(), true)
                : exit;
    }

    /** The ACK with those kept whom the recovery has lost. */
    static EntryBody.Ack keeping(EntryBody.Ack ack, GameRules rules, Roster end) {
        if (rules.rejoinWithinMillis() == 0) return ack;
        return ack.exiting(
                ack.exits().stream().map(exit -> keeping(exit, rules, end)).toList());
    }

    /** A newer incarnation comes in the place of this one: where players are kept the others are told of both ways. */
    static Step replaced(Serving serving, Member older) {
        EntryBody.Exited exit = keeping(
                new EntryBody.Exited(older.id(), Reason.REPLACED, "another process came back as this player"),
                serving.membership().rules(),
                serving.membership().log().roster());
        return exit.kept() ? serving.stamp(exit, List.of()) : Step.to(serving);
    }

    /** After each step of whoever serves: the time of those who are away runs, and of nobody else. */
    static Step watched(Step step) {
        if (!(step.state() instanceof Serving now)) return step;
        List<Long> away = now.membership().log().roster().away();
        Map<Long, Integer> before = now.followers().away();
        if (away.isEmpty() && before.isEmpty()) return step;
        // A turn of the timer may have begun already.
        int whole = before.isEmpty() ? TURNS : TURNS + 1;
        Map<Long, Integer> turns = new TreeMap<>();
        for (long peer : away) turns.put(peer, before.getOrDefault(peer, whole));
        if (turns.equals(before)) return step;
        Step next = new Step(now.with(now.followers().waitingFor(turns)), step.effects());
        if (before.isEmpty()) return next.and(turnOf(now));
        return turns.isEmpty() ? next.and(new Effect.StopTimer(Timer.AWAY)) : next;
    }

    private static Effect turnOf(Serving serving) {
        return new Effect.StartTimer(
                Timer.AWAY, Math.max(1, serving.membership().rules().rejoinWithinMillis() / TURNS));
    }

    /** A turn is over: whose turns are all over is out, as soon as its server may say so. */
    static Step turn(Serving serving) {
        if (serving.followers().away().isEmpty()) return serving.stay();
        Map<Long, Integer> left = new TreeMap<>();
        serving.followers().away().forEach((peer, turns) -> left.put(peer, Math.max(0, turns - 1)));
        List<MemberId> late = new ArrayList<>();
        for (Member player : serving.membership().log().roster().awayPlayers())
            if (left.getOrDefault(player.id().peer(), 1) == 0) late.add(player.id());
        Step step = Step.to(serving.with(serving.followers().waitingFor(left)), turnOf(serving));
        for (MemberId id : late)
            step = Exits.exit((Serving) step.state(), id, Reason.CRASHED, "did not come back in time")
                    .after(step.effects().toArray(Effect[]::new));
        return step;
    }
}
