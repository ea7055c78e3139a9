package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Member;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class GamesPageTest {

    @TempDir
    private Path temp;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    @DisplayName(
            "T36 GET /api/games lists games as JSON, whatever their names are, and tells nothing of members and places")
    void listsGames() throws Exception {
        try (Directory directory =
                        Directory.builder().port(0).httpPort(0).folder(temp).start();
                DirectoryClient client = DirectoryTest.client(directory)) {
            assertEquals("{\"games\":[]}\n", get(directory, "/api/games").body());

            Member founder = Caller.member("founder");
            GameEntry game = new Caller(client)
                    .ask(
                            new DirectoryRequest.Register(Caller.registration("du\"el\\</script>ö", founder)),
                            DirectoryReply.Registered.class)
                    .game();
            new Caller(client)
                    .ask(
                            Caller.renewal(game.id(), game.epoch(), founder, List.of(founder)),
                            DirectoryReply.Renewed.class);

            HttpResponse<String> page = get(directory, "/api/games");
            assertEquals(200, page.statusCode());
            assertEquals(
                    "application/json; charset=utf-8",
                    page.headers().firstValue("Content-Type").orElseThrow());
            assertEquals(
                    "{\"games\":[\n{\"id\":\"" + game.id() + "\",\"kind\":\"teapots\",\"name\":"
                            + "\"du\\\"el\\\\\\u003c/script\\u003e\\u00f6\","
                            + "\"players\":1,\"maxPlayers\":8,\"open\":true,\"backedUp\":false,"
                            + "\"epoch\":1,\"attributes\":{\"map\":\"desert\"}}\n]}\n",
                    page.body());
            assertFalse(page.body().contains("127.0.0.1") || page.body().contains("founder"));

            assertEquals(
                    page.body(), get(directory, "/api/games?x=1&kind=teapots").body());
            assertEquals(
                    "{\"games\":[]}\n",
                    get(directory, "/api/games?kind=te%61pot").body());
        }
    }

    @Test
    @DisplayName("GET /api/spares lists who stands by, and for which kind of game; nobody's name or place")
    void listsSpares() throws Exception {
        try (Directory directory =
                        Directory.builder().port(0).httpPort(0).folder(temp).start();
                DirectoryClient client = DirectoryTest.client(directory)) {
            assertEquals("{\"spares\":[]}\n", get(directory, "/api/spares").body());
            Member spare = Caller.member("spare");
            new Caller(client)
                    .ask(
                            new DirectoryRequest.StandBy("teapots", 1, 1, spare.id(), spare.name(), spare.endpoint()),
                            DirectoryReply.Done.class);
            assertEquals(
                    "{\"spares\":[\n{\"kind\":\"teapots\",\"game\":\"\"}\n]}\n",
                    get(directory, "/api/spares").body());
            assertEquals(
                    "{\"spares\":[]}\n",
                    get(directory, "/api/spares?kind=chess").body());
        }
    }

    @Test
    @DisplayName("everything else is 404 or 405, and says so")
    void refusesTheRest() throws Exception {
        try (Directory directory =
                Directory.builder().port(0).httpPort(0).folder(temp).start()) {
            assertEquals(404, get(directory, "/").statusCode());
            assertEquals(404, get(directory, "/api/games/x").statusCode());
            HttpResponse<String> post = http.send(
                    HttpRequest.newBuilder(uri(directory, "/api/games"))
                            .POST(HttpRequest.BodyPublishers.ofString("{}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertEquals(405, post.statusCode());
            assertEquals("GET", post.headers().firstValue("Allow").orElseThrow());
            assertTrue(post.body().contains("only GET"));
        }
    }

    /** Asked again while the directory does not lead, as for a moment after it was halted. */
    private HttpResponse<String> get(Directory directory, String path) throws IOException, InterruptedException {
        HttpResponse<String> page;
        do page = http.send(HttpRequest.newBuilder(uri(directory, path)).build(), HttpResponse.BodyHandlers.ofString());
        while (page.statusCode() == 503);
        return page;
    }

    private static URI uri(Directory directory, String path) {
        return URI.create("http://127.0.0.1:" + directory.httpPort() + path);
    }
}
