package org.gamenet.rgs.directory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.gamenet.rgs.ServingUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The directory as a program. Says one line when it is ready; ends with 0 when it is told to, with 1 and a sentence
 * when it cannot go on.
 */
@Command(
        name = "rgs-directory",
        mixinStandardHelpOptions = true,
        version = "RGS directory, protocol 1",
        sortOptions = false,
        description = "Lists the games, and decides who may serve them.")
public final class DirectoryMain implements Callable<Integer> {

    /**
     * A connection that was reset, or spoke no HTTP/2, is told by the log engine's network code with a stack trace.
     * Kept here: the JDK forgets what it set.
     */
    private static final Logger ENGINE = Logger.getLogger("org.apache.ratis.thirdparty");

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "7400",
            description = "TCP port of the games' lines; 0: any (default: 7400)")
    private int port;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            required = true,
            description = "folder of the log; made if it is not there")
    private @Nullable Path data;

    @Option(
            names = "--http-port",
            paramLabel = "N",
            defaultValue = "-1",
            description = "TCP port of GET /api/games and /api/spares; 0: any (default: no HTTP)")
    private int httpPort;

    @Option(
            names = "--host",
            paramLabel = "H",
            defaultValue = "127.0.0.1",
            description = "address to listen on; 0.0.0.0: all networks (default: 127.0.0.1, this machine alone)")
    private String host = "";

    @Option(
            names = "--tls-keystore",
            paramLabel = "FILE",
            description = "PKCS12 file with the directory's key: lines and HTTP by mutual TLS alone")
    private @Nullable Path keystore;

    @Option(
            names = "--truststore",
            paramLabel = "FILE",
            description = "PKCS12 file with the certificates of those who are heard, or of their authority")
    private @Nullable Path truststore;

    @Option(
            names = "--tls-password-file",
            paramLabel = "FILE",
            description = "file whose first line is the password of both")
    private @Nullable Path passwordFile;

    @Option(
            names = "--serving-unit",
            paramLabel = "OU",
            description =
                    "with TLS: only processes whose certificate names this organisational unit (OU) may serve a game "
                            + "(default: all that are heard)")
    private @Nullable String servingUnit;

    private DirectoryMain() {}

    /** Runs until the process is told to end. */
    public static void main(String... arguments) {
        // Only a program chooses how things are logged; a library's user has chosen already.
        setUnlessSet("logback.configurationFile", "org/gamenet/rgs/directory/logback-directory.xml");
        setUnlessSet("sun.net.httpserver.maxReqTime", "5");
        setUnlessSet("sun.net.httpserver.maxRspTime", "5");
        setUnlessSet("java.awt.headless", "true");
        if (ENGINE.getLevel() == null) {
            ENGINE.setLevel(Level.WARNING);
        }
        System.exit(new CommandLine(new DirectoryMain()).execute(arguments));
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        Directory directory;
        try {
            Directory.Builder builder =
                    Directory.builder().host(host).port(port).httpPort(httpPort).folder(Objects.requireNonNull(data));
            if (keystore != null && truststore != null && passwordFile != null) {
                builder.tls(TlsFiles.load(keystore, truststore, passwordFile));
            } else if (keystore != null || truststore != null || passwordFile != null) {
                throw new IllegalArgumentException(
                        "TLS needs --tls-keystore, --truststore and --tls-password-file, all three: with fewer something "
                                + "would stay in the clear");
            }
            if (servingUnit != null) {
                builder.mayServe(new ServingUnit(servingUnit));
            }
            directory = builder.start();
        } catch (IOException | IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return 1;
        }
        CountDownLatch closed = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(directory::close, "rgs-directory-shutdown"));
        directory.whenEnded(closed::countDown);
        System.out.println("directory ready on " + at(directory.port())
                + (directory.httpPort() < 0
                        ? ""
                        : (keystore == null ? ", http://" : ", https://") + at(directory.httpPort()) + "/api/games")
                + ", data in " + data);
        closed.await();
        System.err.println("The directory has stopped because of a fault; what it granted is safe in " + data
                + ", start it again");
        return 1;
    }

    private String at(int number) {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + number;
    }
}
