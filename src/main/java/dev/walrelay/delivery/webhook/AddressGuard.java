package dev.walrelay.delivery.webhook;

import java.io.Serial;
import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.InetAddressFilter;

/**
 * Resolves names for connections, and lets only addresses pass that may be reached. The client asks
 * it for each connection, also for addresses in the URL itself, and connects to nothing else than
 * what it answers: so a name that changes its address changes nothing.
 */
final class AddressGuard implements DnsResolver {

  /** Addresses that hold an IPv4 address in a form that is long out of use. */
  private static final String IPV4_COMPATIBLE = "::/96";

  private static final Pattern NUMBERS = Pattern.compile("[0-9.]+");

  private final InetAddressFilter allowed;
  private final NameLookups lookups;
  private final long timeoutMillis;

  private AddressGuard(InetAddressFilter allowed, NameLookups lookups, long timeoutMillis) {
    this.allowed = allowed;
    this.lookups = lookups;
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

  /** A guard for connections. */
  static AddressGuard of(InetAddressFilter allowed, NameLookups lookups, long timeoutMillis) {
    return new AddressGuard(allowed, lookups, timeoutMillis);
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
    return lookups.find(ascii(host), timeoutMillis);
  }

  /**
   * The client hands names over in their own letters, which no resolver must have to guess. Nobody
   * has a name that is longer than names can be.
   */
  private static String ascii(String host) throws UnknownHostException {
    try {
      return IDN.toASCII(host);
    } catch (IllegalArgumentException e) {
      UnknownHostException unknown =
          new UnknownHostException("The name %s could not be resolved.".formatted(host));
      unknown.initCause(new UnknownHostException(e.getMessage()));
      throw unknown;
    }
  }

  /**
   * Lets a host pass that somebody else will look up, a proxy: every address that its name has here
   * must be one that may be reached, since nobody knows which one will be. What has no address here
   * is nothing that anybody can vouch for.
   */
  void requireAllowed(String host) throws UnknownHostException {
    InetAddress[] found;
    try {
      found = lookUp(host);
    } catch (UnknownHostException e) {
      if (e.getCause() instanceof UnknownHostException) {
        throw blocked(e, "The endpoint's name %s has no address here".formatted(host));
      }
      throw e;
    }
    // Others read 0177.0.0.1 as 127.0.0.1.
    if (NUMBERS.matcher(host).matches() && !found[0].getHostAddress().equals(host)) {
      throw blocked(null, "The endpoint's address %s can be read in several ways".formatted(host));
    }
    for (InetAddress address : found) {
      if (!allowed.matches(address)) {
        throw blocked(
            null, "The endpoint's address %s is not public".formatted(address.getHostAddress()));
      }
    }
  }

  private static BlockedException blocked(@Nullable Throwable cause, String why) {
    BlockedException blocked =
        new BlockedException(
            why
                + ", and subscriptions made through the API may not let the proxy go there. List"
                + " its host in walrelay.webhooks.allowed-hosts, or declare the subscription in the"
                + " settings.");
    blocked.initCause(cause);
    return blocked;
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
