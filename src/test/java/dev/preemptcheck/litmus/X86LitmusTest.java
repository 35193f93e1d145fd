package dev.preemptcheck.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.litmus.LitmusOutcome.Observation;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class X86LitmusTest {
    private static final String STORE_BUFFERING = """
            X86 SB
            { x=0; y=0; }
             P0          | P1          ;
             MOV [x],$1  | MOV [y],$1  ;
             MOV EAX,[y] | MOV EAX,[x] ;
            exists (0:EAX=0 /\\ 1:EAX=0)
            """;

    @Test
    void storeBufferingHasThreeFinalStates() {
        LitmusOutcome outcome = Litmus.run(STORE_BUFFERING);
        assertThat(outcome.observation()).isEqualTo(Observation.NEVER);
        assertThat(outcome.states()).containsExactly("0:EAX=0; 1:EAX=1;", "0:EAX=1; 1:EAX=0;", "0:EAX=1; 1:EAX=1;");
    }

    /** Two threads of two accesses each, and the state that needs a weaker memory. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "MP   # MOV [x],$1  # MOV [y],$1  # MOV EAX,[y] # MOV EBX,[x] # 1:EAX=1 /\\ 1:EBX=0",
                "LB   # MOV EAX,[x] # MOV [y],$1  # MOV EAX,[y] # MOV [x],$1  # 0:EAX=1 /\\ 1:EAX=1",
                "R    # MOV [x],$1  # MOV [y],$1  # MOV [y],$2  # MOV EAX,[x] # y=2 /\\ 1:EAX=0",
                "S    # MOV [x],$2  # MOV [y],$1  # MOV EAX,[y] # MOV [x],$1  # x=2 /\\ 1:EAX=1",
                "2+2W # MOV [x],$2  # MOV [y],$1  # MOV [y],$2  # MOV [x],$1  # x=2 /\\ y=2",
                "CoRR # MOV [x],$1  # NOP         # MOV EAX,[x] # MOV EBX,[x] # 1:EAX=1 /\\ 1:EBX=0"
            })
    void weakStateIsNeverSeen(String name, String a, String b, String c, String d, String state) {
        LitmusOutcome outcome = Litmus.run("X86 " + name + "\n{ }\n P0 | P1 ;\n" + a + " | " + c + " ;\n" + b + " | "
                + d + " ;\nexists (" + state + ")");
        assertThat(outcome.observation()).isEqualTo(Observation.NEVER);
        assertThat(outcome.states()).hasSizeGreaterThan(1);
    }

    @Test
    void independentReadsOfIndependentWritesAgree() {
        LitmusOutcome outcome = Litmus.run("""
                X86 IRIW
                { }
                 P0         | P1          | P2         | P3          ;
                 MOV [x],$1 | MOV EAX,[x] | MOV [y],$1 | MOV EAX,[y] ;
                            | MOV EBX,[y] |            | MOV EBX,[x] ;
                exists (1:EAX=1 /\\ 1:EBX=0 /\\ 3:EAX=1 /\\ 3:EBX=0)
                """);
        assertThat(outcome.observation()).isEqualTo(Observation.NEVER);
        assertThat(outcome.states()).hasSize(15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INC [x]", "ADD [x],$1", "SUB [x],$-1"})
    void incrementLosesAnotherUnlessItIsLocked(String increment) {
        String text = "X86 inc\n{ }\n P0 | P1 ;\n %1$s | %1$s ;\nforall (x=2)";
        assertThat(Litmus.states(text.formatted(increment))).containsExactly("[x]=1;", "[x]=2;");
        assertThat(Litmus.states(text.formatted("LOCK " + increment))).containsExactly("[x]=2;");
        assertThat(Litmus.states(text.formatted("lock " + increment.toLowerCase(Locale.ROOT))))
                .containsExactly("[x]=2;");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "x=5           # MOV EAX,[x]; MOV EBX,EAX; MOV [y],EBX   # 0:EBX; y # 0:EBX=5; [y]=5;",
                "0:EAX=3       # MOV [x],EAX                             # x        # [x]=3;",
                "0:EAX=x; x=7  # MOV EBX,[EAX]                           # 0:EAX; 0:EBX # 0:EAX=x; 0:EBX=7;",
                "x=7           # MOV EAX,x                               # 0:EAX    # 0:EAX=x;",
                "x=1           # MOV eax,$0x10; XCHG [x],eax             # 0:eax; x # 0:EAX=1; [x]=16;",
                "x=1           # MOV ESI,$2; xchg ESI,[x]                # 0:ESI; x # 0:ESI=1; [x]=2;",
                "0:EAX=1; 0:EBX=2 # XCHG EAX,EBX                         # 0:EAX; 0:EBX # 0:EAX=2; 0:EBX=1;",
                "x=4           # MOV EDI,$3; LOCK XADD [x],EDI           # 0:EDI; x # 0:EDI=4; [x]=7;",
                "x=4           # MOV EDI,$3; XADD [x],EDI                # 0:EDI; x # 0:EDI=4; [x]=7;",
                "x=4; 0:EAX=4  # MOV EBP,$9; LOCK CMPXCHG [x],EBP        # 0:EAX; x # 0:EAX=4; [x]=9;",
                "x=4; 0:EAX=5  # MOV EBP,$9; CMPXCHG [x],EBP             # 0:EAX; x # 0:EAX=4; [x]=4;",
                "x=6           # LOCK DEC [x]; LOCK SUB [x],$2           # x        # [x]=3;",
                "x=6           # LOCK AND [x],$3; LOCK OR [x],$8         # x        # [x]=10;",
                "x=6           # LOCK XOR [x],$3; NOT [x]; NEG [x]       # x        # [x]=6;",
                "0:EAX=6       # AND EAX,$3; OR EAX,$8; XOR EAX,$1; DEC EAX # 0:EAX # 0:EAX=10;",
                "0:ECX=1; int x=2; # MFENCE; SFENCE; LFENCE; ADD ECX,[x] # 0:ECX    # 0:ECX=3;",
                "              # MOV DWORD PTR [x],$2                    # x        # [x]=2;"
            })
    void instructionDoesWhatItSays(String init, String code, String locations, String state) {
        assertThat(Litmus.x86(init == null ? "" : init, code, locations)).containsExactly(state);
    }

    @ParameterizedTest
    @CsvSource({
        "0,JE,1", "1,JE,2", "0,JNE,2", "1,JNZ,1", "-1,JL,1", "0,JL,2", "0,JLE,1", "1,JG,1", "0,JGE,1", "-1,JS,1",
        "0,JNS,1", "3,JMP,1"
    })
    void jumpFollowsTheLastComparison(int value, String jump, int result) {
        String code = "MOV EAX,$" + value + "; CMP EAX,$0; " + jump + " there; MOV EBX,$2; JMP out; "
                + "there: MOV EBX,$1; out: NOP";
        assertThat(Litmus.x86("", code, "0:EBX")).containsExactly("0:EBX=" + result + ";");
    }

    @Test
    void spinningLoopWaitsForTheOther() {
        LitmusOutcome outcome = Litmus.run("""
                X86 spin
                { }
                 P0         | P1           ;
                 MOV [x],$1 | again:       ;
                 MOV [y],$1 | MOV EAX,[y]  ;
                            | TEST EAX,EAX ;
                            | JE again     ;
                            | MOV EBX,[x]  ;
                forall (1:EBX=1)
                """);
        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.states()).containsExactly("1:EBX=1;");
    }

    @Test
    void loopThatNeverEndsHasNoFinalStateAndCounterIsUndecided() {
        assertThat(Litmus.x86("", "on: JMP on", "x")).isEmpty();
        LitmusOutcome counts = Litmus.run("X86 count\n{ }\n P0 ;\n on: INC EAX ;\n JMP on ;\nexists (0:EAX=1)");
        assertThat(counts.complete()).isFalse();
    }
}
