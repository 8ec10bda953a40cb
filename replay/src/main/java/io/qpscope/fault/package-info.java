/**
 * Fault plans: who matches, what happens to the packet, and proof that it did. A {@link
 * io.qpscope.fault.plan.FaultPlan} is read from YAML, a {@link io.qpscope.fault.FaultEngine} carries
 * it out wherever packets pass.
 */
package io.qpscope.fault;
