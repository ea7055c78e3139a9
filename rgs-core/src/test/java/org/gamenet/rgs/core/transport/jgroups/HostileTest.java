package org.gamenet.rgs.core.transport.jgroups;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.port.Lane;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.TpHeader;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArray;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Bytes that others may throw at the port: each is refused, no object is deserialised, and the group plays on. */
class HostileTest {
    private static final AtomicInteger READ = new AtomicInteger();
    /** The kind of item that a packet of a group's stack is on a link. */
    private static final byte PACKET = 4;

    static final class Gadget implements Serializable {
        private void readObject(ObjectInputStream in) throws IOException {
            READ.incrementAndGet();
        }
    }

    @BeforeAll
    static void prepare() {
        SafeStart.ensure();
    }

    private static void playsOn(Recorder a, Recorder b, String mark) {
        a.transport.cast(Recorder.bytes(mark), Lane.RELIABLE);
        b.transport.cast(Recorder.bytes(mark), Lane.RELIABLE);
        a.awaitFrames(1, frame -> frame.text().equals(mark));
        b.awaitFrames(1, frame -> frame.text().equals(mark));
        assertEquals(2, a.members().size());
        assertEquals(2, b.members().size());
    }

    @Test
    @DisplayName("An object message is refused before its class is known; the stack's own two objects pass")
    void noObjects() throws Exception {
        ByteArray hostile = Util.messageToBuffer(new ObjectMessage(null, new Gadget()));
        assertThrows(
                IOException.class, () -> Util.messageFromBuffer(hostile.array(), hostile.offset(), hostile.length()));
        assertEquals(0, READ.get());
        ByteArray own = Util.messageToBuffer(new ObjectMessage(null, new SeqnoList(10, 1).add(3)));
        Message read = Util.messageFromBuffer(own.array(), own.offset(), own.length());
        assertEquals(new SeqnoList(10, 1).add(3).toString(), ((SeqnoList) read.getObject()).toString());
    }

    @Test
    @DisplayName("A message that claims to be longer than what arrived reserves nothing")
    void noBelievedLengths() throws Exception {
        ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
        out.writeInt(Integer.MAX_VALUE);
        byte[] claim = out.buffer();
        WireTypes.Bytes bytes = new WireTypes.Bytes();
        assertThrows(
                IOException.class, () -> bytes.readPayload(new org.jgroups.util.ByteArrayDataInputStream(claim, 0, 4)));
        ByteArrayDataOutputStream seqnos = new ByteArrayDataOutputStream();
        seqnos.writeByte(1);
        seqnos.writeShort(15);
        seqnos.writeInt(Integer.MAX_VALUE);
        seqnos.writeLong(0);
        WireTypes.StackObject object = new WireTypes.StackObject();
        assertThrows(
                IOException.class,
                () -> object.readPayload(new org.jgroups.util.ByteArrayDataInputStream(seqnos.buffer(), 0, 15)));
    }

    @Test
    @DisplayName("Garbage, truncated packets, silent visitors and huge lengths on the group's port harm nobody")
    void garbage() throws Exception {
        try (Recorder a = Recorder.server("a");
                Recorder b = Recorder.player("b")) {
            a.found("garbage");
            b.join("garbage", a);
            List<Socket> visitors = new ArrayList<>();
            Random random = new Random(4);
            try {
                for (int i = 0; i < 30; i++) {
                    Socket visitor = new Socket(a.place().host(), a.place().groupPort());
                    visitors.add(visitor);
                    byte[] noise = new byte[random.nextInt(2000)];
                    random.nextBytes(noise);
                    misbehave(visitor, i, noise);
                }
                playsOn(a, b, "on");
                try (Recorder late = Recorder.player("late")) {
                    late.join("garbage", a, b);
                    assertEquals(List.of(3), late.connectedSizes());
                }
                a.awaitMembers(2);
                b.awaitMembers(2);
                playsOn(a, b, "still on");
            } finally {
                for (Socket visitor : visitors) {
                    visitor.close();
                }
            }
        }
    }

    private static void misbehave(Socket visitor, int i, byte[] noise) throws IOException {
        try {
            switch (i % 4) {
                case 0 -> {}
                case 1 -> visitor.getOutputStream().write(noise);
                case 2 -> packet(visitor, i, noise.length, noise);
                default -> packet(visitor, i, Integer.MAX_VALUE - i, noise);
            }
        } catch (SocketException sentAway) {
            // Before it has said all of it, which is as good.
        }
    }

    private static void packet(Socket visitor, int i, int length, byte[] noise) throws IOException {
        DataOutputStream out = greet(visitor, 20_000 + i);
        out.writeByte(PACKET);
        number(out, length);
        out.write(noise);
        out.flush();
    }

    /** Seven bits a byte, lowest first. */
    private static void number(DataOutputStream out, int number) throws IOException {
        int rest = number;
        for (; rest > 0x7f; rest >>>= 7) out.writeByte(rest | 0x80);
        out.writeByte(rest);
    }

    /** Says what a link says first, as a process that listens elsewhere. */
    private static DataOutputStream greet(Socket visitor, int claimedPort) throws IOException {
        DataOutputStream out = new DataOutputStream(visitor.getOutputStream());
        byte[] host = "127.0.0.1".getBytes(StandardCharsets.US_ASCII);
        out.writeInt(0x52475320);
        out.writeByte(3);
        out.writeByte(host.length);
        out.writeShort(claimedPort);
        out.writeShort(claimedPort);
        out.write(host);
        return out;
    }

    @Test
    @DisplayName(
            "An outsider that speaks JGroups and sends an object message: readObject is never reached, the group plays on")
    void outsidersObject() throws Exception {
        try (Recorder a = Recorder.server("a");
                Recorder b = Recorder.player("b")) {
            a.found("objects");
            b.join("objects", a);
            ByteArrayDataOutputStream packet = new ByteArrayDataOutputStream();
            Message hostile = new ObjectMessage(
                            new UUID(a.self().high(), a.self().low()), new Gadget())
                    .setSrc(UUID.randomUUID());
            Util.writeMessage(hostile, packet, false);
            try (Socket visitor = new Socket(a.place().host(), a.place().groupPort())) {
                DataOutputStream out = greet(visitor, 20_123);
                out.writeByte(PACKET);
                number(out, packet.position());
                out.write(packet.buffer(), 0, packet.position());
                out.flush();
                playsOn(a, b, "on");
            }
            assertEquals(0, READ.get());
        }
    }

    @Test
    @DisplayName(
            "K6 what a packet says in the name of somebody who listens elsewhere is not heard, in its own name it is")
    void anothersName() throws Exception {
        try (Recorder a = Recorder.server("a");
                Recorder b = Recorder.player("b")) {
            a.found("names");
            b.join("names", a);
            try (Socket visitor = new Socket(a.place().host(), a.place().groupPort())) {
                IpAddress place = new IpAddress(InetAddress.getByName("127.0.0.1"), 20_200);
                DataOutputStream out = greet(visitor, place.getPort());
                says(out, Addresses.address(b.self()), a, "as b");
                says(out, new UUID(7, 0), a, "as nobody");
                says(out, Addresses.draw(false, place), a, "as itself");
                a.awaitFrames(2, frame -> true);
                assertEquals(
                        Set.of("as nobody", "as itself"),
                        a.frames().stream().map(Recorder.Frame::text).collect(toSet()),
                        "in either order: a pool of threads hands them up");
            }
            try (Socket another = new Socket(a.place().host(), a.place().groupPort())) {
                DataOutputStream out = greet(another, 20_201);
                says(out, new UUID(7, 0), a, "as somebody else's nobody");
                says(out, new UUID(8, 0), a, "last");
                a.awaitFrames(1, frame -> frame.text().equals("last"));
                assertEquals(3, a.frames().size(), "whoever used such a name first keeps it");
            }
        }
    }

    /** One message, without a place in any order. */
    private static void says(DataOutputStream out, Address as, Recorder to, String text) throws IOException {
        Message message = new BytesMessage(Addresses.address(to.self()), Recorder.bytes(text))
                .setFlag(Message.Flag.OOB, Message.Flag.NO_RELIABILITY)
                .setSrc(as)
                .putHeader(ClassConfigurator.getProtocolId(TP.class), new TpHeader("names"));
        ByteArrayDataOutputStream packet = new ByteArrayDataOutputStream();
        Util.writeMessage(message, packet, false);
        out.writeByte(PACKET);
        number(out, packet.position());
        out.write(packet.buffer(), 0, packet.position());
        out.flush();
    }

    @Test
    @DisplayName("A process of another group that knows the port does not get in and disturbs nobody")
    void otherGroup() {
        try (Recorder a = Recorder.server("a");
                Recorder b = Recorder.player("b");
                Recorder stranger = Recorder.server("stranger")) {
            a.found("ours");
            b.join("ours", a);
            stranger.found("theirs");
            stranger.transport.know(List.of(a.place(), b.place()));
            stranger.transport.send(a.self(), Recorder.bytes("theirs"), Lane.URGENT);
            stranger.transport.cast(Recorder.bytes("theirs"), Lane.RELIABLE);
            try (Recorder late = Recorder.player("late")) {
                late.transport.join("theirs", List.of(a.place(), stranger.place()), 10_000);
                late.await("being let in", () -> late.self() != null);
                assertEquals(2, late.members().size());
            }
            playsOn(a, b, "on");
            assertFalse(a.frames().stream().anyMatch(frame -> frame.text().equals("theirs")));
        }
    }

    @Test
    @DisplayName(
            "Without any logging a process that founds and ends prints nothing of its own to standard output or error")
    void silent() throws Exception {
        try (Child child = Child.foundWithoutLogging("silent")) {
            assertEquals(
                    List.of("PLACE", "IN"),
                    child.end().stream().map(line -> line.split(" ")[0]).toList());
        }
    }

    @Test
    @DisplayName("A taken port is a failure that names port and cure")
    void portTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                Recorder late = new Recorder(new TransportSettings(
                        "127.0.0.1", taken.getLocalPort(), null, false, "late", TransportLimits.DEFAULT))) {
            assertEquals(Reason.NETWORK, late.reason());
            System.out.println(late.failure());
            assertTrue(
                    late.failure().contains("port " + taken.getLocalPort())
                            && late.failure().contains("another port"),
                    late.failure());
            late.transport.found("nothing");
            late.await("another failure", () -> late.failure().contains("does not listen"));
        }
    }

    @Test
    @DisplayName(
            "Without TLS an address that the internet reaches is refused; so are unknown names and others' addresses")
    void addressesRefused() {
        for (String host : List.of("203.0.113.7", "no.such.host.invalid", "192.168.254.253")) {
            try (Recorder late =
                    new Recorder(new TransportSettings(host, 0, null, false, "late", TransportLimits.DEFAULT))) {
                System.out.println(late.failure());
                assertEquals(Reason.NETWORK, late.reason());
                assertTrue(late.failure().contains(host), late.failure());
            }
        }
    }

    @Test
    @DisplayName("A chosen address is loopback or private; a group on IPv6 loopback works")
    void chosenAndIpv6() throws Exception {
        assertTrue(BindAddress.confined(BindAddress.choose(null, List.of(), false)));
        TransportSettings six = new TransportSettings("::1", 0, null, false, "six", TransportLimits.DEFAULT);
        try (Recorder a = new Recorder(six);
                Recorder b = new Recorder(six)) {
            org.junit.jupiter.api.Assumptions.assumeTrue(a.failure() == null, "this machine has no IPv6 loopback");
            a.found("six");
            b.join("six", a);
            assertEquals(List.of(2), b.connectedSizes());
            playsOn(a, b, "on");
            a.probe(b.place(), org.gamenet.rgs.core.port.GroupListener.Probe.ANSWERED);
        }
    }
}
