package org.gamenet.rgs.core.transport.jgroups;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.VERIFY_SUSPECT2;

/**
 * Asks a suspect again and again whether it is dead, and gives one that lost its links time to open new ones: on a busy
 * machine that takes its while, and what was on its way is gone. A late answer must not split a group, which takes
 * seconds to heal. A process whose host refuses the dial is dead at once.
 */
final class PatientVerify extends VERIFY_SUSPECT2 {
    /** A dial on this machine or in this house is refused as soon as that; a successor waits for it. */
    private static final long[] EARLY_MILLIS = {2, 5};

    private static final int QUESTIONS = 4;
    private static final int PATIENCE = 5;
    private static final long LATELY_MILLIS = 100;
    private static final long RESET_MILLIS = 2_000;
    /** A look at a suspect of its own may be lost where the pool is full, or the wall clock was set back. */
    private static final long SELDOM_MILLIS = 2_000;

    private final LinkedTp links;
    private final long shortest;

    PatientVerify(LinkedTp links, long millis) {
        this.links = links;
        this.shortest = millis;
        setTimeout(millis);
        setId(ClassConfigurator.getProtocolId(VERIFY_SUSPECT2.class));
    }

    /** JGroups would look through its suspects all the time; here each has a look of its own, when its time is up. */
    @Override
    public synchronized void start() throws Exception {
        timeout = SELDOM_MILLIS;
        super.start();
        timeout = shortest;
    }

    /** RGS's own word, after it has dialled, or a process that comes anew: no patience but for the shortest time. */
    void condemn(Address member) {
        synchronized (this) {
            long soon = System.currentTimeMillis() + shortest;
            if (suspects.stream().anyMatch(entry -> entry.suspect().equals(member) && entry.target_time() <= soon)) {
                return;
            }
            removeSuspect(member);
            add(member, shortest);
        }
        verifySuspect(List.of(member));
    }

    @Override
    protected void verifySuspect(Collection<Address> members) {
        super.verifySuspect(members);
        if (members == null || members.isEmpty()) {
            return;
        }
        askLater(List.copyOf(members), 0, 0);
    }

    /**
     * One question at a time, for as long as anybody of these is suspected: a death is no moment for a hundred timers.
     */
    private void askLater(List<Address> suspected, int asked, long sinceMillis) {
        long at = asked < EARLY_MILLIS.length ? EARLY_MILLIS[asked] : sinceMillis + pause(sinceMillis);
        if (at < RESET_MILLIS) {
            getTransport()
                    .getTimer()
                    .schedule(
                            () -> {
                                List<Address> still = suspected.stream()
                                        .filter(this::isSuspectedAfterAsking)
                                        .toList();
                                if (!still.isEmpty()) {
                                    askLater(still, asked + 1, at);
                                }
                            },
                            at - sinceMillis,
                            TimeUnit.MILLISECONDS,
                            false);
        }
    }

    private long pause(long sinceMillis) {
        return sinceMillis < shortest * PATIENCE ? Math.max(1, shortest / QUESTIONS) : shortest;
    }

    @Override
    protected synchronized void addSuspects(Collection<Address> members) {
        for (Address member : members) {
            add(member, links.lostLately(member, LATELY_MILLIS) ? RESET_MILLIS : shortest);
        }
    }

    /** JGroups computes the end from this field alone. */
    private void add(Address member, long millis) {
        int before = suspects.size();
        timeout = millis;
        super.addSuspects(List.of(member));
        timeout = shortest;
        if (suspects.size() > before) {
            getTransport().getTimer().schedule(this, millis + 1, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * A process that is refused leaves the view at once: a successor that joins would have to wait for a view change
     * under way.
     */
    private boolean isSuspectedAfterAsking(Address member) {
        // under the lock that clearing somebody takes, so that nobody is suspected anew; a listed suspect keeps its
        // end
        synchronized (this) {
            if (suspects.stream().noneMatch(entry -> entry.suspect().equals(member))) {
                return false;
            }
            if (!links.isRefused(member)) {
                super.verifySuspect(List.of(member));
                return true;
            }
            removeSuspect(member);
            add(member, 0);
        }
        run();
        return false;
    }
}
