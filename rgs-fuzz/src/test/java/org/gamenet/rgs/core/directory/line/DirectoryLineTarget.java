package org.gamenet.rgs.core.directory.line;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectorySamples;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.fuzz.Memory;

/** The bytes on a line to or from a directory: frames after frames, and the record in each. */
public final class DirectoryLineTarget {
    private DirectoryLineTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        ByteArrayInputStream in = new ByteArrayInputStream(input);
        try {
            for (LineFrame frame = read(in); frame != null; frame = read(in)) record(frame);
        } catch (LineException | EOFException refused) {
            // the line ends
        } catch (IOException other) {
            throw new AssertionError("a stream in memory", other);
        }
        if (input.length > 0) records(input);
    }

    private static LineFrame read(ByteArrayInputStream in) throws IOException {
        int before = in.available();
        in.mark(0);
        LineFrame frame = LineFrame.read(in);
        if (frame == null) return null;
        byte[] again = frame.toBytes();
        in.reset();
        if (!Arrays.equals(again, in.readNBytes(again.length)) || before - in.available() != again.length)
            throw new AssertionError(frame + " has two forms");
        return frame;
    }

    private static void record(LineFrame frame) {
        try {
            switch (frame.kind()) {
                case REQUEST -> request(frame.body());
                case REPLY -> reply(frame.body());
                case PUSH -> push(frame.body());
                case PING -> {}
            }
        } catch (MalformedException refused) {
            // the line ends
        }
    }

    /** A record that is not wrapped: the fuzzer need not find the length. */
    private static void records(byte[] input) {
        byte[] body = Arrays.copyOfRange(input, 1, input.length);
        record(new LineFrame(LineFrame.Kind.values()[(input[0] & 0xff) % LineFrame.Kind.values().length], 0, body));
    }

    private static void request(byte[] body) {
        DirectoryRequest request = Memory.bounded(body.length, () -> DirectoryWire.decodeRequest(body));
        if (!DirectoryWire.decodeRequest(sameLength(body, DirectoryWire.encode(request)))
                .equals(request)) throw new AssertionError(request + " comes back otherwise");
    }

    private static void reply(byte[] body) {
        DirectoryReply reply = Memory.bounded(body.length, () -> DirectoryWire.decodeReply(body));
        if (!DirectoryWire.decodeReply(sameLength(body, DirectoryWire.encode(reply)))
                .equals(reply)) throw new AssertionError(reply + " comes back otherwise");
    }

    private static void push(byte[] body) {
        DirectoryPush push = Memory.bounded(body.length, () -> DirectoryWire.decodePush(body));
        if (!DirectoryWire.decodePush(sameLength(body, DirectoryWire.encode(push)))
                .equals(push)) throw new AssertionError(push + " comes back otherwise");
    }

    /** A map may go in another order than it came, but with nothing more or less. */
    private static byte[] sameLength(byte[] came, byte[] goes) {
        if (came.length != goes.length)
            throw new AssertionError("came with " + came.length + " bytes, goes with " + goes.length);
        return goes;
    }

    public static List<byte[]> seeds() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(LineFrame.ping().toBytes());
        List<byte[]> seeds = new ArrayList<>();
        for (DirectoryRequest each : DirectorySamples.requests())
            seeds.add(new LineFrame(LineFrame.Kind.REQUEST, seeds.size(), DirectoryWire.encode(each)).toBytes());
        for (DirectoryReply each : DirectorySamples.replies())
            seeds.add(new LineFrame(LineFrame.Kind.REPLY, seeds.size(), DirectoryWire.encode(each)).toBytes());
        for (DirectoryPush each : DirectorySamples.pushes())
            seeds.add(new LineFrame(LineFrame.Kind.PUSH, 0, DirectoryWire.encode(each)).toBytes());
        seeds.forEach(all::writeBytes);
        seeds.add(all.toByteArray());
        return seeds;
    }
}
