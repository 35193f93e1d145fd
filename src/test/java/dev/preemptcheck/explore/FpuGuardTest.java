package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.arch.FpuVariant;
import dev.preemptcheck.kernel.arch.I387;
import dev.preemptcheck.kernel.arch.Mmx;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kernel code that looks as if it lost FPU state and does not, and each time its twin that does: all detectors, every schedule
 * of the quick size. FPU-1/late and HM-4+FPU-0 are more of the kind, with tests of their own.
 */
final class FpuGuardTest {
    private static final Bounds BOUNDS = new Bounds(Size.QUICK.interrupts(), Size.QUICK.preemptions());
    private static final int IRQ = 10;

    /** What two tasks do, and what an interrupt does meanwhile. */
    private enum Case {
        /** Nothing guards the section, but no interrupt comes that could lead to a switch. */
        INTERRUPTS_OFF(FpuVariant.FPU_0, true) {
            @Override
            void call(Cpu cpu, Parts parts) {
                cpu.cli();
                parts.copy(cpu);
                cpu.sti();
            }
        },
        INTERRUPTS_ON(FpuVariant.FPU_0, true) {
            @Override
            void call(Cpu cpu, Parts parts) {
                parts.copy(cpu);
            }
        },
        /** The xor clears TS and no flag says whose the registers are; it has put them back before anybody can look. */
        XOR_WITH_PREEMPTION_OFF(FpuVariant.FPU_1, false) {
            @Override
            void call(Cpu cpu, Parts parts) {
                parts.kernel.preemption().off(cpu);
                parts.mmx.xor(cpu, parts.to, parts.from);
                parts.kernel.preemption().on(cpu);
            }
        },
        XOR_WITH_PREEMPTION_ON(FpuVariant.FPU_1, false) {
            @Override
            void call(Cpu cpu, Parts parts) {
                parts.mmx.xor(cpu, parts.to, parts.from);
            }
        },
        /** A handler copies a page on top of a section, or of a program that computes: with integers, for it asks where it is. */
        HANDLER_ASKS(FpuVariant.FPU_4, true) {
            @Override
            void call(Cpu cpu, Parts parts) {
                parts.copyAndCompute(cpu);
            }

            @Override
            void interrupt(Cpu cpu, Parts parts) {
                parts.mmx.copyPage(cpu, parts.page, parts.from);
            }
        },
        HANDLER_DOES_NOT(FpuVariant.FPU_4, true) {
            @Override
            void call(Cpu cpu, Parts parts) {
                parts.copyAndCompute(cpu);
            }

            @Override
            void interrupt(Cpu cpu, Parts parts) {
                parts.i387.kernelFpuBegin(cpu);
                cpu.fpu().movqIn(0, 0);
                cpu.store(parts.page, cpu.fpu().movqOut(0));
                parts.i387.kernelFpuEnd(cpu);
            }
        };

        private final FpuVariant variant;
        private final boolean live;

        /** @param live whether the task that runs at boot has a state in the registers */
        Case(FpuVariant variant, boolean live) {
            this.variant = variant;
            this.live = live;
        }

        abstract void call(Cpu cpu, Parts parts);

        void interrupt(Cpu cpu, Parts parts) {}
    }

    /** What the code of a case is made of. */
    private record Parts(Kernel kernel, I387 i387, Mmx mmx, int from, int to, int page) {
        static Parts create(Kernel kernel, FpuVariant variant) {
            I387 i387 = new I387(variant, kernel.preemption());
            i387.install(kernel.setup());
            kernel.scheduler().atSwitch(i387);
            Mmx mmx = new Mmx(kernel.config(), kernel.counts(), i387);
            return new Parts(
                    kernel, i387, mmx, page(kernel, "from", 1), page(kernel, "to", 0), page(kernel, "page", 0));
        }

        private static int page(Kernel kernel, String name, int first) {
            int[] words = new int[Mmx.PAGE_WORDS];
            words[0] = first;
            return kernel.setup().memory().object(name, words);
        }

        void copy(Cpu cpu) {
            mmx.copyPage(cpu, to, from);
        }

        void copyAndCompute(Cpu cpu) {
            cpu.userFpu().fld(from);
            cpu.userFpu().fstp();
            copy(cpu);
        }
    }

    private record Guarded(Case what) implements Scenario {
        @Override
        public String name() {
            return what.name();
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = new Kernel(new KernelConfig(KernelVersion.V2_4_10_PRE4, 1, true));
            Parts parts = Parts.create(kernel, what.variant);
            kernel.irq(IRQ, cpu -> what.interrupt(cpu, parts));
            Task first = kernel.task("a", cpu -> what.call(cpu, parts));
            kernel.task("b", cpu -> what.call(cpu, parts));
            for (Task task : kernel.tasks().all()) {
                parts.i387.lazyFor(kernel.setup(), task, what.live && task.equals(first));
            }
            return kernel.boot();
        }
    }

    private static Verdict explored(Case what) {
        try (Subject subject = new Subject(new Guarded(what), Carrier.best())) {
            return new Explorer(subject, BOUNDS, SearchOptions.ALL).explore(Progress.UNWATCHED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"INTERRUPTS_OFF", "XOR_WITH_PREEMPTION_OFF", "HANDLER_ASKS"})
    void whatLooksGuiltyIsNot(Case what) {
        assertThat(explored(what)).isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"INTERRUPTS_ON", "XOR_WITH_PREEMPTION_ON", "HANDLER_DOES_NOT"})
    void itsTwinIs(Case what) {
        assertThat(explored(what))
                .isInstanceOfSatisfying(
                        Verdict.Refuted.class,
                        refuted -> assertThat(refuted.findings())
                                .anyMatch(f -> !f.hazard() && f.signature().is("D5")));
    }
}
