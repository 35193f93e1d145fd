package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Statement;
import java.util.ArrayList;
import java.util.List;

/** The program of a test in herd's x86 dialect: a table with a column for each thread and a row for each instruction. */
final class X86Parser {
    private final TokenStream in;
    private final List<ThreadBuilder> threads = new ArrayList<>();
    private final List<X86Code> codes = new ArrayList<>();

    X86Parser(TokenStream in) {
        this.in = in;
    }

    /** Reads up to what follows the program. */
    List<ThreadBuilder> threads() throws LitmusFormatException {
        readHeads();
        while (!PropositionParser.begins(in) && !in.atEnd()) {
            readRow();
        }
        for (int i = 0; i < threads.size(); i++) {
            threads.get(i).body(new Statement.Code(codes.get(i).instructions()));
        }
        return threads;
    }

    private void readHeads() throws LitmusFormatException {
        do {
            String head = in.word("a column P0");
            if (!head.equals("P" + threads.size())) {
                throw in.unknown("the column " + head + " where P" + threads.size() + " is expected");
            }
            ThreadBuilder thread = new ThreadBuilder(threads.size());
            threads.add(thread);
            codes.add(new X86Code(thread));
        } while (in.takes("|"));
        in.expect(";");
    }

    private void readRow() throws LitmusFormatException {
        for (int column = 0; ; column++) {
            readCell(column);
            if (in.takes(";")) {
                return;
            }
            in.expect("|");
        }
    }

    private void readCell(int column) throws LitmusFormatException {
        if (column >= codes.size()) {
            throw in.unknown("a column without a head");
        }
        X86Code code = codes.get(column);
        while (in.peek().isWord() && in.peek(1).is(":")) {
            code.label(in.next().text());
            in.expect(":");
        }
        if (!in.sees("|") && !in.sees(";")) {
            new X86Instruction(in, code).read();
        }
    }
}
