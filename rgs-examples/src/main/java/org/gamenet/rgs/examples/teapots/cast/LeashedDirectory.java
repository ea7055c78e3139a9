package org.gamenet.rgs.examples.teapots.cast;

import java.io.IOException;
import org.gamenet.rgs.directory.DirectoryMain;

/** The directory as a child process: the ordinary one, that ends with standard input as well. */
public final class LeashedDirectory {

    private LeashedDirectory() {}

    /** Starts one at this port of this machine, with its data in the cast's folder; it takes a second to answer. */
    public static Child start(Cast cast, int port) throws IOException {
        return cast.start(
                "directory",
                LeashedDirectory.class,
                "--port",
                Integer.toString(port),
                "--data",
                cast.folder().resolve("directory").toString());
    }

    /** Takes the arguments of {@link DirectoryMain}. */
    public static void main(String[] args) throws Exception {
        Leash.hold(line -> {});
        DirectoryMain.main(args);
    }
}
