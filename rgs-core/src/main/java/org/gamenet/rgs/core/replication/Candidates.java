package org.gamenet.rgs.core.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The members to ask for a backup (P49): processes that play nothing first, then players, round robin from whoever was
 * asked last.
 *
 * @param cursor the member asked last
 * @param refused members asked in this round that will not, or cannot
 * @param againAt when a new round may begin
 */
record Candidates(MemberId cursor, Set<MemberId> refused, long againAt) {

    /** Between two rounds in which nobody agreed. */
    static final long ROUND_MILLIS = 1_000;

    /** So much longer until one that plays nothing is asked again to take a player's place: the game is backed up. */
    private static final long UNSEATED_MILLIS = 9_000;

    static Candidates after(MemberId cursor) {
        return new Candidates(cursor, Set.of(), 0);
    }

    Optional<MemberId> next(CopyEvent.Game game, MemberId me, long now) {
        List<MemberId> all = new ArrayList<>();
        for (Kind kind : List.of(Kind.SERVER, Kind.PLAYER))
            all.addAll(inTurn(game.roster().stream()
                    .filter(m -> m.kind() == kind)
                    .map(Member::id)
                    .toList()));
        all.removeIf(id -> id.equals(me) || !game.has(id));
        Optional<MemberId> fresh =
                all.stream().filter(id -> !refused.contains(id)).findFirst();
        return fresh.isPresent() || now < againAt ? fresh : all.stream().findFirst();
    }

    /** One that plays nothing, and has not refused lately: rather it than a player (P49). */
    Optional<MemberId> unseated(CopyEvent.Game game, MemberId me, long now) {
        boolean all = now >= againAt + UNSEATED_MILLIS;
        return game.roster().stream()
                .filter(m -> m.kind() == Kind.SERVER)
                .map(Member::id)
                .filter(id -> !id.equals(me) && game.has(id) && (all || !refused.contains(id)))
                .findFirst();
    }

    /** The candidates behind the cursor first: by rank, from where the last search ended. */
    private List<MemberId> inTurn(List<MemberId> some) {
        int at = some.indexOf(cursor) + 1;
        List<MemberId> turned = new ArrayList<>(some.subList(at, some.size()));
        turned.addAll(some.subList(0, at));
        return turned;
    }

    /** Asks this member. Members that refused before are asked in a new round. */
    Candidates asks(MemberId one) {
        return new Candidates(one, refused.contains(one) ? Set.of() : refused, againAt);
    }

    Candidates without(MemberId one, long now) {
        Set<MemberId> more = new TreeSet<>(refused);
        more.add(one);
        return new Candidates(cursor, more, now + ROUND_MILLIS);
    }

    /** A member that is out of the game is not remembered (P52). */
    Candidates in(CopyEvent.Game game) {
        if (game.roster().stream().map(Member::id).toList().containsAll(refused)) return this;
        Set<MemberId> rest = new TreeSet<>(refused);
        rest.retainAll(game.roster().stream().map(Member::id).toList());
        return new Candidates(cursor, rest, againAt);
    }
}
