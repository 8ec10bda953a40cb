package io.qpscope.fuzz.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fuzz.Case.Device;

import org.junit.jupiter.api.Test;

class ResumedCampaignTest {
    private static final int CASES = 600;

    private static Campaign campaign(Device device, long seed) {
        return new Campaign(device, seed, () -> 0);
    }

    private static void run(Campaign campaign, int cases) {
        for (int i = 0; i < cases; i++) {
            campaign.step();
        }
    }

    /** The corpus alone meets all that the campaign met that made it, shrinking left aside. */
    @Test
    void whatWasMetIsMetAgain() {
        Campaign first = campaign(new Device("ibta", "", "ATOMIC_REPLAYED"), 1);
        run(first, CASES);
        assertThat(first.found()).isNotEmpty();
        Campaign second = campaign(new Device("ibta", "", "ATOMIC_REPLAYED"), 2);
        second.resume(first.corpus().all());
        run(second, first.corpus().size());
        assertThat(second.toResume()).isZero();
        assertThat(second.cases()).isZero();
        assertThat(second.states()).isEqualTo(first.states());
        assertThat(second.corpus().size()).isEqualTo(first.corpus().size());
        assertThat(second.found()).isNotEmpty().allMatch(each -> each.number() == 0);
        run(second, 1);
        assertThat(second.cases()).isEqualTo(1);
    }

    @Test
    void casesOfOneDeviceAreRunAgainstAnother() {
        Campaign broken = campaign(new Device("ibta", "", "ATOMIC_REPLAYED"), 1);
        run(broken, CASES);
        assertThat(broken.failures()).isPositive();
        Campaign sound = campaign(Device.SOUND, 1);
        sound.resume(broken.corpus().all());
        run(sound, broken.corpus().size());
        assertThat(sound.failures()).isZero();
        assertThat(sound.corpus().all()).allMatch(each -> each.device().equals(Device.SOUND));
    }

    @Test
    void sameSeedSameFindings() {
        Device device = new Device("ibta", "", "ATOMIC_REPLAYED");
        Campaign first = campaign(device, 4);
        Campaign second = campaign(device, 4);
        run(first, CASES);
        run(second, CASES);
        assertThat(second.found()).isNotEmpty().isEqualTo(first.found());
        assertThat(second.states()).isEqualTo(first.states());
    }
}
