package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.directory.memory.MemoryDirectory;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

/** A directory in memory with virtual time, and processes that talk to it: process n has line n. */
final class DirectoryHarness {

    static final int MARK = 0xCAFE_BABE;
    static final long D = 1_000;
    static final long GIVE_UP = 30_000;

    MemoryDirectory directory;
    long now = 1_000_000;
    private long requests;
    private final List<DirectoryOutput> said = new ArrayList<>();

    DirectoryHarness() {
        this(DirectorySettings.standard());
    }

    DirectoryHarness(DirectorySettings settings) {
        directory = new MemoryDirectory(settings, new Ledgers(), MARK);
    }

    /** With an empty directory that signs. */
    static DirectoryHarness signing(GrantSigner signer) {
        DirectoryHarness harness = new DirectoryHarness();
        harness.directory = new MemoryDirectory(DirectorySettings.standard(), new Ledgers(), MARK, signer);
        return harness;
    }

    /** The directory dies and starts again with its log. Numbers that it draws then count for nothing. */
    void restart() {
        Ledgers again = new Ledgers(directory.ledgers().snapshot());
        directory = new MemoryDirectory(DirectorySettings.standard(), again, MARK + 1);
        directory.leading(now);
    }

    /** The directory dies and its disk is lost. */
    void loseDisk() {
        directory = new MemoryDirectory(MARK + 2);
        directory.leading(now);
    }

    void open(long... lines) {
        for (long line : lines) {
            said.addAll(directory.lineOpened(line, now));
        }
    }

    void close(long line) {
        said.addAll(directory.lineClosed(line, now));
    }

    /** Time passes in steps of 20 ms. */
    void pass(long millis) {
        long until = now + millis;
        while (now < until) {
            now = Math.min(until, now + 20);
            said.addAll(directory.tick(now));
        }
    }

    /** Time passes, and in every fifth of D somebody does something. */
    void pass(long millis, Runnable everyFifth) {
        for (long passed = 0; passed < millis; passed += D / 5) {
            everyFifth.run();
            pass(Math.min(D / 5, millis - passed));
        }
        everyFifth.run();
    }

    /** Asks without waiting for the answer; gives the number of the request. */
    long send(long line, DirectoryRequest request) {
        said.addAll(directory.request(line, ++requests, request, now));
        return requests;
    }

    DirectoryReply ask(long line, DirectoryRequest request) {
        long id = send(line, request);
        List<DirectoryReply> answers = answers(id);
        assertEquals(1, answers.size(), () -> "answers to " + request);
        return answers.get(0);
    }

    <T extends DirectoryReply> T ask(Class<T> expected, long line, DirectoryRequest request) {
        return assertInstanceOf(expected, ask(line, request));
    }

    /** The replies to that request so far. */
    List<DirectoryReply> answers(long id) {
        return said.stream()
                .filter(o -> o instanceof DirectoryOutput.Answer a && a.requestId() == id)
                .map(o -> ((DirectoryOutput.Answer) o).reply())
                .toList();
    }

    /** Offers that were pushed on that line. */
    List<DirectoryPush.Offer> offers(long line) {
        return said.stream()
                .filter(o -> o instanceof DirectoryOutput.Push p && p.line() == line)
                .map(o -> (DirectoryPush.Offer) ((DirectoryOutput.Push) o).push())
                .toList();
    }

    DirectoryPush.Offer lastOffer(long line) {
        List<DirectoryPush.Offer> all = offers(line);
        return all.get(all.size() - 1);
    }

    /** A game that process 1 serves to 2 and 3. */
    GameEntry playing() {
        open(1, 2, 3);
        GameEntry game = register(1);
        renew(game.id(), game.epoch(), 1, 2, 1, 2, 3);
        return game;
    }

    GameEntry register(long process) {
        return ask(DirectoryReply.Registered.class, process, new DirectoryRequest.Register(game(process, "duel", 8)))
                .game();
    }

    static DirectoryRequest.Registration game(long founder, String name, int seats) {
        return game(founder, name, seats, 1_000 + founder);
    }

    static DirectoryRequest.Registration game(long founder, String name, int seats, long claimId) {
        return new DirectoryRequest.Registration(
                "teapots", "group-" + founder, rules(name, seats), 77, 1, member(founder), claimId);
    }

    static GameRules rules(String name, int seats) {
        return new GameRules(
                name,
                seats,
                List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER),
                D,
                GIVE_UP,
                50,
                Map.of("map", "attic"));
    }

    static Member member(long process) {
        Endpoint place = new Endpoint("127.0.0.1", (int) (10_000 + process), (int) (20_000 + process));
        return new Member(id(process), "p" + process, Kind.PLAYER, place, process);
    }

    static MemberId id(long process) {
        return new MemberId(process, new Incarnation(process, process));
    }

    static List<Member> members(long... processes) {
        List<Member> all = new ArrayList<>();
        for (long process : processes) {
            all.add(member(process));
        }
        return all;
    }

    static List<MemberId> ids(long... processes) {
        return members(processes).stream().map(Member::id).toList();
    }

    static DirectoryRequest.Renew renewal(String game, Epoch epoch, long holder, int echoed, long... roster) {
        return new DirectoryRequest.Renew(
                game,
                epoch,
                id(holder),
                members(roster),
                Listing.of(id(holder)),
                echoed,
                roster.length,
                true,
                false,
                Map.of("map", "attic"),
                new DirectoryRequest.Revival("teapots", "group-" + holder, rules("duel", 8), 77, 1));
    }

    DirectoryReply renew(String game, Epoch epoch, long holder, int echoed, long... roster) {
        DirectoryReply reply = ask(holder, renewal(game, epoch, holder, echoed, roster));
        list(game, epoch, holder, roster);
        return reply;
    }

    /** The server has these members listed, as far as it may. */
    DirectoryReply list(String game, Epoch epoch, long holder, long... members) {
        return ask(holder, new DirectoryRequest.Enlist(game, epoch, count(game), ids(members)));
    }

    long count(String game) {
        return directory.ledgers().game(game).orElseThrow().ledger().listing().count();
    }

    List<MemberId> listed(String game) {
        return directory.ledgers().game(game).orElseThrow().ledger().listing().members();
    }

    static DirectoryRequest.Claim rebuild(String game, long expected, long claimant, long claimId, long... supporters) {
        return new DirectoryRequest.Claim(
                game, expected, ids(claimant), id(claimant), Basis.REBUILD, ids(supporters), claimId, false);
    }

    static DirectoryRequest.Claim spareClaim(
            String game, long expected, long claimant, long claimId, long... supporters) {
        return new DirectoryRequest.Claim(
                game, expected, ids(claimant), id(claimant), Basis.REBUILD, ids(supporters), claimId, true);
    }

    static DirectoryRequest.Claim held(String game, long expected, long claimant, long claimId, long... authority) {
        return new DirectoryRequest.Claim(
                game, expected, ids(authority), id(claimant), Basis.HELD, List.of(), claimId, false);
    }

    DirectoryReply standBy(long spare) {
        return ask(spare, standingBy(spare, "teapots", 77, 1));
    }

    static DirectoryRequest.StandBy standingBy(long spare, String kind, long schema, int version) {
        return new DirectoryRequest.StandBy(
                kind, schema, version, id(spare), "spare" + spare, member(spare).endpoint());
    }

    static DirectoryRequest.SeekSpare seek(GameEntry game, Epoch failed, long negotiator, long... supporters) {
        return new DirectoryRequest.SeekSpare(
                game.id(), failed, members(supporters), ids(supporters), 15, id(negotiator));
    }

    DirectoryReply answerOffer(DirectoryPush.Offer offer, long spare, boolean agrees) {
        return ask(spare, new DirectoryRequest.AnswerOffer(offer.offer(), id(spare), agrees, agrees ? "" : "busy"));
    }

    DirectoryReply.Why denied(long line, DirectoryRequest.Claim claim) {
        return ask(DirectoryReply.Denied.class, line, claim).why();
    }

    Epoch granted(long line, DirectoryRequest.Claim claim) {
        return grant(line, claim).epoch();
    }

    DirectoryReply.Granted grant(long line, DirectoryRequest.Claim claim) {
        return ask(DirectoryReply.Granted.class, line, claim);
    }
}
