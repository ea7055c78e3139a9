package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AllocationsTest {

    /** A message of about 100 bytes. */
    @Test
    @DisplayName("P52 relaying costs few allocations per delivered message")
    void allocations() {
        World world = new World(1);
        End server = world.found(1);
        for (long peer = 2; peer <= 8; peer++) world.join(peer);
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Direct direct = new Direct(world, server);
        double perDelivery = 0;
        for (int round = 0; round < 8; round++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            int messages = 4_000;
            for (int i = 0; i < messages; i++) direct.relay();
            perDelivery =
                    (threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before) / (double) messages / 8;
        }
        System.out.printf("relay of a 100-byte message to 8: %.0f B allocated per delivery%n", perDelivery);
        // Interpreted it is 737 on every run. Compiled code allocates less, never more.
        assertTrue(perDelivery < 800, perDelivery + " B per delivery");
    }
}
