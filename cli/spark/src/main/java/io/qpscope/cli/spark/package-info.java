/**
 * The analysis of a fleet's captures as a job for Apache Spark, on the same dissector, tracker and
 * rules as {@code analyze}, and with the same result.
 *
 * <p>The tracker takes frames in order of time, and most of what it knows concerns two hosts. So the
 * job reads each capture twice. The first time ({@link Survey}) it notes what ties hosts together and
 * when frames passed; from that follow the groups ({@link Groups}) and each frame's number in the
 * order of all ({@link Order}). The second time ({@link FrameSource}) it sends each frame that matters
 * to its group, where a tracker of its own takes the frames by their numbers, a group after the other,
 * without ever holding one in memory ({@link GroupWalk}). Sessions get their numbers when all groups
 * are through ({@link Numbers}).
 */
package io.qpscope.cli.spark;
