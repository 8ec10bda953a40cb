package io.qpscope.endpoint;

/** Services ({@code ibv_qp_type}). */
public enum QpType {
    RC,
    UC,
    UD
}
