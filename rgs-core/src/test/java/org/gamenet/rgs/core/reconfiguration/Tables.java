package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;

/** The tables of all states, as the sealed types say which there are. */
public final class Tables {
    private Tables() {}

    /** By order of the types; a state without a table has none here, and throws. */
    public static List<StateTable<?>> all() {
        List<StateTable<?>> all = new ArrayList<>();
        add(MemberState.class, all);
        return all;
    }

    private static void add(Class<?> type, List<StateTable<?>> all) {
        if (type.isSealed()) {
            for (Class<?> each : type.getPermittedSubclasses()) add(each, all);
            return;
        }
        try {
            all.add((StateTable<?>) type.getDeclaredField("TABLE").get(null));
        } catch (ReflectiveOperationException none) {
            throw new AssertionError(type.getSimpleName() + " has no table", none);
        }
    }
}
