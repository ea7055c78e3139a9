package org.gamenet.rgs.core.replication;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;

/** A world in the making. */
final class SynchronousDraft {
    private final Set<SynchronousWorld.Fault> faults;
    private final List<SynchronousWorld.Process> all;
    private SynchronousWorld.Reign reign;
    private Optional<SynchronousWorld.Planned> planned;
    private final Set<SynchronousWorld.Mail> mail;
    private final Map<Integer, Integer> shown;
    private final Map<Integer, Integer> kept;
    private SynchronousWorld.Spent spent;

    SynchronousDraft(SynchronousWorld from, Set<SynchronousWorld.Fault> faults) {
        this.faults = faults;
        all = new ArrayList<>(from.all());
        reign = from.reign();
        planned = from.planned();
        mail = new HashSet<>(from.mail());
        shown = new TreeMap<>(from.shown());
        kept = new TreeMap<>(from.kept());
        spent = from.spent();
    }

    SynchronousWorld done() {
        mail.removeIf(m ->
                !all.get(m.to()).alive() || m.epoch() < all.get(m.to()).in().epoch());
        return new SynchronousWorld(
                List.copyOf(all), reign, planned, Set.copyOf(mail), Map.copyOf(shown), Map.copyOf(kept), spent);
    }

    // ---- one process

    private void set(int i, Replica role, OutputGate gate) {
        SynchronousWorld.Process p = all.get(i);
        all.set(i, new SynchronousWorld.Process(p.stand(), role, gate, p.in(), p.sight(), p.made(), p.copy()));
    }

    private void set(int i, SynchronousWorld.Sight sight) {
        SynchronousWorld.Process p = all.get(i);
        all.set(i, new SynchronousWorld.Process(p.stand(), p.role(), p.gate(), p.in(), sight, p.made(), p.copy()));
    }

    private void set(int i, SynchronousWorld.Made made) {
        SynchronousWorld.Process p = all.get(i);
        all.set(i, new SynchronousWorld.Process(p.stand(), p.role(), p.gate(), p.in(), p.sight(), made, p.copy()));
    }

    private void set(int i, SynchronousWorld.Reign in, boolean serves) {
        SynchronousWorld.Process p = all.get(i);
        all.set(
                i,
                new SynchronousWorld.Process(
                        serves ? SynchronousWorld.Stand.SERVES : SynchronousWorld.Stand.FOLLOWS,
                        p.role(),
                        p.gate(),
                        in,
                        p.sight(),
                        p.made(),
                        p.copy()));
    }

    private void holds(int i, SynchronousWorld.State copy) {
        SynchronousWorld.Process p = all.get(i);
        all.set(
                i,
                new SynchronousWorld.Process(
                        p.stand(), p.role(), p.gate(), p.in(), p.sight(), p.made(), Optional.of(copy)));
    }

    SynchronousDraft crash(int i) {
        all.set(i, all.get(i).dead());
        spent = new SynchronousWorld.Spent(spent.updates(), spent.crashes() + 1, spent.lost(), spent.runs());
        if (planned.filter(c -> c.by() == i && !c.granted()).isPresent()) planned = Optional.empty();
        return this;
    }

    // ---- the application

    SynchronousDraft update(int i) {
        SynchronousWorld.Made made = all.get(i).made();
        SynchronousWorld.State next =
                new SynchronousWorld.State(made.state().run(), made.state().number() + 1);
        List<SynchronousWorld.Output> waiting = new ArrayList<>(made.waiting());
        long late = faults.contains(SynchronousWorld.Fault.LEAVES_WITH_THE_COPY_BEFORE) ? 0 : 1;
        waiting.add(new SynchronousWorld.Output(made.cut() + late, next));
        set(i, new SynchronousWorld.Made(next, made.cut(), List.copyOf(waiting)));
        spent = new SynchronousWorld.Spent(spent.updates() + 1, spent.crashes(), spent.lost(), spent.runs());
        leaves(i);
        return this;
    }

    SynchronousDraft pack(int i) {
        SynchronousWorld.Made made = all.get(i).made();
        set(i, new SynchronousWorld.Made(made.state(), made.cut() + 1, made.waiting()));
        byte[] copy = {(byte) made.state().run(), (byte) made.state().number()};
        happens(i, new CopyEvent.Packed(new Payload(copy), SynchronousWorld.PLACE, 0, made.cut() + 1, 0));
        return this;
    }

    private void leaves(int i) {
        SynchronousWorld.Process p = all.get(i);
        List<MemberId> named = p.serves()
                ? p.in().authority().stream()
                        .filter(m -> !m.equals(SynchronousWorld.id(i)))
                        .toList()
                : List.of();
        long upTo = faults.contains(SynchronousWorld.Fault.LEAVES_AT_ONCE)
                ? OutputGate.ALL
                : p.gate().upTo(named);
        List<SynchronousWorld.Output> rest = new ArrayList<>();
        for (SynchronousWorld.Output each : p.made().waiting())
            if (each.cut() <= upTo && p.alive())
                shown.merge(each.of().run(), each.of().number(), Math::max);
            else rest.add(each);
        set(i, new SynchronousWorld.Made(p.made().state(), p.made().cut(), List.copyOf(rest)));
    }

    // ---- the roles

    private void happens(int i, CopyEvent event) {
        Replica.Step step = all.get(i).role().on(event);
        set(i, step.state(), all.get(i).gate());
        step.effects().forEach(effect -> perform(i, effect));
        leaves(i);
    }

    void stands(int i) {
        SynchronousWorld.Process p = all.get(i);
        boolean follows = !p.serves() && !p.sight().claims();
        happens(
                i,
                new CopyEvent.GameSeen(
                        new CopyEvent.Game(
                                SynchronousWorld.epoch(p.in().epoch()),
                                p.in().authority(),
                                SynchronousWorld.ROSTER,
                                p.sight().lost(),
                                p.serves(),
                                follows,
                                p.sight().changes()),
                        0));
    }

    private void perform(int i, CopyEffect effect) {
        SynchronousWorld.Process p = all.get(i);
        if (effect instanceof CopyEffect.Say say) say(i, say.to(), say.message());
        else if (effect instanceof CopyEffect.Whole whole) whole(i, whole);
        else if (effect instanceof CopyEffect.Counts counts && counts.version() > 0) {
            set(i, all.get(i).role(), p.gate().held(counts.backup(), counts.cut()));
        } else if (effect instanceof CopyEffect.CountsNoMore over) {
            set(i, p.role(), p.gate().without(over.backup()));
        } else if (effect instanceof CopyEffect.Bind bind) {
            set(i, p.role(), p.gate().waitingFor(bind.backup()));
            if (faults.contains(SynchronousWorld.Fault.NAMED_WITH_ITS_FIRST_COPY))
                change(i, List.of(SynchronousWorld.id(i), bind.backup()));
            else happens(i, new CopyEvent.Bound(bind.backup(), p.made().cut() + 1, SynchronousWorld.PLACE, 0));
        } else if (effect instanceof CopyEffect.Change change) {
            change(i, change.authority());
        }
    }

    private void say(int i, MemberId to, CopyMessage message) {
        mail.add(new SynchronousWorld.Mail(
                i, (int) to.peer() - 1, Optional.of(message), message.epoch().number(), List.of()));
    }

    private void whole(int i, CopyEffect.Whole whole) {
        SynchronousWorld.Process p = all.get(i);
        boolean confirms = !p.sight().claims() || faults.contains(SynchronousWorld.Fault.CONFIRMS_AFTER_IT_CLAIMS);
        if (!confirms || whole.epoch().number() != p.in().epoch()) return;
        byte[] copy = whole.copy().bytes();
        boolean holds = !p.sight().claims()
                && (p.copy().isEmpty() || !faults.contains(SynchronousWorld.Fault.CONFIRMS_WHAT_IT_DOES_NOT_HOLD));
        if (holds) holds(i, new SynchronousWorld.State(copy[0], copy[1]));
        say(i, whole.from(), new CopyMessage.CopyConfirmed(whole.epoch(), whole.version()));
    }

    // ---- the others

    SynchronousDraft arrives(SynchronousWorld.Mail each) {
        mail.remove(each);
        SynchronousWorld.Process p = all.get(each.to());
        if (each.message().isEmpty()) {
            if (each.epoch() > p.in().epoch())
                hearsOf(each.to(), new SynchronousWorld.Reign(each.epoch(), each.authority()));
            return this;
        }
        boolean deaf = p.sight().claims() && !faults.contains(SynchronousWorld.Fault.CONFIRMS_AFTER_IT_CLAIMS);
        boolean counts = p.serves() || p.in().authority().get(0).equals(SynchronousWorld.id(each.from()));
        if (!deaf && counts && each.epoch() == p.in().epoch())
            happens(
                    each.to(),
                    new CopyEvent.Heard(
                            SynchronousWorld.id(each.from()), each.message().get(), 0));
        return this;
    }

    /** A server that was replaced is out, and so is who claims in vain. */
    private void hearsOf(int i, SynchronousWorld.Reign later) {
        SynchronousWorld.Process p = all.get(i);
        if (p.serves() || p.sight().claims()) {
            all.set(i, p.dead());
            return;
        }
        set(i, later, false);
        stands(i);
    }

    private void tellAll(int i) {
        for (int j = 0; j < 3; j++)
            if (j != i && all.get(j).alive())
                mail.add(new SynchronousWorld.Mail(
                        i,
                        j,
                        Optional.empty(),
                        all.get(i).in().epoch(),
                        all.get(i).in().authority()));
    }

    // ---- the arbiter

    SynchronousDraft misses(int i, MemberId lost) {
        Set<MemberId> more = new HashSet<>(all.get(i).sight().lost());
        more.add(lost);
        spent = new SynchronousWorld.Spent(spent.updates(), spent.crashes(), spent.lost() + 1, spent.runs());
        set(i, new SynchronousWorld.Sight(Set.copyOf(more), all.get(i).sight().changes(), false));
        if (faults.contains(SynchronousWorld.Fault.FORGOTTEN_BEFORE_IT_IS_DROPPED)) {
            set(i, all.get(i).role(), all.get(i).gate().without(lost));
            SynchronousWorld.Process p = all.get(i);
            set(i, new SynchronousWorld.Reign(p.in().epoch(), List.of(SynchronousWorld.id(i))), true);
        }
        stands(i);
        return this;
    }

    private void change(int i, List<MemberId> authority) {
        SynchronousWorld.Process p = all.get(i);
        if (p.sight().changes() || planned.isPresent() || reign.epoch() >= SynchronousWorld.EPOCHS) return;
        planned = Optional.of(new SynchronousWorld.Planned(i, p.in().epoch(), authority, false));
        set(i, new SynchronousWorld.Sight(p.sight().lost(), true, false));
        stands(i);
    }

    /** It decides; then, in a step of its own, the server hears of it. */
    SynchronousDraft decide(SynchronousWorld.Planned change) {
        SynchronousWorld.Process p = all.get(change.by());
        if (!change.granted() && reign.epoch() == change.epoch()) {
            reign = new SynchronousWorld.Reign(change.epoch() + 1, change.authority());
            planned = Optional.of(new SynchronousWorld.Planned(change.by(), change.epoch(), change.authority(), true));
            return this;
        }
        planned = Optional.empty();
        if (!p.alive()) return this;
        set(change.by(), new SynchronousWorld.Sight(p.sight().lost(), false, false));
        if (change.granted()) {
            set(change.by(), new SynchronousWorld.Reign(change.epoch() + 1, change.authority()), true);
            tellAll(change.by());
        }
        stands(change.by());
        return this;
    }

    SynchronousDraft claims(int i) {
        set(i, new SynchronousWorld.Sight(Set.of(), false, true));
        stands(i);
        return this;
    }

    SynchronousDraft takesOver(int i) {
        SynchronousWorld.State base = all.get(i).copy().orElseThrow();
        int run = spent.runs() + 1;
        spent = new SynchronousWorld.Spent(spent.updates(), spent.crashes(), spent.lost(), run);
        kept.merge(base.run(), base.number(), Math::min);
        for (int lost = base.run() + 1; lost < run; lost++) kept.merge(lost, -1, Math::min);
        reign = new SynchronousWorld.Reign(reign.epoch() + 1, List.of(SynchronousWorld.id(i)));
        set(i, new SynchronousWorld.Sight(Set.of(), false, false));
        set(
                i,
                new SynchronousWorld.Made(
                        new SynchronousWorld.State(run, 0), all.get(i).made().cut(), List.of()));
        set(i, reign, true);
        stands(i);
        tellAll(i);
        return this;
    }
}
