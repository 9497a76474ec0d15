package dev.walrelay.delivery.webhook;

import java.io.Serial;
import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
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

  /** The client hands names over in their own letters, which no resolver must have to guess. */
  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    InetAddress[] found = lookups.find(IDN.toASCII(host), timeoutMillis);
    InetAddress[] passed =
        Arrays.stream(found).filter(allowed::matches).toArray(InetAddress[]::new);
    if (passed.length == 0) {
      throw new BlockedException(
          "The endpoint's address %s is not public, and subscriptions made through the API may not reach it. List its network in walrelay.webhooks.allowed-networks, or declare the subscription in the settings."
              .formatted(found[0].getHostAddress()));
    }
    return passed;
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
