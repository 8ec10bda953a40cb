/** Cases against a peer that is really there: in real time, and judged by what passes the wire. */
package io.qpscope.fuzz.target;
