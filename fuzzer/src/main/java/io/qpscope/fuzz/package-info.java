/** The fuzzer: a case is a scenario, with all that may go wrong in it and all that may come of it. */
package io.qpscope.fuzz;
