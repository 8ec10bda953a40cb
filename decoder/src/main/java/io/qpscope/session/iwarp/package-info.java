/** iWARP: TCP streams put together, MPA frames found in them, and what RDMAP did over them. */
package io.qpscope.session.iwarp;
