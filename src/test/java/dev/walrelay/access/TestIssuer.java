package dev.walrelay.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;

/** Issues JWTs and serves the key that they are checked with, on loopback. */
public final class TestIssuer implements AutoCloseable {

  private final ECKey key = key();
  private final HttpServer server;

  /** Starts serving. */
  public TestIssuer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] keys = new JWKSet(key.toPublicJWK()).toString().getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/keys",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, keys.length);
          exchange.getResponseBody().write(keys);
          exchange.close();
        });
    server.start();
  }

  private static ECKey key() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID("test").generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Settings of a service that trusts it. */
  public String[] settings() {
    return new String[] {
      "--spring.security.oauth2.resourceserver.jwt.jwk-set-uri=http://127.0.0.1:%d/keys"
          .formatted(server.getAddress().getPort()),
      "--spring.security.oauth2.resourceserver.jwt.jws-algorithms=ES256"
    };
  }

  /** A signed token with scopes, separated by spaces. */
  public String token(String scopes, Instant expiry) {
    return sign(key, scopes, expiry);
  }

  /** The same, signed by somebody else. */
  public static String forgedToken(String scopes, Instant expiry) {
    return sign(key(), scopes, expiry);
  }

  private static String sign(ECKey key, String scopes, Instant expiry) {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .subject("somebody")
            .claim("scope", scopes)
            .expirationTime(Date.from(expiry))
            .build();
    SignedJWT jwt =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("test").build(), claims);
    try {
      jwt.sign(new ECDSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return jwt.serialize();
  }

  /** Goes away. */
  @Override
  public void close() {
    server.stop(0);
  }
}
