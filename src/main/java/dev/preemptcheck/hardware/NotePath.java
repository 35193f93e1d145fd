package dev.preemptcheck.hardware;

/** What code on a processor of a {@link Machine} says of its own doing: handed to who watches, and nothing else. */
abstract class NotePath implements KernelNotes {
    final Machine machine;

    NotePath(Machine machine) {
        this.machine = machine;
    }

    @Override
    public final void acquired(int address) {
        Machine m = machine;
        m.checkAlive();
        int word = m.memory.index(address);
        int contents = m.now.stores.view(word, m.memory);
        m.listener.acquired(m.now.id, m.now.strand.id, word, m.memory.watch[word] - 1, contents);
        m.endIfAsked();
    }

    @Override
    public final void released(int address) {
        Machine m = machine;
        m.checkAlive();
        m.listener.released(m.now.id, m.now.strand.id, m.memory.index(address));
        m.endIfAsked();
    }

    @Override
    public final void locked(int lock, LockUse how) {
        Machine m = machine;
        m.checkAlive();
        m.listener.locked(m.now.id, m.now.strand.id, lock, how);
        m.endIfAsked();
    }

    @Override
    public final void unlocked(int lock) {
        Machine m = machine;
        m.checkAlive();
        m.listener.unlocked(m.now.id, m.now.strand.id, lock);
        m.endIfAsked();
    }

    @Override
    public final void softirqEntered() {
        Machine m = machine;
        m.checkAlive();
        m.listener.softirqEntered(m.now.id, m.now.strand.id, m.countOn(m.now.id));
        m.endIfAsked();
    }

    @Override
    public final void softirqLeft() {
        Machine m = machine;
        m.checkAlive();
        m.listener.softirqLeft(m.now.id, m.now.strand.id, m.countOn(m.now.id));
        m.endIfAsked();
    }

    @Override
    public final void softirqsOff() {
        machine.checkAlive();
        machine.listener.softirqsAllowed(machine.now.id, machine.now.strand.id, false);
    }

    @Override
    public final void softirqsOn() {
        machine.checkAlive();
        machine.listener.softirqsAllowed(machine.now.id, machine.now.strand.id, true);
    }

    @Override
    public final void meantAsOne(int address, int words) {
        Machine m = machine;
        m.checkAlive();
        m.listener.meantAsOne(m.now.id, m.now.strand.id, m.memory.index(address), words);
    }

    @Override
    public final void endOfOne(int address) {
        Machine m = machine;
        m.checkAlive();
        m.listener.endOfOne(m.now.id, m.now.strand.id, m.memory.index(address));
    }

    @Override
    public final void contended(int lock) {
        machine.checkAlive();
        machine.listener.contended(machine.now.id, machine.now.strand.id, lock);
    }

    @Override
    public final void goingToSleep() {
        machine.checkAlive();
        machine.listener.sleepState(machine.now.id, machine.now.strand.id, true);
    }

    @Override
    public final void stayingAwake() {
        machine.checkAlive();
        machine.listener.sleepState(machine.now.id, machine.now.strand.id, false);
    }

    @Override
    public final void wokeUp(int task) {
        machine.checkAlive();
        machine.listener.wokeUp(machine.now.id, machine.now.strand.id, task);
    }

    @Override
    public final void maySleep() {
        Machine m = machine;
        m.checkAlive();
        m.listener.maySleep(m.now.id, m.now.strand.id, m.countOn(m.now.id));
        m.endIfAsked();
    }

    @Override
    public final void scheduling(ScheduleCall why) {
        Machine m = machine;
        m.checkAlive();
        Processor p = m.now;
        m.listener.scheduling(p.id, p.strand.id, m.countOn(p.id), p.interruptFlag, why);
        m.endIfAsked();
    }

    @Override
    public final void awaitsAnswers(int address) {
        Machine m = machine;
        m.checkAlive();
        m.listener.awaitsAnswers(m.now.id, m.now.strand.id, m.memory.index(address));
    }

    @Override
    public final void answersCame() {
        machine.checkAlive();
        machine.listener.awaitsAnswers(machine.now.id, machine.now.strand.id, -1);
    }

    @Override
    public final void byNumber(int address) {
        Machine m = machine;
        m.checkAlive();
        m.listener.byNumber(m.now.id, m.now.strand.id, m.memory.index(address));
    }

    @Override
    public final void checkBegins() {
        machine.checkAlive();
        machine.listener.checkBegins(machine.now.id, machine.now.strand.id);
    }

    @Override
    public final void checkEnds() {
        Machine m = machine;
        m.checkAlive();
        m.listener.checkEnds(m.now.id, m.now.strand.id);
        m.endIfAsked();
    }

    @Override
    public final void said(String message) {
        machine.checkAlive();
        machine.listener.said(machine.now.id, machine.now.strand.id, message);
    }

    @Override
    public final void translationChanges(int pte) {
        translationChanging(pte, true);
    }

    @Override
    public final void translationChanged(int pte) {
        translationChanging(pte, false);
    }

    private void translationChanging(int pte, boolean begins) {
        Machine m = machine;
        m.checkAlive();
        m.listener.translationChanging(m.now.id, m.now.strand.id, m.memory.index(pte), begins);
    }

    @Override
    public final void fpuStateBecomes(int address) {
        machine.checkAlive();
        machine.fpuStateBecomes(address);
    }

    @Override
    public final void fpuImageCopied(int from, int to) {
        machine.checkAlive();
        machine.fpuImageCopied(from, to);
        machine.endIfAsked();
    }
}
