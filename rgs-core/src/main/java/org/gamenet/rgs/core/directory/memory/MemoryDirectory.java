package org.gamenet.rgs.core.directory.memory;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.server.DirectoryMachine;
import org.gamenet.rgs.core.directory.server.DirectoryOutput;
import org.gamenet.rgs.core.directory.server.DirectorySettings;
import org.gamenet.rgs.core.directory.server.GrantSigner;
import org.gamenet.rgs.core.directory.server.Ledgers;

/**
 * A directory without a log: what the machine proposes is applied at once. For tests, the simulation, and a process
 * that has no directory and plays alone. One thread at a time. It remembers as long as the object lives.
 */
public final class MemoryDirectory {

    private final Ledgers ledgers;
    private final DirectoryMachine machine;

    /** Empty, with standard bounds; {@code mark} as in {@link DirectoryMachine}. */
    public MemoryDirectory(int mark) {
        this(DirectorySettings.standard(), new Ledgers(), mark);
    }

    /** With these ledgers, which it changes; {@link #leading} must follow if they hold games. */
    public MemoryDirectory(DirectorySettings settings, Ledgers ledgers, int mark) {
        this(settings, ledgers, mark, GrantSigner.NONE);
    }

    /** One that signs grants. */
    public MemoryDirectory(DirectorySettings settings, Ledgers ledgers, int mark, GrantSigner signer) {
        this.ledgers = ledgers;
        this.machine = new DirectoryMachine(settings, ledgers, mark, signer);
    }

    /** As {@link DirectoryMachine#leading}. */
    public void leading(long nowMillis) {
        machine.leading(nowMillis);
    }

    /** As {@link DirectoryMachine#lineOpened(long, long)}; gives only answers and pushes. */
    public List<DirectoryOutput> lineOpened(long line, long nowMillis) {
        return settle(machine.lineOpened(line, nowMillis), nowMillis);
    }

    /** As {@link DirectoryMachine#lineOpened(long, String, long)}; gives only answers and pushes. */
    public List<DirectoryOutput> lineOpened(long line, String address, long nowMillis) {
        return settle(machine.lineOpened(line, address, nowMillis), nowMillis);
    }

    /** As {@link DirectoryMachine#lineClosed}; gives only answers and pushes. */
    public List<DirectoryOutput> lineClosed(long line, long nowMillis) {
        return settle(machine.lineClosed(line, nowMillis), nowMillis);
    }

    /** As {@link DirectoryMachine#lineProved}. */
    public void lineProved(long line, long peer) {
        machine.lineProved(line, peer);
    }

    /** As {@link DirectoryMachine#request}; gives only answers and pushes. */
    public List<DirectoryOutput> request(long line, long requestId, DirectoryRequest request, long nowMillis) {
        return settle(machine.request(line, requestId, request, nowMillis), nowMillis);
    }

    /** As {@link DirectoryMachine#tick}; gives only answers and pushes. */
    public List<DirectoryOutput> tick(long nowMillis) {
        return settle(machine.tick(nowMillis), nowMillis);
    }

    /** The part that would be on disk. */
    public Ledgers ledgers() {
        return ledgers;
    }

    /** The machine behind it. */
    public DirectoryMachine machine() {
        return machine;
    }

    private List<DirectoryOutput> settle(List<DirectoryOutput> outputs, long now) {
        List<DirectoryOutput> said = new ArrayList<>();
        for (DirectoryOutput output : outputs) {
            if (output instanceof DirectoryOutput.Propose p) {
                said.addAll(settle(machine.committed(p.proposal(), p.command(), ledgers.apply(p.command()), now), now));
            } else {
                said.add(output);
            }
        }
        return said;
    }
}
