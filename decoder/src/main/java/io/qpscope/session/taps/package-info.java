/** The same traffic recorded at several points: which packet passed which of them, and when. */
package io.qpscope.session.taps;
