package dev.preemptcheck.scenario;

import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.init.UserCall;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.kernel.mm.UserPage.Backing;
import java.util.ArrayList;
import java.util.List;

/**
 * The sets of programs of S1. Names, process ids and frames are those of the 2.4.10-pre4 records (fact 8), so that a
 * counterexample reads like the report; frames that no record names follow theirs.
 */
public final class KmapPrograms {
    private static final int HIGH = 0x55d54;
    private static final int LOW = 0x01400;
    private static final int USER_ADDRESS = 0x080bd000;

    private final List<UserProgram> programs = new ArrayList<>();
    private final List<UserCall> calls = new ArrayList<>();
    private final List<Page> pages = new ArrayList<>();

    private KmapPrograms() {}

    /**
     * Two tasks: one copies a high page, which nests two mappings, and clears a low one; the other clears a high and a low
     * page.
     */
    public static List<UserProgram> quick() {
        return new KmapPrograms()
                .copyOnWrite()
                .anonymousLow()
                .end("S11dhcpd", 2507)
                .anonymous()
                .anonymousLow()
                .end("dhcpd", 2508)
                .programs;
    }

    /**
     * Three tasks, each of which maps, uses and unmaps a low and a high page and once nests two high ones; together they go
     * through all three fault paths.
     */
    public static List<UserProgram> standard() {
        return new KmapPrograms()
                .copyOnWrite()
                .anonymousLow()
                .end("S11dhcpd", 2507)
                .anonymous()
                .anonymousLow()
                .file()
                .end("dhcpd", 2508)
                .file()
                .anonymousLow()
                .end("ncpserv", 2513)
                .programs;
    }

    /** Two tasks, each of which copies a high page, which nests two mappings, and clears a low one. */
    public static List<UserProgram> nested() {
        return new KmapPrograms()
                .copyOnWrite()
                .anonymousLow()
                .end("S11dhcpd", 2507)
                .file()
                .anonymousLow()
                .end("ncpserv", 2513)
                .programs;
    }

    /** Three tasks, one on each fault path; the one that clears a high page clears a low one, too. */
    public static List<UserProgram> apiece() {
        return new KmapPrograms()
                .copyOnWrite()
                .end("S11dhcpd", 2507)
                .anonymous()
                .anonymousLow()
                .end("dhcpd", 2508)
                .file()
                .end("ncpserv", 2513)
                .programs;
    }

    /** Tasks that map, use and unmap one high page each, {@code rounds} times. */
    public static List<UserProgram> touch(int tasks, int rounds) {
        KmapPrograms p = new KmapPrograms();
        for (int i = 0; i < tasks; i++) {
            for (int k = 0; k < rounds; k++) {
                p.calls.add(new UserCall.Touch(p.page(HIGH, "page")));
            }
            p.end("task" + i, 100 + i);
        }
        return p.programs;
    }

    private KmapPrograms anonymous() {
        Page fresh = page(HIGH, "anon");
        return fault(Backing.ANONYMOUS, fresh, fresh);
    }

    private KmapPrograms anonymousLow() {
        Page fresh = page(LOW, "lowanon");
        return fault(Backing.ANONYMOUS, fresh, fresh);
    }

    private KmapPrograms copyOnWrite() {
        return fault(Backing.COPY_ON_WRITE, page(HIGH, "cow"), page(HIGH, "copy"));
    }

    private KmapPrograms file() {
        return fault(Backing.FILE, page(HIGH, "pagecache"), page(HIGH, "copy"));
    }

    private KmapPrograms fault(Backing backing, Page source, Page fresh) {
        calls.add(new UserCall.Fault(USER_ADDRESS + (calls.size() << 12), backing, source, fresh));
        return this;
    }

    private KmapPrograms end(String name, int pid) {
        programs.add(new UserProgram(name, pid, calls));
        calls.clear();
        return this;
    }

    private Page page(int first, String kind) {
        int pfn = first + pages.size();
        Page page = new Page(pfn, kind + "@" + Integer.toHexString(pfn));
        pages.add(page);
        return page;
    }
}
