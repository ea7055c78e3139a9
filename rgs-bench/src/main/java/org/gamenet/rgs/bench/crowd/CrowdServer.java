package org.gamenet.rgs.bench.crowd;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The server. */
@Command(name = "crowd-server", hidden = true, description = "a process of the benchmark's own")
public final class CrowdServer extends CrowdEnd implements Callable<Integer> {
    private @Nullable AutoCloseable open;

    @Override
    public Integer call() throws InterruptedException {
        answer();
        return 0;
    }

    @Override
    long answer(String question) throws InterruptedException {
        if (!question.equals(OPEN)) throw new IllegalArgumentException(question);
        CountDownLatch serves = new CountDownLatch(1);
        open = builder()
                .start()
                .register(spec())
                .on(RoleChanged.class, (who, e) -> serves.countDown())
                .updateOn(handlers);
        await(serves, "to serve");
        return 1;
    }
}
