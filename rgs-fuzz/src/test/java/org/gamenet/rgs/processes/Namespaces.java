package org.gamenet.rgs.processes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Network namespaces that this test made: a bridge in one of them, and one for each process, with an address of its own in 10.77.0.0/24. All of it
 * goes away with {@link #close}. Nothing outside is touched.
 */
final class Namespaces implements Ground {
    private static final int COMMAND_SECONDS = 20;
    private static final String NETWORK = "10.77.0.0/24";

    private final String prefix;
    private final List<String> made = new ArrayList<>();

    /** @throws IOException if this machine does not allow it or lacks a program, with what it said */
    Namespaces(String prefix, int processes) throws IOException {
        this.prefix = prefix;
        try {
            if (processes == 0) return;
            add(hub());
            in(hub(), "ip", "link", "add", "hub", "type", "bridge");
            in(hub(), "ip", "link", "set", "hub", "up");
            for (int i = 0; i < processes; i++) plug(i);
            rehearse();
        } catch (IOException refused) {
            close();
            throw refused;
        }
    }

    private String hub() {
        return prefix + "hub";
    }

    private String name(int process) {
        return prefix + process;
    }

    @Override public List<String> enter(int process) {
        return List.of("ip", "netns", "exec", name(process));
    }

    @Override public String host(int process) {
        return "10.77.0." + (10 + process);
    }

    @Override public String directory(String at) {
        return at;
    }

    private void add(String name) throws IOException {
        run(List.of("ip", "netns", "add", name));
        made.add(name);
        in(name, "ip", "link", "set", "lo", "up");
    }

    private void plug(int process) throws IOException {
        String name = name(process);
        add(name);
        run(List.of("ip", "link", "add", "eth0", "netns", name, "type", "veth", "peer", "name", "port" + process, "netns", hub()));
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
        reset(0);
    }

    /** The only one of its kind: just loopback, which is up or down, and what the commands add. */
    void isolated(String name, boolean loopback, List<List<String>> commands) throws IOException {
        run(List.of("ip", "netns", "add", prefix + name));
        made.add(prefix + name);
        if (loopback) in(prefix + name, "ip", "link", "set", "lo", "up");
        for (List<String> command : commands) in(prefix + name, command.toArray(String[]::new));
    }

    /** Starts a program in it, its output to be read. */
    Process start(String name, List<String> command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", prefix + name));
        whole.addAll(command);
        return new ProcessBuilder(whole).redirectErrorStream(true).start();
    }

    /** The cable is pulled, or put in again. */
    void link(int process, boolean up) throws IOException {
        in(hub(), "ip", "link", "set", "port" + process, up ? "up" : "down");
    }

    /** Nothing of one reaches the other. */
    void cut(int from, int to) throws IOException {
        in(name(to), "nft", "add", "rule", "inet", "bad", "in", "ip", "saddr", host(from), "drop");
    }

    /** Of so many packets in a hundred, none arrives. */
    void lose(int process, int percent) throws IOException {
        in(name(process), "nft", "add", "rule", "inet", "bad", "in", "iifname", "eth0", "numgen", "random", "mod", "100", "<", String.valueOf(percent), "drop");
    }

    void heal(int process) throws IOException {
        in(name(process), "nft", "flush", "chain", "inet", "bad", "in");
    }

    /** Every connection to other machines is reset, which their ends are told; says how many there were. */
    int reset(int process) throws IOException {
        return in(name(process), "ss", "-H", "-K", "-t", "dst", NETWORK).lines().toList().size();
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

    @Override public void close() {
        for (String name : made) {
            try {
                run(List.of("ip", "netns", "delete", name));
            } catch (IOException left) {
                System.err.println("a network namespace is left: " + left.getMessage());
            }
        }
        made.clear();
    }
}
