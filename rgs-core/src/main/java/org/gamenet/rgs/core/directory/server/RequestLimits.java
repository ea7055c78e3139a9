package org.gamenet.rgs.core.directory.server;

import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Text;

/**
 * The directory's bounds for a name, an attribute, a place and a game's rules. A fault says what is wrong and what
 * would do.
 */
final class RequestLimits {

    private static final int ATTRIBUTES = 16;

    /** Members that a request may name. */
    static final int MEMBERS = 1_024;

    private RequestLimits() {}

    /** The fault of a list that is long to search. */
    static Optional<String> lengthFault(DirectoryRequest request) {
        int length = request instanceof DirectoryRequest.HostOrJoin r
                ? r.not().size()
                : request instanceof DirectoryRequest.Enlist e
                        ? e.members().size()
                        : request instanceof DirectoryRequest.Activate a
                                ? a.members().size()
                                : 0;
        return length <= MEMBERS
                ? Optional.empty()
                : Optional.of("the request lists " + length + "; at most " + MEMBERS + " are possible");
    }

    static boolean isName(String text) {
        return !text.isEmpty() && Text.fits(text, Text.NAME_BYTES);
    }

    static boolean isPlace(Endpoint place) {
        return !place.host().isEmpty()
                && Text.fits(place.host(), Text.HOST_BYTES)
                && isPort(place.groupPort())
                && isPort(place.probePort());
    }

    static Optional<String> attributesFault(Map<String, String> attributes) {
        if (attributes.size() > ATTRIBUTES) {
            return Optional.of(attributes.size() + " attributes; at most " + ATTRIBUTES + " are kept");
        }
        for (Map.Entry<String, String> one : attributes.entrySet()) {
            if (!isName(one.getKey())) {
                return Optional.of(nameFault("an attribute's name", one.getKey()));
            }
            if (!Text.fits(one.getValue(), Text.REASON_BYTES)) {
                return Optional.of("the value of attribute " + one.getKey() + " must be printable and at most "
                        + Text.REASON_BYTES + " bytes");
            }
        }
        return Optional.empty();
    }

    static Optional<String> fault(DirectoryRequest.Registration game) {
        if (!isName(game.founder().name())) {
            return Optional.of(nameFault("the player's name", game.founder().name()));
        }
        if (!isPlace(game.founder().endpoint())) {
            return Optional.of("the founder's address is not one: it must listen before it registers");
        }
        return fault(game.kind(), game.group(), game.rules());
    }

    static Optional<String> fault(String kind, String group, GameRules rules) {
        if (!isName(kind)) {
            return Optional.of(nameFault("the game's kind", kind));
        }
        if (!isName(rules.name())) {
            return Optional.of(nameFault("the game's name", rules.name()));
        }
        if (group.isEmpty() || !Text.fits(group, Text.GROUP_BYTES)) {
            return Optional.of(
                    "the name of the transport group must be printable and 1 to " + Text.GROUP_BYTES + " bytes");
        }
        if (rules.maxPlayers() < 1 || rules.maxPlayers() > MEMBERS) {
            return Optional.of("maxPlayers is " + rules.maxPlayers() + "; 1 to " + MEMBERS + " are possible");
        }
        if (rules.suspectAfterMillis() < 1 || rules.suspectAfterMillis() > 60_000) {
            return Optional.of("suspectAfter is " + rules.suspectAfterMillis() + " ms; at most 60000 is possible");
        }
        if (rules.giveUpAfterMillis() < 1 || rules.giveUpAfterMillis() > 600_000) {
            return Optional.of("giveUpAfter is " + rules.giveUpAfterMillis() + " ms; at most 600000 is possible");
        }
        if (rules.goOnWithFewerAfterMillis() < 0 || rules.goOnWithFewerAfterMillis() > rules.giveUpAfterMillis()) {
            return Optional.of("goOnWithFewerAfter is " + rules.goOnWithFewerAfterMillis()
                    + " ms; at most giveUpAfter, " + rules.giveUpAfterMillis() + " ms, is possible");
        }
        if (rules.failover().size() > Failover.values().length) {
            return Optional.of("failover names a way twice");
        }
        return attributesFault(rules.attributes());
    }

    /** The fault of a name, without repeating one that is endless. */
    static String nameFault(String whose, String name) {
        return whose + " must be printable and 1 to " + Text.NAME_BYTES + " bytes; it has " + name.length()
                + " characters";
    }

    private static boolean isPort(int port) {
        return port >= 0 && port <= 0xffff;
    }
}
