package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Lane;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links of one process, and the port that takes them, its only one. A visitor that ends what it has to say before
 * it has begun asks only whether the process lives: it is closed at once, and that is the answer.
 *
 * <p>A process to keep a link to is {@link #want}ed, and one that is {@link #carry told} something is dialled; others
 * may dial, and are heard and answered too. A wanted link that is down, or doubtful, is dialled anew every 100 ms;
 * dials overlap, because one that began during a cut waits for TCP, which tries ever later. Any thread, but for
 * {@link #uncork}: the one that corked.
 */
public final class Links implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Links.class);

    private final Loop loop;
    private final LinkLimits limits;
    private final LinkListener listener;
    private final @Nullable SSLContext tls;
    private final Entrance entrance;
    private final Endpoint self;
    private final Pairs pairs;
    private final Calls calls;
    private final Doorway doorway;
    private final Intake intake;
    private volatile boolean closed;
    private final Speech speech;
    private final Dials dials;
    private final Upkeep upkeep;

    /** Opens the port; 0: any free one. {@code tls}: mutual, on every link. Before the loop starts. */
    public Links(
            Loop loop, InetAddress host, int port, LinkLimits limits, @Nullable SSLContext tls, LinkListener listener)
            throws IOException {
        this.loop = loop;
        this.limits = limits;
        this.tls = tls;
        this.listener = listener;
        this.doorway = new Doorway(limits);
        this.calls = new Calls(limits.waitingBytes());
        this.intake = new Intake(limits, listener, this::greeted, doorway, link -> drop(link, true), () -> closed);
        this.dials = new Dials(host, doorway, calls, new Opened());
        this.entrance = new Entrance(loop, host, port, this::letIn);
        this.self = new Endpoint(host.getHostAddress(), entrance.port(), entrance.port());
        this.pairs = new Pairs(self);
        this.speech = new Speech(pairs, calls, limits.frameBytes(), this::dial, this::breaks);
        this.upkeep = new Upkeep(pairs, doorway, calls, dials, new Kept());
        loop.eachRound(this::round);
    }

    /** As whom this process speaks: where it listens. */
    public Endpoint self() {
        return self;
    }

    // ---- for the session and the group's stack

    /** The processes to keep a link to from now on. */
    public void want(Set<Endpoint> processes) {
        if (upkeep.want(processes)) {
            soon();
        }
    }

    /** To whom the group's stack wants a link from now on, to hear whether they live. */
    public void watch(Set<Endpoint> processes) {
        if (upkeep.watch(processes)) {
            soon();
        }
    }

    /** How long nothing came from that process, in nanoseconds; not longer than it has been wanted, 0 if it is not. */
    public long silentNanos(Endpoint process) {
        PeerLinks pair = pairs.to(process);
        return pair == null ? 0 : Math.max(0, System.nanoTime() - pair.heardAt());
    }

    /**
     * Says this to that process, if there is a sound link to it; does not block. A thread that has {@link #cork}ed says
     * nothing before {@link #uncork}. The bytes are the link's from here on, and may be said to several. False: it did
     * not go this way.
     */
    public boolean say(Endpoint to, byte[] frame, Lane lane) {
        return speech.frame(to, ByteBuffer.wrap(frame), true, lane);
    }

    /** As {@link #say}, for a frame from position to limit whose bytes are the caller's again afterwards. */
    public boolean saysCopy(Endpoint to, ByteBuffer frame, Lane lane) {
        return speech.frame(to, frame, false, lane);
    }

    /**
     * Says this to that process. Where no sound link stands the process is dialled, and the frame waits for a while.
     * The bytes are the link's from here on.
     */
    public void call(Endpoint to, byte[] frame, Lane lane) {
        if (!closed) speech.call(to, frame, lane);
    }

    /** A packet of the group's stack. Where no link stands the process is dialled, and the packet waits for a while. */
    public void carry(Endpoint to, byte[] packet) {
        if (!closed) speech.carry(to, packet);
    }

    private void dial(Endpoint to) {
        loop.execute(() -> {
            long now = System.nanoTime();
            PeerLinks pair = pairs.with(to);
            pair.dialAt = Math.min(pair.dialAt, now);
            upkeep.keep(pair, now);
        });
    }

    /** Frames of this thread wait for {@link #uncork} from now on: those for one process leave in one write. */
    public void cork() {
        speech.cork();
    }

    /** The frames that waited go out. */
    public void uncork() {
        speech.uncork();
    }

    private void breaks(Link broken) {
        loop.execute(() -> end(broken, true));
    }

    /** Whether there is a sound link to it. */
    public boolean isLinked(Endpoint process) {
        return pairs.isLinked(process, System.nanoTime());
    }

    /** Why the last dial of that process was in vain; null if it was not. */
    public @Nullable String refusal(Endpoint process) {
        return calls.refusal(process);
    }

    /** The certificate of that process; null in the clear, and where no link stood of late. */
    public @Nullable Certificate certificate(Endpoint process) {
        PeerLinks pair = pairs.to(process);
        return pair == null ? null : pair.certificate();
    }

    /** Whether its host refused the last dial: nobody listens there any more. */
    public boolean isRefused(Endpoint process) {
        return calls.isRefused(process);
    }

    /** Frames and packets that wait for that process. */
    public int waiting(Endpoint process) {
        return calls.waiting(process) + pairs.waiting(process);
    }

    /** Whether words for that process wait for a link, or for room in its socket; not whether this turn says some. */
    public boolean waits(Endpoint process) {
        return calls.waiting(process) > 0 || pairs.isFull(process);
    }

    /** Links that are up, to anybody. */
    int count() {
        return pairs.all().stream().mapToInt(pair -> pair.up().size()).sum();
    }

    /** Frames that fell out because nobody took them. */
    long dropped() {
        return pairs.dropped();
    }

    /** Breaks all links, as the network may. */
    public void reset() {
        loop.execute(() -> List.copyOf(doorway.all()).forEach(link -> drop(link, true)));
    }

    @Override
    public void close() {
        closed = true;
        pairs.clear();
    }

    // ---- visitors, on the loop's thread

    private void letIn(SocketChannel visitor) throws IOException {
        Link link = null;
        try {
            link = new Link(visitor, null, limits, tls, this::worked, System.nanoTime());
            for (Link gone = doorway.inTheWay(); gone != null; gone = doorway.inTheWay()) {
                drop(gone, false);
            }
            if (!closed && doorway.hasRoomFor(link.address())) {
                watch(link, SelectionKey.OP_READ);
                return;
            }
            visitor.close();
        } catch (IOException gone) {
            visitor.close();
            doorway.all().remove(link);
        }
    }

    private void watch(Link link, int interests) throws IOException {
        doorway.all().add(link);
        Doing attend = () -> attend(link);
        link.waitsAt(loop.register(link.channel, interests, key -> doing(link, attend)));
    }

    /** A handshake goes on. */
    private void worked(Link link) {
        loop.execute(() -> doing(link, () -> {
            link.goOn();
            read(link);
        }));
    }

    private void attend(Link link) throws IOException {
        SelectionKey key = link.key();
        if (key.isConnectable() && link.channel.finishConnect()) {
            key.interestOps(SelectionKey.OP_READ);
            link.hello(new Hello(self));
            return;
        }
        if (key.isReadable()) {
            read(link);
        }
        if (key.isValid() && key.isWritable()) {
            link.writeOn();
        }
    }

    /** An operation on one link's channel. */
    private interface Doing {
        void run() throws IOException;
    }

    private void doing(Link link, Doing what) {
        if (!doorway.all().contains(link)) {
            return;
        }
        try {
            what.run();
        } catch (LinkException wrong) {
            LOG.debug("a link from {} ends: {}", link.address(), wrong.getMessage());
            drop(link, true);
        } catch (IOException broken) {
            Endpoint process = link.process();
            if (link.dialled && !link.isUp() && process != null) {
                dials.inVain(process, broken, System.nanoTime());
            }
            end(link, true);
        } catch (CancelledKeyException closed) {
            end(link, true);
        } catch (RuntimeException | Error fault) {
            // Where it stopped in what came nobody knows: the rest would be taken for something else.
            Loop.warn(fault);
            drop(link, true);
        }
    }

    private void read(Link link) throws IOException {
        if (!intake.readsAll(link)) {
            readOn(link);
        } else if (link.isOver()) {
            end(link, !link.isLetGo());
        } else if (link.isWaiting()) {
            link.flush();
        }
    }

    /** In the next round, when others had their turn. With TLS more may be there than the socket shows. */
    private void readOn(Link link) {
        if (link.mayHoldMore() && !link.readsOn) {
            link.readsOn = true;
            loop.execute(() -> {
                link.readsOn = false;
                doing(link, () -> read(link));
            });
        }
    }

    private void greeted(Link link, Endpoint who) throws LinkException {
        link.checkIsFrom(who, self);
        PeerLinks pair = pairs.with(who);
        pair.accept(link, this::dial);
        try {
            if (!link.dialled) {
                link.hello(new Hello(self));
            }
        } catch (IOException broken) {
            throw new LinkException("gone while it was greeted");
        }
        long now = System.nanoTime();
        link.up(who);
        pair.add(link);
        // A frame that waits in a doubtful one would only come late.
        pair.up().stream().filter(each -> pair.isPast(each, now)).forEach(each -> drop(each, false));
        if (pair.up().size() > limits.perProcess()) {
            drop(pair.up().get(0), false);
        }
        if (closed) {
            return;
        }
        if (pair.up().size() == 1) {
            listener.linked(who);
        }
        speech.answer(who);
    }

    private void drop(Link link, boolean hint) {
        link.reset();
        end(link, hint);
    }

    /** {@code hint}: whether the listener is to hear of it, should it have been the last to that process. */
    private void end(Link link, boolean hint) {
        if (!doorway.all().remove(link)) {
            return;
        }
        intake.forget(link);
        link.close();
        Endpoint process = link.process();
        PeerLinks pair = process == null ? null : pairs.to(process);
        if (process == null || pair == null) {
            return;
        }
        boolean wasLast = pair.remove(link) && pair.up().isEmpty();
        if (wasLast && !closed) {
            pair.dialAt = System.nanoTime();
            upkeep.soon();
            if (hint) {
                listener.unlinked(process);
            }
        }
    }

    // ---- time passes, the loop's thread

    private void round() {
        intake.round();
        entrance.passTime(System.nanoTime());
        if (!closed) {
            upkeep.round();
        }
    }

    private void soon() {
        loop.execute(upkeep::soon);
    }

    /** How a link to whom one dials comes to be. */
    private final class Opened implements Dials.Opening {
        @Override
        public Link link(SocketChannel channel, Endpoint process) throws IOException {
            return new Link(channel, process, limits, tls, Links.this::worked, System.nanoTime());
        }

        @Override
        public void watch(Link link, int interests) throws IOException {
            Links.this.watch(link, interests);
        }

        @Override
        public void greet(Link link) throws IOException {
            link.hello(new Hello(self));
        }

        @Override
        public void refused(Endpoint process) {
            if (!closed) {
                listener.refused(process);
            }
        }
    }

    /** The things that time makes necessary. */
    private final class Kept implements Upkeep.Effects {
        @Override
        public void end(Link link, boolean hint) {
            Links.this.end(link, hint);
        }

        @Override
        public void answer(Endpoint process) {
            speech.answer(process);
        }
    }
}
