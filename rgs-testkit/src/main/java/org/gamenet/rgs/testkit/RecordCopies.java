package org.gamenet.rgs.testkit;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.wire.Records;

/** Copies of records, made by encoding and decoding, so that nothing is shared; peers within get their names again. */
final class RecordCopies {
    private final Records records;
    private final Map<Long, Peer> names = new TreeMap<>();

    RecordCopies(Records records) {
        this.records = records;
    }

    /** This peer has its name from now on, if it has none yet. */
    Peer know(Peer peer) {
        names.putIfAbsent(peer.id(), peer);
        return peer;
    }

    Record copy(Record record) {
        return records.decode(ByteBuffer.wrap(records.encode(record)), id -> names.getOrDefault(id, Peer.of(id, "")));
    }
}
