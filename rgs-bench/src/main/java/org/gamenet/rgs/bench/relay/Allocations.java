package org.gamenet.rgs.bench.relay;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that all threads of this process allocate. Newer JVMs keep that sum; before JDK 21 the threads are asked often,
 * and what one allocates in its last moments is lost. Allocations of the asking thread, which asks often, are the
 * benchmark's own and are left out.
 */
final class Allocations implements AutoCloseable {
    private static final long ASK_EVERY_MILLIS = 50;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final @Nullable Method total = total();
    private final Map<Long, Long> perThread = new HashMap<>();
    private final Thread asker = new Thread(this::ask, "counts allocations");

    Allocations() {
        asker.setDaemon(true);
        if (total == null) asker.start();
    }

    private static @Nullable Method total() {
        try {
            return ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
        } catch (NoSuchMethodException beforeJdk21) {
            return null;
        }
    }

    /** So far, in bytes. Always from one thread. */
    long bytes() {
        long own = Thread.currentThread().getId();
        if (total == null) return sum(own);
        try {
            return (long) total.invoke(threads) - threads.getThreadAllocatedBytes(own);
        } catch (IllegalAccessException | InvocationTargetException refused) {
            throw new IllegalStateException("this JVM does not count allocations", refused);
        }
    }

    private synchronized long sum(long own) {
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) if (bytes[i] > 0) perThread.merge(ids[i], bytes[i], Math::max);
        perThread.remove(asker.getId());
        return perThread.entrySet().stream()
                .filter(each -> each.getKey() != own)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private void ask() {
        try {
            while (true) {
                sum(-1);
                Thread.sleep(ASK_EVERY_MILLIS);
            }
        } catch (InterruptedException closed) {
            // enough
        }
    }

    @Override
    public void close() {
        asker.interrupt();
    }
}
