package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.preemptcheck.hardware.Agent;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HandoutTest {
    private final Frontier frontier = new Frontier();
    private final Handout handout = new Handout(frontier);

    @BeforeEach
    void restart() {
        frontier.restart();
    }

    @Test
    void whatComesMeanwhileBelongsToTheNextLevel() {
        handout.open();
        int root = handout.next();
        frontier.add(root, 7, Agent.cpu(1));
        handout.done();
        assertThat(handout.next()).isNegative();
        handout.finish();
        handout.open();
        assertThat(handout.next()).isEqualTo(root + 1);
    }

    @Test
    void nothingIsHandedOutBetweenLevels() {
        handout.open();
        int root = handout.next();
        frontier.add(root, 7, Agent.cpu(1));
        handout.done();
        handout.finish();
        assertThat(handout.next()).isNegative();
        frontier.restart();
        assertThat(handout.next()).isNegative();
    }

    @Test
    void theLeaderWaitsForWhoeverIsBusy() {
        handout.open();
        int node = handout.await();
        CompletableFuture<Void> finished = CompletableFuture.runAsync(handout::finish);
        assertThat(finished).isNotDone();
        handout.done();
        await().until(finished::isDone);
        assertThat(node).isZero();
    }

    @Test
    void helpersGoHomeAtTheEnd() {
        CompletableFuture<Integer> helper = CompletableFuture.supplyAsync(handout::await);
        handout.close();
        await().until(helper::isDone);
        assertThat(helper.join()).isNegative();
    }

    @Test
    void theSearchFailsWithItsHelper() {
        IllegalStateException fault = new IllegalStateException("a helper's");
        handout.open();
        handout.await();
        handout.fail(fault);
        assertThatThrownBy(handout::finish).isSameAs(fault);
    }
}
