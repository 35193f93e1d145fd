package dev.preemptcheck.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.arbitraries.UnknownCommands;
import dev.preemptcheck.cli.ExitStatus;
import dev.preemptcheck.cli.PreemptCheck;
import java.io.PrintWriter;
import java.io.StringWriter;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class CommandLineProperties {
    @Property(tries = 100)
    void anUnknownCommandIsWrongUsageInOneLine(@ForAll("unknownCommands") String word) {
        StringWriter err = new StringWriter();
        int status = PreemptCheck.run(new PrintWriter(new StringWriter()), new PrintWriter(err, true), word);
        assertThat(status).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains(word));
    }

    @Provide
    Arbitrary<String> unknownCommands() {
        return UnknownCommands.words();
    }
}
