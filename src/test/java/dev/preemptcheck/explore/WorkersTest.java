package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WorkersTest {
    private final List<String> results = new ArrayList<>();

    @Test
    void resultsComeInTheOrderOfTheListWhicheverIsDoneFirst() {
        CountDownLatch secondIsDone = new CountDownLatch(1);
        Callable<String> first = () -> {
            secondIsDone.await();
            return "first";
        };
        Callable<String> second = () -> {
            secondIsDone.countDown();
            return "second";
        };
        try (Workers workers = new Workers(2)) {
            workers.inOrder(List.of(first, second), List.of(0, 1), results::add);
        }
        assertThat(results).containsExactly("first", "second");
    }

    @Test
    void aFailureIsThrownAsItIs() {
        Callable<String> failing = () -> {
            throw new IllegalStateException("the third wheel");
        };
        try (Workers workers = new Workers(2)) {
            assertThatThrownBy(() -> workers.inOrder(List.of(failing, () -> "fine"), List.of(1, 0), results::add))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the third wheel");
        }
    }

    @Test
    void aWorkerWithNothingToBeginHelps() {
        try (Workers workers = new Workers(2)) {
            workers.inOrder(List.of(() -> helpCame(workers)), List.of(0), came -> results.add("helped: " + came));
        }
        assertThat(results).containsExactly("helped: true");
    }

    @Test
    void aSingleWorkerIsNotOfferedItsOwnHelp() {
        CountDownLatch asked = new CountDownLatch(1);
        try (Workers workers = new Workers(1)) {
            Callable<String> offering = () -> {
                workers.offer(asked::countDown);
                return "begun";
            };
            workers.inOrder(List.of(offering, () -> "left: " + asked.getCount()), List.of(0, 1), results::add);
        }
        assertThat(results).containsExactly("begun", "left: 1");
    }

    /** True if another thread came to help before this search is over. */
    private static boolean helpCame(Workers workers) throws InterruptedException {
        CountDownLatch help = new CountDownLatch(1);
        workers.offer(help::countDown);
        return help.await(30, TimeUnit.SECONDS);
    }
}
