package org.gamenet.rgs.core.transport.links;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.gamenet.rgs.core.machine.Endpoint;

/**
 * The first word of a link, said by who dials and answered in kind: which process speaks, as where it listens.
 *
 * <pre>
 *  0  magic        i32
 *  4  version      u8
 *  5  host length  u8, 1 or more
 *  6  group port   u16
 *  8  probe port   u16
 * 10  host         as the address is written: digits, letters, . : %
 * </pre>
 */
record Hello(Endpoint process) {
    static final int MAGIC = 0x52475320;
    static final int VERSION = 3;
    static final int HEAD_BYTES = 10;
    static final int HOST_MAX = 64;

    byte[] toBytes() {
        byte[] host = process.host().getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(HEAD_BYTES + host.length)
                .putInt(MAGIC)
                .put((byte) VERSION)
                .put((byte) host.length)
                .putShort((short) process.groupPort())
                .putShort((short) process.probePort())
                .put(host)
                .array();
    }

    /** How long the host is that follows this head. */
    static int hostLength(byte[] head) throws LinkException {
        if (head[4] != VERSION) {
            throw new LinkException("version " + (head[4] & 0xff) + " of links, not " + VERSION);
        }
        int length = head[5] & 0xff;
        if (length == 0 || length > HOST_MAX) {
            throw new LinkException("a host of " + length + " characters");
        }
        return length;
    }

    static Hello of(byte[] head, byte[] host) throws LinkException {
        for (byte each : host) {
            boolean written = each >= '0' && each <= '9'
                    || each >= 'a' && each <= 'z'
                    || each >= 'A' && each <= 'Z'
                    || each == '.'
                    || each == ':'
                    || each == '%';
            if (!written) {
                throw new LinkException("a host that is no address");
            }
        }
        ByteBuffer ports = ByteBuffer.wrap(head, 6, 4);
        int group = Short.toUnsignedInt(ports.getShort());
        int probe = Short.toUnsignedInt(ports.getShort());
        if (group == 0 || probe == 0) {
            throw new LinkException("no port");
        }
        return new Hello(new Endpoint(new String(host, StandardCharsets.US_ASCII), group, probe));
    }
}
