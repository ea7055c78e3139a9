package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.machine.GameRules;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Games whose members send to one another alone; {@link Letters} says what is promised of that. */
class LettersTest extends ManyStories {

    @Test
    @DisplayName(
            "P76.9 P24 whatever befalls a game, what is sent to one player comes to it once, in order, and all of it, "
                    + "also where the game keeps who is lost")
    void losesNoLetter() {
        assertNothingIsWrong(
                Ill.with(Ill.LETTERS, Ill.KEEPS),
                seed -> seed % 4 == 0 ? Length.LONG : Length.SHORT,
                "-Dletters=true -Dkeeps=true");
    }

    /**
     * In the first, part of what was ordered since a package was told again, and the end of it not. In the next two,
     * whoever came back asked the arbiter too late. In the last, a member that had gone before anybody who was left
     * heard of it counted as reachable.
     */
    @ParameterizedTest
    @ValueSource(longs = {987_300_007_150L, 987_200_006_154L, 987_200_011_029L, 987_200_010_975L})
    @DisplayName("P40 P74 P75 seeds of a push's mix that once went wrong")
    void onceWentWrong(long seed) {
        Scenario.Outcome outcome = Scenario.run(seed, Length.ofPush(seed), Ill.with(Ill.LETTERS), Mutant.NONE);
        assertEquals(List.of(), outcome.violations());
    }

    @Test
    @DisplayName("P76.9 a letter that comes twice, or out of its order, is found, and so is what is overtaken")
    void ordered() {
        Letters.Way way = new Letters.Way();
        assertTrue(way.letter(new Letters.Letter(1, 4)).isEmpty());
        assertTrue(way.letter(new Letters.Letter(3, 5)).isEmpty(), "whether one is missing shows in the end");
        assertFalse(way.letter(new Letters.Letter(3, 5)).isEmpty(), "twice");
        assertFalse(way.letter(new Letters.Letter(2, 5)).isEmpty(), "overtaken");
        assertTrue(way.tell(6).isEmpty());
        assertFalse(way.tell(5).isEmpty(), "its sender had said that before the letter");
        assertTrue(way.parcel(2).isEmpty());
        assertTrue(way.parcel(1).isEmpty(), "in any order");
        assertFalse(way.parcel(2).isEmpty(), "twice");
    }

    @Test
    @DisplayName("P76.9 P75 what must come is what was sent since the player was in, but what waited at a server that "
            + "was put out and recants")
    void due() {
        Letters.Way way = new Letters.Way();
        way.letters.sent = 3;
        way.letter(new Letters.Letter(2, 0));
        assertEquals(List.of(1L, 3L), way.letters.missing());
        way.beginAnew();
        assertEquals(List.of(), way.letters.missing());
        way.letters.sent = 5;
        way.waits();
        way.letters.sent = 6;
        assertEquals(List.of(4L, 5L, 6L), way.letters.missing());
        way.isRecanted(2);
        assertEquals(List.of(6L), way.letters.missing());
        assertFalse(way.letters.mayNotCome(5, 2), "sent by one that did not serve");
        way.letters.asServer.put(5L, new CountingGame.Place(1, 1));
        way.letters.asServer.put(6L, new CountingGame.Place(1, 1));
        assertTrue(way.letters.mayNotCome(5, 2));
        assertFalse(way.letters.mayNotCome(5, 1), "it came before");
        assertFalse(way.letters.mayNotCome(6, 2), "sent since");
    }

    @Test
    @DisplayName("P76.9 a player that is lost and kept finds what was sent to it meanwhile")
    void waits() {
        SimulatedCluster cluster = new SimulatedCluster(1, Mutant.NONE, false);
        cluster.writes = true;
        cluster.keeps(30_000);
        GameRules rules = SimulatedCluster.rules(List.of(Failover.PROMOTED_PLAYER), 300, 30_000);
        cluster.registers(true, rules);
        CountingProcess player = cluster.joins();
        cluster.pass(2_000);
        player.stop(false);
        cluster.pass(3_000);
        CountingProcess server = cluster.server().orElseThrow();
        assertFalse(cluster.judge.letters.missing(List.of(server, player)).isEmpty());
        player.go();
        cluster.processes.forEach(p -> p.game.quiet(true));
        cluster.pass(2_000);
        assertEquals(Phase.PLAYING, player.session.phase());
        assertEquals(List.of(), cluster.judge.letters.missing(List.of(server, player)));
        assertEquals(List.of(), cluster.judge.violations());
    }
}
