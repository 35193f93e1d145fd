package my;

import dev.preemptcheck.hardware.*;
import dev.preemptcheck.kernel.*;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.softirq.Softirq;
import dev.preemptcheck.scenario.Scenario;

/** A network card: its interrupt takes a packet in, its softirq counts that, and ifconfig shows the count. */
public class NetCard implements Scenario {
    public String name() { return "netcard"; }
    public MachineSetup setup() {
        Kernel kernel = new Kernel(new KernelConfig(KernelVersion.V2_6_9_RC1_VP, 2, true));
        Driver driver = new Driver(kernel, kernel.spinlock("stats_lock"), kernel.word("ring", 0), kernel.word("packets", 0));
        kernel.irq(11, driver::cardInterrupt);
        kernel.softirq(Softirq.NET_RX, driver::cardPoll);
        kernel.task("ifconfig", driver::cardGetStats);
        return kernel.boot();
    }

    record Driver(Kernel kernel, Spinlock lock, Word ring, Word packets) {
        void cardInterrupt(Cpu cpu) {
            ring.add(cpu, 1);
            kernel.softirqs().raiseIrqoff(cpu, Softirq.NET_RX);
        }
        void cardPoll(Cpu cpu) {
            lock.lock(cpu);
            packets.store(cpu, packets.load(cpu) + 1);
            lock.unlock(cpu);
        }
        void cardGetStats(Cpu cpu) {
            lock.lock(cpu);
            packets.load(cpu);
            lock.unlock(cpu);
        }
    }
}
