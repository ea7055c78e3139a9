package org.gamenet.rgs.directory;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.core.directory.GameEntry;

/** Games as JSON, one a line. */
final class GamesJson {

    private GamesJson() {}

    static String games(List<GameEntry> games) {
        StringBuilder json = new StringBuilder("{\"games\":[");
        String separator = "\n";
        for (GameEntry game : games) {
            json.append(separator);
            game(json, game);
            separator = ",\n";
        }
        return json.append(games.isEmpty() ? "]}\n" : "\n]}\n").toString();
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
