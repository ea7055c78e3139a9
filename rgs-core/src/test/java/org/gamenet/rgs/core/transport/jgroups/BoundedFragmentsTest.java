package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.FragHeader;
import org.jgroups.stack.Protocol;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("HF3")
@Tag("S15")
class BoundedFragmentsTest {
    private static final short ID = ClassConfigurator.getProtocolId(FRAG2.class);
    private static final TransportLimits LIMITS = TransportLimits.DEFAULT;
    private static final int FRAGMENT = TransportLimits.FRAGMENT_BYTES;
    /** Of one member, with what its fragments take besides. */
    private static final long MOST_OF_ONE = 2L * LIMITS.frameBytes() + 1_000_000;

    private final BoundedFragments fragments = new BoundedFragments(LIMITS);
    private final List<Message> told = new ArrayList<>();
    private final Address honest = UUID.randomUUID();
    private final Address bomber = UUID.randomUUID();

    @BeforeEach
    void above() {
        fragments.setUpProtocol(new Protocol() {
            @Override
            public Object up(Message message) {
                return told.add(message);
            }
        });
    }

    private void arrives(Address from, long id, int number, int count, byte[] contents) {
        Message message = new BytesMessage(null, contents).setSrc(from);
        message.putHeader(ID, new FragHeader(id, number, count));
        fragments.up(message);
    }

    private static byte[] piece(byte[] whole, int number) {
        int from = number * FRAGMENT;
        byte[] piece = new byte[Math.min(FRAGMENT, whole.length - from)];
        System.arraycopy(whole, from, piece, 0, piece.length);
        return piece;
    }

    private byte[] frame(int bytes) {
        byte[] whole = new byte[bytes];
        new Random(bytes).nextBytes(whole);
        return whole;
    }

    @Test
    @DisplayName(
            "frames that arrive in pieces, side by side and in any order, are whole again, and nothing is kept of them")
    void wholeAgain() {
        byte[] longest = frame(LIMITS.frameBytes());
        byte[] other = frame(5 * FRAGMENT + 1);
        int count = LIMITS.fragments();
        for (int i = count - 1; i >= 0; i--) {
            arrives(honest, 1, i, count, piece(longest, i));
            if (i < 6) arrives(honest, 2, i, 6, piece(other, i));
        }
        assertEquals(2, told.size());
        assertArrayEquals(other, told.get(1).getArray());
        assertArrayEquals(longest, told.get(0).getArray());
        assertEquals(honest, told.get(0).getSrc());
        assertEquals(0, fragments.held());
    }

    @Test
    @DisplayName(
            "HF3 S15 what a member begins and never ends, a byte or 32 KB each, takes the heap of two frames; others are heard")
    void bomb() {
        byte[] other = frame(3 * FRAGMENT);
        arrives(honest, 1, 0, 3, piece(other, 0));
        for (int size : new int[] {1, FRAGMENT})
            for (int i = 0; i < 50_000; i++) {
                arrives(bomber, size * 100_000L + i, 0, LIMITS.fragments(), new byte[size]);
                assertTrue(fragments.held() <= MOST_OF_ONE + FRAGMENT, () -> fragments.held() + " bytes");
            }
        assertTrue(fragments.held() > LIMITS.frameBytes(), "it was not tried");
        arrives(honest, 1, 1, 3, piece(other, 1));
        arrives(honest, 1, 2, 3, piece(other, 2));
        assertEquals(1, told.size());
        assertArrayEquals(other, told.get(0).getArray());
    }

    @Test
    @DisplayName("HF3 S15 in the names of a thousand: the heap of four frames")
    void bombInManyNames() {
        byte[] piece = new byte[FRAGMENT];
        for (int name = 0; name < 1_000; name++) {
            Address from = UUID.randomUUID();
            for (int i = 0; i < 20; i++) arrives(from, i, 0, LIMITS.fragments(), piece);
            assertTrue(fragments.held() <= 2 * MOST_OF_ONE, () -> fragments.held() + " bytes");
        }
        byte[] other = frame(2 * FRAGMENT);
        arrives(honest, 1, 0, 2, piece(other, 0));
        arrives(honest, 1, 1, 2, piece(other, 1));
        assertArrayEquals(other, told.get(0).getArray());
    }

    @Test
    @DisplayName("HF3 numbers that cannot be, and pieces of one frame that do not agree, are dropped")
    void nonsense() {
        arrives(bomber, 1, 0, 3, new byte[1]);
        long held = fragments.held();
        arrives(bomber, 1, 1, 2, new byte[1]);
        arrives(bomber, 1, 3, 3, new byte[1]);
        arrives(bomber, 1, -1, 3, new byte[1]);
        arrives(bomber, 2, 0, 0, new byte[1]);
        assertEquals(held, fragments.held());
        assertEquals(List.of(), told);
    }

    @Test
    @DisplayName("what is kept of a member goes with it")
    void gone() {
        fragments.handleViewChange(View.create(honest, 1, honest, bomber));
        arrives(bomber, 1, 0, 3, new byte[FRAGMENT]);
        arrives(honest, 1, 0, 3, new byte[FRAGMENT]);
        long both = fragments.held();
        fragments.handleViewChange(View.create(honest, 2, honest));
        assertEquals(both / 2, fragments.held());
    }
}
