package org.gamenet.rgs.core;

import java.security.cert.X509Certificate;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.Codec;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.core.directory.client.DirectoryAddress;
import org.gamenet.rgs.core.session.base.Attributes;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.transport.links.Trust;
import org.gamenet.rgs.core.wire.Records;
import org.jspecify.annotations.Nullable;

/** The set-up of RGS for its process, before it runs. */
final class SetUp implements Rgs.Builder {
    private final String kind;
    private String player = "";
    private List<String> directory = List.of();
    private final Set<Class<?>> types = new LinkedHashSet<>();
    private final Map<Class<?>, Codec<?>> codecs = new LinkedHashMap<>();
    private List<String> lan = List.of();
    private @Nullable String host;
    private int port;
    private @Nullable SSLContext tls;
    private final Map<Limit, Long> limits = new EnumMap<>(Limit.class);
    private boolean mayServe = true;
    private @Nullable Predicate<X509Certificate> permits;

    SetUp(String kind) {
        this.kind = required("game(kind)", kind);
        Attributes.checkName("kind", kind);
    }

    private static <T> T required(String what, @Nullable T value) {
        if (value == null) throw new IllegalArgumentException(what + ": it may not be null");
        return value;
    }

    @Override
    public Rgs.Builder player(String name) {
        Attributes.checkName("player", required("player(name)", name));
        player = name;
        return this;
    }

    @Override
    public Rgs.Builder directory(String... hostPorts) {
        if (required("directory(hostPorts)", hostPorts).length == 0) {
            throw new IllegalArgumentException(
                    "directory(hostPorts): name at least one address, for example localhost:7400");
        }
        for (String address : hostPorts) DirectoryAddress.parse(required("directory(hostPorts)", address));
        directory = List.of(hostPorts);
        return this;
    }

    @Override
    public Rgs.Builder lan(String... hosts) {
        for (String each : required("lan(hosts)", hosts)) {
            if (required("lan(hosts)", each).isBlank())
                throw new IllegalArgumentException("lan(hosts): a host has no name");
        }
        lan = List.of(hosts);
        return this;
    }

    @Override
    public Rgs.Builder records(Class<?>... wanted) {
        for (Class<?> type : required("records(types)", wanted)) types.add(required("records(types)", type));
        return this;
    }

    @Override
    public <T extends Record> Rgs.Builder codec(Class<T> type, Codec<T> codec) {
        codecs.put(required("codec(type, codec)", type), required("codec(type, codec)", codec));
        return this;
    }

    @Override
    public Rgs.Builder bind(String hostPort) {
        String text = required("bind(hostPort)", hostPort).strip();
        int colon = text.lastIndexOf(':');
        if (colon < 1 || colon < text.lastIndexOf(']')) throw notBindable(text);
        String name = text.substring(0, colon);
        if (name.startsWith("[") && name.endsWith("]")) name = name.substring(1, name.length() - 1);
        else if (name.indexOf(':') >= 0) throw notBindable(text);
        try {
            port = Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException notANumber) {
            throw notBindable(text);
        }
        if (name.isBlank() || port < 0 || port > 65_535) throw notBindable(text);
        host = name;
        return this;
    }

    private static IllegalArgumentException notBindable(String text) {
        return new IllegalArgumentException("bind(\"" + text
                + "\"): write host:port, for example 192.168.1.5:0 or [::1]:0; port 0 picks a free one");
    }

    @Override
    public Rgs.Builder tls(SSLContext context) {
        tls = required("tls(context)", context);
        return this;
    }

    @Override
    public Rgs.Builder mayServe(Predicate<X509Certificate> permitting) {
        permits = required("mayServe(permits)", permitting);
        return this;
    }

    @Override
    public Rgs.Builder limit(Limit limit, long value) {
        required("limit(limit, value)", limit);
        long most = limit == Limit.PACKAGE_BYTES || limit == Limit.MESSAGE_BYTES
                ? 1L << 28
                // The directory counts no more supporters of a claim.
                : limit == Limit.MEMBERS ? Limit.MEMBERS.byDefault() : Integer.MAX_VALUE;
        if (value < 1 || value > most) {
            throw new IllegalArgumentException("limit(" + limit + ", " + value + "): 1 to " + most + " are allowed");
        }
        limits.put(limit, value);
        return this;
    }

    @Override
    public Rgs.Builder neverServe() {
        mayServe = false;
        return this;
    }

    SessionSetup setup() {
        if (types.isEmpty() && codecs.isEmpty()) {
            throw new IllegalArgumentException("no records(...): name the records that travel, messages and state");
        }
        return new SessionSetup(kind, player, Records.of(types, codecs), limits, mayServe);
    }

    private @Nullable Trust trust() {
        if (tls != null) return new Trust(tls, permits);
        if (permits == null) return null;
        throw new IllegalArgumentException(
                "mayServe(permits): without tls(context) nobody shows a certificate: say tls(context), or leave it out");
    }

    @Override
    public Rgs start() {
        return new RunningRgs(setup(), directory, host, port, trust(), lan);
    }
}
