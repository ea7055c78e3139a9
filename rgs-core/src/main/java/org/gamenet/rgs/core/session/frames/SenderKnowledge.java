package org.gamenet.rgs.core.session.frames;

import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.entry.Warrants;
import org.gamenet.rgs.core.session.peers.ClockTalk;

/** The others as this session knows them: whom it obeys, whom the arbiter names. Worker's thread. */
public final class SenderKnowledge implements SenderRules.Known {
    private final ClockTalk clock;
    private final DirectoryAccess directoryAccess;
    private final Warrants warrants;

    public SenderKnowledge(ClockTalk clock, DirectoryAccess directoryAccess, Warrants warrants) {
        this.clock = clock;
        this.directoryAccess = directoryAccess;
        this.warrants = warrants;
    }

    @Override
    public Optional<MemberId> holder() {
        return clock.holder();
    }

    @Override
    public Optional<MemberId> holderOf(Epoch number) {
        return directoryAccess.arbiter().whoHas(number);
    }

    @Override
    public boolean mayVote(MemberId from) {
        return directoryAccess.arbiter().mayVote(from);
    }

    @Override
    public boolean mayHold(MemberId from) {
        return !warrants.isAnothers(from);
    }
}
