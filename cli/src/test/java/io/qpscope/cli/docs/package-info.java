/** The documentation held against the program. */
package io.qpscope.cli.docs;
