package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.MachineListener;
import dev.preemptcheck.hardware.ScheduleCall;
import dev.preemptcheck.hardware.Whereabouts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The detectors that watch a machine, as one listener. Each is called by its own type and only for what it listens to: this
 * is the hot path, and a loop over an interface costs more than all the rules together.
 */
public final class Detectors implements MachineListener {
    /** Odd factors that keep apart what rules remember, from each other and from what memory holds. */
    private static final long BALANCE = 0xC2B2AE3D27D4EB4FL;

    private static final long OWNERSHIP = 0x165667B19E3779F9L;
    private static final long CPU_ID = 0xD6E8FEB86659FD93L;

    private final Reporter reporter;
    private final BalanceDetector balance;
    private final OwnershipDetector ownership;
    private final StaleTranslationDetector staleTranslation;
    private final CpuIdDetector cpuId;
    private final ContextDepth contexts = new ContextDepth();
    private final AtomicityDetector atomicity;
    private final LifetimeDetector lifetime;
    private final CounterDetector counter;
    private final WakeupDetector wakeup;
    private final LockdepDetector lockdep;
    private final FaultAddressDetector faultAddress;
    private final LatencyDetector latency;
    private final FpuDetector fpu;
    private final @Nullable RaceDetector races;
    private final List<Detector> all;

    private Detectors(Reporter reporter, boolean withRaces) {
        this.reporter = reporter;
        this.balance = new BalanceDetector(reporter);
        this.ownership = new OwnershipDetector(reporter);
        this.staleTranslation = new StaleTranslationDetector(reporter);
        this.cpuId = new CpuIdDetector(reporter);
        this.atomicity = new AtomicityDetector(reporter, contexts);
        this.lifetime = new LifetimeDetector(reporter);
        this.counter = new CounterDetector(reporter);
        this.races = withRaces ? new RaceDetector(reporter, contexts) : null;
        this.latency = new LatencyDetector(reporter);
        this.faultAddress = new FaultAddressDetector(reporter);
        this.fpu = new FpuDetector(reporter);
        this.lockdep = new LockdepDetector(reporter, contexts);
        this.wakeup = new WakeupDetector(reporter, lockdep::holds);
        this.all = List.of(
                balance,
                ownership,
                staleTranslation,
                cpuId,
                atomicity,
                lifetime,
                counter,
                wakeup,
                lockdep,
                faultAddress,
                latency,
                fpu);
    }

    /** D1 to D5, D8 to D13, D22, D23, the lock validator, and the kernel's own BUGs. */
    public static Detectors standard(Reporter reporter) {
        return new Detectors(reporter, false);
    }

    /** These and the data-race detector, which refutes but never proves: no fingerprint holds what it remembers. */
    public static Detectors withRaces(Reporter reporter) {
        return new Detectors(reporter, true);
    }

    /** Tells the detectors which machine they watch. */
    public void watch(Whereabouts machine) {
        balance.watch(machine);
        if (races != null) {
            races.watch(machine);
        }
        lockdep.watch(machine);
        faultAddress.watch(machine);
        latency.watch(machine);
        fpu.watch(machine);
        wakeup.watch(machine);
        atomicity.watch(machine);
        ownership.watch(machine);
        cpuId.watch(machine);
    }

    /** Simulated time of that processor's own work since the run began, in nanoseconds, as D11 measures it. */
    public long nanosOn(int cpu) {
        return latency.nanosOn(cpu);
    }

    /** The rules, in the order in which they are asked. */
    public List<String> rules() {
        return all.stream().map(Detector::rule).toList();
    }

    @Override
    public void reset() {
        fpu.reset();
        atomicity.reset();
        balance.reset();
        staleTranslation.reset();
        contexts.reset();
        lifetime.reset();
        if (races != null) {
            races.reset();
        }
        lockdep.reset();
        faultAddress.reset();
        latency.reset();
        counter.reset();
        wakeup.reset();
        ownership.reset();
        cpuId.reset();
    }

    @Override
    public void accessed(int cpu, int task, int word, int how) {
        if (lifetime.anyFreed()) {
            lifetime.accessed(cpu, task, word, how);
        }
        if (races != null) {
            races.accessed(cpu, task, word, how);
        }
        latency.accessed(cpu, task, word, how);
    }

    @Override
    public void translationChanging(int cpu, int task, int pteWord, boolean begins) {
        staleTranslation.translationChanging(cpu, task, pteWord, begins);
    }

    @Override
    public void allocated(int cpu, int task, int word) {
        lifetime.allocated(cpu, task, word);
        if (races != null) {
            races.allocated(cpu, task, word);
        }
    }

    @Override
    public void freed(int cpu, int task, int word) {
        lifetime.freed(cpu, task, word);
    }

    @Override
    public void perCpuAccess(int cpu, int task, int word, int owner) {
        cpuId.perCpuAccess(cpu, task, word, owner);
    }

    /** A stale entry is asked about first: it explains a wrong page, and the page table does not. */
    @Override
    public void translated(int cpu, int task, int pteWord, int owner, long cached, long inMemory, boolean write) {
        staleTranslation.translated(cpu, task, pteWord, owner, cached, inMemory, write);
        ownership.translated(cpu, task, pteWord, owner, cached, inMemory, write);
    }

    @Override
    public void keptElsewhere(int cpu, int task, int owner, long cached, long inMemory) {
        staleTranslation.keptElsewhere(cpu, task, owner, cached, inMemory);
    }

    @Override
    public void countChanged(int cpu, int task, int before, int after) {
        balance.countChanged(cpu, task, before, after);
        ownership.countChanged(cpu, task, before, after);
        cpuId.countChanged(cpu, task, before, after);
        lockdep.countChanged(cpu, task, before, after);
        faultAddress.countChanged(cpu, task, before, after);
        latency.countChanged(cpu, task, before, after);
    }

    @Override
    public void counterChanged(int cpu, int task, int before, int after) {
        counter.counterChanged(cpu, task, before, after);
    }

    @Override
    public void awaitsAnswers(int cpu, int task, int word) {
        wakeup.awaitsAnswers(cpu, task, word);
    }

    @Override
    public void byNumber(int cpu, int task, int word) {
        cpuId.byNumber(cpu, task, word);
    }

    @Override
    public void checkBegins(int cpu, int task) {
        counter.checkBegins(cpu, task);
    }

    @Override
    public void checkEnds(int cpu, int task) {
        counter.checkEnds(cpu, task);
    }

    @Override
    public void said(int cpu, int task, String message) {
        counter.said(cpu, task, message);
        cpuId.said(cpu, task, message);
        reporter.said(message);
    }

    @Override
    public void interruptFlag(int cpu, int task, boolean enabled) {
        ownership.interruptFlag(cpu, task, enabled);
        cpuId.interruptFlag(cpu, task, enabled);
        lockdep.interruptFlag(cpu, task, enabled);
        faultAddress.interruptFlag(cpu, task, enabled);
        latency.interruptFlag(cpu, task, enabled);
    }

    @Override
    public void fpuUsed(int cpu, int task, int owner, int how) {
        fpu.fpuUsed(cpu, task, owner, how);
    }

    @Override
    public void fpuTrapLeft(int cpu, int task) {
        fpu.fpuTrapLeft(cpu, task);
    }

    @Override
    public void cpuIdRead(int cpu, int task) {
        cpuId.cpuIdRead(cpu, task);
    }

    @Override
    public void delayed(int cpu, int task, long nanos) {
        latency.delayed(cpu, task, nanos);
    }

    @Override
    public void faulted(int cpu, int task, int address) {
        faultAddress.faulted(cpu, task, address);
    }

    @Override
    public void faultLeft(int cpu, int task) {
        faultAddress.faultLeft(cpu, task);
    }

    @Override
    public void cr2Read(int cpu, int task, int value) {
        faultAddress.cr2Read(cpu, task, value);
    }

    @Override
    public void handlerEntered(int cpu, int task, int count) {
        balance.handlerEntered(cpu, task, count);
        counter.handlerEntered(cpu, task, count);
        contexts.enterHandler(task);
        if (races != null) {
            races.handlerEntered(cpu, task, count);
        }
    }

    @Override
    public void handlerLeft(int cpu, int task, int count) {
        balance.handlerLeft(cpu, task, count);
        counter.handlerLeft(cpu, task, count);
        contexts.leave(task);
    }

    @Override
    public void softirqEntered(int cpu, int task, int count) {
        balance.softirqEntered(cpu, task, count);
        counter.softirqEntered(cpu, task, count);
        contexts.enterSoftirq(task);
    }

    @Override
    public void softirqLeft(int cpu, int task, int count) {
        balance.softirqLeft(cpu, task, count);
        counter.softirqLeft(cpu, task, count);
        contexts.leave(task);
    }

    @Override
    public void softirqsAllowed(int cpu, int task, boolean allowed) {
        contexts.allowSoftirqs(task, allowed);
        lockdep.softirqsAllowed(cpu, task, allowed);
    }

    @Override
    public void scheduling(int cpu, int task, int count, boolean enabled, ScheduleCall why) {
        atomicity.scheduling(cpu, task, count, enabled, why);
    }

    @Override
    public void maySleep(int cpu, int task, int count) {
        atomicity.maySleep(cpu, task, count);
    }

    @Override
    public void returnedToUser(int cpu, int task, int count) {
        balance.returnedToUser(cpu, task, count);
        cpuId.returnedToUser(cpu, task, count);
        fpu.returnedToUser(cpu, task, count);
    }

    @Override
    public void acquired(int cpu, int task, int word, int owner, int value) {
        ownership.acquired(cpu, task, word, owner, value);
    }

    @Override
    public void released(int cpu, int task, int word) {
        ownership.released(cpu, task, word);
    }

    /** The kernel's own words: owed to the first detector that knows who broke its rule, else to nobody. */
    @Override
    public void bug(int cpu, int task, String outcome, String place) {
        for (Detector d : all) {
            int culprit = d.culprit();
            if (culprit >= 0) {
                reporter.failure(d.rule(), outcome, place, culprit);
                return;
            }
        }
        reporter.failure("BUG", outcome, place, task);
    }

    @Override
    public void quiescent(int unfinished, int parked, int spinning, boolean interruptible) {
        wakeup.quiescent(unfinished, parked, spinning, interruptible);
    }

    @Override
    public void contended(int cpu, int task, int lock) {
        wakeup.contended(cpu, task, lock);
    }

    @Override
    public void locked(int cpu, int task, int lock, LockUse how) {
        wakeup.locked(cpu, task, lock, how);
        atomicity.locked(cpu, task, lock, how);
        lockdep.locked(cpu, task, lock, how);
        if (races != null) {
            races.locked(cpu, task, lock, how);
        }
    }

    @Override
    public void unlocked(int cpu, int task, int lock) {
        atomicity.unlocked(cpu, task, lock);
        lockdep.unlocked(cpu, task, lock);
        if (races != null) {
            races.unlocked(cpu, task, lock);
        }
    }

    @Override
    public void switched(int cpu, int from, int to) {
        fpu.switched(cpu, from, to);
        if (races != null) {
            races.switched(cpu, from, to);
        }
    }

    @Override
    public void messageSent(int cpu, int targets) {
        if (races != null) {
            races.messageSent(cpu, targets);
        }
    }

    @Override
    public void meantAsOne(int cpu, int task, int word, int words) {
        if (races != null) {
            races.meantAsOne(cpu, task, word, words);
        }
    }

    @Override
    public void endOfOne(int cpu, int task, int word) {
        if (races != null) {
            races.endOfOne(cpu, task, word);
        }
    }

    @Override
    public void sleepState(int cpu, int task, boolean asleep) {
        wakeup.sleepState(cpu, task, asleep);
    }

    @Override
    public void wokeUp(int cpu, int task, int other) {
        wakeup.wokeUp(cpu, task, other);
    }

    @Override
    public long fingerprint() {
        return balance.fingerprint() * BALANCE
                + contexts.fingerprint()
                + lifetime.fingerprint()
                + staleTranslation.fingerprint()
                + fpu.fingerprint()
                + atomicity.fingerprint()
                + lockdep.fingerprint()
                + faultAddress.fingerprint()
                + latency.fingerprint()
                + counter.fingerprint()
                + wakeup.fingerprint()
                + ownership.fingerprint() * OWNERSHIP
                + cpuId.fingerprint() * CPU_ID;
    }
}
