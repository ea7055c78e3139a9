package org.gamenet.rgs.bench.cut;

import java.util.Locale;

/** A run that was played to its end. */
record Played(long seed, Cut cut, Findings findings) {
    private static final int SENTENCES = 12;

    @Override public String toString() {
        int more = findings.sentences().size() - SENTENCES;
        return String.format(Locale.ROOT, "seed %d: p%d serves, %s: lost %d+%d (of closed %d), twice %d, order %d, closed %d, age %d; with its server %s ms, after the heal %d ms, "
                + "outages %s ms, starved %d ms%s%s%s", seed, cut.server(), cut, findings.lostRequests(), findings.lostTurns(), findings.lostOfClosed(), findings.twice(),
                findings.orderDiffers(), findings.closedAlive(), findings.stateAgeWrong(), findings.frozenMajority() < 0 ? "-" : findings.frozenMajority() / 1_000_000,
                findings.frozenAfterHeal() / 1_000_000, findings.outages().stream().map(each -> each / 1_000_000).toList(), findings.starved() / 1_000_000,
                findings.sentences().isEmpty() ? "" : ": ", String.join("; ", findings.sentences().subList(0, findings.sentences().size() - Math.max(0, more))),
                more > 0 ? "; and " + more + " more" : "");
    }
}
