package org.gamenet.rgs.core.directory.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.arbiter.Bid;
import org.gamenet.rgs.core.directory.server.LedgerCommand;
import org.gamenet.rgs.core.directory.server.Ledgers;
import org.gamenet.rgs.core.directory.server.LedgersSnapshot;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Filter;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;

/** One of everything that a directory hears, says and writes down. Process n is member n. */
public final class DirectorySamples {
    static final GameRules RULES = new GameRules(
            "duel",
            4,
            List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER),
            1_000,
            30_000,
            50,
            Map.of("map", "attic"));
    public static final Epoch FIRST = new Epoch(1, 1_001);

    private DirectorySamples() {}

    static MemberId id(long process) {
        return new MemberId(process, new Incarnation(process, process));
    }

    static Endpoint place(long process) {
        return new Endpoint("127.0.0.1", (int) (10_000 + process), (int) (20_000 + process));
    }

    static Member member(long process) {
        return new Member(id(process), "p" + process, Kind.PLAYER, place(process), process);
    }

    static DirectoryRequest.Registration registration(long process) {
        return new DirectoryRequest.Registration(
                "teapots", "group-" + process, RULES, 77, 1, member(process), 1_000 + process);
    }

    static DirectoryRequest.Renew renewal(String game, Epoch epoch, long holder) {
        return new DirectoryRequest.Renew(
                game,
                epoch,
                id(holder),
                List.of(member(1), member(2), member(3)),
                Listing.of(id(holder)),
                2,
                3,
                true,
                false,
                Map.of("map", "attic"),
                new DirectoryRequest.Revival("teapots", "group-" + holder, RULES, 77, 1));
    }

    /** Of the game with this id, in this epoch. */
    public static List<DirectoryRequest> requests(String game, Epoch epoch, long process) {
        MemberId me = id(process);
        return List.of(
                new DirectoryRequest.Discover("teapots", "", "", Map.of("map", "attic"), true, 10, ""),
                new DirectoryRequest.Discover(
                        "teapots",
                        "",
                        "",
                        new Filter(
                                Map.of(),
                                List.of(new Filter.Range("rating", 1, 2)),
                                Optional.of(new Filter.Rank("rating", 1.5, Double.NaN))),
                        false,
                        10,
                        game),
                new DirectoryRequest.Lookup(game),
                new DirectoryRequest.Register(registration(process)),
                new DirectoryRequest.HostOrJoin(registration(process), List.of(game)),
                renewal(game, epoch, process),
                new DirectoryRequest.Claim(
                        game, epoch.number(), List.of(me), me, Basis.REBUILD, List.of(id(1), id(2), id(3)), 7, false),
                new DirectoryRequest.Claim(game, epoch.number(), List.of(me), me, Basis.HELD, List.of(), 8, false),
                new DirectoryRequest.Activate(game, epoch, List.of()),
                new DirectoryRequest.Release(game, epoch),
                new DirectoryRequest.End(game, epoch),
                new DirectoryRequest.AskStatus(game),
                new DirectoryRequest.SignGrant(game, epoch),
                new DirectoryRequest.StandBy("teapots", 77, 1, me, "spare", place(process)),
                new DirectoryRequest.StandDown(me),
                new DirectoryRequest.SeekSpare(
                        game, epoch, List.of(member(2), member(3)), List.of(id(2), id(3)), 15, me),
                new DirectoryRequest.AnswerOffer(1, me, true, ""));
    }

    public static List<DirectoryRequest> requests() {
        return requests("k3f9-1", FIRST, 1);
    }

    static GameEntry entry() {
        return new GameEntry(
                "k3f9-1",
                "teapots",
                "group-1",
                RULES,
                77,
                1,
                2,
                true,
                "p1",
                false,
                FIRST,
                List.of(place(1), place(2)),
                1);
    }

    public static List<DirectoryReply> replies() {
        return List.of(
                new DirectoryReply.Games(List.of(entry())),
                new DirectoryReply.Found(entry()),
                new DirectoryReply.Registered(entry()),
                new DirectoryReply.Renewed(FIRST),
                new DirectoryReply.Revived(FIRST),
                new DirectoryReply.GameStatus(FIRST, id(1), false, FIRST, true, false, Optional.of(place(1))),
                new DirectoryReply.Granted(FIRST, List.of(id(3)), List.of(id(1))),
                new DirectoryReply.GrantSigned(FIRST, true, new Payload(new byte[64])),
                new DirectoryReply.Denied(FIRST, id(1), DirectoryReply.Why.ALIVE),
                new DirectoryReply.Activated(FIRST, true, Listing.NOBODY),
                new DirectoryReply.SpareAgreed(id(1), "spare"),
                new DirectoryReply.NoSpare("none"),
                new DirectoryReply.Done(),
                new DirectoryReply.NoGame("k3f9-1"),
                new DirectoryReply.Refused(Reason.FULL, "full"));
    }

    public static List<DirectoryPush> pushes() {
        return List.of(
                new DirectoryPush.Offer(1, id(1), entry(), FIRST, 15),
                new DirectoryPush.SignsWith(new Payload(new byte[32])));
    }

    /** The samples that are written down. */
    public static List<LedgerCommand> commands() {
        return List.of(
                new LedgerCommand.Create(registration(1), 1),
                new LedgerCommand.Claim("k3f9-1", new Bid(1, List.of(id(2)), id(2), Basis.REBUILD, 7, false)),
                new LedgerCommand.Activate("k3f9-1", FIRST, List.of()),
                new LedgerCommand.Settle("k3f9-1", FIRST),
                new LedgerCommand.Release("k3f9-1", FIRST),
                new LedgerCommand.End("k3f9-1", FIRST),
                new LedgerCommand.Revive(
                        "k3f9-1", renewal("k3f9-1", FIRST, 1).revival(), FIRST, id(1), Listing.of(id(1)), 1),
                new LedgerCommand.Drop("k3f9-1", FIRST));
    }

    /** After some of it was applied. */
    public static LedgersSnapshot snapshot() {
        Ledgers ledgers = new Ledgers();
        for (long process = 1; process < 4; process++)
            ledgers.apply(new LedgerCommand.Create(registration(process), 1));
        commands().forEach(ledgers::apply);
        return ledgers.snapshot();
    }
}
