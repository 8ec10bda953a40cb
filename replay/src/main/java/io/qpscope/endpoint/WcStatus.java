package io.qpscope.endpoint;

/** How a work request ended ({@code ibv_wc_status}, with its numbers). */
public enum WcStatus {
    SUCCESS(0),
    LOC_LEN_ERR(1),
    LOC_QP_OP_ERR(2),
    LOC_PROT_ERR(4),
    WR_FLUSH_ERR(5),
    BAD_RESP_ERR(7),
    LOC_ACCESS_ERR(8),
    REM_INV_REQ_ERR(9),
    REM_ACCESS_ERR(10),
    REM_OP_ERR(11),
    RETRY_EXC_ERR(12),
    RNR_RETRY_EXC_ERR(13);

    private final int code;

    WcStatus(int code) {
        this.code = code;
    }

    /** The number of {@code ibv_wc_status}, as in "error 12". */
    public int code() {
        return code;
    }
}
