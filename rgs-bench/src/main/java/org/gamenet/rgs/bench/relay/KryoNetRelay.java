package org.gamenet.rgs.bench.relay;

import com.esotericsoftware.kryonet.Client;
import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.EndPoint;
import com.esotericsoftware.kryonet.Listener;
import com.esotericsoftware.minlog.Log;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * KryoNet as it is: byte arrays by Kryo, over TCP, or over UDP where what is newer may win; listeners run on its own
 * thread.
 */
final class KryoNetRelay implements Relay {
    /** A flood is limited by receipts; its end of what a connection may keep shall not be what breaks it. */
    private static final int WRITE_BYTES = 4 << 20;

    private static final int OBJECT_BYTES = 1 << 18;
    private static final int CONNECT_MILLIS = 10_000;

    private final Setting setting;

    KryoNetRelay(Setting setting) {
        this.setting = setting;
        Log.set(Log.LEVEL_ERROR); // it tells the rest on standard output
    }

    @Override
    public Relay.Server serve(Game game) throws IOException {
        return new Serving(game);
    }

    @Override
    public Relay.Players join(String address, Screen screen) throws IOException {
        return new Playing(address, screen);
    }

    private static void prepare(EndPoint end) {
        end.getKryo().register(byte[].class);
    }

    private static InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private final class Serving implements Relay.Server {
        private final com.esotericsoftware.kryonet.Server server =
                new com.esotericsoftware.kryonet.Server(WRITE_BYTES, OBJECT_BYTES);
        private final int tcp;
        private final int udp;

        Serving(Game game) throws IOException {
            prepare(server);
            // It does not tell which port it was given: one that was free right before.
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    DatagramSocket too = new DatagramSocket(at(0))) {
                tcp = free.getLocalPort();
                udp = too.getLocalPort();
            }
            server.addListener(new Listener() {
                @Override
                public void received(Connection from, Object message) {
                    if (message instanceof byte[] action) game.heard(Serving.this, action);
                }
            });
            server.bind(at(tcp), at(udp));
            server.start();
        }

        @Override
        public String address() {
            return tcp + ":" + udp;
        }

        @Override
        public boolean toAll(byte[] action) {
            if (setting.mayLose()) server.sendToAllUDP(action);
            else server.sendToAllTCP(action);
            return true;
        }

        @Override
        public void close() {
            server.stop();
        }
    }

    private final class Playing implements Relay.Players {
        private final List<Client> clients = new ArrayList<>();

        Playing(String address, Screen screen) throws IOException {
            int colon = address.indexOf(':');
            int tcp = Integer.parseInt(address.substring(0, colon));
            int udp = Integer.parseInt(address.substring(colon + 1));
            for (int i = 0; i < setting.players(); i++) {
                int player = i;
                Client client = new Client(WRITE_BYTES, OBJECT_BYTES);
                prepare(client);
                client.addListener(new Listener() {
                    @Override
                    public void received(Connection from, Object message) {
                        if (message instanceof byte[] action) screen.shown(player, action);
                    }
                });
                clients.add(client);
                client.start();
                client.connect(CONNECT_MILLIS, InetAddress.getLoopbackAddress(), tcp, udp);
            }
        }

        @Override
        public void act(int player, byte[] action) {
            if (setting.mayLose()) clients.get(player).sendUDP(action);
            else clients.get(player).sendTCP(action);
        }

        @Override
        public void close() {
            clients.forEach(Client::stop);
        }
    }
}
