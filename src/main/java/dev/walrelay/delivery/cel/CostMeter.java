package dev.walrelay.delivery.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import java.util.Collection;

/**
 * Adds up what one evaluation costs and breaks it off when that is too much: one for each step that
 * is evaluated, each time, and more for the text and the elements that it hands on.
 */
final class CostMeter implements CelEvaluationListener {

  private static final int LIMIT = 1_000_000;
  private static final int ELEMENTS_FOR_ONE = 16;

  private final int charactersForOne;
  private long spent;

  /**
   * Has spent nothing.
   *
   * @param charactersForOne how many characters of text cost as much as a step
   */
  CostMeter(int charactersForOne) {
    this.charactersForOne = charactersForOne;
  }

  @Override
  public void callback(CelExpr step, Object value) {
    long further =
        switch (value) {
          case String text -> text.length() / charactersForOne;
          case Collection<?> elements -> elements.size() / ELEMENTS_FOR_ONE;
          default -> 0;
        };
    spend(1 + further);
  }

  /** For reading text of the event. */
  void read(int characters) {
    spend(characters / charactersForOne);
  }

  private void spend(long further) {
    spent += further;
    if (isExceeded()) {
      throw new CostLimitException();
    }
  }

  /**
   * Whether it was too much. To be asked after an evaluation too, since one side of an alternative
   * may fail without consequences.
   */
  boolean isExceeded() {
    return spent > LIMIT;
  }
}
