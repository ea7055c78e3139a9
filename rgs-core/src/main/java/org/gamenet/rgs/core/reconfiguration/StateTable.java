package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The table of a state, row by row: an event, a message or a timer, the rule, the reaction. Rows of one message are
 * tried from the top; the first whose sender and epoch fit counts, and where none fits nothing happens. Every event and
 * message has a row or is ignored for a reason, or the table does not come into being; a timer without a row is not run
 * by the state. Immutable; any thread.
 */
public final class StateTable<S extends MemberState> {

    /** All that may happen, by number: events, then messages, then timers. */
    private static final List<Object> KINDS = Stream.<Object[]>of(
                    Event.class.getPermittedSubclasses(), Message.class.getPermittedSubclasses(), Timer.values())
            .flatMap(Stream::of)
            .filter(kind -> kind != Event.Heard.class && kind != Event.TimerFired.class)
            .toList();

    private static final int FIRST_TIMER = KINDS.size() - Timer.values().length;
    private static final ClassValue<Integer> NUMBERS = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return KINDS.indexOf(type);
        }
    };

    /** A reaction to an event. */
    interface ToEvent<S, E> {
        Step react(S state, E event);
    }

    /** A reaction to an event that says no more than that it happened, or to a timer. */
    interface ToSignal<S> {
        Step react(S state);
    }

    /** A reaction to a message. */
    interface ToMessage<S, M> {
        Step react(S state, MemberId from, M message);
    }

    /** A reaction to a message whose sender is of no importance, or is told by its row. */
    interface ToWords<S, M> {
        Step react(S state, M message);
    }

    /** A reaction to a message of which only the sender counts. */
    interface ToSender<S> {
        Step react(S state, MemberId from);
    }

    /** The input of a reaction. */
    private enum Form {
        NOTHING,
        SIGNAL,
        EVENT,
        WORDS,
        SENDER,
        MESSAGE,
        PASSED
    }

    /**
     * A row.
     *
     * @param what the class of the event or of the message, or the timer
     * @param from the only sender from which it counts
     * @param of which epoch it must be of
     * @param why the rule; of what is ignored, the reason
     * @param form of the reaction; {@code NOTHING}: it is ignored
     * @param reaction of that form, to what the row is for
     */
    private record Row<S extends MemberState>(
            Object what, Sender from, EpochIs of, String why, Form form, Object reaction) {

        boolean isForAll() {
            return from == Sender.ANYBODY && of == EpochIs.ANY;
        }

        boolean takes(S state, MemberId sender, Object happened) {
            return (from == Sender.ANYBODY || says(state, sender, happened))
                    && (of == EpochIs.ANY || state.isOf(of, ((Message) happened).about()));
        }

        private boolean says(S state, MemberId sender, Object happened) {
            if (from != Sender.NAMED && from != Sender.ARBITER) return state.isFrom(from, sender);
            return ((Message) happened).names().map(sender::equals).orElse(from == Sender.ARBITER);
        }

        /** One call, whatever its form: this is where every event passes. */
        @SuppressWarnings("unchecked")
        Step react(S state, MemberId sender, Object happened) {
            return switch (form) {
                case NOTHING -> Step.to(state);
                case SIGNAL -> ((ToSignal<S>) reaction).react(state);
                case EVENT -> ((ToEvent<S, Object>) reaction).react(state, happened);
                case WORDS -> ((ToWords<S, Object>) reaction).react(state, happened);
                case SENDER -> ((ToSender<S>) reaction).react(state, sender);
                case MESSAGE -> ((ToMessage<S, Object>) reaction).react(state, sender, happened);
                case PASSED -> ((ToEvent<S, Event>) reaction).react(state, event(sender, happened));
            };
        }
    }

    private static Event event(MemberId sender, Object happened) {
        return happened instanceof Message message ? new Event.Heard(sender, message) : (Event) happened;
    }

    /** A row as the documents print it. */
    public record RowText(String what, Sender sender, String epoch, String why, boolean ignored) {

        /** From whom, in words. */
        public String from() {
            return sender.words();
        }
    }

    private final String name;
    private final List<Row<S>> inOrder;
    private final Row<S>[][] rows;
    private final Set<Timer> timers = EnumSet.noneOf(Timer.class);

    private StateTable(String name, List<Row<S>> inOrder, Row<S>[][] rows) {
        this.name = name;
        this.inOrder = inOrder;
        this.rows = rows;
        for (Row<S> row : inOrder) if (row.what instanceof Timer timer && row.form != Form.NOTHING) timers.add(timer);
    }

    static <S extends MemberState> Builder<S> of(Class<S> state) {
        return new Builder<>(state.getSimpleName());
    }

    /** The name of the state. */
    public String name() {
        return name;
    }

    /** The rows, in their order. */
    public List<RowText> rowTexts() {
        return inOrder.stream()
                .filter(row -> row.form != Form.PASSED)
                .map(row -> new RowText(
                        row.what instanceof Class<?> type ? type.getSimpleName() : row.what.toString(),
                        row.from,
                        row.of.words(),
                        row.why,
                        row.form == Form.NOTHING))
                .toList();
    }

    /** The state that does what this one has no row for; empty if it has one for everything. */
    public Optional<String> passesTo() {
        return inOrder.stream()
                .filter(row -> row.form == Form.PASSED)
                .map(row -> row.why)
                .findFirst();
    }

    /** Whether the state runs this timer: it has a reaction to it. */
    public boolean runs(Timer timer) {
        return timers.contains(timer);
    }

    /** The step to which this event leads in this state. The timers of a state that is left are stopped. */
    Step on(S state, Event event) {
        Step step = reaction(state, event);
        StateTable<?> next = step.state().table();
        return next == this ? through(this, step) : through(next, step.after(stops(next)));
    }

    /** As whom this member may say this in that state; empty if no row is for it. */
    @SuppressWarnings("unchecked")
    static <S extends MemberState> Optional<Sender> hears(S state, MemberId from, Message message) {
        for (Row<S> row : ((StateTable<S>) state.table()).rows[NUMBERS.get(message.getClass())])
            if (row.takes(state, from, message)) return Optional.of(row.from);
        return Optional.empty();
    }

    /** A step that went through that state and came back: this one was left all the same. */
    Step backFrom(StateTable<?> other, Step step) {
        return step.state().table() == this ? step.after(stops(other)) : step;
    }

    /** Of what the next state runs too, the time goes on. */
    private Effect[] stops(StateTable<?> next) {
        return timers.stream()
                .filter(timer -> !next.runs(timer))
                .map(Effect.StopTimer::new)
                .toArray(Effect[]::new);
    }

    /** States that a step only passes through start nothing. */
    private static Step through(StateTable<?> next, Step step) {
        Predicate<Effect> passing = effect -> effect instanceof Effect.StartTimer start && !next.runs(start.timer());
        if (step.effects().stream().noneMatch(passing)) return step;
        return new Step(
                step.state(), step.effects().stream().filter(passing.negate()).toList());
    }

    private Step reaction(S state, Event event) {
        if (event instanceof Event.Heard heard)
            return react(
                    state,
                    heard.from(),
                    heard.message(),
                    rows[NUMBERS.get(heard.message().getClass())]);
        if (event instanceof Event.TimerFired fired)
            return react(
                    state,
                    state.self().id(),
                    fired,
                    rows[FIRST_TIMER + fired.timer().ordinal()]);
        return react(state, state.self().id(), event, rows[NUMBERS.get(event.getClass())]);
    }

    private static <S extends MemberState> Step react(S state, MemberId from, Object what, Row<S>[] some) {
        for (Row<S> row : some) if (row.takes(state, from, what)) return row.react(state, from, what);
        return Step.to(state);
    }

    /** Takes the rows of a table. */
    static final class Builder<S extends MemberState> {
        private final String name;
        private final List<Row<S>> inOrder = new ArrayList<>();

        private Builder(String name) {
            this.name = name;
        }

        <E extends Event> Builder<S> on(Class<E> event, String rule, ToEvent<S, E> reaction) {
            return row(event, Sender.ANYBODY, EpochIs.ANY, rule, Form.EVENT, reaction);
        }

        Builder<S> on(Class<? extends Event> event, String rule, ToSignal<S> reaction) {
            return row(event, Sender.ANYBODY, EpochIs.ANY, rule, Form.SIGNAL, reaction);
        }

        Builder<S> on(Timer timer, String rule, ToSignal<S> reaction) {
            return row(timer, Sender.ANYBODY, EpochIs.ANY, rule, Form.SIGNAL, reaction);
        }

        <M extends Message> Builder<S> heard(
                Class<M> message, Sender from, EpochIs of, String rule, ToMessage<S, M> reaction) {
            return row(message, from, of, rule, Form.MESSAGE, reaction);
        }

        <M extends Message> Builder<S> heard(
                Class<M> message, Sender from, EpochIs of, String rule, ToWords<S, M> reaction) {
            return row(message, from, of, rule, Form.WORDS, reaction);
        }

        Builder<S> heardFrom(
                Class<? extends Message> message, Sender from, EpochIs of, String rule, ToSender<S> reaction) {
            return row(message, from, of, rule, Form.SENDER, reaction);
        }

        Builder<S> heard(Class<? extends Message> message, Sender from, EpochIs of, String rule, ToSignal<S> reaction) {
            return row(message, from, of, rule, Form.SIGNAL, reaction);
        }

        /** Of this epoch it means nothing; rows below say what it means otherwise. */
        Builder<S> ignores(Class<? extends Message> message, EpochIs of, String why) {
            inOrder.add(new Row<>(message, Sender.ANYBODY, of, why, Form.NOTHING, why));
            return this;
        }

        /** Events and messages that mean nothing here, and why. */
        Builder<S> ignores(String why, Class<?>... some) {
            for (Class<?> type : some)
                inOrder.add(new Row<>(type, Sender.ANYBODY, EpochIs.ANY, why, Form.NOTHING, why));
            return this;
        }

        /** Everything that has no row yet: of states that do very little. */
        Builder<S> ignoresTheRest(String why) {
            for (Object kind : KINDS)
                if (!(kind instanceof Timer) && inOrder.stream().noneMatch(row -> row.what.equals(kind)))
                    inOrder.add(new Row<>(kind, Sender.ANYBODY, EpochIs.ANY, why, Form.NOTHING, why));
            return this;
        }

        /** Everything that has no row yet, and what that state runs: it does with it what it does with it. */
        Builder<S> passesTheRest(StateTable<?> to, ToEvent<S, Event> reaction) {
            for (Object kind : KINDS)
                if (inOrder.stream().noneMatch(row -> row.what.equals(kind))
                        && (!(kind instanceof Timer timer) || to.runs(timer)))
                    inOrder.add(new Row<>(kind, Sender.ANYBODY, EpochIs.ANY, to.name(), Form.PASSED, reaction));
            return this;
        }

        private Builder<S> row(Object what, Sender from, EpochIs of, String rule, Form form, Object reaction) {
            inOrder.add(new Row<>(what, from, of, rule, form, reaction));
            return this;
        }

        /** Throws if an event or a message has no row, or a row stands behind one that takes all. */
        StateTable<S> build() {
            Map<Object, List<Row<S>>> byKind = new LinkedHashMap<>();
            for (Object kind : KINDS) byKind.put(kind, new ArrayList<>());
            for (Row<S> row : inOrder) {
                List<Row<S>> before = byKind.get(row.what);
                if (before == null) throw new AssertionError(name + ": nothing that happens: " + row.what);
                if (!before.isEmpty() && before.get(before.size() - 1).isForAll())
                    throw new AssertionError(name + ": a row that nothing reaches: " + row.what);
                before.add(row);
            }
            List<Object> forgotten = KINDS.stream()
                    .filter(kind -> !(kind instanceof Timer) && byKind.get(kind).isEmpty())
                    .toList();
            if (!forgotten.isEmpty()) throw new AssertionError(name + " says nothing of " + forgotten);
            return new StateTable<>(name, Collections.unmodifiableList(inOrder), byNumber(byKind));
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        private static <S extends MemberState> Row<S>[][] byNumber(Map<Object, List<Row<S>>> byKind) {
            return byKind.values().stream()
                    .map(some -> some.toArray(new Row[0]))
                    .toArray(Row[][]::new);
        }
    }
}
