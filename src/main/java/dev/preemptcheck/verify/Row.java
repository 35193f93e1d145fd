package dev.preemptcheck.verify;

import dev.preemptcheck.scenario.Variant;
import java.util.List;

/** What {@code verify} can be asked for by name, system and axes. */
public sealed interface Row permits CatalogueRow, LinkRow {

    /** The system that it is of, {@code S1}. */
    String systemId();

    /** The implementation in force. */
    Variant variant();

    /** The tokens of the verdict table. */
    List<String> axes();

    /** What the verdict table says. */
    Expectation expectation();

    /** {@code <variant>/<axis>/<axis>..}. */
    default String name() {
        return axes().isEmpty() ? variant().id() : variant().id() + "/" + String.join("/", axes());
    }
}
