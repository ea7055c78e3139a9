package org.gamenet.rgs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;

class ApiValuesTest {

    @Test
    void anOutageIsTheSumOfItsStretches() {
        var outage = new SessionEvent.Outage(
                Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofMillis(300), Duration.ofMillis(4000));
        assertEquals(Duration.ofMillis(4321), outage.total());
    }

    @Test
    void conditionsSayWhatIsOutOfRange() {
        Duration none = Duration.ZERO;
        assertTrue(wrong(() -> new Conditions(Duration.ofMillis(-1), none, 0, 0, 0))
                .startsWith("latency PT-0.001S"));
        assertTrue(wrong(() -> new Conditions(none, Duration.ofSeconds(11), 0, 0, 0))
                .startsWith("jitter PT11S"));
        assertTrue(wrong(() -> new Conditions(none, none, 5, 0, 0)).startsWith("loss 5.0: give a share from 0 to 1"));
        assertTrue(wrong(() -> new Conditions(none, none, 0, Double.NaN, 0)).startsWith("duplicates NaN"));
        assertTrue(wrong(() -> new Conditions(none, none, 0, 0, -0.1)).startsWith("reorder -0.1"));
        assertEquals(Conditions.NONE, new Conditions(none, none, 0, 0, 0));
    }

    private static String wrong(org.junit.jupiter.api.function.Executable made) {
        return assertThrows(IllegalArgumentException.class, made).getMessage();
    }

    @Test
    void aServingUnitIsPartOfTheSubjectAndOfNothingElse() {
        ServingUnit unit = new ServingUnit("game servers");
        for (String subject : List.of(
                "CN=host, OU=game servers",
                "OU=game servers, OU=rack 7, CN=host",
                "CN=host, OU=rack 7 + OU=game servers, O=club"))
            assertTrue(unit.isOf(new X500Principal(subject)), subject);
        for (String subject : List.of(
                "CN=host",
                "CN=game servers",
                "CN=\"host, OU=game servers\"",
                "CN=host, OU=game servers 2",
                "CN=host, O=game servers",
                "")) assertFalse(unit.isOf(new X500Principal(subject)), subject);
        assertTrue(wrong(() -> new ServingUnit(" ")).startsWith("ServingUnit(name)"));
        assertTrue(wrong(() -> new ServingUnit(null)).startsWith("ServingUnit(name)"));
    }

    @Test
    void twoRolesServe() {
        assertEquals(
                List.of(ServerRole.ACTIVE_ALONE, ServerRole.ACTIVE_BACKED_UP),
                Arrays.stream(ServerRole.values()).filter(ServerRole::isActive).toList());
    }

    @Test
    void limitsHaveTheDefaultsThatTheDocumentsPromise() {
        assertEquals(1_048_576, Limit.MESSAGE_BYTES.byDefault());
        assertEquals(16_777_216, Limit.PACKAGE_BYTES.byDefault());
        assertEquals(1_024, Limit.RECEIVE_MESSAGES.byDefault());
        assertEquals(4_194_304, Limit.RECEIVE_BYTES.byDefault());
        assertEquals(1_024, Limit.MEMBERS.byDefault());
        assertEquals(256, Limit.PENDING_JOINS.byDefault());
    }

    @Test
    void withoutAnImplementationTheErrorNamesTheMissingDependency() {
        var error = assertThrows(IllegalStateException.class, Rgs.Provider::installed);
        assertTrue(error.getMessage().contains("org.gamenet:rgs-core"), error.getMessage());
    }

    @Test
    void anExceptionKeepsItsReason() {
        assertEquals(Reason.QUEUE_FULL, new RgsException(Reason.QUEUE_FULL, "slow down").reason());
    }
}
