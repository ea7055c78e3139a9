package org.gamenet.rgs.core.directory.lan;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.PeerNames;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.core.wire.SizeLimit;

/**
 * Datagrams as bytes: magic, version, the kind of game as 64 bits, the teller's nonce, the record's length, then the
 * record. A question is padded, so that no answer is longer than what asked for it. Decoding allocates no more than the
 * datagram is long. Any thread.
 */
final class LanWire {

    /** Longest datagram, bytes: it fits every network whole. */
    static final int BYTES_MAX = 1_200;

    private static final int MAGIC = 0x5247534c;
    private static final int VERSION = 2;
    private static final int HEAD = Integer.BYTES + 1 + 2 * Long.BYTES + Short.BYTES;
    private static final int ENDPOINTS_MOST = 8;
    private static final SizeLimit SIZE = new SizeLimit("a datagram", 1 << 20);
    private static final Records RECORDS = Records.ofStrangers(Map.of(1, Datagram.Ask.class, 2, Datagram.Game.class));
    private static final PeerNames NO_PEERS = id -> {
        throw new MalformedException("datagrams name no peers");
    };

    private LanWire() {}

    /** A datagram that came, with its kind of game and its sender. */
    record Heard(long kind, long nonce, Datagram said) {}

    /** 64 bits for a kind of game: kinds never meet. */
    static long kind(String name) {
        long hash = 0xcbf29ce484222325L;
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) hash = (hash ^ each & 0xff) * 0x100000001b3L;
        return hash;
    }

    static byte[] encode(long kind, long nonce, Datagram said) {
        Datagram fitting = said instanceof Datagram.Game game ? fitting(game) : said;
        byte[] bytes = RECORDS.encode((Record) fitting, SIZE, HEAD);
        if (bytes.length > BYTES_MAX) throw new IllegalArgumentException("a datagram of " + bytes.length + " bytes");
        ByteBuffer out = said instanceof Datagram.Ask
                ? ByteBuffer.allocate(BYTES_MAX).put(bytes).rewind()
                : ByteBuffer.wrap(bytes);
        out.putInt(MAGIC).put((byte) VERSION).putLong(kind).putLong(nonce).putShort((short) (bytes.length - HEAD));
        return out.array();
    }

    /** Some of its members are enough to get in, and attributes that do not fit are told by the game itself. */
    private static Datagram.Game fitting(Datagram.Game game) {
        Datagram.Game less = new Datagram.Game(
                game.name(),
                game.rules(),
                game.shape(),
                game.crowd(),
                game.open(),
                game.epoch(),
                game.endpoints().stream().limit(ENDPOINTS_MOST).toList());
        Map<String, String> attributes = new TreeMap<>(game.rules().attributes());
        while (!attributes.isEmpty() && RECORDS.encode(less, SIZE, HEAD).length > BYTES_MAX) {
            attributes.remove(
                    attributes.keySet().stream().reduce((first, last) -> last).orElseThrow());
            GameRules cut = less.rules().with(attributes);
            less = new Datagram.Game(
                    less.name(), cut, less.shape(), less.crowd(), less.open(), less.epoch(), less.endpoints());
        }
        return less;
    }

    /** Throws {@link MalformedException} for anything that is no datagram of this version. */
    static Heard decode(ByteBuffer bytes) {
        if (bytes.remaining() <= HEAD || bytes.remaining() > BYTES_MAX)
            throw new MalformedException("a datagram of " + bytes.remaining() + " bytes");
        if (bytes.getInt() != MAGIC) throw new MalformedException("not RGS's");
        if (bytes.get() != VERSION) throw new MalformedException("of another version");
        long kind = bytes.getLong();
        long nonce = bytes.getLong();
        int length = bytes.getShort();
        if (length < 0 || length > bytes.remaining())
            throw new MalformedException("a record of " + length + " bytes in " + bytes.remaining());
        bytes.limit(bytes.position() + length);
        return new Heard(kind, nonce, (Datagram) RECORDS.decode(bytes, NO_PEERS));
    }
}
