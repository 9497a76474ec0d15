package dev.walrelay.delivery.webhook;

import java.io.IOException;
import java.io.Serial;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.endpoint.OAuth2ClientCredentialsGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientClientCredentialsTokenResponseClient;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.web.client.RestClient;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks for a token of an OAuth2 client, by its credentials (RFC 6749, 4.4). */
final class TokenRequest {

  /** What fits into a header (RFC 6750, 2.1). */
  private static final Pattern SENDABLE = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  private static final Pattern ERROR_CODE = Pattern.compile("[a-z_]{1,64}");

  /** What Spring Security makes of a lifetime that is not told. */
  private static final Duration UNTOLD = Duration.ofSeconds(1);

  /** What is assumed then. An endpoint that does not have the token any more gets another one. */
  private static final Duration ASSUMED = Duration.ofMinutes(1);

  /** So long before its end a token is not sent any more, or for a tenth of its life. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private static final int TENTH = 10;

  private final Supplier<ClientRegistration> client;
  private final Function<String, Passage> passages;

  /**
   * Not sent yet.
   *
   * @param passages the way to a host
   */
  TokenRequest(Supplier<ClientRegistration> client, Function<String, Passage> passages) {
    this.client = client;
    this.passages = passages;
  }

  /** There is no token, for a reason that can be shown. */
  static final class RefusedException extends IOException {

    @Serial private static final long serialVersionUID = 1L;

    RefusedException(String why, @Nullable Throwable cause) {
      super(why, cause);
    }
  }

  Token send() throws IOException {
    ClientRegistration registration = registration();
    URI uri = URI.create(registration.getProviderDetails().getTokenUri());
    Passage passage = passages.apply(HostPatterns.bare(uri.getHost()));
    long asked = System.nanoTime();
    try (CloseableHttpClient http = passage.client(1, Timeout.of(Tokens.LIMIT))) {
      RestClientClientCredentialsTokenResponseClient tokens =
          new RestClientClientCredentialsTokenResponseClient();
      tokens.setRestClient(rest(http, passage));
      return token(
          tokens
              .getTokenResponse(new OAuth2ClientCredentialsGrantRequest(registration))
              .getAccessToken(),
          asked);
    }
  }

  /** It was there when it was checked. */
  private ClientRegistration registration() throws RefusedException {
    try {
      return client.get();
    } catch (IllegalArgumentException e) {
      throw new RefusedException(String.valueOf(e.getMessage()), e);
    }
  }

  private static RestClient rest(CloseableHttpClient http, Passage passage) {
    HttpComponentsClientHttpRequestFactory requests =
        new HttpComponentsClientHttpRequestFactory(http);
    requests.setHttpContextFactory((_, _) -> passage.context());
    requests.setReadTimeout(Tokens.LIMIT);
    return RestClient.builder()
        .requestFactory(requests)
        .configureMessageConverters(
            converters ->
                converters
                    .addCustomConverter(new FormHttpMessageConverter())
                    .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
        .defaultStatusHandler(HttpStatusCode::isError, TokenRequest::refuse)
        .build();
  }

  /** Of the answer only the code of an error is shown, nothing else that it may hold. */
  private static void refuse(HttpRequest request, ClientHttpResponse response) throws IOException {
    String code = "";
    try {
      code =
          JsonMapper.shared()
              .readTree(response.getBody().readNBytes(AnswerReader.MAX_ANSWER))
              .path("error")
              .asString("");
    } catch (JacksonException _) {
      // It is no JSON, so there is no code in it.
    }
    throw new RefusedException(
        "its token endpoint answers %d%s"
            .formatted(
                response.getStatusCode().value(),
                ERROR_CODE.matcher(code).matches() ? " (%s)".formatted(code) : ""),
        null);
  }

  private static Token token(OAuth2AccessToken token, long asked) {
    if (!OAuth2AccessToken.TokenType.BEARER.equals(token.getTokenType())
        || !SENDABLE.matcher(token.getTokenValue()).matches()) {
      throw new IllegalStateException("The token is none that can be sent.");
    }
    return new Token(token.getTokenValue(), asked, asked + lifetime(token).toNanos());
  }

  private static Duration lifetime(OAuth2AccessToken token) {
    Instant issued = token.getIssuedAt();
    Instant expires = token.getExpiresAt();
    Duration told = issued == null || expires == null ? UNTOLD : Duration.between(issued, expires);
    if (told.compareTo(UNTOLD) <= 0) {
      return ASSUMED;
    }
    Duration tenth = told.dividedBy(TENTH);
    return told.minus(tenth.compareTo(MARGIN) < 0 ? tenth : MARGIN);
  }
}
