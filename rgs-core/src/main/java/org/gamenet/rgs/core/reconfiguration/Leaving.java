package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ABOVE_PROMISE;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PLAYED;
import static org.gamenet.rgs.core.reconfiguration.Sender.ARBITER;
import static org.gamenet.rgs.core.reconfiguration.Sender.MEMBER;
import static org.gamenet.rgs.core.reconfiguration.Sender.PRIMARY;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;

/** Said goodbye: goes with its exit, or after two seconds (P28). */
record Leaving(Membership membership) implements Stamping {

    private static final long GO_MILLIS = 2_000;

    static Step start(Membership membership) {
        List<Effect> effects = new ArrayList<>();
        Leaving leaving = new Leaving(membership);
        if (!leaving.hasToSay()) effects.add(new Effect.Send(membership.primary(), new Message.LeaveRequest()));
        else effects.add(new Effect.StartTimer(Timer.PERMIT, REPEAT_MILLIS));
        effects.add(new Effect.StartTimer(Timer.GOODBYE, REPEAT_MILLIS));
        effects.add(new Effect.StartTimer(Timer.GO, GO_MILLIS));
        return Step.to(leaving, effects);
    }

    static final StateTable<Leaving> TABLE = StateTable.of(Leaving.class)
            .heard(Message.EntryNews.class, PRIMARY, PLAYED, "P28", Leaving::onEntry)
            .heard(Message.EpochStart.class, PRIMARY, ANY, "P28", Leaving::onAck)
            .heard(Message.EpochStart.class, ARBITER, ABOVE_PROMISE, "P28", Leaving::onAck)
            .heard(Message.Wish.class, MEMBER, PLAYED, "P68", Leaving::onWish)
            .heard(Message.Permit.class, MEMBER, PLAYED, "P69", Leaving::onPermit)
            .heard(Message.Shown.class, MEMBER, PLAYED, "P69", Leaving::onShownExit)
            .heard(Message.ShownWanted.class, MEMBER, PLAYED, "P69", Leaving::onShownWanted)
            .heard(Message.LeaveRequest.class, PRIMARY, ANY, "P28", Leaving::go)
            .heard(Message.Released.class, PRIMARY, PLAYED, "P28", Leaving::go)
            .on(Timer.PERMIT, "P68", Leaving::askAgain)
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
        Step step = goOn(TABLE.on(this, event));
        // Its application hears nothing more.
        List<Effect> rest = step.effects().stream()
                .filter(effect -> !(effect instanceof Effect.Delivered))
                .toList();
        return Step.to(step.state(), rest);
    }

    /** Messages that it sent before it wanted to go are stamped first. */
    private boolean hasToSay() {
        return asksAll() && !membership.accord().queue().isEmpty();
    }

    @Override
    public Leaving with(Membership newer) {
        return new Leaving(newer);
    }

    /** The last of it: then it says goodbye. */
    @Override
    public Step inTurn(Event event) {
        Step said = event instanceof Event.OrderAsked order ? stampOwn(order.what()) : stay();
        return membership.accord().queue().isEmpty()
                ? said.and(new Effect.Send(membership.primary(), new Message.LeaveRequest()))
                : said;
    }

    private Step onShownExit(Message.Shown shown) {
        for (LogEntry entry : shown.entries())
            if (entry.body() instanceof EntryBody.Exited exit && exit.who().equals(membership.id())) return go();
        return onShown(shown);
    }

    /** Its own exit. */
    private Step onEntry(Message.EntryNews news) {
        for (LogEntry entry : news.entries())
            if (entry.body() instanceof EntryBody.Exited exit && exit.who().equals(membership.id())) return go();
        return stay();
    }

    /**
     * Says to the next server what it had to say, and goodbye; goes if the game goes on without it, or is handed to it.
     */
    private Step onAck(MemberId from, Message.EpochStart news) {
        boolean later = news.ack().epoch().number() > epoch().number();
        if (!later || !(news.ack().body() instanceof EntryBody.Ack ack)) return stay();
        if (!ack.members().contains(membership.id()) || ack.authority().get(0).equals(membership.id())) return go();
        Log.Catchup found = membership.log().catchUp(news.ack(), news.missing());
        if (found instanceof Log.Catchup.Incomplete)
            return stay(new Effect.Send(
                    from, new Message.EntriesWanted(membership.log().end())));
        if (!(found instanceof Log.Catchup.Reached reached)) return stay();
        Membership next = membership.with(reached.log());
        Leaving now = with(next.with(next.accord().saying(membership.accord())));
        return now.hasToSay() ? now.await(now.membership.accord().queue().get(0)) : now.sayAgain();
    }

    private Step onSuspected(Event.HolderSuspected suspected) {
        return suspected.holder().equals(membership.primary()) ? go() : stay();
    }

    private Step sayAgain() {
        Effect again = new Effect.StartTimer(Timer.GOODBYE, REPEAT_MILLIS);
        return hasToSay()
                ? stay(again)
                : stay(new Effect.Send(membership.primary(), new Message.LeaveRequest()), again);
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
        return Optional.of(membership.primary());
    }
}
