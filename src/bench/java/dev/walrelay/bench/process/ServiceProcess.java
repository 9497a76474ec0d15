package dev.walrelay.bench.process;

import dev.walrelay.Carriers;
import dev.walrelay.WalrelayApplication;
import dev.walrelay.pipeline.Replication;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The whole service, but for one thing: it does not begin to read its slot before it is told to, so
 * that readers can be there first.
 */
public final class ServiceProcess {

  /** Begins to read the slot, and to measure. */
  public static final String START = "start";

  /** Begins to measure anew; answers how many events are stored. */
  public static final String MARK = "mark";

  /** Answers what was measured. */
  public static final String FIGURES = "figures";

  /** Answers when so many events are stored; followed by the number. */
  public static final String AWAIT = "await ";

  private static final Duration POLL = Duration.ofMillis(1);

  private final ConfigurableApplicationContext context;
  private Meter meter = Meter.start();

  private ServiceProcess(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** The service's own arguments. Greets with its port. */
  public static void main(String[] arguments) throws Exception {
    Carriers.provide();
    SpringApplication application = new SpringApplication(WalrelayApplication.class);
    application.addInitializers(
        context ->
            context.addBeanFactoryPostProcessor(beans -> holdBack((BeanDefinitionRegistry) beans)));
    try (ConfigurableApplicationContext context = application.run(arguments)) {
      String port = context.getEnvironment().getRequiredProperty("local.server.port");
      Answers.serve(port, new ServiceProcess(context)::answer);
      context.getBean(Replication.class).stop();
    }
  }

  private static void holdBack(BeanDefinitionRegistry beans) {
    beans.removeBeanDefinition("replicationLifecycle");
  }

  private String answer(String question) {
    return switch (question) {
      case START -> {
        context.getBean(Replication.class).start();
        yield restart();
      }
      case MARK -> restart();
      case FIGURES -> meter.stop(stored(), 0, 0).json();
      default -> await(Long.parseLong(question.substring(AWAIT.length())));
    };
  }

  private String restart() {
    meter = Meter.start();
    return Long.toString(stored());
  }

  private String await(long events) {
    while (stored() < events) {
      LockSupport.parkNanos(POLL.toNanos());
    }
    return "stored";
  }

  private long stored() {
    double events = 0;
    for (Counter counter : context.getBean(MeterRegistry.class).get("walrelay.events").counters()) {
      events += counter.count();
    }
    return (long) events;
  }
}
