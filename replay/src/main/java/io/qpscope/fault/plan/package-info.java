/** What a fault plan says, as it was read and found to be right. */
package io.qpscope.fault.plan;
