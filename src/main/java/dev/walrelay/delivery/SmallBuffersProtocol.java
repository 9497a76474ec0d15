package dev.walrelay.delivery;

import org.apache.coyote.http11.Http11NioProtocol;

/**
 * Keeps little for each connection: thousands of streams are open, most of which are idle. What is
 * sent much of at once comes in large pieces, which pass by the buffers of the response and make
 * that of the socket grow.
 */
public final class SmallBuffersProtocol extends Http11NioProtocol {

  private static final int BUFFER = 1024;

  /** Tomcat makes one by the name of its class. */
  public SmallBuffersProtocol() {
    super(new SmallBuffersEndpoint());
    // Twice of this is held: what is read goes to a buffer that has room for a request's head too.
    setProperty("socket.appReadBufSize", Integer.toString(BUFFER));
  }

  /** Of a response: so many bytes, and as many characters for those who write text. */
  @Override
  public int getDesiredBufferSize() {
    return BUFFER;
  }
}
