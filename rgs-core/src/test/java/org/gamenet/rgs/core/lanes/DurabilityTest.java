package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.lanes.DataFrame.Report;
import org.gamenet.rgs.core.lanes.DataFrame.Served;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P72 a request takes effect once in the history that goes on, or its sender is told:")
class DurabilityTest {
    private final World world = new World(1);
    private final End server = world.found(1);
    private final End b = world.join(2);

    private static List<String> of(String who, int count) {
        return IntStream.range(0, count).mapToObj(i -> who + "/" + i).toList();
    }

    private void putOut(End end) {
        end.lanes.frozen();
        end.playing = false;
        world.exit(end.me);
    }

    /** This end serves from now on, from this package. Members that do not stay have to come back. */
    private void takesOver(End next, End from, List<End> stay) {
        Optional<Map<MemberId, Marks>> base = Optional.of(from.packagedMarks.marks());
        List<MemberId> keep = stay.stream().map(e -> e.me).toList();
        List<MemberId> lost =
                world.log.roster().ids().stream().filter(m -> !keep.contains(m)).toList();
        for (End end : world.ends.values()) {
            if (end.playing && !end.dead) end.lanes.frozen();
            if (!stay.contains(end)) end.playing = false;
        }
        next.restore(from.packaged, from.packagedMarks);
        LogEntry ack = world.acknowledge(next.me, base, lost);
        for (End end : stay) world.resume(end, ack, base);
    }

    // ---- identity

    @Test
    @DisplayName(
            "who is put out and back in the same epoch goes on with its numbers; what waited in the inbox is taken again,"
                    + " and handed out once")
    void backInTheSameEpoch() {
        b.buys(3);
        world.run(50);
        server.reads = 0;
        b.buys(4);
        world.run(50);
        putOut(b);
        world.run(50);
        server.reads = Integer.MAX_VALUE;
        world.join(2);
        b.buys(2);
        world.run(500);
        assertEquals(of("p2", 9), server.bought);
        assertEquals(
                Map.of(b.me.origin(), new Marks(9, List.of())),
                server.inbox.handedOut().marks());
        assertEquals(0, b.outbox.waiting());
        assertEquals(0, b.uncertain);
    }

    @Test
    @DisplayName(
            "a request of three incarnations ago is known in a package of then, and not repeated; what that one lacks is")
    void longAgo() {
        End c = world.join(3);
        b.buys(2);
        world.run(50);
        world.share(c);
        b.buys(1);
        world.run(500);
        for (int i = 0; i < 3; i++) {
            putOut(b);
            world.run(50);
            world.join(2);
            world.run(50);
        }
        assertEquals(of("p2", 3), server.bought);
        server.dead = true;
        takesOver(c, c, List.of(b, c));
        world.run(500);
        assertEquals(of("p2", 3), c.bought);
        assertEquals(0, b.uncertain);
    }

    @Test
    @DisplayName(
            "a late report about an incarnation of mine before this one is not believed, though its session is mine")
    void lateReport() {
        server.reads = 0;
        world.join(3).dead = true;
        b.buys(2);
        b.lanes.pump(world.now);
        MemberId before = b.me;
        putOut(b);
        server.reads = Integer.MAX_VALUE;
        world.join(2);
        b.buys(1);
        b.lanes.pump(world.now);
        for (MemberId about : List.of(before, b.me)) {
            FrameHeader header = new FrameHeader(
                    DataFrame.REPORT, World.GAME, world.log.end().epoch(), server.me, 0, 1, 0);
            b.receive(DataFrame.report(
                    header,
                    new Report(about.incarnation().tag(), 0, false, 0, 0, null, new Served(3, Marks.NONE), null)));
            assertEquals(about.equals(before) ? 0 : 3, b.lanes.kept());
        }
    }

    @Test
    @DisplayName(
            "being in the state that the next server began with is not being stable: it is kept, and repeated where a third"
                    + " one lacks it")
    void inTheAck() {
        End c = world.join(3);
        End d = world.join(4);
        d.takePackage();
        b.buys(1);
        world.run(50);
        world.share(c);
        world.run(500);
        server.dead = true;
        takesOver(c, c, List.of(b, c, d));
        world.run(500);
        assertEquals(1, b.lanes.kept());
        c.dead = true;
        takesOver(d, d, List.of(b, d));
        world.run(500);
        assertEquals(of("p2", 1), d.bought);
        assertEquals(0, b.uncertain);
    }

    // ---- who counts

    @Test
    @DisplayName(
            "N1 what a server has had since it put a member out is not stable while the arbiter lists that one, however long"
                    + " that is")
    void listed() {
        world.listed.add(b.me);
        world.share(b);
        server.buys(1);
        putOut(b);
        b.dead = true;
        world.run(60_000);
        assertEquals(1, server.lanes.kept());
        world.listed.clear();
        world.run(500);
        assertEquals(0, server.lanes.kept());
    }

    @Test
    @DisplayName("what a member that is out had reported counts for as long as it is listed")
    void reportedBefore() {
        End c = world.join(3);
        server.buys(1);
        world.run(50);
        world.share(b);
        world.run(500);
        assertEquals(1, server.lanes.kept());
        world.listed.add(b.me);
        putOut(b);
        b.dead = true;
        world.run(500);
        c.takePackage();
        world.run(500);
        assertEquals(0, server.lanes.kept());
    }

    @Test
    @DisplayName("my own package counts, too: once deposed I answer with it")
    void myOwn() {
        server.fails = true;
        b.buys(1);
        world.run(50);
        world.share(b);
        world.run(500);
        assertEquals(1, b.lanes.kept());
        server.fails = false;
        world.share(b);
        world.run(500);
        assertEquals(0, b.lanes.kept());
    }

    @Test
    @DisplayName("packages of the epoch before do not count, though the server and its state stayed")
    void thisEpoch() {
        b.buys(1);
        world.run(50);
        server.tellState(Delivery.RELIABLE_ORDERED);
        world.run(5);
        b.takePackage();
        LogEntry ack = world.acknowledge(server.me, Optional.empty(), List.of());
        for (End end : List.of(server, b)) world.resume(end, ack, Optional.empty());
        world.run(500);
        assertEquals(1, b.lanes.kept());
        world.share(b);
        world.run(500);
        assertEquals(0, b.lanes.kept());
    }

    @Test
    @DisplayName("a member that begins to package is waited for like a newcomer")
    void beginsToPackage() {
        world.ends.put(3L, new End(world, 3, 1_024, false));
        End c = world.join(3);
        world.run(500);
        c.lanes.stateful(true);
        world.run(500);
        b.buys(1);
        world.run(50);
        world.share(b);
        world.run(500);
        assertEquals(1, b.lanes.kept());
        world.share(b, c);
        world.run(500);
        assertEquals(0, b.lanes.kept());
    }

    @Test
    @DisplayName(
            "P71 that a member has reported a package of this epoch, or that it makes none, is told once for each epoch")
    void told() {
        world.ends.put(3L, new End(world, 3, 1_024, false));
        End c = world.join(3);
        server.reported.clear();
        world.share(b);
        world.run(1_000);
        world.share(b);
        world.run(3_000);
        assertEquals(List.of(b.me, c.me), server.reported.stream().sorted().toList());
        LogEntry ack = world.acknowledge(server.me, Optional.empty(), List.of());
        for (End end : List.of(server, b, c)) world.resume(end, ack, Optional.empty());
        server.reported.clear();
        world.run(3_000);
        assertEquals(List.of(c.me), server.reported);
        world.share(b);
        world.run(500);
        assertEquals(List.of(c.me, b.me), server.reported);
    }

    @Test
    @DisplayName("P71 where the server packages nothing, nobody's package is waited for")
    void nobodyPackages() {
        World stateless = new World(1);
        End first = new End(stateless, 1, 1_024, false);
        stateless.ends.put(1L, first);
        End alone = stateless.found(first);
        End player = stateless.join(2);
        player.takePackage();
        player.buys(2);
        stateless.run(1_000);
        assertEquals(List.of(player.me), alone.reported);
        assertEquals(0, player.lanes.kept());
    }

    // ---- told

    @Test
    @DisplayName(
            "P75 how many of mine are gone is told exactly where the game goes on from a state that lacks what was stable")
    void uncertain() {
        End c = world.join(3);
        List<String> old = c.packaged;
        StateMarks oldMarks = c.packagedMarks;
        b.buys(3);
        world.run(50);
        world.share(b, c);
        world.run(500);
        assertEquals(0, b.lanes.kept());
        b.buys(2);
        world.run(500);
        server.dead = true;
        c.packaged = old;
        c.packagedMarks = oldMarks;
        takesOver(c, c, List.of(b, c));
        assertEquals(3, b.uncertain);
        world.run(500);
        assertEquals(List.of("p2/3", "p2/4"), c.bought);
        b.uncertain = 0;
        takesOver(c, c, List.of(b, c));
        assertEquals(0, b.uncertain, "what was told is not told again");
    }

    @Test
    @DisplayName("P75 the same where I come back and the state that I am given lacks them")
    void uncertainAtReturn() {
        End c = world.join(3);
        List<String> old = c.packaged;
        StateMarks oldMarks = c.packagedMarks;
        b.buys(3);
        world.run(50);
        world.share(b, c);
        world.run(500);
        server.dead = true;
        b.lanes.frozen();
        c.packaged = old;
        c.packagedMarks = oldMarks;
        takesOver(c, c, List.of(c));
        world.join(2);
        assertEquals(3, b.uncertain);
        b.buys(1);
        world.run(500);
        assertEquals(List.of("p2/3"), c.bought);
    }

    // ---- marks

    @Test
    @DisplayName(
            "marks of a session stay while its seat does, and go once it has left, was kicked, or was replaced by another"
                    + " session of its peer, and everybody has the frame that says so")
    void marksGo() {
        End c = world.join(3);
        End d = world.join(4);
        End e = world.join(5);
        for (End end : List.of(b, c, d, e)) end.buys(1);
        world.run(50);
        MemberId before = d.me;
        world.exit(b.me);
        world.stamp(new EntryBody.Exited(c.me, Reason.LEFT, ""));
        world.stamp(new EntryBody.Exited(e.me, Reason.KICKED, ""));
        world.anotherSession(4);
        End another = world.join(4);
        another.buys(1);
        world.run(500);
        assertEquals(
                5, server.inbox.handedOut().marks().size(), "while somebody may lack the frames that took them out");
        world.log = world.log.stableUpTo(world.log.end());
        world.run(500);
        assertEquals(
                Map.of(b.me.origin(), new Marks(1, List.of()), another.me.origin(), new Marks(1, List.of())),
                server.inbox.handedOut().marks());
        assertEquals(false, another.me.origin().equals(before.origin()));
    }

    @Test
    @DisplayName("of one that has left nothing that waits twice in the inbox is handed out twice")
    void leavesWithAQueue() {
        server.reads = 0;
        b.buys(2);
        world.run(50);
        putOut(b);
        // A JOIN without its InitialAck, which would wait for the application: it repeats all the same.
        b.me = world.draw(2);
        world.stamp(new EntryBody.Joined(World.member(b.me), true));
        b.lanes.admitted(b.me, world.log, Optional.of(Map.of()), world.now);
        b.playing = true;
        world.run(50);
        assertEquals(4, server.inbox.queued());
        world.stamp(new EntryBody.Exited(b.me, Reason.LEFT, ""));
        server.reads = Integer.MAX_VALUE;
        world.log = world.log.stableUpTo(world.log.end());
        world.run(500);
        assertEquals(of("p2", 2), server.bought);
        assertEquals(Map.of(), server.inbox.handedOut().marks());
    }

    // ---- the total order

    @Test
    @DisplayName(
            "N10 a totally ordered message that a server stamped before it was deposed is in the history that goes on, once,"
                    + " though its frame is not")
    void stampedInVain() {
        End c = world.join(3);
        Log common = world.log;
        b.say(Delivery.TOTAL_ORDER);
        world.run(20);
        b.say(Delivery.TOTAL_ORDER);
        world.run(20);
        assertEquals(2, b.ordered.size());
        assertEquals(0, b.outbox.waiting());
        world.log = common;
        c.ordered.clear();
        server.dead = true;
        b.lanes.frozen();
        takesOver(c, c, List.of(c));
        world.join(2);
        b.say(Delivery.TOTAL_ORDER);
        world.run(1_000);
        assertEquals(List.of("p2/0", "p2/1", "p2/2"), c.ordered);
        assertEquals(0, b.uncertain);
        assertEquals(3, b.lanes.kept());
        world.stable = world.log.end();
        world.run(500);
        assertEquals(0, b.lanes.kept());
    }
}
