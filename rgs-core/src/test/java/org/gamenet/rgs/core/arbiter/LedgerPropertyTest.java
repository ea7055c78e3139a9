package org.gamenet.rgs.core.arbiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Random histories against a twin that keeps everything that ever happened and reads the rules off it. */
class LedgerPropertyTest {

    private static final int HISTORIES = 3_000;
    private static final int STEPS = 60;

    @Test
    @DisplayName(
            "S1 S18 P1 P6 P8 P9 numbers are granted once, the active epoch never goes back, whatever is asked in whatever order")
    void agreesWithNaiveTwin() {
        int grants = 0;
        int activations = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            Run run = new Run(seed);
            run.go();
            grants += run.twin.granted.size();
            activations += run.twin.activated.size();
        }
        assertTrue(
                grants > HISTORIES * 5 && activations > HISTORIES * 2,
                "the search is blind: " + grants + " grants, " + activations + " activations");
    }

    /** A ledger as a person would write it down. */
    private static final class Twin {
        final List<Term> granted = new ArrayList<>();
        final List<Term> activated = new ArrayList<>();
        final List<Epoch> released = new ArrayList<>();
        final List<Epoch> settled = new ArrayList<>();
        boolean ended;

        Term newest() {
            return granted.get(granted.size() - 1);
        }

        Term lastActive() {
            return activated.get(activated.size() - 1);
        }

        boolean serves(MemberId who) {
            Term last = lastActive();
            return last.authority().get(0).equals(who)
                    || last.claimant().equals(who) && !settled.contains(last.epoch());
        }

        boolean grants(Bid bid) {
            if (ended) {
                return false;
            }
            if (newest().epoch().claimId() == bid.claimId()
                    && newest().claimant().equals(bid.claimant())
                    && !released.contains(newest().epoch())) {
                return true;
            }
            boolean in = lastActive().authority().contains(bid.claimant()) || serves(bid.claimant());
            boolean basis = bid.basis() == Basis.REBUILD || in;
            boolean alone =
                    bid.authority().size() == 1 && bid.authority().get(0).equals(bid.claimant());
            boolean planned = bid.basis() == Basis.HELD
                    && serves(bid.claimant())
                    && (bid.authority().contains(bid.claimant())
                            || newest().epoch().equals(lastActive().epoch()));
            return bid.expected() == newest().epoch().number() && basis && (alone || planned);
        }
    }

    private static final class Run {
        final Random random;
        final Twin twin = new Twin();
        final Map<Long, Long> claimOfNumber = new HashMap<>();
        Ledger ledger;
        long claimIds = 1;

        Run(int seed) {
            random = new Random(seed);
            ledger = Ledger.founded(member(0), claimIds, false);
            twin.granted.add(ledger.current());
            twin.activated.add(ledger.current());
            claimOfNumber.put(1L, claimIds);
        }

        void go() {
            for (int i = 0; i < STEPS; i++) {
                Epoch activeBefore = ledger.active().epoch();
                switch (random.nextInt(20)) {
                    case 0, 1, 2, 3, 4, 5, 6, 7, 8 -> claim();
                    case 9, 10, 11, 12, 13, 14 -> activate(someEpoch());
                    case 15, 16 -> release(someEpoch());
                    case 17, 18 -> settle(someEpoch());
                    default -> end(someEpoch());
                }
                assertTrue(ledger.active().epoch().number() >= activeBefore.number());
                assertEquals(twin.newest().epoch(), ledger.current().epoch());
                assertEquals(twin.lastActive().epoch(), ledger.active().epoch());
            }
        }

        void claim() {
            MemberId claimant = member(random.nextInt(4));
            List<MemberId> authority = switch (random.nextInt(4)) {
                case 0 -> List.of(claimant, member(4));
                case 1 -> List.of(member(random.nextInt(4)));
                default -> List.of(claimant);
            };
            long expected = twin.newest().epoch().number() - (random.nextInt(4) == 0 ? 1 : 0);
            long claimId = random.nextInt(5) == 0 ? someEpoch().claimId() : ++claimIds;
            Bid bid = new Bid(
                    expected, authority, claimant, random.nextBoolean() ? Basis.HELD : Basis.REBUILD, claimId, false);
            boolean expectedGrant = twin.grants(bid);
            Verdict verdict = ledger.claim(bid);
            assertEquals(expectedGrant, verdict instanceof Verdict.Granted, () -> bid + " at " + ledger);
            if (verdict instanceof Verdict.Granted granted) {
                Long before = claimOfNumber.putIfAbsent(
                        granted.term().epoch().number(), granted.term().epoch().claimId());
                assertTrue(
                        before == null
                                || before == granted.term().epoch().claimId()
                                        && granted.term()
                                                .epoch()
                                                .equals(twin.newest().epoch()),
                        () -> "number granted twice: " + granted.term().epoch());
                ledger = granted.next();
                if (before == null) {
                    twin.granted.add(ledger.current());
                }
            }
        }

        void activate(Epoch epoch) {
            ledger = ledger.activate(epoch, List.of());
            boolean may = !twin.ended
                    && twin.newest().epoch().equals(epoch)
                    && !twin.released.contains(epoch)
                    && !twin.lastActive().epoch().equals(epoch);
            if (may) {
                twin.activated.add(twin.newest());
                if (!twin.newest().handsOver()) {
                    twin.settled.add(epoch);
                }
            }
        }

        void release(Epoch epoch) {
            ledger = ledger.release(epoch);
            twin.released.add(epoch);
        }

        void settle(Epoch epoch) {
            ledger = ledger.settle(epoch);
            if (twin.lastActive().epoch().equals(epoch)) {
                twin.settled.add(epoch);
            }
        }

        void end(Epoch epoch) {
            if (random.nextInt(3) == 0) {
                ledger = ledger.end(epoch);
                twin.ended |= twin.lastActive().epoch().equals(epoch);
                assertEquals(twin.ended, ledger.ended());
            }
        }

        Epoch someEpoch() {
            int back = Math.min(twin.granted.size(), 1 + random.nextInt(3));
            return twin.granted.get(twin.granted.size() - back).epoch();
        }
    }

    private static MemberId member(long peer) {
        return new MemberId(peer, new Incarnation(peer, peer));
    }
}
