package io.qpscope.cli.report;

import io.qpscope.session.PlotListener;
import io.qpscope.session.PlotTrack;
import io.qpscope.session.Side;
import io.qpscope.wire.Aeth;

import java.util.ArrayList;
import java.util.List;

/**
 * What can be said of a frame at once, while a capture runs, in words for Wireshark's comment
 * column. Findings and causes are judged at the end, of frames long gone: {@link FrameNotes}.
 */
public final class LiveNotes implements PlotListener {
    private static final String MARK = "QPScope: ";

    private final List<String> texts = new ArrayList<>();
    private long frame;

    /** The next frame comes; call before the tracker sees it. */
    public void next(long number) {
        frame = number;
        texts.clear();
    }

    /** What the tracker has said of it; good until the next. */
    public List<String> texts() {
        return texts;
    }

    private void say(String text) {
        String whole = MARK + text;
        if (!texts.contains(whole)) {
            texts.add(whole);
        }
    }

    @Override
    public PlotTrack begin() {
        return new Track();
    }

    @Override
    public void assign(PlotTrack track, long firstFrame, Side from) {
        // Sessions are not named: which of them there are is known at the end only.
    }

    @Override
    public void pause(
            FrameSource where,
            long mac,
            int trafficClass,
            int quanta,
            long durationNs,
            long number,
            long timeNs) {
        String what = trafficClass < 0 ? "all traffic" : "class " + trafficClass;
        if (quanta == 0) {
            say(what + " may go on");
        } else {
            say(what + " is paused for " + quanta + (quanta == 1 ? " quantum" : " quanta")
                    + (durationNs > 0 ? ", " + Units.time(durationNs) : ""));
        }
    }

    @Override
    public void creditWait(FrameSource where, int vl, long number, long fromNs, long toNs) {
        say("VL " + vl + " had no credits for " + Units.time(toNs - fromNs) + " up to here");
    }

    /** One side's requests and what answers them. */
    private final class Track implements PlotTrack {
        private boolean bytes;
        private int psn;
        private int syndrome;
        private long storyFrame;
        private long storyNs;

        @Override
        public void origin(int first, boolean ofStream) {
            bytes = ofStream;
        }

        @Override
        public void packet(
                long number,
                long timeNs,
                int opcode,
                int aeth,
                int ofPsn,
                boolean answer,
                boolean again) {
            psn = ofPsn;
            syndrome = aeth;
        }

        /** Marks may be of earlier frames, of which it is too late to speak. */
        @Override
        public void mark(Mark mark, long number, long timeNs, long position) {
            String text = number == frame ? text(mark) : null;
            if (text != null) {
                say(text);
            }
        }

        private String text(Mark mark) {
            return switch (mark) {
                case SENT, ACK, RESPONSE, MESSAGE -> null;
                case RESENT -> "sent again";
                case LATE -> bytes ? "behind later bytes" : "behind a later PSN";
                case RESPONSE_AGAIN -> "a response sent again";
                case TIMEOUT -> "the requester's ACK timeout ran out, and it goes back to here";
                case NAK -> "the receiver asks for PSN " + psn + " again";
                case RNR_NAK ->
                    "the receiver is not ready for PSN " + psn + " and asks to wait "
                            + Units.time(Aeth.rnrTimerNs(syndrome));
                case FATAL_NAK -> "ends the connection: " + Aeth.nakName(syndrome);
                case CNP -> "asks the peer to send more slowly";
                case CE -> "was marked as congested on the way here";
                case CORRUPT -> bytes ? "a wrong CRC" : "a wrong ICRC";
                case TERMINATE -> "ends the stream";
            };
        }

        @Override
        public void level(Level level, long timeNs, long value) {
            // Drawn, not told.
        }

        @Override
        public void traffic(long timeNs, int length, boolean again) {
            // Drawn, not told.
        }

        @Override
        public void storyBegins(long startFrame, int ofPsn, long startNs) {
            storyFrame = startFrame;
            storyNs = startNs;
            String where = startFrame == frame ? "here" : "with frame " + startFrame;
            say("a recovery begins " + where);
        }

        @Override
        public void storyEnds(long endNs) {
            say("the recovery that began with frame " + storyFrame + " ends after "
                    + Units.time(Math.max(0, endNs - storyNs)));
        }
    }
}
