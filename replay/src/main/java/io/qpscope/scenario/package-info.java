/** Networks, traffic, faults and what is expected of them, in one YAML file; runs and verdicts. */
package io.qpscope.scenario;
