/** Where hosts meet a medium. */
package io.qpscope.port;
