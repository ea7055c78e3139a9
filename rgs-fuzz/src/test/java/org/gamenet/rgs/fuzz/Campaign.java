package org.gamenet.rgs.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Targets that one JVM fuzzes; an input is the number of its target in a byte, then the target's own. */
record Campaign(Class<?> type, List<Target> targets) {
    static final Campaign DECODERS = new Campaign(DecodersTarget.class, Target.DECODERS);
    static final Campaign SCRIPTS = new Campaign(ScriptsTarget.class, Target.SCRIPTS);

    void take(byte[] input) {
        if (input.length == 0) return;
        byte[] own = own(input);
        if (own.length <= target(input).longest()) target(input).input().accept(own);
    }

    private Target target(byte[] input) {
        return targets.get((input[0] & 0xff) % targets.size());
    }

    private static byte[] own(byte[] input) {
        return Arrays.copyOfRange(input, 1, input.length);
    }

    int longest() {
        return 1 + targets.stream().mapToInt(Target::longest).max().orElseThrow();
    }

    /** The inputs that the targets begin with, and those that were kept. */
    List<byte[]> inputs() {
        List<byte[]> all = new ArrayList<>();
        for (Target target : targets) {
            List<byte[]> own = new ArrayList<>(target.seeds().get());
            own.addAll(target.kept());
            for (byte[] input : own) all.add(numbered(targets.indexOf(target), input));
        }
        return all;
    }

    private static byte[] numbered(int number, byte[] own) {
        byte[] input = new byte[1 + own.length];
        input[0] = (byte) number;
        System.arraycopy(own, 0, input, 1, own.length);
        return input;
    }

    /** How to see it again. */
    String line(byte[] input) {
        return "Put the line\n" + Base64.getEncoder().encodeToString(own(input)) + "\ninto src/test/resources/corpus/"
                + target(input).name() + ".txt and run KeptInputsTest.";
    }
}
