package org.gamenet.rgs.core;

import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.core.session.base.SessionSetup;

/** The implementation of {@link Rgs}, found by the service loader. */
public final class RgsCore implements Rgs.Provider {
    /** For {@link java.util.ServiceLoader}. */
    public RgsCore() {}

    @Override
    public Rgs.Builder game(String kind) {
        return new SetUp(kind);
    }

    /** The set-up of a process, for code that runs sessions on other ports than this class does. */
    public static SessionSetup setup(Rgs.Builder builder) {
        if (!(builder instanceof SetUp told))
            throw new IllegalArgumentException("setup(builder): take what Rgs.game(kind) gives");
        return told.setup();
    }
}
