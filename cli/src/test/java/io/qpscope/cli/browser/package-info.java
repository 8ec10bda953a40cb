/** The HTML report in a browser. */
package io.qpscope.cli.browser;
