package org.gamenet.rgs.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.StatePackage;
import org.junit.jupiter.api.DisplayName;

/** A good game passes; each bad one is found out, and told what is bad. */
class ContractTest {
    private static final Duration PLAY = Duration.ofSeconds(3);

    private static GameContract contract(Function<Session, MoneyBox> game) {
        return GameContract.of(MoneyBox.SPEC, session -> {
                    MoneyBox box = game.apply(session);
                    return now -> box.frame();
                })
                .playFor(PLAY);
    }

    private static String findings(Cluster c, Function<Session, MoneyBox> game) {
        c.game(MoneyBox.setUp());
        return assertThrows(AssertionError.class, () -> c.assertContract(contract(game)))
                .getMessage();
    }

    private static void assertSays(String findings, String... words) {
        for (String each : words) assertTrue(findings.contains(each), () -> "not said: " + each + "\n" + findings);
    }

    @RgsTest
    @Seeds(10)
    void aGoodGamePasses(Cluster c) {
        c.game(MoneyBox.setUp()).assertContract(contract(MoneyBox::new));
    }

    @RgsTest
    @DisplayName("R6: a sum that begins at nought again at a spare")
    void findsAStateThatResets(Cluster c) {
        assertSays(
                findings(c, session -> new MoneyBox(session) {
                    @Override
                    public void restoreState(List<StatePackage<Box>> packages) {
                        super.restoreState(packages);
                        if (session.view().players().isEmpty()) cents = 0;
                    }
                }),
                "1. The survivors' packages and then their Left do not give the state that the server "
                        + "had, at a spare that takes over: Box.cents is");
    }

    @RgsTest
    void letsAServerBeginAnewWhatItIsToldTo(Cluster c) {
        c.game(MoneyBox.setUp())
                .assertContract(contract(session -> new MoneyBox(session) {
                            @Override
                            public void restoreState(List<StatePackage<Box>> packages) {
                                super.restoreState(packages);
                                cents = 0;
                            }
                        })
                        .ignoring("Box.cents"));
    }

    @RgsTest
    @DisplayName("R5: who has left stays in the state")
    void findsAnExitThatIsNotHandled(Cluster c) {
        assertSays(
                findings(c, session -> {
                    MoneyBox box = new MoneyBox(session);
                    session.on(Left.class, (who, left) -> {});
                    return box;
                }),
                "After the Left of eve, a player still holds that player, in Box.givers[eve]",
                "After the Left of eve, the server still holds that player");
    }

    /** A player whose process died may come back by its rejoin token, and finds what it gave. */
    @RgsTest
    void letsAGameKeepWhatIsNamed(Cluster c) {
        Function<Session, MoneyBox> keeper = session -> {
            MoneyBox box = new MoneyBox(session);
            session.on(Left.class, (who, left) -> {});
            return box;
        };
        assertSays(findings(c, keeper), "so: keeping(\"Box.givers[*]\")");
        c.assertContract(contract(keeper).keeping("Box.givers[*]"));
        c.assertContract(contract(keeper).keeping("Box.givers"));
    }

    @RgsTest
    @DisplayName("R5: only the server handles an exit")
    void findsAnExitThatOnlyTheServerHandles(Cluster c) {
        assertSays(
                findings(c, session -> {
                    MoneyBox box = new MoneyBox(session);
                    session.on(Left.class, (who, left) -> {
                        if (session.isServer()) box.givers.remove(who);
                    });
                    return box;
                }),
                "After the Left of eve, a player still holds that player");
    }

    @RgsTest
    @DisplayName("chance decides what everybody computes")
    void findsChance(Cluster c) {
        assertSays(
                findings(c, session -> new MoneyBox(session) {
                    @Override
                    void frame() {
                        super.frame();
                        cents += ThreadLocalRandom.current().nextInt(2);
                    }
                }),
                "The same state, messages and times give a server two states: Box.cents is");
    }

    @RgsTest
    void namesASecondThread(Cluster c) {
        assertSays(
                findings(c, session -> new MoneyBox(session) {
                    @Override
                    void frame() {
                        Thread other = new Thread(super::frame, "network-loop");
                        other.setUncaughtExceptionHandler((thread, fault) -> {});
                        other.start();
                        try {
                            other.join();
                        } catch (InterruptedException interrupted) {
                            throw new AssertionError(interrupted);
                        }
                    }
                }),
                "ann: update was called on thread network-loop");
    }

    @RgsTest
    void namesAChangeOfWhatAMessageHolds(Cluster c) {
        List<Object> kept = new ArrayList<>();
        assertSays(
                findings(c, session -> {
                    MoneyBox box = new MoneyBox(session);
                    session.on(MoneyBox.Box.class, (server, sent) -> {
                        if (!sent.givers().isEmpty()) sent.givers().remove(session.self());
                        kept.add(sent);
                    });
                    return box;
                }),
                "changed a list, set or map that came in a message or a package");
    }

    @RgsTest
    void doesNotPassAGameInWhichNothingHappens(Cluster c) {
        assertSays(
                findings(c, session -> new MoneyBox(session) {
                    @Override
                    void frame() {
                        session.update();
                    }
                }),
                "nothing happens in the server's state in 3000 ms");
    }
}
