package org.gamenet.rgs.core.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.reconfiguration.Timer;

/** One machine, or a few, stepped by hand: what the last step did is kept. */
abstract class OneMachine {
    static final Epoch ONE = new Epoch(1, 11);
    static final Epoch TWO = new Epoch(2, 22);
    static final Epoch THREE = new Epoch(3, 33);

    List<Effect> effects = List.of();

    static LocalMember self(long peer, Kind kind) {
        MemberId id = new MemberId(peer, new Incarnation(7, peer));
        return new LocalMember(new Member(id, "m" + peer, kind, new Endpoint("x", 1, 1), 5), 1, Payload.EMPTY, 1, 0);
    }

    /** The ACK of an epoch that goes on from there, with these members and nothing else. */
    static EntryBody.Ack ack(Position end, MemberId primary, List<MemberId> members) {
        return EntryBody.Ack.of(
                end,
                List.of(primary),
                Optional.empty(),
                members,
                List.of(),
                List.of(),
                Map.of(),
                false,
                Double.NaN,
                Double.NaN,
                0,
                false);
    }

    MemberState step(MemberState state, Event event) {
        Step step = state.on(event);
        effects = step.effects();
        return step.state();
    }

    MemberState hears(MemberState state, MemberId from, Message message) {
        return step(state, new Event.Heard(from, message));
    }

    boolean runs(Timer timer) {
        return effects.stream().anyMatch(e -> e instanceof Effect.StartTimer started && started.timer() == timer);
    }

    <T extends Effect> Optional<T> did(Class<T> kind) {
        return effects.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    <T extends Message> Optional<T> sent(Class<T> kind) {
        return effects.stream()
                .filter(Effect.Send.class::isInstance)
                .map(e -> ((Effect.Send) e).message())
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst();
    }
}
