package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.security.cert.Certificate;
import org.jspecify.annotations.Nullable;

/** The bytes of one connection, in the clear or not. Nothing blocks. */
interface Wire extends WritableByteChannel {

    /** How many bytes came; 0: none now; -1: none any more. */
    int read(ByteBuffer into) throws IOException;

    /** Whether bytes that were taken wait for room in the socket. */
    boolean isFull();

    /** Whether nothing can be written before something was read, or worked out: to wait for room would be in vain. */
    boolean isBusy();

    /** Whether more may be there to be read than the socket shows. */
    default boolean holdsBack() {
        return false;
    }

    /** The certificate that the other end has shown; null in the clear. Once something could be read. */
    default @Nullable Certificate certificate() {
        return null;
    }

    /** Whether nothing can be read before something is worked out. */
    default boolean isWorking() {
        return false;
    }
}
