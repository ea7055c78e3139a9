package org.gamenet.rgs.core.directory.protocol;

import java.util.List;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Text;

/**
 * A game as the directory knows it; as old as the holder's last renewal.
 *
 * @param id given by the directory
 * @param kind kinds never meet
 * @param group name of the transport group, chosen by whoever registered the game
 * @param rules rules of the game, with the attributes last advertised
 * @param schema hash of the game's records
 * @param version RGS's protocol version
 * @param players seats taken
 * @param open whether newcomers are let in (false also while nobody serves it)
 * @param server display name of whoever serves
 * @param backedUp whether somebody backs it up
 * @param epoch the last active epoch
 * @param endpoints of the members, those first that the holder named first
 * @param createdOrder position in the order of registrations: what "oldest" and "next page" go by
 */
public record GameEntry(
        @Text.Within(Text.NAME_BYTES) String id,
        @Text.Within(Text.NAME_BYTES) String kind,
        @Text.Within(Text.GROUP_BYTES) String group,
        GameRules rules,
        long schema,
        int version,
        int players,
        boolean open,
        @Text.Within(Text.NAME_BYTES) String server,
        boolean backedUp,
        Epoch epoch,
        List<Endpoint> endpoints,
        long createdOrder) {

    public GameEntry {
        endpoints = List.copyOf(endpoints);
    }

    /** The same with other places. */
    public GameEntry at(List<Endpoint> places) {
        return new GameEntry(
                id, kind, group, rules, schema, version, players, open, server, backedUp, epoch, places, createdOrder);
    }
}
