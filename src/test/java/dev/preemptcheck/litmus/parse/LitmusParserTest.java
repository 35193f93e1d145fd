package dev.preemptcheck.litmus.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.preemptcheck.litmus.program.LitmusTest;
import dev.preemptcheck.litmus.program.LitmusTest.Expected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LitmusParserTest {
    private static final String REST = "\n{ }\nP0(int *x) { WRITE_ONCE(*x, 1); }\nexists (x=1)\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "C n\\n(*\\n * Result: Never\\n *)           # NEVER",
                "C n (* Result: Sometimes *)                 # SOMETIMES",
                "(* Result: Always *)\\nC n                  # ALWAYS",
                "C n\\n(* Result: DEADLOCK *)                # DEADLOCK",
                "C n\\n(* Result: DATARACE *)                # DATARACE",
                "C n\\n(* (* inner *) Expected result: never. *) # NEVER",
                "C n\\n\"Result: Never\"                     # NEVER",
                "C n\\n(* Result: Maybe *)                   #",
                "C n\\nResult=Never                          #",
                "C n                                         #"
            })
    void expectationStandsInAComment(String head, Expected expected) throws LitmusFormatException {
        LitmusTest test = LitmusParser.parse(head.replace("\\n", "\n") + REST);
        assertThat(test.name()).isEqualTo("n");
        assertThat(test.expected()).isEqualTo(expected);
    }

    @Test
    void nameIsTheRestOfTheFirstLine() throws LitmusFormatException {
        assertThat(LitmusParser.parse("\nC auto/C-LB+o-r+a-o  \n" + REST).name())
                .isEqualTo("auto/C-LB+o-r+a-o");
    }

    @Test
    void callThatBeginsWithADereferenceIsNoComment() throws LitmusFormatException {
        String text = "C n\n(* x *)\n{ }\nP0(int *x) {\n WRITE_ONCE(*x, 1); /* (*x) */ // *)\n}\nexists (x=1 (* *))\n";
        assertThat(LitmusParser.parse(text).threads()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "                                               # 1 # no first line with a dialect and a name, such as 'C MP' or 'X86 SB'",
                "LISA n\\n{ }                                   # 1 # the dialect LISA",
                "C n\\nP0()                                     # 1 # no init section in braces",
                "C n\\n{ int a[2]; }                            # 2 # the array a",
                "C n\\n{ }\\nP1(int *x) { }\\nexists (x=1)      # 3 # the function P1 where P0 is expected",
                "C n\\n{ }\\nP0(int *x) {\\n frob(x);\\n}       # 4 # the function frob()",
                "C n\\n{ }\\nP0(int *x) {\\n READ_ONCE(x);\\n}  # 4 # READ_ONCE() of what is no place in memory, such as *x",
                "C n\\n{ }\\nP0(int *x) {\\n xchg(x);\\n}       # 4 # xchg() with 1 arguments, where it takes 2",
                "C n\\n{ }\\nP0(int *x) {\\n x->next = 1;\\n}   # 4 # a part of a variable, at '->'",
                "C n\\n{ }\\nP0(int *x) {\\n r1 = &r2;\\n}      # 4 # the address of a local",
                "C n\\n{ }\\nP0(int *x) {\\n 3 = 4;\\n}         # 4 # an assignment to what is neither a local nor a dereference",
                "C n\\n{ }\\nP0(int *x) {\\n goto l;\\n}        # 4 # the statement goto",
                "C n\\n{ }\\nP0(int *x) {\\n x = 1              # 4 # ';' is expected, not the end of the file",
                "C n\\n{ }\\nP0(int *x) { }\\nexists (x=1) x    # 4 # 'x' after the condition",
                "C n\\n{ }\\nP0(int *x) { }\\nexists (x[1]=1)   # 4 # a part of a variable, x[",
                "C n\\n{ x=0x1ffffffff; }                       # 2 # the number 0x1ffffffff, which has more than 32 bits",
                "C n\\n{ x=12z; }                               # 2 # '12z', which is no number",
                "X86 n\\n{ }\\n P0 ;\\n FROB EAX ;              # 4 # the instruction FROB",
                "X86 n\\n{ }\\n P0 ;\\n MOV RAX,[x] ;           # 4 # the register RAX, which has not 32 bits",
                "X86 n\\n{ }\\n P0 ;\\n MOV $1,EAX ;            # 4 # MOV to an immediate value",
                "X86 n\\n{ }\\n P0 ;\\n MOV EAX,[EBX+4] ;       # 4 # an address that is more than a variable or register, at '+'",
                "X86 n\\n{ }\\n P0 ;\\n JMP nowhere ;           # 4 # a jump to the label 'nowhere', which is nowhere",
                "X86 n\\n{ }\\n P0 ;\\n NOP | NOP ;             # 4 # a column without a head",
                "X86 n\\n{ }\\n P1 ;                            # 3 # the column P1 where P0 is expected"
            })
    void unknownConstructIsNamedWithItsLine(String text, int line, String construct) {
        String source = text == null ? "" : text.replace("\\n", "\n");
        assertThatExceptionOfType(LitmusFormatException.class)
                .isThrownBy(() -> LitmusParser.parse(source))
                .withMessage(construct)
                .satisfies(e -> assertThat(e.line()).isEqualTo(line));
    }

    @Test
    void everyCutOfATextIsRefusedOrRead() {
        String text = """
                C n (* c *)
                { int *p=&y; 0:r1=-0x3; }
                P0(int *x, int **p)
                { if (*x) { r1 = atomic_read(x); } }
                locations [x;]
                filter (x=0)
                exists (~(0:r1=1 \\/ x=p) /\\ true)
                """;
        for (int cut = 0; cut < text.length(); cut++) {
            String part = text.substring(0, cut);
            try {
                assertThat(LitmusParser.parse(part).name()).isEqualTo("n");
            } catch (LitmusFormatException refused) {
                assertThat(refused.line()).isBetween(1, 8);
            }
        }
    }
}
