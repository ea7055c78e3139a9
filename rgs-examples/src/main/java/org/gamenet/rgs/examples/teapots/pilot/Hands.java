package org.gamenet.rgs.examples.teapots.pilot;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.examples.teapots.world.Command;
import org.gamenet.rgs.examples.teapots.world.Steer;
import org.gamenet.rgs.examples.teapots.world.World;

/**
 * A person. Whatever reads the keys says what is held and what was pressed; it does not matter which keys, or whether
 * they are keys.
 */
public final class Hands implements Pilot {
    /** Someone who hammers on a key is heard so often in a beat. */
    private static final int ASKED_MAX = 4;

    private final List<Command> asked = new ArrayList<>();
    private Steer steer = Steer.NONE;

    /** The keys that are being held, until told otherwise. */
    public void hold(Steer held) {
        steer = held;
    }

    /** The keys that are being held. */
    public Steer held() {
        return steer;
    }

    /** Something that was pressed, to be done once. */
    public void press(Command command) {
        if (asked.size() < ASKED_MAX) asked.add(command);
    }

    @Override
    public List<Command> decide(World world, Peer me) {
        List<Command> wanted = new ArrayList<>();
        wanted.add(steer);
        wanted.addAll(asked);
        asked.clear();
        return wanted;
    }
}
