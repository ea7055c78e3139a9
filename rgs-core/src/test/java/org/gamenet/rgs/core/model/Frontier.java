package org.gamenet.rgs.core.model;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** First in, first out, packed. Worlds that do not fit into the memory given go through a file of its own. */
final class Frontier implements AutoCloseable {
    private static final int CHUNK = 1 << 20;

    private final int chunksInMemory;
    private final ArrayDeque<byte[]> chunks = new ArrayDeque<>();
    private byte[] in = new byte[CHUNK];
    private int inAt;
    private byte[] out = new byte[0];
    private int outAt;
    private long size;
    private @Nullable FileChannel file;
    private long written;
    private long read;

    Frontier(long bytesInMemory) {
        chunksInMemory = (int) Math.max(2, bytesInMemory / CHUNK);
    }

    long size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The ints after {@code head} ascend. */
    void add(int[] world, int head) {
        if (inAt + 5 * (world.length + 1) > CHUNK) close(in, inAt);
        varint(world.length);
        for (int i = 0; i < world.length; i++) varint(i <= head ? world[i] : world[i] - world[i - 1]);
        size++;
    }

    private void close(byte[] full, int length) {
        byte[] chunk = Arrays.copyOf(full, length);
        // Once the file holds some, all that is newer goes there too: so they stay in order.
        if (chunks.size() >= chunksInMemory || written > read) spill(chunk);
        else chunks.add(chunk);
        inAt = 0;
    }

    private void varint(int value) {
        int v = value;
        while ((v & ~127) != 0) {
            in[inAt++] = (byte) (v & 127 | 128);
            v >>>= 7;
        }
        in[inAt++] = (byte) v;
    }

    int[] poll(int head) {
        if (outAt == out.length) next();
        int[] world = new int[unvarint()];
        for (int i = 0; i < world.length; i++) world[i] = i <= head ? unvarint() : world[i - 1] + unvarint();
        size--;
        return world;
    }

    private int unvarint() {
        int v = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = out[outAt++];
            v |= (b & 127) << shift;
            if (b >= 0) return v;
        }
    }

    private void next() {
        outAt = 0;
        if (!chunks.isEmpty()) out = chunks.poll();
        else if (written > read) out = unspill();
        else {
            out = Arrays.copyOf(in, inAt);
            inAt = 0;
        }
    }

    private void spill(byte[] chunk) {
        try {
            if (file == null) {
                Path path = Files.createTempFile("frontier", null);
                file = FileChannel.open(
                        path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            }
            ByteBuffer bytes = ByteBuffer.allocate(4 + chunk.length)
                    .putInt(chunk.length)
                    .put(chunk)
                    .flip();
            while (bytes.hasRemaining()) written += file.write(bytes, written);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] unspill() {
        byte[] chunk = new byte[bytes(4).getInt()];
        bytes(chunk.length).get(chunk);
        if (read == written) read = written = 0;
        return chunk;
    }

    private ByteBuffer bytes(int n) {
        try {
            ByteBuffer bytes = ByteBuffer.allocate(n);
            while (bytes.hasRemaining()) {
                int more = file.read(bytes, read);
                if (more < 0) throw new EOFException();
                read += more;
            }
            return bytes.flip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            if (file != null) file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
