package org.gamenet.rgs.core.directory.server;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many things of one sort each line, and each address, holds: games, or spares. Lines without an address have no
 * bound.
 */
final class Holdings<K> {

    private final String what;
    private final int perLine;
    private final int perAddress;
    private final Map<K, Owner> owners = new HashMap<>();
    private final Map<Long, Integer> byLine = new HashMap<>();
    private final Map<String, Integer> byAddress = new HashMap<>();

    private record Owner(long line, String address) {}

    Holdings(String what, int perLine, int perAddress) {
        this.what = what;
        this.perLine = perLine;
        this.perAddress = perAddress;
    }

    /** Why one more may not be had on this line; empty if it may. */
    Optional<String> refusal(long line, String address) {
        if (address.isEmpty()) {
            return Optional.empty();
        }
        if (byLine.getOrDefault(line, 0) >= perLine) {
            return Optional.of("one process may have " + perLine + " " + what + " at this directory, and has them");
        }
        return byAddress.getOrDefault(address, 0) >= perAddress
                ? Optional.of("one address may have " + perAddress + " " + what + " at this directory, and " + address
                        + " has them")
                : Optional.empty();
    }

    /** It is this line's from now on, whosever it was. */
    void put(K key, long line, String address) {
        Owner now = new Owner(line, address);
        Owner before = owners.put(key, now);
        if (!now.equals(before)) {
            forget(before);
            byLine.merge(line, 1, Integer::sum);
            byAddress.merge(address, 1, Integer::sum);
        }
    }

    void remove(K key) {
        forget(owners.remove(key));
    }

    private void forget(@Nullable Owner owner) {
        if (owner != null) {
            byLine.computeIfPresent(owner.line(), (line, count) -> count == 1 ? null : count - 1);
            byAddress.computeIfPresent(owner.address(), (address, count) -> count == 1 ? null : count - 1);
        }
    }
}
