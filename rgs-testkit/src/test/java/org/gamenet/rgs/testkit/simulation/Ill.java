package org.gamenet.rgs.testkit.simulation;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The ills that can befall a game. */
enum Ill {
    KILL_SERVER,
    KILL_PLAYER,
    KILL_AGAIN,
    KILL_HOST,
    KILL_WHILE_JOINING,
    HANG_SERVER,
    HANG_PLAYER,
    SLEEP,
    SERVER_LEAVES,
    PLAYER_LEAVES,
    KICK,
    RESET_SERVER,
    RESET_PLAYER,
    CUT_LINK,
    CUT_ONE_WAY,
    PARTITION,
    CUT_SERVER_OFF,
    DIRECTORY_AWAY,
    DIRECTORY_SLOW,
    LINE_LOST,
    LINE_CUT,
    RESTORE_THROWS,
    PACKAGE_THROWS,
    SLOW_GAME,
    SLOW_PROCESS,
    LOSSY,
    LATE_VIEWS,
    /**
     * The server keeps one player and loses all others, and the directory, so long that they go on without it while the
     * group's views show nothing. Where asked for only.
     */
    SPLIT_SERVER,
    // From here on: of the stories of cut networks, see Perils.
    CUT_GROUPS,
    KILL_IN_COLLECTION,
    DISK_LOST,
    CLOCK_STEPS,
    /** A player says what is not so in one type of message. Where asked for only: strangers are not kept out yet. */
    LIE,
    /** No ill: the game keeps its lost players for some seconds. Where asked for only. */
    KEEPS,
    /** A player makes things up, of every type of message. Where asked for only. */
    ROGUE,
    /** The server hands its game over, mostly to its backup. Where asked for only: of stories of their own. */
    HAND_OVER,
    /** No ill: the game is synchronous, and has a backup where it can. Where asked for only. */
    SYNC,
    /** No ill: whoever has something to say asks all others for a place in the order. Where asked for only. */
    ASKS,
    /** No ill: members send messages to one another alone. Where asked for only. */
    LETTERS,
    /**
     * No ill: state callbacks take their time, and some packages cannot be read; members are slow to reach whoever is
     * about to be the backup. Where asked for only.
     */
    CALLBACKS,
    /**
     * The backup dies, and mostly the server soon after it: another is being recruited meanwhile. Where asked for only.
     */
    KILL_BACKUP;

    /** The kinds of game, which are no ills. */
    static final Set<Ill> KINDS = Collections.unmodifiableSet(EnumSet.of(KEEPS, SYNC, ASKS, LETTERS, CALLBACKS));

    /** The ills of games on cut networks. */
    static final Set<Ill> CUTS = Collections.unmodifiableSet(EnumSet.range(CUT_GROUPS, CLOCK_STEPS));

    /** The ills of games unless something is asked for: another one here would give every seed another story. */
    static final Set<Ill> ANY = Collections.unmodifiableSet(EnumSet.range(KILL_SERVER, LATE_VIEWS));

    /** The ills of games unless something is asked for, and the kinds of game. */
    static Set<Ill> with(Ill... kinds) {
        Set<Ill> all = EnumSet.copyOf(ANY);
        Collections.addAll(all, kinds);
        return Collections.unmodifiableSet(all);
    }
}
