package org.gamenet.rgs.directory;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.directory.server.SpareEntry;

/** Games and spares as JSON, one a line. */
final class GamesJson {

    private GamesJson() {}

    static String games(List<GameEntry> games) {
        return list("games", games, GamesJson::game);
    }

    static String spares(List<SpareEntry> spares) {
        return list("spares", spares, GamesJson::spare);
    }

    private static <T> String list(String name, List<T> items, BiConsumer<StringBuilder, T> write) {
        StringBuilder json = string(new StringBuilder("{"), name).append(":[");
        String separator = "\n";
        for (T item : items) {
            write.accept(json.append(separator), item);
            separator = ",\n";
        }
        return json.append(items.isEmpty() ? "]}\n" : "\n]}\n").toString();
    }

    private static void spare(StringBuilder json, SpareEntry spare) {
        string(json.append("{\"kind\":"), spare.kind());
        string(json.append(",\"game\":"), spare.game()).append('}');
    }

    static String error(String text) {
        return string(new StringBuilder("{\"error\":"), text).append("}\n").toString();
    }

    private static void game(StringBuilder json, GameEntry game) {
        string(json.append("{\"id\":"), game.id());
        string(json.append(",\"kind\":"), game.kind());
        string(json.append(",\"name\":"), game.rules().name());
        json.append(",\"players\":").append(game.players());
        json.append(",\"maxPlayers\":").append(game.rules().maxPlayers());
        json.append(",\"open\":").append(game.open());
        json.append(",\"backedUp\":").append(game.backedUp());
        json.append(",\"epoch\":").append(game.epoch().number());
        json.append(",\"attributes\":{");
        String separator = "";
        for (Map.Entry<String, String> fact : new TreeMap<>(game.rules().attributes()).entrySet()) {
            string(json.append(separator), fact.getKey());
            string(json.append(':'), fact.getValue());
            separator = ",";
        }
        json.append("}}");
    }

    /** Everything but plain characters is escaped: what players wrote must do nothing to a terminal or a page. */
    static StringBuilder string(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c >= ' ' && c < 127 && c != '<' && c != '>' && c != '&') {
                json.append(c);
            } else {
                json.append(String.format("\\u%04x", (int) c));
            }
        }
        return json.append('"');
    }
}
