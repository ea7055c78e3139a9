package org.gamenet.rgs.examples.teapots.drill;

import org.gamenet.rgs.directory.DirectoryMain;

/** The directory as a process of the drill: the ordinary one, that ends with standard input as well. */
final class DrillDirectory {

    private DrillDirectory() {}

    public static void main(String[] args) throws Exception {
        Leash.hold(line -> { });
        DirectoryMain.main(args);
    }
}
