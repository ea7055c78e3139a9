package org.gamenet.rgs.core.directory.lan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LanSocketsTest {
    @Test
    @DisplayName("everybody on a network is reached, whether or not the system was told the address of everybody")
    void broadcasts() throws UnknownHostException {
        assertEquals(ip("10.77.0.255"), LanSockets.broadcast(ip("10.77.0.10"), 24, ip("0.0.0.0")));
        assertEquals(ip("10.77.0.255"), LanSockets.broadcast(ip("10.77.0.10"), 24, null));
        assertEquals(ip("172.31.255.255"), LanSockets.broadcast(ip("172.16.5.1"), 12, null));
        assertEquals(ip("192.168.1.3"), LanSockets.broadcast(ip("192.168.1.1"), 30, null));
        assertEquals(ip("10.0.0.7"), LanSockets.broadcast(ip("10.0.0.1"), 24, ip("10.0.0.7")), "as the system says");
    }

    @Test
    @DisplayName("two ends of a line, one address alone, and an unknown network have no address of everybody")
    void hasNone() throws UnknownHostException {
        for (int prefix : new int[] {31, 32, 0, -1}) assertNull(LanSockets.broadcast(ip("10.0.0.1"), prefix, null));
    }

    private static Inet4Address ip(String text) throws UnknownHostException {
        return (Inet4Address) InetAddress.getByName(text);
    }
}
