package org.gamenet.rgs.core.lanes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.session.game.Callback;
import org.gamenet.rgs.core.session.game.Inbox;
import org.gamenet.rgs.core.session.game.InboxReader;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.RecentIds;
import org.gamenet.rgs.core.wire.Records;

/** A server and seven clients without a network between them, to count what a relayed message costs. */
final class Direct {
    private final Records records = Records.of(Packet.class);
    private final List<Process> processes = new ArrayList<>();
    private final int type = records.idOf(Packet.class);
    private final ByteBuffer content = ByteBuffer.wrap(new byte[95]);
    private long now = 1;
    private int received;
    private int relayed;

    record Packet(int number, ByteBuffer content) {}

    Direct(World world, End server) {
        for (End end : world.ends.values()) {
            Process process = new Process(end);
            processes.add(process);
            process.lanes.admitted(end.me, world.log, java.util.Optional.empty(), now);
        }
        if (server != processes.get(0).end) throw new AssertionError();
    }

    /** A client's action to the server, whose handler sends it to all. */
    void relay() {
        now += 1_000_000;
        relayed++;
        content.rewind();
        Packet packet = new Packet(1, content);
        Process server = processes.get(0);
        server.outbox.offer(new OutgoingMessage(
                OutgoingMessage.To.ALL,
                0,
                Delivery.RELIABLE_ORDERED,
                type,
                records.encodeBody(packet, World.LIMIT, 0),
                1,
                null));
        server.lanes.pump(now);
        for (Process process : processes) {
            if (relayed % 50 == 0) process.lanes.tick(now);
            long upTo = process.inbox.begin();
            while (process.inbox.handOut(process, upTo)) received++;
            process.inbox.done();
        }
        if (received < processes.size()) throw new AssertionError("received " + received);
        received = 0;
    }

    private final class Process implements Sink, Inbox.Hooks, InboxReader {
        private final End end;
        private final KnownPeers peers = new KnownPeers();
        private final SendQueue outbox = new SendQueue(4_096, () -> {});
        private final RecentIds recentIds = new RecentIds();
        private final Inbox inbox = new Inbox(new Inbox.Setup(1_024, 4 << 20, this), records, peers, End.NOWHERE);
        private final Lanes lanes =
                new Lanes(new Lanes.Setup(World.GAME, World.D, 4_096, false), peers, outbox, inbox, this);

        Process(End end) {
            this.end = end;
        }

        @Override
        public void transmit(MemberId to, byte[] frame, Lane lane) {
            for (Process process : processes) {
                if (process.end.peer != to.peer()) continue;
                ByteBuffer buffer = ByteBuffer.wrap(frame);
                FrameHeader header = FrameHeader.read(buffer, recentIds);
                process.lanes.received(header, buffer, now);
            }
        }

        @Override
        public void cast(byte[] frame, Lane lane) {
            throw new AssertionError();
        }

        @Override
        public void order(long number, int type, double sentAt, Payload message) {}

        @Override
        public void stale(MemberId from) {}

        @Override
        public void full(MemberId receiver, long forNanos) {}

        @Override
        public void letGo() {}

        @Override
        public void reported(MemberId member) {}

        @Override
        public List<MemberId> listed() {
            return List.of();
        }

        @Override
        public Log log() {
            return Log.EMPTY;
        }

        @Override
        public void waits() {}

        @Override
        public void relieved() {}

        @Override
        public void message(Peer from, Record message, double sentAt) {}

        @Override
        public void event(Peer about, SessionEvent event, double at) {}

        @Override
        public void callback(Callback wanted) {}
    }
}
