package dev.preemptcheck.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that names a file for the results, for the commands that write them as JSON beside their text. */
final class ResultFile {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command is called
    private CommandSpec command;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results as JSON, too.")
    private @Nullable Path json;

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /**
     * Finds out before the work, not after it, that the file can't be written. Leaves things as they are.
     *
     * @throws ParameterException if so
     */
    void check() {
        if (json == null) {
            return;
        }
        boolean there = Files.exists(json);
        try {
            Files.newOutputStream(json, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
            if (!there) {
                Files.delete(json);
            }
        } catch (IOException e) {
            throw wrong("can't be written");
        }
    }

    /**
     * Writes the results, if a file was named.
     *
     * @throws ParameterException if they can't be written
     */
    void write(ObjectNode results) {
        if (json == null) {
            return;
        }
        try {
            Files.writeString(json, MAPPER.writeValueAsString(results) + "\n");
        } catch (IOException e) {
            throw wrong("can't write the results there (" + e + ")");
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(command.commandLine(), json + ": " + what + "; name another file with --json");
    }
}
