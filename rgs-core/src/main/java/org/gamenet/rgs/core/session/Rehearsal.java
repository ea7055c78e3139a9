package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Self;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * A takeover played in memory: a server, a player, a spare; the server is lost, the spare rebuilds. Loads and compiles what a spare would
 * otherwise meet for the first time while a game stands still: about half a second of a cold JVM's processor time.
 */
public final class Rehearsal {
    private static final GameRules RULES = new GameRules("rehearsal", 8, List.of(Failover.SPARE_SERVER), 1_000, 30_000, 50, Map.of());
    private static final Epoch FIRST = new Epoch(1, 1);
    private static final Epoch SECOND = new Epoch(2, 2);

    private final Self server = self(1, Kind.SERVER);
    private final Self player = self(2, Kind.PLAYER);
    private final Self spare = self(3, Kind.SERVER);

    private Rehearsal() {}

    /** Plays it so often. Any thread; touches nothing but the processor. */
    public static void run(int rounds) {
        for (int i = 0; i < rounds; i++) new Rehearsal().play();
    }

    private static Self self(long peer, Kind kind) {
        Member me = new Member(new MemberId(peer, new Incarnation(peer, peer)), "m" + peer, kind, new Endpoint("127.0.0.1", 1, 1), 1);
        return new Self(me, 1, Payload.EMPTY, 1, 0);
    }

    private void play() {
        MemberState serving = MemberState.found(server, RULES, FIRST).state();
        Step asked = MemberState.join(player, RULES);
        Step let = serving.on(heard(player, first(asked, Effect.Cast.class).message()));
        Effect.TakeInitialState wanted = first(let, Effect.TakeInitialState.class);
        Step told = let.state().on(new Event.InitialStateTaken(player.id(), wanted.at(), Optional.of(packed(true))));
        MemberState following = asked.state().on(heard(server, first(told, Effect.Send.class).message())).state();

        MemberState frozen = following.on(new Event.HolderSuspected(server.id(), "rehearsal", 1)).state()
                .on(new Event.PackageTaken(Optional.of(packed(false)))).state();
        MemberState claiming = MemberState.standBy(spare)
                .on(new Event.Offered(1, RULES, FIRST, following.log().roster().members(), List.of(player.id()), 0)).state()
                .on(new Event.GroupJoined()).state();
        Effect.Claim claim = first(MemberState.standBy(spare).on(new Event.Offered(1, RULES, FIRST, following.log().roster().members(),
                List.of(player.id()), 0)), Effect.Claim.class);
        Epoch granted = new Epoch(SECOND.number(), claim.claimId());
        Step advertised = claiming.on(new Event.Granted(claim.claimId(), granted));
        Step answered = frozen.on(heard(spare, first(advertised, Effect.Cast.class).message())).state()
                .on(new Event.StandingKnown(granted, false, FIRST, false, false));
        Step restoring = advertised.state().on(heard(player, first(answered, Effect.Send.class).message()));
        Step activating = restoring.state().on(new Event.RestoreDone(true, 1, ""));
        Step resumed = activating.state().on(new Event.Activated(granted, true));
        answered.state().on(heard(spare, first(resumed, Effect.Send.class).message()));
    }

    private static PackedState packed(boolean fromServer) {
        return new PackedState(Payload.EMPTY, fromServer, 1, FIRST, 1, Map.of(), List.of(2L), Frames.digest(new byte[0]));
    }

    /** As it would arrive: out through the codec and in again. */
    private static Event heard(Self from, Message message) {
        ByteBuffer frame = ByteBuffer.wrap(Frames.encode((Record) message, new Frames.Stamp(1, FIRST, from.id(), 0, 1)));
        return new Event.Heard(from.id(), (Message) Frames.decode(FrameHeader.read(frame), frame));
    }

    private static <E extends Effect> E first(Step step, Class<E> type) {
        return step.effects().stream().filter(type::isInstance).map(type::cast).findFirst()
                .orElseThrow(() -> new AssertionError("no " + type.getSimpleName() + " of " + step.state().name()));
    }
}
