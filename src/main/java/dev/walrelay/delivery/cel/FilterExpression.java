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
import tools.jackson.core.JacksonException;

/**
 * A filter expression, compiled once and evaluated for each event. What it may cost is bounded: by
 * its length, by the iterations of its comprehensions in one evaluation, and by regular expressions
 * that take linear time.
 */
public final class FilterExpression {

  private static final int MAX_LENGTH = 4096;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_ITERATIONS = 10_000;
  private static final int MAX_REGEX_PROGRAM = 2000;

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

  private FilterExpression(CelRuntime.Program program) {
    this.program = program;
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
      return new FilterExpression(RUNTIME.createProgram(checked));
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
      try {
        return Boolean.TRUE.equals(program.eval(new EventValues(bytes, start, end)));
      } catch (CelEvaluationException | JacksonException e) {
        // What failed is the reader's expression on this one event, as documented; it is counted.
        failed.run();
        return false;
      }
    };
  }
}
