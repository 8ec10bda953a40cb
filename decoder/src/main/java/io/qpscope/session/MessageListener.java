package io.qpscope.session;

/** Hears of each message as the tracker is through with it. */
public interface MessageListener {
    /** In the order of their ends for one flow, in any order between flows. */
    void onMessage(Message message);

    /** At the end: what a flow's number stands for. */
    void onFlow(int flow, int session, Side from);
}
