package org.gamenet.rgs.core.transport.jgroups;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.util.TimeScheduler;

/**
 * Asks a suspect four times instead of once whether it is dead. After a reset both ends dial each other at once, one of the two sockets
 * is given
 * up, and what was written to it is gone: a single lost question must not split a group.
 */
final class PatientVerify extends VERIFY_SUSPECT2 {
    private static final int QUESTIONS = 4;

    PatientVerify(long millis) {
        setTimeout(millis);
        setId(ClassConfigurator.getProtocolId(VERIFY_SUSPECT2.class));
    }

    @Override protected void verifySuspect(Collection<Address> members) {
        super.verifySuspect(members);
        if (members == null || members.isEmpty()) {
            return;
        }
        List<Address> suspected = List.copyOf(members);
        TimeScheduler timer = getTransport().getTimer();
        for (int question = 1; question < QUESTIONS; question++) {
            timer.schedule(() -> suspected.forEach(this::askAgain), question * timeout / QUESTIONS, TimeUnit.MILLISECONDS, false);
        }
    }

    /** Under the lock that clearing somebody takes, so that nobody is suspected anew; who is on the list keeps its deadline. */
    private synchronized void askAgain(Address member) {
        if (suspects.stream().anyMatch(entry -> entry.suspect().equals(member))) {
            super.verifySuspect(List.of(member));
        }
    }
}
