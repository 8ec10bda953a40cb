/** What the plots of the HTML report show, kept in bounded memory while a capture is read. */
package io.qpscope.cli.report.plot;
