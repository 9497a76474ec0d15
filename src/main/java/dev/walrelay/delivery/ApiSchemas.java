package dev.walrelay.delivery;

import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.math.BigDecimal;
import java.util.List;

/** The pieces that descriptions of the API are put together from. */
public final class ApiSchemas {

  private ApiSchemas() {}

  /** A schema with what it is for. */
  public static Schema<?> described(String description, Schema<?> schema) {
    schema.setDescription(description);
    return schema;
  }

  /** One that is described elsewhere. */
  public static Schema<?> named(String name) {
    return new Schema<>().$ref(name);
  }

  /** Text. */
  public static Schema<?> text(String description) {
    return described(description, new StringSchema());
  }

  /** One of these texts. */
  public static Schema<String> choice(List<String> values) {
    Schema<String> choice = new StringSchema();
    choice.setEnum(values);
    return choice;
  }

  /** A whole number within bounds. */
  public static Schema<Number> integer(long min, long max, int byDefault) {
    Schema<Number> integer = new IntegerSchema();
    integer.setMinimum(BigDecimal.valueOf(min));
    integer.setMaximum(BigDecimal.valueOf(max));
    integer.setDefault(byDefault);
    return integer;
  }

  /** Texts, in order. */
  public static Schema<?> texts(String description) {
    return described(description, array(new StringSchema()));
  }

  /** Several of one kind. */
  public static Schema<?> array(Schema<?> items) {
    return new ArraySchema().items(items);
  }

  /** An object whose members have any names. */
  public static Schema<?> map(String description) {
    return described(description, new ObjectSchema().additionalProperties(true));
  }
}
