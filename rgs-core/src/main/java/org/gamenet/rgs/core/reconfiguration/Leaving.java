package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ABOVE_PROMISE;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PLAYED;
import static org.gamenet.rgs.core.reconfiguration.Sender.ARBITER;
import static org.gamenet.rgs.core.reconfiguration.Sender.PRIMARY;

import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;

/** Said goodbye: goes with its exit, or after two seconds (P28). */
record Leaving(Membership part) implements FullMember {

    private static final long GO_MILLIS = 2_000;

    static Step start(Membership part) {
        return Step.to(
                new Leaving(part),
                new Effect.Send(part.primary(), new Message.LeaveRequest()),
                new Effect.StartTimer(Timer.GOODBYE, REPEAT_MILLIS),
                new Effect.StartTimer(Timer.GO, GO_MILLIS));
    }

    static final StateTable<Leaving> TABLE = StateTable.of(Leaving.class)
            .heard(Message.EntryNews.class, PRIMARY, PLAYED, "P28", Leaving::onFrame)
            .heard(Message.EpochStart.class, PRIMARY, ANY, "P28", Leaving::onAck)
            .heard(Message.EpochStart.class, ARBITER, ABOVE_PROMISE, "P28", Leaving::onAck)
            .on(Event.HolderSuspected.class, "P28", Leaving::onSuspected)
            .on(Timer.GOODBYE, "P29", Leaving::sayAgain)
            .on(Timer.GO, "P28", Leaving::go)
            .ignoresTheRest("it goes, whatever else happens")
            .build();

    @Override
    public StateTable<Leaving> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        return TABLE.on(this, event);
    }

    /** Its own exit. */
    private Step onFrame(Message.EntryNews news) {
        return news.frame().body() instanceof EntryBody.Exited exit
                        && exit.who().equals(part.id())
                ? go()
                : stay();
    }

    /** The game goes on without it. */
    private Step onAck(Message.EpochStart news) {
        return news.ack().body() instanceof EntryBody.Ack ack && !ack.members().contains(part.id()) ? go() : stay();
    }

    private Step onSuspected(Event.HolderSuspected suspected) {
        return suspected.holder().equals(part.primary()) ? go() : stay();
    }

    private Step sayAgain() {
        return stay(
                new Effect.Send(part.primary(), new Message.LeaveRequest()),
                new Effect.StartTimer(Timer.GOODBYE, REPEAT_MILLIS));
    }

    private Step go() {
        return Step.to(new GameOver(self(), promise()));
    }

    @Override
    public Optional<MemberId> obeys() {
        return watches();
    }

    @Override
    public Optional<MemberId> watches() {
        return Optional.of(part.primary());
    }
}
