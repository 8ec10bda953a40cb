package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The next deadline among queue pairs that come and go. */
class DeadlineTest {
    @Test
    void aDestroyedQueuePairHasNoPartInIt() {
        Pair pair = new Pair(new QpAttributes().timeout(14));
        QueuePair other = pair.a.createQp(
                new QpOptions(QpType.RC, new CompletionQueue(8), new CompletionQueue(8)));
        pair.link.meddler((fromA, packet, at, length, now, fate) -> fate.drop());
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8));
        pair.link.run(1_000);
        long deadline = pair.a.deadline();
        assertThat(deadline).isEqualTo(67_108_864);
        pair.a.destroy(other);
        other.modify(QpState.ERR, new QpAttributes());
        assertThat(pair.a.deadline()).isEqualTo(deadline);
        pair.a.destroy(pair.qpA);
        pair.qpA.modify(QpState.ERR, new QpAttributes());
        assertThat(pair.a.deadline()).isEqualTo(Long.MAX_VALUE);
    }
}
