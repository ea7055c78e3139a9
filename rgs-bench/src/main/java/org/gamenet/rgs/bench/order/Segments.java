package org.gamenet.rgs.bench.order;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    private static final Pattern SENT = Pattern.compile("data_segs_out:(\\d+)");

    private Segments() {}

    /** NaN where there is no {@code ss}, or it shows no processes. */
    static double sent(Set<Long> pids) throws InterruptedException {
        try {
            Process ss = new ProcessBuilder("ss", "-tinpHO", "state", "established")
                    .redirectErrorStream(true)
                    .start();
            String text = new String(ss.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            ss.waitFor(1, TimeUnit.SECONDS);
            return sum(text, pids);
        } catch (IOException none) {
            return Double.NaN;
        }
    }

    static double sum(String text, Set<Long> pids) {
        double sum = 0;
        boolean any = false;
        for (String line : text.lines().toList()) {
            Matcher pid = PID.matcher(line);
            Matcher sent = SENT.matcher(line);
            if (!pid.find() || !pids.contains(Long.valueOf(pid.group(1)))) continue;
            any = true;
            if (sent.find()) sum += Long.parseLong(sent.group(1));
        }
        return any ? sum : Double.NaN;
    }
}
