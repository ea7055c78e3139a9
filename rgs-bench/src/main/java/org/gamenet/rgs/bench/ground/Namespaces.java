package org.gamenet.rgs.bench.ground;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Network namespaces of its own making: a bridge in one of them, and one for each process, with an address of its own
 * in 10.77.0.0/24. All of it goes away with {@link #close}, or with this process, however it ends. Nothing outside is
 * touched. One thread.
 */
public final class Namespaces implements Ground {
    private static final int COMMAND_SECONDS = 20;
    private static final String NETWORK = "10.77.0.0/24";
    /** Waits for the end of whoever started it, which no signal keeps it from, and sweeps away what was made. */
    private static final String BROOM =
            "trap '' INT TERM HUP; names=; while read name; do names=\"$name $names\"; done; "
                    + "for name in $names; do ip netns delete $name 2>/dev/null; done";

    private final String prefix;
    private final int processes;
    private final List<String> made = new ArrayList<>();
    private final Process broom;

    /** @throws IOException if this machine does not allow it or lacks a program, with what it said */
    public Namespaces(String prefix, int processes) throws IOException {
        this.prefix = prefix;
        this.processes = processes;
        broom = new ProcessBuilder("/bin/sh", "-c", BROOM)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (processes == 0) return;
            add(hub());
            in(hub(), "ip", "link", "add", "hub", "type", "bridge");
            in(hub(), "ip", "link", "set", "hub", "up");
            in(hub(), "nft", "add", "table", "bridge", "bad");
            in(
                    hub(),
                    "nft",
                    "add",
                    "chain",
                    "bridge",
                    "bad",
                    "ways",
                    "{ type filter hook forward priority 0; policy accept; }");
            for (int i = 0; i < processes; i++) plug(i);
            rehearse();
        } catch (IOException refused) {
            close();
            throw refused;
        }
    }

    /** How many hosts are on the bridge. */
    public int processes() {
        return processes;
    }

    private String hub() {
        return prefix + "hub";
    }

    private String name(int process) {
        return prefix + process;
    }

    @Override
    public List<String> enter(int process) {
        return List.of("ip", "netns", "exec", name(process));
    }

    @Override
    public String host(int process) {
        return "10.77.0." + (10 + process);
    }

    @Override
    public String directory(String at) {
        return at;
    }

    private void add(String name) throws IOException {
        tellBroom(name);
        run(List.of("ip", "netns", "add", name));
        made.add(name);
        in(name, "ip", "link", "set", "lo", "up");
    }

    private void tellBroom(String name) throws IOException {
        broom.getOutputStream().write((name + '\n').getBytes(StandardCharsets.US_ASCII));
        broom.getOutputStream().flush();
    }

    private void plug(int process) throws IOException {
        String name = name(process);
        add(name);
        run(List.of(
                "ip",
                "link",
                "add",
                "eth0",
                "netns",
                name,
                "type",
                "veth",
                "peer",
                "name",
                "port" + process,
                "netns",
                hub()));
        in(hub(), "ip", "link", "set", "port" + process, "master", "hub", "up");
        in(name, "ip", "address", "add", host(process) + "/24", "dev", "eth0");
        in(name, "ip", "link", "set", "eth0", "up");
        in(name, "nft", "add", "table", "inet", "bad");
        in(name, "nft", "add", "chain", "inet", "bad", "in", "{ type filter hook input priority 0; policy accept; }");
    }

    /** All that a drill will want, on two that nobody uses yet: what is missing is known before anything is judged. */
    private void rehearse() throws IOException {
        lose(0, 1);
        cut(1, 0);
        heal(0);
        cut(List.of(0), List.of(1), true);
        heal();
        reset(0);
    }

    /** The only one of its kind: just loopback, which is up or down, and what the commands add. */
    public void isolated(String name, boolean loopback, List<List<String>> commands) throws IOException {
        tellBroom(prefix + name);
        run(List.of("ip", "netns", "add", prefix + name));
        made.add(prefix + name);
        if (loopback) in(prefix + name, "ip", "link", "set", "lo", "up");
        for (List<String> command : commands) in(prefix + name, command.toArray(String[]::new));
    }

    /** This process has two more interfaces, up and with private addresses, that lead nowhere. */
    public void decoys(int process) throws IOException {
        String name = name(process);
        in(name, "ip", "link", "add", "aside0", "type", "veth", "peer", "name", "aside1");
        for (int i = 0; i < 2; i++) {
            in(name, "ip", "address", "add", "10.66." + i + "." + (10 + process) + "/24", "dev", "aside" + i);
            in(name, "ip", "link", "set", "aside" + i, "up");
        }
    }

    /** The same, and whatever is on none of its networks is reached by the bridge. */
    public void aside(int process) throws IOException {
        decoys(process);
        in(name(process), "ip", "route", "add", "default", "via", "10.77.0.1");
    }

    /** This process is on a second bridge, too, with an address in 10.78.0.0/24. The first one's call makes it. */
    public void plugTwice(int process) throws IOException {
        if (process == 0) {
            in(hub(), "ip", "link", "add", "second", "type", "bridge");
            in(hub(), "ip", "link", "set", "second", "up");
        }
        String name = name(process);
        String port = "again" + process;
        in(hub(), "ip", "link", "add", "eth1", "netns", name, "type", "veth", "peer", "name", port, "netns", hub());
        in(hub(), "ip", "link", "set", port, "master", "second", "up");
        in(name, "ip", "address", "add", "10.78.0." + (10 + process) + "/24", "dev", "eth1");
        in(name, "ip", "link", "set", "eth1", "up");
    }

    /** No multicast reaches this process, or neither that nor a broadcast; what goes to its address does. */
    public void deafen(int process, boolean broadcast) throws IOException {
        in(name(process), "nft", "add rule inet bad in iifname eth0 ip daddr 224.0.0.0/4 drop");
        if (broadcast) in(name(process), "nft", "add rule inet bad in iifname eth0 meta pkttype broadcast drop");
    }

    /** Starts a program in it, its output to be read. */
    public Process start(String name, List<String> command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", prefix + name));
        whole.addAll(command);
        return new ProcessBuilder(whole).redirectErrorStream(true).start();
    }

    /** The cable is pulled, or put in again. */
    public void link(int process, boolean up) throws IOException {
        in(hub(), "ip", "link", "set", "port" + process, up ? "up" : "down");
    }

    /** Nothing of one reaches the other. */
    public void cut(int from, int to) throws IOException {
        in(name(to), "nft", "add", "rule", "inet", "bad", "in", "ip", "saddr", host(from), "drop");
    }

    /** From one instant on nothing of these reaches those; and nothing of those reaches these, if it is both ways. */
    public void cut(Collection<Integer> from, Collection<Integer> to, boolean bothWays) throws IOException {
        if (bothWays) in(hub(), "nft", way(from, to) + "; " + way(to, from));
        else in(hub(), "nft", way(from, to));
    }

    private String way(Collection<Integer> from, Collection<Integer> to) {
        return "add rule bridge bad ways ip saddr " + hosts(from) + " ip daddr " + hosts(to) + " drop";
    }

    private String hosts(Collection<Integer> processes) {
        return processes.stream().map(this::host).collect(Collectors.joining(", ", "{ ", " }"));
    }

    /** Loses so many of a hundred packets that go over the loopback of an {@link #isolated} network. */
    public void loseOwn(int process, int percent) throws IOException {
        in(name(process), "nft", "add table inet bad");
        in(name(process), "nft", "add chain inet bad in { type filter hook input priority 0; policy accept; }");
        in(name(process), "nft", "add rule inet bad in numgen random mod 100 < " + percent + " drop");
    }

    /** Of so many packets in a hundred, none arrives. */
    public void lose(int process, int percent) throws IOException {
        in(
                name(process),
                "nft",
                "add",
                "rule",
                "inet",
                "bad",
                "in",
                "iifname",
                "eth0",
                "numgen",
                "random",
                "mod",
                "100",
                "<",
                String.valueOf(percent),
                "drop");
    }

    /** Ends what was done to what reaches this one. */
    public void heal(int process) throws IOException {
        in(name(process), "nft", "flush", "chain", "inet", "bad", "in");
    }

    /** Ends all cuts between groups, in one instant. */
    public void heal() throws IOException {
        in(hub(), "nft", "flush", "chain", "bridge", "bad", "ways");
    }

    /** Every connection to other machines is reset, which their ends are told; says how many there were. */
    public int reset(int process) throws IOException {
        return in(name(process), "ss", "-H", "-K", "-t", "dst", NETWORK)
                .lines()
                .toList()
                .size();
    }

    private static String in(String name, String... command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", name));
        whole.addAll(List.of(command));
        return run(whole);
    }

    private static String run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes());
            if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + ": " + said.strip());
            }
            return said;
        } catch (InterruptedException stopped) {
            throw new IOException("interrupted", stopped);
        } finally {
            process.destroyForcibly();
        }
    }

    @Override
    public void close() {
        for (String name : made) {
            try {
                run(List.of("ip", "netns", "delete", name));
            } catch (IOException left) {
                System.err.println("a network namespace is left: " + left.getMessage());
            }
        }
        made.clear();
        try {
            broom.getOutputStream().close();
        } catch (IOException gone) {
            // then it has swept already
        }
    }
}
