package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The large grounds: the first two as far as {@code rgs.proof.worlds} breadth first, the others a twentieth of that,
 * and all of them a hundredth depth first, which takes the more memory the deeper it comes; no longer than
 * {@code rgs.proof.seconds} each. Profile {@code proof}.
 */
@Tag("proof")
class ProofTest {
    private static final long SECONDS = Long.getLong("rgs.proof.seconds", 3_600);
    private static final long WORLDS = Long.getLong("rgs.proof.worlds", 101_000_000);
    private static final int WIDE = 2;

    @TestFactory
    @DisplayName("S1 to S9, S11, S17 to S20, L1 to L4, L6, L7 hold as far as the search comes")
    Stream<DynamicTest> holdsAsFarAsItComes() {
        return Hunt.large().stream()
                .flatMap(g -> Stream.of(false, true)
                        .map(deep -> DynamicTest.dynamicTest(
                                g.name() + (deep ? ", deep" : ""),
                                () -> assertTrue(Proof.search(g, SECONDS, worlds(g, deep), 997, deep)))));
    }

    private static long worlds(Hunt.Ground ground, boolean deep) {
        return deep ? WORLDS / 100 : Hunt.large().indexOf(ground) < WIDE ? WORLDS : WORLDS / 20;
    }
}
