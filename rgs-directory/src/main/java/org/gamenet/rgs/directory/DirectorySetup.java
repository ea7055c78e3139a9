package org.gamenet.rgs.directory;

import java.nio.file.Path;
import org.gamenet.rgs.core.directory.server.Quotas;
import org.gamenet.rgs.core.transport.links.Trust;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a directory.
 *
 * @param httpPort -1: no HTTP
 * @param tls whom it hears, and who may serve; null: plain TCP
 * @param quotas what one process and one address may take
 * @param snapshotEntries after how many entries the log is replaced by a snapshot
 */
record DirectorySetup(
        String host,
        int port,
        int httpPort,
        Path folder,
        @Nullable Trust tls,
        Quotas quotas,
        int snapshotEntries) {

    static final int SNAPSHOT_ENTRIES = 10_000;

    DirectorySetup(String host, int port, int httpPort, Path folder, @Nullable Trust tls, Quotas quotas) {
        this(host, port, httpPort, folder, tls, quotas, SNAPSHOT_ENTRIES);
    }
}
