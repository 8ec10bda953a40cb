package io.qpscope.frame;

import io.qpscope.spec.MacControl;
import io.qpscope.spec.MacControlPause;
import io.qpscope.spec.MacControlPfc;
import io.qpscope.wire.PauseQuanta;

/** Fields of Ethernet flow control, named as Wireshark's {@code macc} and {@code macc.cbfc}. */
final class MacControlLayers {
    private static final long HUNDRED_GIGABITS = 100_000_000_000L;

    static final LayerSpec<MacControl> ANY = new LayerSpec<>("macc", MacControl::new)
            .number(16, "macc.opcode", MacControl::opcode, MacControlLayers::opcode);

    static final LayerSpec<MacControlPause> PAUSE = new LayerSpec<>("macc", MacControlPause::new)
            .number(16, "macc.opcode", MacControlPause::opcode, MacControlLayers::opcode)
            .number(16, "macc.pause_time", MacControlPause::pauseTime, MacControlLayers::quanta);

    static final LayerSpec<MacControlPfc> PFC = new LayerSpec<>("macc", MacControlPfc::new)
            .number(16, "macc.opcode", MacControlPfc::opcode, MacControlLayers::opcode)
            .number(8, "macc.cbfc.reserved", MacControlPfc::reserved)
            .flag("macc.cbfc.enbv.c7", MacControlPfc::enableC7)
            .flag("macc.cbfc.enbv.c6", MacControlPfc::enableC6)
            .flag("macc.cbfc.enbv.c5", MacControlPfc::enableC5)
            .flag("macc.cbfc.enbv.c4", MacControlPfc::enableC4)
            .flag("macc.cbfc.enbv.c3", MacControlPfc::enableC3)
            .flag("macc.cbfc.enbv.c2", MacControlPfc::enableC2)
            .flag("macc.cbfc.enbv.c1", MacControlPfc::enableC1)
            .flag("macc.cbfc.enbv.c0", MacControlPfc::enableC0)
            .code(16, time(0), MacControlPfc::pauseTimeC0, o -> said(o, 0, o.pauseTimeC0()))
            .code(16, time(1), MacControlPfc::pauseTimeC1, o -> said(o, 1, o.pauseTimeC1()))
            .code(16, time(2), MacControlPfc::pauseTimeC2, o -> said(o, 2, o.pauseTimeC2()))
            .code(16, time(3), MacControlPfc::pauseTimeC3, o -> said(o, 3, o.pauseTimeC3()))
            .code(16, time(4), MacControlPfc::pauseTimeC4, o -> said(o, 4, o.pauseTimeC4()))
            .code(16, time(5), MacControlPfc::pauseTimeC5, o -> said(o, 5, o.pauseTimeC5()))
            .code(16, time(6), MacControlPfc::pauseTimeC6, o -> said(o, 6, o.pauseTimeC6()))
            .code(16, time(7), MacControlPfc::pauseTimeC7, o -> said(o, 7, o.pauseTimeC7()));

    private MacControlLayers() {}

    private static String time(int trafficClass) {
        return "macc.cbfc.pause_time.c" + trafficClass;
    }

    private static String opcode(long code) {
        return code == 1 ? "PAUSE" : code == 0x0101 ? "PFC" : null;
    }

    private static String said(MacControlPfc pfc, int trafficClass, int time) {
        return (pfc.classes() >> trafficClass & 1) != 0 ? quanta(time) : null;
    }

    private static String quanta(long quanta) {
        if (quanta == 0) {
            return "go on";
        }
        double micros = PauseQuanta.ns((int) quanta, HUNDRED_GIGABITS) / 1e3;
        return quanta * 512 + " bit times, " + micros + " us at 100 Gbit/s";
    }
}
