package org.gamenet.rgs.core.house;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The plan of the house: who lives on which floor, and who may know nothing of the world outside. Each question is
 * answered with the violations found, worded for whoever made them.
 */
final class Floors {

    static final String CORE = "org.gamenet.rgs.core";

    private static final Pattern USE =
            Pattern.compile(Pattern.quote(CORE + ".") + "(?<room>(?:[a-z]\\w*\\.)*)(?<type>\\*|[A-Z]\\w*).*");

    private static final Pattern TYPE = Pattern.compile("(?<package>[a-z]\\w*(?:\\.[a-z]\\w*)*)\\.(?:\\*|[A-Z])");

    /** From the ground up. Uses go downward, or sideways without a circle. */
    private static final List<Set<String>> PLAN = List.of(
            Set.of("machine"),
            Set.of("wire", "port", "keys", "directory.protocol"),
            Set.of("membership", "ordering"),
            Set.of(
                    "reconfiguration",
                    "replication",
                    "arbiter",
                    "clock",
                    "detection",
                    "lanes",
                    "recording",
                    "transport.links",
                    "directory.server",
                    "directory.line"),
            Set.of("transport.jgroups", "directory.client", "directory.memory", "directory.lan"),
            Set.of("session.base"),
            Set.of("session.game"),
            Set.of("session.peers"),
            Set.of("session.entry"),
            Set.of("session.frames", "session.effects"),
            Set.of("session"),
            Set.of("session.replay", "session.rehearsal"));

    /** The outside, behind the ports: only the wiring knows it. */
    private static final Set<String> ADAPTERS =
            Set.of("transport.jgroups", "directory.client", "directory.memory", "directory.lan");

    /** The only package that sees every floor: the core's own, which puts the parts together. */
    private static final String WIRING = "";

    private static final Set<String> PURE = Set.of(
            "machine",
            "membership",
            "ordering",
            "reconfiguration",
            "replication",
            "clock",
            "arbiter",
            "detection",
            "wire",
            "directory.protocol",
            "directory.server");

    /** As blind as a machine, but changed in place, and handed to by the game's threads: it may use these on top. */
    private static final String DATA_PATH = "lanes";

    private static final List<String> HANDED_OVER =
            List.of("java.util.concurrent.atomic.", "java.util.concurrent.Concurrent");

    /** Stands beside machines, but reads sockets: no machine may know it. */
    private static final Set<String> USES_SOCKETS = Set.of("directory.line");

    /** Carries the bait that proves, at each start, that JGroups deserialises nothing. */
    private static final String BAIT = "transport.jgroups.SafeStart";

    private static final List<String> OUTSIDE = List.of(
            "java.util.concurrent.",
            "java.net.",
            "java.io.",
            "java.time.Clock",
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.random.",
            "java.security.SecureRandom",
            "java.util.Timer",
            "java.nio.channels.",
            "java.nio.file.",
            "org.slf4j.",
            "java.util.logging.",
            "java.lang.System.Logger",
            "org.jgroups.");

    private static final String OUTSIDE_CALLS =
            "\\bSystem\\s*\\.\\s*(currentTimeMillis|nanoTime|out|err|getLogger|Logger)\\b|\\bMath\\s*\\.\\s*random\\b"
                    + "|\\b(Instant|LocalDate|LocalTime|LocalDateTime|ZonedDateTime|OffsetDateTime)\\s*\\.\\s*now\\b"
                    + "|\\bUUID\\s*\\.\\s*randomUUID\\b|\\bThread\\b";

    private Floors() {}

    static List<String> usesThatGoUp(List<SourceText> sources) {
        List<String> found = new ArrayList<>();
        for (SourceText source : sources) {
            String from = roomOf(source);
            if (from.equals(WIRING)) continue;
            if (floor(from) < 0) {
                found.add(from + " has no floor; give it one in Floors.PLAN");
                continue;
            }
            for (String to : roomsUsedBy(source)) {
                if (floor(to) < 0)
                    found.add(source.file() + " uses "
                            + (to.equals(WIRING) ? CORE + ", the wiring" : to + ", which has no floor"));
                else if (isUpward(from, to)) found.add(source.file() + " in " + from + " uses " + to);
            }
        }
        return found.stream().distinct().toList();
    }

    private static boolean isUpward(String from, String to) {
        return floor(to) > floor(from) || ADAPTERS.contains(to);
    }

    /** Of the packages of all these sources; a package that is not among them is nobody's neighbour. */
    static List<String> circles(List<SourceText> sources) {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (SourceText source : sources)
            uses.computeIfAbsent(source.packageName(), p -> new TreeSet<>()).addAll(packagesUsedBy(source));
        List<String> found = new ArrayList<>();
        for (String one : uses.keySet()) {
            Deque<String> open = new ArrayDeque<>(uses.get(one));
            Set<String> seen = new HashSet<>();
            while (!open.isEmpty()) {
                String next = open.pop();
                if (seen.add(next)) open.addAll(uses.getOrDefault(next, Set.of()));
            }
            if (seen.contains(one)) found.add(one + " uses itself by way of others");
        }
        return found;
    }

    private static Set<String> packagesUsedBy(SourceText source) {
        Set<String> packages = new TreeSet<>();
        for (String name : source.qualifiedNames()) {
            Matcher type = TYPE.matcher(name);
            if (type.lookingAt()) packages.add(type.group("package"));
        }
        packages.remove(source.packageName());
        return packages;
    }

    static List<String> machinesThatLookOutside(List<SourceText> sources) {
        List<String> found = new ArrayList<>();
        for (SourceText source : sources) {
            String room = roomOf(source);
            if (!PURE.contains(room) && !room.equals(DATA_PATH)) continue;
            for (String name : source.qualifiedNames())
                if (room.equals(DATA_PATH) && HANDED_OVER.stream().anyMatch(name::startsWith)) continue;
                else if (OUTSIDE.stream().anyMatch(o -> name.startsWith(o) || name.equals(o)))
                    found.add(source.file() + " in " + room + " uses " + name);
            if (source.mentions(OUTSIDE_CALLS))
                found.add(source.file() + " in " + room + " asks for time, chance, a thread or the console");
            for (String used : roomsUsedBy(source))
                if (USES_SOCKETS.contains(used)) found.add(source.file() + " in " + room + " knows " + used);
        }
        return found;
    }

    static List<String> portsThatDoMoreThanName(List<SourceText> sources) {
        List<String> found = new ArrayList<>();
        for (SourceText source : sources) {
            if (!roomOf(source).equals("port")) continue;
            for (String name : source.qualifiedNames())
                if (OUTSIDE.stream().anyMatch(name::startsWith)) found.add(source.file() + " in port uses " + name);
        }
        return found;
    }

    static List<String> strangersToJGroups(List<SourceText> sources) {
        List<String> found = new ArrayList<>();
        for (SourceText source : sources) {
            if (roomOf(source).equals("transport.jgroups")) continue;
            for (String name : source.qualifiedNames())
                if (name.startsWith("org.jgroups.")) found.add(source.file() + " uses " + name);
        }
        return found;
    }

    static List<String> javaSerialisation(List<SourceText> sources) {
        List<String> found = new ArrayList<>();
        for (SourceText source : sources)
            if (!(CORE + "." + BAIT).equals(source.packageName() + "." + source.file())
                    && source.mentions("\\b(ObjectInputStream|ObjectOutputStream|Serializable|Externalizable)\\b"))
                found.add(source.file() + " serialises by Java");
        return found;
    }

    private static Set<String> roomsUsedBy(SourceText source) {
        Set<String> rooms = new TreeSet<>();
        String own = roomOf(source);
        for (String name : source.qualifiedNames()) {
            String room = roomOfName(name);
            if (room != null && !room.equals(own)) rooms.add(room);
        }
        return rooms;
    }

    private static String roomOf(SourceText source) {
        return source.packageName().equals(CORE) ? WIRING : source.packageName().substring(CORE.length() + 1);
    }

    private static @Nullable String roomOfName(String name) {
        Matcher use = USE.matcher(name);
        if (!use.matches()) return null;
        return use.group("room").replaceAll("\\.$", "");
    }

    private static int floor(String room) {
        for (int i = 0; i < PLAN.size(); i++) if (PLAN.get(i).contains(room)) return i;
        return -1;
    }

    private static String place(String room) {
        return room.isEmpty() ? CORE : room;
    }
}
