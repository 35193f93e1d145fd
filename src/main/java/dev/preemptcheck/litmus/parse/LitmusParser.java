package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Condition;
import dev.preemptcheck.litmus.program.LitmusTest;
import dev.preemptcheck.litmus.program.LitmusTest.Dialect;
import dev.preemptcheck.litmus.program.LitmusTest.Expected;
import dev.preemptcheck.litmus.program.LitmusThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code .litmus} text: its first line names dialect and test, lines up to the first brace are remarks, then come what
 * variables hold at first, the program, and the question.
 */
public final class LitmusParser {
    private static final Pattern FIRST_LINE = Pattern.compile("\\s*(\\w+)[ \\t]+(\\S[^\\n{]*)");
    private static final Pattern RESULT =
            Pattern.compile("\\bresult:\\s*(never|sometimes|always|deadlock|datarace)\\b", Pattern.CASE_INSENSITIVE);

    private final String code;
    private final String said;
    private final Dialect dialect;
    private final String name;

    private LitmusParser(String text) throws LitmusFormatException {
        Dialect supposed = dialect(new Comments(text, false).code());
        Comments comments = new Comments(text, supposed == Dialect.C);
        this.dialect = supposed;
        this.code = comments.code();
        this.said = comments.said();
        this.name = firstLine(code).group(2).strip();
    }

    /**
     * The test in a text.
     *
     * @throws LitmusFormatException if there is none, or it has a construct that is not modelled
     */
    public static LitmusTest parse(String text) throws LitmusFormatException {
        return new LitmusParser(text).test();
    }

    private static Matcher firstLine(String code) throws LitmusFormatException {
        Matcher matcher = FIRST_LINE.matcher(code);
        if (!matcher.lookingAt()) {
            throw new LitmusFormatException(1, "no first line with a dialect and a name, such as 'C MP' or 'X86 SB'");
        }
        return matcher;
    }

    private static Dialect dialect(String code) throws LitmusFormatException {
        Matcher first = firstLine(code);
        return switch (first.group(1)) {
            case "X86", "x86" -> Dialect.X86;
            case "C" -> Dialect.C;
            default -> throw new LitmusFormatException(lineOf(code, first.start(1)), "the dialect " + first.group(1));
        };
    }

    private static int lineOf(String code, int at) {
        return 1 + (int) code.substring(0, at).chars().filter(c -> c == '\n').count();
    }

    private LitmusTest test() throws LitmusFormatException {
        int brace = code.indexOf('{');
        if (brace < 0) {
            throw new LitmusFormatException(1, "no init section in braces");
        }
        boolean x86 = dialect == Dialect.X86;
        TokenStream in = new TokenStream(new Tokenizer(code.substring(brace), lineOf(code, brace), x86).tokens());
        Init init = new Init();
        init.read(in, x86);
        return x86 ? x86(in, init) : c(in, init);
    }

    private LitmusTest x86(TokenStream in, Init init) throws LitmusFormatException {
        List<ThreadBuilder> threads = new X86Parser(in).threads();
        threads.forEach(thread -> thread.addressed().forEach(init::mention));
        return build(threads, init, 0, new PropositionParser(in, true));
    }

    private LitmusTest c(TokenStream in, Init init) throws LitmusFormatException {
        CParser program = new CParser(in);
        List<ThreadBuilder> threads = program.threads();
        program.parameters().forEach(init::mention);
        return build(threads, init, program.srcuSections(), new PropositionParser(in, false));
    }

    private LitmusTest build(List<ThreadBuilder> builders, Init init, int srcuSections, PropositionParser end)
            throws LitmusFormatException {
        Condition condition = end.condition();
        end.variables().forEach(init::mention);
        init.mentionAddressed();
        List<LitmusThread> threads = new ArrayList<>();
        for (ThreadBuilder thread : builders) {
            threads.add(thread.build(
                    init.registers(thread.number()), init.variables().keySet()));
        }
        return new LitmusTest(
                name,
                dialect,
                expected(),
                init.variables(),
                threads,
                srcuSections,
                end.locations(),
                end.filter(),
                condition);
    }

    private @Nullable Expected expected() {
        Matcher result = RESULT.matcher(said);
        return result.find() ? Expected.valueOf(result.group(1).toUpperCase(Locale.ROOT)) : null;
    }
}
