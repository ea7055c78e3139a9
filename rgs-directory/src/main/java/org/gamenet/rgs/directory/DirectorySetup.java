package org.gamenet.rgs.directory;

import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** What a directory was told. */
record DirectorySetup(String host, int port, int httpPort, Path folder, @Nullable SSLContext tls) {}
