package org.gamenet.rgs.core.port;

import java.util.function.Consumer;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;

/** The directory as a process sees it: one line, shared by the sessions of the process. */
public interface DirectoryPort extends AutoCloseable {

    /**
     * Asks; exactly one answer, {@link DirectoryReply.Unreachable} if none came in time. The consumer runs on a thread
     * of the port and must only enqueue.
     */
    void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then);

    /**
     * The receiver of the directory's pushes: offers to spares. Consumers run on a thread of the port and must only
     * enqueue.
     */
    void listen(Consumer<? super DirectoryPush> pushes);

    /** Whether it hands out epochs (P13); otherwise it only finds games, and their members decide (P55). */
    default boolean arbitrates() {
        return true;
    }

    /**
     * Requests from here on are made by the holder of this key, too: a line over a network proves it, and so does each
     * that replaces it.
     */
    default void speaksFor(Keys.Key key) {}

    /** Whether it has said by which key it signs grants: what it has not signed was not granted by it (P36). */
    default boolean signs() {
        return false;
    }

    /** Whether that is the directory's signature of this text, as far as is known here. */
    default boolean hasSigned(byte[] text, byte[] signature) {
        return false;
    }

    /** That member is no longer here. */
    default void forgets(Keys.Key key) {}

    /** Ends the line. */
    @Override
    void close();
}
