package org.gamenet.rgs.bench.relay;

/** The libraries that can stand behind a relay. */
enum Peers {
    /** RGS, handlers on a thread of the application. */
    rgs,
    /** RGS, handlers on the thread that brings the message. */
    rgs_inplace,
    /** KryoNet, handlers on its own thread, as is usual there. */
    kryonet,
    /** Netty, handlers on its event loop, as is usual there. */
    netty,
    /** JGroups without RGS, handlers on a thread of the application. */
    jgroups,
    /** The JDK's channels and a length before each message, nothing else: the floor. */
    raw;

    Relay relay(Setting setting) {
        return switch (this) {
            case rgs -> new RgsRelay(setting, false);
            case rgs_inplace -> new RgsRelay(setting, true);
            case kryonet -> new KryoNetRelay(setting);
            case netty -> new NettyRelay(setting);
            case jgroups -> new JGroupsRelay(setting);
            case raw -> new RawRelay(setting);
        };
    }

    boolean needsDirectory() {
        return this == rgs || this == rgs_inplace;
    }

    /** As it is called on the command line. */
    @Override
    public String toString() {
        return name().replace('_', '-');
    }
}
