package org.gamenet.rgs.directory;

import java.net.Socket;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.line.DirectoryLine;
import org.gamenet.rgs.core.directory.line.LineFrame;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.directory.server.Quotas;
import org.gamenet.rgs.core.keys.Ed25519;
import org.gamenet.rgs.core.keys.LineProof;
import org.gamenet.rgs.core.port.Keys;
import org.gamenet.rgs.core.wire.MalformedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directory's end of one line: frames become requests of the loop, answers become frames. */
final class ServedLine implements DirectoryLine.Listener, DirectoryLoop.Peer {

    private static final Logger LOG = LoggerFactory.getLogger(ServedLine.class);
    /** A process whose host vanished without a word; those that live ping every second. */
    private static final int SILENCE_MILLIS = 120_000;

    private static final int UNHEARD_REQUESTS_MAX = 64;
    private static final int MALFORMED_MAX = 16;

    /** Requests of a process that serves, or wants to. */
    private static final Set<Class<? extends DirectoryRequest>> SERVING = Set.of(
            DirectoryRequest.Register.class,
            DirectoryRequest.HostOrJoin.class,
            DirectoryRequest.StandBy.class,
            DirectoryRequest.AnswerOffer.class,
            DirectoryRequest.Claim.class,
            DirectoryRequest.Activate.class,
            DirectoryRequest.Renew.class);

    private static final SecureRandom CHANCE = new SecureRandom();
    private static final Keys KEYS = new Ed25519();

    private final long number;
    private final DirectoryLoop loop;
    private final Socket raw;
    private final LineServer server;
    private final Place place;
    private final Quotas quotas;
    private final AtomicInteger lists = new AtomicInteger();
    private final Semaphore unheard = new Semaphore(UNHEARD_REQUESTS_MAX);
    private volatile @Nullable DirectoryLine line;

    // Owned by the line's reading thread.
    private byte[] challenge = {};
    private final Proofs proofs = new Proofs();
    private boolean spoke;
    private int malformed;

    ServedLine(long number, DirectoryLoop loop, Socket raw, LineServer server, Place place, Quotas quotas) {
        this.number = number;
        this.loop = loop;
        this.raw = raw;
        this.server = server;
        this.place = place;
        this.quotas = quotas;
    }

    void start(DirectoryLine newLine) {
        line = newLine;
        newLine.start();
    }

    @Override
    public void received(DirectoryLine from, LineFrame frame) throws InterruptedException {
        if (!spoke) {
            spoke = true;
            server.spoke(this);
            beSilentFor(SILENCE_MILLIS);
            loop.post(() -> loop.opened(number, place.address(), this));
        }
        switch (frame.kind()) {
            case PING -> pinged(from);
            case PROOF -> proof(from, frame.body());
            case REQUEST -> request(from, frame);
            case REPLY, PUSH -> from.close("a process sent a " + frame.kind());
        }
    }

    private void pinged(DirectoryLine from) {
        boolean first = challenge.length == 0;
        from.send(first ? challenge() : LineFrame.ping());
        if (first) {
            loop.key().signsWith().ifPresent(this::push);
        }
    }

    /** With the first echo: a number that was never used before, for whoever has a key to sign. */
    private LineFrame challenge() {
        challenge = new byte[LineProof.CHALLENGE_BYTES];
        CHANCE.nextBytes(challenge);
        return LineFrame.challenge(challenge);
    }

    private void proof(DirectoryLine from, byte[] body) {
        OptionalLong peer = challenge.length == 0 || !proofs.take(System.nanoTime() / 1_000_000)
                ? OptionalLong.empty()
                : LineProof.peer(body, challenge, KEYS);
        if (peer.isEmpty()) {
            from.close("a proof that proves nothing");
        } else {
            loop.post(() -> loop.proved(number, peer.getAsLong()));
        }
    }

    private void beSilentFor(int millis) {
        try {
            raw.setSoTimeout(millis);
        } catch (SocketException alreadyClosed) {
            // the reader will find out
        }
    }

    private void request(DirectoryLine from, LineFrame frame) throws InterruptedException {
        DirectoryRequest request;
        try {
            request = DirectoryWire.decodeRequest(frame.body());
        } catch (MalformedException e) {
            if (++malformed > MALFORMED_MAX) {
                from.close("too many malformed requests");
            } else {
                answer(
                        frame.requestId(),
                        new DirectoryReply.Refused(
                                Reason.VERSIONS_DIFFER,
                                "the directory does not understand the request (" + e.getMessage()
                                        + "): use the same version of RGS at both ends"));
            }
            return;
        }
        if (SERVING.contains(request.getClass()) && !server.mayServe(from.certificate())) {
            answer(
                    frame.requestId(),
                    new DirectoryReply.Refused(
                            Reason.NOT_ADMITTED, "the certificate of this process does not permit serving"));
            return;
        }
        if (request instanceof DirectoryRequest.Discover) {
            list(frame.requestId(), request);
            return;
        }
        // A process that asks faster than the loop hears waits in its own socket.
        while (!unheard.tryAcquire(1, TimeUnit.SECONDS)) {
            if (loop.isStopped()) {
                return;
            }
        }
        loop.post(() -> {
            unheard.release();
            loop.request(number, frame.requestId(), request);
        });
    }

    private void list(long requestId, DirectoryRequest request) {
        if (!Place.take(lists, quotas.listsPerLine())) {
            answer(
                    requestId,
                    new DirectoryReply.Refused(
                            Reason.QUEUE_FULL,
                            quotas.listsPerLine() + " lists of this process wait to be made: ask again"));
        } else if (!place.takeList(quotas.listsPerAddress())) {
            lists.decrementAndGet();
            answer(
                    requestId,
                    new DirectoryReply.Refused(
                            Reason.QUEUE_FULL,
                            quotas.listsPerAddress() + " lists of " + place.address() + " wait to be made: ask again"));
        } else {
            loop.postLater(() -> {
                lists.decrementAndGet();
                place.listMade();
                loop.request(number, requestId, request);
            });
        }
    }

    Place place() {
        return place;
    }

    @Override
    public void ended(DirectoryLine ended, String why) {
        server.ended(this);
        if (spoke) {
            loop.post(() -> loop.closed(number));
        }
        LOG.debug("{} ended: {}", ended, why);
    }

    @Override
    public void answer(long requestId, DirectoryReply reply) {
        send(LineFrame.Kind.REPLY, requestId, ReplyBody.of(reply));
    }

    @Override
    public void push(DirectoryPush push) {
        byte[] body;
        try {
            body = DirectoryWire.encode(push);
        } catch (IllegalArgumentException tooLong) {
            LOG.warn("{} cannot be told of something: {}", line, tooLong.getMessage());
            return;
        }
        send(LineFrame.Kind.PUSH, 0, body);
    }

    private void send(LineFrame.Kind kind, long requestId, byte[] body) {
        DirectoryLine to = line;
        if (to != null && !to.send(new LineFrame(kind, requestId, body))) {
            to.close("it reads too slowly");
        }
    }

    @Override
    public void close(String why) {
        DirectoryLine closing = line;
        if (closing != null) {
            closing.close(why);
        }
    }

    /**
     * The proofs that one line may bring: of as many sessions as a process may have at once, then of some each second,
     * for sessions come and go, and nobody says which are over.
     */
    static final class Proofs {
        /** Each takes about a millisecond to check. */
        private static final int AT_ONCE = 1_024;

        private static final long MILLIS_EACH = 100;

        /** When there are all of them again. */
        private long spentUntil = Long.MIN_VALUE;

        /** Takes one; false if there is none left. */
        boolean take(long nowMillis) {
            long spent = Math.max(nowMillis, spentUntil);
            if (spent - nowMillis > (AT_ONCE - 1) * MILLIS_EACH) {
                return false;
            }
            spentUntil = spent + MILLIS_EACH;
            return true;
        }
    }
}
