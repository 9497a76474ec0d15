package dev.walrelay.delivery.webhook;

import java.io.IOException;
import java.net.SocketException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/**
 * Endpoints close a connection that was idle, or after so many requests, and can do so just when
 * the next one is sent. That is no sign that they are down: the request goes out once more, at
 * once, on another connection. If that one was new, its end says something of the endpoint.
 */
final class StaleConnections implements ExecChainHandler {

  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    try {
      return chain.proceed(request, scope);
    } catch (NoHttpResponseException | SocketException e) {
      if (scope.execRuntime.isExecutionAborted() || StatusLine.isThere() || !wasUsedBefore(scope)) {
        throw e;
      }
      Passage.restart(scope.clientContext);
      return chain.proceed(ClassicRequestBuilder.copy(scope.originalRequest).build(), scope);
    }
  }

  private static boolean wasUsedBefore(ExecChain.Scope scope) {
    EndpointDetails connection = scope.clientContext.getEndpointDetails();
    return connection != null && connection.getResponseCount() > 0;
  }
}
