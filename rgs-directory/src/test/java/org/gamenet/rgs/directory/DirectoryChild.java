package org.gamenet.rgs.directory;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.gamenet.rgs.core.directory.server.Quotas;

/** A directory in a process of its own, which takes snapshots so often that a kill meets them. */
final class DirectoryChild {

    private static final int SNAPSHOT_ENTRIES = 20;

    private DirectoryChild() {}

    public static void main(String[] arguments) throws Exception {
        RunningDirectory directory = RunningDirectory.start(new DirectorySetup(
                "127.0.0.1",
                Integer.parseInt(arguments[0]),
                -1,
                Path.of(arguments[1]),
                null,
                Quotas.standard(),
                SNAPSHOT_ENTRIES));
        System.out.println("directory ready on 127.0.0.1:" + directory.port());
        new CountDownLatch(1).await();
    }
}
