package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.gamenet.rgs.core.port.Lane;

/**
 * The messages of one family as rows: id, direction, fence, lane, and whose word counts. It stands beside the family's
 * records, and names the record without a row when its class loads. The session joins the tables of all families.
 */
public final class MessageTable {
    private final List<Row> rows;

    private MessageTable(List<Row> rows) {
        this.rows = List.copyOf(rows);
    }

    /**
     * A row.
     *
     * @param id explicit, and never used again for something else
     * @param direction its sender and its receiver, for people
     * @param machine the part of RGS that it belongs to, for people
     * @param says senders whose word counts; empty for a {@link Message}, of which the tables of the states tell, and
     *     for a type that travels only inside of another message
     */
    public record Row(
            int id,
            Class<? extends Record> type,
            String direction,
            String machine,
            Fence fence,
            Lane lane,
            List<SenderRule> says) {
        public Row {
            says = List.copyOf(says);
        }

        /** The name of its record. */
        public String name() {
            return type.getSimpleName();
        }
    }

    /** The fence of a message: which epochs of its header it is heard in (P2). */
    public enum Fence {
        /** Dropped, counted and answered below the promise of the member that hears it. */
        PROMISE,
        /**
         * Heard whatever epoch its header names: it asks for a seat, for entries or for help, or says what is promised,
         * and binds nobody.
         */
        NONE
    }

    /**
     * A sender whose word counts. A message may have several rules, and counts if one of them fits.
     *
     * @param from the sender whose word counts
     * @param of of which epoch: the one that the message speaks of, or the one in its header
     * @param in in which states of the member that hears it
     */
    public record SenderRule(Sender from, EpochIs of, States in) {}

    /** The states in which a rule counts. */
    public enum States {
        ANYWHERE(at -> true),
        JOINING(Joining.class::isInstance),
        LEADING(MemberState::leads),
        SERVING(at -> at.leads() && at.plays()),
        IN_THE_GAME(at -> !at.leads() && !at.log().roster().members().isEmpty() && !(at instanceof Joining)),
        PLAYING(at -> at.plays() && !at.leads());

        private final Predicate<MemberState> test;

        States(Predicate<MemberState> test) {
            this.test = test;
        }

        /** Whether this state is one of them. */
        public boolean has(MemberState at) {
            return test.test(at);
        }
    }

    /** The word of this sender counts, of this epoch, in these states. */
    public static SenderRule by(Sender from, EpochIs of, States in) {
        return new SenderRule(from, of, in);
    }

    /** The word of this sender counts, of any epoch, in any state. */
    public static SenderRule by(Sender from) {
        return new SenderRule(from, EpochIs.ANY, States.ANYWHERE);
    }

    /** A table for the records of this sealed interface, which belong to this machine: each has a sender. */
    public static Builder of(Class<?> family, String machine) {
        return new Builder(family, machine, true);
    }

    /** The same, of messages whose rows need no sender rule: the tables of the states name their senders. */
    public static Builder ofStates(Class<?> family, String machine) {
        return new Builder(family, machine, false);
    }

    /** All rows, as they are written. */
    public List<Row> rows() {
        return rows;
    }

    /** Puts a table together, row by row. */
    public static final class Builder {
        private final Class<?> family;
        private final boolean needsSender;
        private final List<Row> rows = new ArrayList<>();
        private String machine;

        private Builder(Class<?> family, String machine, boolean needsSender) {
            this.family = family;
            this.machine = machine;
            this.needsSender = needsSender;
        }

        /** The next rows belong to this machine. */
        public Builder machine(String next) {
            machine = next;
            return this;
        }

        /** The row of a message. A lane and a fence have no default, so that nobody forgets them. */
        public Builder row(
                int id, Class<? extends Record> type, String direction, Fence fence, Lane lane, SenderRule... says) {
            rows.add(new Row(id, type, direction, machine, fence, lane, List.of(says)));
            return this;
        }

        /** The table; throws {@link IllegalStateException} with the name of a record that has no row, or no sender. */
        public MessageTable build() {
            Set<Class<?>> left = records(family);
            for (Row row : rows) {
                boolean isOfFamily = left.remove(row.type());
                if (isOfFamily && needsSender && row.says().isEmpty())
                    throw new IllegalStateException(row.type().getName() + " has no sender: say whose word counts");
            }
            if (!left.isEmpty())
                throw new IllegalStateException(
                        left.iterator().next().getName() + " has no row: give it an id, a fence and a lane");
            return new MessageTable(rows);
        }

        private static Set<Class<?>> records(Class<?> family) {
            Set<Class<?>> all = new LinkedHashSet<>();
            if (family.isRecord()) all.add(family);
            if (family.isSealed()) for (Class<?> each : family.getPermittedSubclasses()) all.addAll(records(each));
            return all;
        }
    }
}
