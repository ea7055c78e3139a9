package org.gamenet.rgs.core.session.game;

import java.util.HashMap;
import java.util.Map;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.core.machine.MemberId;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks that wait for an application that stands still, as far as they can be taken back: nobody takes their
 * answers any more. Worker's thread only.
 *
 * <p>A {@code restoreState} can be taken back while nothing behind it needs the state that it gives: the game stands
 * still for the application, no message waits, and nobody waits for a package of it. News that is told again because
 * that state lacks it is taken back with it. Behind anything else it is called, obsolete or not: a message was sent to
 * whoever has that state.
 */
final class OpenCalls {
    /** The last restoreState, while nothing but what can be taken back with it is behind it. */
    private Item.@Nullable Called restore;
    /** The last packageState for a holder. */
    private Item.@Nullable Called pack;
    /** Whether that holder waits for it. */
    private boolean wanted;
    /** For newcomers that wait, the last packageState for each. */
    private final Map<MemberId, Item.Called> initial = new HashMap<>();

    private boolean plays;
    private boolean repeats;

    /** Whether what is put in from here on is told again for the sake of the last restoreState. */
    void repeats(boolean now) {
        repeats = now;
    }

    /** This item is put in. */
    void note(Item item) {
        if (item instanceof Item.Called called) {
            note(called);
        } else if (repeats) {
            item.behind = restore;
        } else if (item instanceof Item.Message || item instanceof Item.Stopped) {
            restore = null;
        } else {
            SessionStatus status = item instanceof Item.Told told
                    ? told.status
                    : item instanceof Item.Changed changed ? changed.status : null;
            if (status != null) plays = status.phase() == Session.Phase.PLAYING;
            if (plays) restore = null;
        }
    }

    private void note(Item.Called called) {
        if (called.wanted instanceof Callback.Restore) {
            replaces();
            restore = plays ? null : called;
        } else if (called.wanted instanceof Callback.TakePackage take && take.number() > 0) {
            // The answer to an earlier call is none, and this one has no less in it.
            if (pack != null) pack.takeBack();
            pack = called;
            wanted = true;
        } else {
            restore = null;
            if (called.wanted instanceof Callback.TakeInitialState take) {
                Item.Called before = initial.put(take.newcomer(), called);
                if (before != null) before.takeBack();
            }
        }
    }

    /** Another restoreState comes behind the last one. */
    private void replaces() {
        if (restore == null) return;
        boolean packs = pack != null && pack.serial > restore.serial && !pack.isMade();
        if (packs && wanted) return;
        // The package first: made without the state that it was asked behind, it would say that it has more in it.
        if (packs) pack.takeBack();
        restore.takeBack();
    }

    /** No holder waits for the last package that was asked for. */
    void packsForNobody() {
        wanted = false;
    }

    /** That newcomer has its state. */
    void given(MemberId newcomer) {
        initial.remove(newcomer);
    }

    /** This session leads no more: whoever does has the newcomers' states made. */
    void leadsNoMore() {
        initial.values().forEach(Item.Called::takeBack);
        initial.clear();
    }
}
