package dev.preemptcheck.hardware;

/** A processor on which code does one access more, or one less, wherever an edit says so. */
final class EditedCpu implements Cpu {
    private final Cpu real;
    private final EditedKernel edit;

    EditedCpu(Cpu real, EditedKernel edit) {
        this.real = real;
        this.edit = edit;
    }

    @Override
    public int load(int address) {
        if (edit.leavesOut(address)) {
            return edit.known(address);
        }
        edit.before(real);
        return real.load(address);
    }

    @Override
    public void store(int address, int value) {
        edit.before(real);
        real.store(address, value);
    }

    @Override
    public int loadOnce(int address) {
        if (edit.leavesOut(address)) {
            return edit.known(address);
        }
        edit.before(real);
        return real.loadOnce(address);
    }

    @Override
    public void storeOnce(int address, int value) {
        edit.before(real);
        real.storeOnce(address, value);
    }

    @Override
    public int load8(int address) {
        edit.before(real);
        return real.load8(address);
    }

    @Override
    public void store8(int address, int value) {
        edit.before(real);
        real.store8(address, value);
    }

    @Override
    public int load16(int address) {
        edit.before(real);
        return real.load16(address);
    }

    @Override
    public void store16(int address, int value) {
        edit.before(real);
        real.store16(address, value);
    }

    @Override
    public long loadWhole(int address) {
        edit.before(real);
        return real.loadWhole(address);
    }

    @Override
    public void storeWhole(int address, long value) {
        edit.before(real);
        real.storeWhole(address, value);
    }

    @Override
    public long load64(int address, HalfOrder order) {
        edit.before(real);
        return real.load64(address, order);
    }

    @Override
    public void store64(int address, long value, HalfOrder order) {
        edit.before(real);
        real.store64(address, value, order);
    }

    @Override
    public int orUnlocked(int address, int mask) {
        edit.before(real);
        return real.orUnlocked(address, mask);
    }

    @Override
    public int andUnlocked(int address, int mask) {
        edit.before(real);
        return real.andUnlocked(address, mask);
    }

    @Override
    public int addUnlocked(int address, int delta) {
        edit.before(real);
        return real.addUnlocked(address, delta);
    }

    @Override
    public int add(int address, int delta) {
        edit.before(real);
        return real.add(address, delta);
    }

    @Override
    public int and(int address, int mask) {
        edit.before(real);
        return real.and(address, mask);
    }

    @Override
    public int or(int address, int mask) {
        edit.before(real);
        return real.or(address, mask);
    }

    @Override
    public boolean setBit(int address, int bit) {
        edit.before(real);
        return real.setBit(address, bit);
    }

    @Override
    public boolean clearBit(int address, int bit) {
        edit.before(real);
        return real.clearBit(address, bit);
    }

    @Override
    public int exchange(int address, int value) {
        edit.before(real);
        return real.exchange(address, value);
    }

    @Override
    public int compareExchange(int address, int expected, int fresh) {
        edit.before(real);
        return real.compareExchange(address, expected, fresh);
    }

    @Override
    public long compareExchange8(int address, long expected, long fresh) {
        edit.before(real);
        return real.compareExchange8(address, expected, fresh);
    }

    @Override
    public long compareExchange8Unlocked(int address, long expected, long fresh) {
        edit.before(real);
        return real.compareExchange8Unlocked(address, expected, fresh);
    }

    @Override
    public void fence() {
        edit.before(real);
        real.fence();
    }

    @Override
    public void storeFence() {
        edit.before(real);
        real.storeFence();
    }

    @Override
    public void acquired(int address) {
        real.acquired(address);
    }

    @Override
    public void released(int address) {
        real.released(address);
    }

    @Override
    public void locked(int lock, LockUse how) {
        real.locked(lock, how);
    }

    @Override
    public void unlocked(int lock) {
        real.unlocked(lock);
    }

    @Override
    public void softirqEntered() {
        real.softirqEntered();
    }

    @Override
    public void softirqLeft() {
        real.softirqLeft();
    }

    @Override
    public void softirqsOff() {
        real.softirqsOff();
    }

    @Override
    public void softirqsOn() {
        real.softirqsOn();
    }

    @Override
    public void meantAsOne(int address, int words) {
        real.meantAsOne(address, words);
    }

    @Override
    public void endOfOne(int address) {
        real.endOfOne(address);
    }

    @Override
    public void contended(int lock) {
        real.contended(lock);
    }

    @Override
    public void goingToSleep() {
        real.goingToSleep();
    }

    @Override
    public void stayingAwake() {
        real.stayingAwake();
    }

    @Override
    public void wokeUp(int task) {
        real.wokeUp(task);
    }

    @Override
    public void maySleep() {
        real.maySleep();
    }

    @Override
    public void scheduling(ScheduleCall why) {
        real.scheduling(why);
    }

    @Override
    public void awaitsAnswers(int address) {
        real.awaitsAnswers(address);
    }

    @Override
    public void answersCame() {
        real.answersCame();
    }

    @Override
    public void byNumber(int address) {
        real.byNumber(address);
    }

    @Override
    public void checkBegins() {
        real.checkBegins();
    }

    @Override
    public void checkEnds() {
        real.checkEnds();
    }

    @Override
    public void said(String message) {
        real.said(message);
    }

    @Override
    public void translationChanges(int pte) {
        real.translationChanges(pte);
    }

    @Override
    public void translationChanged(int pte) {
        real.translationChanged(pte);
    }

    @Override
    public void fpuStateBecomes(int address) {
        real.fpuStateBecomes(address);
    }

    @Override
    public void fpuImageCopied(int from, int to) {
        real.fpuImageCopied(from, to);
    }

    @Override
    public int userLoad(int address) {
        return real.userLoad(address);
    }

    @Override
    public void userStore(int address, int value) {
        real.userStore(address, value);
    }

    @Override
    public void acquire(int address, int free, int taken) {
        edit.before(real);
        real.acquire(address, free, taken);
    }

    @Override
    public void release(int address, int free) {
        edit.before(real);
        real.release(address, free);
    }

    @Override
    public int awaitNonZero(int address) {
        edit.before(real);
        return real.awaitNonZero(address);
    }

    @Override
    public int awaitOther(int address, int value) {
        edit.before(real);
        return real.awaitOther(address, value);
    }

    @Override
    public int awaitAny(int address, int mask) {
        edit.before(real);
        return real.awaitAny(address, mask);
    }

    @Override
    public int cpuId() {
        edit.before(real);
        return real.cpuId();
    }

    @Override
    public int current() {
        return real.current();
    }

    @Override
    public void cli() {
        edit.before(real);
        real.cli();
    }

    @Override
    public void sti() {
        edit.before(real);
        real.sti();
    }

    @Override
    public boolean interruptsEnabled() {
        return real.interruptsEnabled();
    }

    @Override
    public Fpu fpu() {
        return real.fpu();
    }

    @Override
    public Fpu userFpu() {
        return real.userFpu();
    }

    @Override
    public void sendInterrupt(int targets, int vector) {
        edit.before(real);
        real.sendInterrupt(targets, vector);
    }

    @Override
    public void endOfInterrupt() {
        edit.before(real);
        real.endOfInterrupt();
    }

    @Override
    public int in(int port, int bytes) {
        edit.before(real);
        return real.in(port, bytes);
    }

    @Override
    public void out(int port, int bytes, int value) {
        edit.before(real);
        real.out(port, bytes, value);
    }

    @Override
    public void delay(long nanos) {
        edit.before(real);
        real.delay(nanos);
    }

    @Override
    public void handlerDone() {
        real.handlerDone();
    }

    @Override
    public boolean interruptedUserMode() {
        return real.interruptedUserMode();
    }

    @Override
    public void invlpg(int address) {
        edit.before(real);
        real.invlpg(address);
    }

    @Override
    public int readCr2() {
        edit.before(real);
        return real.readCr2();
    }

    @Override
    public void loadCr3(int value) {
        edit.before(real);
        real.loadCr3(value);
    }

    @Override
    public int pick(int candidates, boolean involuntary) {
        return real.pick(candidates, involuntary);
    }

    @Override
    public void switchTo(int task) {
        edit.before(real);
        real.switchTo(task);
    }

    @Override
    public void retire() {
        real.retire();
    }

    @Override
    public void userMode(int script) {
        edit.before(real);
        real.userMode(script);
    }

    @Override
    public void allocate(int address, int words) {
        edit.before(real);
        real.allocate(address, words);
    }

    @Override
    public void free(int address, int words) {
        edit.before(real);
        real.free(address, words);
    }

    @Override
    public void loopHead(int live) {
        edit.before(real);
        real.loopHead(live);
    }

    @Override
    public void forget(int live) {
        real.forget(live);
    }

    @Override
    public void enterScope() {
        real.enterScope();
    }

    @Override
    public void leaveScope() {
        real.leaveScope();
    }

    @Override
    public Error bug(String outcome, String place) {
        return real.bug(outcome, place);
    }
}
