package org.gamenet.rgs.bench.cut;

import java.util.List;
import java.util.Locale;

/** A run that was played to its end. */
record Played(long seed, Cut cut, Findings findings) {
    private static final int SENTENCES = 12;
    private static final long MILLI = 1_000_000;

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "seed %d: p%d serves, %s: %s; %s%s",
                seed,
                cut.server(),
                cut,
                counts(),
                times(),
                sentences());
    }

    private String counts() {
        return String.format(
                Locale.ROOT,
                "lost %d+%d (of closed %d), twice %d, order %d, closed %d, age %d",
                findings.lostRequests(),
                findings.lostTurns(),
                findings.lostOfClosed(),
                findings.twice(),
                findings.orderDiffers(),
                findings.closedAlive(),
                findings.stateAgeWrong());
    }

    private String times() {
        return String.format(
                Locale.ROOT,
                "with its server %s ms, after the heal %d ms, outages %s ms, starved %d ms",
                findings.frozenMajority() < 0 ? "-" : findings.frozenMajority() / MILLI,
                findings.frozenAfterHeal() / MILLI,
                findings.outages().stream().map(each -> each / MILLI).toList(),
                findings.starved() / MILLI);
    }

    private String sentences() {
        List<String> all = findings.sentences();
        if (all.isEmpty()) return "";
        String first = ": " + String.join("; ", all.subList(0, Math.min(SENTENCES, all.size())));
        return all.size() <= SENTENCES ? first : first + "; and " + (all.size() - SENTENCES) + " more";
    }
}
