package dev.preemptcheck.explore;

import dev.preemptcheck.detect.CallChain.Function;
import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.kernel.shape.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A call of a function in a recorded run, with the steps that are the function's own: in it, or in what is inlined into it. A
 * processor's number that a function reads is also its caller's.
 *
 * <p>It is known by its steps, so a call without any is none, and two calls from the same place with no step between are one.
 * Handlers on top of it are not looked at.
 *
 * @param task on whose kernel stack
 * @param chain C names of the functions it is in, outermost first, itself last
 * @param own its own steps, in order
 */
record Activation(int task, List<String> chain, List<Own> own) {

    /**
     * An own step.
     *
     * @param step the step
     * @param before the task's preempt count before it
     * @param depth how many functions it is in inside of this one
     */
    record Own(Step step, int before, int depth) {
        /** What it is to rule D6, or a step by its own name. */
        Shape shape() {
            if (step.count() != before) {
                return step.count() > before ? Shape.ACQUIRE : Shape.RELEASE;
            }
            if (step.op() == Op.CPU_ID) {
                return Shape.READ_CPU_ID;
            }
            return step.perCpu() ? Shape.USE_CPU_ID : new Shape.Step(Op.name(step.op()));
        }
    }

    Activation {
        chain = List.copyOf(chain);
        own = List.copyOf(own);
    }

    /** The function's C name. */
    String function() {
        return chain.get(chain.size() - 1);
    }

    /** By how much the count differs at its last own step from before its first one. */
    int change() {
        return own.get(own.size() - 1).step().count() - own.get(0).before();
    }

    /** What {@link dev.preemptcheck.kernel.shape.ShapePath} would have of it, steps left out. */
    List<Shape> events() {
        List<Shape> events = new ArrayList<>();
        for (Own step : own) {
            Shape shape = step.shape();
            boolean again = shape.equals(Shape.USE_CPU_ID)
                    && !events.isEmpty()
                    && events.get(events.size() - 1).equals(shape);
            if (!(shape instanceof Shape.Step) && !again) {
                events.add(shape);
            }
        }
        return events;
    }

    /** All calls with own steps in that run, in the order in which they begin. */
    static List<Activation> of(List<Step> run) {
        Calls calls = new Calls();
        run.stream().filter(step -> !step.handler()).forEach(calls::step);
        return calls.all.stream()
                .filter(call -> !call.own.isEmpty())
                .map(call -> new Activation(call.task, call.chain, call.own))
                .toList();
    }

    /** A call that may go on. */
    private static final class Open {
        private final int task;
        private final List<String> chain;
        private final List<Own> own = new ArrayList<>();
        /** Where in the function the last step was. */
        private int place;

        Open(int task, List<String> chain) {
            this.task = task;
            this.chain = chain;
        }
    }

    /** Goes through a run. */
    private static final class Calls {
        private final List<Open> all = new ArrayList<>();
        private final Map<Integer, List<Open>> stacks = new TreeMap<>();
        private final Map<Integer, Integer> counts = new TreeMap<>();

        void step(Step step) {
            List<Open> stack = stacks.computeIfAbsent(step.task(), task -> new ArrayList<>());
            int before = counts.getOrDefault(step.task(), step.count());
            enter(step, stack);
            for (int depth = stack.size() - 1; depth >= 0; depth--) {
                stack.get(depth).own.add(new Own(step, before, stack.size() - 1 - depth));
                boolean helper = step.op() == Op.CPU_ID && depth == stack.size() - 1;
                if (!at(step, depth).inlined() && !helper) {
                    break;
                }
            }
            counts.put(step.task(), step.count());
        }

        /** Leaves what the step is not in any more, and enters what is new; a caller that has moved on calls anew. */
        private void enter(Step step, List<Open> stack) {
            int size = step.functions().size();
            int same = 0;
            boolean moved = false;
            while (!moved && same < Math.min(stack.size(), size) && isAt(step, same, stack)) {
                moved = stack.get(same).place != at(step, same).place();
                same++;
            }
            stack.subList(same, stack.size()).clear();
            for (int depth = same; depth < size; depth++) {
                List<String> chain = new ArrayList<>();
                for (int i = 0; i <= depth; i++) {
                    chain.add(at(step, i).name());
                }
                stack.add(new Open(step.task(), chain));
                all.add(stack.get(depth));
            }
            for (int depth = 0; depth < size; depth++) {
                stack.get(depth).place = at(step, depth).place();
            }
        }

        private static boolean isAt(Step step, int depth, List<Open> stack) {
            List<String> chain = stack.get(depth).chain;
            return chain.get(depth).equals(at(step, depth).name());
        }

        /** Depth 0 is the outermost. */
        private static Function at(Step step, int depth) {
            return step.functions().get(step.functions().size() - 1 - depth);
        }
    }
}
