package org.gamenet.rgs.directory;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.gamenet.rgs.directory.DirectoryLoop.Peer;

/** The lines that stand: their other ends, their addresses, and the members that have proved themselves on them. */
final class OpenLines {
    private static final int PROVED_MAX = 1_024;

    private final Map<Long, Peer> peers = new HashMap<>();
    private final Map<Long, String> addresses = new HashMap<>();
    private final Map<Long, Set<Long>> proved = new HashMap<>();

    void open(long line, String address, Peer peer) {
        peers.put(line, peer);
        addresses.put(line, address);
    }

    boolean isOpen(long line) {
        return peers.containsKey(line);
    }

    /** False if the line is not open. */
    boolean prove(long line, long member) {
        if (!isOpen(line)) {
            return false;
        }
        Set<Long> members = proved.computeIfAbsent(line, l -> new LinkedHashSet<>());
        // One too many says that others are missing.
        if (members.size() <= PROVED_MAX) {
            members.add(member);
        }
        return true;
    }

    /** It has closed; false if it was not open. */
    boolean close(long line) {
        proved.remove(line);
        addresses.remove(line);
        return peers.remove(line) != null;
    }

    /** Closes every line, and says why. */
    void closeAll(String why) {
        List.copyOf(peers.values()).forEach(peer -> peer.close(why));
        peers.clear();
        addresses.clear();
        proved.clear();
    }

    /** Lines with their addresses; they may close meanwhile. */
    void forEach(BiConsumer<Long, String> then) {
        List.copyOf(peers.keySet()).forEach(line -> then.accept(line, addresses.getOrDefault(line, "")));
    }

    /** Lines with the members that have proved themselves on them. */
    void forEachProved(BiConsumer<Long, Long> then) {
        proved.forEach((line, members) -> members.forEach(member -> then.accept(line, member)));
    }

    /**
     * Closes the lines on which more have proved themselves than are remembered: whoever is still there does so anew.
     */
    void closeCrowded(String why) {
        proved.forEach((line, members) -> {
            if (members.size() > PROVED_MAX) {
                with(line, peer -> peer.close(why));
            }
        });
    }

    /** Nothing if the line is not open. */
    void with(long line, Consumer<Peer> then) {
        Peer peer = peers.get(line);
        if (peer != null) {
            then.accept(peer);
        }
    }
}
