package org.gamenet.rgs.core.arbiter;

import java.util.HashSet;
import java.util.List;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * An epoch as the members of a game without a directory decide it (P55).
 *
 * @param epoch its number and claim
 * @param authority the primary, then its backups
 * @param electorate the members that decide on the next epoch, each once
 */
public record Reign(Epoch epoch, List<MemberId> authority, List<MemberId> electorate) {

    public Reign {
        authority = List.copyOf(authority);
        electorate = List.copyOf(electorate);
        if (authority.isEmpty()) throw new IllegalArgumentException("epoch " + epoch + " has nobody in its authority");
        if (electorate.isEmpty()
                || electorate.size() > Ledger.LISTED_MAX
                || new HashSet<>(electorate).size() < electorate.size()) {
            throw new IllegalArgumentException(
                    "an electorate of 1 to " + Ledger.LISTED_MAX + ", each once, not " + electorate);
        }
    }

    /** The electorate as the list of who is in the game (P71): a later epoch's has a higher count. */
    public Listing listing() {
        return new Listing(electorate, epoch.number());
    }

    /** The member that serves in it. */
    public MemberId first() {
        return authority.get(0);
    }
}
