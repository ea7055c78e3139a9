package org.gamenet.rgs.core.transport.links;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.gamenet.rgs.core.machine.Endpoint;

/** A process that has a port, and at a word only a few descriptors more, until it is ended. */
public final class LonelyPort {

    private static final int FREE = 20;

    private LonelyPort() {}

    public static void main(String[] args) throws IOException {
        Loop loop = new Loop();
        LinkListener deaf = new LinkListener() {
            @Override
            public void heard(Endpoint from, ByteBuffer frame) {
                // nobody is to be heard
            }

            @Override
            public void unlinked(Endpoint process) {
                // nobody is linked
            }
        };
        InetAddress host = InetAddress.getByName("127.0.0.1");
        new Links(loop, host, Integer.parseInt(args[0]), LinkLimits.forFrames(100_000), null, deaf);
        loop.start();
        System.out.println("open");
        System.in.read();
        // The process that came until now has had all classes loaded that letting in takes.
        Deque<InputStream> all = new ArrayDeque<>();
        try {
            while (true) all.add(new FileInputStream("/dev/null"));
        } catch (IOException noMore) {
            for (int i = 0; i < FREE; i++) all.remove().close();
        }
        System.out.println("full");
        System.in.read();
    }
}
