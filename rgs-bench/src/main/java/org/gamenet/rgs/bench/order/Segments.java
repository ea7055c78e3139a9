package org.gamenet.rgs.bench.order;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many TCP segments with data these processes have sent, as the system's own {@code ss} counts them. With one
 * message at a time and no delay a message is a segment; acknowledgements of TCP are not counted.
 */
final class Segments {
    private static final Pattern PID = Pattern.compile("pid=(\\d+)");
    private static final Pattern ENDS = Pattern.compile("\\S+:\\d+\\s+\\S+:\\d+");
    private static final Pattern SENT = Pattern.compile("data_segs_out:(\\d+)");

    private Segments() {}

    /** By connection, as one end of it sees it; nothing where there is no {@code ss}, or it shows no processes. */
    static Map<String, Long> sent(Set<Long> pids) throws InterruptedException {
        try {
            Process ss = new ProcessBuilder("ss", "-tinpHO", "state", "established")
                    .redirectErrorStream(true)
                    .start();
            String text = new String(ss.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            ss.waitFor(1, TimeUnit.SECONDS);
            return of(text, pids);
        } catch (IOException none) {
            return Map.of();
        }
    }

    static Map<String, Long> of(String text, Set<Long> pids) {
        Map<String, Long> all = new HashMap<>();
        for (String line : text.lines().toList()) {
            Matcher pid = PID.matcher(line);
            Matcher sent = SENT.matcher(line);
            Matcher ends = ENDS.matcher(line);
            if (!pid.find() || !pids.contains(Long.valueOf(pid.group(1))) || !ends.find()) continue;
            all.put(ends.group(), sent.find() ? Long.parseLong(sent.group(1)) : 0);
        }
        return all;
    }

    /** How many more; of a connection that is there no more, none. NaN if there are no connections. */
    static double more(Map<String, Long> before, Map<String, Long> after) {
        double more = after.isEmpty() ? Double.NaN : 0;
        for (Map.Entry<String, Long> each : after.entrySet())
            more += each.getValue() - before.getOrDefault(each.getKey(), 0L);
        return more;
    }
}
