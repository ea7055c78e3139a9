package org.gamenet.rgs.bench.relay;

/** What can stand behind a relay. */
enum Peers {
    /** RGS. */
    rgs,
    /** JGroups without it. */
    jgroups;

    Relay.Maker maker(String directory) {
        return switch (this) {
            case rgs -> (players, screen) -> RgsRelay.open(directory, "relay " + ProcessHandle.current().pid(), players, screen);
            case jgroups -> JGroupsRelay::open;
        };
    }
}
