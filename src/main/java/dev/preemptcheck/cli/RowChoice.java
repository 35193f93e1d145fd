package dev.preemptcheck.cli;

import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.scenario.ModelledSystem;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.verify.AxisChoice;
import dev.preemptcheck.verify.Catalogue;
import dev.preemptcheck.verify.LinkMatrix;
import dev.preemptcheck.verify.Row;
import dev.preemptcheck.verify.UserScenarios;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The names and options that choose rows of the catalogue: a row is chosen if it is what each of them asks for. */
final class RowChoice {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command is called
    private CommandSpec command;

    @Parameters(
            arity = "0..*",
            paramLabel = "ROW",
            description = "Rows by name, or the start of one: HM-0, HM-0/UPP, HM-0/UPP/DBG1. All by default.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--system",
            split = ",",
            paramLabel = "S1,..",
            description = "Only rows of these systems, by the names that 'list' shows.")
    private List<String> systems = new ArrayList<>();

    @Option(
            names = "--axis",
            split = ",",
            paramLabel = "UPP,..",
            description = "Only rows with these axes; those of one kind are alternatives: UPP,SMPP,DBG1.")
    private List<String> axes = new ArrayList<>();

    @Option(
            names = "--kernel",
            paramLabel = "VERSION",
            description = "Only systems that are modelled for this kernel, and with it; by default each with its own.")
    private @Nullable String kernel;

    /**
     * The rows that are meant: those of the catalogue in its order, then those of the configuration matrix.
     *
     * @param user takes the place of the tool's own systems, unless it is null
     * @throws ParameterException if there are none, or a name is unknown
     */
    List<Row> rows(@Nullable UserScenarios user) {
        List<Row> all = user == null ? ownRows() : rowsOf(user);
        List<Row> rows = withAxes(ofSystems(named(all)));
        if (rows.isEmpty()) {
            throw wrong("no row is all of what is asked for; 'preemptcheck list' shows the rows");
        }
        return rows;
    }

    private List<Row> rowsOf(UserScenarios user) {
        if (kernel != null || !systems.isEmpty() || !axes.isEmpty()) {
            throw wrong("--kernel, --system and --axis choose among the tool's own systems; leave them out with"
                    + " --classpath, and name rows");
        }
        return List.copyOf(user.rows());
    }

    private List<Row> ownRows() {
        if (kernel == null) {
            return joined(Catalogue.rows(), LinkMatrix.rows());
        }
        List<Row> rows;
        try {
            KernelVersion version = KernelVersion.of(kernel);
            rows = joined(Catalogue.rows(version), LinkMatrix.rows(version));
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        if (rows.isEmpty()) {
            throw wrong("--kernel " + kernel + ": no system is modelled for it; name another one, or none");
        }
        return rows;
    }

    private static List<Row> joined(List<? extends Row> rows, List<? extends Row> more) {
        return Stream.<Row>concat(rows.stream(), more.stream()).toList();
    }

    private List<Row> named(List<Row> rows) {
        for (String name : names) {
            if (rows.stream().noneMatch(row -> matches(row, name))) {
                throw wrong("no row is called '" + name + "'" + Nearest.hint(name, rowNames(rows))
                        + "; 'preemptcheck list' shows them");
            }
        }
        return names.isEmpty()
                ? rows
                : rows.stream()
                        .filter(row -> names.stream().anyMatch(name -> matches(row, name)))
                        .toList();
    }

    private List<Row> ofSystems(List<Row> rows) {
        systems.forEach(id -> checkSystem(id, command));
        return systems.isEmpty()
                ? rows
                : rows.stream().filter(row -> systems.contains(row.systemId())).toList();
    }

    /** @throws ParameterException if no system is called so */
    static void checkSystem(String id, CommandSpec command) {
        List<String> known =
                Systems.all().stream().map(ModelledSystem::id).distinct().toList();
        if (!known.contains(id)) {
            throw new ParameterException(
                    command.commandLine(), "no system is called '" + id + "'; there are " + String.join(", ", known));
        }
    }

    private List<Row> withAxes(List<Row> rows) {
        if (axes.isEmpty()) {
            return rows;
        }
        try {
            AxisChoice choice = new AxisChoice(axes);
            return rows.stream().filter(row -> choice.covers(row.axes())).toList();
        } catch (IllegalArgumentException e) {
            throw wrong("--axis: " + e.getMessage());
        }
    }

    /** What a row can be called by: its name, and each start of it that ends before a slash. */
    private static Set<String> rowNames(List<Row> rows) {
        Set<String> names = new TreeSet<>();
        for (Row row : rows) {
            for (int end = row.name().length(); end > 0; end = row.name().lastIndexOf('/', end - 1)) {
                names.add(row.name().substring(0, end));
            }
        }
        return names;
    }

    private static boolean matches(Row row, String name) {
        return row.name().equals(name) || row.name().startsWith(name + "/");
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
