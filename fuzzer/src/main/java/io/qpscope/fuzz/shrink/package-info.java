/** Takes from a case what it does not need to fail. */
package io.qpscope.fuzz.shrink;
