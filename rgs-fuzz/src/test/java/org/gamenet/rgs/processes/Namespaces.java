package org.gamenet.rgs.processes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Network namespaces that this test made: a bridge in one of them, and one for each process, with an address of its own in 10.77.0.0/24. All of it
 * goes away with {@link #close}. Nothing outside is touched.
 */
final class Namespaces implements AutoCloseable {
    private static final int COMMAND_SECONDS = 20;

    private final String prefix;
    private final List<String> made = new ArrayList<>();

    /** @throws IOException if this machine does not allow it, with what it said */
    Namespaces(String prefix, int processes) throws IOException {
        this.prefix = prefix;
        try {
            if (processes == 0) return;
            add(hub());
            in(hub(), "ip", "link", "add", "hub", "type", "bridge");
            in(hub(), "ip", "link", "set", "hub", "up");
            for (int i = 0; i < processes; i++) plug(i);
        } catch (IOException refused) {
            close();
            throw refused;
        }
    }

    private String hub() {
        return prefix + "hub";
    }

    String name(int process) {
        return prefix + process;
    }

    static String address(int process) {
        return "10.77.0." + (10 + process);
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
        in(name, "ip", "address", "add", address(process) + "/24", "dev", "eth0");
        in(name, "ip", "link", "set", "eth0", "up");
        in(name, "nft", "add", "table", "inet", "bad");
        in(name, "nft", "add", "chain", "inet", "bad", "in", "{ type filter hook input priority 0; policy accept; }");
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
        in(name(to), "nft", "add", "rule", "inet", "bad", "in", "ip", "saddr", address(from), "drop");
    }

    /** Of so many packets in a hundred, none arrives. */
    void lose(int process, int percent) throws IOException {
        in(name(process), "nft", "add", "rule", "inet", "bad", "in", "iifname", "eth0", "numgen", "random", "mod", "100", "<", String.valueOf(percent), "drop");
    }

    void heal(int process) throws IOException {
        in(name(process), "nft", "flush", "chain", "inet", "bad", "in");
    }

    /** Every connection to other machines is reset, at both ends. */
    void reset(int process, int processes) throws IOException {
        for (int other = 0; other < processes; other++) {
            if (other == process) continue;
            in(name(process), "ss", "-K", "-t", "dst", address(other));
            in(name(other), "ss", "-K", "-t", "dst", address(process));
        }
    }

    private static void in(String name, String... command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", name));
        whole.addAll(List.of(command));
        run(whole);
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes());
            if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + ": " + said.strip());
            }
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
