package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Effect;
import dev.preemptcheck.litmus.program.Expression;
import dev.preemptcheck.litmus.program.Expression.Assign;
import dev.preemptcheck.litmus.program.Expression.Conditional;
import dev.preemptcheck.litmus.program.Expression.Constant;
import dev.preemptcheck.litmus.program.Expression.Register;
import dev.preemptcheck.litmus.program.Expression.Unary;
import dev.preemptcheck.litmus.program.MemoryExpression.Load;
import dev.preemptcheck.litmus.program.MemoryExpression.Store;
import java.util.ArrayList;
import java.util.List;

/** C expressions, by precedence climbing. {@code *p} by itself is a plain access. */
final class CExpressions {
    private static final Constant ONE = new Constant(1);

    private final TokenStream in;
    private final ThreadBuilder thread;
    private final CCalls calls;

    CExpressions(TokenStream in, ThreadBuilder thread, SrcuSections srcuSections) {
        this.in = in;
        this.thread = thread;
        this.calls = new CCalls(in, thread, srcuSections);
    }

    Expression expression() throws LitmusFormatException {
        Expression first = assignment();
        return in.takes(",") ? new Effect.Then(first, expression()) : first;
    }

    Expression assignment() throws LitmusFormatException {
        Expression left = conditional();
        if (in.takes("=")) {
            return assign(left, assignment());
        }
        String sign = in.peek().text();
        if (sign.length() > 1 && sign.endsWith("=") && COperator.binds(sign.substring(0, sign.length() - 1)) >= 0) {
            in.next();
            return assign(left, COperator.apply(sign.substring(0, sign.length() - 1), left, assignment()));
        }
        return left;
    }

    private Expression assign(Expression to, Expression value) throws LitmusFormatException {
        if (to instanceof Register register) {
            thread.wrote(register.slot());
            return new Assign(register.slot(), value);
        }
        if (to instanceof Load load && !load.marked()) {
            return new Store(load.address(), value, false);
        }
        throw in.unknown("an assignment to what is neither a local nor a dereference");
    }

    private Expression conditional() throws LitmusFormatException {
        Expression condition = binary(COperator.LOOSEST);
        if (!in.takes("?")) {
            return condition;
        }
        Expression whenTrue = expression();
        in.expect(":");
        return new Conditional(condition, whenTrue, conditional());
    }

    private Expression binary(int binding) throws LitmusFormatException {
        Expression left = unary();
        for (String sign = in.peek().text();
                COperator.binds(sign) >= binding && !in.atEnd();
                sign = in.peek().text()) {
            in.next();
            left = COperator.apply(sign, left, binary(COperator.binds(sign) + 1));
        }
        return left;
    }

    private Expression unary() throws LitmusFormatException {
        if (in.takes("*")) {
            return new Load(unary(), false);
        }
        if (in.takes("!")) {
            return new Unary(a -> a == 0 ? 1 : 0, unary());
        }
        if (in.takes("~")) {
            return new Unary(a -> ~a, unary());
        }
        if (in.takes("-")) {
            return new Unary(a -> -a, unary());
        }
        if (in.sees("++") || in.sees("--")) {
            String sign = in.next().text().substring(1);
            Expression operand = unary();
            return assign(operand, COperator.apply(sign, operand, ONE));
        }
        return in.sees("&") ? addressOf() : in.takes("+") ? unary() : postfix();
    }

    /** A parameter is a variable's address already, so that {@code &} before it changes nothing. */
    private Expression addressOf() throws LitmusFormatException {
        in.expect("&");
        Expression operand = unary();
        if (operand instanceof Load load) {
            return load.address();
        }
        if (operand instanceof Register register && thread.isParameter(register.slot())) {
            return register;
        }
        throw in.unknown("the address of a local");
    }

    private Expression postfix() throws LitmusFormatException {
        Expression primary = primary();
        if (in.sees("++") || in.sees("--")) {
            String sign = in.next().text().substring(1);
            Expression after = assign(primary, COperator.apply(sign, primary, ONE));
            return COperator.apply(sign.equals("+") ? "-" : "+", after, ONE);
        }
        if (in.sees("[") || in.sees("->") || in.sees(".")) {
            throw in.unknown("a part of a variable, at " + in.peek());
        }
        return primary;
    }

    private Expression primary() throws LitmusFormatException {
        if (in.seesNumber()) {
            return new Constant(in.number());
        }
        if (in.takes("(")) {
            return parenthesised();
        }
        String name = in.word("an expression");
        if (in.takes("(")) {
            return call(name);
        }
        return switch (name) {
            case "NULL", "false" -> new Constant(0);
            case "true" -> ONE;
            case "goto", "switch" -> throw in.unknown("the statement " + name);
            default -> new Register(thread.slot(name));
        };
    }

    private Expression parenthesised() throws LitmusFormatException {
        if (CTypes.begins(in)) {
            CTypes.skip(in);
            in.expect(")");
            return unary();
        }
        Expression inner = expression();
        in.expect(")");
        return inner;
    }

    private Expression call(String name) throws LitmusFormatException {
        if (CCalls.takesExpectedByReference(name)) {
            Expression address = assignment();
            in.expect(",");
            in.expect("&");
            int expected = thread.writtenSlot(in.word("a local"));
            in.expect(",");
            Expression fresh = assignment();
            in.expect(")");
            return CCalls.tryCompareExchange(address, expected, fresh);
        }
        int line = in.peek().line();
        List<Expression> arguments = new ArrayList<>();
        while (!in.takes(")")) {
            arguments.add(assignment());
            if (!in.sees(")")) {
                in.expect(",");
            }
        }
        return calls.call(line, name, arguments);
    }
}
