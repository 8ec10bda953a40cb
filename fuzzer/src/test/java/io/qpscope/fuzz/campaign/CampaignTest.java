package io.qpscope.fuzz.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Defect;
import io.qpscope.endpoint.iwarp.StreamDefect;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.corpus.Coverage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.EnumSet;

/**
 * Campaigns find the faults that a device has, and none where there is none. How many cases are run is
 * {@code -Dqpscope.fuzz.cases}, from seed {@code -Dqpscope.fuzz.seed} on.
 */
class CampaignTest {
    private static final int CASES = Integer.getInteger("qpscope.fuzz.cases", 1_500);
    private static final long SEED = Long.getLong("qpscope.fuzz.seed", 1);

    /** The slowest takes a fifth of it from seed 1; 60 s of one core are 100,000 and more. */
    private static final int MOST_TO_FIND = 60_000;

    private static final int MOST_LEFT = 5;

    @ParameterizedTest
    @CsvSource({
        "ibta,''",
        "ibta,selective-repeat",
        "ibta,go-back-0",
        "rxe,''",
        "qib,''",
        "cx5,''",
        "cx6,''",
        "e810,''"
    })
    void aSoundDeviceSurvives(String profile, String recovery) {
        survives(new Device(profile, recovery, ""), Transport.ROCE);
    }

    @Test
    void aSoundDeviceSurvivesOverIwarp() {
        survives(Device.SOUND, Transport.IWARP);
    }

    private static void survives(Device device, Transport transport) {
        Campaign campaign = new Campaign(device, EnumSet.of(transport), SEED, () -> 0);
        for (int i = 0; i < CASES; i++) {
            Found found = campaign.step();
            assertThat(found).as("seed " + SEED + ": " + found).isNull();
        }
        assertThat(campaign.failures()).isZero();
        assertThat(campaign.states()).isGreaterThan(600);
    }

    /** The default is all there is, in turns. */
    @Test
    void isRunOverEachTransport() {
        Campaign campaign = new Campaign(Device.SOUND, SEED, () -> 0);
        for (int i = 0; i < 20; i++) {
            campaign.step();
        }
        assertThat(campaign.corpus().of(true)).isNotEmpty();
        assertThat(campaign.corpus().of(false)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aDefectIsFoundAndMadeSmall(Defect defect) {
        isFoundAndMadeSmall(defect.name());
    }

    @ParameterizedTest
    @EnumSource
    void aDefectOfStreamsIsFoundAndMadeSmall(StreamDefect defect) {
        isFoundAndMadeSmall(defect.name());
    }

    private static void isFoundAndMadeSmall(String defect) {
        Device device = new Device("ibta", "", defect);
        Campaign campaign = new Campaign(device, SEED, () -> 0);
        Found found = null;
        while (found == null && campaign.cases() < MOST_TO_FIND) {
            found = campaign.step();
        }
        assertThat(found).as(defect).isNotNull();
        Case small = found.reproducer();
        assertThat(small.rules()).as(found.toString()).hasSizeLessThanOrEqualTo(MOST_LEFT);
        assertThat(small.messages()).as(found.toString()).isLessThanOrEqualTo(MOST_LEFT);
        CaseRunner runner = new CaseRunner(new Coverage());
        assertThat(runner.run(small).kind()).isEqualTo(found.kind());
        assertThat(runner.run(small.with(Device.SOUND)))
                .as("without the defect")
                .isNull();
    }

    /** Same seed: same cases, same packets, same states. */
    @Test
    void isTheSameAgain() {
        Device device = new Device("ibta", "", Defect.ATOMIC_REPLAYED.name());
        Campaign one = new Campaign(device, 7, () -> 0);
        Campaign other = new Campaign(device, 7, () -> 0);
        for (int i = 0; i < 600; i++) {
            one.step();
            other.step();
        }
        assertThat(one.packets()).isEqualTo(other.packets());
        assertThat(one.states()).isEqualTo(other.states());
        assertThat(one.found()).isEqualTo(other.found()).isNotEmpty();
        assertThat(one.corpus().all()).isEqualTo(other.corpus().all());
    }
}
