/** The state tracker: from packets to sessions, messages, recovery episodes and outcomes. */
package io.qpscope.session;
