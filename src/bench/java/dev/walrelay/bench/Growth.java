package dev.walrelay.bench;

/**
 * A cost with little of something and with much of it.
 *
 * @param key for goals
 * @param what of which there is more
 * @param unit of both values
 * @param small the value with little
 * @param large the value with much
 */
record Growth(
    String key, String what, String unit, String little, double small, String much, double large) {

  /** Of much to little. */
  double ratio() {
    return large / small;
  }
}
