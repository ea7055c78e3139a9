package org.gamenet.rgs.core.wire;

import java.nio.ByteBuffer;

/** Decodes messages without their ids, with one reader for all of them. One thread at a time. */
public final class BodyDecoder {
    private final Records records;
    private final PeerNames names;
    private final Input input = new Input();

    BodyDecoder(Records records, PeerNames names) {
        this.records = records;
        this.names = names;
    }

    /** As {@link Records#decodeBody}. */
    public Record decode(int id, ByteBuffer bytes) {
        // A constructor that decodes is rare, and reads with another.
        if (input.isBusy()) return records.decodeBody(id, bytes, names);
        try {
            input.start(bytes, names);
            return records.decode(id, input);
        } finally {
            input.done();
        }
    }
}
