package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.arbiter.Reign;
import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Joining;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.replication.Copy;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.Announcement;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.SeatChallenge;
import org.gamenet.rgs.core.session.base.SeatProof;
import org.gamenet.rgs.core.session.frames.SenderRules;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every message that is no affair of the machine, in every state, from everybody. */
class SenderRulesTest {
    private static final MemberId STRANGER = new MemberId(9_999, new Incarnation(1, 9_999));
    /** The member that votes, proofs and the directory name. */
    private static final MemberId NAMED = new MemberId(8_888, new Incarnation(1, 8_888));

    /** A member that has a vote, and no other part. */
    private static final MemberId VOTER = new MemberId(7_777, new Incarnation(1, 7_777));

    private static final Epoch ANOTHER = new Epoch(77, 7);
    private static final String EVERYWHERE = "follows frozen joining leads outside serves";

    /**
     * By message, in which state of whoever hears it whose word counts; written down apart from the code. {@code here}:
     * only of the epoch that it is in.
     */
    private static final String MAY = """
            Acceptance: everywhere voter
            AcceptanceWanted: everywhere named
            Advert: follows holder, frozen holder, joining named
            Alive: follows holder, follows member, frozen holder, frozen member, frozen primary
            Announcement: everywhere anybody
            ClockPing: leads anybody, serves anybody
            ClockPong: follows holder, frozen holder
            CopyConfirmed: serves member here
            CopyPart: follows holder here
            CopyTaken: serves member here
            Echo: leads anybody here, serves anybody here
            GivenUp: everywhere named
            Heartbeat: follows holder here, frozen holder here, joining anybody
            Out: follows holder here, frozen holder here
            StatusReply: everywhere voter
            StatusRequest: everywhere anybody
            GameEnded: everywhere named
            Side: everywhere anybody
            Ping: leads anybody here, serves anybody here
            Pong: follows holder here, frozen holder here
            Recruit: follows holder here
            RecruitAnswer: serves member here
            Refusal: everywhere voter
            SeatChallenge: joining anybody
            SeatProof: leads named, serves named
            Vote: everywhere voter
            VoteWanted: everywhere named
            """;

    /** One state and one speaker each. */
    private static Set<String> written() {
        Set<String> all = new TreeSet<>();
        for (String line : MAY.lines().toList())
            for (String may : line.substring(line.indexOf(':') + 2).split(", ")) {
                String[] words = may.split(" ", 2);
                String message = line.substring(0, line.indexOf(':') + 1) + " ";
                for (String role : (words[0].equals("everywhere") ? EVERYWHERE : words[0]).split(" "))
                    all.add(message + role + " " + words[1]);
            }
        return all;
    }

    /** Where a stranger counts, anybody does. */
    private static Set<String> gathered(Map<String, Set<String>> did) {
        Set<String> all = new TreeSet<>();
        did.forEach((where, whose) -> {
            if (whose.contains("stranger")) all.add(where.replace("*", "anybody"));
            else whose.forEach(who -> all.add(where.replace("*", who)));
        });
        return all;
    }

    private static List<Function<Epoch, Record>> samples() {
        Reign reign = new Reign(new Epoch(1, 1), List.of(NAMED), List.of(NAMED));
        Ballot.ElectorStatus status = new Ballot.ElectorStatus(reign, reign.epoch(), false, false, false);
        Member member = new Member(NAMED, "n", Kind.PLAYER, new Endpoint("127.0.0.1", 1, 1), 0);
        Message.JoinRequest join = new Message.JoinRequest(member, 0, 1, 0);
        return List.of(
                e -> new Ballot.VoteWanted(reign, e, NAMED, false),
                e -> new Ballot.Vote(e, Optional.empty()),
                e -> new Ballot.AcceptanceWanted(reign, e, NAMED, reign),
                e -> new Ballot.Acceptance(e, e),
                e -> new Ballot.Refusal(e, status),
                e -> new Ballot.StatusRequest(),
                e -> new Ballot.StatusReply(status),
                Ballot.GivenUp::new,
                Ballot.GameEnded::new,
                e -> new Ballot.Side(e, 1, Position.NONE, member),
                e -> new Signal.Heartbeat(1, Position.NONE, Position.NONE, List.of(), List.of(), false),
                e -> new Signal.Echo(e, 1, Position.NONE, false, false),
                e -> new Signal.Ping(e, 1),
                e -> new Signal.Pong(e, 1),
                e -> new Signal.Alive(e, NAMED),
                Signal.Out::new,
                e -> new ClockSignal.ClockPing(1),
                e -> new ClockSignal.ClockPong(1, 1),
                e -> new Advert(1, true, Map.of()),
                e -> new Announcement(),
                e -> new SeatChallenge(Payload.EMPTY),
                e -> new SeatProof(join, Payload.EMPTY, Payload.EMPTY),
                CopyMessage.Recruit::new,
                e -> new CopyMessage.RecruitAnswer(e, true, ""),
                e -> new CopyMessage.CopyPart(e, 1, 1, 0, new Payload(new byte[1])),
                e -> new CopyMessage.CopyTaken(e, 1, 1),
                e -> new CopyMessage.CopyConfirmed(e, 1));
    }

    private static String role(MemberState at) {
        if (at instanceof Joining) return "joining";
        if (at.leads()) return at.plays() ? "serves" : "leads";
        if (at.log().roster().members().isEmpty()) return "outside";
        return at.plays() ? "follows" : "frozen";
    }

    private static String who(MemberState at, MemberId from) {
        if (from.equals(NAMED)) return "named";
        if (from.equals(VOTER)) return "voter";
        if (watched(at).filter(from::equals).isPresent()) return "holder";
        if (at.log().isPrimary(from)) return "primary";
        return at.log().roster().has(from) ? "member" : "stranger";
    }

    private static Optional<MemberId> watched(MemberState at) {
        return at.watches().or(at::obeys);
    }

    private static List<MemberId> speakers(MemberState at) {
        Set<MemberId> all = new TreeSet<>(at.log().roster().ids());
        watched(at).ifPresent(all::add);
        all.add(STRANGER);
        all.add(NAMED);
        all.add(VOTER);
        all.remove(at.self().id());
        return new ArrayList<>(all);
    }

    private static FrameHeader header(Record said, Epoch epoch, MemberId from) {
        return new FrameHeader(MessageTypes.RECORDS.idOf(said.getClass()), 1, epoch, from, 0, 0, 0);
    }

    @Test
    @DisplayName(
            "K6 votes, signs of life, time, seats and copies count from whoever's place it is, and from nobody else")
    void obeysNobodyElse() {
        Map<String, Set<String>> did = new TreeMap<>();
        int refused = 0;
        for (MemberState at : new Totality().examples())
            for (MemberId from : speakers(at))
                for (Function<Epoch, Record> sample : samples()) {
                    Record said = sample.apply(ANOTHER);
                    boolean always = allows(at, from, ANOTHER, said);
                    boolean here = allows(at, from, at.promise(), sample.apply(at.promise()))
                            || allows(at, from, at.epoch(), sample.apply(at.epoch()));
                    assertTrue(here || !always, at.name() + " hears " + said + " but of its own epoch");
                    String where = said.getClass().getSimpleName() + ": " + role(at) + " *" + (always ? "" : " here");
                    if (here) did.computeIfAbsent(where, k -> new TreeSet<>()).add(who(at, from));
                    else refused++;
                }
        assertEquals(written(), gathered(did));
        assertTrue(refused > 10_000, "only " + refused);
    }

    @Test
    @DisplayName("K6 every message of the table is the machine's, or has rules, or is no message by itself")
    void allHaveRules() {
        Set<String> without = new TreeSet<>();
        for (MessageTable.Row row : MessageTypes.TABLE)
            if (!Message.class.isAssignableFrom(row.type()) && row.says().isEmpty()) without.add(row.name());
        assertEquals(Set.of(Copy.class.getSimpleName()), without);
    }

    private static boolean allows(MemberState at, MemberId from, Epoch epoch, Record said) {
        return rules(at).allows(at, header(said, epoch, from), said);
    }

    private static SenderRules rules(MemberState at) {
        return new SenderRules(new SenderRules.Known() {
            @Override
            public Optional<MemberId> holder() {
                return SenderRulesTest.watched(at);
            }

            @Override
            public Optional<MemberId> holderOf(Epoch number) {
                return Optional.of(NAMED);
            }

            @Override
            public boolean mayHold(MemberId from) {
                return from.equals(NAMED);
            }

            @Override
            public boolean mayVote(MemberId from) {
                return from.equals(VOTER);
            }
        });
    }
}
