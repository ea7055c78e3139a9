package org.gamenet.rgs.testkit;

/** An exception of a game's own code, told with what it is likely to mean. */
final class Faults {
    private Faults() {}

    static Error in(ClusterProcess process, Throwable fault) {
        if (fault instanceof Violation told) return told;
        if (isUnmodifiable(fault)) {
            return new Violation(
                    process
                            + " changed a list, set or map that came in a message or a package. Those are unmodifiable, for the "
                            + "message may be kept elsewhere too: copy what you keep and change (new ArrayList<>(message.items()))",
                    fault);
        }
        if (fault instanceof AssertionError failed) return failed;
        return new Violation(
                "a frame of " + process + " threw " + fault
                        + ": what a handler or a frame throws ends a game's loop, so catch it "
                        + "there if it is meant",
                fault);
    }

    private static boolean isUnmodifiable(Throwable fault) {
        if (!(fault instanceof UnsupportedOperationException) || fault.getStackTrace().length == 0) return false;
        String thrower = fault.getStackTrace()[0].getClassName();
        return thrower.startsWith("java.util.Collections$Unmodifiable")
                || thrower.startsWith("java.util.ImmutableCollections");
    }
}
