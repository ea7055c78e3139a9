package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** N5: who was once replaced and is the last that lives goes on with the game. */
class LeftBehindTest {
    private final Party party = new Party(Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen ann = party.ann;
    private final Citizen bob = party.joined("bob");
    private final Citizen cat = party.joined("cat");

    /** Ann, who serves, is out of reach until bob or cat serves, and they play on for a while. */
    private void annIsReplaced(Runnable meanwhile) {
        town.pass(200);
        party.hits(bob, 3);
        town.pass(200);
        boolean[] apart = {true};
        party.loses(s -> apart[0] && (s.from() == ann) != (s.to() == ann));
        ann.line.cut = true;
        party.untilResumed(1, 4_000, bob, cat);
        meanwhile.run();
        apart[0] = false;
        ann.line.cut = false;
    }

    private void untilSheServes(long epoch) {
        town.until(
                () -> ann.session.phase() == Phase.PLAYING
                        && ann.session.view().epoch() == epoch
                        && ann.session.isServer(),
                29_000);
    }

    @Test
    @DisplayName(
            "N5 P75 S11 a server that was replaced, and wakes when those who went on are dead, goes on with the state that it had")
    void goesOnAlone() {
        annIsReplaced(() -> {
            party.hits(cat, 40);
            bob.kill();
            cat.kill();
        });
        untilSheServes(3);
        assertEquals(List.of(), ann.all(Closed.class));
        assertEquals(3, party.game(ann).sum, "its own history: what the others did went with them");
        assertEquals(
                List.of("bob", "cat"),
                ann.got.stream()
                        .filter(i -> i.body() instanceof Left)
                        .map(i -> i.from().name())
                        .sorted()
                        .toList());
        assertEquals(
                List.of(ServerRole.ACTIVE_ALONE, ServerRole.IDLE, ServerRole.ACTIVE_ALONE),
                ann.all(RoleChanged.class).stream().map(RoleChanged::to).toList());
        Resumed resumed = ann.all(Resumed.class).get(ann.all(Resumed.class).size() - 1);
        assertTrue(
                resumed.stateAge().compareTo(Duration.ofMillis(100)) < 0,
                () -> "nothing that she was shown is gone: " + resumed);
        party.hits(ann, 4);
        assertEquals(7, party.game(ann).sum, "her own requests take effect, once");
        Citizen dan = party.joined("dan");
        party.hits(dan, 5);
        assertEquals(12, party.game(ann).sum);
    }

    @Test
    @DisplayName("N5 P40 P75 she is late once with restoreState, and goes on with the state that she had all the same")
    void isLateOnce() {
        boolean[] late = {false};
        party.game(ann).onRestore = () -> {
            if (late[0]) return;
            late[0] = true;
            int before = town.asked(ann, DirectoryRequest.Release.class).size();
            ann.updates = false;
            town.until(() -> town.asked(ann, DirectoryRequest.Release.class).size() > before, 10_000);
            ann.updates = true;
        };
        annIsReplaced(() -> {
            bob.kill();
            cat.kill();
        });
        untilSheServes(4);
        assertEquals(List.of(), ann.all(Closed.class));
        assertEquals(3, party.game(ann).sum);
        party.hits(ann, 4);
        assertEquals(7, party.game(ann).sum, "her own requests take effect, once");
    }

    @Test
    @DisplayName("N5 P26 as long as the game is served she comes back into it, and claims nothing")
    void comesBackAsBefore() {
        annIsReplaced(() -> party.hits(cat, 40));
        town.until(
                () -> ann.session.phase() == Phase.PLAYING && ann.session.view().epoch() == 2, 10_000);
        assertEquals(43, party.game(ann).sum);
        assertTrue(!ann.session.isServer());
        assertEquals(2, bob.session.view().epoch());
    }

    @Test
    @DisplayName(
            "N5 P40 where the game may not be served by its players, who was a player only is told that it is over")
    void spareOnly() {
        Party spares = new Party(Failover.SPARE_SERVER);
        Citizen dan = spares.joined("dan");
        Citizen eve = spares.joined("eve");
        Citizen spare = spares.spare("spare");
        spares.town.pass(200);
        boolean[] apart = {true};
        spares.loses(s -> apart[0] && (s.from() == dan) != (s.to() == dan));
        spares.town.until(
                () -> eve.session.view().players().stream()
                        .noneMatch(p -> p.name().equals("dan")),
                6_000);
        spares.when(
                m -> m.from() == dan && m.is(Message.JoinRequest.class),
                () -> List.of(spares.ann, eve, spare).forEach(Citizen::kill));
        apart[0] = false;
        spares.town.until(() -> dan.session.phase() == Phase.CLOSED, 40_000);
        assertEquals(Closed.Why.CUT_OFF, dan.all(Closed.class).get(0).why());
    }
}
