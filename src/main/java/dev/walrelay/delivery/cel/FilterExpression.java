package dev.walrelay.delivery.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.walrelay.event.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A filter expression, compiled once and evaluated for each event. What it may cost is bounded:
 *
 * <ul>
 *   <li>its length and nesting, when it is compiled;
 *   <li>in one evaluation, the iterations of all its comprehensions together, and its cost: the
 *       steps that are evaluated, a step more for every {@value #TEXT_FOR_ONE} characters of each
 *       text that one hands on, and of what it uses of a member that one names ({@value
 *       #MATCHED_TEXT_FOR_ONE} where it has a regular expression), and for every 16 elements of a
 *       list. A million is the limit, which takes a fraction of a second;
 *   <li>regular expressions take time linear in the text, and are bounded in size.
 * </ul>
 *
 * <p>Beyond that, as where it fails, the event does not match.
 */
public final class FilterExpression {

  private static final int MAX_LENGTH = 4096;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_ITERATIONS = 10_000;
  private static final int MAX_REGEX_PROGRAM = 2000;

  private static final int TEXT_FOR_ONE = 256;
  private static final int MATCHED_TEXT_FOR_ONE = 16;

  private static final CelOptions OPTIONS =
      CelOptions.current()
          .maxExpressionCodePointSize(MAX_LENGTH)
          .maxParseRecursionDepth(MAX_DEPTH)
          .comprehensionMaxIterations(MAX_ITERATIONS)
          .maxRegexProgramSize(MAX_REGEX_PROGRAM)
          .enableHeterogeneousNumericComparisons(true)
          .build();

  private static final CelCompiler COMPILER = compiler();
  private static final CelRuntime RUNTIME =
      CelRuntimeFactory.plannerRuntimeBuilder().setOptions(OPTIONS).build();

  private final CelRuntime.Program program;
  private final UsedMembers used;
  private final int charactersForOne;

  private FilterExpression(CelRuntime.Program program, UsedMembers used, int charactersForOne) {
    this.program = program;
    this.used = used;
    this.charactersForOne = charactersForOne;
  }

  private static CelCompiler compiler() {
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .setResultType(SimpleType.BOOL);
    EventVariables.TYPES.forEach(builder::addVar);
    return builder.build();
  }

  /**
   * Compiles an expression and checks its types against the members of an event.
   *
   * @throws IllegalArgumentException if it does not compile; the message is for people and says
   *     where
   */
  public static FilterExpression compile(String text) {
    CelValidationResult result = COMPILER.compile(text);
    if (result.hasError()) {
      throw new IllegalArgumentException(explain(text, result.getErrors().getFirst()));
    }
    try {
      CelAbstractSyntaxTree checked = result.getAst();
      return new FilterExpression(
          RUNTIME.createProgram(checked),
          UsedMembers.of(checked),
          text.contains("matches") ? MATCHED_TEXT_FOR_ONE : TEXT_FOR_ONE);
    } catch (CelValidationException | CelEvaluationException e) {
      throw new IllegalArgumentException(
          "the expression cannot be evaluated (%s)".formatted(e.getMessage()), e);
    }
  }

  private static String explain(String text, CelIssue issue) {
    int line = issue.getSourceLocation().getLine();
    int column = issue.getSourceLocation().getColumn() + 1;
    String place =
        text.indexOf('\n') < 0 ? "at %d".formatted(column) : "at %d:%d".formatted(line, column);
    return "the expression has a mistake %s: %s"
        .formatted(place, issue.getMessage().lines().findFirst().orElse("it is malformed"));
  }

  /**
   * The expression as a condition; an event on which it fails does not match.
   *
   * @param failed told of each such event
   */
  public Condition condition(Runnable failed) {
    return (bytes, start, end) -> {
      if (test(bytes, start, end) instanceof Boolean matches) {
        return matches;
      }
      failed.run();
      return false;
    };
  }

  /**
   * The result, or null if there is none. Whatever fails is the reader's expression on this one
   * event, as documented, and counted by the caller: it must not end what the reader reads. What
   * the expression uses can also be nested too deeply for the stack.
   */
  private @Nullable Object test(byte[] bytes, int start, int end) {
    CostMeter cost = new CostMeter(charactersForOne);
    try {
      Object result = program.trace(new EventValues(used, bytes, start, end, cost), cost);
      return cost.isExceeded() ? null : result;
    } catch (CelEvaluationException | RuntimeException | StackOverflowError e) {
      return null;
    }
  }
}
