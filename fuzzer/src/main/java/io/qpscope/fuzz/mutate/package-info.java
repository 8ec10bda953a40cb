/** Changes cases that showed something new. */
package io.qpscope.fuzz.mutate;
