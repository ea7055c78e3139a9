package org.gamenet.rgs.core.transport.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.transport.links.Links;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.NoBundler;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * The bottom of JGroups' stack: its packets ride on RGS's links. It has no sockets, and nothing in it blocks; where no
 * link stands the process is dialled and the packet waits for a while. A link that broke is the hint that a closed
 * socket is.
 */
final class LinkedTp extends TP {
    /**
     * Asks downwards how long nothing came from a member, in nanoseconds, since it is watched. A protocol on the way
     * may know worse.
     */
    static final int SILENCE = 1_000;

    private static final int BATCH_FLAG = 1;
    private static final int VERSION_BYTES = 2;
    private static final int KIND_BYTES = 2;
    private static final int FLAGS_BYTES = 2;
    private static final int NAMES_RECEIVER = 1;
    private static final int NAMES_SENDER = 2;

    private final Links links;
    private final IpAddress self;
    private final int packetBytes;
    private final Map<Endpoint, IpAddress> places = new ConcurrentHashMap<>();
    private final Map<IpAddress, Endpoint> processes = new ConcurrentHashMap<>();
    /** The speakers by their links, of those whose address does not say where they listen. */
    private final Map<Address, Endpoint> speakers = new ConcurrentHashMap<>();

    private final Map<Endpoint, Long> lost = new ConcurrentHashMap<>();
    private @Nullable ThreadPoolExecutor threads;
    private volatile boolean connected;
    private volatile boolean dead;

    LinkedTp(Links links, InetAddress host, TransportLimits limits) {
        this.links = links;
        this.self = new IpAddress(host, links.self().groupPort());
        this.packetBytes = limits.packetBytes();
        setId(ClassConfigurator.getProtocolId(TP.class));
        setBundler(new NoBundler());
    }

    /** By so many threads, behind which so many packets wait. Before it is initialised. */
    void delivers(int count, int packets, long restMillis) {
        threads = DaemonThreads.few(count, packets, restMillis, getThreadFactory());
    }

    // ---- what JGroups asks

    /** JGroups makes its own pool after {@link #init}. */
    @Override
    public void start() throws Exception {
        ThreadPoolExecutor few = threads;
        if (few != null && getThreadPool().getThreadPool() != few) {
            getThreadPool().setThreadPool(few);
        }
        super.start();
    }

    @Override
    public boolean supportsMulticasting() {
        return false;
    }

    @Override
    protected PhysicalAddress getPhysicalAddress() {
        return self;
    }

    @Override
    public void sendUnicast(PhysicalAddress to, byte[] data, int offset, int length) {
        if (dead) {
            return;
        }
        if (to.equals(self)) {
            receive(self, data, offset, length);
        } else {
            links.carry(process(to), Arrays.copyOfRange(data, offset, offset + length));
        }
    }

    @Override
    public Object down(Event event) {
        if (event.getType() == SILENCE) {
            return silentNanos(event.getArg());
        }
        if (event.getType() == Event.VIEW_CHANGE) {
            learnPlaces(event.getArg());
        }
        return super.down(event);
    }

    private void learnPlaces(View next) {
        for (Address member : next.getMembersRaw()) {
            IpAddress place = Addresses.place(member);
            if (place != null && !member.equals(local_addr)) {
                logical_addr_cache.addIfAbsent(member, place);
            }
        }
    }

    private long silentNanos(Address member) {
        Endpoint process = process(member);
        return process == null ? Long.MAX_VALUE : links.silentNanos(process);
    }

    @Override
    protected void handleConnect() throws Exception {
        super.handleConnect();
        connected = true;
    }

    @Override
    protected void handleDisconnect() {
        connected = false;
        super.handleDisconnect();
    }

    /** Where this process listens. */
    IpAddress listener() {
        return self;
    }

    // ---- what links tell

    /** A packet of that process. */
    void packet(Endpoint from, ByteBuffer packet) {
        if (!connected || dead || packet.remaining() > packetBytes) {
            return;
        }
        IpAddress place = place(from);
        int offset = packet.arrayOffset() + packet.position();
        if (place != null && isItsOwn(from, place, packet.array(), offset, packet.remaining())) {
            receive(place, packet.array(), offset, packet.remaining());
        }
    }

    /**
     * Whether the process of that link has sent it: who gives itself out for somebody else is not heard. Where an
     * address says by itself where it listens that is easy; otherwise it is whoever used it first.
     */
    private boolean isItsOwn(Endpoint from, IpAddress place, byte[] data, int offset, int length) {
        Address sender = sender(data, offset, length);
        if (sender == null) {
            return false;
        }
        IpAddress says = Addresses.place(sender);
        if (says != null) {
            return says.equals(place);
        }
        if (speakers.size() > TransportLimits.PROCESSES_MAX) {
            speakers.clear();
        }
        Endpoint before = speakers.putIfAbsent(sender, from);
        return before == null || before.equals(from);
    }

    /**
     * The sender, as the packet says itself; null if it is no packet, or a batch of them: nobody here sends any, and
     * each of its messages might say something else.
     */
    private static @Nullable Address sender(byte[] data, int offset, int length) {
        try {
            ByteArrayDataInputStream in = new ByteArrayDataInputStream(data, offset, length);
            in.skipBytes(VERSION_BYTES);
            if ((in.readByte() & BATCH_FLAG) != 0) {
                return null;
            }
            in.skipBytes(KIND_BYTES);
            byte names = in.readByte();
            in.skipBytes(FLAGS_BYTES);
            if ((names & NAMES_RECEIVER) != 0) {
                Util.readAddress(in);
            }
            return (names & NAMES_SENDER) == 0 ? null : Util.readAddress(in);
        } catch (IOException | ClassNotFoundException | RuntimeException garbage) {
            return null;
        }
    }

    /** Where that member listens, by its address or by the link that it spoke on; null if neither tells. */
    @Nullable
    Endpoint placeOf(Address member) {
        IpAddress says = Addresses.place(member);
        return says == null ? speakers.get(member) : process(says);
    }

    /** The last link to that process broke. */
    void unlinked(Endpoint process) {
        lost.put(process, System.nanoTime());
        suspect(process);
    }

    /** Nobody listens there, which says as much as a broken link. */
    void refused(Endpoint process) {
        suspect(process);
    }

    private void suspect(Endpoint process) {
        IpAddress place = place(process);
        Address peer = place == null || logical_addr_cache == null ? null : logical_addr_cache.getByValue(place);
        GMS membership = stack.findProtocol(GMS.class);
        if (peer != null && connected && view != null && view.containsMember(peer) && !membership.isLeaving()) {
            Event suspect = new Event(Event.SUSPECT, List.of(peer));
            thread_pool.execute(() -> up_prot.up(suspect));
        }
    }

    // ---- what the protocols above ask

    /** Why the last dial of that place was in vain; null if it was not. */
    @Nullable
    String refusal(PhysicalAddress place) {
        return links.refusal(process(place));
    }

    /** Whether this member's host refused the last dial: nobody listens there any more. */
    boolean isRefused(Address member) {
        PhysicalAddress place = getPhysicalAddressFromCache(member);
        return place != null && links.isRefused(process(place));
    }

    /** Whether the last link to this member broke within so many milliseconds. */
    boolean lostLately(Address member, long millis) {
        PhysicalAddress place = getPhysicalAddressFromCache(member);
        Long since = place == null ? null : lost.get(process(place));
        return since != null && System.nanoTime() - since < TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Wants a link to each of these from now on, to hear whether they live. */
    void watch(Set<Endpoint> processes) {
        links.watch(processes);
    }

    /** Where this member listens; null if that is not known yet. */
    @Nullable
    Endpoint process(Address member) {
        PhysicalAddress place = getPhysicalAddressFromCache(member);
        return place == null ? null : process(place);
    }

    /** Packets that wait for the link to this member; 0 if there is none. */
    int queued(Address member) {
        PhysicalAddress place = getPhysicalAddressFromCache(member);
        return place == null ? 0 : links.waiting(process(place));
    }

    /** Says and hears nothing any more. */
    void die() {
        dead = true;
    }

    /** As it calls itself; the zone of an address is each machine's own affair. */
    private Endpoint process(PhysicalAddress place) {
        IpAddress at = (IpAddress) place;
        Endpoint known = processes.get(at);
        if (known != null) {
            return known;
        }
        String written = at.getIpAddress().getHostAddress();
        int zone = written.indexOf('%');
        return new Endpoint(zone < 0 ? written : written.substring(0, zone), at.getPort(), at.getPort());
    }

    /** Where it listens, if that was asked before. */
    @Nullable
    IpAddress known(Endpoint process) {
        return places.get(process);
    }

    /** Where it listens; null if that is no address. */
    @Nullable
    IpAddress place(Endpoint process) {
        IpAddress known = places.get(process);
        if (known != null) {
            return known;
        }
        if (places.size() > TransportLimits.PROCESSES_MAX) {
            places.clear();
            processes.clear();
            lost.clear();
        }
        try {
            IpAddress place = new IpAddress(InetAddress.getByName(process.host()), process.groupPort());
            places.put(process, place);
            processes.put(place, process);
            return place;
        } catch (UnknownHostException unknown) {
            return null;
        }
    }
}
