package org.gamenet.rgs.core.port;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * The connection layer of one session: a group of processes that reach each other. Views and closed sockets are hints,
 * never authority. No method blocks or throws for the network's failures; answers come to the {@link GroupListener} on
 * a thread of the transport.
 */
public interface GroupTransport extends AutoCloseable {

    /** Begins to listen; {@link GroupListener#listening} or {@link GroupListener#failed} follows. Once. */
    void listen(GroupListener listener);

    /**
     * A group is to be entered soon, and then at once: builds what can be built beforehand. A hint; nothing is seen of
     * it.
     */
    default void prepare() {}

    /**
     * Founds a group of this name with this process alone in it; {@link GroupListener#connected} or {@code failed}
     * follows.
     */
    void found(String group);

    /**
     * Joins the group that these processes form, never alone; {@link GroupListener#connected} or {@code failed}
     * follows.
     */
    void join(String group, List<Endpoint> members, long deadlineMillis);

    /** Newer places of the members, for a join under way and for healing a partition. */
    void know(List<Endpoint> members);

    /** Sends to one; dropped if it cannot be reached. The bytes are the transport's from here on. */
    void send(Node to, byte[] frame, Lane lane);

    /** Sends to everybody else in the group. The bytes are the transport's from here on. */
    void cast(byte[] frame, Lane lane);

    /**
     * The processes to keep a link to: a connection of RGS's own that needs no common view of the group. One that
     * breaks is dialled anew until it stands. Others may link to this process: they are heard, and can be answered.
     */
    default void link(Set<Endpoint> members) {}

    /** Whether a link to that process stands. */
    default boolean linked(Endpoint process) {
        return false;
    }

    /**
     * Says this over the link to that process. The bytes are the transport's from here on, and are not changed: the
     * same may be said to several. False: no link stands, nothing was sent. Bytes that a link has taken may still be
     * lost with it. {@link Lane#URGENT} overtakes.
     */
    default boolean say(Endpoint to, byte[] frame, Lane lane) {
        return false;
    }

    /**
     * Whether something that this process said to that one over links, in an earlier turn, has not left yet: what is
     * said again now would only come behind it. What waits leaves in the end, or is lost with the link, and then
     * nothing waits.
     */
    default boolean waits(Endpoint process) {
        return false;
    }

    /** As {@link #say}, for a frame from position to limit whose bytes are the caller's again afterwards. */
    default boolean saysCopy(Endpoint to, ByteBuffer frame, Lane lane) {
        return false;
    }

    /**
     * For how long nobody has read what comes, in nanoseconds, because this process got no processor or was busy:
     * silence in that time is nobody else's. 0: what has come is read.
     */
    default long unreadNanos() {
        return 0;
    }

    /** Whether this transport has links at all. */
    default boolean hasLinks() {
        return false;
    }

    /**
     * Says this over the link to that process as soon as one stands: the process is dialled, and for a second the words
     * wait. The bytes are the transport's from here on, and are not changed.
     */
    default void call(Endpoint to, byte[] frame, Lane lane) {}

    /**
     * Until {@link #uncork} what this thread says waits, so that all that one turn says to one process leaves at once.
     */
    default void cork() {}

    /** The frames that waited go out. The thread that corked. */
    default void uncork() {}

    /** Tells the group layer that RGS takes this one for dead, so that it does not wait for it. */
    void suspect(Node dead);

    /**
     * Where the process listens that speaks at this end of the group; null if that is not known. It cannot be another:
     * packets of the group come over that process's own link.
     */
    default @Nullable Endpoint placeOf(Node node) {
        return null;
    }

    /**
     * Whether that process may serve a game, by the certificate that it showed; null: nobody knows which process it is.
     * True where no certificates are shown.
     */
    default boolean mayServe(@Nullable Endpoint process) {
        return true;
    }

    /** Dials the process's probe listener; {@link GroupListener#probed} follows, within 250 ms. */
    void probe(Endpoint process);

    /** Leaves the group but goes on listening; another join may follow. */
    void disconnect();

    /** Ends everything; idempotent; blocks for 500 ms at most. */
    @Override
    void close();
}
