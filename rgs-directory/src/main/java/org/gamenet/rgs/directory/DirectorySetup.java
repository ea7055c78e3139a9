package org.gamenet.rgs.directory;

import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.core.directory.server.Quotas;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a directory.
 *
 * @param httpPort -1: no HTTP
 * @param tls null: plain TCP
 * @param quotas what one process and one address may take
 * @param snapshotEntries after how many entries the log is replaced by a snapshot
 */
record DirectorySetup(
        String host,
        int port,
        int httpPort,
        Path folder,
        @Nullable SSLContext tls,
        Quotas quotas,
        int snapshotEntries) {

    static final int SNAPSHOT_ENTRIES = 10_000;

    DirectorySetup(String host, int port, int httpPort, Path folder, @Nullable SSLContext tls, Quotas quotas) {
        this(host, port, httpPort, folder, tls, quotas, SNAPSHOT_ENTRIES);
    }
}
