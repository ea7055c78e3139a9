package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The exit of a member, where two do not reach each other and nobody orders for them (P25). */
class QuarrelTest extends AskingGame {

    private void cut(LocalMember one, LocalMember other) {
        lost = said -> Set.of(said.from(), said.to()).equals(Set.of(one.id(), other.id()));
    }

    private boolean plays(LocalMember who) {
        return at(who).plays() && at(ann).log().roster().has(who.id());
    }

    /** How often those that wait ask again, until the younger is out. */
    private int untilOneIsOut() {
        int times = 0;
        while (plays(cat) && times < 40) {
            later(Timer.PERMIT);
            times++;
        }
        return times;
    }

    @Test
    @DisplayName("HD10 P25 nobody is put out on the word of one, however often that one complains")
    void oneAlone() {
        playing(ann, bob, cat);
        for (int i = 0; i < 100; i++)
            happens(ann.id(), new Event.Heard(bob.id(), new Message.Unanswered(ONE, 1, List.of(cat.id()))));
        quiet();
        assertTrue(plays(bob) && plays(cat));
    }

    @Test
    @DisplayName("HD10 P25 nobody complains before D/2, and then it tells the server whose permits it lacks")
    void patience() {
        playing(ann, bob, cat);
        cut(bob, cat);
        wants(bob, 1);
        quiet();
        for (int i = 0; i < 4; i++) later(Timer.PERMIT);
        assertEquals(0, count(Message.Unanswered.class));
        later(Timer.PERMIT);
        assertTrue(said.stream()
                .anyMatch(m -> m instanceof Message.Unanswered no && no.by().equals(List.of(cat.id()))));
    }

    @Test
    @DisplayName(
            "P25 whoever owes an answer, because its own wish is earlier and waits, does not complain of who waits for it")
    void owesAnAnswer() {
        playing(ann, bob, cat, dan);
        lost = said -> said.from().equals(dan.id());
        wants(bob, 1);
        quiet();
        wants(cat, 1);
        quiet();
        for (int i = 0; i < 40; i++) later(Timer.PERMIT);
        assertTrue(count(Message.Unanswered.class) > 20);
        assertTrue(plays(bob) && plays(cat));
    }

    @Test
    @DisplayName("P25 complaints are forgotten when one of the two has stamped a message since")
    void stampedSince() {
        playing(ann, bob, cat);
        cut(bob, cat);
        wants(bob, 1);
        quiet();
        int most = untilOneIsOut();
        all.clear();
        playing(ann, bob, cat);
        for (int twice = 1; twice <= 2; twice++) {
            cut(bob, cat);
            wants(bob, twice);
            quiet();
            for (int i = 2; i < most; i++) later(Timer.PERMIT);
            assertTrue(plays(bob) && plays(cat), "both times short of it");
            lost = said -> false;
            later(Timer.PERMIT);
            assertEquals(twice, told(cat).size());
        }
    }

    @Test
    @DisplayName(
            "P25 a complaint of a stranger, of the server, or of oneself puts nobody out, nor keeps anybody from it")
    void ofNobody() {
        playing(ann, bob, cat);
        all.put(dan.id(), MemberState.join(dan, RULES, Epoch.NONE).state());
        for (int i = 0; i < 100; i++) {
            happens(
                    ann.id(),
                    new Event.Heard(bob.id(), new Message.Unanswered(ONE, 1, List.of(dan.id(), ann.id(), bob.id()))));
            happens(
                    ann.id(),
                    new Event.Heard(cat.id(), new Message.Unanswered(ONE, 1, List.of(dan.id(), ann.id(), cat.id()))));
        }
        quiet();
        assertTrue(plays(bob) && plays(cat) && at(ann).plays());
        assertEquals(0, count(Message.Sought.class));
        assertEquals(0, count(Message.JoinDenied.class));
    }

    @Test
    @DisplayName("P25 whoever is asked after itself says nothing")
    void soughtByItself() {
        playing(ann, bob, cat);
        happens(bob.id(), new Event.Heard(ann.id(), new Message.Sought(ONE, bob.id(), 1)));
        quiet();
        assertEquals(List.of(), said);
    }

    @Test
    @DisplayName("P25 the elder stays, whichever of the two asks")
    void eitherAsks() {
        for (LocalMember asks : List.of(bob, cat)) {
            all.clear();
            playing(ann, bob, cat);
            cut(bob, cat);
            wants(asks, 1);
            quiet();
            assertTrue(untilOneIsOut() < 40);
            assertTrue(at(bob).plays(), "the elder");
        }
    }

    /** So many that all pairs of which one complains do not fit. */
    private List<LocalMember> crowd(int more) {
        List<LocalMember> crowd = new ArrayList<>(List.of(ann, bob, cat));
        for (int peer = 4; peer < 4 + more; peer++) crowd.add(self(peer, Kind.PLAYER));
        playing(crowd.toArray(LocalMember[]::new));
        return crowd;
    }

    private void complains(LocalMember from, LocalMember of) {
        happens(ann.id(), new Event.Heard(from.id(), new Message.Unanswered(ONE, 1, List.of(of.id()))));
    }

    @Test
    @DisplayName("P25 P52 complaints of one about another, however many, keep no two that do not reach each other in")
    void amongMany() {
        List<LocalMember> crowd = crowd(23);
        for (int one = 3; one < crowd.size(); one++)
            for (int other = one + 1; other < crowd.size(); other++) complains(crowd.get(one), crowd.get(other));
        for (LocalMember one : crowd.subList(3, crowd.size())) {
            complains(bob, one);
            complains(cat, one);
        }
        for (int i = 0; i < 40; i++) {
            complains(bob, cat);
            complains(cat, bob);
        }
        quiet();
        assertFalse(plays(cat), "the younger");
        assertTrue(plays(bob));
    }
}
