package dev.preemptcheck.detect;

import static dev.preemptcheck.detect.Traced.A;
import static dev.preemptcheck.detect.Traced.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Access;
import dev.preemptcheck.hardware.LockUse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A on processor 0, B on processor 1, unless a trace says otherwise. */
final class RaceDetectorTest {
    private static final int X = 50;
    private static final int FLAG = 60;
    private static final int LOCK = 3;
    private static final int READ = Access.READ | Access.BYTES;
    private static final int WRITE = Access.WRITE | Access.BYTES;
    private static final int MARKED_READ = READ | Access.MARKED;
    private static final int MARKED_WRITE = WRITE | Access.MARKED;
    private static final int LOCKED = READ | WRITE | Access.MARKED;

    private final Traced trace = new Traced();
    private final ContextDepth contexts = new ContextDepth();
    private final RaceDetector race = new RaceDetector(trace, contexts);

    @BeforeEach
    void watch() {
        race.watch(trace);
    }

    private void a(int word, int how) {
        race.accessed(0, A, word, how);
    }

    private void b(int word, int how) {
        race.accessed(1, B, word, how);
    }

    private void lock(int cpu) {
        race.locked(cpu, cpu == 0 ? A : B, LOCK, LockUse.EXCLUSIVE);
    }

    private void unlock(int cpu) {
        race.unlocked(cpu, cpu == 0 ? A : B, LOCK);
    }

    private void isRace() {
        assertThat(trace.said).containsExactly("race:data-race hazard of 3");
    }

    private void isNone() {
        assertThat(trace.said).isEmpty();
    }

    @Test
    void aPlainReadThatMayMeetAWriteIsARace() {
        a(X, WRITE);
        b(X, READ);
        isRace();
    }

    @Test
    void soIsAWriteThatMayMeetAPlainRead() {
        a(X, READ);
        b(X, WRITE);
        isRace();
    }

    @Test
    void soAreTwoPlainWrites() {
        a(X, WRITE);
        b(X, WRITE);
        isRace();
    }

    @Test
    void aLockedInstructionDoesNotExcuseThePlainOne() {
        a(X, LOCKED);
        b(X, READ);
        isRace();
    }

    @Test
    void norDoesItThePlainWriteBeforeIt() {
        a(X, READ);
        b(X, LOCKED);
        isRace();
    }

    @Test
    void readersDontRace() {
        a(X, READ);
        b(X, READ);
        isNone();
    }

    @Test
    void markedAccessesDontRace() {
        a(X, MARKED_WRITE);
        b(X, MARKED_READ);
        b(X, LOCKED);
        a(X, MARKED_READ);
        isNone();
    }

    @Test
    void aMarkedReadMayMeetAPlainWrite() {
        a(X, MARKED_READ);
        b(X, WRITE);
        a(X, MARKED_READ);
        isNone();
    }

    @Test
    void aLockOrders() {
        lock(0);
        a(X, WRITE);
        unlock(0);
        lock(1);
        b(X, WRITE);
        unlock(1);
        isNone();
    }

    @Test
    void theLockOfOneSideOnlyDoesNot() {
        lock(0);
        a(X, WRITE);
        unlock(0);
        b(X, WRITE);
        isRace();
    }

    @Test
    void whatComesAfterTheReleaseIsNotOrdered() {
        lock(0);
        unlock(0);
        a(X, WRITE);
        lock(1);
        b(X, READ);
        isRace();
    }

    @Test
    void readersOfALockOrderTheNextWriter() {
        a(X, READ);
        unlock(0);
        unlock(1);
        lock(1);
        b(X, WRITE);
        isNone();
    }

    @Test
    void aMarkedFlagPublishes() {
        a(X, WRITE);
        a(FLAG, MARKED_WRITE);
        b(FLAG, MARKED_READ);
        b(X, READ);
        isNone();
    }

    @Test
    void aPlainFlagDoesNot() {
        a(X, WRITE);
        a(FLAG, WRITE);
        b(FLAG, READ);
        assertThat(trace.said).hasSize(1);
        b(X, READ);
        assertThat(trace.said).hasSize(2);
    }

    @Test
    void theFlagOfAnotherWriterPublishesNothingOfTheFirst() {
        trace.processors = 3;
        race.watch(trace);
        a(X, WRITE);
        a(FLAG, MARKED_WRITE);
        race.accessed(2, 4, FLAG, MARKED_WRITE);
        b(FLAG, MARKED_READ);
        b(X, READ);
        isRace();
    }

    @Test
    void whatRunsOnOneProcessorIsInOrder() {
        a(X, WRITE);
        race.switched(0, A, B);
        race.accessed(0, B, X, WRITE);
        contexts.enterHandler(B);
        race.accessed(0, B, X, WRITE);
        isNone();
    }

    @Test
    void aTaskTakesItsOrderAlong() {
        a(X, WRITE);
        race.switched(0, A, 0);
        race.switched(1, B, A);
        race.accessed(1, A, X, READ);
        isNone();
    }

    @Test
    void aTaskThatWasElsewhereTakesNothingAlong() {
        a(X, WRITE);
        race.switched(1, 1, B);
        b(X, READ);
        isRace();
    }

    @Test
    void aMessageOrdersTheHandlerThatTakesIt() {
        a(X, WRITE);
        race.messageSent(0, 1 << 1);
        race.handlerEntered(1, B, 0);
        b(X, READ);
        isNone();
    }

    @Test
    void aMessageToAnotherDoesNot() {
        a(X, WRITE);
        race.messageSent(0, 1);
        race.handlerEntered(1, B, 0);
        b(X, READ);
        isRace();
    }

    @Test
    void differentBytesDontConflict() {
        a(X, Access.WRITE | 1);
        b(X, Access.WRITE | 2);
        isNone();
        b(X, Access.READ | 3);
        isRace();
    }

    @Test
    void programsAndDevicesAreNotLookedAt() {
        a(X, WRITE | Access.USER);
        b(X, WRITE | Access.DEVICE);
        a(X, READ);
        isNone();
    }

    @Test
    void anObjectHasNoPast() {
        a(X, WRITE);
        race.allocated(1, B, X);
        b(X, WRITE);
        isNone();
    }

    @Test
    void anotherRunIsNoPastEither() {
        a(X, WRITE);
        a(FLAG, LOCKED);
        race.reset();
        b(FLAG, LOCKED);
        b(X, WRITE);
        isNone();
        a(X, READ);
        assertThat(trace.said).hasSize(1);
    }

    @Test
    void aWriteBetweenTheHalvesIsTorn() {
        race.meantAsOne(0, A, X, 2);
        a(X, READ);
        contexts.enterHandler(A);
        a(X + 1, WRITE);
        assertThat(trace.said).containsExactly("race:torn hazard of 2");
    }

    @Test
    void aReadOfWhatIsHalfWrittenIsTorn() {
        race.meantAsOne(0, A, X, 2);
        a(X, WRITE);
        race.accessed(0, B, X, READ);
        assertThat(trace.said).containsExactly("race:torn hazard of 3");
    }

    @Test
    void aReadBesideAReadIsWhole() {
        race.meantAsOne(0, A, X, 2);
        a(X, READ);
        race.accessed(0, B, X, READ);
        race.accessed(0, B, X + 2, WRITE);
        a(X + 1, READ);
        isNone();
    }

    @Test
    void whatIsDoneMayBeOverwritten() {
        race.meantAsOne(0, A, X, 2);
        a(X, WRITE);
        race.endOfOne(0, A, X);
        race.accessed(0, B, X, WRITE);
        isNone();
    }

    @Test
    void anothersEndIsNotOnesOwn() {
        race.meantAsOne(0, A, X, 2);
        race.endOfOne(1, B, X);
        race.accessed(0, B, X, WRITE);
        assertThat(trace.said).hasSize(1);
    }
}
