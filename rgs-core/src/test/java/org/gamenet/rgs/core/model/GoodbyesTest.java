package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Members take leave while the game changes hands. */
class GoodbyesTest extends AnnBacksUp {
    private final List<MemberId> all = List.of(server.id(), ann.id(), bob.id());

    private MemberState bobLeaves() {
        MemberState leaving = step(bobs, new Event.LeaveAsked());
        assertEquals("Leaving", leaving.name());
        return leaving;
    }

    /** The ACK of an epoch that goes on from where bob is, with these in it. */
    private Message.EpochStart ack(MemberId primary, List<MemberId> members) {
        Epoch next = new Epoch(bobs.epoch().number() + 1, 77);
        return new Message.EpochStart(
                new LogEntry(new Position(next, 0), ack(bobs.log().end(), primary, members)), List.of());
    }

    private Message.EntryNews exit(Epoch epoch, MemberId who) {
        return new Message.EntryNews(
                new LogEntry(new Position(epoch, 1), new EntryBody.Exited(who, Reason.LEFT, "left")));
    }

    @Test
    @DisplayName("P28 P41 a leaving member that lacks entries before an ACK asks for them, and says goodbye with these")
    void asksForWhatItLacks() {
        Position lacked =
                new Position(bobs.log().end().epoch(), bobs.log().end().seq() + 1);
        LogEntry entry = new LogEntry(lacked, new EntryBody.Exited(server.id(), Reason.CRASHED, "gone"));
        LogEntry ack = new LogEntry(
                new Position(new Epoch(bobs.epoch().number() + 1, 77), 0),
                ack(lacked, ann.id(), List.of(ann.id(), bob.id())));
        MemberState leaving = hears(bobLeaves(), server.id(), new Message.EpochStart(ack, List.of()));
        assertEquals("Leaving", leaving.name());
        Effect.Send said = did(Effect.Send.class).orElseThrow();
        assertEquals(server.id(), said.to());
        assertEquals(new Message.EntriesWanted(bobs.log().end()), said.message());
        hears(leaving, server.id(), new Message.EpochStart(ack, List.of(entry)));
        assertEquals(
                new Message.LeaveRequest(), did(Effect.Send.class).orElseThrow().message());
    }

    @Test
    @DisplayName("P28 who leaves says so to the next server, too, and goes with the exit that this one stamps")
    void leavesTheNextServer() {
        Message.EpochStart news = ack(ann.id(), all);
        MemberState leaving = hears(bobLeaves(), server.id(), news);
        assertEquals("Leaving", leaving.name());
        Effect.Send said = did(Effect.Send.class).orElseThrow();
        assertEquals(ann.id(), said.to());
        assertEquals(new Message.LeaveRequest(), said.message());
        leaving = step(leaving, new Event.TimerFired(Timer.GOODBYE));
        assertEquals(ann.id(), did(Effect.Send.class).orElseThrow().to());
        assertEquals(
                leaving, step(leaving, new Event.HolderSuspected(server.id(), "gone", 1)), "that one serves no more");
        assertEquals(leaving, hears(leaving, server.id(), news), "said again");
        assertEquals(
                "GameOver",
                hears(leaving, ann.id(), exit(news.ack().epoch(), bob.id())).name());
    }

    @Test
    @DisplayName("P28 P45 a planned change keeps nobody from hearing its exit")
    void hearsItsExitAfterAChange() {
        Message.EpochStart news = ack(server.id(), all);
        MemberState leaving = hears(bobLeaves(), server.id(), news);
        assertEquals(
                "Leaving",
                hears(leaving, server.id(), exit(news.ack().epoch(), ann.id())).name());
        assertEquals(
                "GameOver",
                hears(leaving, server.id(), exit(news.ack().epoch(), bob.id())).name());
    }

    @Test
    @DisplayName("P28 who leaves goes when its server goes, or names it the next one, or goes on without it")
    void goesWithItsServer() {
        MemberState leaving = bobLeaves();
        assertEquals(
                "GameOver",
                hears(leaving, server.id(), new Message.Released(bobs.epoch())).name());
        assertEquals("GameOver", hears(leaving, server.id(), ack(bob.id(), all)).name());
        assertEquals(
                "GameOver",
                hears(leaving, server.id(), ack(ann.id(), List.of(server.id(), ann.id())))
                        .name());
    }

    /** Why ann is out, who was named by that ACK and gave her number up, as bob took for a goodbye. */
    private List<Reason> whyAnnIsOut(boolean sheSaysThatSheLeaves) {
        Message.EpochStart news = ack(ann.id(), all);
        MemberState holder = hears(bobs, server.id(), news);
        holder = hears(holder, ann.id(), new Message.Released(news.ack().epoch()));
        assertEquals("Suspecting", holder.name());
        holder = step(
                holder, new Event.PackageTaken(Optional.of(copy(holder.log().end(), 3))));
        holder = step(holder, new Event.TimerFired(Timer.NEGOTIATE));
        holder = step(holder, new Event.MemberGone(server.id()));
        holder = step(holder, new Event.SpareSought(news.ack().epoch(), false, "none"));
        holder = granted(holder);
        holder = hears(
                holder,
                ann.id(),
                new Message.CollectReply(
                        holder.epoch(),
                        1,
                        true,
                        holder.log(),
                        rules,
                        1,
                        sheSaysThatSheLeaves,
                        Optional.of(copy(holder.log().end(), 3))));
        assertEquals("Restoring", holder.name());
        holder = step(holder, new Event.RestoreDone(true, 3, "", List.of()));
        holder = step(holder, new Event.Activated(holder.epoch(), true, new Listing(all, 2)));
        assertEquals("Serving", holder.name());
        return ((EntryBody.Ack) last(holder).body())
                .exits().stream()
                        .filter(exit -> exit.who().equals(ann.id()))
                        .map(EntryBody.Exited::why)
                        .toList();
    }

    /**
     * Why each is out after the server's goodbye, where the arbiter knows that ann was to serve next; she answers, or
     * not.
     */
    private Map<MemberId, Reason> whyOut(boolean annAnswers) {
        MemberState holder = hears(bobs, server.id(), new Message.Released(bobs.epoch()));
        assertEquals("Suspecting", holder.name());
        holder = step(
                holder, new Event.PackageTaken(Optional.of(copy(holder.log().end(), 3))));
        holder = step(holder, new Event.TimerFired(Timer.NEGOTIATE));
        holder = step(holder, new Event.MemberGone(server.id()));
        holder = step(holder, new Event.SpareSought(bobs.epoch(), false, "none"));
        holder = step(holder, new Event.TimerFired(Timer.CANDIDATE));
        Effect.Claim claim = did(Effect.Claim.class).orElseThrow();
        Epoch next = new Epoch(claim.expected() + 1, claim.claimId());
        holder = step(holder, new Event.Granted(claim.claimId(), next, all, List.of(ann.id(), server.id())));
        if (annAnswers)
            holder = hears(
                    holder,
                    ann.id(),
                    new Message.CollectReply(
                            next,
                            1,
                            true,
                            holder.log(),
                            rules,
                            1,
                            true,
                            Optional.of(copy(holder.log().end(), 3))));
        else holder = step(step(holder, new Event.MemberGone(ann.id())), new Event.TimerFired(Timer.COLLECT));
        assertEquals("Restoring", holder.name());
        holder = step(holder, new Event.RestoreDone(true, 3, "", List.of()));
        holder = step(holder, new Event.Activated(next, true, new Listing(all, 2)));
        return ((EntryBody.Ack) last(holder).body())
                .exits().stream().collect(Collectors.toMap(EntryBody.Exited::who, EntryBody.Exited::why));
    }

    @Test
    @DisplayName(
            "P28 P41 a goodbye is of the server that it was heard of, not of whom that one had named: who was named, "
                    + "and never served, comes back")
    void theGoodbyeIsOfWhoSaidIt() {
        for (boolean annAnswers : new boolean[] {true, false})
            assertEquals(
                    Map.of(server.id(), Reason.LEFT, ann.id(), Reason.CRASHED),
                    whyOut(annAnswers),
                    "ann answers: " + annAnswers);
    }

    @Test
    @DisplayName("P28 P46 who gave its number up, and says that it does not leave, has not left")
    void saysItselfWhetherItLeaves() {
        assertEquals(List.of(Reason.CRASHED), whyAnnIsOut(false));
        assertEquals(List.of(Reason.LEFT), whyAnnIsOut(true));
    }
}
