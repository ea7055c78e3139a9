package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/** Rule 8: no nulls, but from recv. */
@ExtendWith(InTavern.class)
class Rule8NullsTest {

    @Test
    @DisplayName(
            "Rule 8: null for any argument of any method is refused at once, by an exception that tells the caller so")
    void rule8Nulls(Tavern tavern) {
        Guest ann = tavern.host("ann");
        List<Executable> checks = new ArrayList<>();
        checks.addAll(nullsInto(Session.class, ann.session));
        checks.addAll(nullsInto(GameSpec.class, Tavern.game()));
        checks.addAll(nullsInto(Query.class, Query.any()));
        checks.addAll(nullsInto(Rgs.Builder.class, tavern.process()));
        checks.addAll(nullsInto(Rgs.class, tavern.player("bob")));
        checks.add(() -> assertThrows(IllegalArgumentException.class, () -> Rgs.game(null)));
        checks.add(() -> assertThrows(IllegalArgumentException.class, () -> GameSpec.clientServer(null, 2)));
        checks.add(() -> assertThrows(IllegalArgumentException.class, () -> Query.id(null)));
        assertAll(checks);
        assertTrue(ann.session.update(), "and the session is as it was");
    }

    @Test
    @DisplayName("Rule 8: results are never null, WAITING or not; recv alone gives null for an empty queue")
    void resultsAreThere(Tavern tavern) {
        Guest ann = tavern.host("ann");
        Session waiting = tavern.player("bob").register(Tavern.game());
        for (Session session : List.of(waiting, ann.session)) {
            assertNotNull(session.phase());
            assertNotNull(session.self());
            assertNotNull(session.view());
            assertNotNull(session.role());
            assertNotNull(session.stats());
            assertNotNull(session.stats().toString());
        }
        assertNotNull(ann.session.game());
        ann.session.update();
        tavern.forget(ann);
        assertNull(ann.session.recv());
    }

    private static List<Executable> nullsInto(Class<?> type, Object target) {
        List<Executable> checks = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (java.lang.reflect.Modifier.isStatic(method.getModifiers())
                    || method.getName().equals("equals")) continue;
            for (int at = 0; at < method.getParameterCount(); at++) {
                if (method.getParameterTypes()[at].isPrimitive()) continue;
                int place = at;
                checks.add(() -> {
                    Object[] arguments = new Object[method.getParameterCount()];
                    for (int i = 0; i < arguments.length; i++)
                        arguments[i] = i == place ? null : sample(method.getParameterTypes()[i]);
                    Throwable thrown = assertThrows(
                                    InvocationTargetException.class,
                                    () -> method.invoke(target, arguments),
                                    method + " takes null for argument " + place)
                            .getCause();
                    assertTrue(
                            thrown instanceof IllegalArgumentException, method + " argument " + place + ": " + thrown);
                });
            }
        }
        return checks;
    }

    private static @Nullable Object sample(Class<?> type) {
        if (type == Record.class) return new Hit(1);
        if (type == Delivery.class) return Delivery.RELIABLE_ORDERED;
        if (type == Peer.class) return Peer.of(1, "x");
        if (type == String.class) return "localhost:7400";
        if (type == Class.class) return Hit.class;
        if (type == Duration.class) return Duration.ofSeconds(3);
        if (type == boolean.class) return true;
        if (type == int.class) return 1;
        if (type == long.class) return 1L;
        if (type == double.class) return 1.0;
        if (type == Map.class) return Map.of();
        if (type == Limit.class) return Limit.MEMBERS;
        if (type == Failover[].class) return new Failover[0];
        if (type == String[].class) return new String[] {"localhost:7400"};
        if (type == Class[].class) return new Class<?>[] {Hit.class};
        if (type == GameSpec.class) return Tavern.game();
        if (type == Query.class) return Query.any();
        if (type == GameInfo.class) return new GameInfo("a", "a", 1, 1, true, "", false, 1, Map.of());
        if (type == BiConsumer.class) return (BiConsumer<Object, Object>) (a, b) -> {};
        if (type.isInterface())
            return Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null);
        throw new AssertionError("no sample of " + type);
    }
}
