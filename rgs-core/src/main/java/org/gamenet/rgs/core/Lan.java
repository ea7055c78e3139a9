package org.gamenet.rgs.core;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.gamenet.rgs.core.directory.lan.LanSettings;
import org.jspecify.annotations.Nullable;

/** Where games are looked for without a directory. */
final class Lan {
    /** {@code lo}: nothing leaves this machine. */
    private static final String PROPERTY = "rgs.lan";

    private Lan() {}

    /**
     * A process that binds to a loopback address finds only what is on its machine, and so does one that is told to.
     */
    static LanSettings settings(@Nullable String boundTo, List<String> hosts) {
        boolean confined = "lo".equals(System.getProperty(PROPERTY)) || boundTo != null && isLoopback(boundTo);
        return new LanSettings(confined, LanSettings.PORT, hosts);
    }

    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
