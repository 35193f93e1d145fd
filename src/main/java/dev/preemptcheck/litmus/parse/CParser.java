package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Expression;
import dev.preemptcheck.litmus.program.Expression.Constant;
import dev.preemptcheck.litmus.program.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The program of a test in herd's Linux-kernel C dialect: a function for each thread, whose parameters are variables. */
final class CParser {
    private static final Constant NOTHING = new Constant(0);

    private final TokenStream in;
    private final Set<String> parameters = new TreeSet<>();
    private final SrcuSections srcuSections = new SrcuSections();
    private final List<ThreadBuilder> threads = new ArrayList<>();

    CParser(TokenStream in) {
        this.in = in;
    }

    /** Names that functions take for variables. */
    Set<String> parameters() {
        return parameters;
    }

    int srcuSections() {
        return srcuSections.count();
    }

    /** Reads up to what follows the program. */
    List<ThreadBuilder> threads() throws LitmusFormatException {
        while (!PropositionParser.begins(in) && !in.atEnd()) {
            readFunction();
        }
        return threads;
    }

    private void readFunction() throws LitmusFormatException {
        CTypes.skip(in);
        String name = in.word("a function P0");
        if (!name.equals("P" + threads.size())) {
            throw in.unknown("the function " + name + " where P" + threads.size() + " is expected");
        }
        ThreadBuilder thread = new ThreadBuilder(threads.size());
        threads.add(thread);
        readParameters(thread);
        thread.body(block(thread, new CExpressions(in, thread, srcuSections)));
    }

    private void readParameters(ThreadBuilder thread) throws LitmusFormatException {
        in.expect("(");
        while (!in.takes(")")) {
            CTypes.skip(in);
            if (in.takes(")")) { // (void)
                return;
            }
            String name = in.word("a parameter");
            if (in.sees("[")) {
                throw in.unknown("the array " + name);
            }
            parameters.add(name);
            thread.parameter(name);
            in.takes(",");
        }
    }

    private Statement block(ThreadBuilder thread, CExpressions expressions) throws LitmusFormatException {
        in.expect("{");
        List<Statement> statements = new ArrayList<>();
        while (!in.takes("}")) {
            if (in.atEnd()) {
                throw in.unknown("a block that does not end");
            }
            statements.add(statement(thread, expressions));
        }
        return new Statement.Block(statements);
    }

    private Statement statement(ThreadBuilder thread, CExpressions expressions) throws LitmusFormatException {
        if (in.takes(";")) {
            return new Statement.Block(List.of());
        }
        if (in.sees("{")) {
            return block(thread, expressions);
        }
        if (in.takes("if")) {
            return branch(thread, expressions);
        }
        if (in.takes("while")) {
            Expression condition = parenthesised(expressions);
            return new Statement.While(thread.nextLoop(), false, condition, statement(thread, expressions), NOTHING);
        }
        if (in.sees("break") || in.sees("continue") || in.sees("return")) {
            return leave(expressions);
        }
        if (in.takes("do")) {
            return doLoop(thread, expressions);
        }
        if (in.takes("for")) {
            return forLoop(thread, expressions);
        }
        return simple(thread, expressions);
    }

    /** What a thread returns, nobody asks for. */
    private Statement leave(CExpressions expressions) throws LitmusFormatException {
        String word = in.next().text();
        if (word.equals("return") && !in.sees(";")) {
            expressions.expression();
        }
        in.expect(";");
        return new Statement.Leave(Statement.Flow.valueOf(word.toUpperCase(Locale.ROOT)));
    }

    private Statement simple(ThreadBuilder thread, CExpressions expressions) throws LitmusFormatException {
        Statement statement =
                CTypes.begins(in) ? declaration(thread, expressions) : new Statement.Evaluate(expressions.expression());
        in.expect(";");
        return statement;
    }

    private Statement declaration(ThreadBuilder thread, CExpressions expressions) throws LitmusFormatException {
        List<Statement> initialisers = new ArrayList<>();
        do {
            CTypes.skip(in);
            String name = in.word("a local");
            if (in.sees("[")) {
                throw in.unknown("the array " + name);
            }
            int slot = thread.writtenSlot(name);
            if (in.takes("=")) {
                initialisers.add(new Statement.Evaluate(new Expression.Assign(slot, expressions.assignment())));
            }
        } while (in.takes(","));
        return new Statement.Block(initialisers);
    }

    private Expression parenthesised(CExpressions expressions) throws LitmusFormatException {
        in.expect("(");
        Expression inner = expressions.expression();
        in.expect(")");
        return inner;
    }

    private Statement branch(ThreadBuilder thread, CExpressions expressions) throws LitmusFormatException {
        Expression condition = parenthesised(expressions);
        Statement whenTrue = statement(thread, expressions);
        return new Statement.If(condition, whenTrue, in.takes("else") ? statement(thread, expressions) : null);
    }

    private Statement doLoop(ThreadBuilder thread, CExpressions expressions) throws LitmusFormatException {
        Statement body = statement(thread, expressions);
        in.expect("while");
        Expression condition = parenthesised(expressions);
        in.expect(";");
        return new Statement.While(thread.nextLoop(), true, condition, body, NOTHING);
    }

    private Statement forLoop(ThreadBuilder thread, CExpressions expressions) throws LitmusFormatException {
        in.expect("(");
        Statement first = in.takes(";") ? new Statement.Block(List.of()) : simple(thread, expressions);
        Expression condition = in.sees(";") ? new Constant(1) : expressions.expression();
        in.expect(";");
        Expression step = in.sees(")") ? NOTHING : expressions.expression();
        in.expect(")");
        Statement body = statement(thread, expressions);
        Statement loop = new Statement.While(thread.nextLoop(), false, condition, body, step);
        return new Statement.Block(List.of(first, loop));
    }
}
