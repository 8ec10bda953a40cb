/** What cases have shown: on the wire, in memory and on disk. */
package io.qpscope.fuzz.corpus;
