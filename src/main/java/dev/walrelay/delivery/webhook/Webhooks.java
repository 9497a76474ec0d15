package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.DeliveryObserver;
import dev.walrelay.delivery.InvalidParameterException;
import dev.walrelay.delivery.RetentionGapException;
import dev.walrelay.delivery.StartPosition;
import dev.walrelay.event.EventId;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.EventLogException;
import dev.walrelay.eventlog.LogDatabase;
import dev.walrelay.eventlog.LogPosition;
import dev.walrelay.secret.SecretBox;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.http.client.InetAddressFilter;

/** All webhook subscriptions: those of the operator's settings and those made through the API. */
public final class Webhooks {

  private static final Logger logger = LoggerFactory.getLogger(Webhooks.class);
  private static final int MAX_SUBSCRIPTIONS = 1000;
  private static final Duration STOP_WAIT = Duration.ofSeconds(3);
  private static final long HOUSEKEEPING_MILLIS = 1000;

  private final Engine engine;
  private final SubscriptionTable table;
  private final Map<String, Subscription> declared;
  private final Map<String, Channel> channels = new ConcurrentSkipListMap<>();
  private final CountDownLatch stopping = new CountDownLatch(1);

  /** Whether the channels are all there are. */
  private volatile boolean loaded;

  /** Held while subscriptions come and go. */
  private final ReentrantLock changing = new ReentrantLock();

  /**
   * Delivers nothing before it is started.
   *
   * @param database where the log is
   * @param secrets encrypts what is stored of subscriptions
   * @throws InvalidParameterException if a setting is wrong; it names it
   */
  public Webhooks(
      EventLog log,
      LogDatabase database,
      SecretBox secrets,
      WebhookSettings settings,
      DeliveryObserver deliveries,
      WebhookObserver webhooks) {
    this.table = new SubscriptionTable(secrets);
    NameLookups lookups = new NameLookups();
    Outbound outbound = new Outbound(settings.outbound(), lookups);
    this.declared = Declarations.read(settings.declared(), outbound::check);
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("webhook-deadlines").daemon().factory());
    this.engine =
        new Engine(
            log,
            database,
            new GroupCommit(database),
            new ProgressWriter(),
            settings.source(),
            allowed(settings.allowedNetworks()),
            timer,
            lookups,
            outbound,
            deliveries,
            webhooks);
  }

  private static InetAddressFilter allowed(List<String> networks) {
    try {
      return AddressGuard.publicAnd(networks);
    } catch (IllegalArgumentException e) {
      InvalidParameterException invalid =
          new InvalidParameterException(
              "walrelay.webhooks.allowed-networks",
              "%s is not a list of networks like 10.20.0.0/16".formatted(networks));
      invalid.initCause(e);
      throw invalid;
    }
  }

  /** Brings what is stored in line with the settings, and starts to deliver. */
  public void start() {
    for (SubscriptionTable.Row row : engine.database().read(table::load)) {
      add(new Channel(engine, table, row));
    }
    reconcile();
    loaded = true;
    channels.values().forEach(Channel::start);
    Thread.ofVirtual().name("webhook-housekeeping").start(this::keepHouse);
  }

  private void reconcile() {
    for (Channel channel : List.copyOf(channels.values())) {
      if (channel.isDeclared() && !declared.containsKey(channel.spec().name())) {
        logger.warn(
            "Webhook subscription '{}' is no longer in the settings and is removed.",
            channel.spec().name());
        remove(channel);
      }
    }
    declared.forEach(
        (name, spec) -> {
          Channel known = channels.get(name);
          if (known == null) {
            declare(spec);
          } else if (!known.isDeclared() || !known.spec().equals(spec)) {
            known.change(spec, true);
          }
        });
  }

  private void add(Channel channel) {
    channels.put(channel.spec().name(), channel);
    engine.webhooks().added(channel.spec().name());
  }

  private void remove(Channel channel) {
    channel.delete();
    channels.remove(channel.spec().name());
    engine.webhooks().removed(channel.spec().name());
  }

  /**
   * One whose start is no longer stored does not keep the service from starting, nor skip anything:
   * it has expired before it began, and resuming it sends a gap event first.
   */
  private void declare(Subscription spec) {
    StartPosition start = SubscriptionReader.startPosition(spec.start());
    EventId position = start.resolve(engine.log());
    boolean ahead = start.isAhead(engine.log());
    if (!ahead && !start.isGone(position, engine.log())) {
      insert(spec, true, position, null);
      return;
    }
    String reason = ahead ? Reasons.AHEAD : Reasons.EXPIRED_AT_START;
    logger.error(
        "Webhook subscription '{}' has expired before it began at {}. {}",
        spec.name(),
        spec.start(),
        reason);
    boolean known = ahead || engine.log().floor().isAfter(position);
    insert(spec, true, known ? position : EventId.NONE, reason);
  }

  /** Stores a new one; it has expired if there is a reason why. */
  private Channel insert(
      Subscription spec, boolean byOperator, EventId position, @Nullable String expired) {
    SubscriptionTable.Row row =
        engine
            .database()
            .write(
                connection -> {
                  Instant now = Instant.now();
                  SubscriptionTable.Row inserted =
                      table.insert(connection, spec, byOperator, expired, now);
                  ProgressTable.create(connection, inserted.id(), position);
                  for (Secret.Scheme scheme : SecretRing.schemes(spec)) {
                    table.addSecret(connection, inserted.id(), Secret.generate(scheme), now);
                  }
                  return inserted;
                });
    Channel channel = new Channel(engine, table, row);
    add(channel);
    return channel;
  }

  /** Begins no further attempts, gives those in flight a few seconds, and cuts off the rest. */
  public void stop() {
    stopping.countDown();
    channels.values().forEach(Channel::stop);
    long until = System.nanoTime() + STOP_WAIT.toNanos();
    try {
      for (Channel channel : channels.values()) {
        channel.join(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    for (Channel channel : channels.values()) {
      try {
        channel.close();
      } catch (EventLogException | IllegalStateException e) {
        logger.warn(
            "Webhook subscription '{}' did not end in an orderly way, and may send again what it"
                + " has just sent: {}",
            channel.spec().name(),
            e.getMessage());
      }
    }
    engine.timer().shutdownNow();
    engine.lookups().close();
  }

  private void keepHouse() {
    try {
      while (!stopping.await(HOUSEKEEPING_MILLIS, TimeUnit.MILLISECONDS)) {
        channels.values().forEach(Webhooks::keepHouse);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** A failure must not end the rounds; the next one tries again. */
  private static void keepHouse(Channel channel) {
    try {
      channel.keepHouse();
    } catch (RuntimeException e) {
      logger.warn(
          "Webhook subscription '{}' could not be looked after, which is tried again: {}",
          channel.spec().name(),
          e.getMessage());
    }
  }

  /**
   * Makes a subscription through the API.
   *
   * @throws RetentionGapException if the log does not reach back to its start, or has not come to
   *     the event that it is
   */
  Channel create(Subscription spec) {
    engine.outbound().check(spec);
    changing.lock();
    try {
      if (channels.containsKey(spec.name())) {
        throw new ConflictException(
            "There is a subscription named '%s' already.".formatted(spec.name()));
      }
      if (channels.size() >= MAX_SUBSCRIPTIONS) {
        throw new ConflictException(
            "There are %d subscriptions, which is as many as there may be."
                .formatted(MAX_SUBSCRIPTIONS));
      }
      EventId position = SubscriptionReader.startPosition(spec.start()).resolveStored(engine.log());
      Channel channel = insert(spec, false, position, null);
      channel.start();
      return channel;
    } finally {
      changing.unlock();
    }
  }

  /** Removes a subscription that was made through the API. */
  void delete(String name) {
    changing.lock();
    try {
      remove(changeable(name));
    } finally {
      changing.unlock();
    }
  }

  Collection<Channel> all() {
    return List.copyOf(channels.values());
  }

  Channel get(String name) {
    Channel channel = channels.get(name);
    if (channel == null) {
      throw new UnknownSubscriptionException(name);
    }
    return channel;
  }

  /** One that may be changed through the API. */
  Channel changeable(String name) {
    Channel channel = get(name);
    if (channel.isDeclared()) {
      throw new ConflictException(
          "Subscription '%s' is declared in the settings (walrelay.subscriptions) and can only be changed there."
              .formatted(name));
    }
    return channel;
  }

  /** What subscriptions share. */
  Engine engine() {
    return engine;
  }

  /** The names of subscriptions that stopped because events were no longer stored. */
  public List<String> expired() {
    return names(channel -> channel.state() == SubscriptionState.EXPIRED);
  }

  /** The names of subscriptions that have dead letters. */
  public List<String> withDeadLetters() {
    return names(channel -> channel.letters().count() > 0);
  }

  private List<String> names(Predicate<Channel> predicate) {
    return channels.values().stream()
        .filter(predicate)
        .map(channel -> channel.spec().name())
        .toList();
  }

  /** How old the first event is that a subscription has not delivered; zero if there is none. */
  public Duration lag(String name) {
    Channel channel = channels.get(name);
    return channel == null ? Duration.ZERO : Lag.of(engine.log(), channel.cursor()).time();
  }

  /** How many dead letters a subscription has. */
  public long deadLetters(String name) {
    Channel channel = channels.get(name);
    return channel == null ? 0 : channel.letters().count();
  }

  /** Whether a subscription has expired. */
  public boolean isExpired(String name) {
    return isIn(SubscriptionState.EXPIRED, name);
  }

  /** Whether a subscription was disabled by its endpoint. */
  public boolean isDisabled(String name) {
    return isIn(SubscriptionState.DISABLED, name);
  }

  private boolean isIn(SubscriptionState state, String name) {
    Channel channel = channels.get(name);
    return channel != null && channel.state() == state;
  }

  /**
   * Up to where every active subscription has delivered what is stored, as far as the log's
   * position. Nothing before it is known which subscriptions there are.
   *
   * @param position the log's, read before
   */
  public Lsn delivered(LogPosition position) {
    if (!loaded) {
      return Lsn.ZERO;
    }
    Lsn delivered = position.flushed();
    for (Channel channel : channels.values()) {
      if (channel.state() == SubscriptionState.ACTIVE) {
        Lsn limit = delivered(channel.cursor(), position);
        delivered = limit.isAfter(delivered) ? delivered : limit;
      }
    }
    return delivered;
  }

  /** A commit's own position is safe: the server sends again what commits there and later. */
  private static Lsn delivered(EventId cursor, LogPosition position) {
    if (!position.lastId().isAfter(cursor)) {
      return position.flushed();
    }
    return cursor.epoch() == position.lastId().epoch() ? cursor.lsn() : Lsn.ZERO;
  }
}
