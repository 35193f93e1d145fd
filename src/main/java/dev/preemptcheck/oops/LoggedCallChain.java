package dev.preemptcheck.oops;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a call trace that can be trusted. A 2.4 trace lists every word of the stack that looks like a kernel address.
 * What stands before the exception handler's own address ({@code do_page_fault+0/..}, pushed by the entry code and no return
 * address) was called; what stands after it may be left over from earlier calls (fact 7.4, record 2 of section 8).
 *
 * @param functions the functions, innermost first, the faulting one included
 * @param trace the whole trace, marked where it isn't part of the chain
 * @param bounded whether a handler's address told where the chain ends; without it leftovers may be in the chain
 */
record LoggedCallChain(List<String> functions, List<TraceEntry> trace, boolean bounded) {
    static final int FUNCTIONS_MAX = 64;
    private static final List<String> ENTRY_CODE = List.of(
            "error_code", "system_call", "ret_from_sys_call", "ret_from_intr", "ret_from_exception", "ret_from_fork");

    /** Finds the chain of a faulting address (null if its line is lost) and the trace below it. */
    static LoggedCallChain of(@Nullable TraceEntry fault, List<TraceEntry> trace) {
        List<String> functions = new ArrayList<>();
        if (fault != null) {
            functions.add(name(fault));
        }
        List<TraceEntry> marked = new ArrayList<>();
        boolean inside = true;
        boolean bounded = false;
        for (TraceEntry entry : trace) {
            boolean handler = inside && isHandlerAddress(entry, functions);
            bounded |= handler;
            inside = inside && !handler && !ENTRY_CODE.contains(entry.symbol());
            boolean called = inside && entry.reliable() && entry.isDecoded() && entry.offset() != 0;
            marked.add(called ? entry : entry.asLeftover());
            if (called && functions.size() < FUNCTIONS_MAX) {
                functions.add(name(entry));
            }
        }
        return new LoggedCallChain(List.copyOf(functions), List.copyOf(marked), bounded);
    }

    private static boolean isHandlerAddress(TraceEntry entry, List<String> functions) {
        boolean start = entry.isDecoded() && entry.offset() == 0;
        boolean ofCaller =
                !functions.isEmpty() && functions.get(functions.size() - 1).equals(name(entry));
        return start && (ofCaller || entry.symbol().equals("do_page_fault"));
    }

    private static String name(TraceEntry entry) {
        return entry.module().isEmpty() ? entry.symbol() : entry.module() + ":" + entry.symbol();
    }
}
