package org.gamenet.rgs.fuzz;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Inputs that were kept, as ordinary tests without any fuzzer; a failure says its input. */
class KeptInputsTest {
    private static final int DAMAGED = 10_000;
    private static final long SEED = Long.getLong("rgs.fuzz.seed", 1);

    static List<Target> targets() {
        return Target.all();
    }

    @ParameterizedTest
    @MethodSource("targets")
    @DisplayName("P53 every input that was kept, and every one that the fuzzer begins with, is understood or refused")
    void isUnderstoodOrRefused(Target target) {
        List<byte[]> inputs = inputs(target);
        assertFalse(inputs.isEmpty());
        for (byte[] input : inputs) takes(target, input);
    }

    static List<Target> decoders() {
        return Target.DECODERS;
    }

    @ParameterizedTest
    @MethodSource("decoders")
    @DisplayName("P53 so is what damage makes of them, and it buys no more memory than its bytes deserve")
    void damaged(Target target) {
        Random random = new Random(SEED);
        List<byte[]> inputs = inputs(target);
        for (int run = 0; run < DAMAGED; run++) {
            byte[] how = new byte[24];
            random.nextBytes(how);
            takes(target, new Script(how).damaged(inputs.get(random.nextInt(inputs.size()))));
        }
    }

    private static List<byte[]> inputs(Target target) {
        return Stream.concat(target.seeds().get().stream(), target.kept().stream())
                .toList();
    }

    private static void takes(Target target, byte[] input) {
        assertDoesNotThrow(
                () -> target.input().accept(input),
                () -> target.name() + " fails with the input "
                        + Base64.getEncoder().encodeToString(input) + "; put it into src/test/resources/corpus/"
                        + target.name() + ".txt");
    }
}
