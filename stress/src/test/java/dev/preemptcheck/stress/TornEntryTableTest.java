package dev.preemptcheck.stress;

import static dev.preemptcheck.stress.Entry.H;
import static dev.preemptcheck.stress.Entry.HIGH;
import static dev.preemptcheck.stress.Entry.LOW;
import static dev.preemptcheck.stress.Entry.LP;
import static dev.preemptcheck.stress.Entry.NONE;
import static dev.preemptcheck.stress.Entry.PRESENT;
import static dev.preemptcheck.stress.Entry.S;
import static dev.preemptcheck.stress.Entry.SWAP;
import static dev.preemptcheck.stress.Entry.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.MemoryModel;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.infra.results.II_Result;

/** The table of fact S11.d, cell by cell: which torn entries a reader gets, for each way to write and to read. */
final class TornEntryTableTest {

    private enum Writer {
        HIGH_FIRST,
        LOW_FIRST,
        /** An exchange of the low half, then a store of the high one. */
        SPLIT_EXCHANGE,
        STORE_WHOLE,
        CMPXCHG8B
    }

    private enum Reader {
        LOW_FIRST,
        HIGH_FIRST,
        WHOLE,
        CMPXCHG8B
    }

    private static final long LP_0 = entry(LP, 0);
    private static final long LP_S = entry(LP, S);
    private static final long ZERO_H = entry(0, H);

    /** A row: what readers of the low half first, of the high half first and of the whole get. */
    private record Row(long old, long fresh, Writer writer, List<Long> low, List<Long> high, List<Long> whole) {
        List<Long> torn(Reader reader) {
            return switch (reader) {
                case LOW_FIRST -> low;
                case HIGH_FIRST -> high;
                case WHOLE, CMPXCHG8B -> whole;
            };
        }

        @Override
        public String toString() {
            return Long.toHexString(old) + " to " + Long.toHexString(fresh) + " by " + writer;
        }
    }

    private static final List<Row> TABLE = List.of(
            new Row(NONE, PRESENT, Writer.HIGH_FIRST, List.of(ZERO_H), List.of(LP_0, ZERO_H), List.of(ZERO_H)),
            new Row(NONE, PRESENT, Writer.LOW_FIRST, List.of(LP_0, ZERO_H), List.of(LP_0), List.of(LP_0)),
            new Row(NONE, PRESENT, Writer.STORE_WHOLE, List.of(ZERO_H), List.of(LP_0), List.of()),
            new Row(NONE, PRESENT, Writer.CMPXCHG8B, List.of(ZERO_H), List.of(LP_0), List.of()),
            new Row(PRESENT, SWAP, Writer.SPLIT_EXCHANGE, List.of(LP_S, ZERO_H), List.of(ZERO_H), List.of(ZERO_H)),
            new Row(PRESENT, SWAP, Writer.STORE_WHOLE, List.of(LP_S), List.of(ZERO_H), List.of()),
            new Row(PRESENT, SWAP, Writer.CMPXCHG8B, List.of(LP_S), List.of(ZERO_H), List.of()),
            new Row(SWAP, PRESENT, Writer.HIGH_FIRST, List.of(ZERO_H), List.of(LP_S, ZERO_H), List.of(ZERO_H)),
            new Row(SWAP, PRESENT, Writer.STORE_WHOLE, List.of(ZERO_H), List.of(LP_S), List.of()),
            new Row(SWAP, PRESENT, Writer.CMPXCHG8B, List.of(ZERO_H), List.of(LP_S), List.of()),
            new Row(PRESENT, NONE, Writer.SPLIT_EXCHANGE, List.of(LP_0, ZERO_H), List.of(ZERO_H), List.of(ZERO_H)),
            new Row(PRESENT, NONE, Writer.STORE_WHOLE, List.of(LP_0), List.of(ZERO_H), List.of()),
            new Row(PRESENT, NONE, Writer.CMPXCHG8B, List.of(LP_0), List.of(ZERO_H), List.of()));

    /** One cell as a program. */
    private static final class Cell extends Entry {
        private final Row row;
        private final Reader reader;

        Cell(Row row, Reader reader) {
            super(row.old());
            this.row = row;
            this.reader = reader;
        }

        @Override
        public void cpu0(II_Result r) {
            int low = (int) row.fresh();
            int high = (int) (row.fresh() >>> Integer.SIZE);
            switch (row.writer()) {
                case HIGH_FIRST -> {
                    store(HIGH, high);
                    store(LOW, low);
                }
                case LOW_FIRST -> {
                    store(LOW, low);
                    store(HIGH, high);
                }
                case SPLIT_EXCHANGE -> {
                    exchange(LOW, low);
                    store(HIGH, high);
                }
                case STORE_WHOLE -> storeWhole(LOW, row.fresh());
                case CMPXCHG8B -> compareExchange8(LOW, row.old(), row.fresh());
            }
        }

        @Override
        public void cpu1(II_Result r) {
            switch (reader) {
                case LOW_FIRST -> {
                    r.r1 = load(LOW);
                    r.r2 = load(HIGH);
                }
                case HIGH_FIRST -> {
                    r.r2 = load(HIGH);
                    r.r1 = load(LOW);
                }
                case WHOLE -> report(r, loadWhole(LOW));
                case CMPXCHG8B -> report(r, compareExchange8(LOW, NONE, NONE));
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> readersGetTheOldEntryTheNewOneAndTheTornOnesOfTheTable() {
        return TABLE.stream()
                .flatMap(row -> Stream.of(Reader.values())
                        .map(reader -> DynamicTest.dynamicTest(
                                row + ", read " + reader,
                                () -> assertThat(LitmusModel.outcomes(new Cell(row, reader), MemoryModel.TSO))
                                        .isEqualTo(expected(row, reader)))));
    }

    private static SortedSet<String> expected(Row row, Reader reader) {
        SortedSet<String> all = new TreeSet<>();
        Stream.concat(Stream.of(row.old(), row.fresh()), row.torn(reader).stream())
                .forEach(entry -> all.add((int) (long) entry + ", " + (int) (entry >>> Integer.SIZE)));
        return all;
    }
}
