package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Games without a directory, whatever befalls them. {@code -Drgs.splits.from=N -Drgs.splits.to=M} plays others; one
 * alone is told in words.
 */
class LanStoriesTest {

    @Test
    @DisplayName(
            "P59 P60 P63 P64 HG32 whatever is cut, dies, hangs or comes: one order under a majority, and one game of all once healed")
    void staysOneGame() {
        long from = Long.getLong("rgs.splits.from", 1);
        long to = Long.getLong("rgs.splits.to", 121);
        List<LanStory.Outcome> all = LongStream.range(from, to)
                .parallel()
                .mapToObj(seed -> LanStory.of(seed, true))
                .toList();
        Map<Long, List<String>> bad = all.stream()
                .filter(o -> !o.wrong().isEmpty())
                .collect(Collectors.toMap(LanStory.Outcome::seed, LanStory.Outcome::wrong, (a, b) -> a, TreeMap::new));
        if (all.size() == 1) all.get(0).told().forEach(System.out::println);
        int splits = all.stream().mapToInt(LanStory.Outcome::splits).sum();
        int recoveries = all.stream().mapToInt(LanStory.Outcome::recoveries).sum();
        System.out.println(all.size() + " stories, " + splits + " splits, " + recoveries + " recoveries");
        assertEquals(Map.of(), bad);
        assertTrue(all.size() == 1 || splits > all.size() / 3, "only " + splits + " splits");
    }

    /** A third of them; the others are as above. */
    @ParameterizedTest
    @ValueSource(longs = {200_000, 200_100})
    @DisplayName("P40 P46 P49 P61 the same where games that are served have backups, spares, or both")
    void backedUp(long from) {
        assertEquals(
                List.of(),
                LongStream.range(from, from + 40)
                        .parallel()
                        .mapToObj(seed -> LanStory.of(seed, true))
                        .flatMap(o -> o.wrong().stream())
                        .toList());
    }

    /** Found where no process was passed over, and told so: else each would be another story. */
    @ParameterizedTest
    @ValueSource(
            longs = {
                16, // one that had left was waited for, and nobody who came after it ever decided
                924, // a server that was cut off did not hear that the game went on: others' news used that up
                667, // who was put out did not believe whoever serves since
                6254, // whoever serves, and one that had claimed above it, waited for each other
                60, // what a dead server had begun was finished, and then nobody asked for the next number
                6837, // who had just come agreed to serve, could not, and was asked again and again
                8521, // a side that played on did not hear that others were bound to later numbers
                17303, // nor that one was bound to its own number by another claim
                30353, // nor one of its own, which had come from the other side
                31316, // a server's own change was finished under a later number, and the server took itself for
                // deposed
                38462, // one that decided nothing asked against the server, as fast as the network went
                60211, // a server that left as it asked for the next number served on
                107976, // one that died was not known to be dead any more, and nothing was ordered meanwhile
                202971, // a backup restored its copy, gave its number up, and missed what it had delivered since
                215610, // a side waited for those of another, whom it had gone on without
                208283, // a spare that had not taken the backup's place was never asked again
                1129672, // an elector was bound to another claim of its server's number; without its echo the server
                // did not
                // act, and so did not take the number above, which would have let the elector echo
                1206781, // a side that was to give way let in whoever gave way to the same one, and so outran its
                // number
                3157808, // the server that was lost had voted, and was not listed: nobody but a dead one and the new
                // server
                3160778, // one that had come back waited with all others, and was told that the game was over
                4011753, // a server that had an elector too many changed the list again and again, and let nobody in
                4110508, // a spare that had just come went on from what it was let in with, and lost what was ordered
                // since
                3008343, // two were bound to a number of another side, and their server, which rested, did not hear of
                // it
                1137796, // a server waited with its planned change for those that had a later number, and asked nobody
            })
    @DisplayName("P21 P28 P36 P40 P49 P57 P59 P61 P62 P64 P65 P66 what once went wrong does not")
    void onceWentWrong(long seed) {
        assertEquals(List.of(), LanStory.of(seed, false).wrong());
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                4032157 /* a side waited for the members of another that had its number */,
                4048691 /* a server was listed alone with a dead member */
            })
    @DisplayName("P59 P61 the same, found where processes were passed over")
    void onceWentWrongAtRest(long seed) {
        assertEquals(List.of(), LanStory.of(seed, true).wrong());
    }
}
