package org.gamenet.rgs.directory;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/games} and {@code GET /api/spares}, for a person with curl: what discover tells anybody, and who
 * stands by; nothing about members or where they listen.
 */
final class GamesPage implements AutoCloseable {

    private static final String GAMES = "/api/games";
    private static final String SPARES = "/api/spares";
    private static final int THREADS = 2;
    private static final long ANSWER_SECONDS = 2;

    private final HttpServer server;
    private final ExecutorService threads;
    private final DirectoryLoop loop;

    private GamesPage(HttpServer server, ExecutorService threads, DirectoryLoop loop) {
        this.server = server;
        this.threads = threads;
        this.loop = loop;
    }

    static GamesPage bind(DirectorySetup setup, DirectoryLoop loop) throws IOException {
        HttpServer server;
        try {
            server = create(setup);
        } catch (SocketException e) {
            throw LineServer.taken("The directory's HTTP", setup.host(), setup.httpPort(), "HTTP port", e);
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> daemon(task, "rgs-directory-http"));
        GamesPage page = new GamesPage(server, threads, loop);
        server.setExecutor(threads);
        server.createContext("/", page::handle);
        // Its dispatcher inherits from whoever starts it whether it keeps the JVM alive.
        daemon(server::start, "rgs-directory-http-start").start();
        return page;
    }

    /**
     * A program that embeds a directory has not set these: a client that sends half a request must not hold a thread
     * for ever. Seconds.
     */
    private static void limitTimes() {
        for (String property : List.of("sun.net.httpserver.maxReqTime", "sun.net.httpserver.maxRspTime")) {
            if (System.getProperty(property) == null) {
                System.setProperty(property, "5");
            }
        }
    }

    /** With TLS where the lines have it, and for those whom the lines hear. */
    private static HttpServer create(DirectorySetup setup) throws IOException {
        limitTimes();
        InetSocketAddress address = LineServer.address(setup.host(), setup.httpPort(), "HTTP port");
        SSLContext tls = setup.tls() == null ? null : setup.tls().context();
        if (tls == null) {
            return HttpServer.create(address, 0);
        }
        HttpsServer secured = HttpsServer.create(address, 0);
        secured.setHttpsConfigurator(new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = getSSLContext().getDefaultSSLParameters();
                wanted.setNeedClientAuth(true);
                parameters.setSSLParameters(wanted);
            }
        });
        return secured;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (!path.equals(GAMES) && !path.equals(SPARES)) {
                respond(exchange, 404, GamesJson.error("there is nothing here; try " + GAMES + " or " + SPARES));
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                respond(exchange, 405, GamesJson.error("only GET"));
            } else {
                answer(exchange, path.equals(GAMES));
            }
        }
    }

    private void answer(HttpExchange exchange, boolean games) throws IOException {
        try {
            String kind = kind(exchange.getRequestURI().getRawQuery());
            respond(
                    exchange,
                    200,
                    games
                            ? GamesJson.games(all(loop::games).stream()
                                    .filter(game ->
                                            kind.isEmpty() || game.kind().equals(kind))
                                    .toList())
                            : GamesJson.spares(all(loop::spares).stream()
                                    .filter(spare ->
                                            kind.isEmpty() || spare.kind().equals(kind))
                                    .toList()));
        } catch (IllegalArgumentException e) {
            respond(exchange, 400, GamesJson.error("the query is malformed"));
        } catch (IllegalStateException e) {
            respond(exchange, 503, GamesJson.error(String.valueOf(e.getMessage())));
        }
    }

    /** The kind that a query asks for; empty for all kinds. {@link IllegalArgumentException} if it is malformed. */
    static String kind(@Nullable String query) {
        if (query != null) {
            for (String part : query.split("&")) {
                if (part.startsWith("kind=")) {
                    return URLDecoder.decode(part.substring("kind=".length()), StandardCharsets.UTF_8);
                }
            }
        }
        return "";
    }

    private <T> List<T> all(Supplier<List<T>> asked) {
        try {
            return loop.call(asked).get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the directory stops", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the directory is busy", e);
        }
    }

    private static void respond(HttpExchange exchange, int status, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
