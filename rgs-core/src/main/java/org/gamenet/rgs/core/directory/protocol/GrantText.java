package org.gamenet.rgs.core.directory.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The text of a grant that a directory signs, so that a member that cannot ask it may believe it (P36): that this epoch
 * of this game is that member's, who listens there. The same bytes at either end; no two grants have the same.
 */
public final class GrantText {

    private static final byte[] USE = "rgs grant 1".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGS = 5;
    private static final int INTS = 4;

    private GrantText() {}

    /** @param place where the holder listens; empty if the directory does not know */
    public static byte[] of(String game, Epoch epoch, MemberId holder, Optional<Endpoint> place) {
        byte[] id = game.getBytes(StandardCharsets.UTF_8);
        byte[] host = place.map(Endpoint::host).orElse("").getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(USE.length + id.length + host.length + LONGS * Long.BYTES + INTS * Integer.BYTES)
                .put(USE)
                .putInt(id.length)
                .put(id)
                .putLong(epoch.number())
                .putLong(epoch.claimId())
                .putLong(holder.peer())
                .putLong(holder.incarnation().attempt())
                .putLong(holder.incarnation().nonce())
                .putInt(place.isPresent() ? host.length : -1)
                .put(host)
                .putInt(place.map(Endpoint::groupPort).orElse(0))
                .putInt(place.map(Endpoint::probePort).orElse(0))
                .array();
    }
}
