/**
 * Filter expressions: {@link Parser} knows the grammar and no field, {@link Fields} knows the fields
 * of one kind of subject, {@link Expression#bind} joins the two. {@link PacketFields} are those of a
 * dissected frame.
 */
package io.qpscope.frame.filter;
