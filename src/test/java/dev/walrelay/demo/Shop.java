package dev.walrelay.demo;

import dev.walrelay.postgres.TestDatabase;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;

/** Orders that come, are paid and shipped, and are forgotten, a step a second. */
final class Shop implements SmartLifecycle {

  private final TestDatabase database;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean open;

  Shop(TestDatabase database) {
    this.database = database;
  }

  @Override
  public void start() {
    database.execute(
        """
        CREATE TABLE orders (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          customer text NOT NULL,
          status text NOT NULL DEFAULT 'new',
          total numeric(10,2) NOT NULL,
          details jsonb NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now())
        """);
    Thread.ofPlatform().daemon().name("shop").start(this::run);
    open = true;
  }

  private void run() {
    try {
      for (int step = 0; !closed.await(1, TimeUnit.SECONDS); step++) {
        trade(step);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void trade(int step) {
    database.execute(
        switch (step % 5) {
          case 0, 1 ->
              """
              INSERT INTO orders (customer, total, details)
              SELECT (ARRAY['Ada', 'Grace', 'Edgar', 'Jim'])[1 + floor(random() * 4)::int],
                     (random() * 100)::numeric(10,2),
                     jsonb_build_object('items', 1 + floor(random() * 5)::int, 'gift', random() < 0.2)
              """;
          case 2 ->
              "UPDATE orders SET status = 'paid' WHERE id = (SELECT max(id) FROM orders WHERE status"
                  + " = 'new')";
          case 3 ->
              "SELECT pg_logical_emit_message(true, 'mail', jsonb_build_object('order', max(id),"
                  + " 'template', 'thanks')::text) FROM orders";
          default -> "DELETE FROM orders WHERE id < (SELECT max(id) - 20 FROM orders)";
        });
  }

  @Override
  public void stop() {
    closed.countDown();
    open = false;
  }

  @Override
  public boolean isRunning() {
    return open;
  }
}
