package org.gamenet.rgs.examples.teapots.cast;

import org.gamenet.rgs.directory.DirectoryMain;

/** The directory as a child process: the ordinary one, that ends with standard input as well. */
public final class LeashedDirectory {

    private LeashedDirectory() {}

    /** Takes the arguments of {@link DirectoryMain}. */
    public static void main(String[] args) throws Exception {
        Leash.hold(line -> {});
        DirectoryMain.main(args);
    }
}
