package org.gamenet.rgs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.gamenet.rgs.spi.RgsProvider;
import org.junit.jupiter.api.Test;

class ApiValuesTest {

    @Test void anOutageIsTheSumOfItsStretches() {
        var outage = new SessionEvent.Outage(Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofMillis(300), Duration.ofMillis(4000));
        assertEquals(Duration.ofMillis(4321), outage.total());
    }

    @Test void twoRolesServe() {
        assertEquals(List.of(ServerRole.ACTIVE_ALONE, ServerRole.ACTIVE_BACKED_UP),
                Arrays.stream(ServerRole.values()).filter(ServerRole::isActive).toList());
    }

    @Test void limitsHaveTheDefaultsThatTheDocumentsPromise() {
        assertEquals(1_048_576, Limit.MESSAGE_BYTES.byDefault());
        assertEquals(16_777_216, Limit.PACKAGE_BYTES.byDefault());
        assertEquals(1_024, Limit.RECEIVE_MESSAGES.byDefault());
        assertEquals(4_194_304, Limit.RECEIVE_BYTES.byDefault());
        assertEquals(1_024, Limit.MEMBERS.byDefault());
        assertEquals(256, Limit.PENDING_JOINS.byDefault());
    }

    @Test void withoutAnImplementationTheErrorNamesTheMissingDependency() {
        var error = assertThrows(IllegalStateException.class, RgsProvider::installed);
        assertTrue(error.getMessage().contains("org.gamenet:rgs-core"), error.getMessage());
    }

    @Test void anExceptionKeepsItsReason() {
        assertEquals(Reason.QUEUE_FULL, new RgsException(Reason.QUEUE_FULL, "slow down").reason());
    }
}
