package dev.walrelay.access;

import dev.walrelay.event.Filter;
import dev.walrelay.secret.PrivateFile;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admin's token that is there when none is configured: nobody can read without one, and nobody
 * has to configure something to begin with. It is made and logged once, and kept in a file that
 * only the service's user can read.
 */
public final class OwnToken {

  private static final Logger log = LoggerFactory.getLogger(OwnToken.class);
  private static final String NAME = "own";
  private static final int RANDOM_BYTES = 32;

  private OwnToken() {}

  /** The token that a file holds, which is made if it is missing. */
  public static AccessToken keptIn(Path file) {
    PrivateFile kept = new PrivateFile(file, "admin's token");
    String token = kept.read().orElseGet(() -> create(kept));
    log.info("No walrelay.security.tokens are set: the admin's token is the one in {}.", file);
    return new AccessToken(NAME, TokenDigest.of(token), Role.ADMIN, Filter.ALL);
  }

  private static String create(PrivateFile kept) {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    kept.create(token);
    log.warn("Made an admin's token, which is shown only this once: {}", token);
    return token;
  }
}
