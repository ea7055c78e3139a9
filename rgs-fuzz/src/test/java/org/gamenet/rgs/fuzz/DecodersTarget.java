package org.gamenet.rgs.fuzz;

/** All decoders in one JVM, so that the fuzzer need look at their code once only: the first byte says which. */
public final class DecodersTarget {
    private DecodersTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        Campaign.DECODERS.take(input);
    }
}
