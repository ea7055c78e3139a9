package org.gamenet.rgs.core.wire;

import static org.gamenet.rgs.core.wire.Samples.again;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The costs of codecs, and the threads that may use them. */
class CodecsInUseTest {

    @Test
    void encodingAllocatesLittleButTheResult() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Samples.Cube cube = Samples.world().cubes().get(0);
        Records records = Records.of(Samples.Cube.class);
        int runs = 10_000;
        for (int i = 0; i < runs; i++) records.encode(cube);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < runs; i++) records.encode(cube);
        long each = (threads.getCurrentThreadAllocatedBytes() - before) / runs;
        assertTrue(each <= 33 + 64, "33 bytes of message took " + each);
    }

    @Test
    void manyThreadsShareOneWorld() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Record message = Samples.all().get(thread % 3);
                tasks.add(() -> {
                    for (int i = 0; i < 2_000; i++) assertEquals(message, again(message));
                    return true;
                });
            }
            for (Future<Boolean> done : threads.invokeAll(tasks)) assertTrue(done.get());
        } finally {
            threads.shutdownNow();
        }
    }
}
