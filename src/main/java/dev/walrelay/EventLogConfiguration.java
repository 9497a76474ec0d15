package dev.walrelay;

import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.eventlog.LogSettings;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** The event log and its retention. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class EventLogConfiguration {

  /** Retention, watching the slot, confirming. */
  private static final int TASKS = 4;

  private static final Duration RETENTION_INTERVAL = Duration.ofSeconds(10);

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  JdbcEventLog eventLog(WalrelayProperties properties, Clock clock) {
    WalrelayProperties.Log log = properties.log();
    JdbcEventLog opened =
        JdbcEventLog.open(
            new LogSettings(log.path(), log.maxAge(), log.maxSize().toBytes()), clock);
    if (log.repair()) {
      opened.repair();
    }
    return opened;
  }

  /**
   * With a thread for each task: a disk that stalls holds up retention, but neither what watches
   * the slot nor what moves it.
   */
  @Bean
  ThreadPoolTaskScheduler taskScheduler() {
    ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
    scheduler.setPoolSize(TASKS);
    scheduler.setThreadNamePrefix("walrelay-task-");
    scheduler.setDaemon(true);
    return scheduler;
  }

  @Bean
  SchedulingConfigurer retention(EventLog log) {
    return tasks -> tasks.addFixedDelayTask(log::retain, RETENTION_INTERVAL);
  }
}
