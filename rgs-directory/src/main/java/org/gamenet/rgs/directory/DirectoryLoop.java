package org.gamenet.rgs.directory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.directory.server.DirectoryMachine;
import org.gamenet.rgs.core.directory.server.DirectoryOutput;
import org.gamenet.rgs.core.directory.server.DirectorySettings;
import org.gamenet.rgs.core.directory.server.LedgerCommand;
import org.gamenet.rgs.core.directory.server.LedgerResult;
import org.gamenet.rgs.core.directory.server.Ledgers;
import org.gamenet.rgs.core.directory.server.LedgersSnapshot;
import org.gamenet.rgs.core.directory.server.Quotas;
import org.gamenet.rgs.core.directory.server.SpareEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns the machine and the ledgers: lines, the log and the page post to it, and it hands on what
 * the machine wants done. Posted work is bounded by its sources: a line waits for its own requests, the log for its own
 * entries. The loop's thread, but for {@code key}, {@code post}, {@code postLater}, {@code call}, {@code stop} and
 * {@code isStopped}: any thread.
 */
final class DirectoryLoop {

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLoop.class);
    private static final long TICK_MILLIS = 10;
    /** A log engine that stood still for a moment steps down and leads again at once, if it is the only one. */
    private static final long LEADERLESS_MILLIS = 1_000;

    private static final int HELD_REQUESTS_MAX = 1_024;
    /** Longer than that is worth a line; the log engine begins a new term then. */
    private static final long HALT_MILLIS = 1_000;

    /** One end of a line, as the loop sees it. Called on the loop; must not wait. */
    interface Peer {

        void answer(long requestId, DirectoryReply reply);

        void push(DirectoryPush push);

        void close(String why);
    }

    /** Puts a command into the log, under a number that comes back when it is applied. */
    interface Log {
        void propose(long number, LedgerCommand command);
    }

    private static final Runnable NOTHING = () -> {};

    private final LinkedBlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    /** Lists of games: made when nothing else waits, or one in every tick. Requests that keep games alive go first. */
    private final Queue<Runnable> lists = new ConcurrentLinkedQueue<>();

    private final DirectorySettings settings;
    private final Thread thread;
    private final Runnable ready;
    private final Consumer<Throwable> failed;
    /** The directory's for good if its log is empty so far (P14). */
    private final int mark;

    private volatile GrantKey key = GrantKey.NONE;

    private volatile boolean stopped;

    // Owned by the loop.
    private final Ledgers ledgers = new Ledgers();
    private final OpenLines lines = new OpenLines();
    private final Map<Long, Proposal> proposals = new HashMap<>();
    private @Nullable DirectoryMachine machine;
    private @Nullable Log log;
    private final List<Held> held = new ArrayList<>();
    private @Nullable String leaderless;
    private long leaderlessSince;
    private long proposalNumbers;
    private long tickedMillis;
    private long listedMillis;
    private boolean begun;

    private record Proposal(long number, DirectoryMachine by) {}

    /** Asked while nobody led. */
    private record Held(long line, long requestId, DirectoryRequest request) {}

    DirectoryLoop(String name, Quotas quotas, int mark, Runnable ready, Consumer<Throwable> failed) {
        this.mark = mark;
        this.settings = DirectorySettings.standard().with(quotas);
        this.ready = ready;
        this.failed = failed;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Signs grants with it from now on: before the log is opened. */
    void signWith(GrantKey own) {
        key = own;
    }

    /** The key by which grants are signed. */
    GrantKey key() {
        return key;
    }

    /** Has the loop do that. False once it has stopped. */
    boolean post(Runnable task) {
        return !stopped && inbox.add(task);
    }

    /** Has the loop do that once nothing else waits for it. Bounded by who posts. */
    void postLater(Runnable list) {
        lists.add(list);
        post(NOTHING);
    }

    /** Ends the loop after what is posted; waits a second at most. */
    void stop() {
        post(() -> stopped = true);
        try {
            thread.join(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isStopped() {
        return stopped;
    }

    private void run() {
        try {
            while (!stopped) {
                long fromMillis = now();
                Runnable task = lists.isEmpty() ? inbox.poll(TICK_MILLIS, TimeUnit.MILLISECONDS) : inbox.poll();
                tellOfHalt(now() - fromMillis);
                if (task != null) {
                    task.run();
                }
                if (task == null || now() - listedMillis >= TICK_MILLIS) {
                    makeList();
                }
                tick();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (LogFault full) {
            stopped = true;
            LOG.error("The directory stops; start it again once that is cured: {}", full.getMessage());
            failed.accept(full);
        } catch (Throwable fault) {
            // A fault of the log or of the ledgers would be met again: better no directory than a wrong one.
            stopped = true;
            LOG.error("The directory stops because of a fault; its folder is whole, start it again", fault);
            failed.accept(fault);
        }
        stopped = true;
        lines.closeAll("the directory stops");
        abandonCalls();
    }

    private void makeList() {
        Runnable list = lists.poll();
        if (list != null) {
            list.run();
        }
        listedMillis = now();
    }

    /** A thread that waits for the loop must not wait for ever. */
    private void abandonCalls() {
        for (Runnable task; (task = inbox.poll()) != null; ) {
            if (task instanceof Call<?> call) {
                call.abandon();
            }
        }
    }

    /** A wait for work is short, unless the machine halted the process. */
    private void tellOfHalt(long waitedMillis) {
        if (begun && waitedMillis >= HALT_MILLIS) {
            LOG.info(
                    "the directory stood still for {} ms: this machine was busy or asleep; the games come back by themselves",
                    waitedMillis);
        }
    }

    private void tick() {
        long now = now();
        if (leaderless != null && now - leaderlessSince >= LEADERLESS_MILLIS) {
            closeAll(leaderless);
        }
        if (machine != null && now - tickedMillis >= TICK_MILLIS) {
            tickedMillis = now;
            step(current -> current.tick(now));
        }
    }

    private static long now() {
        return System.nanoTime() / 1_000_000;
    }

    // From the lines.

    void opened(long line, String address, Peer peer) {
        if (machine == null && leaderless == null) {
            peer.close("this directory is not ready");
            return;
        }
        lines.open(line, address, peer);
        step(current -> current.lineOpened(line, address, now()));
    }

    void proved(long line, long peer) {
        if (lines.prove(line, peer) && machine != null) {
            machine.lineProved(line, peer);
        }
    }

    void closed(long line) {
        if (lines.close(line)) {
            step(current -> current.lineClosed(line, now()));
        }
    }

    void request(long line, long requestId, DirectoryRequest request) {
        if (leaderless != null && held.size() < HELD_REQUESTS_MAX) {
            held.add(new Held(line, requestId, request));
        } else if (lines.isOpen(line)) {
            step(current -> current.request(line, requestId, request, now()));
        }
    }

    /** All games, for a person to read; {@link IllegalStateException} while another node leads. */
    List<GameEntry> games() {
        if (machine == null) {
            throw new NotLeading();
        }
        return machine.games(now());
    }

    /** The spares, for a person to read; {@link IllegalStateException} while another node leads. */
    List<SpareEntry> spares() {
        if (machine == null) {
            throw new NotLeading();
        }
        return machine.standing();
    }

    /** Of no consequence for the loop. */
    static final class NotLeading extends IllegalStateException {

        private static final long serialVersionUID = 1;

        NotLeading() {
            super("this directory does not lead");
        }
    }

    // From the log.

    /**
     * This node leads, and all earlier commands are applied. The lines stay, and what was asked meanwhile is answered.
     */
    void leads(Log toLog) {
        proposals.clear();
        log = toLog;
        DirectoryMachine fresh = new DirectoryMachine(settings, ledgers, mark, text -> key.sign(text));
        machine = fresh;
        leaderless = null;
        tickedMillis = now();
        fresh.leading(now());
        lines.forEach((line, address) -> step(current -> current.lineOpened(line, address, now())));
        lines.forEachProved(fresh::lineProved);
        lines.closeCrowded("a new start, and more keys than it was told of");
        List<Held> asked = List.copyOf(held);
        held.clear();
        begun = true;
        asked.forEach(one -> request(one.line, one.requestId, one.request));
        ready.run();
    }

    /** This node leads no more: unless it leads again soon, whoever asked must ask the one that does. */
    void follows(String why) {
        machine = null;
        log = null;
        proposals.clear();
        if (leaderless == null) {
            leaderless = why;
            leaderlessSince = now();
        }
    }

    private void closeAll(String why) {
        leaderless = null;
        held.clear();
        lines.closeAll(why);
    }

    /** Applies a command of the log; {@code number} is the one it was proposed under, if this node proposed it. */
    LedgerResult apply(long number, LedgerCommand command) {
        LedgerResult result = ledgers.apply(command);
        Proposal proposal = proposals.remove(number);
        long known = proposal != null && proposal.by == machine ? proposal.number : 0;
        step(current -> current.committed(known, command, result, now()));
        return result;
    }

    LedgersSnapshot snapshot() {
        return ledgers.snapshot();
    }

    void install(LedgersSnapshot snapshot) {
        ledgers.install(snapshot);
    }

    /** Runs it on the loop and completes with what it gives. */
    <T> CompletableFuture<T> call(Supplier<T> task) {
        Call<T> call = new Call<>(task, new CompletableFuture<>());
        if (!post(call)) {
            call.abandon();
        } else if (stopped) {
            abandonCalls();
        }
        return call.done;
    }

    private record Call<T>(Supplier<T> task, CompletableFuture<T> done) implements Runnable {

        @Override
        public void run() {
            try {
                done.complete(task.get());
            } catch (NotLeading e) {
                done.completeExceptionally(e);
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
                throw e;
            }
        }

        void abandon() {
            done.completeExceptionally(new IllegalStateException("the directory has stopped"));
        }
    }

    /**
     * One call of the machine. If it fails, no request may cost the others their directory: the ledgers are whole, for
     * only the log changes them, so a machine without soft state begins, as after a restart, and the lines are made
     * anew.
     */
    private void step(Function<DirectoryMachine, List<DirectoryOutput>> call) {
        if (machine == null || log == null) {
            return;
        }
        List<DirectoryOutput> outputs;
        try {
            outputs = call.apply(machine);
        } catch (RuntimeException fault) {
            LOG.error(
                    "A fault of the directory: please report it. All lines are made anew, nothing granted is lost",
                    fault);
            Log same = log;
            closeAll("a fault of the directory");
            leads(same);
            return;
        }
        perform(outputs);
    }

    private void perform(List<DirectoryOutput> outputs) {
        for (DirectoryOutput output : outputs) {
            if (output instanceof DirectoryOutput.Answer answer) {
                lines.with(answer.line(), peer -> peer.answer(answer.requestId(), answer.reply()));
            } else if (output instanceof DirectoryOutput.Push push) {
                lines.with(push.line(), peer -> peer.push(push.push()));
            } else if (output instanceof DirectoryOutput.Propose propose && log != null && machine != null) {
                long number = ++proposalNumbers;
                proposals.put(number, new Proposal(propose.proposal(), machine));
                log.propose(number, propose.command());
            }
        }
    }
}
