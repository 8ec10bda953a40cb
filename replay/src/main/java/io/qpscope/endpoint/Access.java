package io.qpscope.endpoint;

/** Rights of a memory region or a queue pair ({@code ibv_access_flags}, with its bits). */
public final class Access {
    public static final int LOCAL_WRITE = 1;
    public static final int REMOTE_WRITE = 1 << 1;
    public static final int REMOTE_READ = 1 << 2;
    public static final int REMOTE_ATOMIC = 1 << 3;
    public static final int FLUSH_GLOBAL = 1 << 8;
    public static final int FLUSH_PERSISTENT = 1 << 9;

    public static final int ALL = LOCAL_WRITE
            | REMOTE_WRITE
            | REMOTE_READ
            | REMOTE_ATOMIC
            | FLUSH_GLOBAL
            | FLUSH_PERSISTENT;

    private Access() {}
}
