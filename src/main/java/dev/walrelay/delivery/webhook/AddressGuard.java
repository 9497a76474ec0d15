package dev.walrelay.delivery.webhook;

import java.io.Serial;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.springframework.boot.http.client.InetAddressFilter;

/**
 * Resolves names for connections, and lets only addresses pass that may be reached. The client asks
 * it for each connection, also for addresses in the URL itself, and connects to nothing else than
 * what it answers: so a name that changes its address changes nothing.
 */
final class AddressGuard implements DnsResolver {

  /** Addresses that hold an IPv4 address in a form that is long out of use. */
  private static final String IPV4_COMPATIBLE = "::/96";

  private final InetAddressFilter allowed;
  private final ExecutorService resolving;
  private final long timeoutMillis;

  private AddressGuard(InetAddressFilter allowed, ExecutorService resolving, long timeoutMillis) {
    this.allowed = allowed;
    this.resolving = resolving;
    this.timeoutMillis = timeoutMillis;
  }

  /** The address of the endpoint may not be reached; its message says so. */
  static final class BlockedException extends UnknownHostException {

    @Serial private static final long serialVersionUID = 1L;

    BlockedException(String message) {
      super(message);
    }
  }

  /**
   * Which addresses subscriptions of the API may reach: public ones, and those in the networks.
   *
   * @param networks in CIDR notation
   * @throws IllegalArgumentException if one is malformed
   */
  static InetAddressFilter publicAnd(List<String> networks) {
    InetAddressFilter open =
        InetAddressFilter.not(
            InetAddressFilter.internalAddresses(),
            InetAddressFilter.specialPurpose(),
            InetAddressFilter.multicast(),
            InetAddressFilter.of(IPV4_COMPATIBLE));
    return networks.isEmpty() ? open : open.or(networks.toArray(String[]::new));
  }

  /**
   * A guard for connections.
   *
   * @param resolving runs look-ups, which cannot be interrupted
   */
  static AddressGuard of(InetAddressFilter allowed, ExecutorService resolving, long timeoutMillis) {
    return new AddressGuard(allowed, resolving, timeoutMillis);
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    InetAddress[] found = lookUp(host);
    InetAddress[] passed =
        Arrays.stream(found).filter(allowed::matches).toArray(InetAddress[]::new);
    if (passed.length == 0) {
      throw new BlockedException(
          "The endpoint's address %s is not public, and subscriptions made through the API may not reach it. List its network in walrelay.webhooks.allowed-networks, or declare the subscription in the settings."
              .formatted(found[0].getHostAddress()));
    }
    return passed;
  }

  private InetAddress[] lookUp(String host) throws UnknownHostException {
    Future<InetAddress[]> look = resolving.submit(() -> InetAddress.getAllByName(host));
    try {
      return look.get(timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      UnknownHostException unknown =
          new UnknownHostException("The name %s could not be resolved.".formatted(host));
      unknown.initCause(e.getCause());
      throw unknown;
    } catch (TimeoutException e) {
      UnknownHostException late =
          new UnknownHostException("The name %s was not resolved in time.".formatted(host));
      late.initCause(e);
      throw late;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      UnknownHostException ended = new UnknownHostException("The look-up was ended.");
      ended.initCause(e);
      throw ended;
    }
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
