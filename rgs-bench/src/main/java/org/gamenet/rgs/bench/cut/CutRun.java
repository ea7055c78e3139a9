package org.gamenet.rgs.bench.cut;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.SharedClock;

/** One game, from its first process to its last, and one cut. One thread. */
final class CutRun {
    private static final long ASSEMBLE_MILLIS = 60_000;
    private static final long ANSWER_MILLIS = 1_500;
    private static final long POLL_MILLIS = 150;
    private static final int POLLS_SETTLED = 8;
    /**
     * A number that is not counted after so long a silence never will be. A busy machine has much to catch up with, so
     * that takes its time.
     */
    private static final long COUNT_MILLIS = 60_000;

    private static final long COUNT_IDLE_MILLIS = 8_000;
    private static final long MILLI = 1_000_000;

    /** The game was not what it should be before anything was done to it: a machine that is busy elsewhere. */
    static final class NotBegun extends IOException {
        NotBegun(String why) {
            super(why);
        }
    }

    private final CutPlan plan;
    private final Namespaces ground;
    private final Processes processes;
    private final Cut drawn;
    private final Map<Integer, ChildProcess> children = new HashMap<>();
    private final Map<String, CutReport> reports = new HashMap<>();
    private final Set<String> said = new HashSet<>();
    private String directory = "";
    private int questions;

    CutRun(CutPlan plan, Namespaces ground, Processes processes, Cut drawn) {
        this.plan = plan;
        this.ground = ground;
        this.processes = processes;
        this.drawn = drawn;
    }

    Played play(long seed) throws IOException, InterruptedException {
        assemble();
        tellAll(CutMember.GO);
        listenFor(plan.settleMillis());
        await("all to play on", ASSEMBLE_MILLIS, () -> !asked().isEmpty() && settled());
        String server = reports.values().stream()
                .filter(CutReport::serves)
                .map(CutReport::name)
                .findFirst()
                .orElse("");
        if (!server.startsWith("p")) throw new NotBegun(server + " serves before anything was cut");
        Cut cut = drawn.servedBy(Integer.parseInt(server.substring(1)));
        long cutAt = SharedClock.now();
        ground.cut(cut.from(), cut.to(), cut.bothWays());
        listenFor(cut.millis() - (SharedClock.now() - cutAt) / MILLI);
        ground.heal();
        long healAt = SharedClock.now();
        boolean settled = settle();
        tellAll(CutMember.QUIET);
        long until = SharedClock.now();
        count();
        List<CutHistory> histories = conclude();
        return new Played(
                seed,
                cut,
                CutJudge.judge(histories, new CutCourse(cutAt, healAt, until, settled, cut.together(), cut.orphans())));
    }

    // ---- before

    private void assemble() throws IOException, InterruptedException {
        start(Cut.DIRECTORY, List.of("cut-directory", "--host", ground.host(Cut.DIRECTORY), "--data", file("data")));
        await("the directory", ASSEMBLE_MILLIS, () -> !directory.isEmpty());
        member(Cut.FOUNDER, CutMember.Part.founder);
        await("the founder to serve", ASSEMBLE_MILLIS, () -> asked().stream().anyMatch(CutReport::serves));
        for (int each = 1; each < Cut.PLAYERS; each++) member(each, CutMember.Part.player);
        for (int each = 0; each < plan.spares(); each++) member(Cut.SPARE + each, CutMember.Part.spare);
        await("all to play", ASSEMBLE_MILLIS, () -> asked().size() == plan.processes() - 1 && settled());
    }

    private void member(int process, CutMember.Part part) throws IOException, InterruptedException {
        start(
                process,
                List.of(
                        "cut-member",
                        "--directory",
                        directory,
                        "--host",
                        ground.host(process),
                        "--name",
                        Cut.name(process),
                        "--part",
                        part.name()));
    }

    private void start(int process, List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of("--diary", file(Cut.name(process) + ".diary")));
        children.put(process, processes.start(Cut.name(process), ground.enter(process), all));
    }

    private String file(String name) {
        return processes.folder().resolve(name).toString();
    }

    // ---- afterwards

    /** Until all who are in play together for a while, or the patience is over: then the judge says what is wrong. */
    private boolean settle() throws IOException, InterruptedException {
        long deadline = SharedClock.now() + plan.patienceMillis() * MILLI;
        int times = 0;
        for (; times < POLLS_SETTLED && SharedClock.now() < deadline; listenFor(POLL_MILLIS)) {
            ask();
            times = settled() ? times + 1 : 0;
        }
        return times == POLLS_SETTLED;
    }

    private boolean settled() {
        List<CutReport> in = reports.values().stream()
                .filter(each -> each.name().startsWith("p") && !each.closed())
                .toList();
        return reports.values().stream().filter(CutReport::serves).count() == 1
                && !in.isEmpty()
                && in.stream().allMatch(each -> each.playing() && each.players() == in.size() && each.shownAgo() < 500)
                && in.stream().map(CutReport::stint).distinct().count() == 1;
    }

    /** Until everything that was sent is where it belongs, or nothing moves any more. */
    private void count() throws IOException, InterruptedException {
        long deadline = SharedClock.now() + COUNT_MILLIS * MILLI;
        String before = "";
        long moved = SharedClock.now();
        while (SharedClock.now() < deadline && SharedClock.now() - moved < COUNT_IDLE_MILLIS * MILLI) {
            listenFor(POLL_MILLIS);
            ask();
            if (complete()) return;
            String now = reports.values().stream()
                    .map(each -> each.counted() + each.heard())
                    .sorted()
                    .collect(Collectors.joining());
            if (!now.equals(before)) moved = SharedClock.now();
            before = now;
        }
    }

    private boolean complete() {
        List<CutReport> players = reports.values().stream()
                .filter(each -> each.name().startsWith("p"))
                .toList();
        Map<String, Long> requests = players.stream().collect(Collectors.toMap(CutReport::name, CutReport::asked));
        Map<String, Long> turns = players.stream().collect(Collectors.toMap(CutReport::name, CutReport::turns));
        return reports.values().stream()
                        .filter(CutReport::serves)
                        .anyMatch(each -> CutReport.numbers(each.counted()).equals(requests))
                && players.stream()
                        .filter(each -> !each.closed())
                        .allMatch(each -> CutReport.numbers(each.heard()).equals(turns));
    }

    private List<CutHistory> conclude() throws IOException, InterruptedException {
        said.clear();
        tellAll(CutMember.END);
        long deadline = SharedClock.now() + 10 * ANSWER_MILLIS * MILLI;
        while (said.size() < children.size() && SharedClock.now() < deadline) listen(50);
        if (said.size() < children.size()) throw new IOException("only " + said + " wrote down how it ended");
        List<CutHistory> histories = new ArrayList<>();
        for (int process : children.keySet()) {
            histories.add(CutHistory.read(
                    Cut.name(process), process < Cut.PLAYERS, Path.of(file(Cut.name(process) + ".diary"))));
        }
        return histories;
    }

    // ---- listening

    private void tellAll(String line) {
        children.values().forEach(each -> each.tell(line));
    }

    private List<CutReport> asked() {
        try {
            ask();
        } catch (IOException | InterruptedException over) {
            throw new IllegalStateException(over.getMessage(), over);
        }
        return List.copyOf(reports.values());
    }

    /** How things stand now, as far as they answer. */
    private void ask() throws IOException, InterruptedException {
        String question = String.valueOf(++questions);
        reports.clear();
        int asked = 0;
        for (Map.Entry<Integer, ChildProcess> each : children.entrySet()) {
            if (each.getKey() == Cut.DIRECTORY) continue;
            each.getValue().tell(CutMember.TELL + question);
            asked++;
        }
        long deadline = SharedClock.now() + ANSWER_MILLIS * MILLI;
        while (answers(question) < asked && SharedClock.now() < deadline) listen(20);
        reports.values().removeIf(each -> !each.question().equals(question));
    }

    private long answers(String question) {
        return reports.values().stream()
                .filter(each -> each.question().equals(question))
                .count();
    }

    private void await(String what, long millis, BooleanSupplier done) throws IOException, InterruptedException {
        long deadline = SharedClock.now() + millis * MILLI;
        while (!done.getAsBoolean()) {
            if (SharedClock.now() > deadline) {
                throw new NotBegun("waited " + millis + " ms in vain for " + what + ": " + reports.values());
            }
            listenFor(50);
        }
    }

    private void listenFor(long millis) throws IOException, InterruptedException {
        long deadline = SharedClock.now() + millis * MILLI;
        do listen(Math.max(0, (deadline - SharedClock.now()) / MILLI));
        while (SharedClock.now() < deadline);
    }

    private void listen(long millis) throws IOException, InterruptedException {
        for (Processes.Heard heard = processes.hear(millis); heard != null; heard = processes.hear(0)) {
            String line = heard.line();
            if (line == null) throw new IOException(heard.from().label() + " ended by itself; see its .err file");
            if (line.startsWith(CutDirectory.PORT)) {
                directory = ground.host(Cut.DIRECTORY) + ":" + line.substring(CutDirectory.PORT.length());
            }
            if (line.equals(CutMember.END)) said.add(heard.from().label());
            CutReport.parse(line).ifPresent(each -> reports.put(each.name(), each));
        }
    }
}
