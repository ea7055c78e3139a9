package org.gamenet.rgs.core.wire;

import static org.gamenet.rgs.core.wire.Samples.RECORDS;
import static org.gamenet.rgs.core.wire.Samples.misuse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.core.wire.Samples.Boxes;
import org.gamenet.rgs.core.wire.Samples.Opaque;
import org.gamenet.rgs.core.wire.Samples.Tree;
import org.junit.jupiter.api.Test;

/** Mistakes of the sender are told to the sender. */
class MisuseTest {
    private static String tooLarge(Record message, int limit) {
        return misuse(() -> RECORDS.encode(message, SizeLimit.of(Limit.MESSAGE_BYTES, limit), 0));
    }

    @Test
    void aNullIsNamed() {
        assertTrue(misuse(() -> RECORDS.encode(new Tree(null, List.of()))).startsWith("Tree.name is or holds null"));
        assertTrue(misuse(() -> RECORDS.encode(new Tree("", Collections.singletonList(null))))
                .startsWith("Tree.children is or holds null"));
        assertTrue(misuse(() -> RECORDS.encode(new Boxes(null, (byte) 0, (short) 0, 'x', 0, 0L, 0f, 0d)))
                .startsWith("Boxes.yes is or"));
    }

    record Scores(Map<String, Integer> scores) {}

    @Test
    void aNullInAMapIsNamed() {
        Records records = Records.of(Scores.class);
        for (Map<String, Integer> map :
                List.of(Collections.singletonMap("ann", (Integer) null), Collections.singletonMap((String) null, 1))) {
            assertTrue(misuse(() -> records.encode(new Scores(map))).startsWith("Scores.scores is or holds null"));
        }
    }

    @Test
    void aMapThatChangesMeanwhileIsNamed() {
        Records records = Records.of(Scores.class);
        for (int size : new int[] {0, 1, 3}) {
            Map<String, Integer> restless = new AbstractMap<>() {
                @Override
                public int size() {
                    return size;
                }

                @Override
                public Set<Map.Entry<String, Integer>> entrySet() {
                    return Map.of("ann", 1, "bob", 2).entrySet();
                }
            };
            assertTrue(misuse(() -> records.encode(new Scores(restless)))
                    .startsWith("Scores.scores changed while it was encoded"));
        }
    }

    record Heard(List<Samples.Happening> heard) {}

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void aRecordThatIsNoneOfItsInterfaceIsNamed() {
        Records records = Records.of(Heard.class);
        List<Samples.Happening> heard = (List) List.of(new Tree("", List.of()));
        assertTrue(misuse(() -> records.encode(new Heard(heard)))
                .contains("Tree is none of the records of " + Samples.Happening.class.getName()));
    }

    @Test
    void aFirstMessageBeyondItsLimitIsMeasured() {
        Records records = Records.of(Opaque.class);
        Opaque large = new Opaque(1, ByteBuffer.allocate(3_000), (byte) 1);
        String message = misuse(() -> records.encode(large, SizeLimit.of(Limit.MESSAGE_BYTES, 2_000), 0));
        assertTrue(message.contains("Opaque takes 3008 bytes; Limit.MESSAGE_BYTES is 2000"), message);
    }

    @Test
    void aStrangerIsNamedWithTheCure() {
        record Stranger() {}
        assertTrue(misuse(() -> RECORDS.encode(new Stranger()))
                .endsWith("Stranger is none of the records of this game: add it to records(...)"));
        assertTrue(misuse(() -> RECORDS.idOf(Stranger.class)).contains("add it to records"));
    }

    @Test
    void aMessageBeyondItsLimitIsMeasured() {
        Opaque large = new Opaque(1, ByteBuffer.allocate(2_000), (byte) 1);
        int size = RECORDS.encode(large).length;
        assertEquals(size, RECORDS.encode(large, SizeLimit.of(Limit.MESSAGE_BYTES, size), 0).length);
        String message = tooLarge(large, size - 1);
        assertTrue(
                message.contains(
                        "Opaque takes " + size + " bytes; Limit.MESSAGE_BYTES is " + (size - 1) + ": raise it"),
                message);
    }

    @Test
    void aTextBeyondItsLimitIsMeasuredAndTheBufferServesAgain() {
        Tree tree = new Tree("x".repeat(3_000), List.of(new Tree("\u00e9".repeat(500), List.of())));
        int size = RECORDS.encode(tree).length;
        assertTrue(tooLarge(tree, 1_000).contains("takes " + size + " bytes;"));
        assertTrue(tooLarge(tree, 100).contains("takes more than "));
        assertEquals(tree, Samples.again(tree));
    }

    @Test
    void everyLimitIsExact() {
        for (Record message : Samples.all()) {
            int size = RECORDS.encode(message).length;
            assertEquals(size, RECORDS.encode(message, SizeLimit.of(Limit.MESSAGE_BYTES, size), 3).length - 3);
            assertTrue(tooLarge(message, size - 1).contains("takes " + size + " bytes;"), message.toString());
        }
    }

    @Test
    void halfACharacterIsNotReplacedSilently() {
        String message = misuse(() -> RECORDS.encode(new Tree("ab\uD83C", List.of())));
        assertTrue(message.startsWith("Tree.name holds half a character at 2"), message);
    }

    @Test
    void aListThatChangesMeanwhileIsNamed() {
        List<Tree> restless = new ArrayList<>() {
            @Override
            public Iterator<Tree> iterator() {
                return List.<Tree>of().iterator();
            }
        };
        restless.add(new Tree("", List.of()));
        assertTrue(misuse(() -> RECORDS.encode(new Tree("", restless)))
                .startsWith("Tree.children changed while it was encoded"));
        List<Tree> growing = new ArrayList<>() {
            @Override
            public int size() {
                return 1;
            }
        };
        for (int i = 0; i < 2; i++) growing.add(new Tree("", List.of()));
        assertTrue(misuse(() -> RECORDS.encode(new Tree("", growing)))
                .startsWith("Tree.children changed while it was encoded"));
    }

    @Test
    void aRecordThatHoldsItselfEndsInAnError() {
        List<Tree> children = new ArrayList<>();
        Tree round = new Tree("round", children);
        children.add(round);
        assertTrue(misuse(() -> RECORDS.encode(round)).contains("nests deeper than 200 records"));
    }

    @Test
    void asDeepAsAllowedArrives() {
        Tree tree = new Tree("", List.of());
        for (int i = 1; i < Input.DEEPEST; i++) tree = new Tree("", List.of(tree));
        assertEquals(tree, Samples.again(tree));
        Tree deeper = new Tree("", List.of(tree));
        assertTrue(misuse(() -> RECORDS.encode(deeper)).contains("nests deeper"));
    }

    record Curious(int value) {
        @Override
        public int value() {
            return Samples.RECORDS.encode(new Tree("inner", List.of())).length;
        }
    }

    record Nosy(String before, Curious curious, String after) {}

    @Test
    void anAccessorMayEncodeToo() {
        Records records = Records.of(Nosy.class, Tree.class);
        Nosy nosy = new Nosy("a", new Curious(1), "b");
        assertEquals("b", ((Nosy) records.decode(ByteBuffer.wrap(records.encode(nosy)), PeerNames.NONE)).after());
    }
}
