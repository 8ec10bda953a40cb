/** What the protocol allows to come of a case. */
package io.qpscope.fuzz.oracle;
