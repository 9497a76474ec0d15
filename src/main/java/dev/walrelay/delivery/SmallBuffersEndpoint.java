package dev.walrelay.delivery;

import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketBufferHandler;

/** Gives connections {@link GrowingWriteBuffer}s; with TLS the buffers have to fit its records. */
final class SmallBuffersEndpoint extends NioEndpoint {

  @Override
  protected NioChannel createChannel(SocketBufferHandler buffers) {
    return isSSLEnabled()
        ? super.createChannel(buffers)
        : new NioChannel(new GrowingWriteBuffer(socketProperties.getAppReadBufSize()));
  }
}
